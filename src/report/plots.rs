//! How a picture is drawn: as an SVG that stands alone. The only file that names `plotters`.

use std::path::Path;

use plotters::coord::Shift;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::labels::{Box, Taken, Wish, place};
use super::lines::{along, clipped, outline};
use super::marks::{self, Anchor, At, Axis, Colour, Dot, FAINT, GRID, INK, Mark, PAPER, Panel};
use super::marks::{Picture, Sign, Stroke};
use crate::error::{IoContext, Result};

/// The backend counts in whole pixels: four of its pixels are one of ours, so that curves are
/// smooth.
const FINE: f64 = 4.0;
/// The height of a text, and of a line of the key.
const TEXT: f64 = 13.0;
const LINE: f64 = 20.0;

type Sheet<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<Scale, Scale>>;
type Drawn<T = ()> = Result<T, DrawingAreaErrorKind<std::io::Error>>;

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
        painter.key(panel)?;
        for mark in &panel.marks {
            painter.mark(mark, panel)?;
        }
        painter.names(panel)?;
    }
    root.present()
}

fn axes<'a>(panel: &Panel, area: &Sheet<'a>, head: f64) -> Drawn<Chart<'a>> {
    let mut chart = ChartBuilder::on(area)
        .margin_top(fine(head))
        .margin_right(fine(64.0))
        .margin_bottom(fine(6.0))
        .margin_left(fine(8.0))
        .x_label_area_size(fine(48.0))
        .y_label_area_size(fine(62.0))
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

struct Painter<'p, 'a> {
    sheet: &'p Sheet<'a>,
    chart: &'p Chart<'a>,
}

impl Painter<'_, '_> {
    /// Where a point of the axes is, in our pixels.
    fn pixel(&self, at: At) -> (f64, f64) {
        let (x, y) = self.chart.backend_coord(&at);
        (f64::from(x) / FINE, f64::from(y) / FINE)
    }

    fn mark(&self, mark: &Mark, panel: &Panel) -> Drawn {
        match mark {
            Mark::Line { points, stroke } => {
                let runs = clipped(points, &panel.x, &panel.y);
                runs.iter().try_for_each(|run| self.line(run, *stroke))
            }
            Mark::Fill {
                corners,
                colour,
                opacity,
            } => {
                let [a, b] = corners.map(|at| self.pixel(at));
                self.sheet.draw(&Rectangle::new(
                    [point(a), point(b)],
                    rgb(*colour).mix(*opacity).filled(),
                ))
            }
            Mark::Frame {
                corners: [(x0, y0), (x1, y1)],
                stroke,
            } => {
                let around = [(*x0, *y0), (*x1, *y0), (*x1, *y1), (*x0, *y1), (*x0, *y0)];
                self.line(&around, *stroke)
            }
            Mark::Dot { at, dot, .. } => self.dot(self.pixel(*at), *dot),
            Mark::Note {
                at,
                offset,
                text,
                anchor,
                bold,
            } => {
                let (x, y) = self.pixel(*at);
                let style = font(TEXT, INK, *bold).pos(position(*anchor));
                self.text(text, (x + offset.0, y + offset.1), style)
            }
        }
    }

    fn line(&self, points: &[At], stroke: Stroke) -> Drawn {
        let mut pixels: Vec<(i32, i32)> = points.iter().map(|&at| point(self.pixel(at))).collect();
        // Thousands of pairs make thousands of points; what is closer than a pixel is not seen.
        pixels.dedup_by(|next, kept| next.0.abs_diff(kept.0).max(next.1.abs_diff(kept.1)) < 3);
        self.path(pixels, stroke)
    }

    fn path(&self, pixels: Vec<(i32, i32)>, stroke: Stroke) -> Drawn {
        let style = rgb(stroke.colour)
            .mix(stroke.opacity)
            .stroke_width(fine(stroke.width) as u32);
        match stroke.dashed {
            true => self
                .sheet
                .draw(&DashedPathElement::new(pixels, fine(6.0), fine(4.0), style)),
            false => self.sheet.draw(&PathElement::new(pixels, style)),
        }
    }

    fn dot(&self, at: (f64, f64), dot: Dot) -> Drawn {
        let corners: Vec<_> = outline(dot.shape, at, dot.radius)
            .into_iter()
            .map(point)
            .collect();
        let inside = if dot.hollow { PAPER } else { dot.colour };
        let edge = if dot.hollow { dot.colour } else { PAPER };
        self.sheet
            .draw(&Polygon::new(corners.clone(), rgb(inside).filled()))?;
        self.path(
            corners,
            Stroke::new(edge, if dot.hollow { 2.0 } else { 1.0 }),
        )
    }

    fn text(&self, text: &str, at: (f64, f64), style: TextStyle<'_>) -> Drawn {
        self.sheet.draw(&Text::new(text, point(at), style))
    }

