//! Measures how much of a run of sentences is found in the other document.

use std::ops::Range;
use std::sync::Arc;

use super::sentences::{Sentence, words};
use super::values::Names;
use dejalu_similarity::corpus::Correlations;
use dejalu_similarity::measures::fuzzy::{Sentences, Similarities};
use dejalu_text::sorted::distinct;
use dejalu_text::{AnalyzedDocument, TermId};

/// A document whose sentences are to be matched.
pub(super) struct Compared<'a> {
    pub(super) document: &'a AnalyzedDocument,
    pub(super) sentences: &'a [Sentence],
    pub(super) names: Names,
    pub(super) correlations: Arc<Correlations>,
}

impl Compared<'_> {
    /// The tokens from the first of some sentences to the last.
    pub(super) fn tokens(&self, sentences: &Range<u32>) -> Range<u32> {
        let (first, last) = (sentences.start as usize, sentences.end as usize - 1);
        self.sentences[first].tokens.start..self.sentences[last].tokens.end
    }

    /// The distinct words of some sentences together.
    fn words(&self, sentences: &Range<u32>) -> Vec<TermId> {
        let sentences = &self.sentences[sentences.start as usize..sentences.end as usize];
        let words = sentences
            .iter()
            .flat_map(|it| words(self.document, &it.tokens));
        distinct(words)
    }
}

/// Stretches of sentences of two documents, each taken as one sentence.
pub(super) struct Stretches<'a> {
    pub(super) sides: [&'a Compared<'a>; 2],
    /// Their similarities, if both are found in each other by a minimum share.
    pub(super) joint: Similarities,
    /// True if every one was compared with every other.
    pub(super) is_complete: bool,
    pub(super) sentences: [Vec<Range<u32>>; 2],
    /// Number of distinct words in each.
    words: [Vec<usize>; 2],
}

impl<'a> Stretches<'a> {
    /// Every sentence by itself.
    pub(super) fn singly(sides: [&'a Compared<'a>; 2], least: f64) -> Self {
        let single = |side: &Compared| {
            (0..side.sentences.len() as u32)
                .map(|at| at..at + 1)
                .collect()
        };
        Stretches::new(sides, sides.map(single), least)
    }

    pub(super) fn new(
        sides: [&'a Compared<'a>; 2],
        sentences: [Vec<Range<u32>>; 2],
        least: f64,
    ) -> Self {
        let words = [0, 1].map(|side: usize| -> Vec<Vec<TermId>> {
            sentences[side]
                .iter()
                .map(|it| sides[side].words(it))
                .collect()
        });
        let counts = words
            .each_ref()
            .map(|words| words.iter().map(Vec::len).collect());
        let correlations = &sides[0].correlations;
        let [left, right] = words.map(|words| Sentences::new(words, correlations.clone()));
        let (joint, is_complete) = left.join_bounded(&right, least);
        Stretches {
            sides,
            joint,
            is_complete,
            sentences,
            words: counts,
        }
    }

    /// Those that are alike enough.
    pub(super) fn alike(&self, enough: impl Fn([f64; 2]) -> bool) -> Vec<Alike<'_>> {
        let pairs = self.joint.pairs().iter();
        let pairs = pairs.filter(|pair| enough(pair.similarities));
        let alike = pairs.map(|pair| {
            let stretches = [0, 1].map(|side: usize| {
                let occurrences = &self.joint.occurrences()[side];
                occurrences.places(pair.distinct[side])
            });
            let found = |side: usize| {
                let words = self.words[side][stretches[side][0] as usize];
                pair.similarities[side] * words as f64
            };
            Alike {
                weight: found(0) + found(1),
                similarities: pair.similarities,
                stretches,
            }
        });
        alike.collect()
    }
}

/// Stretches of the same words on the left, those of the same words on the right, and how far each
/// is found in the other.
pub(super) struct Alike<'a> {
    /// The stretches, by their indices on either side, ascending.
    pub(super) stretches: [&'a [u32]; 2],
    /// Sim(left, right) and Sim(right, left).
    pub(super) similarities: [f64; 2],
    /// Number of words of one pair that are found in the other.
    pub(super) weight: f64,
}
