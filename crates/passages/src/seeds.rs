//! Pairs of segments with much the same words, of which passages are made.

use crate::pair::Pair;

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

/// All pairs of segments whose cosine and Dice coefficient are above these, ascending.
pub(crate) fn seeds(pair: &Pair, cosine_above: f64, dice_above: f64) -> Vec<Seed> {
    let lists = lists(pair);
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
    for a in 0..pair.a.len() {
        for &(word, count) in pair.a.bag(a) {
            let isf = pair.isf[word as usize];
            for &(b, other) in &lists[word as usize] {
                let place = b as usize;
                if shared[place] == 0 {
                    touched.push(b);
                }
                shared[place] += 1;
                products[place] += count * other * isf * isf;
            }
        }
        touched.sort_unstable();
        for b in touched.drain(..) {
            let place = b as usize;
            let norm = norms[0][a] * norms[1][place];
            let words = (pair.a.bag(a).len() + pair.b.bag(place).len()) as f64;
            let seed = Seed {
                a: a as u32,
                b,
                cosine: if norm > 0.0 {
                    products[place] / norm
                } else {
                    0.0
                },
                dice: 2.0 * f64::from(shared[place]) / words,
            };
            products[place] = 0.0;
            shared[place] = 0;
            if seed.cosine > cosine_above && seed.dice > dice_above {
                found.push(seed);
            }
        }
    }
    found
}

/// The segments of `b` with each word and its count there; without the most frequent words where the lists would
/// take too long.
fn lists(pair: &Pair) -> Vec<Vec<(u32, f64)>> {
    let visits =
        |word: usize| u64::from(pair.a.segments_with[word]) * u64::from(pair.b.segments_with[word]);
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
    for b in 0..pair.b.len() {
        for &(word, count) in pair.b.bag(b) {
            if is_listed[word as usize] {
                lists[word as usize].push((b as u32, count));
            }
        }
    }
    lists
}
