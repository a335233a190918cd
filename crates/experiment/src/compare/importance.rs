//! Feature importance of a learned decider.

use ndarray::{Array2, Axis};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use dejalu_base::threshold::reaches;
use dejalu_learn::evaluation::{Counts, Interval, middle};
use dejalu_learn::{Discriminant, Fitted};
use dejalu_similarity::FeatureSet;

/// Number of times each feature is shuffled.
const REPEATS: usize = 10;

/// Kernel values that shuffling may cost in one fold, about a second of one core; rows beyond are
/// left out, chosen by a hash. Counted work and not a clock: the figures are the same everywhere.
const WORK: usize = 80_000_000;

/// Importance of each feature to a learned decider, measured on pairs that it had not seen.
///
/// Correlated features share their importance: shuffling one leaves the other to decide by.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Importance {
    /// The meaning of the numbers.
    pub kind: ImportanceKind,
    /// Number of pairs that were judged with shuffled features; 0 for weights.
    pub pairs: u64,
    /// One a feature, in the order of the vector.
    pub features: Vec<FeatureImportance>,
}

/// The meaning of an importance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImportanceKind {
    /// The weight of the standardised feature in a linear discriminant, exact; below 0 it speaks
    /// for "distinct". The interval is over the folds.
    Weight,
    /// Loss of F1 when the feature's values are exchanged among the pairs (Breiman 2001, Fisher,
    /// Rudin & Dominici 2019); below 0 by chance alone. The interval is over the repeats.
    LossOfF1,
}

/// The importance of one feature.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FeatureImportance {
    /// The feature's name.
    pub feature: String,
    /// The mean.
    pub value: f64,
    /// The middle 95 %; `None` of a single value.
    pub interval: Option<Interval>,
}

/// The importances in one fold.
#[derive(Debug, Clone)]
pub(super) enum FoldImportance {
    Weights(Vec<f64>),
    Shuffled {
        whole: Counts,
        /// Features × repeats.
        shuffled: Vec<[Counts; REPEATS]>,
    },
}

/// A discriminant, and the rows that show what it decides by.
pub(super) struct Tested<'a> {
    pub(super) discriminant: &'a Discriminant,
    pub(super) threshold: f64,
    /// Scaled rows that it has not seen.
    pub(super) rows: Array2<f64>,
    pub(super) labels: Vec<bool>,
}

impl<'a> Tested<'a> {
    pub(super) fn new(fitted: &'a Fitted, rows: &Array2<f64>, labels: Vec<bool>) -> Self {
        Tested {
            discriminant: &fitted.discriminant,
            threshold: fitted.operating_point.threshold,
            rows: fitted.scaling.rows(rows.view()),
            labels,
        }
    }

    /// The weights of a linear discriminant.
    pub(super) fn weights(&self) -> Option<FoldImportance> {
        match self.discriminant {
            Discriminant::Linear { weights, .. } => Some(FoldImportance::Weights(weights.clone())),
            _ => None,
        }
    }

    /// Shuffles one feature after the other, each time by another `seed`.
    pub(super) fn shuffle(self, seed: u64) -> FoldImportance {
        let sampled = self.within_work(seed);
        let features = sampled.rows.ncols();
        let repeat = |feature: usize| {
            std::array::from_fn(|repeat| {
                let turn = (feature * REPEATS + repeat).to_le_bytes();
                let order = order(sampled.rows.nrows(), xxh3_64_with_seed(&turn, seed));
                let mut rows = sampled.rows.clone();
                let column = sampled.rows.column(feature);
                let shuffled = order.iter().map(|&row| column[row]);
                rows.column_mut(feature)
                    .iter_mut()
                    .zip(shuffled)
                    .for_each(|(to, value)| *to = value);
                sampled.counts(&rows)
            })
        };
        FoldImportance::Shuffled {
            whole: sampled.counts(&sampled.rows),
            shuffled: (0..features).map(repeat).collect(),
        }
    }

    /// As many rows as [`WORK`] allows.
    fn within_work(self, seed: u64) -> Self {
        let each = self.discriminant.support_vectors().unwrap_or(1).max(1)
            * self.rows.ncols().max(1)
            * REPEATS;
        let most = (WORK / each).max(1);
        if self.rows.nrows() <= most {
            return self;
        }
        let mut kept = order(self.rows.nrows(), seed);
        kept.truncate(most);
        Tested {
            rows: self.rows.select(Axis(0), &kept),
            labels: kept.iter().map(|&row| self.labels[row]).collect(),
            ..self
        }
    }

    fn counts(&self, rows: &Array2<f64>) -> Counts {
        let scores = self.discriminant.scores(rows.view());
        let decisions: Vec<bool> = scores.iter().map(|&g| reaches(g, self.threshold)).collect();
        Counts::of(&self.labels, &decisions)
    }
}

/// A permutation of n rows that only the seed decides.
fn order(n: usize, seed: u64) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..n).collect();
    rows.sort_by_cached_key(|row| (xxh3_64_with_seed(&row.to_le_bytes(), seed), *row));
    rows
}

