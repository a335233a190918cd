//! `main-name`: the name of a thing without what stands in brackets.

use super::edit_similarity::Letters;
use super::words::words_of;
use super::{Agreement, ShortField};
use crate::measures::Entry;
use dejalu_text::AnalyzedDocument;

pub(super) const MEASURE: Entry = Agreement::<MainName>::ENTRY;

/// The letters of a name outside of brackets, and before who else takes part (*feat.*); all of it where nothing is left. Two
/// names are compared by their letters.
pub(super) struct MainName(Letters);

/// The text without its brackets and what is in them. One that is not closed ends with the text.
fn without_brackets(text: &str) -> String {
    let mut depth = 0_usize;
    let mut kept = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => {
                depth += 1;
                kept.push(' ');
            }
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    kept
}

impl MainName {
    fn read(text: &str) -> Self {
        const GUESTS: [&str; 3] = ["feat", "featuring", "ft"];
        let mut words = words_of(&without_brackets(text));
        let is_guest = |word: &String| GUESTS.contains(&&*word.to_lowercase());
        if let Some(place) = words.iter().position(is_guest) {
            words.truncate(place);
        }
        if words.is_empty() {
            words = words_of(text);
        }
        MainName(Letters::of_words(&words))
    }
}

impl ShortField for MainName {
    const NAME: &'static str = "main-name";
    const SUMMARY: &'static str =
        "share of the longer name's letters that need no edit, without what stands in brackets";
    const SOURCE: &'static str = "for names of works and products; Levenshtein 1966";
    const COST: &'static str = "O(nm) for n and m letters, at most 256 each";

    fn of(document: &AnalyzedDocument) -> Self {
        MainName::read(&document.body_text().collect::<Vec<_>>().join(" "))
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn similarity(&self, other: &Self) -> f64 {
        self.0.similarity(&other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::assert_similarities;
    use super::*;

    #[test]
    fn additions_in_brackets_do_not_count() {
        assert_similarities::<MainName>(&[
            ("Storm ( feat . Ann ) [ Explicit ]", "Storm", 1.0),
            ("Storm feat. Ann", "storm", 1.0),
            ("Storm (live (in Harbour)) again", "Storm again", 1.0),
            ("(Storm)", "[storm]", 1.0),
            ("Storm (live", "Storm", 1.0),
            ("Storm) live", "Storm live", 1.0),
            ("Feat", "feat", 1.0),
            ("abab (x)", "ab", 0.5),
        ]);
    }
}
