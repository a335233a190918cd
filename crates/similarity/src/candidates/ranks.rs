//! The values of many sets as ranks in one order, counted once.

use std::ops::Range;

use rayon::prelude::*;

use crate::corpus::Lists;

/// The ranks of every set's values, ascending: by document frequency (in [`class`]es), ties by the first bits of the
/// values, then by first occurrence; values of too few sets have no rank. Any one order serves the filters (002,
/// section 3), and in this one the values of a set are in order except for their classes.
pub(super) struct Ranks {
    sets: Lists<u32>,
    ranked: usize,
}

/// The values that have a rank, apart from the ranks because a self-join of sets needs none: keeping them took 90 MiB of
/// a million documents.
pub(super) struct RankedValues(Vec<Part>);

/// The values are partitioned into parts of about so many: the table of a part stays in the cache, and there are no
/// more parts than a processor can write to at a time.
const PART: usize = 1 << 16;

pub(super) const CLASSES: usize = 64;

/// Numbers of sets that the order does not tell apart: two classes for each power of two, so that numbers up to 4
/// have one of their own.
pub(super) fn class(count: u32) -> usize {
    let octave = count.ilog2();
    let half = count >> octave.saturating_sub(1) & 1;
    (2 * octave + half) as usize
}

impl Ranks {
    /// The ranks of all values that occur in at least `least` of the sets, each of which ascends; and these values.
    pub(super) fn of(sets: &[&[u64]], least: u32) -> (Self, RankedValues) {
        Ranks::in_parts(sets, least, PART)
    }

    fn in_parts(sets: &[&[u64]], least: u32, part: usize) -> (Self, RankedValues) {
        let mut partitioned = Partitioned::of(sets, part);
        let values = RankedValues(partitioned.count(least));
        let ranks = Ranks {
            sets: partitioned.gather(sets, &values.0),
            ranked: values.len(),
        };
        (ranks, values)
    }

    /// The ranks of all values that occur in at least two of these heads, as each has them; and the place of each in
    /// its head. Heads are in an order of their own, so the ranks of one do not ascend.
    pub(super) fn of_heads(heads: &Lists<u64>) -> (Self, Vec<u32>) {
        let heads: Vec<&[u64]> = (0..heads.len() as u32).map(|set| heads.get(set)).collect();
        let mut partitioned = Partitioned::of(&heads, PART);
        let values = RankedValues(partitioned.count(2));
        let (sets, places) = partitioned.gather_as_they_are(&heads, &values.0);
        let ranked = values.len();
        (Ranks { sets, ranked }, places)
    }

    /// The range of the ranks of a set among those of all.
    pub(super) fn span(&self, set: u32) -> Range<usize> {
        self.sets.span(set)
    }

    /// The ranks of a set's values.
    pub(super) fn get(&self, set: u32) -> &[u32] {
        self.sets.get(set)
    }

    /// The ranks of the values of all sets.
    pub(super) fn items(&self) -> &[u32] {
        self.sets.items()
    }

    /// Number of ranked values.
    pub(super) fn len(&self) -> usize {
        self.ranked
    }
}

impl RankedValues {
    fn len(&self) -> usize {
        self.0.iter().map(|part| part.items().len()).sum()
    }

    /// In the order of their ranks.
    pub(super) fn iter(&self) -> impl Iterator<Item = u64> {
        let of_class = |class| self.0.iter().flat_map(move |part| part.get(class));
        (0..CLASSES as u32).flat_map(of_class).copied()
    }
}

/// The values of a part that have a rank: a list for each class.
type Part = Lists<u64>;

/// For each part the first rank of its values of each class.
fn first_ranks(parts: &[Part]) -> Vec<[u32; CLASSES]> {
    let mut first = vec![[0; CLASSES]; parts.len()];
    let mut ranked = 0;
    for class in 0..CLASSES {
        for (first, part) in first.iter_mut().zip(parts) {
            first[class] = ranked;
            ranked += part.get(class as u32).len() as u32;
        }
    }
    first
}

/// The place of a value in its part: its class, and its number in the class.
#[derive(Clone, Copy, PartialEq)]
struct Place(u32);

impl Place {
    const BITS: u32 = u32::BITS - CLASSES.ilog2();

    /// Of a value without a rank.
    const NONE: Place = Place(u32::MAX);

    fn new(class: usize, number: usize) -> Self {
        Place((class << Place::BITS | number) as u32)
    }

    fn class(self) -> usize {
        (self.0 >> Place::BITS) as usize
    }

    fn number(self) -> u32 {
        self.0 & ((1 << Place::BITS) - 1)
    }
}

/// The values of all sets, part by part, in a part in the order of the sets. Parts ascend as their values do.
///
/// A page of memory that is written for the first time costs more than the values on it, so all happens in the same
/// two lists.
struct Partitioned {
    /// The high halves of the values, and then their places.
    high: Vec<u32>,
    /// The low halves, and then the ranks of each set.
    low: Vec<u32>,
    /// The start of each part.
    starts: Vec<usize>,
    prefix: Prefix,
}

