//! Folds of whole clusters: the one rule, for training, comparison and the search of options.
//!
//! Documents are assigned to folds by cluster. Fold k trains on the pairs with *neither* document in
//! k. Every pair is tested exactly once: one inside fold k in k, one across two folds in either, by
//! the parity of a fixed hash of its documents' ids. No pair is dropped from testing.

use std::collections::BTreeMap;

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use dejalu_base::error::{LearnError, PairError, Result};
use dejalu_text::document::DocumentId;

/// The input of the assignment to folds: documents, their clusters, and pairs with labels.
#[derive(Debug, Clone, Copy)]
pub struct GroupedPairs<'a> {
    /// Each document's name; folds do not depend on the order of documents.
    pub ids: &'a [DocumentId],
    /// Each document's cluster.
    pub clusters: &'a [u32],
    /// The documents of each pair.
    pub pairs: &'a [(usize, usize)],
    /// Whether each pair is a duplicate.
    pub labels: &'a [bool],
}

/// The fold of each document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Folds {
    /// `None` for documents that occur in none of the pairs.
    fold_of: Vec<Option<u32>>,
    /// Number of folds.
    count: usize,
}

impl Folds {
    /// Assigns the documents of `chosen` pairs (indices into `grouped`) to `count` folds by
    /// cluster, stratified by the positives that a cluster holds. `seed` decides the order of
    /// equals. Refuses fewer than two folds, fewer clusters than folds, and one class only.
    pub(crate) fn assign(
        grouped: &GroupedPairs,
        chosen: &[usize],
        count: usize,
        seed: u64,
    ) -> Result<Self> {
        let positives = chosen.iter().filter(|&&pair| grouped.labels[pair]).count();
        if positives == 0 || positives == chosen.len() {
            return Err(LearnError::OneClass {
                positives,
                negatives: chosen.len() - positives,
            }
            .into());
        }
        let clusters = clusters_in_order(grouped, chosen, seed);
        if count < 2 || clusters.len() < count {
            return Err(PairError::TooFewClusters {
                folds: count,
                clusters: clusters.len(),
                pairs: chosen.len(),
            }
            .into());
        }
        let mut fold_of = vec![None; grouped.ids.len()];
        let mut totals = vec![(0usize, 0usize); count];
        for cluster in clusters {
            let load = |fold: &usize| {
                let (positives, documents) = totals[*fold];
                match cluster.positives {
                    0 => (documents, positives),
                    _ => (positives, documents),
                }
            };
            let fold = (0..count).min_by_key(load).unwrap_or_default();
            totals[fold].0 += cluster.positives;
            totals[fold].1 += cluster.documents.len();
            for document in cluster.documents {
                fold_of[document] = Some(fold as u32);
            }
        }
        Ok(Folds { fold_of, count })
    }

    /// Number of folds.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The folds of a pair's documents, ascending.
    pub(crate) fn both(&self, grouped: &GroupedPairs, pair: usize) -> Option<(u32, u32)> {
        let (left, right) = grouped.pairs[pair];
        let (a, b) = (self.fold_of[left]?, self.fold_of[right]?);
        Some((a.min(b), a.max(b)))
    }

    /// The fold that tests a pair.
    pub(crate) fn tester(&self, grouped: &GroupedPairs, pair: usize) -> Option<u32> {
        let (left, right) = grouped.pairs[pair];
        let (low, high) = self.both(grouped, pair)?;
        Some(match parity(&grouped.ids[left], &grouped.ids[right]) {
            0 => low,
            _ => high,
        })
    }

    /// Returns whether fold `k` may train on a pair.
    pub(crate) fn trains(&self, grouped: &GroupedPairs, pair: usize, k: u32) -> bool {
        let (left, right) = grouped.pairs[pair];
        self.fold_of[left] != Some(k) && self.fold_of[right] != Some(k)
    }

