//! How a picture is drawn: as an SVG that stands alone. The only folder that names `plotters`.
//!
//! | file | the question it answers |
//! |---|---|
//! | `marks.rs` | what does a picture consist of, before it is drawn? |
//! | `axes.rs` | where does a number stand? |
//! | `labels.rs` | where does a name stand so that it covers nothing? |
//! | `lines.rs` | what is left of a line inside the axes? |
//! | `painter.rs` | how is a mark painted? |
//! | `chart.css` | what do pointer and focus show? |
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
use marks::{Anchor, FAINT, GRID, INK, Mark, PAPER, Panel, Picture, Sign};
use painter::Painter;
use pens::{FINE, LINE, TEXT, fine, font, rgb, wide};

use crate::error::{IoContext, Result};

type Sheet<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<Scale, Scale>>;
type Drawn<T = ()> = Result<T, DrawingAreaErrorKind<std::io::Error>>;

/// The room left of everything.
const MARGIN: f64 = 8.0;
/// The room right of the axes: for the end of a number, or for notes.
const RIGHT: f64 = 28.0;
const RIGHT_OF_NOTES: f64 = 64.0;
/// Between the sign and the text of a key.
const INDENT: f64 = 36.0;

/// What all charts have in their files, and what pointer and focus do to a pale series.
const STYLE: &str = include_str!("chart.css");

/// The picture as SVG. Its background is paper-white; a page may overrule each colour by its
/// attribute.
pub(super) fn svg(picture: &Picture) -> Result<String> {
    let svg = draw(picture)
        .map_err(|fault| std::io::Error::other(fault.to_string()))
        .context("draw", Path::new(picture.name))?;
    Ok(format!("{}{svg}</svg>\n", opening(picture)))
}

/// The start of the file, with title and description for those who do not see it.
fn opening(picture: &Picture) -> String {
    let Picture {
        name,
        size: (width, height),
        panels,
        ..
    } = picture;
    // What can be pointed at is no part of an image.
    let is_alive = panels.iter().any(|it| it.series.iter().any(|it| it.pale));
    let role = if is_alive { "group" } else { "img" };
    let (inner_width, inner_height) = inner(picture.size);
    let (title, description) = (escaped(&picture.title), escaped(&picture.description));
    format!(
        "<svg class=\"chart\" width=\"{width}\" height=\"{height}\" role=\"{role}\" \
         aria-labelledby=\"{name}-title {name}-text\" stroke-linejoin=\"round\" \
         viewBox=\"0 0 {inner_width} {inner_height}\" xmlns=\"http://www.w3.org/2000/svg\">\n\
         <title id=\"{name}-title\">{title}</title>\n<desc id=\"{name}-text\">{description}</desc>\n\
         <style>\n{STYLE}</style>\n"
    )
}

fn inner((width, height): (u32, u32)) -> (u32, u32) {
    let fine = |pixels| fine(f64::from(pixels)) as u32;
    (fine(width), fine(height))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// What is drawn on a sheet, without the frame that makes it a file.
fn elements(size: (u32, u32), draw: impl FnOnce(&Sheet) -> Drawn) -> Drawn<String> {
    let mut text = String::new();
    let sheet = SVGBackend::with_string(&mut text, size).into_drawing_area();
    draw(&sheet)?;
    sheet.present()?;
    drop(sheet);
    let end = text.rfind("</svg>").unwrap_or(text.len());
    let start = text.find('\n').map_or(0, |end| end + 1);
    Ok(text[start..end].to_string())
}

fn draw(picture: &Picture) -> Drawn<String> {
    let size = inner(picture.size);
    let mut inside = String::new();
    let text = elements(size, |root| {
        root.fill(&rgb(PAPER))?;
        let areas = root.split_evenly((1, picture.panels.len().max(1)));
        let layout = |(panel, area): (&Panel, &Sheet)| {
            Layout::of(panel, f64::from(area.dim_in_pixel().0) / FINE)
        };
        let layouts: Vec<Layout> = picture.panels.iter().zip(&areas).map(layout).collect();
        // Panels side by side begin at the same height.
        let head = layouts.iter().map(|it| it.head).fold(0.0, f64::max);
        for ((panel, area), layout) in picture.panels.iter().zip(&areas).zip(&layouts) {
            let chart = axes(panel, area, layout, head)?;
            let mut painter = Painter {
                chart: &chart,
                size,
                svg: String::new(),
            };
            painter.panel(panel)?;
            inside.push_str(&painter.svg);
        }
        Ok(())
    })?;
    Ok(text + &inside)
}

/// The room around the axes, in pixels.
struct Layout {
    head: f64,
    left: f64,
    right: f64,
}

impl Layout {
    fn of(panel: &Panel, width: f64) -> Self {
        let ticks = panel.y.ticks.iter().map(|tick| wide(&tick.1));
        let left = (ticks.fold(0.0, f64::max) + 24.0).max(62.0);
        let stands_out = |mark: &Mark| match mark {
            Mark::Note { at, anchor, .. } => at.0 >= panel.x.to && *anchor == Anchor::Start,
            _ => false,
        };
        let has_notes = panel.marks.iter().any(stands_out);
        let right = if has_notes { RIGHT_OF_NOTES } else { RIGHT };
        let (columns, _) = columns(&panel.key, width - MARGIN - left - right);
        let rows = panel.key.len().div_ceil(columns);
        Layout {
            head: rows as f64 * LINE + 14.0,
            left,
            right,
        }
    }
}

/// How many columns of a key fit into a width, and how wide each is.
fn columns(key: &[(Sign, String)], width: f64) -> (usize, f64) {
    let texts = key.iter().map(|entry| wide(&entry.1));
    let column = texts.fold(0.0, f64::max) + INDENT + 24.0;
    let columns = (width / column).floor().max(1.0) as usize;
    (columns.min(key.len().max(1)), column)
}

fn axes<'a>(panel: &Panel, area: &Sheet<'a>, layout: &Layout, head: f64) -> Drawn<Chart<'a>> {
    let mut chart = ChartBuilder::on(area)
        .margin_top(fine(head))
        .margin_right(fine(layout.right))
        .margin_bottom(fine(6.0))
        .margin_left(fine(MARGIN))
        .x_label_area_size(fine(48.0))
        .y_label_area_size(fine(layout.left))
        .build_cartesian_2d(Scale::of(&panel.x), Scale::of(&panel.y))?;
    chart
        .configure_mesh()
        .set_all_tick_mark_size(fine(5.0))
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
