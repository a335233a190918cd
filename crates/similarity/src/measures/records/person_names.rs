//! `person-names`: names of people, an initial standing for a name.

use std::collections::BTreeMap;

use super::nicknames::given_name;
use super::words::words;
use super::{Agreement, ShortField};
use crate::measures::Entry;
use dejalu_text::AnalyzedDocument;
use dejalu_text::sorted::distinct;

pub(super) const MEASURE: Entry = Agreement::<Names>::ENTRY;

/// Words of names, and initials, each with how often it occurs. What two lists share is counted by weight,
/// as Dice does: words as words, initials as initials, and what is left of the words as an initial of the
/// other list. The order does not count.
pub(super) struct Names {
    words: BTreeMap<String, u64>,
    initials: BTreeMap<char, u64>,
}

impl ShortField for Names {
    const NAME: &'static str = "person-names";
    const SUMMARY: &'static str = "share of names that agree, an initial standing for a name";
    const SOURCE: &'static str = "for bibliographic records";
    const COST: &'static str = "O(n + m) for n and m words";

    fn of(document: &AnalyzedDocument) -> Self {
        const INITIALS: usize = 3;
        let mut names = Names {
            words: BTreeMap::new(),
            initials: BTreeMap::new(),
        };
        for word in words(document) {
            let letters = word.chars().count();
            let is_initials = letters <= INITIALS && word.chars().all(char::is_uppercase);
            if letters == 1 || is_initials {
                for initial in word.chars().flat_map(char::to_lowercase) {
                    *names.initials.entry(initial).or_default() += 1;
                }
            } else if !matches!(word.as_str(), "and" | "et" | "al" | "und") {
                *names.words.entry(word.to_lowercase()).or_default() += 1;
            }
        }
        names
    }

    fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    fn similarity(&self, other: &Self) -> f64 {
        let both = self.words.iter().map(|(word, &count)| {
            let other = other.words.get(word).copied().unwrap_or(0);
            2 * Names::WORD * count.min(other)
        });
        let mut shared: u64 = both.sum();
        shared += 2 * Names::WORD * self.short_forms(other);
        let [lacking_here, lacking_there] = [self.lacking(other), other.lacking(self)];
        let letters = self.initials.keys().chain(other.initials.keys());
        for letter in distinct(letters.copied()) {
            let of = |counts: &BTreeMap<char, u64>| counts.get(&letter).copied().unwrap_or(0);
            let (here, there) = (of(&self.initials), of(&other.initials));
            let equal = here.min(there);
            let as_words =
                (here - equal).min(of(&lacking_there)) + (there - equal).min(of(&lacking_here));
            shared += 2 * equal + (Names::WORD + 1) * as_words;
        }
        // A name that a short form and an initial stand for counts twice.
        (shared as f64 / (self.weight() + other.weight()) as f64).min(1.0)
    }
}

impl Names {
    /// A word weighs so much, an initial one.
    const WORD: u64 = 4;

    fn weight(&self) -> u64 {
        Self::WORD * self.words.values().sum::<u64>() + self.initials.values().sum::<u64>()
    }

    /// Number of given names of which one list has a short form that the other lacks: *Bill* for *William*.
    fn short_forms(&self, other: &Names) -> u64 {
        let [here, there] = [self.given(other), other.given(self)];
        let shared = here
            .iter()
            .map(|(name, &count)| count.min(there.get(name).copied().unwrap_or(0)));
        shared.sum()
    }

    /// By given name: how many words the other one lacks.
    fn given(&self, other: &Names) -> BTreeMap<&str, u64> {
        let mut given = BTreeMap::new();
        for (word, &count) in &self.words {
            let shared = other.words.get(word).copied().unwrap_or(0);
            *given.entry(given_name(word)).or_default() += count.saturating_sub(shared);
        }
        given
    }

    /// By first letter: how many words the other one lacks.
    fn lacking(&self, other: &Names) -> BTreeMap<char, u64> {
        let mut lacking = BTreeMap::new();
        for (word, &count) in &self.words {
            let shared = other.words.get(word).copied().unwrap_or(0);
            if let Some(first) = word.chars().next() {
                *lacking.entry(first).or_default() += count.saturating_sub(shared);
            }
        }
        lacking
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::assert_similarities;
    use super::*;

    #[test]
    fn names_agree_by_their_initials_in_any_order() {
        assert_similarities::<Names>(&[
            ("Adeli, K.; Lewis, G. F.", "Adeli K.Lewis G. F.", 1.0),
            ("Adeli K, Lewis GF", "Gary F. Lewis and Khosrow Adeli", 1.0),
            ("Müller, Jürgen", "Muller J", 1.0),
            ("Norling, Bill", "William Norling", 1.0),
            ("Doe, J.", "Roe, J.", 2.0 / 10.0),
            ("Doe, Jane", "Smith, Paul", 0.0),
        ]);
    }
}