    /// The pairs among `chosen` that fold `k` trains on, and those that it tests.
    pub(crate) fn split(
        &self,
        grouped: &GroupedPairs,
        chosen: &[usize],
        k: u32,
    ) -> (Vec<usize>, Vec<usize>) {
        let pairs = || chosen.iter().copied();
        let train = pairs()
            .filter(|&pair| self.trains(grouped, pair, k))
            .collect();
        let test = pairs()
            .filter(|&pair| self.tester(grouped, pair) == Some(k))
            .collect();
        (train, test)
    }

    /// The pairs among `chosen` by the folds of their documents: each is asked in one cell.
    pub(crate) fn cells(&self, grouped: &GroupedPairs, chosen: &[usize]) -> Vec<Cell> {
        let count = self.count as u32;
        let corners = (0..count).flat_map(|low| (low..count).map(move |high| (low, high)));
        let cell = |corner: (u32, u32)| {
            let is_asked = |pair: &usize| self.both(grouped, *pair) == Some(corner);
            let is_known = |pair: &usize| {
                self.trains(grouped, *pair, corner.0) && self.trains(grouped, *pair, corner.1)
            };
            Cell {
                asked: chosen.iter().copied().filter(is_asked).collect(),
                known: chosen.iter().copied().filter(is_known).collect(),
            }
        };
        let cells = corners.map(cell);
        cells.filter(|cell| !cell.asked.is_empty()).collect()
    }
}

/// Pairs of one fold, or across two, and those without a document of either.
pub(crate) struct Cell {
    /// Indices of pairs that are to be judged by the others.
    pub asked: Vec<usize>,
    /// Those that know nothing of their documents.
    pub known: Vec<usize>,
}

/// A cluster of the chosen pairs.
struct Cluster {
    positives: usize,
    documents: Vec<usize>,
    /// Decides the order of clusters with equally many positives.
    tie_break: u64,
}

/// The clusters of the chosen pairs, those with most positives first, equals by `seed`.
fn clusters_in_order(grouped: &GroupedPairs, chosen: &[usize], seed: u64) -> Vec<Cluster> {
    let mut clusters: BTreeMap<u32, Cluster> = BTreeMap::new();
    for &pair in chosen {
        let (left, right) = grouped.pairs[pair];
        for document in [left, right] {
            let cluster = clusters
                .entry(grouped.clusters[document])
                .or_insert(Cluster {
                    positives: 0,
                    documents: Vec::new(),
                    tie_break: u64::MAX,
                });
            cluster.documents.push(document);
            let tie_break = xxh3_64_with_seed(grouped.ids[document].as_str().as_bytes(), seed);
            cluster.tie_break = cluster.tie_break.min(tie_break);
        }
        if grouped.labels[pair] {
            // Both documents of a duplicate pair are of one cluster.
            clusters
                .entry(grouped.clusters[left])
                .and_modify(|cluster| cluster.positives += 1);
        }
    }
    let mut clusters: Vec<Cluster> = clusters.into_values().collect();
    for cluster in &mut clusters {
        cluster.documents.sort_unstable();
        cluster.documents.dedup();
    }
    clusters.sort_by_key(|cluster| (std::cmp::Reverse(cluster.positives), cluster.tie_break));
    clusters
}

