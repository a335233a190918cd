//! Sentences of the same words, taken together.

use std::collections::HashMap;

use crate::corpus::Lists;

/// The places of each distinct sentence of a document.
///
/// Two documents that say one sentence a thousand times have a million pairs of equal sentences, but
/// one pair of distinct ones: whatever is found of sentences is found, and kept, of distinct ones.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Occurrences {
    /// Number of sentences in the document, repeated ones included.
    sentences: usize,
    /// Of each distinct sentence the places, ascending.
    places: Lists<u32>,
}

impl Occurrences {
    /// The distinct ones among sentences, in the order in which they first occur, and where each
    /// stands.
    pub(super) fn of(sentences: Vec<Vec<u32>>) -> (Vec<Vec<u32>>, Self) {
        let mut known: HashMap<Vec<u32>, u32> = HashMap::with_capacity(sentences.len());
        let mut at = Vec::with_capacity(sentences.len());
        for sentence in sentences {
            let next = known.len() as u32;
            at.push(*known.entry(sentence).or_insert(next));
        }
        let mut distinct = vec![Vec::new(); known.len()];
        for (sentence, which) in known {
            distinct[which as usize] = sentence;
        }
        (distinct, Occurrences::new(at))
    }

    /// `at` names the distinct sentence of each place.
    fn new(at: Vec<u32>) -> Self {
        let distinct = at.iter().max().map_or(0, |&last| last as usize + 1);
        let standing = |place: u32| std::iter::once((at[place as usize], place));
        let places = Lists::gather(distinct, at.len(), standing);
        Occurrences {
            sentences: at.len(),
            places,
        }
    }

    /// Number of sentences in the document, repeated ones included.
    pub fn sentences(&self) -> usize {
        self.sentences
    }

    /// Number of distinct sentences.
    pub fn distinct(&self) -> usize {
        self.places.len()
    }

    /// The places of a distinct sentence, ascending; not empty.
    pub fn places(&self, distinct: u32) -> &[u32] {
        self.places.get(distinct)
    }
}
