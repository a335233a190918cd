//! Paints marks.

use plotters::prelude::*;

use super::labels::{Box, Taken, place};
use super::lines::{along, clipped, outline};
use super::marks::{Anchor, At, Colour, Dot, FAINT, INK, Mark, PAPER, Panel, Series, Sign, Stroke};
use super::pens::{FINE, LINE, TEXT, fine, font, point, position, rgb, wide};
use super::sheet::{Chart, Drawn, INDENT, Sheet, columns, elements, escaped};

/// A line that a pointer finds, in pixels.
const REACH: f64 = 12.0;

pub(super) struct Painter<'p, 'a> {
    pub(super) chart: &'p Chart<'a>,
    pub(super) size: (u32, u32),
    /// The painted elements, as elements of SVG.
    pub(super) svg: String,
}

impl Painter<'_, '_> {
    /// Everything inside the axes, and the key above them.
    pub(super) fn panel(&mut self, panel: &Panel) -> Drawn {
        self.key(panel)?;
        self.marks(&panel.marks, panel)?;
        let (pale, bold): (Vec<_>, Vec<_>) = panel.series.iter().partition(|it| it.pale);
        let mut taken = self.taken(panel);
        // The one on top has the first choice.
        let shown = bold.iter().rev().flat_map(|series| &series.marks);
        let names = self.placed(panel.marks.iter().chain(shown), panel, &mut taken);
        for series in pale {
            self.pale(series, panel, taken.clone())?;
        }
        for Series { summary, marks, .. } in bold {
            self.group("class=\"series\"", |painter| {
                painter.title(summary);
                painter.marks(marks, panel)
            })?;
        }
        self.names(&names)
    }

    /// A series that pointer and focus find, and its names, which they show.
    fn pale(&mut self, series: &Series, panel: &Panel, mut taken: Taken) -> Drawn {
        let runs = self.runs(&series.marks, panel);
        taken.lines.extend(runs.iter().flat_map(|run| along(run)));
        let mut names = self.placed(series.marks.iter(), panel, &mut taken);
        if names.is_empty() {
            let points = runs.concat();
            let middle = points.get(points.len() / 2).copied();
            let named = middle.map(|at| (at, series.name.clone()));
            names = self.beside(named, panel, &mut taken);
        }
        let attributes = format!(
            "class=\"series pale\" tabindex=\"0\" role=\"img\" aria-label=\"{}\"",
            escaped(&series.summary)
        );
        self.group(&attributes, |painter| {
            painter.title(&series.summary);
            painter.group("class=\"reach\" opacity=\"0\"", |painter| {
                for run in &runs {
                    painter.path(spaced(run, REACH / 3.0), Stroke::new(INK, REACH))?;
                }
                Ok(())
            })?;
            painter.marks(&series.marks, panel)?;
            painter.group("class=\"names\" visibility=\"hidden\"", |painter| {
                painter.names(&names)
            })
        })
    }

    fn title(&mut self, text: &str) {
        self.svg
            .push_str(&format!("<title>{}</title>\n", escaped(text)));
    }

    fn group(&mut self, attributes: &str, paint: impl FnOnce(&mut Self) -> Drawn) -> Drawn {
        self.svg.push_str(&format!("<g {attributes}>\n"));
        paint(self)?;
        self.svg.push_str("</g>\n");
        Ok(())
    }

    fn draw(&mut self, draw: impl FnOnce(&Sheet) -> Drawn) -> Drawn {
        self.svg.push_str(&elements(self.size, draw)?);
        Ok(())
    }

    fn fill(&mut self, corners: [At; 2], colour: Colour, opacity: f64) -> Drawn {
        let filled = rgb(colour).mix(opacity).filled();
        self.draw(|sheet| sheet.draw(&Rectangle::new(corners.map(point), filled)))
    }

    /// Pixel position of a point of the axes.
    fn pixel(&self, at: At) -> At {
        let (x, y) = self.chart.backend_coord(&at);
        (f64::from(x) / FINE, f64::from(y) / FINE)
    }

    fn marks(&mut self, marks: &[Mark], panel: &Panel) -> Drawn {
        marks.iter().try_for_each(|mark| self.mark(mark, panel))
    }

