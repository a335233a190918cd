//! The folds on which parameters are searched.

use crate::pairs::folds::{Folds, GroupedPairs};
use dejalu_base::error::Result;
use dejalu_learn::Fold;

/// The most repeats of a search. From one to five, F1 on other documents rose by 0.6 points at 30 to
/// 120 labels; from three to five hardly.
const MOST_REPEATS: usize = 5;

/// The rows that the repeats of a search are trained on together; where a set has more, there is
/// one. The choice is steady by then, and repeats would cost seconds.
const REPEATED_ROWS: usize = 2_000;

/// Folds over these pairs for the search of parameters, drawn anew for every repeat; rows count
/// within `pairs`. The fewer pairs, the more repeats.
///
/// # Errors
///
/// As `Folds::assign`.
pub fn search_folds(
    grouped: &GroupedPairs,
    pairs: &[usize],
    count: usize,
    seed: u64,
) -> Result<Vec<Vec<Fold>>> {
    let repeats = (REPEATED_ROWS / pairs.len().max(1)).clamp(1, MOST_REPEATS);
    let seeds = (0..repeats as u64).map(|repeat| seed.wrapping_add(repeat));
    seeds
        .map(|seed| folds_of(grouped, pairs, count, seed))
        .collect()
}

fn folds_of(grouped: &GroupedPairs, pairs: &[usize], count: usize, seed: u64) -> Result<Vec<Fold>> {
    let folds = Folds::assign(grouped, pairs, count, seed)?;
    let rows_where = |chosen: &dyn Fn(usize) -> bool| -> Vec<usize> {
        (0..pairs.len()).filter(|&row| chosen(pairs[row])).collect()
    };
    let fold = |k: u32| {
        Fold::new(
            rows_where(&|pair| folds.trains(grouped, pair, k)),
            rows_where(&|pair| folds.tester(grouped, pair) == Some(k)),
        )
    };
    Ok((0..count as u32).map(fold).collect())
}
