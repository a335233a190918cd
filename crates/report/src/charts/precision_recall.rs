//! Precision over recall: how much is found, and how much of it is right.

use super::curves::Curves;
use super::scale::percent_from;
use crate::drawing::axes::Axis;
use crate::drawing::marks::{Anchor, At, FAINT, Mark, Stroke};
use dejalu_base::plural::percent;
use dejalu_learn::evaluation::precision_recall;

pub(super) const CURVES: Curves = Curves {
    name: "precision-recall",
    heading: "Precision and recall",
    title: "Precision-recall curves",
    reading: "Further up and to the right is better. A line is one decider at every possible \
              threshold, its point is the threshold that it uses; dashed grey lines connect \
              points of equal F1.",
    axes,
    own: |decider| Some((decider.figures.recall?, decider.figures.precision?)),
    curve: |ranking| {
        let points = precision_recall(ranking).into_iter();
        points.map(|point| (point.x, point.y)).collect()
    },
    ground: equal_f1,
};

fn axes(points: &[At]) -> [Axis; 2] {
    [
        Axis::percent(
            "recall: share of the duplicates that is found",
            percent_from(points.iter().map(|point| point.0)),
        ),
        Axis::percent(
            "precision: share of the findings that are duplicates",
            percent_from(points.iter().map(|point| point.1)),
        ),
    ]
}

/// Lines of equal F1: precision = F·recall / (2·recall − F).
fn equal_f1(x: &Axis, y: &Axis) -> Vec<Mark> {
    let step = if y.from < 0.45 { 2 } else { 1 };
    let mut marks = Vec::new();
    for tenths in (1..10).rev().step_by(step) {
        let f1 = f64::from(tenths) / 10.0;
        let end = f1 * x.to / (2.0 * x.to - f1);
        if end <= y.from {
            break;
        }
        let precision = |recall: f64| match 2.0 * recall - f1 {
            under if under > 1e-6 => f1 * recall / under,
            // Left of the curve's pole F1 cannot be reached.
            _ => 1e6,
        };
        let recalls = (0..=60).map(|step| x.from + (x.to - x.from) * f64::from(step) / 60.0);
        let points: Vec<At> = recalls.map(|recall| (recall, precision(recall))).collect();
        let text = format!("F1 {}", percent(f1, 0));
        marks.extend([
            Mark::line(points, Stroke::new(FAINT, 1.0).dashed().opacity(0.55)),
            Mark::beside((x.to, end), Anchor::Start, (6.0, 0.0), text, false),
        ]);
    }
    marks
}