/// The first bits of a value: those of its part, then some more. Hashes, which sketches keep, are spread evenly by
/// them.
#[derive(Clone, Copy)]
struct Prefix {
    /// Number of bits by which a value is shifted to leave the number of its part, less one.
    shift: u32,
}

/// Number of further bits.
const IN_PART: u32 = 10;

impl Prefix {
    /// For a power of two of parts.
    fn of(parts: usize) -> Self {
        Prefix {
            shift: 63 - parts.ilog2(),
        }
    }

    fn part(self, value: u64) -> usize {
        // In two steps, since there may be one part.
        (value >> 1 >> self.shift) as usize
    }

    fn in_part(self, value: u64) -> u32 {
        (value << (63 - self.shift) >> (u64::BITS - IN_PART)) as u32
    }
}

impl Partitioned {
    /// In a power of two of parts of about so many values.
    fn of(sets: &[&[u64]], part: usize) -> Self {
        let total: usize = sets.iter().map(|set| set.len()).sum();
        let parts = total.div_ceil(part).next_power_of_two();
        let prefix = Prefix::of(parts);
        let mut starts = vec![0; parts];
        for &value in sets.iter().copied().flatten() {
            starts[prefix.part(value)] += 1;
        }
        let mut before = 0;
        for start in &mut starts {
            before += std::mem::replace(start, before);
        }
        let mut high = vec![0; total];
        let mut low = vec![0; total];
        let mut next = starts.clone();
        for &value in sets.iter().copied().flatten() {
            let next = &mut next[prefix.part(value)];
            high[*next] = (value >> 32) as u32;
            low[*next] = value as u32;
            *next += 1;
        }
        Partitioned {
            high,
            low,
            starts,
            prefix,
        }
    }

    /// Counts the values of each part, and replaces them by their places among those that occur in enough sets.
    fn count(&mut self, least: u32) -> Vec<Part> {
        let ends = self.starts.iter().skip(1).copied().chain([self.low.len()]);
        let (mut high, mut low) = (&mut self.high[..], &self.low[..]);
        let mut halves = Vec::with_capacity(self.starts.len());
        for (start, end) in self.starts.iter().zip(ends) {
            let (of_part, others) = high.split_at_mut(end - start);
            let (its_low, other_low) = low.split_at(end - start);
            halves.push((of_part, its_low));
            (high, low) = (others, other_low);
        }
        let prefix = self.prefix;
        let count = |counter: &mut Counter, (high, low)| counter.count(high, low, prefix, least);
        let parts = halves.into_par_iter();
        parts.map_init(Counter::default, count).collect()
    }

    /// The ranks of each set, ascending.
    fn gather(self, sets: &[&[u64]], parts: &[Part]) -> Lists<u32> {
        let Partitioned {
            high: places,
            low: mut gathered,
            starts: mut next_of_part,
            prefix,
        } = self;
        let first = first_ranks(parts);
        let mut ends = Vec::with_capacity(sets.len());
        let mut end = 0;
        let (mut ranks, mut classes) = (Vec::new(), Vec::new());
        for &set in sets {
            ranks.resize(set.len(), 0);
            classes.resize(set.len(), 0);
            let mut ranked = 0;
            // How many values of each class the set has; then where the next one comes.
            let mut next = [0u32; CLASSES];
            for &value in set {
                let part = prefix.part(value);
                let place = Place(places[next_of_part[part]]);
                next_of_part[part] += 1;
                let class = place.class();
                next[class] += 1;
                // Without a branch, which no processor could predict.
                ranks[ranked] = first[part][class].wrapping_add(place.number());
                classes[ranked] = class as u8;
                ranked += usize::from(place != Place::NONE);
            }
            let mut before = 0;
            for next in &mut next {
                before += std::mem::replace(next, before);
            }
            let sorted = &mut gathered[end..][..ranked];
            for (&rank, &class) in ranks[..ranked].iter().zip(&classes) {
                let next = &mut next[usize::from(class)];
                sorted[*next as usize] = rank;
                *next += 1;
            }
            // Only values whose first bits are the same may not be.
            if !sorted.is_sorted() {
                sorted.sort_unstable();
            }
            end += ranked;
            ends.push(end);
        }
        // Freed before the ranks are copied, which takes as much again.
        drop(places);
        gathered.truncate(end);
        gathered.shrink_to_fit();
        Lists::new(gathered, ends)
    }

    /// The ranks of each set in the order of its values, and the place of each among them.
    fn gather_as_they_are(self, sets: &[&[u64]], parts: &[Part]) -> (Lists<u32>, Vec<u32>) {
        let Partitioned {
            high,
            low: mut ranks,
            starts: mut next_of_part,
            prefix,
        } = self;
        let first = first_ranks(parts);
        let mut in_set = vec![0; ranks.len()];
        let mut ends = Vec::with_capacity(sets.len());
        let mut end = 0;
        for &set in sets {
            for (index, &value) in (0..).zip(set) {
                let part = prefix.part(value);
                let place = Place(high[next_of_part[part]]);
                next_of_part[part] += 1;
                // Without a branch here as well.
                ranks[end] = first[part][place.class()].wrapping_add(place.number());
                in_set[end] = index;
                end += usize::from(place != Place::NONE);
            }
            ends.push(end);
        }
        for list in [&mut ranks, &mut in_set] {
            list.truncate(end);
            list.shrink_to_fit();
        }
        (Lists::new(ranks, ends), in_set)
    }
}

