//! Charts the share of correct decisions by kind of pair: a row for each category of the pairs.

use super::scale::{WIDTH, has_scores};
use super::theme::{Line, learned_dot};
use crate::drawing::axes::Axis;
use crate::drawing::marks::{At, Dot, Mark, Panel, Picture, Sign, Stroke};
use crate::significance::leaders;
use dejalu_base::plural::counted;
use dejalu_experiment::compare::{Comparison, Decider, Kind};
use dejalu_experiment::pairs::Label;
use dejalu_experiment::pairs::quality::Category;
use dejalu_learn::evaluation::wilson;

/// More rows than this are not taken in.
const ROWS: usize = 24;

/// Between the deciders of a row.
const STEP: f64 = 0.24;

pub(super) fn picture(comparison: &Comparison, categories: &[Category]) -> Option<Picture> {
    let mut shown: Vec<&Category> = categories.iter().collect();
    // The largest, then in their own order.
    shown.sort_by_key(|it| std::cmp::Reverse(it.pairs.len()));
    let left_out = shown.len().saturating_sub(ROWS);
    shown.truncate(ROWS);
    shown.sort_by_key(|it| (it.label, &it.name));
    let deciders: Vec<&Decider> = leaders(comparison)
        .into_iter()
        .filter(|it| has_scores(comparison, it))
        .collect();
    if shown.is_empty() || deciders.is_empty() {
        return None;
    }
    let lines = Line::all(comparison);
    let dots: Vec<Dot> = deciders.iter().map(|it| dot(&lines, it)).collect();
    let mut panel = Panel::new(
        Axis::percent("share of correct decisions in the category", 0.0),
        Axis::rows(shown.iter().map(|it| row_name(it))),
    );
    for (row, category) in shown.iter().enumerate() {
        for (index, (decider, dot)) in deciders.iter().zip(&dots).enumerate() {
            let middle = (deciders.len() - 1) as f64 / 2.0;
            let y = -(row as f64) + (middle - index as f64) * STEP;
            panel
                .marks
                .extend(marks(comparison, decider, category, *dot, y));
        }
    }
    let entries = deciders.iter().zip(&dots);
    panel.key = entries
        .map(|(decider, dot)| (Sign::Dot(*dot), who(decider)))
        .collect();
    Some(Picture {
        name: "categories",
        heading: "Hard and easy categories",
        title: "Correct decisions by category".to_string(),
        description: reading(left_out),
        size: (WIDTH, 150 + 46 * shown.len() as u32),
        panels: vec![panel],
    })
}

/// As in the charts of lines, and all of one size.
fn dot(lines: &[Line], decider: &Decider) -> Dot {
    let is_its = |line: &&Line| line.forms.iter().any(|it| std::ptr::eq(*it, decider));
    let dot = lines.iter().find(is_its).map(|line| line.dot(decider));
    dot.unwrap_or_else(|| learned_dot(0)).radius(5.0)
}

fn reading(left_out: usize) -> String {
    let mut text = "Further right is better: the share of a category's duplicates that is \
                    found, and of its distinct pairs that is recognised. The line through a \
                    point is its 95 % interval; few pairs make it wide."
        .to_string();
    if left_out > 0 {
        let rest = counted(left_out, "smaller category", "smaller categories");
        text.push_str(&format!(" Without {rest}."));
    }
    text
}

fn who(decider: &Decider) -> String {
    let name = &decider.name;
    match decider.kind {
        Kind::Learned => format!("{name}, learned"),
        kind => format!("{name}, best {} rule", kind.word()),
    }
}

fn row_name(category: &Category) -> String {
    let count = category.pairs.len() as u64;
    let pairs = match category.label {
        Label::Duplicate => counted(count, "duplicate", "duplicates"),
        Label::Distinct => counted(count, "distinct pair", "distinct pairs"),
    };
    let name: String = match category.name.chars().count() {
        0 => "unnamed".to_string(),
        1..=24 => category.name.clone(),
        _ => category.name.chars().take(23).chain(['…']).collect(),
    };
    format!("{name}, {pairs}")
}

/// A decider's share of right decisions, and its interval.
fn marks(
    comparison: &Comparison,
    decider: &Decider,
    category: &Category,
    dot: Dot,
    y: f64,
) -> Vec<Mark> {
    let right = |pair: &&usize| decider.decisions[**pair] == comparison.labels[**pair];
    let right = category.pairs.iter().filter(right).count() as u64;
    let all = category.pairs.len() as u64;
    let at: At = (right as f64 / all.max(1) as f64, y);
    let stroke = Stroke::new(dot.colour, 1.5);
    let interval = wilson(right, all, 0.95);
    let interval = interval.map(|it| Mark::line([(it.low, y), (it.high, y)], stroke));
    interval
        .into_iter()
        .chain([Mark::dot(at, dot, "")])
        .collect()
}
