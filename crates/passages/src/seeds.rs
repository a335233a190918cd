//! Pairs of segments with much the same words, of which passages are made.

use rustc_hash::FxHashMap;

use crate::pair::{Pair, Side};

/// Two segments that resemble each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Seed {
    pub(crate) a: u32,
    pub(crate) b: u32,
    /// Cosine of the two vectors of tf·isf, in \[0, 1\].
    pub(crate) cosine: f64,
    /// 2·|A ∩ B| / (|A| + |B|) of their sets of words, in \[0, 1\].
    pub(crate) dice: f64,
}

/// The most entries of the inverted lists that are visited for one pair of documents. A pair of 5,000 words each
/// visits about 300,000; where a sentence is repeated thousands of times, the most frequent words lead to no seed.
const MOST_VISITS: u64 = 1 << 24;

/// The most pairs of segments with the same words on either side that are all seeds.
const ALL_PAIRS: usize = 64;

/// Pairs of segments whose cosine and Dice coefficient are above these, ascending. Of segments that are repeated often,
/// each is a seed with the one of the same number in the other document, so that a text that repeats one sentence has
/// no more seeds than sentences.
pub(crate) fn seeds(pair: &Pair, cosine_above: f64, dice_above: f64) -> Vec<Seed> {
    let [of_a, of_b] = [&pair.a, &pair.b].map(repeated);
    let lists = lists(pair, &of_a, &of_b);
    let norms = [&pair.a, &pair.b].map(|side| {
        let norm = |segment| {
            let squares = side.bag(segment).iter().map(|&(word, count)| {
                let weight = count * pair.isf[word as usize];
                weight * weight
            });
            squares.sum::<f64>().sqrt()
        };
        (0..side.len()).map(norm).collect::<Vec<f64>>()
    });
    let mut found = Vec::new();
    let mut products = vec![0.0; pair.b.len()];
    let mut shared = vec![0_u32; pair.b.len()];
    let mut touched: Vec<u32> = Vec::new();
    for same_a in &of_a {
        let a = same_a[0] as usize;
        for &(word, count) in pair.a.bag(a) {
            let isf = pair.isf[word as usize];
            for &(number, other) in &lists[word as usize] {
                let place = number as usize;
                if shared[place] == 0 {
                    touched.push(number);
                }
                shared[place] += 1;
                products[place] += count * other * isf * isf;
            }
        }
        touched.sort_unstable();
        for number in touched.drain(..) {
            let place = number as usize;
            let same_b = &of_b[place];
            let b = same_b[0] as usize;
            let norm = norms[0][a] * norms[1][b];
            let words = (pair.a.bag(a).len() + pair.b.bag(b).len()) as f64;
            let cosine = if norm > 0.0 {
                products[place] / norm
            } else {
                0.0
            };
            let dice = 2.0 * f64::from(shared[place]) / words;
            products[place] = 0.0;
            shared[place] = 0;
            if cosine > cosine_above && dice > dice_above {
                let seed = |(a, b)| Seed { a, b, cosine, dice };
                found.extend(matched(same_a, same_b).into_iter().map(seed));
            }
        }
    }
    found.sort_unstable_by_key(|seed| (seed.a, seed.b));
    found
}

/// The segments of a document, those of the same words together.
fn repeated(side: &Side) -> Vec<Vec<u32>> {
    let mut numbers: FxHashMap<Vec<(u32, u64)>, usize> = FxHashMap::default();
    let mut all: Vec<Vec<u32>> = Vec::new();
    for segment in 0..side.len() {
        let words = side
            .bag(segment)
            .iter()
            .map(|&(word, count)| (word, count.to_bits()));
        let number = *numbers.entry(words.collect()).or_insert(all.len());
        if number == all.len() {
            all.push(Vec::new());
        }
        all[number].push(segment as u32);
    }
    all
}

/// Which of two lists of equal segments are seeds: all pairs of few, of more those of the same number.
fn matched(a: &[u32], b: &[u32]) -> Vec<(u32, u32)> {
    if a.len() * b.len() <= ALL_PAIRS {
        return a
            .iter()
            .flat_map(|&a| b.iter().map(move |&b| (a, b)))
            .collect();
    }
    let at = |list: &[u32], number: usize| list[number.min(list.len() - 1)];
    let most = a.len().max(b.len());
    (0..most)
        .map(|number| (at(a, number), at(b, number)))
        .collect()
}

/// The segments of `b` with each word and its count there, by their number among the different ones; without the most
/// frequent words where the lists would take too long.
fn lists(pair: &Pair, of_a: &[Vec<u32>], of_b: &[Vec<u32>]) -> Vec<Vec<(u32, f64)>> {
    let segments_with = |side: &Side, segments: &[Vec<u32>]| {
        let mut with = vec![0_u64; pair.isf.len()];
        for same in segments {
            for &(word, _) in side.bag(same[0] as usize) {
                with[word as usize] += 1;
            }
        }
        with
    };
    let (with_a, with_b) = (segments_with(&pair.a, of_a), segments_with(&pair.b, of_b));
    let visits = |word: usize| with_a[word] * with_b[word];
    let mut words: Vec<usize> = (0..pair.isf.len()).collect();
    words.sort_by_key(|&word| visits(word));
    let mut left = MOST_VISITS;
    let mut is_listed = vec![false; words.len()];
    for word in words {
        let Some(rest) = left.checked_sub(visits(word)) else {
            break;
        };
        left = rest;
        is_listed[word] = true;
    }
    let mut lists = vec![Vec::new(); pair.isf.len()];
    for (number, same) in (0..).zip(of_b) {
        for &(word, count) in pair.b.bag(same[0] as usize) {
            if is_listed[word as usize] {
                lists[word as usize].push((number, count));
            }
        }
    }
    lists
}

#[cfg(test)]
mod tests {
    use dejalu_text::{Analyzer, Document};

    use super::*;
    use crate::segments::Segmented;

    #[test]
    fn a_repeated_sentence_has_no_more_seeds_than_sentences() {
        let text = "The ferry waits for the storm at the old pier. ".repeat(500);
        let cut =
            Segmented::of(&Analyzer::new(Default::default()).analyze(&Document::plain("x", &text)));
        let found = seeds(&Pair::new(&cut, &cut), 0.3, 0.1);
        assert_eq!(found.len(), 500);
        assert!(found.iter().all(|seed| seed.a == seed.b));
    }

    #[test]
    fn a_few_equal_sentences_are_all_seeds() {
        assert_eq!(matched(&[1, 5], &[2, 3]), [(1, 2), (1, 3), (5, 2), (5, 3)]);
    }
}
