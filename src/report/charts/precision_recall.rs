//! Precision over recall: how much is found, and how much of it is right.

use super::super::marks::{Anchor, At, Axis, FAINT, Mark, Panel, Picture, Sign, Stroke};
use super::{learned_dot, learned_stroke, percent_from, ranking, rule_dot, rule_key, scored};
use crate::compare::{Comparison, Decider, Kind};
use crate::error::Result;
use crate::evaluate::precision_recall;

pub(super) fn picture(comparison: &Comparison) -> Result<Option<Picture>> {
    let kinds = [Kind::Learned, Kind::Published, Kind::Retuned];
    let points: Vec<At> = kinds
        .iter()
        .flat_map(|&kind| scored(comparison, kind))
        .filter_map(operating_point)
        .collect();
    let no_curve = comparison.positives == 0 || !comparison.labels.contains(&true);
    let nobody = kinds
        .iter()
        .all(|&kind| scored(comparison, kind).next().is_none());
    if no_curve || nobody {
        return Ok(None);
    }
    let x = Axis::percent(
        "recall: the share of the duplicates that is found",
        percent_from(points.iter().map(|point| point.0)),
    );
    let y = Axis::percent(
        "precision: the share of the findings that is right",
        percent_from(points.iter().map(|point| point.1)),
    );
    let mut marks = equal_f1(&x, &y);
    marks.extend(rule_curves(comparison)?);
    let learned: Vec<&Decider> = scored(comparison, Kind::Learned).collect();
    // The first is drawn last, on top.
    for (index, decider) in learned.iter().enumerate().rev() {
        marks.push(Mark::Line {
            points: curve(comparison, decider)?,
            stroke: learned_stroke(index),
        });
    }
    for (index, decider) in learned.iter().enumerate() {
        marks.extend(dot(decider, learned_dot(index), decider.name.clone()));
    }
    // The same name twice: the point tells published from re-tuned.
    for kind in [Kind::Published, Kind::Retuned] {
        for decider in scored(comparison, kind) {
            let look = rule_dot(comparison, decider);
            marks.extend(dot(decider, look, decider.name.clone()));
        }
    }
    let mut key: Vec<(Sign, String)> = learned
        .iter()
        .enumerate()
        .map(|(index, decider)| {
            let text = format!(
                "{} (learned) at every threshold; its own is the dot",
                decider.name
            );
            (Sign::Line(learned_stroke(index)), text)
        })
        .collect();
    key.extend(rule_key(comparison));
    Ok(Some(Picture {
        name: "precision-recall",
        title: "Precision over recall".to_string(),
        description: reading(comparison),
        size: (820, 580),
        panels: vec![Panel { x, y, marks, key }],
    }))
}

fn reading(comparison: &Comparison) -> String {
    let silent: Vec<&str> = comparison
        .deciders
        .iter()
        .filter(|decider| operating_point(decider).is_none())
        .map(|decider| decider.name.as_str())
        .collect();
    let rest = match silent.as_slice() {
        [] => String::new(),
        names => format!(
            " Without a point, because nothing was called a duplicate: {}.",
            names.join(", ")
        ),
    };
    format!(
        "Further up and to the right is better: a line is one decider at every possible threshold, \
         a dot is the threshold that it uses, and along a dashed grey line F1 is the same.{rest}"
    )
}

fn operating_point(decider: &Decider) -> Option<At> {
    Some((decider.figures.recall?, decider.figures.precision?))
}

fn dot(decider: &Decider, dot: super::super::marks::Dot, name: String) -> Option<Mark> {
    let at = operating_point(decider)?;
    Some(Mark::Dot { at, dot, name })
}

fn curve(comparison: &Comparison, decider: &Decider) -> Result<Vec<At>> {
    let points = precision_recall(&ranking(comparison, decider)?);
    Ok(points.into_iter().map(|point| (point.x, point.y)).collect())
}

/// A thin curve for each rule, whether it is there as published, re-tuned or both. Published first:
/// its one threshold makes the scores of all folds comparable.
fn rule_curves(comparison: &Comparison) -> Result<Vec<Mark>> {
    let mut named: Vec<&str> = Vec::new();
    let mut marks = Vec::new();
    let kinds = [Kind::Published, Kind::Retuned];
    for decider in kinds.iter().flat_map(|&kind| scored(comparison, kind)) {
        if named.contains(&decider.name.as_str()) {
            continue;
        }
        named.push(&decider.name);
        let colour = rule_dot(comparison, decider).colour;
        marks.push(Mark::Line {
            points: curve(comparison, decider)?,
            stroke: Stroke::new(colour, 1.25).opacity(0.7),
        });
    }
    Ok(marks)
}

/// Where F1 is the same: precision = F·recall / (2·recall − F).
fn equal_f1(x: &Axis, y: &Axis) -> Vec<Mark> {
    let step = if y.from < 0.45 { 2 } else { 1 };
    let mut marks = Vec::new();
    for tenths in (1..10).rev().step_by(step) {
        let f1 = f64::from(tenths) / 10.0;
        let end = f1 / (2.0 - f1);
        if end <= y.from {
            break;
        }
        let points = (0..=60).map(|step| {
            let recall = x.from + (x.to - x.from) * f64::from(step) / 60.0;
            // Left of the curve's pole F1 cannot be reached.
            let under = 2.0 * recall - f1;
            (
                recall,
                if under > 1e-6 {
                    f1 * recall / under
                } else {
                    1e6
                },
            )
        });
        marks.push(Mark::Line {
            points: points.collect(),
            stroke: Stroke::new(FAINT, 1.0).dashed().opacity(0.55),
        });
        marks.push(Mark::Note {
            at: (1.0, end),
            offset: (6.0, 0.0),
            text: format!("F1 {:.0} %", f1 * 100.0),
            anchor: Anchor::Start,
            bold: false,
        });
    }
    marks
}
