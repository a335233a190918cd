//! Two segmented documents with their words as numbers of their own, and the weight of each.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::segments::Segmented;

/// One of the two documents.
pub(crate) struct Side<'a> {
    pub(crate) text: &'a Segmented,
    /// The words in reading order, numbered in the pair.
    pub(crate) words: Vec<u32>,
    /// The number of segments with each word.
    pub(crate) segments_with: Vec<u32>,
    /// The distinct words of each segment with their counts; those of segment s at `bounds[s]..bounds[s + 1]`.
    bags: Vec<(u32, f64)>,
    bounds: Vec<usize>,
}

impl Side<'_> {
    /// The number of segments.
    pub(crate) fn len(&self) -> usize {
        self.text.segments.len()
    }

    /// The distinct words of a segment, ascending, each with its number of occurrences.
    pub(crate) fn bag(&self, segment: usize) -> &[(u32, f64)] {
        &self.bags[self.bounds[segment]..self.bounds[segment + 1]]
    }

    /// The words of a range.
    pub(crate) fn words(&self, range: &Range<u32>) -> &[u32] {
        &self.words[range.start as usize..range.end as usize]
    }
}

/// Two documents; `a` is the one in which passages are looked for, `b` that from which they may come.
pub(crate) struct Pair<'a> {
    pub(crate) a: Side<'a>,
    pub(crate) b: Side<'a>,
    /// ln((N + 1) / df) of each word, over the N segments of both documents.
    pub(crate) isf: Vec<f64>,
    /// max(0, ln((N_A + 1) / (df_A + ½))) of each word, over the segments of `a`.
    pub(crate) rarity: Vec<f64>,
}

impl<'a> Pair<'a> {
    pub(crate) fn new(a: &'a Segmented, b: &'a Segmented) -> Self {
        let mut numbers = FxHashMap::default();
        let mut numbered = |text: &'a Segmented| -> Vec<u32> {
            let words = text.words.iter().map(|&term| {
                let next = numbers.len() as u32;
                *numbers.entry(term).or_insert(next)
            });
            words.collect()
        };
        let words = [numbered(a), numbered(b)];
        let count = numbers.len();
        let [a, b] = [(a, &words[0]), (b, &words[1])].map(|(text, words)| side(text, words, count));
        let segments = (a.len() + b.len()) as f64;
        let isf = (0..count).map(|word| {
            let with = a.segments_with[word] + b.segments_with[word];
            ((segments + 1.0) / f64::from(with)).ln()
        });
        let isf = isf.collect();
        let of_a = a.len() as f64;
        let rarity = a.segments_with.iter().map(|&with| {
            let rarity = ((of_a + 1.0) / (f64::from(with) + 0.5)).ln();
            rarity.max(0.0)
        });
        let rarity = rarity.collect();
        Pair { a, b, isf, rarity }
    }
}

fn side<'a>(text: &'a Segmented, words: &[u32], count: usize) -> Side<'a> {
    let mut segments_with = vec![0; count];
    let mut bags = Vec::with_capacity(words.len());
    let mut bounds = vec![0];
    for segment in &text.segments {
        let mut sorted = words[segment.start as usize..segment.end as usize].to_vec();
        sorted.sort_unstable();
        for same in sorted.chunk_by(|x, y| x == y) {
            segments_with[same[0] as usize] += 1;
            bags.push((same[0], same.len() as f64));
        }
        bounds.push(bags.len());
    }
    Side {
        text,
        words: words.to_vec(),
        segments_with,
        bags,
        bounds,
    }
}
