//! Where the sentences that are compared stand.

use std::ops::Range;

use crate::text::{AnalyzedDocument, TermId};

/// A sentence of a document's body that holds a refined word. Others are never compared and count
/// nowhere (methods, conventions).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// Its place in the text, in bytes, with the punctuation that is attached to its words.
    pub span: Range<usize>,
    /// Its words, as a range of the document's tokens; not empty.
    pub tokens: Range<u32>,
}

/// The sentences of a document that are compared, in reading order: those of
/// [`AnalyzedDocument::refined_sentences`].
pub fn sentences(document: &AnalyzedDocument) -> Vec<Sentence> {
    let mut found = Vec::new();
    let mut after = 0;
    for (place, tokens) in document.sentences.iter().enumerate() {
        let next = document.sentences.get(place + 1);
        let before = next.map_or(document.text.len(), |next| start(document, next));
        let tokens = of_body(document, tokens);
        let span = with_punctuation(document, &tokens, after..before);
        after = span.end;
        if !words(document, &tokens).is_empty() {
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

/// The refined words of a sentence, in order.
pub(super) fn words(document: &AnalyzedDocument, tokens: &Range<u32>) -> Vec<TermId> {
    let tokens = &document.tokens[tokens.start as usize..tokens.end as usize];
    let body = tokens.iter().filter(|token| token.kinds.is_body());
    let words = body.filter_map(|token| document.refined(token));
    words.map(|word| word.term).collect()
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
    use crate::document::Document;
    use crate::text::Analyzer;

    fn texts(document: &Document) -> Vec<String> {
        let analyzed = Analyzer::new(Default::default()).analyze(document);
        let found = sentences(&analyzed);
        assert_eq!(found.len(), analyzed.refined_sentences().count());
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
        let page = Document::html(
            "a",
            "<title>(Storm)</title>",
            Some("https://example.com/pier"),
        );
        assert_eq!(texts(&page), ["(Storm)"]);
    }
}
