//! A text that can be taken apart and put together anew: sentences of words, each of which knows
//! where it is from.

use std::borrow::Cow;
use std::collections::HashSet;

use dejalu_text::document::FieldKind;
use dejalu_text::{AnalyzedDocument, Token};

/// The value that two words share if and only if one is a copy of the other: a source's number, and
/// a place in its text.
type Origin = (u32, u32);

/// A word, and what stands between it and the next one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word<'s> {
    pub(super) text: Cow<'s, str>,
    pub(super) after: Cow<'s, str>,
    /// None for a word that no source holds.
    pub(super) origin: Option<Origin>,
}

/// A sentence with its punctuation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sentence<'s> {
    /// True if a paragraph begins with it.
    pub(super) opens: bool,
    /// The text before its first word.
    pub(super) before: Cow<'s, str>,
    pub(super) words: Vec<Word<'s>>,
}

impl<'s> Word<'s> {
    /// A word that no source holds, put between this one and its punctuation.
    pub(super) fn followed_by(&mut self, text: &'s str) -> Self {
        Word {
            text: text.into(),
            after: std::mem::replace(&mut self.after, " ".into()),
            origin: None,
        }
    }
}

impl Sentence<'static> {
    /// A paragraph of one sentence that no source holds; its words are what white space parts.
    pub(super) fn foreign(text: &str) -> Self {
        let word = |text: &str| Word {
            text: text.to_string().into(),
            after: " ".into(),
            origin: None,
        };
        Sentence {
            opens: true,
            before: "".into(),
            words: text.split_whitespace().map(word).collect(),
        }
    }
}

/// The main text of a document, sentence by sentence.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Prose<'s> {
    pub(super) sentences: Vec<Sentence<'s>>,
}

impl<'s> Prose<'s> {
    /// The main content of a document that is source number `number`. Title, links of the frame
    /// and meta fields are left out.
    pub(super) fn of(document: &'s AnalyzedDocument, number: u32) -> Self {
        let text: &'s str = &document.text;
        let mut prose = Prose::default();
        // What stands between a sentence and the next one belongs to the former up to its first
        // white space: closing brackets and quotation marks.
        let mut end = 0;
        for sentence in &document.sentences {
            let place = sentence.start as usize..sentence.end as usize;
            let tokens = &document.tokens[place.clone()];
            let next = document.tokens.get(place.end);
            let limit = next.map_or(text.len(), |token| token.span.start as usize);
            let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
                continue;
            };
            let before = &text[end..first.span.start as usize];
            let rest = &text[last.span.end as usize..limit];
            let closing = rest.find(char::is_whitespace).unwrap_or(rest.len());
            end = last.span.end as usize + closing;
            if tokens
                .iter()
                .all(|token| token.kinds.contains(FieldKind::Main))
            {
                prose.sentences.push(Sentence {
                    opens: prose.sentences.is_empty() || before.matches('\n').count() > 1,
                    before: before.trim_start().into(),
                    words: words(text, tokens, place.start, end, number),
                });
            }
        }
        prose
    }

    /// All words, in reading order.
    pub(super) fn words(&self) -> impl Iterator<Item = &Word<'s>> {
        self.sentences.iter().flat_map(|sentence| &sentence.words)
    }

    /// Number of words.
    pub(super) fn len(&self) -> usize {
        self.sentences
            .iter()
            .map(|sentence| sentence.words.len())
            .sum()
    }

    /// The sentences of each paragraph.
    pub(super) fn paragraphs(&self) -> impl Iterator<Item = &[Sentence<'s>]> {
        self.sentences.chunk_by(|_, next| !next.opens)
    }

    /// S_e of 003, section 4.1: the share of this text's words that occur in the other, each as
    /// often as it was copied at most once. In [0, 1]; 0 for no words.
    pub(super) fn share_in(&self, other: &Prose) -> f64 {
        let there: HashSet<Origin> = other.words().filter_map(|word| word.origin).collect();
        let shared = self
            .words()
            .filter(|word| word.origin.is_some_and(|it| there.contains(&it)));
        match self.len() {
            0 => 0.0,
            words => shared.count() as f64 / words as f64,
        }
    }

    /// The text, paragraphs with blank lines between them; ends with a line end.
    pub(super) fn written(&self) -> String {
        let paragraph = |sentences: &[Sentence]| -> String {
            let sentences: Vec<String> = sentences.iter().map(written).collect();
            sentences.join(" ")
        };
        let paragraphs: Vec<String> = self.paragraphs().map(paragraph).collect();
        paragraphs.join("\n\n") + "\n"
    }
}

