//! Words in common that may be spelled otherwise, a rare one counting for more: names of things and of people.
//!
//! Two products may share *professional edition for windows* and be two; of what they are called, one rare word says more
//! than three that thousands have. So each word weighs as much as it is rare, and a word counts as shared as far as one of
//! the other text is spelled like it.

use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

use super::records::without_accents;
use super::{Direction, Entry, Measure, View};
use crate::corpus::{CorpusStats, Needs};
use dejalu_text::{AnalyzedDocument, Token};

pub(super) const MEASURES: &[Entry] = &[
    Entry::of::<SoftWords>(),
    Entry::of::<SoftContainment>(),
    Entry::of::<NoLackingWord>(),
];

/// As many words are compared, from the first.
const MOST: usize = 64;

const SOURCE: &str = "soft tf-idf (Cohen, Ravikumar & Fienberg 2003), without tf";

const COST: &str = "O(nm) for n and m words, at most 64 each";

/// The different words of a text with their weights, by spelling.
#[derive(Debug)]
pub struct WeightedWords {
    /// Ascending by spelling.
    words: Vec<(String, f64)>,
    /// Neighbours written as one, with each of them; ascending.
    joined: Vec<(String, [String; 2])>,
    /// The most that a word of this collection can weigh.
    most: f64,
}

impl WeightedWords {
    /// The weight of a word: its idf; of a word with a digit, which no statistics count, ln 10 for each character, the idf
    /// of one of so many that could stand there.
    fn weight(document: &AnalyzedDocument, token: &Token, stats: &CorpusStats, most: f64) -> f64 {
        let word = document.refined(token);
        word.map_or_else(
            || {
                let characters = document.written(token).chars().count();
                (characters as f64 * std::f64::consts::LN_10).min(most)
            },
            |word| stats.idf(word.term),
        )
    }

    fn total(&self) -> f64 {
        self.words.iter().map(|(_, weight)| weight).sum()
    }

    /// How much of it another text has, by weight, and the weight of the heaviest word that it lacks.
    fn found_in(&self, other: &WeightedWords) -> Found {
        let in_pieces = self.joined.iter().filter(|(both, _)| other.has(both));
        let in_pieces: Vec<&str> = in_pieces
            .flat_map(|(_, pieces)| pieces.iter().map(String::as_str))
            .collect();
        let mut found = Found::default();
        for (word, weight) in &self.words {
            let is_there =
                other.has(word) || other.joins(word) || in_pieces.contains(&word.as_str());
            let alike = if is_there {
                1.0
            } else {
                other.most_alike(word)
            };
            found.weight += weight * alike;
            found.heaviest_lacking = found.heaviest_lacking.max(weight * (1.0 - alike));
        }
        found
    }

    fn has(&self, word: &str) -> bool {
        let place = self
            .words
            .binary_search_by(|(own, _)| own.as_str().cmp(word));
        place.is_ok()
    }

    /// Returns whether it has a word in two pieces: of `clipart` *clip art*.
    fn joins(&self, word: &str) -> bool {
        let place = self
            .joined
            .binary_search_by(|(own, _)| own.as_str().cmp(word));
        place.is_ok()
    }

    fn most_alike(&self, word: &str) -> f64 {
        let alike = self.words.iter().map(|(other, _)| alike(word, other));
        alike.fold(0.0, f64::max)
    }
}

/// Returns whether two words that follow one another may be one elsewhere; two numbers are not.
fn can_be_joined(first: &str, second: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let are_numbers = first.ends_with(is_digit) && second.starts_with(is_digit);
    !first.is_empty() && !are_numbers
}

/// How alike two different words are, in \[0, 1\]: two spellings of one word, or a word and its abbreviation. Numbers and
/// short words are the same or others.
fn alike(word: &str, other: &str) -> f64 {
    const SHORTEST: usize = 4;
    const BEGINNING: f64 = 0.9;
    const SPELLING: f64 = 0.8;
    let length = |text: &str| text.chars().count();
    let is_short = length(word).min(length(other)) < SHORTEST;
    let has_digit = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    if is_short || word.chars().next() != other.chars().next() {
        return 0.0;
    }
    if has_digit(word) || has_digit(other) {
        return 0.0;
    }
    if word.starts_with(other) || other.starts_with(word) {
        return BEGINNING;
    }
    let similarity = strsim::normalized_levenshtein(word, other);
    if similarity >= SPELLING {
        similarity
    } else {
        0.0
    }
}

impl View for WeightedWords {
    type Options = ();
    type Joint = Compared;

    fn of(document: &AnalyzedDocument, stats: &CorpusStats, (): &()) -> Self {
        let most = f64::from(stats.documents()).ln_1p().max(1.0);
        let mut words = Vec::new();
        let mut joined = Vec::new();
        let mut last = String::new();
        for token in document.body() {
            if words.len() == MOST {
                break;
            }
            let word = without_accents(document.written(token)).to_lowercase();
            if joined.len() < 2 * MOST && can_be_joined(&last, &word) {
                joined.push((format!("{last}{word}"), [last, word.clone()]));
            }
            if !token.is_stop_word {
                let weight = WeightedWords::weight(document, token, stats, most);
                words.push((word.clone(), weight));
            }
            last = word;
        }
        words.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
        words.dedup_by(|a, b| a.0 == b.0);
        joined.sort_unstable();
        WeightedWords {
            words,
            joined,
            most,
        }
    }

    fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    fn join(&self, other: &Self) -> Compared {
        Compared {
            found: [self.found_in(other), other.found_in(self)],
            totals: [self.total(), other.total()],
        }
    }
}

/// What of a text is found in another.
#[derive(Debug, Default, Clone, Copy)]
pub struct Found {
    weight: f64,
    heaviest_lacking: f64,
}

