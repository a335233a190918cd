//! Bounds of the similarity of a document of which only the shared values are known.

use super::candidates::Filter;
use super::overlap::SetThreshold;
use super::share_join;
use super::sketches::SketchRef;
use crate::measures::Overlap;

/// The values that a document shares with a query.
///
/// Counts may be too high, as those of lists that several values share are; then too many
/// documents are admitted, never too few.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SharedValues {
    /// Number of values.
    pub values: u32,
    /// Their weight in the query; 0 where values only count.
    pub share: f64,
}

impl SharedValues {
    /// Counts the value at `index` of the query.
    pub fn add(&mut self, query: SketchRef<'_>, index: usize) {
        self.values += 1;
        self.share += query.shares.get(index).copied().unwrap_or_default();
    }
}

/// The condition under which a document may be similar enough to a query.
#[derive(Debug, Clone, Copy)]
pub struct Admission {
    threshold: SetThreshold,
    /// The number of values of the query.
    own: u32,
}

impl Filter {
    /// The values that documents must share with a query.
    pub fn admission(&self, query: SketchRef<'_>) -> Admission {
        Admission {
            threshold: self.threshold(),
            own: query.values.len() as u32,
        }
    }
}

impl Admission {
    /// Returns whether a document of `size` values that shares so much with the query may be similar enough; none that
    /// shares nothing is. Exact for sets; of weighted terms, whose least common share is at most the query's, some are
    /// admitted that are not.
    pub fn admits(&self, size: u32, shared: SharedValues) -> bool {
        let Admission { threshold, own } = *self;
        match threshold.overlap {
            Overlap::Shares => {
                shared.values > 0 && share_join::may_reach(shared.share, threshold.at)
            }
            _ => threshold.possible(own, size) && shared.values >= threshold.shared(own, size),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rayon::prelude::*;

    use super::*;
    use crate::candidates::candidates::{CandidateIndex, CandidateOptions};
    use crate::candidates::sketches::Sketches;
    use crate::measures::Sketch;

    fn sketches() -> impl Strategy<Value = Vec<Sketch>> {
        let set = prop::collection::btree_map(0u64..30, 1u32..5, 0..20);
        let sketch = |weights: std::collections::BTreeMap<u64, u32>| {
            let sum: u32 = weights.values().sum();
            Sketch {
                shares: weights
                    .values()
                    .map(|&weight| f64::from(weight) / f64::from(sum))
                    .collect(),
                values: weights.into_keys().collect(),
            }
        };
        prop::collection::vec(set.prop_map(sketch), 1..12)
    }

    fn shared_values(query: &Sketch, other: &Sketch) -> SharedValues {
        let mut shared = SharedValues::default();
        for (index, value) in query.values.iter().enumerate() {
            if other.values.contains(value) {
                shared.add(query.into(), index);
            }
        }
        shared
    }

    proptest! {
        #[test]
        fn admitted_is_all_that_the_index_finds_and_of_sets_nothing_else(
            documents in sketches(),
            feature in prop::sample::select(vec!["jaccard", "containment:w=1", "containment:w=1,direction=min", "mwo"]),
            at in prop::sample::select(vec!["0.2", "1/2", "2/3", "1"]),
        ) {
            let filter = Filter::new(feature.parse().unwrap(), at.parse().unwrap()).unwrap();
            let mut all = Sketches::default();
            documents.iter().for_each(|document| all.push(document));
            let index = CandidateIndex::new(&all, &filter, &CandidateOptions::default());
            let found = index.ask((0..documents.len()).into_par_iter().map(|query| all.get(query)));
            for (query, found) in documents.iter().zip(found) {
                let admission = filter.admission(query.into());
                let admitted = (0u32..).zip(&documents).filter(|(_, other)| {
                    admission.admits(other.values.len() as u32, shared_values(query, other))
                });
                let admitted: Vec<u32> = admitted.map(|(place, _)| place).collect();
                if feature == "mwo" {
                    prop_assert!(found.documents.iter().all(|place| admitted.contains(place)));
                } else {
                    prop_assert_eq!(&found.documents, &admitted);
                }
            }
        }
    }
}
