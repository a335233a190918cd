//! The valley between two modes of the scores.

use crate::scoring::Edge;

/// Fewer pairs on either side of a valley say nothing about modes.
const LEAST_PAIRS: usize = 30;

/// Bars of the histogram in which valleys are looked for.
const BARS: usize = 40;

/// A valley is at most this part as high as the lower one of its two modes.
const DEPTH: f64 = 0.25;

/// A valley ends where its bars are more than this many times as high as at its bottom.
const RISE: f64 = 2.0;

/// Each side of a valley has at least this share of the pairs.
const SIDE: f64 = 0.05;

/// The end of the deepest valley of the scores, of equally deep ones the highest: from there on bars are more than
/// twice as high as at the bottom. A guess that removes too little costs less than one that removes too much. `None`
/// where they have one mode only.
pub(super) fn valley(edges: &[Edge]) -> Option<f64> {
    let (most, least) = (edges.first()?.score, edges.last()?.score);
    let width = (most - least) / BARS as f64;
    if width <= 0.0 || !width.is_finite() {
        return None;
    }
    let mut bars = [0usize; BARS];
    for edge in edges {
        let bar = ((edge.score - least) / width) as usize;
        bars[bar.min(BARS - 1)] += 1;
    }
    let bar = |place: usize| bars.get(place).copied().unwrap_or_default() as f64;
    let smooth = |place: usize| {
        let left = if place == 0 { 0.0 } else { bar(place - 1) };
        (left + 2.0 * bar(place) + bar(place + 1)) / 4.0
    };
    let highest = |places: std::ops::Range<usize>| places.map(smooth).fold(0.0, f64::max);
    let enough = (SIDE * edges.len() as f64).max(LEAST_PAIRS as f64);
    let depth = |place: usize| {
        let sides = [&bars[..place], &bars[place + 1..]].map(|side| side.iter().sum::<usize>());
        let mode = highest(0..place).min(highest(place + 1..BARS));
        let is_between = sides.iter().all(|&side| side as f64 >= enough);
        is_between.then(|| (smooth(place) / mode, place))
    };
    let better =
        |best: (f64, usize), next: (f64, usize)| if next.0 <= best.0 { next } else { best };
    let (depth, place) = (1..BARS - 1).filter_map(depth).reduce(better)?;
    let mode = (place + 1..BARS).max_by(|&a, &b| smooth(a).total_cmp(&smooth(b)))?;
    let is_low = |&bar: &usize| smooth(bar) <= RISE * smooth(place);
    let last = (place..mode).rev().find(is_low)?;
    (depth <= DEPTH).then_some(least + last as f64 * width)
}
