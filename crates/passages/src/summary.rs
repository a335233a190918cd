//! Summaries: a stretch of one document that is spread over all of the other. Found by a rule, since too few examples
//! are known to learn it from.

use std::ops::Range;

use crate::pair::Pair;
use crate::passage::{Kind, Passage};
use crate::seeds::seeds;
use crate::spans::{common, length};

/// The share by weight of a segment that stands in the other document without being taken from it.
const BY_CHANCE: f64 = 0.6;
/// The least length of a summary in characters.
const LEAST_LENGTH: u32 = 300;

/// The summary of `b` that `a` holds, if it holds one that the accepted passages do not cover.
pub(crate) fn summary(pair: &Pair, accepted: &[Passage]) -> Option<Passage> {
    let (in_b, weight) = weights(pair);
    let segments = best_stretch(pair, &in_b, &weight)?;
    let words = pair.a.text.words_of(&segments);
    let a = pair.a.text.place(&words);
    let whole = 0..pair.b.words.len() as u32;
    let b = pair.b.text.place(&whole);
    let share = |range: Range<usize>| {
        let part: f64 = in_b[range.clone()].iter().sum();
        let all: f64 = weight[range].iter().sum();
        if all > 0.0 { part / all } else { 0.0 }
    };
    let inside = share(segments.clone());
    let outside_in: f64 = in_b.iter().sum::<f64>() - in_b[segments.clone()].iter().sum::<f64>();
    let outside_all: f64 =
        weight.iter().sum::<f64>() - weight[segments.clone()].iter().sum::<f64>();
    let outside = if outside_all > 0.0 {
        outside_in / outside_all
    } else {
        0.0
    };
    let is_apart = length(&a) >= LEAST_LENGTH && inside >= 0.75 && inside >= outside + 0.4;
    let is_shorter = length(&b) >= 2 * length(&a);
    if !is_apart || !is_shorter || is_covered(&a, accepted) {
        return None;
    }
    let spread = spread(pair, &segments);
    let is_spread = spread >= 0.3 && inside >= best_window(pair, &words) + 0.15;
    is_spread.then_some(Passage {
        a,
        b,
        kind: Kind::Summarised,
        score: inside - BY_CHANCE,
    })
}

/// Of each segment of `a` the weight of the words that stand anywhere in `b`, and of all.
fn weights(pair: &Pair) -> (Vec<f64>, Vec<f64>) {
    let of = |segment: usize| {
        let mut sums = (0.0, 0.0);
        for &(word, _) in pair.a.bag(segment) {
            let weight = pair.rarity[word as usize];
            sums.1 += weight;
            if pair.b.segments_with[word as usize] > 0 {
                sums.0 += weight;
            }
        }
        sums
    };
    (0..pair.a.len()).map(of).unzip()
}

/// The segments in a row with the largest sum of (share − [`BY_CHANCE`]) · length; none where no sum is positive.
fn best_stretch(pair: &Pair, in_b: &[f64], weight: &[f64]) -> Option<Range<usize>> {
    let mut best: Option<(f64, Range<usize>)> = None;
    let (mut sum, mut from) = (0.0, 0);
    for segment in 0..pair.a.len() {
        if sum <= 0.0 {
            (sum, from) = (0.0, segment);
        }
        let share = if weight[segment] > 0.0 {
            in_b[segment] / weight[segment]
        } else {
            BY_CHANCE
        };
        let words = &pair.a.text.segments[segment];
        sum += (share - BY_CHANCE) * f64::from(pair.a.text.length(words));
        if sum > best.as_ref().map_or(0.0, |(sum, _)| *sum) {
            best = Some((sum, from..segment + 1));
        }
    }
    best.map(|(_, stretch)| stretch)
}

/// Returns whether accepted passages of like length on both sides cover most of a place in `a`.
fn is_covered(a: &Range<u32>, accepted: &[Passage]) -> bool {
    let alike = accepted
        .iter()
        .filter(|it| length(&it.b) < 2 * length(&it.a));
    let covered: u32 = alike.map(|it| common(&it.a, a)).sum();
    f64::from(covered) >= 0.7 * f64::from(length(a))
}

/// The share of `b` between the first and the last segment that resembles one of these of `a`.
fn spread(pair: &Pair, segments: &Range<usize>) -> f64 {
    let seeds = seeds(pair, 0.2, 0.0);
    let of = seeds
        .iter()
        .filter(|seed| segments.contains(&(seed.a as usize)));
    let places = of.map(|seed| seed.b as usize);
    let (least, most) = places.fold((usize::MAX, 0), |(least, most), it| {
        (least.min(it), most.max(it + 1))
    });
    most.saturating_sub(least) as f64 / pair.b.len().max(1) as f64
}

/// The largest share by weight of these words of `a` that stands in one window of `b` of one and a half times as
/// many words.
fn best_window(pair: &Pair, words: &Range<u32>) -> f64 {
    let mut wanted = vec![false; pair.rarity.len()];
    let mut all = 0.0;
    for &word in pair.a.words(words) {
        if !wanted[word as usize] {
            wanted[word as usize] = true;
            all += pair.rarity[word as usize];
        }
    }
    let width = words.len() * 3 / 2;
    let mut counts = vec![0_u32; pair.rarity.len()];
    let (mut sum, mut best) = (0.0, 0.0_f64);
    for (place, &word) in pair.b.words.iter().enumerate() {
        let word = word as usize;
        if counts[word] == 0 && wanted[word] {
            sum += pair.rarity[word];
        }
        counts[word] += 1;
        if let Some(gone) = place.checked_sub(width) {
            let gone = pair.b.words[gone] as usize;
            counts[gone] -= 1;
            if counts[gone] == 0 && wanted[gone] {
                sum -= pair.rarity[gone];
            }
        }
        best = best.max(sum);
    }
    if all > 0.0 { best / all } else { 0.0 }
}
