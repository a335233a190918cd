//! The ROC curve: how much is found, and how many distinct pairs are taken for duplicates.

use super::curves::Curves;
use super::scale::percent_from;
use crate::drawing::axes::Axis;
use crate::drawing::marks::{At, FAINT, Mark, Stroke};
use dejalu_learn::evaluation::roc;

pub(super) const CURVES: Curves = Curves {
    name: "roc",
    heading: "Recall and false positives",
    title: "ROC curves",
    reading: "Further up and to the left is better. The horizontal scale is stretched near 0, \
              where it matters: there are many distinct pairs, and 1 % of them may be more than \
              all duplicates. The dashed grey line is guessing.",
    axes,
    own: |decider| {
        let alarms = decider.figures.counts.false_positive_rate()?;
        Some((alarms.sqrt(), decider.figures.recall?))
    },
    curve: |ranking| {
        let points = roc(ranking).into_iter();
        points.map(|point| (point.x.sqrt(), point.y)).collect()
    },
    ground: |_, _| vec![guessing()],
};

fn axes(points: &[At]) -> [Axis; 2] {
    [
        Axis::rooted("false positive rate: share of the distinct pairs called duplicates"),
        Axis::percent(
            "recall: share of the duplicates that is found",
            percent_from(points.iter().map(|point| point.1)),
        ),
    ]
}

/// As many duplicates found as false alarms raised; a parabola under the root.
fn guessing() -> Mark {
    let rates = (0..=60).map(|step| f64::from(step) / 60.0);
    let points: Vec<At> = rates.map(|rate| (rate.sqrt(), rate)).collect();
    Mark::line(points, Stroke::new(FAINT, 1.0).dashed().opacity(0.55))
}
