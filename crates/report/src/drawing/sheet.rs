//! A sheet to draw on.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::axes::Axis;
use super::marks::Sign;
use super::pens::wide;
use dejalu_base::error::Result;

pub(super) type Sheet<'a> = DrawingArea<SVGBackend<'a>, Shift>;

pub(super) type Chart<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<Axis, Axis>>;

pub(super) type Drawn<T = ()> = Result<T, DrawingAreaErrorKind<std::io::Error>>;

/// Between the sign and the text of a key.
pub(super) const INDENT: f64 = 36.0;

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// The elements drawn on a sheet, without the frame that makes it a file.
pub(super) fn elements(size: (u32, u32), draw: impl FnOnce(&Sheet) -> Drawn) -> Drawn<String> {
    let mut text = String::new();
    let sheet = SVGBackend::with_string(&mut text, size).into_drawing_area();
    draw(&sheet)?;
    sheet.present()?;
    drop(sheet);
    let end = text.rfind("</svg>").unwrap_or(text.len());
    let start = text.find('\n').map_or(0, |end| end + 1);
    Ok(text[start..end].to_string())
}

/// Number of columns of a key that fit into a width, and the width of each.
pub(super) fn columns(key: &[(Sign, String)], width: f64) -> (usize, f64) {
    let texts = key.iter().map(|entry| wide(&entry.1));
    let column = texts.fold(0.0, f64::max) + INDENT + 24.0;
    let columns = (width / column).floor().max(1.0) as usize;
    (columns.min(key.len().max(1)), column)
}
