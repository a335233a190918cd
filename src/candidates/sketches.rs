//! What is kept of a collection while its similar pairs are looked for.

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::corpus::Lists;
use crate::similarity::measures::Sketch;

/// A sketch among others.
#[derive(Debug, Clone, Copy)]
pub struct SketchRef<'a> {
    /// [`Sketch::values`].
    pub values: &'a [u64],
    /// [`Sketch::shares`].
    pub shares: &'a [f64],
}

impl<'a> From<&'a Sketch> for SketchRef<'a> {
    fn from(sketch: &'a Sketch) -> Self {
        SketchRef {
            values: &sketch.values,
            shares: &sketch.shares,
        }
    }
}

/// The sketches of a collection, one after the other.
#[derive(Debug, Default, Clone)]
pub struct Sketches {
    values: Lists<u64>,
    /// Of all values, or of none.
    shares: Vec<f64>,
}

impl Sketches {
    /// Adds the next document's.
    pub fn push<'a>(&mut self, sketch: impl Into<SketchRef<'a>>) {
        let sketch = sketch.into();
        self.values.push(sketch.values.iter().copied());
        self.shares.extend_from_slice(sketch.shares);
    }

    /// The sketch of a document.
    pub fn get(&self, document: usize) -> SketchRef<'_> {
        let document = document as u32;
        let span = self.values.span(document);
        SketchRef {
            values: self.values.get(document),
            shares: self.shares.get(span).unwrap_or_default(),
        }
    }

    /// The number of documents.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is no document.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// By what terms are put in their canonical order (002, section 3: "instead of simply considering the
/// document frequency, we may use the feature weights"). Candidates that are found exactly are the
/// same in either; what the paper's filter loses, and how many documents are left after each phase,
/// are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TermOrder {
    /// The number of documents that hold the term.
    #[default]
    Frequency,
    /// The sum of its shares of the documents' weight.
    Weight,
}

/// The canonical order of values, ascending, ties by value (002, section 3). Rare or light values
/// come first, so that prefixes meet few others; values that no document holds come before all.
pub(super) struct Order {
    rank: FxHashMap<u64, u32>,
}

/// Frequencies are counted part by part, so that the memory for them stays a fraction of that of
/// the sketches.
const PARTS: u64 = 16;

impl Order {
    /// The order by frequency of all values that occur in at least `least` documents.
    pub(super) fn of(sketches: &Sketches, least: usize) -> Self {
        Order::by(|part| frequencies(sketches, part, least))
    }

    /// The order by weight of all values.
    pub(super) fn by_weight(sketches: &Sketches) -> Self {
        Order::by(|part| weights(sketches, part))
    }

    /// Orders values by the numbers that are given for those of each part. \[choice\] Equal numbers are
    /// in the order of the terms' hashes, not of their letters (002, 3.3), since a sketch holds no
    /// letters: any one order serves the filters.
    fn by(numbers: impl Fn(u64) -> Vec<(u64, u64)> + Sync + Send) -> Self {
        let parts = (0..PARTS).into_par_iter();
        let counted: Vec<Vec<(u64, u64)>> = parts.map(numbers).collect();
        let mut counted = counted.concat();
        counted.par_sort_unstable();
        let ranked = counted.into_iter().zip(0..);
        Order {
            rank: ranked.map(|((_, value), rank)| (value, rank)).collect(),
        }
    }

    /// How many values are ranked.
    pub(super) fn len(&self) -> usize {
        self.rank.len()
    }

    /// The ranks of a sketch's values, ascending; values without a rank are left out.
    pub(super) fn ranks(&self, values: &[u64]) -> Vec<u32> {
        let known = values.iter().filter_map(|value| self.rank.get(value));
        let mut ranks: Vec<u32> = known.copied().collect();
        ranks.sort_unstable();
        ranks
    }

    /// The same with each value's share.
    pub(super) fn ranked_shares(&self, sketch: SketchRef<'_>) -> Vec<(u32, f64)> {
        let pairs = sketch.values.iter().zip(sketch.shares);
        let known = pairs.filter_map(|(value, &share)| Some((*self.rank.get(value)?, share)));
        let mut ranked: Vec<(u32, f64)> = known.collect();
        ranked.sort_unstable_by_key(|&(rank, _)| rank);
        ranked
    }
}

fn frequencies(sketches: &Sketches, part: u64, least: usize) -> Vec<(u64, u64)> {
    let here = |value: &u64| value % PARTS == part;
    let mut values: Vec<u64> = sketches
        .values
        .items()
        .iter()
        .copied()
        .filter(here)
        .collect();
    values.sort_unstable();
    values
        .chunk_by(|a, b| a == b)
        .filter(|equal| equal.len() >= least)
        .map(|equal| (equal.len() as u64, equal[0]))
        .collect()
}

fn weights(sketches: &Sketches, part: u64) -> Vec<(u64, u64)> {
    let all = sketches
        .values
        .items()
        .iter()
        .copied()
        .zip(&sketches.shares);
    let mut shares: Vec<(u64, f64)> = all
        .filter(|(value, _)| value % PARTS == part)
        .map(|(value, &share)| (value, share))
        .collect();
    // Stable: a value's shares are added up in the order of the documents.
    shares.sort_by_key(|&(value, _)| value);
    shares
        .chunk_by(|a, b| a.0 == b.0)
        .map(|equal| {
            let weight: f64 = equal.iter().map(|&(_, share)| share).sum();
            // The bits of numbers above 0 are in their order.
            (weight.to_bits(), equal[0].0)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sketches(sets: &[&[u64]]) -> Sketches {
        let mut sketches = Sketches::default();
        for values in sets {
            sketches.push(SketchRef {
                values,
                shares: &[],
            });
        }
        sketches
    }

    #[test]
    fn rare_values_come_first_and_ties_are_in_order_of_value() {
        let sketches = sketches(&[&[3, 5, 9], &[], &[3, 9], &[1, 3]]);
        assert_eq!(sketches.get(1).values, [0u64; 0]);
        assert_eq!(sketches.get(3).values, [1, 3]);
        let order = Order::of(&sketches, 1);
        assert_eq!(order.ranks(&[1, 3, 5, 9, 77]), [0, 1, 2, 3]);
        assert_eq!(order.ranks(&[3, 5]), [1, 3]);
        let shared = Order::of(&sketches, 2);
        assert_eq!((shared.len(), shared.ranks(&[1, 3, 5, 9])), (2, vec![0, 1]));
    }

    #[test]
    fn light_values_come_first_where_weight_orders() {
        let mut sketches = Sketches::default();
        for shares in [&[0.5, 0.3, 0.2][..], &[0.2, 0.2, 0.6]] {
            sketches.push(SketchRef {
                values: &[3, 5, 9],
                shares,
            });
        }
        sketches.push(SketchRef {
            values: &[1],
            shares: &[1.0],
        });
        // 0.5, 0.7, 0.8 and 1.
        assert_eq!(
            Order::by_weight(&sketches).ranks(&[5, 3, 9, 1]),
            [0, 1, 2, 3]
        );
        assert_eq!(Order::by_weight(&sketches).ranks(&[1]), [3]);
        assert_eq!(Order::of(&sketches, 1).ranks(&[1]), [0]);
    }
}
