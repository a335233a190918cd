//! Places labels without overlap: every label is tried in rings around its point, and the place
//! that covers least is taken.

use super::marks::At;

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
    pub(super) fn around((x, y): At, width: f64, height: f64) -> Self {
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

    pub(super) fn centre(&self) -> At {
        (
            (self.left + self.right) / 2.0,
            (self.top + self.bottom) / 2.0,
        )
    }
}

/// Areas of the sheet that are taken.
#[derive(Debug, Clone, Default)]
pub(super) struct Taken {
    /// Points and texts, which must not be covered.
    pub boxes: Vec<Box>,
    /// Places along the lines, which had better not be covered.
    pub lines: Vec<At>,
}

/// Distances from the point, in pixels; beyond the first a thread leads to the name.
const RINGS: [f64; 6] = [9.0, 20.0, 34.0, 52.0, 74.0, 100.0];

/// Gives a name of this size a place beside its point and inside `bounds`, and takes it.
pub(super) fn place(at: At, size: (f64, f64), taken: &mut Taken, bounds: &Box) -> Box {
    let cost = |place: &(f64, Box)| place.0 + cost(&place.1, taken, bounds);
    let best = candidates(at, size).min_by(|a, b| cost(a).total_cmp(&cost(b)));
    let best = best.map_or_else(|| Box::around(at, size.0, size.1), |it| it.1);
    taken.boxes.push(best);
    best
}

/// Places around a point with what each costs by itself: near ones and those to the right are
/// better.
fn candidates((x, y): At, (width, height): (f64, f64)) -> impl Iterator<Item = (f64, Box)> {
    let rings = RINGS.into_iter().enumerate();
    rings.flat_map(move |(ring, distance)| {
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
    let within =
        |&&(x, y): &&At| place.left <= x && x <= place.right && place.top <= y && y <= place.bottom;
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

    fn placed(at: At, taken: &mut Taken) -> Box {
        place(at, (80.0, 14.0), taken, &SHEET)
    }

    #[test]
    fn a_lone_name_stands_right_of_its_point() {
        let placed = placed((100.0, 100.0), &mut Taken::default());
        assert_eq!(placed.left, 109.0);
        assert_eq!(placed.centre().1, 100.0);
    }

    #[test]
    fn crowded_names_do_not_cover_each_other() {
        let mut taken = Taken::default();
        let placed: Vec<Box> = (0..8)
            .map(|i| (200.0 + f64::from(i % 3), 150.0 + f64::from(i)))
            .map(|at| placed(at, &mut taken))
            .collect();
        for (i, one) in placed.iter().enumerate() {
            for other in &placed[..i] {
                assert_eq!(one.shared(other), 0.0, "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn names_stay_inside_and_off_the_lines() {
        let corner = placed((398.0, 2.0), &mut Taken::default());
        assert!(corner.right <= 400.0 && corner.top >= 0.0);
        let mut taken = Taken {
            boxes: Vec::new(),
            lines: (0..40)
                .map(|i| (100.0 + f64::from(i) * 4.0, 100.0))
                .collect(),
        };
        let beside = placed((100.0, 100.0), &mut taken);
        assert!(beside.bottom < 100.0 || beside.top > 100.0 || beside.right < 100.0);
    }
}
