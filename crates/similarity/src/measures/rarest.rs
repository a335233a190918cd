//! The rarest words of two documents: whether both hold them.
//!
//! What most words of two texts say, the measures of all words say already. Two licences, or two
//! sentences on one subject, may share nine words in ten and be distinct; a name that one other document in
//! ten thousand holds is rarely shared by chance.

use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

use super::{Entry, Measure, View};
use crate::corpus::{CorpusStats, Needs};
use dejalu_text::AnalyzedDocument;

pub(super) const MEASURES: &[Entry] = &[Entry::of::<RarestWords>()];

/// A document's words, the rarest first, ties by term: one order for all documents.
#[derive(Debug)]
pub struct ByRarity {
    /// Each word's idf, and the word.
    words: Vec<(f64, u64)>,
    /// True if one of them is rare: found in at most about √N of N documents.
    is_rare: bool,
}

impl View for ByRarity {
    type Options = ();
    type Joint = ();

    fn of(document: &AnalyzedDocument, stats: &CorpusStats, _options: &()) -> Self {
        let body = document.vocabulary.iter().filter(|word| word.count > 0);
        let mut words: Vec<(f64, u64)> = body
            .map(|word| (stats.idf(word.term), word.term.0))
            .collect();
        words.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let rarest = f64::from(stats.documents()).ln_1p();
        ByRarity {
            is_rare: words.first().is_some_and(|word| 2.0 * word.0 >= rarest),
            words,
        }
    }

    fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// **\[choice\]** That two texts hold no rare word is no sameness of rare words.
    fn is_comparable(&self, other: &Self) -> bool {
        !self.is_empty() && !other.is_empty() && (self.is_rare || other.is_rare)
    }

    fn join(&self, _other: &Self) {}
}

/// The idf of the k rarest words that both documents hold by that of the k rarest words that either
/// holds; k = 5 by default. In [0, 1]: 0 where no word is common, 1 where no rarer word stands in one
/// document alone. With k = 1 it says how rare a word they share. Missing where neither holds a rare word.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, SmartDefault)]
#[serde(default, deny_unknown_fields)]
pub struct RarestWords {
    /// Number of words that count; at least 1.
    #[default(5)]
    pub k: u32,
}

impl Measure for RarestWords {
    const NAME: &'static str = "rarest-words";
    const SUMMARY: &'static str =
        "idf of the k rarest shared words divided by that of the k rarest words of both documents";
    const PHRASE: &'static str = "rare words in common (up to {k})";
    const SOURCE: &'static str = "beyond the papers; idf (Spärck Jones 1972)";
    const COST: &'static str = "O(words)";
    // Of documents known to be duplicates one is counted. A word that stands in no third document is
    // counted once where two duplicates hold it and twice where two distinct documents do; of documents
    // that were not counted nobody can tell.
    const IS_HELD_OUT: bool = true;
    type View = ByRarity;

    fn view(&self) {}

    fn needs(&self) -> Needs {
        Needs::DOCUMENT_FREQUENCIES
    }

    fn check(&self) -> Result<(), String> {
        match self.k {
            0 => Err("k is 0, expected a whole number from 1".into()),
            _ => Ok(()),
        }
    }

    fn similarity(&self, left: &ByRarity, right: &ByRarity, _: &()) -> f64 {
        let (mut left, mut right) = (&left.words[..], &right.words[..]);
        let (mut either, mut shared) = (Heaviest::new(self.k), Heaviest::new(self.k));
        while let (Some(a), Some(b), true) = (left.first(), right.first(), shared.left > 0) {
            let order = b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
            if order.is_eq() {
                shared.add(a.0);
            }
            either.add(a.0.max(b.0));
            left = &left[usize::from(order.is_le())..];
            right = &right[usize::from(order.is_ge())..];
        }
        // One of the two is at its end, or no more words count.
        left.iter().chain(right).for_each(|word| either.add(word.0));
        shared.sum / either.sum
    }
}

/// The sum of the first of so many weights, which fall.
struct Heaviest {
    left: u32,
    sum: f64,
}

impl Heaviest {
    fn new(left: u32) -> Self {
        Heaviest { left, sum: 0.0 }
    }

    fn add(&mut self, weight: f64) {
        if self.left > 0 {
            self.left -= 1;
            self.sum += weight;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::CorrelationLimits;
    use dejalu_text::document::Document;
    use dejalu_text::{Analyzer, analyze_all};

    /// The similarity of the first two of these texts, which are the collection.
    fn value(texts: [&str; 4], k: u32) -> f64 {
        let documents = texts.map(|text| Document::plain(text, text));
        let analyzed = analyze_all(&Analyzer::new(Default::default()), &documents);
        let limits = CorrelationLimits::default();
        let stats = CorpusStats::collect(&analyzed, Needs::DOCUMENT_FREQUENCIES, &limits).unwrap();
        let view = |place: usize| ByRarity::of(&analyzed[place], &stats, &());
        RarestWords { k }.similarity(&view(0), &view(1), &())
    }

    #[test]
    fn the_rarest_words_that_both_hold_count() {
        let texts = ["pier wood storm", "pier wood beetle", "wood", "wood"];
        // Of four documents: storm and beetle in one, pier in two, wood in four.
        let [one, two, four] = [1.0, 2.0, 4.0].map(|n| f64::ln(1.0 + 4.0 / n));
        let expected = [
            (1, two / one),
            (2, (two + four) / (one + one)),
            (3, (two + four) / (one + one + two)),
            (9, (two + four) / (one + one + two + four)),
        ];
        for (k, expected) in expected {
            assert!((value(texts, k) - expected).abs() < 1e-12, "{k}");
        }
        assert_eq!(value(["pier", "wood", "storm", "wood"], 5), 0.0);
    }

    #[test]
    fn no_words_at_all_are_refused() {
        assert_eq!(
            RarestWords { k: 0 }.check(),
            Err("k is 0, expected a whole number from 1".into())
        );
    }
}
