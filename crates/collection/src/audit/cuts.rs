//! The thresholds that an audit tests.

use crate::scoring::Edge;
use dejalu_base::error::{Error, Parameter, Result};
use dejalu_base::plural::counted;

/// At most so many thresholds are tested.
const MOST: usize = 20;

/// The thresholds to test, strictest first: those that were `given` if there are several; else such
/// that about as many texts find their first duplicate between any two, down to `least`, and the one that was
/// given, if any. Scores alone decide, so that no answer can have chosen among them.
///
/// # Errors
///
/// More than twenty given.
pub(crate) fn cuts(edges: &[Edge], least: f64, given: &[f64]) -> Result<Vec<f64>> {
    let mut cuts = given.to_vec();
    if given.len() < 2 {
        cuts = spread(best_of_each_text(edges));
        if cuts.is_empty() || !given.is_empty() {
            cuts.truncate(MOST - 1);
            cuts.push(least);
        }
    }
    cuts.sort_unstable_by(|a, b| b.total_cmp(a));
    cuts.dedup();
    if cuts.len() > MOST {
        let found = counted(cuts.len(), "threshold", "thresholds");
        let expected = format!("expected at most {MOST} to audit");
        return Err(Error::invalid(Parameter::At, found, expected));
    }
    Ok(cuts)
}

/// The score of its surest duplicate for each text that has one, falling.
fn best_of_each_text(edges: &[Edge]) -> Vec<f64> {
    let last = edges.iter().map(|edge| edge.left.max(edge.right)).max();
    let mut best = vec![f64::NEG_INFINITY; last.map_or(0, |last| last as usize + 1)];
    for edge in edges {
        for end in [edge.left, edge.right] {
            best[end as usize] = best[end as usize].max(edge.score);
        }
    }
    best.retain(|score| score.is_finite());
    best.sort_unstable_by(|a, b| b.total_cmp(a));
    best
}

fn spread(scores: Vec<f64>) -> Vec<f64> {
    let place = |part: usize| (scores.len() * part).div_ceil(MOST).checked_sub(1);
    let score = |part| scores.get(place(part)?).copied();
    (1..=MOST).filter_map(score).collect()
}