/// What of each of two texts is found in the other.
#[derive(Debug, Default, Clone, Copy)]
pub struct Compared {
    found: [Found; 2],
    totals: [f64; 2],
}

/// Weight of the words of either text that the other has, by that of all.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SoftWords {}

impl Measure for SoftWords {
    const NAME: &'static str = "soft-words";
    const SUMMARY: &'static str =
        "share of the words that both have, by idf, a word spelled almost alike counting in part";
    const PHRASE: &'static str = "rare words in common, also misspelled";
    const SOURCE: &'static str = SOURCE;
    const COST: &'static str = COST;
    const NEEDS: Needs = Needs::DOCUMENT_FREQUENCIES;
    const IS_HELD_OUT: bool = true;
    type View = WeightedWords;

    fn view(&self) {}

    fn similarity(&self, _: &WeightedWords, _: &WeightedWords, both: &Compared) -> f64 {
        let [left, right] = both.found.map(|found| found.weight);
        ((left + right) / (both.totals[0] + both.totals[1])).min(1.0)
    }
}

/// Weight of the words of one text that the other has, by that of all its words.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, SmartDefault)]
#[serde(default, deny_unknown_fields)]
pub struct SoftContainment {
    /// Of the two shares, the larger or the smaller.
    pub direction: Direction,
}

impl Measure for SoftContainment {
    const NAME: &'static str = "soft-containment";
    const SUMMARY: &'static str = "share of the words of one text that the other has, by idf, a word spelled almost alike counting in part";
    const PHRASE: &'static str = "rare words of one in the other, also misspelled";
    const SOURCE: &'static str = SOURCE;
    const COST: &'static str = COST;
    const NEEDS: Needs = Needs::DOCUMENT_FREQUENCIES;
    const IS_HELD_OUT: bool = true;
    type View = WeightedWords;

    fn view(&self) {}

    fn similarity(&self, _: &WeightedWords, _: &WeightedWords, both: &Compared) -> f64 {
        let share = |place: usize| (both.found[place].weight / both.totals[place]).min(1.0);
        self.direction.combine([share(0), share(1)])
    }
}

/// 1 − w/ln(1 + N) for a heaviest word of weight w that one text has and the other lacks, of a collection of N documents.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, SmartDefault)]
#[serde(default, deny_unknown_fields)]
pub struct NoLackingWord {
    /// Of the two values, the larger (of the text that lacks less) or the smaller.
    pub direction: Direction,
}

impl Measure for NoLackingWord {
    const NAME: &'static str = "no-lacking-word";
    const SUMMARY: &'static str =
        "0 where one text has a word as rare as can be that the other lacks, 1 where it lacks none";
    const PHRASE: &'static str = "no rare word that the other lacks";
    const SOURCE: &'static str = SOURCE;
    const COST: &'static str = COST;
    const NEEDS: Needs = Needs::DOCUMENT_FREQUENCIES;
    const IS_HELD_OUT: bool = true;
    type View = WeightedWords;

    fn view(&self) {}

    fn similarity(&self, left: &WeightedWords, right: &WeightedWords, both: &Compared) -> f64 {
        let most = left.most.max(right.most);
        let value = |found: Found| (1.0 - found.heaviest_lacking / most).clamp(0.0, 1.0);
        self.direction.combine(both.found.map(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::CorrelationLimits;
    use dejalu_text::document::Document;
    use dejalu_text::{Analyzer, analyze_all};

    /// The first two of these texts, which are the collection.
    fn views(texts: [&str; 5]) -> [WeightedWords; 2] {
        let documents = texts.map(|text| Document::plain(text, text));
        let analyzed = analyze_all(&Analyzer::new(Default::default()), &documents);
        let limits = CorrelationLimits::default();
        let stats = CorpusStats::collect(&analyzed, Needs::DOCUMENT_FREQUENCIES, &limits).unwrap();
        [0, 1].map(|place: usize| WeightedWords::of(&analyzed[place], &stats, &()))
    }

    fn values(left: &str, right: &str) -> [f64; 3] {
        let [left, right] = views([left, right, "edition windows", "edition lamp", "edition"]);
        let both = left.join(&right);
        [
            SoftWords::default().similarity(&left, &right, &both),
            SoftContainment::default().similarity(&left, &right, &both),
            NoLackingWord::default().similarity(&left, &right, &both),
        ]
    }

    #[test]
    fn a_rare_word_in_common_says_more_than_one_that_many_have() {
        let rare = values("harbourmaster edition", "harbourmaster windows");
        let common = values("harbourmaster edition", "lighthouse edition");
        assert!(rare[0] > common[0], "{rare:?} {common:?}");
        assert_eq!(values("harbourmaster lamp", "harbourmaster lamp"), [1.0; 3]);
    }

    #[test]
    fn words_are_alike_however_they_are_spelled_and_numbers_are_not() {
        assert_eq!(alike("harbour", "harbor"), 1.0 - 1.0 / 7.0);
        assert_eq!(alike("professional", "prof"), 0.9);
        assert_eq!(alike("2007", "2008"), 0.0);
        assert_eq!(alike("cs30", "cs31"), 0.0);
        assert_eq!(alike("net", "nets"), 0.0);
        assert_eq!(alike("дом", "дома"), 0.0);
        assert_eq!(values("naïve café", "naive cafe"), [1.0; 3]);
        assert_eq!(values("clip art lamp", "clipart lamp"), [1.0; 3]);
        assert_eq!(values("chart v 10", "chart v10"), [1.0; 3]);
        assert!(values("chart 10 0", "chart 100")[0] < 1.0);
        let [soft, contained, lacking] = values("harbour lamp", "harbor lamp shade");
        assert!(soft < contained && contained > 0.9 && lacking > 0.8);
    }
}
