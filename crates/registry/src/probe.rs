//! Finds the sentences that a document shares with each registered document.
//!
//! The answer equals the definition (004, section 5) computed directly against
//! every registered document, whatever the order of registration. Only what may match is read: the
//! sentences of a sentence's rarest words, of these the ones whose sketch may hold enough of its
//! words, of these the ones that do.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::index::{Index, KnownWord};
use dejalu_base::error::Result;
use dejalu_similarity::measures::sentences::{
    OverlapThreshold, SentenceOverlap, one_to_one, overlap_percentage,
};
use dejalu_text::Chunk;
use dejalu_text::sorted::distinct;

/// Common sentences of a probed document and a registered one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shared {
    /// The registered document's number.
    pub(super) document: u32,
    /// N_d and N_r, the sentences that count.
    pub(super) sentences: [usize; 2],
    /// The places of equal sentences: in the probed document, in the registered one.
    pub(super) exact: Vec<[u32; 2]>,
    /// The other sentences that share as many words as the threshold requires.
    pub(super) overlaps: Vec<SentenceOverlap>,
}

impl Shared {
    /// The overlaps of sentences without an exact match that reach a threshold, one to one.
    pub(super) fn matched(&self, threshold: OverlapThreshold) -> Vec<SentenceOverlap> {
        let exact = |side: usize| -> FxHashSet<u32> {
            self.exact.iter().map(|places| places[side]).collect()
        };
        let (here, there) = (exact(0), exact(1));
        let counts = |overlap: &&SentenceOverlap| {
            let free = !here.contains(&overlap.places[0]) && !there.contains(&overlap.places[1]);
            free && threshold.is_reached(overlap.common, overlap.of as usize)
        };
        one_to_one(self.overlaps.iter().filter(counts).copied().collect())
    }

    /// OP_r for these matches.
    pub(super) fn percentage(&self, matched: &[SentenceOverlap]) -> f64 {
        overlap_percentage(self.exact.len(), matched, self.sentences)
    }
}

/// Sentences that never count.
#[derive(Debug, Default)]
pub(super) struct Ignored {
    sentences: FxHashSet<u32>,
    /// Number of them that a document holds.
    held: FxHashMap<u32, usize>,
}

impl Ignored {
    /// Finds those that are registered.
    pub(super) fn find<'s>(
        index: &Index,
        sequences: impl IntoIterator<Item = &'s u64>,
    ) -> Result<Self> {
        let mut ignored = Ignored::default();
        for &sequence in sequences {
            if let Some(sentence) = index.store.sentence_of(sequence)?
                && ignored.sentences.insert(sentence)
            {
                index.documents_of(sentence, |document, _| {
                    *ignored.held.entry(document).or_default() += 1;
                })?;
            }
        }
        Ok(ignored)
    }
}

/// Everything that the document of these chunks shares with registered ones, in ascending order of
/// their numbers; overlaps only where there is a threshold, and from it on.
pub(super) fn shared(
    index: &Index,
    chunks: &[Chunk],
    threshold: Option<OverlapThreshold>,
    ignored: &Ignored,
) -> Result<Vec<Shared>> {
    let mut found = Found {
        sentences: chunks.len(),
        ignored,
        shared: BTreeMap::new(),
    };
    // The registered sentences that overlap with some of ours, each with those.
    let mut partners: BTreeMap<u32, Vec<SentenceOverlap>> = BTreeMap::new();
    for (place, chunk) in (0..).zip(chunks) {
        let equal = index.store.sentence_of(chunk.sequence)?;
        if let Some(equal) = equal {
            index.documents_of(equal, |document, occurrence| {
                let places = [place, occurrence.place];
                found.of(document, occurrence.sentences).exact.push(places);
            })?;
        }
        let overlapping = threshold.map(|threshold| overlapping(index, chunk, threshold));
        for (partner, common) in overlapping.transpose()?.unwrap_or_default() {
            if equal != Some(partner) && !ignored.sentences.contains(&partner) {
                partners.entry(partner).or_default().push(SentenceOverlap {
                    places: [place, 0],
                    common,
                    of: chunk.words.len() as u32,
                });
            }
        }
    }
    for (partner, overlaps) in partners {
        index.documents_of(partner, |document, occurrence| {
            let there = |overlap: &SentenceOverlap| SentenceOverlap {
                places: [overlap.places[0], occurrence.place],
                ..*overlap
            };
            let shared = found.of(document, occurrence.sentences);
            shared.overlaps.extend(overlaps.iter().map(there));
        })?;
    }
    Ok(found.shared.into_values().collect())
}

struct Found<'i> {
    sentences: usize,
    ignored: &'i Ignored,
    shared: BTreeMap<u32, Shared>,
}

impl Found<'_> {
    fn of(&mut self, document: u32, sentences: u32) -> &mut Shared {
        self.shared.entry(document).or_insert_with(|| {
            let ignored = self.ignored.held.get(&document).copied().unwrap_or(0);
            Shared {
                document,
                sentences: [self.sentences, (sentences as usize).saturating_sub(ignored)],
                exact: Vec::new(),
                overlaps: Vec::new(),
            }
        })
    }
}

/// The registered sentences that share enough words with one of ours, and how many they share.
///
/// A sentence that shares `least` of n words has at least one of any n − least + 1 of them: the
/// rarest are looked up.
fn overlapping(
    index: &Index,
    chunk: &Chunk,
    threshold: OverlapThreshold,
) -> Result<Vec<(u32, u32)>> {
    let least = threshold.least(chunk.words.len());
    let mut known = Vec::with_capacity(chunk.words.len());
    for &term in &chunk.words {
        known.extend(index.word(term)?);
    }
    if known.len() < least {
        return Ok(Vec::new());
    }
    known.sort_unstable();
    let sketches = sketches(&known);
    let mut candidates = Vec::new();
    for word in &known[..=known.len() - least] {
        index.sentences_of(word.number, |sentence, sketch| {
            let held = sketches.iter().filter(|(bits, _)| bits & !sketch == 0);
            if held.map(|(_, words)| words).sum::<usize>() >= least {
                candidates.push(sentence);
            }
        })?;
    }
    let candidates = distinct(candidates);
    let numbers: FxHashSet<u32> = known.iter().map(|word| word.number).collect();
    let mut found = Vec::new();
    for sentence in candidates {
        let words = index.store.sentence(sentence)?.words;
        let common = words.iter().filter(|word| numbers.contains(word)).count();
        if common >= least {
            found.push((sentence, common as u32));
        }
    }
    Ok(found)
}

/// The sketches of these words, each with how many words have it: there are two thousand, however
/// long a sentence is.
fn sketches(words: &[KnownWord]) -> Vec<(u64, usize)> {
    let mut sketches: Vec<u64> = words.iter().map(|word| word.sketch).collect();
    sketches.sort_unstable();
    let equal = sketches.chunk_by(|a, b| a == b);
    equal.map(|equal| (equal[0], equal.len())).collect()
}
