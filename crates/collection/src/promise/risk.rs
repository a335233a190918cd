//! The order in which removals are doubted.

use std::cmp::Ordering;

use dejalu_text::document::DocumentId;
use xxhash_rust::xxh3::xxh3_64;

/// What is known of a removal before anybody answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Doubt<'a> {
    /// The removed document.
    pub id: &'a DocumentId,
    /// Measures of doubt, the larger the more it is doubted; the same ones for all removals. Not NaN.
    pub measures: Vec<f64>,
    /// The score of the removed document and its kept one; of equally doubted removals the lower score is doubted more,
    /// and one that is not known most.
    pub score: Option<f64>,
}

/// The places of some removals, the least doubted first, each with its risk in (0, 1\].
///
/// The risk is the largest of the mid-ranks of its measures, divided by the number of removals: a removal is doubted if
/// it stands out by any of them. Equal ones are ordered by score, then by a hash of the id, so that neither
/// the order of documents nor their names decide.
///
/// The order was found on collections with known clusters. A useless one makes the test remove less; its promise
/// holds for any order that is fixed before answers exist.
///
/// # Panics
///
/// Removals with different numbers of measures.
pub fn by_risk(removals: &[Doubt<'_>]) -> Vec<(usize, f64)> {
    // Twice the mid-rank is a whole number, and ties stay exact.
    let mut twice = vec![0; removals.len()];
    let measures = removals.first().map_or(0, |it| it.measures.len());
    for measure in 0..measures {
        let values: Vec<f64> = removals.iter().map(|it| it.measures[measure]).collect();
        for (twice, rank) in twice.iter_mut().zip(twice_mid_ranks(&values)) {
            *twice = rank.max(*twice);
        }
    }
    let surest_first = |&a: &usize, &b: &usize| {
        let by_score = score_of(&removals[b]).total_cmp(&score_of(&removals[a]));
        let by_risk = twice[a].cmp(&twice[b]).then(by_score);
        by_risk.then_with(|| by_hash(removals[a].id, removals[b].id))
    };
    let mut order: Vec<usize> = (0..removals.len()).collect();
    order.sort_by(surest_first);
    let risk = |place| twice[place] as f64 / (2 * removals.len()) as f64;
    order.into_iter().map(|it| (it, risk(it))).collect()
}

fn score_of(removal: &Doubt<'_>) -> f64 {
    removal.score.unwrap_or(f64::NEG_INFINITY)
}

fn by_hash(a: &DocumentId, b: &DocumentId) -> Ordering {
    // Not the hash of the order of questions, whatever its seed: the two must be independent.
    let hash = |id: &DocumentId| xxh3_64(format!("risk\0{id}").as_bytes());
    hash(a).cmp(&hash(b)).then_with(|| a.cmp(b))
}

/// Twice the mean rank, from 1, that each of equal values has.
fn twice_mid_ranks(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0; values.len()];
    let mut before = 0;
    for equal in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let twice = 2 * before + equal.len() + 1;
        equal.iter().for_each(|&place| ranks[place] = twice);
        before += equal.len();
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_the_mean_of_their_ranks() {
        assert_eq!(twice_mid_ranks(&[3.0, 1.0, 3.0, 2.0]), [7, 2, 7, 4]);
        assert_eq!(twice_mid_ranks(&[0.0, -0.0]), [3, 3]);
        assert!(twice_mid_ranks(&[]).is_empty());
    }

    #[test]
    fn a_removal_is_doubted_if_any_measure_doubts_it() {
        let ids: Vec<DocumentId> = ["a", "b", "c", "d"].map(DocumentId::from).into();
        let doubt = |place: usize, measures: [f64; 2], score| Doubt {
            id: &ids[place],
            measures: measures.to_vec(),
            score,
        };
        let removals = [
            doubt(0, [9.0, 0.0], Some(1.0)),
            doubt(1, [1.0, 0.0], Some(0.5)),
            doubt(2, [1.0, 5.0], Some(2.0)),
            doubt(3, [1.0, 0.0], Some(0.7)),
        ];
        // The first two are equally doubted: the higher score comes first. So are the last two.
        let found = by_risk(&removals);
        assert_eq!(found, [(3, 0.5), (1, 0.5), (2, 1.0), (0, 1.0)]);
    }

    #[test]
    fn the_order_is_that_of_no_list() {
        let ids: Vec<DocumentId> = (0..50).map(|i| i.to_string().into()).collect();
        let doubt = |id| Doubt {
            id,
            measures: vec![1.0],
            score: None,
        };
        let named = |removals: &[Doubt<'_>]| -> Vec<DocumentId> {
            let order = by_risk(removals).into_iter();
            order.map(|(place, _)| removals[place].id.clone()).collect()
        };
        let forward: Vec<Doubt<'_>> = ids.iter().map(doubt).collect();
        let backward: Vec<Doubt<'_>> = ids.iter().rev().map(doubt).collect();
        assert_eq!(named(&forward), named(&backward));
        assert_ne!(named(&forward), ids, "names decide nothing");
    }
}
