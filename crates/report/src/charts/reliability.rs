//! Whether probabilities are what they say: of the pairs given 80 %, eight in ten should be
//! duplicates.

use super::scale::WIDTH;
use super::theme::{learned_dot, measured};
use crate::drawing::axes::Axis;
use crate::drawing::marks::{FAINT, Mark, Panel, Picture, Sign, Stroke};
use crate::figures::decimal;
use dejalu_base::plural::counted;
use dejalu_experiment::compare::Comparison;
use dejalu_learn::evaluation::{Reliability, ReliabilityBin};

pub(super) fn picture(comparison: &Comparison) -> Option<Picture> {
    let decider = comparison.reference()?;
    let reliability = decider.learned.as_ref()?.reliability.as_ref()?;
    let mut panel = Panel::new(
        Axis::percent("predicted probability of a duplicate", 0.0),
        Axis::percent("observed share of duplicates", 0.0),
    );
    let diagonal = Stroke::new(FAINT, 1.0).dashed();
    panel
        .marks
        .push(Mark::line([(0.0, 0.0), (1.0, 1.0)], diagonal));
    panel.marks.extend(reliability.bins.iter().flat_map(marks));
    panel.key = vec![(
        Sign::Dot(learned_dot(0)),
        format!("{}, with the 95 % interval of the share", decider.name),
    )];
    Some(Picture {
        name: "reliability",
        heading: "Calibration of its probabilities",
        title: "Reliability of the probabilities".to_string(),
        description: reading(reliability),
        size: (WIDTH, 480),
        panels: vec![panel],
    })
}

fn marks(bin: &ReliabilityBin) -> Vec<Mark> {
    let at = (bin.probability, bin.share);
    measured(at, Some(bin.interval), counted(bin.rows, "pair", "pairs"))
}

fn reading(reliability: &Reliability) -> String {
    format!(
        "On the dashed line the probabilities are exactly right; below it the model \
         overestimates the probability of a duplicate, above it underestimates it. The Brier \
         score is {}, the calibration error {}; 0 is best for both.",
        decimal(reliability.brier, 4),
        decimal(reliability.ece, 4)
    )
}
