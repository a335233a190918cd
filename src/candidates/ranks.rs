//! The values of a collection as ranks in their canonical order, counted once.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::sketches::Sketches;
use crate::corpus::Lists;

/// The ranks of every document's values, ascending. Rare values come first, ties by value
/// (002, section 3); values that occur in too few documents have none.
#[derive(Default)]
pub(super) struct Ranks {
    documents: Lists<u32>,
    /// The ranked values, in order.
    values: Vec<u64>,
}

/// Values are counted in rounds of about so many, so that the memory for it is bounded: 12 bytes each, beside
/// 4 for every value of the collection. A round looks at all values, which costs little beside a search.
const ROUND: usize = 1 << 23;

/// Within a round they are dealt out to parts of about so many, whose table stays in the cache.
const PART: usize = 1 << 13;

/// The number of a value that occurs in too few documents.
const NONE: u32 = u32::MAX;

impl Ranks {
    /// The ranks of all values that occur in at least `least` documents.
    pub(super) fn of(sketches: &Sketches, least: u32) -> Self {
        Ranks::in_rounds(sketches, least, ROUND, PART)
    }

    fn in_rounds(sketches: &Sketches, least: u32, round: usize, part: usize) -> Self {
        let items = sketches.items();
        let rounds = items.len().div_ceil(round).max(1) as u64;
        let parts = items.len().div_ceil(part).max(1) as u64;
        let parts = parts.div_ceil(rounds);
        // The number of each item's value among those that are counted, and what is counted.
        let mut numbers = vec![NONE; items.len()];
        let mut counted: Vec<Counted> = Vec::new();
        for round in 0..rounds {
            let place = |value: u64| {
                let (of_value, part) = place(value, rounds, parts);
                (of_value == round).then_some(part as usize)
            };
            number(
                items,
                &mut numbers,
                &mut counted,
                least,
                parts as usize,
                place,
            );
        }
        counted.par_sort_unstable();
        let mut rank = vec![0; counted.len()];
        for (place, &(_, _, number)) in (0..).zip(&counted) {
            rank[number as usize] = place;
        }
        let values = counted.iter().map(|&(_, value, _)| value).collect();
        // In place of the numbers, for a document has no more ranks than values.
        let mut ranks = numbers;
        let mut ends = Vec::with_capacity(sketches.len());
        let mut end = 0;
        for document in 0..sketches.len() {
            let start = end;
            for item in sketches.span(document) {
                if ranks[item] != NONE {
                    ranks[end] = rank[ranks[item] as usize];
                    end += 1;
                }
            }
            ranks[start..end].sort_unstable();
            ends.push(end);
        }
        ranks.truncate(end);
        ranks.shrink_to_fit();
        let documents = Lists::of(ranks, ends);
        Ranks { documents, values }
    }

    /// The ranks of a document's values.
    pub(super) fn get(&self, document: u32) -> &[u32] {
        self.documents.get(document)
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

/// How often a value occurs, the value, and its number.
type Counted = (u32, u64, u32);

/// The round of a value and its part there, as evenly as values allow that may lie close together.
///
/// The value is a fraction of 2^64: times the rounds, its whole is the round, and what is left times the
/// parts is the part. A division would take longer than all else that is done with a value.
fn place(value: u64, rounds: u64, parts: u64) -> (u64, u64) {
    let mixed = (value ^ value >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let scaled = u128::from(mixed) * u128::from(rounds);
    let rest = u128::from(scaled as u64);
    let part = (rest * u128::from(parts)) >> 64;
    ((scaled >> 64) as u64, part as u64)
}

/// Numbers the values of a round that occur often enough: those of the items, and adds how often each
/// occurs. `place` gives the part of a value, if it is of this round.
fn number(
    items: &[u64],
    numbers: &mut [u32],
    counted: &mut Vec<Counted>,
    least: u32,
    parts: usize,
    place: impl Fn(u64) -> Option<usize>,
) {
    let dealt = Lists::gather(parts, 1, |_| {
        let here = items
            .iter()
            .filter_map(|&value| Some((place(value)?, value)));
        here.map(|(part, value)| (part as u32, value))
    });
    let of_part = |number_of: &mut _, part: u32| count(dealt.get(part), least, number_of);
    let counts = (0..parts as u32).into_par_iter();
    let counts: Vec<Counts> = counts.map_init(FxHashMap::default, of_part).collect();
    let mut first = Vec::with_capacity(parts);
    for part in &counts {
        first.push(counted.len() as u32);
        let numbers = counted.len() as u32..;
        let numbered = part.counted.iter().zip(numbers);
        counted.extend(numbered.map(|(&(count, value), number)| (count, value, number)));
    }
    // Items come in the order in which they were dealt out.
    let mut next = vec![0; parts];
    for (&value, number) in items.iter().zip(numbers) {
        let Some(part) = place(value) else {
            continue;
        };
        let local = counts[part].numbers[next[part]];
        next[part] += 1;
        if local != NONE {
            *number = first[part] + local;
        }
    }
}

/// The values of a part.
struct Counts {
    /// Of each item its value's number among those counted.
    numbers: Vec<u32>,
    /// How often each value occurs, of those that occur often enough.
    counted: Vec<(u32, u64)>,
}

/// Counts the values of a part. The table is one that another part has grown.
fn count(values: &[u64], least: u32, number_of: &mut FxHashMap<u64, u32>) -> Counts {
    number_of.clear();
    let mut all: Vec<(u32, u64)> = Vec::new();
    let mut numbers = Vec::with_capacity(values.len());
    for &value in values {
        let number = *number_of.entry(value).or_insert(all.len() as u32);
        if number as usize == all.len() {
            all.push((0, value));
        }
        all[number as usize].0 += 1;
        numbers.push(number);
    }
    let mut counted = Vec::new();
    let renumbered = all.into_iter().map(|(count, value)| {
        if count < least {
            return NONE;
        }
        counted.push((count, value));
        counted.len() as u32 - 1
    });
    let renumbered: Vec<u32> = renumbered.collect();
    for number in &mut numbers {
        *number = renumbered[*number as usize];
    }
    Counts { numbers, counted }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;
    use crate::candidates::sketches::SketchRef;

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
            let mut sketches = Sketches::default();
            let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
            for set in &sets {
                let values: Vec<u64> = set.iter().copied().collect();
                sketches.push(SketchRef { values: &values, shares: &[] });
                values.iter().for_each(|value| *counts.entry(*value).or_default() += 1);
            }
            let mut order: Vec<(u32, u64)> = counts.into_iter().map(|(value, count)| (count, value)).collect();
            order.retain(|&(count, _)| count >= least);
            order.sort_unstable();
            let order: Vec<u64> = order.into_iter().map(|(_, value)| value).collect();
            let ranks = Ranks::in_rounds(&sketches, least, round, part);
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
