//! The table of the page: written figures, what they are sorted by, and bars.

use std::cmp::Ordering;

use serde::Serialize;

use crate::figures::{interval, name, percent};
use crate::significance::{Significance, reference, significances};
use dejalu_base::plural;
use dejalu_experiment::compare::{Comparison, Decider, Kind};
use dejalu_learn::evaluation::{Evaluation, Outcome};

/// The table of all deciders.
#[derive(Serialize)]
pub(super) struct Rows<'a> {
    /// Start of the bars; they end at 100 %.
    from: String,
    /// The reference's interval across all bars.
    band: Option<[f64; 2]>,
    rows: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    name: String,
    group: &'static str,
    /// True if a group begins with it.
    first: bool,
    source: Option<&'a str>,
    word: &'static str,
    /// CSS class.
    class: &'static str,
    rank: u8,
    figures: &'a Evaluation,
    /// A baseline has none.
    threshold: Option<f64>,
    /// The second threshold of a calibrated rule of sentences.
    variation: Option<f64>,
    interval: String,
    /// Dot, and the ends of the interval, in percent of the bar; a baseline may lie before it.
    bar: Option<[f64; 3]>,
    /// Precision, recall and F by the formulas of 000, then as its table 4.8 prints them.
    thesis: Vec<String>,
}

impl<'a> Rows<'a> {
    pub(super) fn of(comparison: &'a Comparison) -> Self {
        let from = start(comparison);
        let band = reference(comparison)
            .filter(|_| comparison.deciders.len() > 1)
            .and_then(|it| it.figures.f1_interval);
        let significances = significances(comparison);
        let deciders = comparison.deciders.iter().zip(significances);
        let mut rows: Vec<Row> = deciders
            .map(|(decider, significance)| Row::of(decider, significance, from))
            .collect();
        for index in 1..rows.len() {
            rows[index].first = rows[index].group != rows[index - 1].group;
        }
        Rows {
            from: plural::percent(from, 0),
            band: band.map(|it| [along(it.low, from), along(it.high, from)]),
            rows,
        }
    }
}

/// A round share below every F1 and every interval of what looks at pairs.
fn start(comparison: &Comparison) -> f64 {
    let figures = comparison.competitors().map(|it| &it.figures);
    let ends = figures.filter_map(|it| it.f1_interval.map(|it| it.low).or(it.f1));
    let least = ends.fold(1.0, f64::min);
    (least * 10.0 - 0.2).floor().clamp(0.0, 9.0) / 10.0
}

/// Position of a share on the bars, in percent of their width.
fn along(share: f64, from: f64) -> f64 {
    let place = ((share - from) / (1.0 - from)).clamp(0.0, 1.0);
    (place * 10_000.0).round() / 100.0
}

impl<'a> Row<'a> {
    fn of(decider: &'a Decider, significance: Significance, from: f64) -> Self {
        let figures = &decider.figures;
        Row {
            name: name(decider),
            group: decider.kind.word(),
            first: false,
            source: decider.source.as_deref(),
            word: significance.word(),
            class: match (significance, significance.leaning()) {
                (Significance::Best | Significance::Against(Outcome::Tie), _) => {
                    significance.word()
                }
                (Significance::Unknown, _) => "",
                (_, Ordering::Greater) => "better",
                (_, Ordering::Equal) => "mixed",
                (_, Ordering::Less) => "worse",
            },
            rank: significance.rank(),
            figures,
            threshold: (decider.kind != Kind::Baseline).then_some(decider.threshold),
            variation: decider.variation.as_ref().map(|it| it.threshold),
            interval: interval(figures.f1_interval),
            bar: figures.f1.filter(|f1| *f1 >= from).map(|f1| {
                let ends = figures.f1_interval;
                let (low, high) = ends.map_or((f1, f1), |it| (it.low, it.high));
                [f1, low, high].map(|share| along(share, from))
            }),
            thesis: [
                figures.thesis,
                figures.thesis_as_printed.unwrap_or_default(),
            ]
            .iter()
            .flat_map(|it| [it.precision, it.recall, it.f1])
            .map(percent)
            .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::comparison;

    #[test]
    fn bars_share_one_scale_and_groups_are_marked() {
        let comparison = comparison();
        let rows = Rows::of(&comparison);
        assert_eq!(rows.from, "60 %");
        assert_eq!(rows.band, Some([87.0, 97.25]));
        assert_eq!(rows.rows[0].bar, Some([92.75, 87.0, 97.25]));
        assert_eq!(rows.rows[4].bar, None);
        let first: Vec<bool> = rows.rows.iter().map(|row| row.first).collect();
        assert_eq!(
            first,
            [false, false, true, false, false, true, false, true, false]
        );
    }

    #[test]
    fn the_figures_of_the_thesis_stand_beside_the_usual_ones_in_both_forms() {
        let comparison = comparison();
        let rows = Rows::of(&comparison);
        for (decider, row) in comparison.deciders.iter().zip(&rows.rows) {
            let shown: Vec<&str> = row.thesis.iter().map(String::as_str).collect();
            let printed = decider.figures.thesis_as_printed.unwrap();
            let forms = [decider.figures.thesis, printed];
            let expected = forms
                .map(|it| [it.precision, it.recall, it.f1].map(percent))
                .concat();
            assert_eq!(shown, expected);
        }
    }
}