    fn mark(&mut self, mark: &Mark, panel: &Panel) -> Drawn {
        match mark {
            Mark::Line { stroke, .. } => {
                for run in self.runs([mark], panel) {
                    // Thousands of pairs make thousands of points; what is closer than a pixel is
                    // not seen.
                    self.path(spaced(&run, 0.75), *stroke)?;
                }
                Ok(())
            }
            Mark::Fill {
                corners,
                colour,
                opacity,
            } => self.fill(corners.map(|at| self.pixel(at)), *colour, *opacity),
            Mark::Frame {
                corners: [(x0, y0), (x1, y1)],
                stroke,
            } => {
                let around = [(*x0, *y0), (*x1, *y0), (*x1, *y1), (*x0, *y1), (*x0, *y0)];
                self.path(around.map(|at| self.pixel(at)).to_vec(), *stroke)
            }
            Mark::Dot { at, dot, .. } => self.dot(self.pixel(*at), *dot),
            Mark::Note {
                text, anchor, bold, ..
            } => {
                let style = font(TEXT, INK, *bold).pos(position(*anchor));
                self.text(text, self.noted(mark), style)
            }
        }
    }

    /// Position of the text of a note.
    fn noted(&self, mark: &Mark) -> At {
        let Mark::Note { at, offset, .. } = mark else {
            return (0.0, 0.0);
        };
        let (x, y) = self.pixel(*at);
        (x + offset.0, y + offset.1)
    }

