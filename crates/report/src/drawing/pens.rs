//! Our sizes, colours and letters as those of `plotters`.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::marks::{self, Anchor, Colour};

/// The backend counts in whole pixels: four of its pixels are one of ours, so that curves are
/// smooth.
pub(super) const FINE: f64 = 4.0;
/// The height of a text, and of a line of the key.
pub(super) const TEXT: f64 = 13.0;
pub(super) const LINE: f64 = 20.0;

/// About how wide a text is; the reader's fonts are not known.
pub(super) fn wide(text: &str) -> f64 {
    text.chars().count() as f64 * TEXT * 0.6
}

pub(super) fn fine(pixels: f64) -> i32 {
    (pixels * FINE).round() as i32
}

pub(super) fn point((x, y): (f64, f64)) -> (i32, i32) {
    (fine(x), fine(y))
}

pub(super) fn rgb(colour: Colour) -> RGBColor {
    let marks::Colour(red, green, blue) = colour;
    RGBColor(red, green, blue)
}

pub(super) fn font(size: f64, colour: Colour, bold: bool) -> TextStyle<'static> {
    let style = if bold {
        FontStyle::Bold
    } else {
        FontStyle::Normal
    };
    // The backend divides by 1.24.
    ("sans-serif", size * FINE * 1.24, style)
        .into_font()
        .color(&rgb(colour))
}

pub(super) fn position(anchor: Anchor) -> Pos {
    let horizontal = match anchor {
        Anchor::Start => HPos::Left,
        Anchor::Middle => HPos::Center,
        Anchor::End => HPos::Right,
    };
    Pos::new(horizontal, VPos::Center)
}
