//! How a picture is drawn: as an SVG that stands alone. The only folder that names `plotters`.
//!
//! | file | the question it answers |
//! |---|---|
//! | `marks.rs` | what does a picture consist of, before it is drawn? |
//! | `axes.rs` | where does a number stand? |
//! | `labels.rs` | where does a name stand so that it covers nothing? |
//! | `lines.rs` | what is left of a line inside the axes? |
//! | `painter.rs` | how is a mark painted? |
//! | `pens.rs` | how do our sizes, colours and letters become those of `plotters`? |

pub(super) mod axes;
mod labels;
mod lines;
pub(super) mod marks;
mod painter;
mod pens;

use std::path::Path;

use plotters::coord::Shift;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use axes::Axis;
use marks::{Anchor, FAINT, GRID, INK, Mark, PAPER, Panel, Picture};
use painter::Painter;
use pens::{LINE, TEXT, fine, font, rgb, wide};

use crate::error::{IoContext, Result};

type Sheet<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<Scale, Scale>>;
type Drawn<T = ()> = Result<T, DrawingAreaErrorKind<std::io::Error>>;

/// The room right of the axes: for the end of a number, or for notes.
const RIGHT: f64 = 28.0;
const RIGHT_OF_NOTES: f64 = 64.0;
/// Between the sign and the text of a key.
const INDENT: f64 = 36.0;

/// The picture as SVG. Its background is paper-white; a page may overrule each colour by its
/// attribute.
pub(super) fn svg(picture: &Picture) -> Result<String> {
    let mut text = String::new();
    let (width, height) = picture.size;
    let size = (
        fine(f64::from(width)) as u32,
        fine(f64::from(height)) as u32,
    );
    draw(picture, &mut text, size)
        .map_err(|fault| std::io::Error::other(fault.to_string()))
        .context("draw", Path::new(picture.name))?;
    Ok(text.replacen(&sized(size), &opening(picture), 1).replacen(
        '>',
        &format!(">\n{}", described(picture)),
        1,
    ))
}

fn sized((width, height): (u32, u32)) -> String {
    format!("<svg width=\"{width}\" height=\"{height}\"")
}

fn opening(picture: &Picture) -> String {
    let (width, height) = picture.size;
    let name = picture.name;
    format!(
        "<svg class=\"chart\" width=\"{width}\" height=\"{height}\" role=\"img\" \
         aria-labelledby=\"{name}-title {name}-text\" stroke-linejoin=\"round\""
    )
}

/// Title and description for those who do not see it, and a rim around every text that keeps it
/// readable on lines.
fn described(picture: &Picture) -> String {
    let Picture {
        name,
        title,
        description,
        ..
    } = picture;
    let (title, description) = (escaped(title), escaped(description));
    let rim = fine(3.0);
    format!(
        "<title id=\"{name}-title\">{title}</title>\n<desc id=\"{name}-text\">{description}</desc>\n\
         <style>.chart text{{paint-order:stroke;stroke:#FFFFFF;stroke-width:{rim}px}}</style>"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn draw(picture: &Picture, text: &mut String, size: (u32, u32)) -> Drawn {
    let root = SVGBackend::with_string(text, size).into_drawing_area();
    root.fill(&rgb(PAPER))?;
    let areas = root.split_evenly((1, picture.panels.len().max(1)));
    // Panels side by side begin at the same height.
    let keys = picture.panels.iter().map(|panel| panel.key.len());
    let head = keys.max().unwrap_or_default() as f64 * LINE + 14.0;
    for (panel, area) in picture.panels.iter().zip(&areas) {
        let chart = axes(panel, area, head)?;
        let painter = Painter {
            sheet: &root,
            chart: &chart,
        };
        painter.keys(panel)?;
        for mark in &panel.marks {
            painter.mark(mark, panel)?;
        }
        painter.names(panel)?;
    }
    root.present()
}

fn right(panel: &Panel) -> f64 {
    let stands_out = |mark: &Mark| match mark {
        Mark::Note { at, anchor, .. } => at.0 >= panel.x.to && *anchor == Anchor::Start,
        _ => false,
    };
    if panel.marks.iter().any(stands_out) {
        RIGHT_OF_NOTES
    } else {
        RIGHT
    }
}

fn axes<'a>(panel: &Panel, area: &Sheet<'a>, head: f64) -> Drawn<Chart<'a>> {
    let longest =
        |texts: &mut dyn Iterator<Item = &String>| texts.map(|text| wide(text)).fold(0.0, f64::max);
    let ticks = longest(&mut panel.y.ticks.iter().map(|tick| &tick.1));
    let beside = match longest(&mut panel.beside.iter().map(|entry| &entry.1)) {
        0.0 => 0.0,
        width => INDENT + width + 8.0,
    };
    let mut chart = ChartBuilder::on(area)
        .margin_top(fine(head))
        .margin_right(fine(right(panel) + beside))
        .margin_bottom(fine(6.0))
        .margin_left(fine(8.0))
        .x_label_area_size(fine(48.0))
        .y_label_area_size(fine((ticks + 24.0).max(62.0)))
        .build_cartesian_2d(Scale::of(&panel.x), Scale::of(&panel.y))?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(rgb(GRID).stroke_width(fine(1.0) as u32))
        .axis_style(rgb(FAINT).stroke_width(fine(1.0) as u32))
        .label_style(font(TEXT, FAINT, false))
        .axis_desc_style(font(TEXT, INK, false))
        .x_desc(panel.x.title.as_str())
        .y_desc(panel.y.title.as_str())
        .draw()?;
    Ok(chart)
}

/// An axis whose grid lines and their texts are given.
struct Scale {
    range: RangedCoordf64,
    ticks: Vec<(f64, String)>,
}

impl Scale {
    fn of(axis: &Axis) -> Self {
        Scale {
            range: (axis.from..axis.to).into(),
            ticks: axis.ticks.clone(),
        }
    }
}

impl Ranged for Scale {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        self.range.map(value, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.iter().map(|tick| tick.0).collect()
    }

    fn range(&self) -> std::ops::Range<f64> {
        self.range.range()
    }
}

impl ValueFormatter<f64> for Scale {
    fn format_ext(&self, value: &f64) -> String {
        let tick = self.ticks.iter().find(|tick| tick.0 == *value);
        tick.map_or_else(String::new, |tick| tick.1.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_described_and_escaped() {
        let axis = Axis::numbers("<axis>", 0.0, 1.0, 5.0);
        let picture = Picture {
            name: "test",
            title: "a < b".to_string(),
            description: "x & y".to_string(),
            size: (300, 200),
            panels: vec![Panel::new(axis.clone(), axis)],
        };
        let text = svg(&picture).unwrap();
        assert!(text.starts_with("<svg class=\"chart\" width=\"300\" height=\"200\" role=\"img\""));
        assert!(text.contains("<title id=\"test-title\">a &lt; b</title>"));
        assert!(text.contains("<desc id=\"test-text\">x &amp; y</desc>"));
        assert!(!text.contains("<axis>"));
    }
}
