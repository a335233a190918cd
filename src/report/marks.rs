//! What a chart consists of, before anything is drawn: data that tests can look at.

/// A point in the units of the axes.
pub(super) type At = (f64, f64);

/// Red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Colour(pub u8, pub u8, pub u8);

// The page's style names these in its dark version.
pub(super) const PAPER: Colour = Colour(0xFF, 0xFF, 0xFF);
pub(super) const INK: Colour = Colour(0x22, 0x22, 0x22);
pub(super) const FAINT: Colour = Colour(0x70, 0x70, 0x70);
pub(super) const GRID: Colour = Colour(0xE2, 0xE2, 0xE2);

// Okabe and Ito (2008): told apart by colour-blind people.
pub(super) const BLUE: Colour = Colour(0x00, 0x72, 0xB2);
pub(super) const SKY: Colour = Colour(0x56, 0xB4, 0xE9);
pub(super) const ORANGE: Colour = Colour(0xE6, 0x9F, 0x00);
pub(super) const VERMILLION: Colour = Colour(0xD5, 0x5E, 0x00);
pub(super) const GREEN: Colour = Colour(0x00, 0x9E, 0x73);
pub(super) const PURPLE: Colour = Colour(0xCC, 0x79, 0xA7);

/// The form of a point; with the name beside it, it tells rules apart without colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Circle,
    Square,
    Triangle,
    Diamond,
    Wedge,
}

/// How a point looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Dot {
    pub shape: Shape,
    pub colour: Colour,
    pub hollow: bool,
    /// Half its width in pixels.
    pub radius: f64,
}

/// How a line looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Stroke {
    pub colour: Colour,
    /// In pixels.
    pub width: f64,
    pub dashed: bool,
    /// In [0, 1].
    pub opacity: f64,
}

impl Stroke {
    pub(super) fn new(colour: Colour, width: f64) -> Self {
        Stroke {
            colour,
            width,
            dashed: false,
            opacity: 1.0,
        }
    }

    pub(super) fn dashed(self) -> Self {
        Stroke {
            dashed: true,
            ..self
        }
    }

    pub(super) fn opacity(self, opacity: f64) -> Self {
        Stroke { opacity, ..self }
    }
}

/// Which end of a text stands at its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// Something drawn inside the axes.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Mark {
    /// A line through points; what lies outside the axes is cut off.
    Line { points: Vec<At>, stroke: Stroke },
    /// A filled rectangle between two corners.
    Fill {
        corners: [At; 2],
        colour: Colour,
        opacity: f64,
    },
    /// The outline of a rectangle between two corners.
    Frame { corners: [At; 2], stroke: Stroke },
    /// A point, and a name that is put where there is room.
    Dot { at: At, dot: Dot, name: String },
    /// A text at its place, so many pixels further right and down.
    Note {
        at: At,
        offset: (f64, f64),
        text: String,
        anchor: Anchor,
        bold: bool,
    },
}

/// A scale with its title in words.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Axis {
    pub title: String,
    pub from: f64,
    pub to: f64,
    /// Where grid lines stand, and what is written there.
    pub ticks: Vec<(f64, String)>,
}

impl Axis {
    /// A share of 1, written in percent, down to `from`.
    pub(super) fn percent(title: &str, from: f64) -> Self {
        let step = if from < 0.45 { 0.2 } else { 0.1 };
        let ticks = steps(from, 1.0, step)
            .map(|at| (at, format!("{:.0} %", at * 100.0)))
            .collect();
        Axis {
            title: title.to_string(),
            from,
            to: 1.0,
            ticks,
        }
    }

    /// Plain numbers, about `count` of them.
    pub(super) fn numbers(title: &str, from: f64, to: f64, count: f64) -> Self {
        let step = round_step((to - from) / count);
        let places = (-step.log10().floor()).clamp(0.0, 6.0) as usize;
        let ticks = steps(from, to, step)
            .map(|at| (at, super::figures::decimal(at, places)))
            .collect();
        Axis {
            title: title.to_string(),
            from,
            to,
            ticks,
        }
    }
}

/// 1, 2 or 5 times a power of ten, at least `least`.
pub(super) fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .find(|factor| factor * power >= least * (1.0 - 1e-9));
    factor.unwrap_or(10.0) * power
}

fn steps(from: f64, to: f64, step: f64) -> impl Iterator<Item = f64> {
    // Rounded outward by less than a visible distance, so that the ends are not lost.
    let first = (from / step - 1e-6).ceil() as i64;
    let last = (to / step + 1e-6).floor() as i64;
    (first..=last).map(move |index| index as f64 * step)
}

/// The sign before an entry of the key.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Sign {
    Line(Stroke),
    Dot(Dot),
    Fill(Colour, f64),
}

/// Axes and what stands between them.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Panel {
    pub x: Axis,
    pub y: Axis,
    pub marks: Vec<Mark>,
    /// What signs mean, above the axes.
    pub key: Vec<(Sign, String)>,
}

/// A chart: panels side by side.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Picture {
    /// Its file's name without the ending.
    pub name: &'static str,
    /// What it is, for those who do not see it.
    pub title: String,
    /// What it shows, for those who do not see it.
    pub description: String,
    /// Width and height in pixels.
    pub size: (u32, u32),
    pub panels: Vec<Panel>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_and_reach_the_ends() {
        assert_eq!(
            [0.11, 0.2, 0.31, 0.7, 7.0].map(round_step),
            [0.2, 0.2, 0.5, 1.0, 10.0]
        );
        let ticks =
            |axis: Axis| -> Vec<String> { axis.ticks.into_iter().map(|(_, text)| text).collect() };
        assert_eq!(
            ticks(Axis::percent("", 0.4)),
            ["40 %", "60 %", "80 %", "100 %"]
        );
        assert_eq!(
            ticks(Axis::numbers("", -1.0, 1.0, 4.0)),
            ["-1.0", "-0.5", "0.0", "0.5", "1.0"]
        );
    }
}