/// The words of a sentence whose last one reaches to `end`.
fn words<'s>(
    text: &'s str,
    tokens: &[Token],
    place: usize,
    end: usize,
    number: u32,
) -> Vec<Word<'s>> {
    let starts = tokens.iter().skip(1).map(|token| token.span.start as usize);
    let word = |(index, (token, next)): (usize, (&Token, usize))| Word {
        text: text[token.span.start as usize..token.span.end as usize].into(),
        after: text[token.span.end as usize..next].into(),
        origin: Some((number, (place + index) as u32)),
    };
    tokens
        .iter()
        .zip(starts.chain([end]))
        .enumerate()
        .map(word)
        .collect()
}

fn written(sentence: &Sentence) -> String {
    let mut text = sentence.before.to_string();
    for word in &sentence.words {
        text.push_str(&word.text);
        text.push_str(&word.after);
    }
    text.truncate(text.trim_end().len());
    text
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use dejalu_text::Analyzer;
    use dejalu_text::document::Document;

    pub(in crate::generate) fn analyzed(text: &str) -> AnalyzedDocument {
        Analyzer::new(Default::default()).analyze(&Document::plain("x", text))
    }

    #[test]
    fn a_text_put_together_again_is_the_text() {
        let text = "(It rained.) “Did it?” she asked: “No!”\n\nThe 2nd one; it's over\u{2026} Well, no.7 isn't.";
        let document = analyzed(text);
        let prose = Prose::of(&document, 0);
        assert_eq!(prose.written(), format!("{text}\n"));
        assert_eq!(prose.paragraphs().count(), 2);
        assert_eq!(prose.len(), document.tokens.len());
    }

    #[test]
    fn only_the_main_content_of_a_page_is_prose() {
        let page = "<title>Piers</title><nav><a href='/a'>Ferries</a></nav><main><h1>Storm</h1><p>The pier broke. It rained.</p></main>";
        let document = Analyzer::new(Default::default()).analyze(&Document::html("x", page, None));
        let prose = Prose::of(&document, 0);
        assert_eq!(prose.written(), "Storm\n\nThe pier broke. It rained.\n");
    }

    /// The worked example of 003, section 4.1: whole paragraphs of four documents.
    #[test]
    fn expected_similarities_are_those_of_the_paper() {
        let text = |words: usize, paragraph: usize| {
            let sentence = |count| vec!["word"; count].join(" ") + ".";
            format!("{}\n\n{}", sentence(paragraph), sentence(words - paragraph))
        };
        let documents =
            [(25, 15), (39, 9), (16, 4), (22, 6)].map(|(all, first)| analyzed(&text(all, first)));
        let sources: Vec<Prose> = documents
            .iter()
            .zip(0..)
            .map(|(it, number)| Prose::of(it, number))
            .collect();
        let mixture = Prose {
            sentences: sources
                .iter()
                .map(|source| source.sentences[0].clone())
                .collect(),
        };
        let percent = |source: &Prose| (1e4 * source.share_in(&mixture)).round() / 100.0;
        let expected: Vec<f64> = sources.iter().map(percent).collect();
        assert_eq!(expected, [60.0, 23.08, 25.0, 27.27]);
        assert_eq!(mixture.share_in(&sources[0]), 15.0 / 34.0);
        assert_eq!(Prose::default().share_in(&mixture), 0.0);
    }
}
