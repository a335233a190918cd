//! A search among documents that are added to it.
//!
//! What is added lies in static indexes whose sizes at least double from the last to the first (Bentley and Saxe,
//! *Decomposable searching problems*, 1980): a document is indexed anew a logarithmic number of times, and a query
//! asks as many indexes.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::candidates::{CandidateIndex, CandidateOptions, Candidates, Filter, Method};
use super::sketches::Sketches;
use dejalu_base::error::Result;

/// An index of some documents of a collection, to which others are added.
pub struct GrowingIndex<'s> {
    filters: &'s [Filter],
    /// The sketches of all documents, under each filter.
    sketches: &'s [Sketches],
    options: CandidateOptions,
    levels: Vec<Level>,
}

/// Documents that were indexed together, under each filter.
struct Level {
    documents: Vec<u32>,
    indexes: Vec<CandidateIndex>,
}

/// Queries that one thread asks at least, since each thread readies a count for every document.
const TOGETHER: usize = 64;

impl<'s> GrowingIndex<'s> {
    /// An index without documents, of a collection with these sketches under each of the filters.
    pub fn new(filters: &'s [Filter], sketches: &'s [Sketches]) -> Self {
        GrowingIndex {
            filters,
            sketches,
            options: CandidateOptions {
                method: Method::Exact,
                ..CandidateOptions::default()
            },
            levels: Vec::new(),
        }
    }

    /// The pairs of an indexed document and one of these, by place, that one or more of the filters keep.
    pub fn with_indexed(&self, documents: &[u32]) -> Vec<(u32, u32)> {
        let mut pairs = Vec::new();
        for (number, sketches) in self.sketches.iter().enumerate() {
            for level in &self.levels {
                let queries = documents.par_iter().with_min_len(TOGETHER);
                let queries = queries.map(|&it| sketches.get(it as usize));
                let hits = level.indexes[number].ask(queries);
                for (&document, hits) in documents.iter().zip(hits) {
                    let indexed = hits.documents.iter();
                    pairs.extend(indexed.map(|&hit| (level.documents[hit as usize], document)));
                }
            }
        }
        self.each_once(pairs)
    }

    /// The pairs of these documents that one or more of the filters keep: by place, the earlier one of the list first.
    ///
    /// # Errors
    ///
    /// What [`Candidates::new`] refuses.
    pub fn among(&self, documents: &[u32]) -> Result<Vec<(u32, u32)>> {
        let mut pairs = Vec::new();
        for (filter, sketches) in self.filters.iter().zip(self.sketches) {
            let candidates = Candidates::new(&of(sketches, documents), filter, &self.options)?;
            let found = candidates.pairs(0..candidates.records()).into_iter();
            pairs.extend(
                found.map(|(left, right)| (documents[left as usize], documents[right as usize])),
            );
        }
        Ok(self.each_once(pairs))
    }

    /// For each of these documents that has any: the indexed ones, and those before it in the list, that one or more of
    /// the filters keep with it.
    ///
    /// # Errors
    ///
    /// As [`among`](Self::among).
    pub fn earlier(&self, documents: &[u32]) -> Result<FxHashMap<u32, Vec<u32>>> {
        let mut earlier: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        let pairs = self.with_indexed(documents).into_iter();
        for (before, document) in pairs.chain(self.among(documents)?) {
            earlier.entry(document).or_default().push(before);
        }
        Ok(earlier)
    }

    /// Adds documents that are not in the index.
    pub fn add(&mut self, mut documents: Vec<u32>) {
        if documents.is_empty() {
            return;
        }
        while let Some(level) = self
            .levels
            .pop_if(|level| level.documents.len() < 2 * documents.len())
        {
            documents.extend(level.documents);
        }
        let both = self.filters.iter().zip(self.sketches);
        let index = |(filter, sketches)| {
            CandidateIndex::new(&of(sketches, &documents), filter, &self.options)
        };
        self.levels.push(Level {
            indexes: both.map(index).collect(),
            documents,
        });
    }

    /// What two filters keep comes twice.
    fn each_once(&self, mut pairs: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
        if self.filters.len() > 1 {
            pairs.sort_unstable();
            pairs.dedup();
        }
        pairs
    }
}

/// The sketches of some documents.
fn of(sketches: &Sketches, documents: &[u32]) -> Sketches {
    let mut some = Sketches::default();
    for &document in documents {
        some.push(sketches.get(document as usize));
    }
    some
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::measures::Sketch;

    proptest! {
        #[test]
        fn what_grows_finds_what_all_at_once_finds(
            sets in prop::collection::vec(prop::collection::btree_set(0u64..14, 0..8), 0..60),
            size in 1usize..9,
            at in prop::sample::select(vec!["0.3", "1/2", "0.8"]),
        ) {
            let mut sketches = Sketches::default();
            for set in &sets {
                sketches.push(&Sketch { values: set.iter().copied().collect(), shares: Vec::new() });
            }
            let filter = |feature: &str| Filter::new(feature.parse().unwrap(), at.parse().unwrap()).unwrap();
            let filters = [filter("jaccard"), filter("containment:w=1,direction=min")];
            let sketches = [sketches.clone(), sketches];
            let searches = filters.iter().zip(&sketches);
            let searches = searches.map(|(filter, it)| Candidates::new(it, filter, &Default::default()).unwrap());
            let whole = Candidates::any(searches);
            let expected: BTreeSet<(u32, u32)> = whole.pairs(0..whole.records()).into_iter().collect();

            let mut index = GrowingIndex::new(&filters, &sketches);
            let mut found = Vec::new();
            // Backwards, so that the order in which they are added is not that of their places.
            let order: Vec<u32> = (0..sets.len() as u32).rev().collect();
            for documents in order.chunks(size) {
                found.extend(index.with_indexed(documents));
                found.extend(index.among(documents).unwrap());
                index.add(documents.to_vec());
            }
            prop_assert!(found.iter().all(|(first, second)| first > second));
            let once: BTreeSet<(u32, u32)> = found.iter().map(|&(first, second)| (second, first)).collect();
            prop_assert_eq!(once.len(), found.len());
            prop_assert_eq!(once, expected);
        }
    }
}
