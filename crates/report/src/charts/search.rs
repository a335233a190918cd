//! The search of the parameters, as a heat map.

use super::scale::WIDTH;
use crate::drawing::axes::Axis;
use crate::drawing::marks::{BLUE, INK, Mark, Panel, Picture, Stroke};
use crate::figures::{decimal, hundredths, kernel};
use dejalu_experiment::compare::Comparison;
use dejalu_learn::{Kernel, SearchRow, SearchTable};

/// The search of the first decider; nothing where there was none.
pub(super) fn picture(comparison: &Comparison) -> Option<Picture> {
    let decider = comparison.reference()?;
    let table = &decider.learned.as_ref()?.search;
    let (kernels, penalties) = (kernels(table), penalties(table));
    if table.rows.len() < 2 {
        return None;
    }
    let tick = |(place, c): (usize, &f64)| (place as f64, c.to_string());
    let x = Axis::new(
        "penalty C: a larger C fits the training pairs more closely",
        -0.5,
        penalties.len() as f64 - 0.5,
        penalties.iter().enumerate().map(tick),
    );
    let mut panel = Panel::new(x, Axis::rows(kernels.iter().map(kernel)));
    let (least, most) = ends(table);
    for row in &table.rows {
        let column = penalties.iter().position(|c| *c == row.learner.c);
        let line = kernels.iter().position(|it| *it == row.learner.kernel);
        if let (Some(column), Some(line)) = (column, line) {
            let heat = (merit(row).unwrap_or(least) - least) / (most - least).max(1e-9);
            panel
                .marks
                .extend(cell((column as f64, -(line as f64)), row, heat));
        }
    }
    Some(Picture {
        name: "search",
        heading: "Parameter search",
        title: format!("Parameter search of {}", decider.name),
        description:
            "The darker a cell, the smaller its loss (log-loss where pairs are few, 1 − F1 where many) in the inner folds, which never contain \
                      test pairs; the numbers are F1 there, its mean \
                      and spread in points. Framed cells were chosen, in the given number of outer \
                      folds: of each kernel the one with the smallest loss; ties go to the \
                      simplest setting. If neighbouring cells are nearly as dark, the choice hardly \
                      matters; if the darkest is at the edge, a wider search might find a better \
                      one."
                .to_string(),
        size: (WIDTH, 90 + 58 * kernels.len() as u32),
        panels: vec![panel],
    })
}

fn kernels(table: &SearchTable) -> Vec<Kernel> {
    let mut found: Vec<Kernel> = Vec::new();
    for row in &table.rows {
        if !found.contains(&row.learner.kernel) {
            found.push(row.learner.kernel);
        }
    }
    found
}

fn penalties(table: &SearchTable) -> Vec<f64> {
    let mut found: Vec<f64> = table.rows.iter().map(|row| row.learner.c).collect();
    found.sort_by(f64::total_cmp);
    found.dedup();
    found
}

fn ends(table: &SearchTable) -> (f64, f64) {
    let merits = || table.rows.iter().filter_map(merit);
    let least = merits().fold(f64::INFINITY, f64::min);
    (least, merits().fold(f64::NEG_INFINITY, f64::max))
}

/// The quantity that a search maximises: the negative of its loss, or F1 where there is none.
fn merit(row: &SearchRow) -> Option<f64> {
    row.mean_loss().map(|loss| -loss).or_else(|| row.mean())
}

fn cell((x, y): (f64, f64), row: &SearchRow, heat: f64) -> Vec<Mark> {
    let corners = [(x - 0.48, y - 0.46), (x + 0.48, y + 0.46)];
    let note = |down, text, bold| Mark::note((x, y), down, text, bold);
    let mean = hundredths(row.mean());
    let figures = match row.spread() {
        Some(spread) => format!("{mean} ± {}", decimal(100.0 * spread, 1)),
        None => mean,
    };
    let mut marks = Mark::cell(corners, BLUE, 0.06 + 0.54 * heat).to_vec();
    match row.chosen {
        0 => marks.push(note(0.0, figures, false)),
        times => {
            let text = match times {
                1 => "chosen".to_string(),
                _ => format!("chosen {times} times"),
            };
            marks.extend([
                Mark::frame(corners, Stroke::new(INK, 2.5)),
                note(-8.0, figures, true),
                note(9.0, text, false),
            ]);
        }
    }
    marks
}
