//! Copy detection by whole sentences: OS-CDS, SCAM and COPS (004).
//!
//! All three chunk a document alike (004, section 5; methods, section 6): a full stop, question
//! mark, exclamation mark, colon, comma or semicolon ends a sentence; its refined words are kept,
//! a repeated one once; sentences of one word and repeated sentences are dropped. A sentence is
//! its sequence of words: the same words in another order match by overlap, not exactly, which is
//! how OS-CDS beats SCAM.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::{Direction, Entry, Measure, View};
use crate::corpus::CorpusStats;
use crate::text::{AnalyzedDocument, Token};

pub(super) const MEASURES: &[Entry] =
    &[Entry::of::<OsCds>(), Entry::of::<Scam>(), Entry::of::<Cops>()];

/// A document's distinct sentences of two words or more.
#[derive(Debug)]
pub struct Chunks {
    /// Each sentence's sequence of words, hashed; in the order of the document.
    sequences: Vec<u64>,
    /// Each sentence's distinct words, ascending.
    words: Vec<Vec<u64>>,
    /// (word, sentence), ascending.
    holders: Vec<(u64, u32)>,
}

impl View for Chunks {
    type Options = ();

    fn of(document: &AnalyzedDocument, _stats: &CorpusStats, _options: &()) -> Self {
        Chunks::new(chunk(document))
    }

    fn is_empty(&self) -> bool {
        self.sequences.is_empty()
    }
}

impl Chunks {
    /// Sentences of words, as numbers.
    fn new(sentences: impl IntoIterator<Item = Vec<u64>>) -> Self {
        let mut chunks = Chunks {
            sequences: Vec::new(),
            words: Vec::new(),
            holders: Vec::new(),
        };
        let mut met = HashSet::new();
        for mut words in sentences {
            let mut once = HashSet::new();
            words.retain(|&word| once.insert(word));
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            let sequence = xxh3_64(&bytes);
            if words.len() < 2 || !met.insert(sequence) {
                continue;
            }
            let place = chunks.sequences.len() as u32;
            chunks.holders.extend(words.iter().map(|&word| (word, place)));
            words.sort_unstable();
            chunks.sequences.push(sequence);
            chunks.words.push(words);
        }
        chunks.holders.sort_unstable();
        chunks
    }

    /// N, the number of sentences.
    fn len(&self) -> usize {
        self.sequences.len()
    }

    /// Which of these sentences stand in `other` exactly.
    fn exact_in(&self, other: &Chunks) -> Vec<bool> {
        let theirs: HashSet<u64, rustc_hash::FxBuildHasher> =
            other.sequences.iter().copied().collect();
        self.sequences.iter().map(|sequence| theirs.contains(sequence)).collect()
    }

    /// EM, the number of exact matches.
    fn exact_matches(&self, other: &Chunks) -> usize {
        self.exact_in(other).into_iter().filter(|&exact| exact).count()
    }

    /// The overlaps OM(NS, S) = common words / words of NS of this document's sentences NS with
    /// sentences S of `other` that reach the threshold, both without an exact match.
    fn overlaps(&self, other: &Chunks, threshold: Percent) -> Vec<Overlap> {
        let (ours, theirs) = (self.exact_in(other), other.exact_in(self));
        let mut common = vec![0u32; other.len()];
        let mut found = Vec::new();
        for (place, words) in self.words.iter().enumerate().filter(|(place, _)| !ours[*place]) {
            let mut touched = Vec::new();
            for &word in words {
                let from = other.holders.partition_point(|&(other, _)| other < word);
                let holding = other.holders[from..].iter().take_while(|&&(other, _)| other == word);
                for &(_, partner) in holding.filter(|&&(_, partner)| !theirs[partner as usize]) {
                    if common[partner as usize] == 0 {
                        touched.push(partner);
                    }
                    common[partner as usize] += 1;
                }
            }
            for partner in touched {
                let common = std::mem::take(&mut common[partner as usize]);
                if threshold.is_reached(common, words.len()) {
                    found.push(Overlap {
                        places: [place as u32, partner],
                        common,
                        of: words.len() as u32,
                    });
                }
            }
        }
        found
    }