impl Importance {
    /// Puts together what the folds say; `None` where there is none, or of different kinds.
    pub(super) fn of(importances: &[FoldImportance], features: &FeatureSet) -> Option<Self> {
        let (kind, pairs, values) = match importances.first()? {
            FoldImportance::Weights(_) => (ImportanceKind::Weight, 0, weights(importances)?),
            FoldImportance::Shuffled { .. } => {
                let (pairs, losses) = losses(importances)?;
                (ImportanceKind::LossOfF1, pairs, losses)
            }
        };
        let named = features.iter().zip(values);
        let features = named.map(|(feature, values)| FeatureImportance {
            feature: feature.name().to_string(),
            value: values.iter().sum::<f64>() / values.len().max(1) as f64,
            interval: middle(values, 0.95),
        });
        Some(Importance {
            kind,
            pairs,
            features: features.collect(),
        })
    }
}

/// Each feature's weight in every fold.
fn weights(importances: &[FoldImportance]) -> Option<Vec<Vec<f64>>> {
    let folds: Option<Vec<&Vec<f64>>> = importances
        .iter()
        .map(|importance| match importance {
            FoldImportance::Weights(weights) => Some(weights),
            FoldImportance::Shuffled { .. } => None,
        })
        .collect();
    let folds = folds?;
    let features = folds.first()?.len();
    let of = |feature: usize| folds.iter().map(|fold| fold[feature]).collect();
    Some((0..features).map(of).collect())
}

/// The pairs judged, and each feature's loss of F1 in every repeat over all folds.
fn losses(importances: &[FoldImportance]) -> Option<(u64, Vec<Vec<f64>>)> {
    let mut all = Counts::default();
    let mut without: Vec<[Counts; REPEATS]> = Vec::new();
    for importance in importances {
        let FoldImportance::Shuffled { whole, shuffled } = importance else {
            return None;
        };
        all += *whole;
        without.resize(shuffled.len(), [Counts::default(); REPEATS]);
        for (sums, counts) in without.iter_mut().zip(shuffled) {
            sums.iter_mut().zip(counts).for_each(|(sum, c)| *sum += *c);
        }
    }
    let f1 = all.f1()?;
    let loss = |counts: &Counts| f1 - counts.f1().unwrap_or(0.0);
    let of = |repeats: &[Counts; REPEATS]| repeats.iter().map(loss).collect();
    Some((all.total(), without.iter().map(of).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_learn::{Kernel, Learner};

    /// Rows of which the first feature decides everything and the second nothing.
    fn rows(n: usize) -> (Array2<f64>, Vec<bool>) {
        let labels: Vec<bool> = (0..n).map(|i| i % 3 == 0).collect();
        let rows = Array2::from_shape_fn((n, 2), |(i, j)| match (j, labels[i]) {
            (0, true) => 1.0,
            (0, false) => -1.0,
            _ => ((i * 7) % 11) as f64 / 5.0 - 1.0,
        });
        (rows, labels)
    }

    fn importance(kernel: Kernel, importance: impl Fn(Tested) -> FoldImportance) -> Importance {
        let (rows, labels) = rows(120);
        let discriminant = Learner::new(kernel, 10.0)
            .fit(rows.view(), &labels)
            .unwrap();
        let tested = || Tested {
            discriminant: &discriminant,
            threshold: 0.0,
            rows: rows.clone(),
            labels: labels.clone(),
        };
        let features = FeatureSet::parse("jaccard cosine").unwrap();
        Importance::of(&[importance(tested()), importance(tested())], &features).unwrap()
    }

    #[test]
    fn what_decides_is_important_and_what_does_not_is_not() {
        let found = importance(Kernel::Rbf { gamma: 0.5 }, |tested| tested.shuffle(1));
        assert_eq!((found.kind, found.pairs), (ImportanceKind::LossOfF1, 240));
        // Shuffled, a third of the positives is found by chance.
        assert!(found.features[0].value > 0.5, "{found:?}");
        assert_eq!(found.features[1].value, 0.0, "{found:?}");
        let interval = found.features[0].interval.unwrap();
        assert!(interval.low < found.features[0].value && found.features[0].value < interval.high);
    }

    #[test]
    fn a_linear_discriminant_tells_its_weights() {
        let found = importance(Kernel::Linear, |tested| tested.weights().unwrap());
        assert_eq!(found.kind, ImportanceKind::Weight);
        assert_eq!(found.features[0].feature, "jaccard");
        assert!((found.features[0].value - 1.0).abs() < 1e-3, "{found:?}");
        assert!(found.features[1].value.abs() < 1e-3, "{found:?}");
    }

    #[test]
    fn shuffling_depends_on_the_seed_alone_and_is_bounded() {
        let shuffled = |seed| importance(Kernel::Rbf { gamma: 0.5 }, |tested| tested.shuffle(seed));
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        let (rows, labels) = rows(100);
        let discriminant = Discriminant::Kernel {
            kernel: Kernel::Linear,
            vectors: Array2::zeros((WORK / 2 / REPEATS / 10, 2)),
            coefficients: Vec::new(),
            bias: 0.0,
        };
        let tested = Tested {
            discriminant: &discriminant,
            threshold: 0.0,
            rows,
            labels,
        };
        // The support vectors are counted by their coefficients.
        assert_eq!(tested.within_work(1).rows.nrows(), 100);
    }
}
