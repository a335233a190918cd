//! Keeps a view in few bytes: enough to bound how similar two documents can be.
//!
//! Of every value sixteen bits are kept. Two values may have the same ones, so that more seems to be in common
//! than is: a bound is too high then, never too low.

use serde::{Deserialize, Serialize};

/// The bound sketch of a view.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct BoundSketch {
    /// Of every value, in ascending order of their bits, the distance from the one before, and how often it
    /// occurs: [`MANY`] times the distance and what it occurs more than once; where that is much, the rest is a
    /// number of its own.
    values: Vec<u32>,
    /// Of weighted values the squared length of their vector.
    squared_norm: Option<f64>,
    /// Of a fingerprint its bits.
    bits: Option<u64>,
    /// Weights of the values, in their order; nothing once it was stored.
    #[serde(skip)]
    weights: Vec<f64>,
}

/// A value by sixteen of its bits.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Value {
    bits: u16,
    /// Number of occurrences.
    count: u32,
}

/// Number of counts that fit beside a distance.
const MANY: u32 = 4;

/// The numbers that stand for values.
fn encoded(values: impl Iterator<Item = Value>) -> Vec<u32> {
    let (mut numbers, mut last) = (Vec::new(), 0);
    for Value { bits, count } in values {
        let bits = u32::from(bits);
        let more = count.max(1) - 1;
        numbers.push((bits - last) * MANY + more.min(MANY - 1));
        numbers.extend(more.checked_sub(MANY - 1));
        last = bits;
    }
    numbers
}

/// The values that numbers stand for.
fn decoded(numbers: &[u32]) -> impl Iterator<Item = Value> {
    let (mut numbers, mut bits) = (numbers.iter(), 0u32);
    std::iter::from_fn(move || {
        let number = *numbers.next()?;
        bits = bits.wrapping_add(number / MANY);
        let mut more = number % MANY;
        if more == MANY - 1 {
            more = more.saturating_add(*numbers.next().unwrap_or(&0));
        }
        Some(Value {
            bits: bits as u16,
            count: more.saturating_add(1),
        })
    })
}

/// Sixteen bits of a value, which may be no hash.
fn bits_of(value: u64) -> u16 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    (value.wrapping_mul(ODD) >> (u64::BITS - u16::BITS)) as u16
}

impl BoundSketch {
    /// The bound sketch of an ascending list of values, of which some may be there repeatedly.
    pub(super) fn of_values(values: &[u64]) -> Self {
        let of_equal = |equal: &[u64]| Value {
            bits: bits_of(equal[0]),
            count: equal.len() as u32,
        };
        let mut values: Vec<Value> = values.chunk_by(u64::eq).map(of_equal).collect();
        values.sort_unstable_by_key(|value| (value.bits, value.count));
        BoundSketch {
            values: encoded(values.into_iter()),
            ..BoundSketch::default()
        }
    }

    /// The bound sketch of values, each with how often it occurs, which is in proportion to its weight.
    pub(super) fn of_weights(values: impl Iterator<Item = (u64, u32, f64)>) -> Self {
        let value = |(value, count, weight)| {
            let bits = bits_of(value);
            (Value { bits, count }, weight)
        };
        let mut values: Vec<(Value, f64)> = values.map(value).collect();
        let squared_norm = values.iter().map(|(_, weight)| weight * weight).sum();
        values.sort_by_key(|(value, _)| (value.bits, value.count));
        BoundSketch {
            values: encoded(values.iter().map(|(value, _)| *value)),
            squared_norm: Some(squared_norm),
            bits: None,
            weights: values.into_iter().map(|(_, weight)| weight).collect(),
        }
    }

    /// The bound sketch of a fingerprint.
    pub(super) fn of_bits(bits: Option<u64>) -> Self {
        BoundSketch {
            bits,
            ..BoundSketch::default()
        }
    }
}

/// The bound sketch of a query's view, which is compared with many.
#[derive(Debug)]
pub struct QueryBoundSketch {
    /// Ascending by their bits, none twice: of equal ones what is most.
    values: Vec<Asked>,
    /// Number of different values, and number of all, repeated ones included.
    size: usize,
    count: u64,
    squared_norm: f64,
    bits: Option<u64>,
}

