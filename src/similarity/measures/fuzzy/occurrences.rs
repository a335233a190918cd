//! Sentences of the same words, taken together.

use std::collections::HashMap;

/// Where each distinct sentence of a document stands.
///
/// Two documents that say one sentence a thousand times have a million pairs of equal sentences, but
/// one pair of distinct ones: whatever is found of sentences is found, and kept, of distinct ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occurrences {
    /// Of each place the distinct sentence that stands there.
    at: Vec<u32>,
    /// All places, those of a distinct sentence together and ascending.
    places: Vec<u32>,
    /// Where in `places` each distinct sentence's begin, and where the last one's end.
    starts: Vec<u32>,
}

impl Default for Occurrences {
    fn default() -> Self {
        Occurrences {
            at: Vec::new(),
            places: Vec::new(),
            starts: vec![0],
        }
    }
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
        let mut starts = vec![0; distinct + 1];
        at.iter().for_each(|&which| starts[which as usize + 1] += 1);
        for which in 0..distinct {
            starts[which + 1] += starts[which];
        }
        let mut next = starts.clone();
        let mut places = vec![0; at.len()];
        for (place, &which) in (0..).zip(&at) {
            let next = &mut next[which as usize];
            places[*next as usize] = place;
            *next += 1;
        }
        Occurrences { at, places, starts }
    }

    /// How many sentences the document has, repeated ones included.
    pub fn sentences(&self) -> usize {
        self.at.len()
    }

    /// How many distinct sentences it has.
    pub fn distinct(&self) -> usize {
        self.starts.len() - 1
    }

    /// The distinct sentence that stands at a place.
    pub fn at(&self, place: u32) -> u32 {
        self.at[place as usize]
    }

    /// Where a distinct sentence stands, ascending; not empty.
    pub fn places(&self, distinct: u32) -> &[u32] {
        let distinct = distinct as usize;
        &self.places[self.starts[distinct] as usize..self.starts[distinct + 1] as usize]
    }
}
