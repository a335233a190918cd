//! How a mark is painted.

use plotters::element::DashedPathElement;
use plotters::prelude::*;

use super::labels::{Box, Taken, Wish, place};
use super::lines::{along, clipped, outline};
use super::marks::{Anchor, At, Dot, FAINT, INK, Mark, PAPER, Panel, Sign, Stroke};
use super::pens::{FINE, LINE, TEXT, fine, font, point, position, rgb, wide};
use super::{Chart, Drawn, INDENT, Sheet, right};

pub(super) struct Painter<'p, 'a> {
    pub(super) sheet: &'p Sheet<'a>,
    pub(super) chart: &'p Chart<'a>,
}

impl Painter<'_, '_> {
    /// Where a point of the axes is, in our pixels.
    fn pixel(&self, at: At) -> (f64, f64) {
        let (x, y) = self.chart.backend_coord(&at);
        (f64::from(x) / FINE, f64::from(y) / FINE)
    }

    pub(super) fn mark(&self, mark: &Mark, panel: &Panel) -> Drawn {
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
        match stroke.dash.pattern() {
            Some((ink, gap)) => {
                self.sheet
                    .draw(&DashedPathElement::new(pixels, fine(ink), fine(gap), style))
            }
            None => self.sheet.draw(&PathElement::new(pixels, style)),
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

    /// The keys above and beside the axes.
    pub(super) fn keys(&self, panel: &Panel) -> Drawn {
        let (left, top) = self.pixel((panel.x.from, panel.y.to));
        let (end, _) = self.pixel((panel.x.to, panel.y.to));
        let above = top - LINE * panel.key.len() as f64 + 4.0;
        self.key(&panel.key, (left, above))?;
        self.key(&panel.beside, (end + right(panel), top + 8.0))
    }

    fn key(&self, entries: &[(Sign, String)], (left, top): (f64, f64)) -> Drawn {
        for (index, (sign, text)) in entries.iter().enumerate() {
            let y = top + LINE * index as f64;
            let middle = (left + 14.0, y);
            match sign {
                Sign::Line(stroke) => {
                    let ends = [(left, y), (left + 28.0, y)].map(point);
                    self.path(ends.to_vec(), *stroke)?;
                }
                Sign::Dot(dot) => self.dot(middle, *dot)?,
                Sign::Both(stroke, dot) => {
                    let ends = [(left, y), (left + 28.0, y)].map(point);
                    self.path(ends.to_vec(), *stroke)?;
                    self.dot(middle, *dot)?;
                }
                Sign::Fill(colour, opacity) => self.sheet.draw(&Rectangle::new(
                    [point((left + 4.0, y - 6.0)), point((left + 24.0, y + 6.0))],
                    rgb(*colour).mix(*opacity).filled(),
                ))?,
            }
            let style = font(TEXT, INK, false).pos(position(Anchor::Start));
            self.text(text, (left + INDENT, y), style)?;
        }
        Ok(())
    }

    /// The names of the dots, where they cover least.
    pub(super) fn names(&self, panel: &Panel) -> Drawn {
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
