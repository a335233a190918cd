//! The values of many sets as ranks in their canonical order, counted once.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::corpus::Lists;

/// The ranks of every set's values, ascending. Values of few sets come first, ties by value
/// (002, section 3); values of too few have none.
pub(super) struct Ranks {
    sets: Lists<u32>,
    /// The ranked values, in order.
    values: Vec<u64>,
}

/// Values are counted in rounds of about so many, so that the memory for it is bounded: 8 bytes each, beside
/// 4 for every value.
const ROUND: usize = 1 << 24;

/// They are partitioned into parts of about so many: the table of a part stays in the cache, and there are no more
/// parts than a processor can write to at a time.
const PART: usize = 1 << 15;

/// The number of a value that occurs in too few sets.
const NONE: u32 = u32::MAX;

impl Ranks {
    /// The ranks of all values that occur in at least `least` of the sets, each of which ascends.
    pub(super) fn of(sets: &[&[u64]], least: u32) -> Self {
        Ranks::in_rounds(sets, least, ROUND, PART)
    }

    fn in_rounds(sets: &[&[u64]], least: u32, round: usize, part: usize) -> Self {
        let total: usize = sets.iter().map(|set| set.len()).sum();
        let rounds = total.div_ceil(round).next_power_of_two();
        let parts = total.div_ceil(part).next_power_of_two().max(rounds);
        let mut partitioned = Partitioned::of(sets, parts);
        let counted: Vec<Vec<Counted>> = (0..rounds)
            .flat_map(|round| {
                let of_round = parts / rounds;
                partitioned.count(sets, least, round * of_round..(round + 1) * of_round)
            })
            .collect();
        let values = partitioned.rank(&counted);
        Ranks {
            sets: partitioned.gather(sets),
            values,
        }
    }

    /// The ranks of a set's values.
    pub(super) fn get(&self, set: u32) -> &[u32] {
        self.sets.get(set)
    }

    /// How many values are ranked.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// The ranked values, in order.
    pub(super) fn values(&self) -> &[u64] {
        &self.values
    }
}

/// A value and how many sets have it.
type Counted = (u64, u32);

/// A number for every value of every set, part by part, in a part in the order of the sets. Parts ascend as
/// their values do.
struct Partitioned {
    numbers: Vec<u32>,
    /// Where each part begins among the numbers.
    starts: Vec<usize>,
    /// How far a value is shifted to leave the number of its part, less one.
    shift: u32,
}

impl Partitioned {
    /// To a power of two of parts.
    fn of(sets: &[&[u64]], parts: usize) -> Self {
        let mut partitioned = Partitioned {
            numbers: Vec::new(),
            starts: vec![0; parts],
            shift: 63 - parts.ilog2(),
        };
        for &value in sets.iter().copied().flatten() {
            let part = partitioned.part(value);
            partitioned.starts[part] += 1;
        }
        let mut total = 0;
        for start in &mut partitioned.starts {
            total += std::mem::replace(start, total);
        }
        partitioned.numbers = vec![NONE; total];
        partitioned
    }

    /// The part of a value: hashes, which sketches keep, are spread evenly by their highest bits.
    fn part(&self, value: u64) -> usize {
        // In two steps, since there may be one part.
        (value >> 1 >> self.shift) as usize
    }

    /// Where a part ends.
    fn end(&self, part: usize) -> usize {
        let next = self.starts.get(part + 1);
        next.copied().unwrap_or(self.numbers.len())
    }

    /// Counts the values of these parts: of each part those that occur in enough sets, ascending. Their
    /// places there are their numbers.
    fn count(
        &mut self,
        sets: &[&[u64]],
        least: u32,
        parts: std::ops::Range<usize>,
    ) -> Vec<Vec<Counted>> {
        let begin = self.starts[parts.start];
        let mut values = vec![0; self.end(parts.end - 1) - begin];
        let mut next: Vec<usize> = self.starts[parts.clone()].to_vec();
        for &value in sets.iter().copied().flatten() {
            let part = self.part(value).wrapping_sub(parts.start);
            if let Some(next) = next.get_mut(part) {
                values[*next - begin] = value;
                *next += 1;
            }
        }
        let mut numbers = &mut self.numbers[begin..];
        let mut values = &values[..];
        let mut of_parts = Vec::with_capacity(parts.len());
        for (start, end) in self.starts[parts].iter().zip(next) {
            let (of_part, rest) = numbers.split_at_mut(end - start);
            let (its_values, other) = values.split_at(end - start);
            of_parts.push((its_values, of_part));
            (values, numbers) = (other, rest);
        }
        let parts = of_parts.into_par_iter();
        let count =
            |counter: &mut Counter, (values, numbers)| counter.count(values, numbers, least);
        parts.map_init(Counter::default, count).collect()
    }

