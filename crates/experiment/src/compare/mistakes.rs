//! Wrong decisions, with their margin and reasons.

use std::collections::BTreeSet;

use ndarray::Array2;

use super::importance::Tested;
use dejalu_base::threshold::reaches;

/// The mistakes of either kind that are kept, the worst ones.
const KEPT: usize = 6;

/// A pair that a learned decider got wrong, as it was judged by a model that had not seen it.
#[derive(Debug, Clone, PartialEq)]
pub struct Mistake {
    /// The pair's place in the order of the comparison.
    pub pair: usize,
    /// The clusters of its documents, ascending.
    pub clusters: [u32; 2],
    /// True if it is labelled a duplicate; the decision was the opposite.
    pub label: bool,
    /// The score less the threshold.
    pub margin: f64,
    /// The probability of a duplicate, as the model gave it.
    pub probability: f64,
    /// The similarities, in the order of the decider's features; NaN where one is missing.
    pub values: Vec<f64>,
    /// Number of standard deviations by which each of them lies above its training mean.
    pub deviations: Vec<f64>,
    /// Contribution of each of them to the score.
    pub effects: Vec<f64>,
    /// Whether each of them had anything to compare.
    pub comparable: Vec<bool>,
}

/// Sort key of a mistake: its label, its margin, its pair, its clusters.
type Place = (bool, f64, usize, [u32; 2]);

/// The decisions of a decider on the rows that test it: one of each for every row.
pub(super) struct Judged<'a> {
    /// The rows' pairs.
    pub(super) pairs: &'a [usize],
    /// Their vectors, unscaled.
    pub(super) values: &'a Array2<f64>,
    pub(super) scores: &'a [f64],
    /// The minimum score of each to be called a duplicate.
    pub(super) minima: &'a [f64],
    pub(super) probabilities: &'a [f64],
}

/// The worst mistakes among judged rows. `clusters` are those of all pairs; `comparable` tells which
/// features of a pair had anything to compare.
pub(super) fn mistakes(
    tested: &Tested,
    judged: &Judged,
    clusters: &[(u32, u32)],
    comparable: impl Fn(usize) -> Vec<bool>,
) -> Vec<Mistake> {
    let &Judged {
        pairs,
        scores,
        minima,
        ..
    } = judged;
    let margin = |row: usize| scores[row] - minima[row];
    let wrong =
        (0..pairs.len()).filter(|&row| reaches(scores[row], minima[row]) != tested.labels[row]);
    let clusters = |row: usize| {
        let (left, right) = clusters[pairs[row]];
        [left.min(right), left.max(right)]
    };
    let place = |row: &usize| {
        (
            tested.labels[*row],
            margin(*row),
            pairs[*row],
            clusters(*row),
        )
    };
    let mistake = |row: usize| {
        let scaled = tested.rows.row(row).to_vec();
        Mistake {
            pair: pairs[row],
            clusters: clusters(row),
            label: tested.labels[row],
            margin: margin(row),
            probability: judged.probabilities[row],
            values: judged.values.row(row).to_vec(),
            effects: tested.discriminant.contributions(&scaled),
            deviations: scaled,
            comparable: comparable(pairs[row]),
        }
    };
    // Reasons cost time, so the worst are found first.
    let worst = worst(wrong.collect(), place).into_iter();
    worst.map(mistake).collect()
}

/// The worst of the mistakes of several folds: false alarms and misses, each the worst first.
pub(super) fn worst_of_all(mistakes: Vec<Mistake>) -> Vec<Mistake> {
    worst(mistakes, |it| (it.label, it.margin, it.pair, it.clusters))
}

/// At most [`KEPT`] of either label, the farthest from the threshold first; of those between the same
/// clusters the first alone, since the others show the same.
fn worst<T>(mut wrong: Vec<T>, place: impl Fn(&T) -> Place) -> Vec<T> {
    wrong.sort_by(|a, b| {
        let ((label, margin, pair, _), (other, its_margin, its_pair, _)) = (place(a), place(b));
        let by_margin = its_margin.abs().total_cmp(&margin.abs());
        label.cmp(&other).then(by_margin).then(pair.cmp(&its_pair))
    });
    let mut seen = BTreeSet::new();
    let mut kept = [0; 2];
    wrong.retain(|it| {
        let (label, .., clusters) = place(it);
        let kept = &mut kept[usize::from(label)];
        let keeps = *kept < KEPT && seen.insert((label, clusters));
        *kept += usize::from(keeps);
        keeps
    });
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_learn::Discriminant;

    #[test]
    fn the_worst_of_either_kind_are_kept_with_their_reasons() {
        // The score is 2·x; rows of a positive score that are labelled distinct are false alarms.
        let discriminant = Discriminant::Linear {
            weights: vec![2.0],
            bias: 0.0,
        };
        let x: Vec<f64> = (0..40).map(|row| f64::from(row - 20) / 10.0).collect();
        let rows = Array2::from_shape_vec((40, 1), x.clone()).unwrap();
        let scores: Vec<f64> = x.iter().map(|x| 2.0 * x).collect();
        let tested = Tested {
            discriminant: &discriminant,
            threshold: 0.0,
            rows: rows.clone(),
            labels: (0..40).map(|row| row < 5).collect(),
        };
        let pairs: Vec<usize> = (100..140).collect();
        // Pairs 138 and 139 lie between the same clusters.
        let clusters: Vec<(u32, u32)> = (0..140).map(|pair| (pair.min(138), 7)).collect();
        let judged = Judged {
            pairs: &pairs,
            values: &rows,
            scores: &scores,
            minima: &[0.0; 40],
            probabilities: &[0.5; 40],
        };
        let found = mistakes(&tested, &judged, &clusters, |_| vec![true]);
        let told: Vec<(usize, bool)> = found.iter().map(|it| (it.pair, it.label)).collect();
        let alarms = [139].into_iter().chain((130..138).rev());
        let alarms = alarms.map(|pair| (pair, false));
        let misses = (100..105).map(|pair| (pair, true));
        assert_eq!(told, alarms.take(KEPT).chain(misses).collect::<Vec<_>>());
        assert!((found[0].effects[0] - 3.8).abs() < 1e-12);
        assert_eq!(found[0].margin, scores[39]);
        let twice = [found.clone(), found.clone()].concat();
        assert_eq!(worst_of_all(twice), found);
    }
}
