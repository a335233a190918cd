//! The heads of sets, chosen without counting every value.

use super::bitmap::Bitmap;
use super::ranks::{CLASSES, class};
use crate::corpus::Lists;

/// An order of all values: those first that look rare in a sample, ties by value. Values that begin with the same
/// bits look alike, so that a value is looked up in a table that stays in the cache. Any one order of all values serves
/// the filters (002, section 3); one by frequency is fast.
pub(super) struct RoughOrder {
    /// The [`class`] of how often such values are in the sample, by their first bits.
    classes: Vec<u8>,
    /// Number of bits by which a value is shifted to leave its first bits.
    shift: u32,
}

/// One in so many sets is in the sample, where there are enough.
const SAMPLED: usize = 32;

/// Fewer sets than these are all in the sample.
const SAMPLE: usize = 1_024;

impl RoughOrder {
    pub(super) fn of(sets: &[&[u64]]) -> Self {
        let sample = sets.iter().step_by((sets.len() / SAMPLE).clamp(1, SAMPLED));
        let values: usize = sample.clone().map(|set| set.len()).sum();
        let entries = values.next_power_of_two().max(2);
        let shift = u64::BITS - entries.ilog2();
        // From 1, since there is no class of 0.
        let mut counts = vec![1; entries];
        for &value in sample.copied().flatten() {
            counts[(value >> shift) as usize] += 1;
        }
        let classes = counts.into_iter().map(|count| class(count) as u8);
        RoughOrder {
            classes: classes.collect(),
            shift,
        }
    }

    fn class(&self, value: u64) -> u8 {
        self.classes[(value >> self.shift) as usize]
    }

    /// The first values in order of each set, as many as `length` says of its size; and the bitmaps of the whole sets,
    /// which are read here.
    pub(super) fn heads(
        &self,
        sets: &[&[u64]],
        length: impl Fn(u32) -> u32,
    ) -> (Lists<u64>, Vec<Bitmap>) {
        let length = |set: &[u64]| length(set.len() as u32) as usize;
        let total = sets.iter().map(|set| length(set)).sum();
        let mut heads = Vec::with_capacity(total);
        let mut ends = Vec::with_capacity(sets.len());
        let mut bitmaps = Vec::with_capacity(sets.len());
        let (mut classes, mut ordered) = (Vec::new(), Vec::new());
        for &set in sets {
            classes.clear();
            classes.extend(set.iter().map(|&value| self.class(value)));
            // How many values of each class there are; then where the next one comes.
            let mut next = [0; CLASSES];
            for &class in &classes {
                next[usize::from(class)] += 1;
            }
            let mut before = 0;
            for next in &mut next {
                before += std::mem::replace(next, before);
            }
            ordered.resize(set.len(), 0);
            for (&value, &class) in set.iter().zip(&classes) {
                let next = &mut next[usize::from(class)];
                ordered[*next] = value;
                *next += 1;
            }
            heads.extend_from_slice(&ordered[..length(set)]);
            ends.push(heads.len());
            bitmaps.push(Bitmap::of_values(set));
        }
        (Lists::new(heads, ends), bitmaps)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn heads_are_the_first_values_in_one_order(
            sets in prop::collection::vec(prop::collection::btree_set(0u64..40, 1..25), 1..20),
            high in prop::bool::ANY,
            length in 1u32..30,
        ) {
            let spread = |value: &u64| if high { value << 58 | value } else { *value };
            let sets: Vec<BTreeSet<u64>> =
                sets.iter().map(|set| set.iter().map(spread).collect()).collect();
            let lists: Vec<Vec<u64>> = sets.iter().map(|set| set.iter().copied().collect()).collect();
            let lists: Vec<&[u64]> = lists.iter().map(Vec::as_slice).collect();
            let order = RoughOrder::of(&lists);
            let (heads, bitmaps) = order.heads(&lists, |size| size.min(length));
            prop_assert_eq!(bitmaps.len(), sets.len());
            for (number, set) in (0..).zip(&lists) {
                let mut ordered = set.to_vec();
                ordered.sort_by_key(|&value| (order.class(value), value));
                ordered.truncate(length as usize);
                prop_assert_eq!(heads.get(number), ordered);
            }
        }
    }

    #[test]
    fn frequent_values_come_last() {
        let values: Vec<[u64; 3]> = (0..40)
            .map(|own| [1 << 60, 2 << 60, (80 + own) << 56])
            .collect();
        let mut sets: Vec<&[u64]> = values.iter().map(|set| &set[..]).collect();
        sets.extend(values.iter().map(|set| &set[1..]));
        let (heads, _) = RoughOrder::of(&sets).heads(&sets, |size| size);
        assert_eq!(heads.get(0), [80 << 56, 1 << 60, 2 << 60]);
    }
}