    /// The lines among marks, as far as they are inside the axes, in pixels.
    fn runs<'m>(&self, marks: impl IntoIterator<Item = &'m Mark>, panel: &Panel) -> Vec<Vec<At>> {
        let clipped = marks.into_iter().flat_map(|mark| match mark {
            Mark::Line { points, .. } => clipped(points, &panel.x, &panel.y),
            _ => Vec::new(),
        });
        clipped
            .map(|run| run.into_iter().map(|at| self.pixel(at)).collect())
            .collect()
    }

    fn path(&mut self, pixels: Vec<At>, stroke: Stroke) -> Drawn {
        let style = rgb(stroke.colour)
            .mix(stroke.opacity)
            .stroke_width(fine(stroke.width) as u32);
        let path = PathElement::new(pixels.into_iter().map(point).collect::<Vec<_>>(), style);
        match stroke.dash.pattern() {
            Some(pattern) => {
                let pattern = pattern.map(|length| fine(length).to_string()).join(" ");
                let dashes = format!("stroke-dasharray=\"{pattern}\"");
                self.group(&dashes, |painter| painter.draw(|sheet| sheet.draw(&path)))
            }
            None => self.draw(|sheet| sheet.draw(&path)),
        }
    }

    fn dot(&mut self, at: At, dot: Dot) -> Drawn {
        let corners = outline(dot.shape, at, dot.radius);
        let (inside, edge, width) = if dot.hollow {
            (PAPER, dot.colour, 2.0)
        } else {
            (dot.colour, PAPER, 1.0)
        };
        let filled: Vec<_> = corners.iter().copied().map(point).collect();
        let polygon = Polygon::new(filled, rgb(inside).filled());
        self.draw(|sheet| sheet.draw(&polygon))?;
        self.path(corners, Stroke::new(edge, width))
    }

    fn text(&mut self, text: &str, at: At, style: TextStyle<'_>) -> Drawn {
        self.draw(|sheet| sheet.draw(&Text::new(text, point(at), style)))
    }

    /// The key above the axes, in as many columns as there is room for.
    fn key(&mut self, panel: &Panel) -> Drawn {
        let (left, top) = self.pixel((panel.x.from, panel.y.to));
        let (right, _) = self.pixel((panel.x.to, panel.y.to));
        let (columns, width) = columns(&panel.key, right - left);
        let rows = panel.key.len().div_ceil(columns);
        for (index, (sign, text)) in panel.key.iter().enumerate() {
            let left = left + (index % columns) as f64 * width;
            let y = top + 4.0 - LINE * (rows - index / columns) as f64;
            let middle = (left + 14.0, y);
            let ends = vec![(left, y), (left + 28.0, y)];
            match *sign {
                Sign::Line(stroke) => self.path(ends, stroke)?,
                Sign::Dot(dot) => self.dot(middle, dot)?,
                Sign::Both(stroke, dot) => {
                    self.path(ends, stroke)?;
                    self.dot(middle, dot)?;
                }
                Sign::Fill(colour, opacity) => {
                    let corners = [(left + 4.0, y - 6.0), (left + 24.0, y + 6.0)];
                    self.fill(corners, colour, opacity)?;
                }
            }
            let style = font(TEXT, INK, false).pos(position(Anchor::Start));
            self.text(text, (left + INDENT, y), style)?;
        }
        Ok(())
    }

    /// Areas that the names must not cover. A pale line may run under one.
    fn taken(&self, panel: &Panel) -> Taken {
        let series = panel.series.iter();
        let marks = panel
            .marks
            .iter()
            .chain(series.clone().flat_map(|it| &it.marks));
        let boxes = marks.filter_map(|mark| match mark {
            Mark::Dot { at, dot, .. } => {
                let size = 2.0 * dot.radius + 2.0;
                Some(Box::around(self.pixel(*at), size, size))
            }
            Mark::Note { text, anchor, .. } => Some(note_box(self.noted(mark), text, *anchor)),
            _ => None,
        });
        let bold = series.filter(|it| !it.pale).flat_map(|it| &it.marks);
        let runs = self.runs(panel.marks.iter().chain(bold), panel);
        Taken {
            boxes: boxes.collect(),
            lines: runs.iter().flat_map(|run| along(run)).collect(),
        }
    }

    /// The names of the dots among marks, each with its dot and the place where it covers least.
    fn placed<'m>(
        &self,
        marks: impl Iterator<Item = &'m Mark>,
        panel: &Panel,
        taken: &mut Taken,
    ) -> Vec<Name> {
        let named = marks.filter_map(|mark| match mark {
            Mark::Dot { at, name, .. } if !name.is_empty() => Some((self.pixel(*at), name.clone())),
            _ => None,
        });
        self.beside(named, panel, taken)
    }

    fn beside(
        &self,
        named: impl IntoIterator<Item = (At, String)>,
        panel: &Panel,
        taken: &mut Taken,
    ) -> Vec<Name> {
        let (left, bottom) = self.pixel((panel.x.from, panel.y.from));
        let (right, top) = self.pixel((panel.x.to, panel.y.to));
        let bounds = Box {
            left,
            top,
            right,
            bottom,
        };
        let name = |(at, text): (At, String)| Name {
            at,
            place: place(at, (wide(&text) + 8.0, TEXT + 4.0), taken, &bounds),
            text,
        };
        named.into_iter().map(name).collect()
    }

    fn names(&mut self, names: &[Name]) -> Drawn {
        for Name { at, text, place } in names {
            let end = (
                at.0.clamp(place.left, place.right),
                at.1.clamp(place.top, place.bottom),
            );
            if (end.0 - at.0).hypot(end.1 - at.1) > 14.0 {
                self.path(vec![*at, end], Stroke::new(FAINT, 0.75))?;
            }
            let style = font(TEXT, INK, false).pos(position(Anchor::Middle));
            self.text(text, place.centre(), style)?;
        }
        Ok(())
    }
}

/// A name beside its dot.
struct Name {
    at: At,
    text: String,
    place: Box,
}

/// The points of a line without those closer than `least` pixels to the one before; the last stays.
fn spaced(run: &[At], least: f64) -> Vec<At> {
    let mut kept: Vec<At> = Vec::new();
    for &at in run {
        let is_near = |last: &At| (at.0 - last.0).abs().max((at.1 - last.1).abs()) < least;
        if !kept.last().is_some_and(is_near) {
            kept.push(at);
        }
    }
    kept.extend(run.last().filter(|last| kept.last() != Some(last)));
    kept
}

fn note_box((x, y): At, text: &str, anchor: Anchor) -> Box {
    let width = wide(text);
    let centre = match anchor {
        Anchor::Start => x + width / 2.0,
        Anchor::Middle => x,
        Anchor::End => x - width / 2.0,
    };
    Box::around((centre, y), width, TEXT + 4.0)
}
