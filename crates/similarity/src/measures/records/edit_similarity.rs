//! `edit-similarity`: letters by edit distance.

use super::words::words;
use super::{Agreement, ShortField};
use crate::measures::Entry;
use dejalu_text::AnalyzedDocument;

pub(super) const MEASURE: Entry = Agreement::<Letters>::ENTRY;

/// The first letters, digits and blanks of a body, in lower case: 1 − d/max(n, m) for texts of n and m of
/// them that are d insertions, deletions and replacements apart (Levenshtein).
pub(super) struct Letters(Vec<char>);

impl ShortField for Letters {
    const NAME: &'static str = "edit-similarity";
    const SUMMARY: &'static str = "share of the longer text's letters that need no edit";
    const SOURCE: &'static str = "Levenshtein 1966";
    const COST: &'static str = "O(nm) for n and m letters, at most 256 each";

    fn of(document: &AnalyzedDocument) -> Self {
        const MOST: usize = 256;
        let text = words(document).join(" ").to_lowercase();
        Letters(text.chars().take(MOST).collect())
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn similarity(&self, other: &Self) -> f64 {
        let (one, another) = without_common_ends(&self.0, &other.0);
        let distance = strsim::generic_levenshtein(&one.to_vec(), &another.to_vec());
        1.0 - distance as f64 / self.0.len().max(other.0.len()) as f64
    }
}

/// Strips from two texts the letters that both begin and end with, which no edit changes. Most of what is compared is
/// nearly equal, and the distance takes time with the product of the lengths.
fn without_common_ends<'a>(left: &'a [char], right: &'a [char]) -> (&'a [char], &'a [char]) {
    let same = |(a, b): &(&char, &char)| a == b;
    let head = left.iter().zip(right).take_while(same).count();
    let (left, right) = (&left[head..], &right[head..]);
    let from_the_end = left.iter().rev().zip(right.iter().rev());
    let tail = from_the_end.take_while(same).count();
    (&left[..left.len() - tail], &right[..right.len() - tail])
}

#[cfg(test)]
mod tests {
    use super::super::testing::assert_similarities;
    use super::*;

    #[test]
    fn slips_count_and_signs_do_not() {
        assert_similarities::<Letters>(&[
            ("The ferry: a study", "the ferry  a study", 1.0),
            ("12 High Street", "12 Hihg Street", 1.0 - 2.0 / 14.0),
            ("aa", "aaa", 2.0 / 3.0),
            ("abab", "ab", 0.5),
        ]);
    }
}
