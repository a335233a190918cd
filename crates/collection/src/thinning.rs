//! Some documents of a crowded collection.
//!
//! Where thousands of documents are alike there are millions of candidates, and a few of the documents stand for all.

use dejalu_base::error::Result;
use dejalu_similarity::candidates::GrowingIndex;

/// Documents that are taken together.
pub(super) const TOGETHER: usize = 512;

/// Documents of which each has few candidates among those before it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Thinned {
    /// The documents, by index.
    pub(super) documents: Vec<u32>,
    /// Their candidates, the earlier one first.
    pub(super) pairs: Vec<(u32, u32)>,
}

impl Thinned {
    /// Takes documents in this order, so many together, but for those that meet `most` of the ones taken before.
    ///
    /// # Errors
    ///
    /// What [`GrowingIndex::among`] refuses.
    pub(super) fn of(
        mut taken: GrowingIndex<'_>,
        order: &[u32],
        most: usize,
        together: usize,
    ) -> Result<Self> {
        let mut thinned = Thinned::default();
        for documents in order.chunks(together) {
            let mut earlier = taken.earlier(documents)?;
            let first = thinned.documents.len();
            let mut left_out = Vec::new();
            for &document in documents {
                let mut met = earlier.remove(&document).unwrap_or_default();
                met.retain(|before| !left_out.contains(before));
                if met.len() >= most {
                    left_out.push(document);
                    continue;
                }
                thinned.documents.push(document);
                let pairs = met.into_iter().map(|before| (before, document));
                thinned.pairs.extend(pairs);
            }
            taken.add(thinned.documents[first..].to_vec());
        }
        Ok(thinned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_similarity::candidates::{Filter, SketchRef, Sketches};

    #[test]
    fn a_few_stand_for_a_crowd_and_all_others_for_themselves() {
        let mut sketches = Sketches::default();
        for document in 0..3_000u64 {
            // Two thousand that differ in one value, and families of four.
            let values: Vec<u64> = if document < 2_000 {
                (0..20).chain([100 + document]).collect()
            } else {
                let family = 10_000 * (document / 4);
                (family..family + 9)
                    .chain([family + 10 + document % 4])
                    .collect()
            };
            sketches.push(SketchRef {
                values: &values,
                shares: &[],
            });
        }
        let filters = [Filter::new("jaccard".parse().unwrap(), "0.7".parse().unwrap()).unwrap()];
        let sketches = [sketches];
        let order: Vec<u32> = (0..3_000).map(|it| it * 7 % 3_000).collect();
        let thinned = |together| {
            let taken = GrowingIndex::new(&filters, &sketches);
            Thinned::of(taken, &order, 24, together).unwrap()
        };
        let found = thinned(TOGETHER);
        assert_eq!(thinned(7).documents, found.documents);
        let of_crowd = found.documents.iter().filter(|document| **document < 2_000);
        assert_eq!((of_crowd.count(), found.documents.len()), (24, 1_024));
        assert_eq!(found.pairs.len(), 24 * 23 / 2 + 250 * 6);
    }
}