    /// OP_r of this document against a registered one: (EM + SOM) / min(N_d, N_r), in [0, 1].
    ///
    /// \[choice\] Exact matches leave both documents first; the rest is matched one to one,
    /// greedily by descending overlap (ties: earlier here, then there). The paper's literal sum
    /// over all overlaps reaches 3 on {abcd} against {ab, bc, cd}.
    fn overlap_percentage(&self, registered: &Chunks, threshold: Percent) -> f64 {
        let mut overlaps = self.overlaps(registered, threshold);
        overlaps.sort_unstable_by(|a, b| {
            let descending = (u64::from(b.common) * u64::from(a.of))
                .cmp(&(u64::from(a.common) * u64::from(b.of)));
            descending.then(a.places.cmp(&b.places))
        });
        let mut taken = [vec![false; self.len()], vec![false; registered.len()]];
        let mut sum = 0.0;
        for overlap in overlaps {
            let [here, there] = overlap.places.map(|place| place as usize);
            if !taken[0][here] && !taken[1][there] {
                taken[0][here] = true;
                taken[1][there] = true;
                sum += f64::from(overlap.common) / f64::from(overlap.of);
            }
        }
        let exact = self.exact_matches(registered) as f64;
        (exact + sum) / self.len().min(registered.len()) as f64
    }
}

/// Two sentences that share words.
#[derive(Debug)]
struct Overlap {
    places: [u32; 2],
    common: u32,
    of: u32,
}

/// The overlap threshold S_th in hundredths of a percent, so that 4 of 5 words reach 80 % exactly.
#[derive(Debug, Clone, Copy)]
struct Percent(u64);

impl Percent {
    fn of(share: f64) -> Self {
        Percent((share * 10_000.0).round() as u64)
    }

    fn is_reached(self, common: u32, words: usize) -> bool {
        u64::from(common) * 10_000 >= self.0 * words as u64
    }
}

/// The sentences of the body, by the marks that end one.
fn chunk(document: &AnalyzedDocument) -> Vec<Vec<u64>> {
    let mut sentences = Vec::new();
    let mut open = Vec::new();
    let mut previous: Option<&Token> = None;
    for token in document.body() {
        let between = previous.map_or("", |previous| {
            &document.text[previous.span.end as usize..token.span.start as usize]
        });
        if between.contains(['.', '?', '!', ':', ',', ';']) || between.contains("\n\n") {
            sentences.push(std::mem::take(&mut open));
        }
        open.extend(token.word.map(|word| document.vocabulary[word as usize].term.0));
        previous = Some(token);
    }
    sentences.push(open);
    sentences
}

/// OP_r = (EM + SOM) / min(N_d, N_r): exactly matching sentences and the overlaps of the rest
/// (004, section 5). In [0, 1].
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OsCds {
    /// S_th, the least overlap of two sentences that counts; 0.8, the best of eight in 004, by
    /// default. \[choice\] An overlap counts if it reaches the threshold; the paper says "above".
    pub threshold: f64,
    /// Which document is taken for the probed one.
    pub direction: Direction,
}

impl Default for OsCds {
    fn default() -> Self {
        OsCds {
            threshold: 0.8,
            direction: Direction::Max,
        }
    }
}

impl Measure for OsCds {
    const NAME: &'static str = "os-cds";
    const SUMMARY: &'static str = "share of sentences that match exactly or overlap";
    const SOURCE: &'static str = "004, section 5";
    const COST: &'static str = "O(words + overlapping sentences)";
    type View = Chunks;

    fn view(&self) {}

    fn check(&self) -> Result<(), String> {
        match self.threshold > 0.0 && self.threshold <= 1.0 {
            true => Ok(()),
            false => Err(format!(
                "threshold is {}, expected a number above 0 and at most 1",
                self.threshold
            )),
        }
    }

    fn similarity(&self, left: &Chunks, right: &Chunks) -> f64 {
        self.direction.combine(self.both_ways(left, right))
    }

    fn directed(&self, left: &Chunks, right: &Chunks) -> Option<[f64; 2]> {
        Some(self.both_ways(left, right))
    }
}

impl OsCds {
    fn both_ways(&self, left: &Chunks, right: &Chunks) -> [f64; 2] {
        let threshold = Percent::of(self.threshold);
        [(left, right), (right, left)]
            .map(|(probed, registered)| probed.overlap_percentage(registered, threshold))
    }
}

/// EM / min(N_d, N_r): exactly matching sentences alone (004, section 7's baseline). In [0, 1].
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Scam {}

