//! Renders a picture as a standalone SVG.

use std::path::Path;

use plotters::prelude::*;

use super::marks::{Anchor, FAINT, GRID, INK, Mark, PAPER, Panel, Picture};
use super::painter::Painter;
use super::pens::{FINE, LINE, TEXT, fine, font, rgb, wide};
use super::sheet::{Chart, Drawn, Sheet, columns, elements, escaped};
use dejalu_base::error::{IoContext, Result};

/// The room left of everything.
const MARGIN: f64 = 8.0;
/// The room right of the axes: for the end of a number, or for notes.
const RIGHT: f64 = 28.0;
const RIGHT_OF_NOTES: f64 = 64.0;

/// Style of all charts, with the effect of pointer and focus on a pale series.
const STYLE: &str = include_str!("chart.css");

/// The picture as SVG. Its background is paper-white; a page may overrule each colour by its
/// attribute.
pub(crate) fn svg(picture: &Picture) -> Result<String> {
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
    // What can be pointed at is not part of an image.
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
            head: rows as f64 * LINE + 18.0,
            left,
            right,
        }
    }
}

fn axes<'a>(panel: &Panel, area: &Sheet<'a>, layout: &Layout, head: f64) -> Drawn<Chart<'a>> {
    let mut chart = ChartBuilder::on(area)
        .margin_top(fine(head))
        .margin_right(fine(layout.right))
        .margin_bottom(fine(6.0))
        .margin_left(fine(MARGIN))
        .x_label_area_size(fine(48.0))
        .y_label_area_size(fine(layout.left))
        .build_cartesian_2d(panel.x.clone(), panel.y.clone())?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::axes::Axis;

    #[test]
    fn a_picture_is_described_and_escaped() {
        let axis = Axis::numbers("<axis>", 0.0, 1.0, 5.0);
        let picture = Picture {
            name: "test",
            heading: "Test",
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
