//! Figures where another share of the rows is positive.
//!
//! Precision, F1 and the best threshold depend on how many positives there are; recall and the share
//! of negatives called positive do not. So these two are measured, and the others follow: each
//! negative stands for as many as the other share requires.

use serde::{Deserialize, Serialize};

use super::bootstrap::{Bootstrap, weighted};
use super::counts::Counts;
use super::intervals::Interval;
use super::labelled_predictions::LabelledPredictions;
use super::ranking::Ranking;
use super::unseen::Unseen;
use dejalu_base::error::{Error, Parameter, Result};
use dejalu_base::numbers::number;
use dejalu_base::threshold::reaches;

/// The shares of positives that figures are always given for.
pub const SHARES: [f64; 4] = [0.5, 0.1, 0.01, 0.001];

/// Figures of a decider at another share of positive rows, if both classes stay as they are: the same scores within the
/// positives, and within the negatives. So it says nothing about negatives of another kind than the labelled ones.
/// These are often the most similar ones; rows drawn at random are easier.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BaseRate {
    /// The share of positives, in (0, 1).
    pub share: f64,
    /// Figures of the decisions as they are.
    #[serde(flatten)]
    pub figures: WeightedFigures,
    /// The threshold that would have the highest F1 there.
    pub best: BestThreshold,
}

/// The threshold with the highest F1. It is chosen on the rows that it is measured on, so its figures
/// are optimistic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BestThreshold {
    /// The least score of a positive.
    pub threshold: f64,
    /// The cluster bootstrap's interval: how far the choice depends on which rows there are.
    pub threshold_interval: Option<Interval>,
    /// Its figures.
    #[serde(flatten)]
    pub figures: WeightedFigures,
}

/// Precision, recall and F1 at some share of positives, in \[0, 1\], each with its interval.
///
/// The intervals are the cluster bootstrap's. An error that was never seen is in no draw either, and
/// its rate would seem to be 0 for certain: the low end allows at least for the highest rate that as
/// many rows without an error do not rule out, 1 − 0.05^(1/n), just below 3/n (the *rule of three*:
/// Hanley & Lippman-Hand 1983), where rows of one cluster count together.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct WeightedFigures {
    /// The share of positives among what is called positive; `None` where nothing is.
    pub precision: Option<f64>,
    /// Its interval; `None` as for [`Bootstrap::f1`].
    pub precision_interval: Option<Interval>,
    /// The share of the positives that is found: the same at every share.
    pub recall: Option<f64>,
    /// Its interval.
    pub recall_interval: Option<Interval>,
    /// The harmonic mean of both, 0 where nothing is found.
    pub f1: Option<f64>,
    /// Its interval.
    pub f1_interval: Option<Interval>,
}

const EXPECTED: &str = "expected a number above 0 and below 1, the share of duplicates";

/// Reads a share of positives: a number above 0 and below 1.
///
/// # Errors
///
/// Anything else.
pub fn base_rate(text: &str) -> Result<f64> {
    let share = number(text).filter(|&share| is_share(share));
    share.ok_or_else(|| Error::invalid(Parameter::BaseRate, text, EXPECTED))
}

/// Refuses a share of positives that is not above 0 and below 1.
///
/// # Errors
///
/// 0 or less, 1 or more, NaN.
pub fn check_share(share: f64) -> Result<()> {
    if is_share(share) {
        return Ok(());
    }
    Err(Error::invalid(Parameter::BaseRate, share, EXPECTED))
}

fn is_share(share: f64) -> bool {
    share > 0.0 && share < 1.0
}

/// [`SHARES`] and the one `asked` for, the largest first.
fn shares(asked: Option<f64>) -> Vec<f64> {
    let mut shares: Vec<f64> = SHARES.into_iter().chain(asked).collect();
    shares.sort_by(|a, b| b.total_cmp(a));
    shares.dedup();
    shares
}

impl LabelledPredictions<'_> {
    /// The figures at each of [`SHARES`] and at the one `asked` for, the largest share first. Scores
    /// are taken as distances from `threshold`, which is added to the best one. Empty where either
    /// class has no row: nothing is known of it.
    ///
    /// # Errors
    ///
    /// What [`check_share`] refuses.
    pub fn base_rates(
        &self,
        bootstrap: &Bootstrap,
        threshold: f64,
        asked: Option<f64>,
    ) -> Result<Vec<BaseRate>> {
        asked.map_or(Ok(()), check_share)?;
        let shares = shares(asked);
        let ranked = Ranked::of(self);
        let best = best_at_each(ranked.ranking(|_| 1), &shares);
        let Some(best) = best.into_iter().collect::<Option<Vec<f64>>>() else {
            return Ok(Vec::new());
        };
        // First the decisions as they are, then those of each best threshold.
        let mut deciders = vec![self.decisions.to_vec()];
        deciders.extend(best.iter().map(|&at| self.decided(at)));

        let drawn = bootstrap.drawn(self.clusters, |weights| Draw {
            rates: deciders
                .iter()
                .map(|decisions| Rates::of(&weighted(self.labels, decisions, weights)))
                .collect(),
            best: best_at_each(ranked.ranking(|row| weights[row]), &shares),
        });
        let drawn = drawn.unwrap_or_default();
        let unseen = Unseen::of(self, bootstrap.level);
        let figures = |decider: usize, share: f64| {
            let counts = Counts::of(self.labels, &deciders[decider]);
            let drawn = drawn.iter().map(|draw| draw.rates[decider]);
            let drawn: Vec<_> = drawn.collect();
            WeightedFigures::of(&counts, &drawn, bootstrap, unseen, share)
        };
        let places = shares.iter().zip(&best).enumerate();
        let base_rates = places.map(|(place, (&share, &at))| BaseRate {
            share,
            figures: figures(0, share),
            best: BestThreshold {
                threshold: threshold + at,
                threshold_interval: bootstrap
                    .percentiles(drawn.iter().map(|draw| draw.best[place]))
                    .map(|it| [threshold + it.low, threshold + it.high].into()),
                figures: figures(place + 1, share),
            },
        });
        Ok(base_rates.collect())
    }

    /// The decisions of another threshold.
    fn decided(&self, threshold: f64) -> Vec<bool> {
        let scores = self.scores.iter();
        scores.map(|&score| reaches(score, threshold)).collect()
    }
}