/// Counts one part after the other, in memory that the parts before have grown.
#[derive(Default)]
struct Counter {
    /// A hash table with linear probing: numbers of values, or [`EMPTY`].
    slots: Vec<u32>,
    /// Each value, by number, and how often it occurs.
    counts: Vec<(u64, u32)>,
    /// The place of each value, by number.
    places: Vec<Place>,
}

const EMPTY: u32 = u32::MAX;

impl Counter {
    /// The values that occur at least so often; all become their places there.
    fn count(&mut self, high: &mut [u32], low: &[u32], prefix: Prefix, least: u32) -> Part {
        self.number(high, low);
        let counts = &self.counts;
        assert!(
            counts.len() < 1 << Place::BITS,
            "values are hashes, spread evenly over the parts"
        );
        let numbers = (0..).zip(counts).filter(|(_, (_, count))| *count >= least);
        let numbers = numbers.map(|(number, &(value, _))| (prefix.in_part(value), number));
        let ordered = Lists::gather(1 << IN_PART, 1, |_| numbers.clone());
        self.places.clear();
        self.places.resize(counts.len(), Place::NONE);
        let mut sizes = vec![0; CLASSES];
        for &number in ordered.items() {
            let class = class(counts[number as usize].1);
            self.places[number as usize] = Place::new(class, sizes[class]);
            sizes[class] += 1;
        }
        for number in high {
            *number = self.places[*number as usize].0;
        }
        let ranked = ordered.items().iter().map(|&number| {
            let (value, count) = counts[number as usize];
            (class(count) as u32, value)
        });
        Lists::scatter(sizes, ranked)
    }

    /// Counts values, and numbers them as they come; the number replaces the high half.
    fn number(&mut self, high: &mut [u32], low: &[u32]) {
        let slots = (2 * low.len()).next_power_of_two().max(2);
        self.slots.clear();
        self.slots.resize(slots, EMPTY);
        self.counts.clear();
        for (high, &low) in high.iter_mut().zip(low) {
            let value = u64::from(*high) << 32 | u64::from(low);
            // Multiplied, since the highest bits of a part are the same.
            let hash = value.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let mut slot = (hash >> (u64::BITS - slots.ilog2())) as usize;
            *high = loop {
                let number = self.slots[slot];
                if number == EMPTY {
                    let new = self.counts.len() as u32;
                    self.slots[slot] = new;
                    self.counts.push((value, 1));
                    break new;
                }
                let (known, count) = &mut self.counts[number as usize];
                if *known == value {
                    *count += 1;
                    break number;
                }
                slot = (slot + 1) % slots;
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn classes_ascend_with_numbers() {
        let classes: Vec<usize> = (1..=8).map(class).collect();
        assert_eq!(classes, [1, 2, 3, 4, 4, 5, 5, 6]);
        assert_eq!(class(u32::MAX), CLASSES - 1);
    }

    proptest! {
        #[test]
        fn ranks_are_those_of_a_slow_count_in_parts_of_any_size(
            sets in prop::collection::vec(prop::collection::btree_set(0u64..40, 0..25), 0..20),
            high in prop::bool::ANY,
            least in 1u32..4,
            part in 1usize..100,
        ) {
            let spread = |value: &u64| if high { value << 58 | value } else { *value };
            let sets: Vec<BTreeSet<u64>> =
                sets.iter().map(|set| set.iter().map(spread).collect()).collect();
            let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
            sets.iter().flatten().for_each(|value| *counts.entry(*value).or_default() += 1);
            counts.retain(|_, count| *count >= least);
            let total: usize = sets.iter().map(BTreeSet::len).sum();
            let parts = total.div_ceil(part).next_power_of_two();
            let mut order: Vec<(u64, u32)> = counts.into_iter().collect();
            order.sort_by_key(|&(value, count)| {
                let first_bits = value >> (u64::BITS - IN_PART - parts.ilog2());
                let first_set = sets.iter().position(|set| set.contains(&value));
                (class(count), first_bits, first_set)
            });
            let order: Vec<u64> = order.into_iter().map(|(value, _)| value).collect();
            let lists: Vec<Vec<u64>> = sets.iter().map(|set| set.iter().copied().collect()).collect();
            let lists: Vec<&[u64]> = lists.iter().map(Vec::as_slice).collect();
            let (ranks, values) = Ranks::in_parts(&lists, least, part);
            prop_assert!(values.iter().eq(order.iter().copied()));
            prop_assert_eq!(ranks.len(), order.len());
            for (document, set) in (0..).zip(&sets) {
                let expected = (0..).zip(&order).filter(|(_, value)| set.contains(value));
                let expected: Vec<u32> = expected.map(|(rank, _)| rank).collect();
                prop_assert_eq!(ranks.get(document), expected);
            }
        }
    }
}
