//! Documents that a rule cannot tell apart.
//!
//! A rule compares the sets of words, or of runs of words, of two documents. Words with digits are none of them, so
//! that the invoices of a firm, or the pages of a price list, may all have the same set: each is a duplicate of all
//! others by the rule, and there are as many pairs as the square of their number.

use std::collections::HashMap;

use serde::Serialize;

use dejalu_similarity::candidates::Sketches;

/// Documents of different texts that a rule cannot tell apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Indistinct {
    /// Number of texts that the rule cannot tell from another one.
    pub texts: usize,
    /// Number of kinds of text that the rule can tell apart.
    pub kinds: usize,
    /// Number of texts in the largest kind.
    pub largest: usize,
    /// True if each kind was grouped as one text, since their pairs are too many to be looked at one by one.
    pub is_one: bool,
}

/// So many texts of a kind are not a few versions of one document.
const MANY: usize = 30;

/// More pairs of texts are not looked at one by one where many of the texts cannot be told apart.
const MOST_PAIRS: usize = 1 << 22;

/// Texts by what a rule compares of them.
pub(super) struct Kinds {
    /// For each text the first one of its kind, by index.
    first_of: Vec<u32>,
    /// Number of texts in the kind of each first one; 0 of the others.
    sizes: Vec<usize>,
}

impl Kinds {
    /// The kinds of the texts with these sketches. What has nothing to compare is of a kind of its own.
    pub(super) fn of(sketches: &Sketches) -> Self {
        let mut known: HashMap<(&[u64], Vec<u64>), u32> = HashMap::new();
        let mut first_of = Vec::with_capacity(sketches.len());
        let mut sizes = vec![0; sketches.len()];
        for index in 0..sketches.len() as u32 {
            let sketch = sketches.get(index as usize);
            let shares = sketch.shares.iter().map(|share| share.to_bits()).collect();
            let first = if sketch.values.is_empty() {
                index
            } else {
                *known.entry((sketch.values, shares)).or_insert(index)
            };
            first_of.push(first);
            sizes[first as usize] += 1;
        }
        Kinds { first_of, sizes }
    }

    /// The figures to report, if there are many texts of one kind.
    pub(super) fn indistinct(&self) -> Option<Indistinct> {
        let several = || self.sizes.iter().copied().filter(|&size| size > 1);
        let largest = several().max().filter(|&largest| largest >= MANY)?;
        Some(Indistinct {
            texts: several().sum(),
            kinds: several().count(),
            largest,
            is_one: false,
        })
    }

    /// Returns whether the texts have more pairs than are looked at one by one: within kinds, and of the kinds that are
    /// similar, given by the index of each among the [first](Self::firsts) texts.
    pub(super) fn are_too_many(&self, similar: impl Iterator<Item = (u32, u32)>) -> bool {
        let sizes: Vec<usize> = self.firsts().map(|first| self.sizes[first]).collect();
        let within = sizes.iter().map(|size| size * (size - 1) / 2);
        let between = similar.map(|(left, right)| sizes[left as usize] * sizes[right as usize]);
        let mut sum = 0usize;
        within.chain(between).any(|pairs| {
            sum += pairs;
            sum > MOST_PAIRS
        })
    }

    /// The first text of each kind, by index, ascending.
    pub(super) fn firsts(&self) -> impl Iterator<Item = usize> {
        let sizes = self.sizes.iter().enumerate();
        sizes.filter(|(_, size)| **size > 0).map(|(index, _)| index)
    }

    /// For each text the first one of its kind, by index.
    pub(super) fn first_of(&self) -> &[u32] {
        &self.first_of
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_similarity::measures::Sketch;

    fn kinds(sets: &[&[u64]]) -> Kinds {
        let mut sketches = Sketches::default();
        for set in sets {
            sketches.push(&Sketch {
                values: set.to_vec(),
                shares: Vec::new(),
            });
        }
        Kinds::of(&sketches)
    }

    #[test]
    fn texts_of_equal_sets_are_of_one_kind_and_empty_ones_of_none() {
        let found = kinds(&[&[1, 2], &[], &[1], &[1, 2], &[], &[1, 2]]);
        assert_eq!(found.first_of(), [0, 1, 2, 0, 4, 0]);
        assert_eq!(found.firsts().collect::<Vec<_>>(), [0, 1, 2, 4]);
        assert_eq!(found.indistinct(), None);
    }

    #[test]
    fn many_of_a_kind_are_told_of_and_too_many_are_one() {
        let same: Vec<&[u64]> = vec![&[7]; 3_000];
        let told = |count: usize| kinds(&same[..count]).indistinct();
        let told_of = Indistinct {
            texts: 30,
            kinds: 1,
            largest: 30,
            is_one: false,
        };
        assert_eq!((told(29), told(30)), (None, Some(told_of)));
        let none = std::iter::empty;
        assert!(!kinds(&same[..2_000]).are_too_many(none()));
        assert!(kinds(&same).are_too_many(none()));
        let two: Vec<&[u64]> = [vec![&[7][..]; 1_900], vec![&[8][..]; 1_900]].concat();
        assert!(!kinds(&two).are_too_many(none()));
        assert!(kinds(&two).are_too_many([(0, 1)].into_iter()));
    }
}