impl Measure for Scam {
    const NAME: &'static str = "scam";
    const SUMMARY: &'static str = "share of sentences that match exactly";
    const SOURCE: &'static str = "004, section 7";
    const COST: &'static str = "O(sentences)";
    type View = Chunks;

    fn view(&self) {}

    fn similarity(&self, left: &Chunks, right: &Chunks) -> f64 {
        left.exact_matches(right) as f64 / left.len().min(right.len()) as f64
    }
}

/// The share of one document's distinct sentences whose hash stands in the other (COPS, as 004,
/// section 2 describes it). In [0, 1]. Documents of fewer than ten sentences are outside its range.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Cops {
    /// Which document's sentences are counted.
    pub direction: Direction,
}

impl Measure for Cops {
    const NAME: &'static str = "cops";
    const SUMMARY: &'static str = "share of one document's sentences that stand in the other";
    const SOURCE: &'static str = "004, section 2";
    const COST: &'static str = "O(sentences)";
    type View = Chunks;

    fn view(&self) {}

    fn similarity(&self, left: &Chunks, right: &Chunks) -> f64 {
        self.direction.combine(both_shares(left, right))
    }

    fn directed(&self, left: &Chunks, right: &Chunks) -> Option<[f64; 2]> {
        Some(both_shares(left, right))
    }
}

fn both_shares(left: &Chunks, right: &Chunks) -> [f64; 2] {
    let exact = left.exact_matches(right) as f64;
    [exact / left.len() as f64, exact / right.len() as f64]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::text::Analyzer;

    /// One sentence a string, one word a letter.
    fn chunks(sentences: &[&str]) -> Chunks {
        Chunks::new(sentences.iter().map(|sentence| sentence.bytes().map(u64::from).collect()))
    }

    fn overlap(there: &[&str], back: &[&str], threshold: f64) -> Vec<f64> {
        let overlaps = chunks(there).overlaps(&chunks(back), Percent::of(threshold));
        overlaps.iter().map(|o| f64::from(o.common) / f64::from(o.of)).collect()
    }

    #[test]
    fn overlaps_are_shares_of_the_new_sentence() {
        // 004, section 5: NS 4 words, S 5, 3 common.
        assert_eq!(overlap(&["abcd"], &["abcxy"], 0.1), [0.75]);
        assert_eq!(overlap(&["abcxy"], &["abcd"], 0.1), [0.6]);
        assert_eq!(overlap(&["abcd"], &["acd"], 0.1), [0.75]);
        assert_eq!(overlap(&["acd"], &["abcd"], 0.1), [1.0]);
    }

    #[test]
    fn only_overlaps_at_the_threshold_are_summed() {
        // Overlaps of 60 and 90 % at a threshold of 65 %: SOM = 0.9.
        let probed = chunks(&["abcdefghij", "klmnopqrst"]);
        let registered = chunks(&["abcdefghiX", "klmnopWXYZ"]);
        let percentage = probed.overlap_percentage(&registered, Percent::of(0.65));
        assert_eq!(percentage, 0.9 / 2.0);
        assert_eq!(overlap(&["abcde"], &["abcdX"], 0.8), [0.8], "4 of 5 words reach 80 %");
    }

    #[test]
    fn sentences_are_matched_one_to_one() {
        let one = chunks(&["abcd"]);
        let parts = chunks(&["ab", "bc", "cd"]);
        let percentage = parts.overlap_percentage(&one, Percent::of(0.8));
        assert_eq!(percentage, 1.0);
    }

    #[test]
    fn another_order_of_words_overlaps_but_does_not_match() {
        let (there, back) = (chunks(&["abc"]), chunks(&["cba"]));
        assert_eq!(Scam::default().similarity(&there, &back), 0.0);
        assert_eq!(OsCds::default().similarity(&there, &back), 1.0);
    }

    #[test]
    fn chunks_end_at_marks_and_short_or_repeated_ones_are_dropped() {
        let text = "Ferries wait, storms rise; piers break. Piers break! Nobody. Ferries, wait";
        let document = Analyzer::new(Default::default()).analyze(&Document::plain("x", text));
        let view = Chunks::of(&document, &CorpusStats::default(), &());
        assert_eq!(view.len(), 3, "ferries wait; storms rise; piers break");
    }
}
