//! The table of figures at other shares of duplicates.

use serde::Serialize;

use crate::base_rates::{deciders, share, words};
use crate::figures::{decimal, interval, name};
use dejalu_experiment::compare::Comparison;
use dejalu_learn::evaluation::BaseRate;

/// The section of the page; nothing where there are no such figures.
#[derive(Serialize)]
pub(super) struct BaseRates<'a> {
    words: Vec<String>,
    rows: Vec<Row<'a>>,
}

/// A decider at one share.
#[derive(Serialize)]
struct Row<'a> {
    name: String,
    kind: &'static str,
    share: String,
    /// True if it was asked for.
    asked: bool,
    figures: &'a BaseRate,
    /// Of precision, recall and F1.
    intervals: [String; 3],
    /// Of the best threshold.
    threshold_interval: Option<String>,
    best_f1_interval: String,
}

impl<'a> BaseRates<'a> {
    pub(super) fn of(comparison: &'a Comparison) -> Self {
        let asked = comparison.experiment.base_rate();
        let rows = deciders(comparison).flat_map(|decider| {
            decider.base_rates.iter().map(move |it| Row {
                name: name(decider),
                kind: decider.kind.word(),
                share: share(it.share),
                asked: asked == Some(it.share),
                figures: it,
                intervals: [
                    it.figures.precision_interval,
                    it.figures.recall_interval,
                    it.figures.f1_interval,
                ]
                .map(interval),
                threshold_interval: it
                    .best
                    .threshold_interval
                    .map(|it| format!("{}–{}", decimal(it.low, 3), decimal(it.high, 3))),
                best_f1_interval: interval(it.best.figures.f1_interval),
            })
        });
        BaseRates {
            words: words(comparison),
            rows: rows.collect(),
        }
    }
}