/// The figures of one draw of the bootstrap.
struct Draw {
    /// One for each set of decisions.
    rates: Vec<Option<Rates>>,
    /// The best threshold at each share.
    best: Vec<Option<f64>>,
}

/// Rows in descending order of their scores: a draw weighs them anew, and sorts nothing.
struct Ranked(Vec<(usize, f64, bool)>);

impl Ranked {
    fn of(predictions: &LabelledPredictions) -> Self {
        let rows = predictions
            .scores
            .iter()
            .zip(predictions.labels)
            .enumerate();
        let rows = rows.map(|(row, (&score, &label))| (row, score, label));
        let mut rows: Vec<_> = rows.collect();
        rows.sort_by(|a, b| b.1.total_cmp(&a.1));
        Ranked(rows)
    }

    fn ranking(&self, weight: impl Fn(usize) -> u64) -> Ranking {
        let rows = self.0.iter();
        Ranking::of_descending(rows.map(|&(row, score, label)| (score, label, weight(row))))
    }
}

/// At each share of positives the threshold with the highest F1; of equal ones that nearest to 0.
/// `None` without rows of either class.
fn best_at_each(mut ranking: Ranking, shares: &[f64]) -> Vec<Option<f64>> {
    let (positives, negatives) = (ranking.positives() as f64, ranking.negatives() as f64);
    if positives == 0.0 || negatives == 0.0 {
        return vec![None; shares.len()];
    }
    let mut best = Vec::with_capacity(shares.len());
    for share in shares {
        let weight = (1.0 - share) / share * positives / negatives;
        ranking = ranking.weighing_negatives(weight);
        best.push(ranking.best_f1(0.0).map(|best| best.threshold));
    }
    best
}

/// The rates that do not depend on the share of positives.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Rates {
    /// The share of the positives called positive.
    recall: f64,
    /// The share of the negatives called positive.
    false_positive: f64,
}

impl Rates {
    /// `None` without rows of either class.
    fn of(counts: &Counts) -> Option<Self> {
        Some(Rates {
            recall: counts.recall()?,
            false_positive: counts.false_positive_rate()?,
        })
    }

    /// With either kind of error as frequent as [`Unseen`] allows. Not with both at once: where both
    /// are, a test without an error is rarer than its level says (Buehler 1957).
    fn cautious(self, unseen: Unseen) -> [Self; 2] {
        let (recall, false_positive) = (self.recall, self.false_positive);
        [
            Rates {
                recall: recall.min(1.0 - unseen.missed),
                false_positive,
            },
            Rates {
                recall,
                false_positive: false_positive.max(unseen.called),
            },
        ]
    }

    fn precision(self, share: f64) -> Option<f64> {
        let right = share * self.recall;
        let called = right + (1.0 - share) * self.false_positive;
        (called > 0.0).then_some(right / called)
    }

    fn f1(self, share: f64) -> f64 {
        let right = share * self.recall;
        let called = right + (1.0 - share) * self.false_positive;
        2.0 * right / (called + share)
    }
}

impl WeightedFigures {
    /// From the `counts` of a decider, and its rates in every draw.
    fn of(
        counts: &Counts,
        drawn: &[Option<Rates>],
        bootstrap: &Bootstrap,
        unseen: Unseen,
        share: f64,
    ) -> Self {
        let Some(rates) = Rates::of(counts) else {
            return WeightedFigures::default();
        };
        let interval = |figure: &dyn Fn(Rates) -> Option<f64>| -> Option<Interval> {
            figure(rates)?;
            let plain = drawn.iter().map(|it| it.and_then(figure));
            let low = |kind: usize| {
                let cautious = drawn.iter().map(|it| {
                    let rates = it.filter(|&it| figure(it).is_some())?;
                    figure(rates.cautious(unseen)[kind])
                });
                Some(bootstrap.percentiles(cautious)?.low)
            };
            Some(Interval {
                low: low(0)?.min(low(1)?),
                high: bootstrap.percentiles(plain)?.high,
            })
        };
        let precision = |it: Rates| it.precision(share);
        let f1 = |it: Rates| Some(it.f1(share));
        WeightedFigures {
            precision: precision(rates),
            precision_interval: interval(&precision),
            recall: Some(rates.recall),
            recall_interval: interval(&|it| Some(it.recall)),
            f1: f1(rates),
            f1_interval: interval(&f1),
        }
    }
}

#[cfg(test)]
mod tests;