    /// Makes the numbers ranks, and returns the ranked values in order.
    fn rank(&mut self, counted: &[Vec<Counted>]) -> Vec<u64> {
        let counts = || counted.iter().flatten().map(|&(_, count)| count as usize);
        // How many values occur so often; then the rank of the next one that does.
        let mut next = vec![0u32; counts().max().map_or(0, |most| most + 1)];
        counts().for_each(|count| next[count] += 1);
        let mut total = 0;
        for rank in &mut next {
            total += std::mem::replace(rank, total);
        }
        let mut values = vec![0; total as usize];
        let mut ranks = Vec::new();
        for (part, counted) in counted.iter().enumerate() {
            ranks.clear();
            for &(value, count) in counted {
                let rank = &mut next[count as usize];
                values[*rank as usize] = value;
                ranks.push(*rank);
                *rank += 1;
            }
            let numbers = self.starts[part]..self.end(part);
            for number in &mut self.numbers[numbers] {
                *number = ranks.get(*number as usize).copied().unwrap_or(NONE);
            }
        }
        values
    }

    /// The ranks of each set, ascending.
    fn gather(mut self, sets: &[&[u64]]) -> Lists<u32> {
        let mut gathered = Lists::default();
        let mut ranks = Vec::new();
        for &set in sets {
            ranks.resize(set.len(), NONE);
            let mut ranked = 0;
            for &value in set {
                let part = self.part(value);
                let rank = self.numbers[self.starts[part]];
                self.starts[part] += 1;
                // Without a branch, which no processor could predict.
                ranks[ranked] = rank;
                ranked += usize::from(rank != NONE);
            }
            ranks[..ranked].sort_unstable();
            gathered.push(ranks[..ranked].iter().copied());
        }
        gathered
    }
}

/// Counts one part after the other, in memory that the parts before have grown.
#[derive(Default)]
struct Counter {
    number_of: FxHashMap<u64, u32>,
    /// Of each value, by number.
    counts: Vec<u32>,
    /// The values that occur often enough, with their numbers.
    enough: Vec<(u64, u32)>,
    /// The numbers of these in order.
    renumbered: Vec<u32>,
}

impl Counter {
    /// The values that occur at least so often, ascending, and their places there as the numbers of all.
    fn count(&mut self, values: &[u64], numbers: &mut [u32], least: u32) -> Vec<Counted> {
        self.number_of.clear();
        self.counts.clear();
        self.enough.clear();
        self.renumbered.clear();
        for (&value, number) in values.iter().zip(&mut *numbers) {
            let new = self.counts.len() as u32;
            *number = *self.number_of.entry(value).or_insert(new);
            if *number == new {
                self.counts.push(0);
            }
            let count = &mut self.counts[*number as usize];
            *count += 1;
            if *count == least {
                self.enough.push((value, *number));
            }
        }
        self.enough.sort_unstable_by_key(|&(value, _)| value);
        self.renumbered.resize(self.counts.len(), NONE);
        for (place, &(_, number)) in (0..).zip(&self.enough) {
            self.renumbered[number as usize] = place;
        }
        for number in numbers {
            *number = self.renumbered[*number as usize];
        }
        let counted = self.enough.iter();
        counted
            .map(|&(value, number)| (value, self.counts[number as usize]))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn ranks_are_those_of_a_slow_count_in_any_number_of_rounds(
            sets in prop::collection::vec(prop::collection::btree_set(0u64..40, 0..25), 0..20),
            high in prop::bool::ANY,
            least in 1u32..4,
            round in 1usize..300,
            part in 1usize..100,
        ) {
            let spread = |value: &u64| if high { value << 58 | value } else { *value };
            let sets: Vec<BTreeSet<u64>> =
                sets.iter().map(|set| set.iter().map(spread).collect()).collect();
            let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
            sets.iter().flatten().for_each(|value| *counts.entry(*value).or_default() += 1);
            let mut order: Vec<(u32, u64)> = counts.into_iter().map(|(value, count)| (count, value)).collect();
            order.retain(|&(count, _)| count >= least);
            order.sort_unstable();
            let order: Vec<u64> = order.into_iter().map(|(_, value)| value).collect();
            let lists: Vec<Vec<u64>> = sets.iter().map(|set| set.iter().copied().collect()).collect();
            let lists: Vec<&[u64]> = lists.iter().map(Vec::as_slice).collect();
            let ranks = Ranks::in_rounds(&lists, least, round, part);
            prop_assert_eq!(ranks.values(), &order);
            prop_assert_eq!(ranks.len(), order.len());
            for (document, set) in (0..).zip(&sets) {
                let expected = (0..).zip(&order).filter(|(_, value)| set.contains(value));
                let expected: Vec<u32> = expected.map(|(rank, _)| rank).collect();
                prop_assert_eq!(ranks.get(document), expected);
            }
        }
    }
}
