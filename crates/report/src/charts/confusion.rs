//! The four counts of a decision, as squares: what was labelled, and what was said.

use super::scale::WIDTH;
use crate::drawing::axes::Axis;
use crate::drawing::marks::{BLUE, Colour, INK, Mark, ORANGE, Panel, Picture, Stroke};
use crate::figures::{name, whole_percent};
use crate::significance::leaders;
use dejalu_base::plural::count;
use dejalu_experiment::compare::{Comparison, Decider};
use dejalu_learn::evaluation::Counts;

/// The height of a line in a square, in pixels.
const LINE: f64 = 18.0;

pub(super) fn picture(comparison: &Comparison) -> Option<Picture> {
    let panels: Vec<Panel> = leaders(comparison)
        .into_iter()
        .filter(|it| it.figures.counts.total() > 0)
        .map(panel)
        .collect();
    (!panels.is_empty()).then(|| Picture {
        name: "confusion",
        heading: "Confusion matrix",
        title: "Labels and decisions".to_string(),
        description: "Rows are labels, columns are decisions: correct decisions are on the \
                      diagonal from the upper left to the lower right. The darker a square, the \
                      larger its share of the row."
            .to_string(),
        size: (WIDTH / 3 * panels.len() as u32, 280),
        panels,
    })
}

fn panel(decider: &Decider) -> Panel {
    let kind = decider.kind.word();
    let Counts { tp, fp, tn, fn_ } = decider.figures.counts;
    let title = format!("{}, {kind}, says", name(decider));
    let across = [(0.5, "duplicate".into()), (1.5, "distinct".into())];
    let up = [(1.5, "duplicate".into()), (0.5, "distinct".into())];
    let x = Axis::new(&title, 0.0, 2.0, across);
    let mut panel = Panel::new(x, Axis::new("labelled", 0.0, 2.0, up));
    let squares = [
        ((0.0, 1.0), tp, tp + fn_, BLUE, &["found"][..]),
        ((1.0, 1.0), fn_, tp + fn_, ORANGE, &["missed"]),
        ((0.0, 0.0), fp, fp + tn, ORANGE, &["false", "positives"]),
        ((1.0, 0.0), tn, fp + tn, BLUE, &["true", "negatives"]),
    ];
    for (corner, pairs, of, colour, words) in squares {
        panel.marks.extend(square(corner, pairs, of, colour, words));
    }
    panel
}

/// A square with its count, its words a line each, and its share of the row.
fn square((x, y): (f64, f64), pairs: u64, of: u64, colour: Colour, words: &[&str]) -> Vec<Mark> {
    let share = pairs as f64 / of.max(1) as f64;
    let corners = [(x + 0.02, y + 0.02), (x + 0.98, y + 0.98)];
    let mut lines = vec![count(pairs)];
    lines.extend(words.iter().map(|word| word.to_string()));
    lines.push(whole_percent(share));
    let first = 2.0 - LINE * (lines.len() - 1) as f64 / 2.0;
    let notes = lines.into_iter().enumerate().map(|(line, text)| {
        let down = first + LINE * line as f64;
        Mark::note((x + 0.5, y + 0.5), down, text, line == 0)
    });
    let frame = Mark::frame(corners, Stroke::new(INK, 0.75));
    let cell = Mark::cell(corners, colour, 0.08 + 0.5 * share);
    cell.into_iter().chain([frame]).chain(notes).collect()
}
