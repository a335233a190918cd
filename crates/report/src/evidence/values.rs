//! The numbers and names in a piece of text. Two sentences that differ in one do not say the same,
//! however many of their words are.

use std::collections::HashSet;
use std::ops::Range;

use dejalu_text::{AnalyzedDocument, Language, TermId, Token};

/// Returns whether a word holds a digit: a number, a date, a code.
pub(super) fn is_number(document: &AnalyzedDocument, token: &Token) -> bool {
    document.written(token).contains(char::is_numeric)
}

/// The numbers of a range of tokens, in order, without the one that counts an item of a list (`3.`,
/// `3)`): where an item is taken out, all that follow are counted anew.
pub(super) fn numbers<'a>(
    document: &'a AnalyzedDocument,
    tokens: &Range<u32>,
) -> impl Iterator<Item = TermId> + 'a {
    let first = tokens.start + u32::from(counts_an_item(document, tokens.start));
    let body = document.body_of(first..tokens.end.max(first));
    let numbers = body.filter(|token| is_number(document, token));
    numbers.map(|token| token.raw)
}

/// The largest number of an item, in digits.
const ITEM: usize = 3;

fn counts_an_item(document: &AnalyzedDocument, token: u32) -> bool {
    let token = &document.tokens[token as usize];
    let number = document.written(token);
    let behind = &document.text[token.span.end as usize..];
    let mut behind = behind.chars();
    number.len() <= ITEM
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && matches!(behind.next(), Some('.' | ')'))
        && behind.next().is_none_or(char::is_whitespace)
}

/// The names of a document: words that are capitalised within sentences and nowhere in lower case.
/// \[choice\] German capitalises all its nouns, so that a capital tells no name there.
pub(super) struct Names(HashSet<TermId>);

impl Names {
    pub(super) fn of(document: &AnalyzedDocument) -> Self {
        if document.language == Language::German {
            return Names(HashSet::new());
        }
        let lower = document.body().filter(|token| {
            let word = document.written(token);
            word.starts_with(char::is_lowercase)
        });
        let lower: HashSet<TermId> = lower.map(|token| token.raw).collect();
        let names = document.capitalised().into_iter().map(|token| token.raw);
        Names(names.filter(|name| !lower.contains(name)).collect())
    }

    pub(super) fn contain(&self, token: &Token) -> bool {
        self.0.contains(&token.raw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_text::Analyzer;
    use dejalu_text::document::Document;

    fn analyzed(text: &str) -> AnalyzedDocument {
        Analyzer::new(Default::default()).analyze(&Document::plain("a", text))
    }

    fn found(document: &AnalyzedDocument, keep: impl Fn(&Token) -> bool) -> Vec<&str> {
        let tokens = document.tokens.iter().filter(|token| keep(token));
        tokens.map(|token| document.written(token)).collect()
    }

    #[test]
    fn names_are_capitalised_wherever_they_stand() {
        let document = analyzed(
            "Today Ann met Bob. Bob left. The Pier is old, the pier of Vellan. NEWS OF THE DAY. \
             Bob I saw.",
        );
        let names = Names::of(&document);
        assert_eq!(
            found(&document, |token| names.contain(token)),
            ["Ann", "Bob", "Bob", "Vellan", "Bob"]
        );
    }

    #[test]
    fn a_number_that_counts_an_item_is_no_value() {
        for (text, expected) in [
            ("3. Boats: 12 of 1,000", 2),
            ("3) Boats", 0),
            ("3 boats", 1),
            ("3.5 tons", 1),
            ("2019. A year", 1),
        ] {
            let document = analyzed(text);
            let all = 0..document.tokens.len() as u32;
            assert_eq!(numbers(&document, &all).count(), expected, "{text}");
        }
    }
}
