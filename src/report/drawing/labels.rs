//! Places labels without overlap: every label is tried in rings around its point, and the place
//! that covers least is taken.

/// A rectangle in pixels, y downwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Box {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Box {
    /// Around a centre.
    pub(super) fn around((x, y): (f64, f64), width: f64, height: f64) -> Self {
        Box {
            left: x - width / 2.0,
            top: y - height / 2.0,
            right: x + width / 2.0,
            bottom: y + height / 2.0,
        }
    }

    /// The area that both cover.
    fn shared(&self, other: &Box) -> f64 {
        let width = self.right.min(other.right) - self.left.max(other.left);
        let height = self.bottom.min(other.bottom) - self.top.max(other.top);
        width.max(0.0) * height.max(0.0)
    }

    fn area(&self) -> f64 {
        (self.right - self.left) * (self.bottom - self.top)
    }

    pub(super) fn centre(&self) -> (f64, f64) {
        (
            (self.left + self.right) / 2.0,
            (self.top + self.bottom) / 2.0,
        )
    }
}

/// A name that wants a place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Wish {
    /// Its point.
    pub at: (f64, f64),
    /// Its own width and height.
    pub size: (f64, f64),
}

/// What is on the sheet already.
#[derive(Debug, Clone, Default)]
pub(super) struct Taken {
    /// Points and texts, which must not be covered.
    pub boxes: Vec<Box>,
    /// Places along the lines, which had better not be covered.
    pub lines: Vec<(f64, f64)>,
}

/// Distances from the point, in pixels; beyond the first a thread leads to the name.
const RINGS: [f64; 6] = [9.0, 20.0, 34.0, 52.0, 74.0, 100.0];

/// Gives each name a place inside `bounds`, in the order given, and takes it.
pub(super) fn place(wishes: &[Wish], taken: &mut Taken, bounds: Box) -> Vec<Box> {
    let mut placed = Vec::with_capacity(wishes.len());
    for wish in wishes {
        let cost = |place: &(f64, Box)| place.0 + cost(&place.1, taken, &bounds);
        let best = candidates(wish).min_by(|a, b| cost(a).total_cmp(&cost(b)));
        let best = best.map_or_else(|| Box::around(wish.at, wish.size.0, wish.size.1), |it| it.1);
        taken.boxes.push(best);
        placed.push(best);
    }
    placed
}

/// Places around a point with what each costs by itself: near ones and those to the right are
/// better.
fn candidates(wish: &Wish) -> impl Iterator<Item = (f64, Box)> {
    let Wish {
        at: (x, y),
        size: (width, height),
    } = *wish;
    RINGS
        .into_iter()
        .enumerate()
        .flat_map(move |(ring, distance)| {
            (0..16).map(move |turn| {
                let angle = f64::from(turn) * std::f64::consts::TAU / 16.0;
                let (sin, cos) = angle.sin_cos();
                let centre = (
                    x + cos * (distance + width / 2.0),
                    y + sin * (distance + height / 2.0),
                );
                let price = ring as f64 * 12.0 + (1.0 - cos) * 2.0;
                (price, Box::around(centre, width, height))
            })
        })
}

fn cost(place: &Box, taken: &Taken, bounds: &Box) -> f64 {
    // Even a touch is worse than a longer thread.
    let touched = |shared: f64| {
        if shared > 0.0 {
            shared * 4.0 + 40.0
        } else {
            0.0
        }
    };
    let boxes = taken.boxes.iter().map(|other| place.shared(other));
    let covered: f64 = boxes.map(touched).sum();
    let outside = place.area() - place.shared(bounds);
    let within = |&&(x, y): &&(f64, f64)| {
        place.left <= x && x <= place.right && place.top <= y && y <= place.bottom
    };
    let crossed = taken.lines.iter().filter(within).count().min(12) as f64;
    covered + outside * 4.0 + crossed * 4.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: Box = Box {
        left: 0.0,
        top: 0.0,
        right: 400.0,
        bottom: 300.0,
    };

    fn wish(x: f64, y: f64) -> Wish {
        Wish {
            at: (x, y),
            size: (80.0, 14.0),
        }
    }

    #[test]
    fn a_lone_name_stands_right_of_its_point() {
        let placed = place(&[wish(100.0, 100.0)], &mut Taken::default(), SHEET);
        assert_eq!(placed[0].left, 109.0);
        assert_eq!(placed[0].centre().1, 100.0);
    }

    #[test]
    fn crowded_names_do_not_cover_each_other() {
        let wishes: Vec<Wish> = (0..8)
            .map(|i| wish(200.0 + f64::from(i % 3), 150.0 + f64::from(i)))
            .collect();
        let placed = place(&wishes, &mut Taken::default(), SHEET);
        for (i, one) in placed.iter().enumerate() {
            for other in &placed[..i] {
                assert_eq!(one.shared(other), 0.0, "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn names_stay_inside_and_off_the_lines() {
        let corner = place(&[wish(398.0, 2.0)], &mut Taken::default(), SHEET)[0];
        assert!(corner.right <= 400.0 && corner.top >= 0.0);
        let mut taken = Taken {
            boxes: Vec::new(),
            lines: (0..40)
                .map(|i| (100.0 + f64::from(i) * 4.0, 100.0))
                .collect(),
        };
        let beside = place(&[wish(100.0, 100.0)], &mut taken, SHEET)[0];
        assert!(beside.bottom < 100.0 || beside.top > 100.0 || beside.right < 100.0);
    }
}