/// The most that the values of a query with the same bits can have.
#[derive(Debug)]
struct Asked {
    bits: u16,
    count: u32,
    /// The gain of a dot product of weights from an occurrence in the other document.
    gain: f64,
}

impl QueryBoundSketch {
    /// A query that was not stored, so that weights are known; without them nothing follows from weights.
    pub fn new(sketch: &BoundSketch) -> Self {
        let (mut size, mut sum) = (0, 0);
        let mut values: Vec<Asked> = Vec::new();
        let mut weights = sketch.weights.iter();
        for Value { bits, count } in decoded(&sketch.values) {
            let weight = weights.next().copied().unwrap_or(f64::INFINITY);
            let gain = weight * weight / f64::from(count);
            (size, sum) = (size + 1, sum + u64::from(count));
            match values.last_mut().filter(|last| last.bits == bits) {
                Some(last) => {
                    last.count = last.count.max(count);
                    last.gain = last.gain.max(gain);
                }
                None => values.push(Asked { bits, count, gain }),
            }
        }
        QueryBoundSketch {
            values,
            size,
            count: sum,
            squared_norm: sketch.squared_norm.unwrap_or_default(),
            bits: sketch.bits,
        }
    }

    /// Bounds what another view has in common with it.
    pub fn common_values(&self, other: &BoundSketch) -> CommonValues {
        let (mut size, mut count) = (0, 0);
        let (mut shared, mut shared_counts, mut dot) = (0, 0, 0.0);
        let mut asked = &self.values[..];
        for value in decoded(&other.values) {
            (size, count) = (size + 1, count + u64::from(value.count));
            while let [first, rest @ ..] = asked
                && first.bits < value.bits
            {
                asked = rest;
            }
            if let [first, ..] = asked
                && first.bits == value.bits
            {
                shared += 1;
                shared_counts += u64::from(value.count.min(first.count));
                dot += f64::from(value.count) * first.gain;
            }
        }
        CommonValues {
            values: [self.size, size],
            counts: [self.count, count],
            shared: shared.min(self.size),
            shared_counts: shared_counts.min(self.count),
            squared_norms: [self.squared_norm, other.squared_norm.unwrap_or_default()],
            dot,
            differing_bits: (self.bits.zip(other.bits)).map(|(a, b)| (a ^ b).count_ones()),
        }
    }
}

/// Upper bounds on what two views have in common.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CommonValues {
    /// Number of different values in each.
    values: [usize; 2],
    /// The same, a repeated one as often as it occurs.
    counts: [u64; 2],
    /// Upper bound on the number in both.
    shared: usize,
    /// The same, a repeated one as often as both have it.
    shared_counts: u64,
    /// The squared lengths of both vectors of weights, and their dot product at most.
    squared_norms: [f64; 2],
    dot: f64,
    /// In how many bits two fingerprints differ, if both documents have one.
    differing_bits: Option<u32>,
}

/// More than any rounding of a similarity.
const ROUNDING: f64 = 1e-9;

impl CommonValues {
    /// The most that |∩|/|∪| can be; NaN where a view is empty.
    pub(super) fn jaccard(&self) -> f64 {
        if self.values.contains(&0) {
            return f64::NAN;
        }
        let [ours, theirs] = self.values;
        self.shared as f64 / (ours + theirs - self.shared) as f64
    }

    /// The same of multisets; NaN where both are empty.
    pub(super) fn agreement(&self) -> f64 {
        let [ours, theirs] = self.counts;
        if ours + theirs == 0 {
            return f64::NAN;
        }
        self.shared_counts as f64 / (ours + theirs - self.shared_counts) as f64
    }

    /// The most that 2·|∩|/(|A| + |B|) of multisets can be; NaN where a view is empty.
    pub(super) fn dice_of_counts(&self) -> f64 {
        if self.values.contains(&0) {
            return f64::NAN;
        }
        2.0 * self.shared_counts as f64 / self.counts.iter().sum::<u64>() as f64
    }

    /// The most that the cosine of the weights can be; NaN where a view is empty.
    pub(super) fn cosine(&self) -> f64 {
        let [ours, theirs] = self.squared_norms;
        at_most(self.dot / (ours * theirs).sqrt())
    }

