//! Charts the gain and the cost of leaving doubtful pairs to people.

use super::scale::WIDTH;
use super::theme::{learned_dot, learned_stroke};
use crate::drawing::axes::Axis;
use crate::drawing::marks::{At, Mark, Panel, Picture};
use crate::figures::whole_percent;
use dejalu_experiment::compare::Comparison;

pub(super) fn picture(comparison: &Comparison) -> Option<Picture> {
    let decider = comparison.reference()?;
    let learned = decider.learned.as_ref()?;
    let whole = ((0.0, decider.figures.f1?), "all decided".to_string());
    let left_out = learned.abstention.iter().rev().filter_map(|cost| {
        let name = format!("at {}", whole_percent(cost.error));
        Some(((cost.share?, cost.f1?), name))
    });
    let mut named: Vec<(At, String)> = std::iter::once(whole).chain(left_out).collect();
    named.dedup_by(|next, kept| next.0 == kept.0);
    if named.len() < 2 {
        return None;
    }
    let points: Vec<At> = named.iter().map(|(at, _)| *at).collect();
    let furthest = points.iter().map(|at| at.0).fold(0.05, f64::max);
    let least = points.iter().map(|at| at.1).fold(0.99, f64::min);
    let x = Axis::shares(
        "share of the pairs left undecided",
        0.0,
        furthest,
        6.0,
        " %",
    );
    let y = Axis::shares("F1 of the rest", 1.5 * least - 0.5, 1.0, 5.0, " %");
    let mut panel = Panel::new(x.roomy(), y.roomy());
    let (stroke, dot) = (learned_stroke(0).width(2.0), learned_dot(0).radius(5.0));
    panel.marks.push(Mark::line(points, stroke));
    let dots = named.into_iter().map(|(at, name)| Mark::dot(at, dot, name));
    panel.marks.extend(dots);
    Some(Picture {
        name: "abstention",
        heading: "Effect of leaving uncertain pairs undecided",
        title: "F1 when uncertain pairs are left undecided".to_string(),
        description: "A pair is left undecided if its decision would be wrong with more than the \
                      probability at the point. On a steep line, a few pairs cause most of the \
                      errors. A model trained to abstain answers \"unsure\" for them."
            .to_string(),
        size: (WIDTH, 400),
        panels: vec![panel],
    })
}
