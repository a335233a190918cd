//! [`Order`]: ranks of the values of queries and of weighted terms.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::ranks::Ranks;
use super::sketches::{SketchRef, Sketches};

/// The canonical order of values, ascending, ties by value (002, section 3). Rare or light values
/// come first, so that prefixes meet few others; values that no document holds come before all.
#[derive(Default)]
pub(super) struct Order {
    rank: FxHashMap<u64, u32>,
}

/// Weights are added up part by part, so that the memory for them stays a fraction of that of the
/// sketches.
const PARTS: u64 = 16;

impl Order {
    /// The order by frequency of all values that occur in at least `least` documents.
    pub(super) fn of(sketches: &Sketches, least: u32) -> Self {
        let (ranks, values) = Ranks::of(&sketches.sets(), least);
        let mut counts = vec![0u32; ranks.len()];
        for &rank in ranks.items() {
            counts[rank as usize] += 1;
        }
        let mut counted: Vec<(u32, u64)> = counts.into_iter().zip(values.iter()).collect();
        counted.par_sort_unstable();
        Order::ranked(counted.into_iter().map(|(_, value)| value))
    }

    /// The order of values that are in it.
    pub(super) fn ranked(values: impl IntoIterator<Item = u64>) -> Self {
        Order {
            rank: values.into_iter().zip(0..).collect(),
        }
    }

    /// The order by weight of all values. \[choice\] Equal weights are in the order of the terms'
    /// hashes, not of their letters (002, 3.3), since a sketch holds no letters: any one order serves
    /// the filters.
    pub(super) fn by_weight(sketches: &Sketches) -> Self {
        let parts = (0..PARTS).into_par_iter();
        let weighed: Vec<Vec<(u64, u64)>> = parts.map(|part| weights(sketches, part)).collect();
        let mut weighed = weighed.concat();
        weighed.par_sort_unstable();
        let ranked = weighed.into_iter().zip(0..);
        Order {
            rank: ranked.map(|((_, value), rank)| (value, rank)).collect(),
        }
    }

    /// Number of ranked values.
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

fn weights(sketches: &Sketches, part: u64) -> Vec<(u64, u64)> {
    let all = sketches.items().iter().copied().zip(sketches.shares());
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