    /// The most that twice the dot product by the sum of the squared lengths can be; NaN where a view is
    /// empty.
    pub(super) fn dice(&self) -> f64 {
        if self.values.contains(&0) {
            return f64::NAN;
        }
        at_most(2.0 * self.dot / self.squared_norms.iter().sum::<f64>())
    }

    /// The least that the distance of the two vectors can be, brought to length 1 or not.
    pub(super) fn distance(&self, normalised: bool) -> f64 {
        let (squared, dot) = if normalised {
            (2.0, self.cosine())
        } else {
            (self.squared_norms.iter().sum::<f64>(), self.dot)
        };
        let least = squared * (1.0 - ROUNDING) - 2.0 * dot;
        if least.is_nan() || self.values.contains(&0) {
            return f64::NAN;
        }
        least.max(0.0).sqrt()
    }

    /// The share of equal bits of two fingerprints; NaN where a document has none.
    pub(super) fn equal_bits(&self) -> f64 {
        let differing = self.differing_bits.map_or(f64::NAN, f64::from);
        1.0 - differing / 64.0
    }
}

/// A similarity with an allowance for rounding, in [0, 1].
fn at_most(similarity: f64) -> f64 {
    if similarity.is_nan() {
        return similarity;
    }
    (similarity * (1.0 + ROUNDING)).min(1.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::corpus::CorpusStats;
    use crate::measures::{AnyMeasure, Missing, Tables, catalogue};
    use dejalu_text::Analyzer;
    use dejalu_text::document::Document;

    fn text() -> impl Strategy<Value = String> {
        let words = vec![
            "ferry", "Ferries", "the", "pier", "of", "Skagen", "1998", "7", "7.5", "is", "storm",
            "waits", ".", ",", "Nobody", "\n", "a", "lamp",
        ];
        let word = prop::sample::select(words);
        prop::collection::vec(word, 0..40).prop_map(|words| words.join(" "))
    }

    fn similarity(measure: &AnyMeasure, texts: &[dejalu_text::AnalyzedDocument]) -> f64 {
        let stats = CorpusStats::default();
        let mut tables = Tables::new(texts, &stats);
        measure.enter(&mut tables, Missing::Neutral);
        let mut vector = [0.0];
        tables.finish().similarities(0, 1, &mut vector);
        vector[0]
    }

    proptest! {
        #[test]
        fn no_similarity_is_more_than_bound_sketches_say(texts in [text(), text()]) {
            let (analyzer, stats) = (Analyzer::new(Default::default()), CorpusStats::default());
            let documents = texts.map(|text| analyzer.analyze(&Document::plain("x", &text)));
            let mut sketched = Vec::new();
            for measure in catalogue().into_iter().map(|entry| entry.measure()) {
                let sketches = [0, 1].map(|place| measure.bound_sketch(&documents[place], &stats));
                let [Some(query), Some(other)] = sketches else { continue };
                let stored = postcard::to_stdvec(&other).unwrap();
                let other: BoundSketch = postcard::from_bytes(&stored).unwrap();
                let common = QueryBoundSketch::new(&query).common_values(&other);
                let Some(most) = measure.at_most_of(&common) else { continue };
                let found = similarity(&measure, &documents);
                prop_assert_eq!(most.is_nan(), found.is_nan(), "{:?} {} {}", measure, most, found);
                prop_assert!(most.is_nan() || found <= most, "{:?} {} {}", measure, most, found);
                sketched.push(measure.entry().name);
            }
            prop_assert!(sketched.len() >= 8, "{:?}", sketched);
        }

        #[test]
        fn values_are_read_as_they_were_stored(values in prop::collection::vec(0u64..50, 0..200)) {
            let mut values = values;
            values.sort_unstable();
            let sketch = BoundSketch::of_values(&values);
            let stored = postcard::to_stdvec(&sketch).unwrap();
            prop_assert_eq!(QueryBoundSketch::new(&sketch).count, values.len() as u64);
            prop_assert_eq!(postcard::from_bytes::<BoundSketch>(&stored).unwrap(), sketch);
        }
    }
}
