//! Finds the sentences that are compared.

use std::ops::Range;

use super::entries::entries;
use super::values::numbers;
use dejalu_text::{AnalyzedDocument, TermId};

/// A unit of a document's body that is compared: a sentence, or an entry of a long one (a list, a
/// table), that holds a refined word or a number. Others are never compared and count nowhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// Its place in the text, in bytes, with the punctuation that is attached to its words.
    pub span: Range<usize>,
    /// Its words, as a range of the document's tokens; not empty.
    pub tokens: Range<u32>,
}

/// The most words of a sentence that is compared as one where it consists of entries.
const LONG: usize = 40;

/// The sentences of two documents that are compared, in reading order. Where one of the documents has
/// a sentence of more than 40 words, in both those of more than 20 are cut into their entries: so a
/// list that has lost some is cut as the whole one is.
pub fn sentences(documents: [&AnalyzedDocument; 2]) -> [Vec<Sentence>; 2] {
    let mut all = documents.iter().flat_map(|document| &document.sentences);
    let long = if all.any(|tokens| tokens.len() > LONG) {
        LONG / 2
    } else {
        LONG
    };
    documents.map(|document| of_document(document, long))
}

fn of_document(document: &AnalyzedDocument, long: usize) -> Vec<Sentence> {
    let parts: Vec<Range<u32>> = document
        .sentences
        .iter()
        .flat_map(|tokens| entries(document, &of_body(document, tokens), long))
        .collect();
    let mut found = Vec::new();
    let mut after = 0;
    for (place, tokens) in parts.iter().enumerate() {
        let next = parts.get(place + 1);
        let before = next.map_or(document.text.len(), |next| start(document, next));
        let span = with_punctuation(document, tokens, after..before);
        after = span.end;
        if !words(document, tokens).is_empty() {
            let tokens = tokens.clone();
            found.push(Sentence { span, tokens });
        }
    }
    found
}

/// A sentence from its first word of the body to its last: a page's address and its title may run
/// into one. All of it where none is of the body.
fn of_body(document: &AnalyzedDocument, tokens: &Range<u32>) -> Range<u32> {
    let is_body = |place: &u32| document.tokens[*place as usize].kinds.is_body();
    match (tokens.clone().find(is_body), tokens.clone().rfind(is_body)) {
        (Some(first), Some(last)) => first..last + 1,
        _ => tokens.clone(),
    }
}

/// The refined words of a sentence in order, and its numbers, which no refined word holds.
pub(super) fn words(document: &AnalyzedDocument, tokens: &Range<u32>) -> Vec<TermId> {
    let numbers = numbers(document, tokens);
    let body = document.body_of(tokens.clone());
    let words = body.filter_map(|token| document.refined(token));
    words.map(|word| word.term).chain(numbers).collect()
}

fn start(document: &AnalyzedDocument, tokens: &Range<u32>) -> usize {
    document.tokens[tokens.start as usize].span.start as usize
}

/// The place of a sentence's words and of what stands next to them without a space, within the
/// room that its neighbours leave: the closing marks go to the sentence before, the opening ones to
/// that after.
fn with_punctuation(
    document: &AnalyzedDocument,
    tokens: &Range<u32>,
    room: Range<usize>,
) -> Range<usize> {
    let first = start(document, tokens);
    let last = document.tokens[tokens.end as usize - 1].span.end as usize;
    let words_before = match tokens.start {
        0 => 0,
        place => document.tokens[place as usize - 1].span.end as usize,
    };
    let before = &document.text[room.start.max(words_before).min(first)..first];
    let opening = before
        .rfind(char::is_whitespace)
        .map_or(before, |space| before[space..].trim_start());
    let behind = &document.text[last..room.end.max(last)];
    let closing = behind.find(char::is_whitespace).unwrap_or(behind.len());
    first - opening.len()..last + closing
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_text::Analyzer;
    use dejalu_text::document::Document;

    fn texts(document: &Document) -> Vec<String> {
        let analyzed = Analyzer::new(Default::default()).analyze(document);
        let [found, _] = sentences([&analyzed, &analyzed]);
        let text = |it: Sentence| analyzed.text[it.span].to_string();
        found.into_iter().map(text).collect()
    }

    #[test]
    fn punctuation_belongs_to_the_sentence_it_is_attached_to() {
        let text = "\u{201c}Boats wait.\u{201d} (Storms rage!)  It was so.\nTimber broke \u{2013} twice.\u{201d}";
        assert_eq!(
            texts(&Document::plain("a", text)),
            [
                "\u{201c}Boats wait.\u{201d}",
                "(Storms rage!)",
                "Timber broke \u{2013} twice.\u{201d}"
            ]
        );
    }

    #[test]
    fn only_the_body_is_compared() {
        let page = "<nav><a href='/'>Home page</a></nav><p>Boats wait.</p>";
        assert_eq!(texts(&Document::html("a", page, None)), ["Boats wait."]);
        assert!(texts(&Document::plain("a", "It was so. 12. !")).is_empty());
        assert_eq!(
            texts(&Document::plain("a", "It was so. 12 !\n\n3.")),
            ["12"]
        );
        let page = Document::html(
            "a",
            "<title>(Storm)</title>",
            Some("https://example.com/pier"),
        );
        assert_eq!(texts(&page), ["(Storm)"]);
    }
}
