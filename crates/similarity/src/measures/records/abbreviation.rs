//! `abbreviation`: names of journals and institutions.

use super::words::words;
use super::{Agreement, ShortField};
use crate::measures::Entry;
use dejalu_text::AnalyzedDocument;

pub(super) const MEASURE: Entry = Agreement::<NameWords>::ENTRY;

/// The words of a name that are more than a link between others, in lower case. Two names of n and m words
/// are alike by 2·LCS/(n + m), a word being equal to each that it begins or that begins it: *Curr Opin
/// Lipidol* is *Current Opinion in Lipidology*. 1 for an acronym and its words.
pub(super) struct NameWords(Vec<String>);

impl ShortField for NameWords {
    const NAME: &'static str = "abbreviation";
    const SUMMARY: &'static str =
        "share of the words that are equal, abbreviate each other, and are in common order";
    const SOURCE: &'static str = "for names of journals and institutions";
    const COST: &'static str = "O(nm) for n and m words, at most 32 each";

    fn of(document: &AnalyzedDocument) -> Self {
        const MOST: usize = 32;
        const LINKS: [&str; 14] = [
            "of", "the", "and", "in", "for", "on", "a", "an", "de", "der", "la", "et", "und", "fur",
        ];
        let lower = words(document).into_iter().map(|word| word.to_lowercase());
        let mut kept: Vec<String> = lower
            .clone()
            .filter(|word| !LINKS.contains(&&**word))
            .take(MOST)
            .collect();
        if kept.is_empty() {
            kept = lower.take(MOST).collect();
        }
        NameWords(kept)
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn similarity(&self, other: &Self) -> f64 {
        if self.is_acronym_of(other) || other.is_acronym_of(self) {
            return 1.0;
        }
        let (left, right) = (&self.0, &other.0);
        let mut before = vec![0_usize; right.len() + 1];
        for word in left {
            let mut row = vec![0; right.len() + 1];
            for (place, other) in right.iter().enumerate() {
                let is_same = word.starts_with(&**other) || other.starts_with(&**word);
                row[place + 1] = if is_same {
                    before[place] + 1
                } else {
                    before[place + 1].max(row[place])
                };
            }
            before = row;
        }
        2.0 * before[right.len()] as f64 / (left.len() + right.len()) as f64
    }
}

impl NameWords {
    /// Returns whether it is one word of the initials of another's words.
    fn is_acronym_of(&self, other: &NameWords) -> bool {
        const SHORTEST: usize = 3;
        let [word] = &self.0[..] else {
            return false;
        };
        let initials = other.0.iter().filter_map(|word| word.chars().next());
        other.0.len() >= SHORTEST && initials.eq(word.chars())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::assert_similarities;
    use super::*;

    #[test]
    fn journals_agree_by_their_abbreviations() {
        assert_similarities::<NameWords>(&[
            ("Curr Opin Lipidol", "Current Opinion in Lipidology", 1.0),
            (
                "J. Clin. Invest.",
                "The Journal of Clinical Investigation",
                1.0,
            ),
            ("JAMA", "Journal of the American Medical Association", 1.0),
            ("Diabetes", "Diabetes Care", 2.0 / 3.0),
            ("Nature", "Science", 0.0),
        ]);
    }
}