    fn key(&self, panel: &Panel) -> Drawn {
        let (left, top) = self.pixel((panel.x.from, panel.y.to));
        let lines = panel.key.len() as f64;
        for (index, (sign, text)) in panel.key.iter().enumerate() {
            let y = top - LINE * (lines - index as f64) + 4.0;
            let middle = (left + 14.0, y);
            match sign {
                Sign::Line(stroke) => {
                    let ends = [(left, y), (left + 28.0, y)].map(point);
                    self.path(ends.to_vec(), *stroke)?;
                }
                Sign::Dot(dot) => self.dot(middle, *dot)?,
                Sign::Fill(colour, opacity) => self.sheet.draw(&Rectangle::new(
                    [point((left + 4.0, y - 6.0)), point((left + 24.0, y + 6.0))],
                    rgb(*colour).mix(*opacity).filled(),
                ))?,
            }
            let style = font(TEXT, INK, false).pos(position(Anchor::Start));
            self.text(text, (left + 36.0, y), style)?;
        }
        Ok(())
    }

    /// The names of the dots, where they cover least.
    fn names(&self, panel: &Panel) -> Drawn {
        let mut taken = Taken::default();
        let mut named = Vec::new();
        for mark in &panel.marks {
            match mark {
                Mark::Dot { at, dot, name } => {
                    let at = self.pixel(*at);
                    let size = 2.0 * dot.radius + 2.0;
                    taken.boxes.push(Box::around(at, size, size));
                    named.extend((!name.is_empty()).then_some((at, name)));
                }
                Mark::Line { points, .. } => {
                    for run in clipped(points, &panel.x, &panel.y) {
                        let run: Vec<_> = run.iter().map(|&at| self.pixel(at)).collect();
                        taken.lines.extend(along(&run));
                    }
                }
                Mark::Note {
                    at,
                    offset,
                    text,
                    anchor,
                    ..
                } => {
                    let (x, y) = self.pixel(*at);
                    taken
                        .boxes
                        .push(note_box((x + offset.0, y + offset.1), text, *anchor));
                }
                Mark::Fill { .. } | Mark::Frame { .. } => {}
            }
        }
        let (left, bottom) = self.pixel((panel.x.from, panel.y.from));
        let (right, top) = self.pixel((panel.x.to, panel.y.to));
        let wish = |&(at, name): &((f64, f64), &String)| Wish {
            at,
            size: (wide(name) + 8.0, TEXT + 2.0),
        };
        let wishes: Vec<Wish> = named.iter().map(wish).collect();
        let bounds = Box {
            left,
            top,
            right,
            bottom,
        };
        for (place, (at, name)) in place(&wishes, taken, bounds).iter().zip(named) {
            let end = (
                at.0.clamp(place.left, place.right),
                at.1.clamp(place.top, place.bottom),
            );
            if (end.0 - at.0).hypot(end.1 - at.1) > 14.0 {
                self.path(vec![point(at), point(end)], Stroke::new(FAINT, 0.75))?;
            }
            let style = font(TEXT, INK, false).pos(position(Anchor::Middle));
            self.text(name, place.centre(), style)?;
        }
        Ok(())
    }
}

fn note_box((x, y): (f64, f64), text: &str, anchor: Anchor) -> Box {
    let width = wide(text);
    let centre = match anchor {
        Anchor::Start => x + width / 2.0,
        Anchor::Middle => x,
        Anchor::End => x - width / 2.0,
    };
    Box::around((centre, y), width, TEXT + 2.0)
}

/// About how wide a text is; the reader's fonts are not known.
fn wide(text: &str) -> f64 {
    text.chars().count() as f64 * TEXT * 0.56
}

fn fine(pixels: f64) -> i32 {
    (pixels * FINE).round() as i32
}

fn point((x, y): (f64, f64)) -> (i32, i32) {
    (fine(x), fine(y))
}

fn rgb(colour: Colour) -> RGBColor {
    let marks::Colour(red, green, blue) = colour;
    RGBColor(red, green, blue)
}

fn font(size: f64, colour: Colour, bold: bool) -> TextStyle<'static> {
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

fn position(anchor: Anchor) -> Pos {
    let horizontal = match anchor {
        Anchor::Start => HPos::Left,
        Anchor::Middle => HPos::Center,
        Anchor::End => HPos::Right,
    };
    Pos::new(horizontal, VPos::Center)
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
            panels: vec![Panel {
                x: axis.clone(),
                y: axis,
                marks: Vec::new(),
                key: Vec::new(),
            }],
        };
        let text = svg(&picture).unwrap();
        assert!(text.starts_with("<svg class=\"chart\" width=\"300\" height=\"200\" role=\"img\""));
        assert!(text.contains("<title id=\"test-title\">a &lt; b</title>"));
        assert!(text.contains("<desc id=\"test-text\">x &amp; y</desc>"));
        assert!(!text.contains("<axis>"));
    }
}
