//! Names of journals.

use super::finding::{Finding, Found, Sign, rise};
use super::plain::{body, folded, hash, without_markup, words};
use crate::corpus::CorpusStats;
use crate::measures::{Entry, Reads, View};
use dejalu_text::AnalyzedDocument;

pub(super) const FINDINGS: &[Entry] = &[Found::<NoOtherJournal>::ENTRY];

/// The words of a name that are more than a link between others, without marks and capitals.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Journal {
    words: Vec<String>,
}

impl Journal {
    pub(super) fn read(text: &str) -> Self {
        const MOST: usize = 24;
        const LINKS: [&str; 18] = [
            "of", "the", "and", "in", "for", "on", "a", "an", "de", "der", "die", "das", "la",
            "le", "et", "und", "fur", "des",
        ];
        let text = folded(&without_markup(text));
        let is_kept = |word: &&str| !LINKS.contains(word);
        let mut kept: Vec<&str> = words(&text).filter(is_kept).take(MOST).collect();
        if kept.is_empty() {
            kept = words(&text).take(MOST).collect();
        }
        Journal {
            words: kept.into_iter().map(str::to_owned).collect(),
        }
    }

    /// The words of the name, as hashes.
    pub(super) fn hashes(&self) -> impl Iterator<Item = u64> {
        self.words.iter().map(|word| hash(word))
    }

    /// Share of the words of the shorter name that the longer one has in the same order, an abbreviation standing for
    /// a word and initials for all of them; 1 where one is missing.
    pub(super) fn shared(&self, other: &Journal) -> f64 {
        let (left, right) = (&self.words, &other.words);
        let shorter = left.len().min(right.len());
        if shorter == 0
            || left == right
            || self.has_initials_of(other)
            || other.has_initials_of(self)
        {
            return 1.0;
        }
        let mut before = vec![0_usize; right.len() + 1];
        for word in left {
            let mut row = vec![0; right.len() + 1];
            for (place, other) in right.iter().enumerate() {
                row[place + 1] = if are_same(word, other) {
                    before[place] + 1
                } else {
                    before[place + 1].max(row[place])
                };
            }
            before = row;
        }
        before[right.len()] as f64 / shorter as f64
    }

    /// Returns whether it is, or has, one word of the initials of another's words.
    fn has_initials_of(&self, other: &Journal) -> bool {
        const SHORTEST: usize = 3;
        let initials: String = other
            .words
            .iter()
            .filter_map(|word| word.chars().next())
            .collect();
        other.words.len() >= SHORTEST && self.words.contains(&initials)
    }
}

/// Returns whether two words are the same, or one abbreviates the other: it is its beginning, or begins like it and has
/// its letters in their order (*intl* of *international*).
fn are_same(left: &str, right: &str) -> bool {
    const LETTERS: usize = 3;
    let (short, long) = if left.len() <= right.len() {
        (left, right)
    } else {
        (right, left)
    };
    if long.starts_with(short) {
        return true;
    }
    let mut rest = long.chars();
    short.len() >= LETTERS
        && short.len() < long.len()
        && short.as_bytes()[..2] == long.as_bytes()[..2]
        && short
            .chars()
            .all(|letter| rest.any(|other| other == letter))
}

impl View for Journal {
    type Options = ();
    type Joint = ();

    const READS: Reads = Reads::TEXT;

    fn of(document: &AnalyzedDocument, _: &CorpusStats, (): &()) -> Self {
        Journal::read(&body(document))
    }

    fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

/// How far two shares of common words are from those of one journal.
pub(super) fn no_other(shared: f64) -> f64 {
    rise(shared, 0.4, 0.8)
}

struct NoOtherJournal;

impl Finding for NoOtherJournal {
    const NAME: &'static str = "no-other-journal";
    const SUMMARY: &'static str = "0 for names of which the longer has 0.4 of the words of the shorter, or of what they abbreviate; 1 for 0.8";
    const PHRASE: &'static str = "no other journal";
    const COST: &'static str = "O(nm) for n and m words, at most 24 each";
    const SIGN: Sign = Sign::NoConflict;
    type Field = Journal;

    fn value(left: &Journal, right: &Journal, (): &()) -> f64 {
        no_other(left.shared(right))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::values;

    #[test]
    fn abbreviations_are_no_other_journals() {
        for (left, right, expected) in [
            ("Curr Opin Lipidol", "Current Opinion in Lipidology", 1.0),
            (
                "J. Clin. Invest.",
                "The Journal of Clinical Investigation",
                1.0,
            ),
            ("JAMA", "Journal of the American Medical Association", 1.0),
            ("TPJ (Teaching practice ed.)", "The TPJ", 1.0),
            ("Intl J Rope", "International Journal of Rope", 1.0),
            ("Nature", "Science", 0.0),
            ("Annals of Rope", "Annals of Tar", 0.25),
        ] {
            let found = values("no-other-journal", left, right).unwrap();
            assert!((found - expected).abs() < 1e-9, "{left} {right} {found}");
        }
    }
}