/// 0 or 1, the same for either order of the two names.
fn parity(left: &DocumentId, right: &DocumentId) -> u64 {
    let (first, second) = (left.min(right), left.max(right));
    xxh3_64(format!("{first}\0{second}").as_bytes()) & 1
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    struct Case {
        ids: Vec<DocumentId>,
        clusters: Vec<u32>,
        pairs: Vec<(usize, usize)>,
        labels: Vec<bool>,
    }

    impl Case {
        fn grouped(&self) -> GroupedPairs<'_> {
            GroupedPairs {
                ids: &self.ids,
                clusters: &self.clusters,
                pairs: &self.pairs,
                labels: &self.labels,
            }
        }
    }

    /// Clusters of `sizes` documents; all pairs inside are duplicates, `across` are not.
    fn case(sizes: &[usize], across: &[(usize, usize)]) -> Case {
        let mut case = Case {
            ids: vec![],
            clusters: vec![],
            pairs: vec![],
            labels: vec![],
        };
        for (cluster, &size) in sizes.iter().enumerate() {
            let first = case.ids.len();
            for document in first..first + size {
                case.ids.push(format!("d{document}").into());
                case.clusters.push(cluster as u32);
                case.pairs
                    .extend((first..document).map(|other| (other, document)));
            }
        }
        case.labels = vec![true; case.pairs.len()];
        let documents = case.ids.len();
        for &(left, right) in across {
            let (left, right) = (left % documents, right % documents);
            if case.clusters[left] != case.clusters[right] {
                case.pairs.push((left, right));
                case.labels.push(false);
            }
        }
        case
    }

    proptest! {
        #[test]
        fn every_pair_is_tested_once_and_never_trained_on_with_a_document_of_the_fold(
            sizes in prop::collection::vec(1usize..5, 6..14),
            across in prop::collection::vec((0usize..60, 0usize..60), 5..40),
            count in 2usize..5,
            seed in 0u64..4,
        ) {
            let case = case(&sizes, &across);
            let grouped = case.grouped();
            let chosen: Vec<usize> = (0..case.pairs.len()).collect();
            let Ok(folds) = Folds::assign(&grouped, &chosen, count, seed) else {
                return Ok(());
            };
            let mut tested = vec![0; case.pairs.len()];
            for k in 0..count as u32 {
                let (train, test) = folds.split(&grouped, &chosen, k);
                test.iter().for_each(|&pair| tested[pair] += 1);
                let clusters = |pairs: &[usize]| -> std::collections::HashSet<u32> {
                    pairs.iter().flat_map(|&pair| {
                        let (left, right) = case.pairs[pair];
                        [left, right]
                    }).filter(|&document| folds.fold_of[document] == Some(k))
                    .map(|document| case.clusters[document]).collect()
                };
                prop_assert!(clusters(&train).is_empty());
            }
            prop_assert!(tested.iter().all(|&times| times == 1));
        }

        #[test]
        fn the_order_of_pairs_is_of_no_account(
            sizes in prop::collection::vec(1usize..5, 6..14),
            across in prop::collection::vec((0usize..60, 0usize..60), 5..40),
        ) {
            let case = case(&sizes, &across);
            let chosen: Vec<usize> = (0..case.pairs.len()).collect();
            let reversed: Vec<usize> = chosen.iter().rev().copied().collect();
            let there = Folds::assign(&case.grouped(), &chosen, 3, 42).ok();
            prop_assert_eq!(there, Folds::assign(&case.grouped(), &reversed, 3, 42).ok());
        }
    }

    #[test]
    fn positives_are_spread_evenly() {
        let case = case(&[3; 10], &[(0, 5), (3, 9)]);
        let chosen: Vec<usize> = (0..case.pairs.len()).collect();
        let folds = Folds::assign(&case.grouped(), &chosen, 5, 42).unwrap();
        for k in 0..5 {
            let (_, test) = folds.split(&case.grouped(), &chosen, k);
            assert_eq!(test.iter().filter(|&&pair| case.labels[pair]).count(), 6);
        }
    }

    #[test]
    fn what_cannot_be_split_is_refused() {
        let one_class = case(&[2, 2, 2], &[]);
        let error = Folds::assign(&one_class.grouped(), &[0, 1, 2], 3, 42).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("3 duplicate and 0 distinct pairs"),
            "{error}"
        );
        let few = case(&[2, 1], &[(0, 2)]);
        let error = Folds::assign(&few.grouped(), &[0, 1], 5, 42).unwrap_err();
        assert_eq!(
            error.to_string(),
            "2 pairs of 2 document clusters cannot be split into 5 folds; expected at least one cluster per fold; label pairs of more documents or use fewer folds (folds, inner_folds)"
        );
    }
}
