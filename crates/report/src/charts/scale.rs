//! Common settings of charts: their width, and the deciders they show.

use dejalu_base::error::Result;
use dejalu_experiment::compare::{Comparison, Decider, Kind};
use dejalu_learn::evaluation::ranking::Ranking;

/// Width of most charts, in pixels.
pub(crate) const WIDTH: u32 = 920;

/// The deciders of a kind, those with scores only: a comparison read from a file has none.
pub(super) fn scored(comparison: &Comparison, kind: Kind) -> impl Iterator<Item = &Decider> {
    let deciders = comparison.deciders.iter();
    deciders.filter(move |it| it.kind == kind && has_scores(comparison, it))
}

pub(super) fn has_scores(comparison: &Comparison, decider: &Decider) -> bool {
    let pairs = comparison.labels.len();
    pairs > 0 && decider.margins.len() == pairs
}

pub(super) fn ranking(comparison: &Comparison, decider: &Decider) -> Result<Ranking> {
    Ranking::new(&decider.margins, &comparison.labels)
}

/// The start of an axis in percent that shows all these shares and a little below: whole tenths,
/// at most 80 %.
pub(super) fn percent_from(shares: impl Iterator<Item = f64>) -> f64 {
    let least = shares.reduce(f64::min).unwrap_or_default() - 0.05;
    (least.clamp(0.0, 0.8) * 10.0).floor() / 10.0
}
