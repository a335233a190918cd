//! Elements of a chart, before anything is drawn: data that tests can look at.

use super::axes::Axis;

/// A point in the units of the axes.
pub(crate) type At = (f64, f64);

/// Red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Colour(pub u8, pub u8, pub u8);

// The page's style names these in its dark version.
pub(crate) const PAPER: Colour = Colour(0xFF, 0xFF, 0xFF);
pub(crate) const INK: Colour = Colour(0x22, 0x22, 0x22);
pub(crate) const FAINT: Colour = Colour(0x70, 0x70, 0x70);
pub(crate) const PALE: Colour = Colour(0xB4, 0xB4, 0xB4);
pub(crate) const GRID: Colour = Colour(0xE2, 0xE2, 0xE2);

// Okabe and Ito (2008): told apart by colour-blind people.
pub(crate) const BLUE: Colour = Colour(0x00, 0x72, 0xB2);
pub(crate) const SKY: Colour = Colour(0x56, 0xB4, 0xE9);
pub(crate) const ORANGE: Colour = Colour(0xE6, 0x9F, 0x00);
pub(crate) const VERMILLION: Colour = Colour(0xD5, 0x5E, 0x00);
pub(crate) const GREEN: Colour = Colour(0x00, 0x9E, 0x73);

/// The form of a point; with the name beside it, it tells rules apart without colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Circle,
    Square,
    Triangle,
    Diamond,
}

/// The look of a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Dot {
    pub(crate) shape: Shape,
    pub(crate) colour: Colour,
    pub(crate) hollow: bool,
    /// Half its width in pixels.
    pub(crate) radius: f64,
}

impl Dot {
    pub(crate) fn new(shape: Shape, colour: Colour, radius: f64) -> Self {
        Dot {
            shape,
            colour,
            hollow: false,
            radius,
        }
    }

    pub(crate) fn hollow(self, hollow: bool) -> Self {
        Dot { hollow, ..self }
    }

    pub(crate) fn radius(self, radius: f64) -> Self {
        Dot { radius, ..self }
    }
}

/// Dashes of a line: like a shape, it tells lines apart without colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dash {
    None,
    Dotted,
    Short,
    Long,
}

impl Dash {
    /// Ink and gap in pixels.
    pub(crate) fn pattern(self) -> Option<[f64; 2]> {
        match self {
            Dash::None => None,
            Dash::Dotted => Some([2.0, 3.0]),
            Dash::Short => Some([6.0, 4.0]),
            Dash::Long => Some([14.0, 4.0]),
        }
    }
}

/// The look of a line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Stroke {
    pub(crate) colour: Colour,
    /// In pixels.
    pub(crate) width: f64,
    pub(crate) dash: Dash,
    /// In [0, 1].
    pub(crate) opacity: f64,
}

impl Stroke {
    pub(crate) fn new(colour: Colour, width: f64) -> Self {
        Stroke {
            colour,
            width,
            dash: Dash::None,
            opacity: 1.0,
        }
    }

    pub(crate) fn dashed(self) -> Self {
        self.dash(Dash::Short)
    }

    pub(crate) fn dash(self, dash: Dash) -> Self {
        Stroke { dash, ..self }
    }

    pub(crate) fn opacity(self, opacity: f64) -> Self {
        Stroke { opacity, ..self }
    }

    pub(crate) fn width(self, width: f64) -> Self {
        Stroke { width, ..self }
    }
}

/// The end of a text that is at its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// Something drawn inside the axes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Mark {
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

impl Mark {
    pub(crate) fn line(points: impl Into<Vec<At>>, stroke: Stroke) -> Self {
        Mark::Line {
            points: points.into(),
            stroke,
        }
    }

    pub(crate) fn fill(corners: [At; 2], colour: Colour, opacity: f64) -> Self {
        Mark::Fill {
            corners,
            colour,
            opacity,
        }
    }

    pub(crate) fn frame(corners: [At; 2], stroke: Stroke) -> Self {
        Mark::Frame { corners, stroke }
    }

    pub(crate) fn dot(at: At, dot: Dot, name: impl Into<String>) -> Self {
        let name = name.into();
        Mark::Dot { at, dot, name }
    }

    /// A text at its place, so many pixels further down.
    pub(crate) fn note(at: At, down: f64, text: impl Into<String>, bold: bool) -> Self {
        Mark::Note {
            at,
            offset: (0.0, down),
            text: text.into(),
            anchor: Anchor::Middle,
            bold,
        }
    }

    /// A text that begins or ends at its place, so many pixels further right and down.
    pub(crate) fn beside(
        at: At,
        anchor: Anchor,
        offset: (f64, f64),
        text: String,
        bold: bool,
    ) -> Self {
        Mark::Note {
            at,
            offset,
            text,
            anchor,
            bold,
        }
    }

    /// A filled rectangle over the grid, which would run through the words in it.
    pub(crate) fn cell(corners: [At; 2], colour: Colour, opacity: f64) -> [Self; 2] {
        [(PAPER, 1.0), (colour, opacity)]
            .map(|(colour, opacity)| Mark::fill(corners, colour, opacity))
    }
}

/// The sign before an entry of the key.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Sign {
    Line(Stroke),
    Dot(Dot),
    /// A line with a point on it.
    Both(Stroke, Dot),
    Fill(Colour, f64),
}

/// The marks of one thing among several that are compared.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Series {
    pub(crate) name: String,
    /// Summary for those who point at it, and for those who do not see it.
    pub(crate) summary: String,
    pub(crate) marks: Vec<Mark>,
    /// True if it waits for pointer or focus: until then it is grey and its names are hidden.
    pub(crate) pale: bool,
}

/// Axes and what stands between them.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Panel {
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) marks: Vec<Mark>,
    /// Above the marks, the last on top.
    pub(crate) series: Vec<Series>,
    /// Meanings of signs, above the axes.
    pub(crate) key: Vec<(Sign, String)>,
}

impl Panel {
    /// Axes with nothing between them.
    pub(crate) fn new(x: Axis, y: Axis) -> Self {
        Panel {
            x,
            y,
            ..Panel::default()
        }
    }
}

/// A chart: panels side by side.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Picture {
    /// Its file's name without the ending.
    pub name: &'static str,
    /// Heading above it on a page.
    pub heading: &'static str,
    /// Title, for those who do not see it.
    pub(crate) title: String,
    /// Description, for those who do not see it.
    pub(crate) description: String,
    /// Width and height in pixels.
    pub(crate) size: (u32, u32),
    pub(crate) panels: Vec<Panel>,
}
