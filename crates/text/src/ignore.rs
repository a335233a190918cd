//! Removes the parts of a document that do not count: an assignment's question, a boilerplate
//! notice, quotations.

use std::collections::HashSet;
use std::ops::Range;

use rustc_hash::FxHashSet;

use super::shingles::word_runs;
use super::shortened::{Shortened, cut_at};
use super::{AnalyzedDocument, Analyzer, TermId};
use crate::document::{Document, merged, quotations};

/// Words in a shingle of the ignored text; 4, as in 003.
const RUN: usize = 4;

/// Text that is cut out of documents before they are compared.
///
/// Cut are whole sentences that occur in the ignored text, and every run of four words that does,
/// wherever they stand and whatever their case and punctuation; with quotations also what occurs in
/// quotation marks that close within their paragraph, and what a mail quotes.
#[derive(Debug, Default)]
pub struct Ignored {
    sentences: HashSet<Vec<TermId>>,
    /// Runs of so many words, hashed.
    run: usize,
    runs: FxHashSet<u64>,
    quotations: bool,
}

impl Ignored {
    /// Ignores texts, quotations, or both.
    ///
    /// ```
    /// use dejalu_text::Document;
    /// use dejalu_text::{Analyzer, Ignored};
    ///
    /// let analyzer = Analyzer::new(Default::default());
    /// let question = Document::plain("question", "Explain why the sky is blue.");
    /// let ignored = Ignored::new(&analyzer, &[question], false);
    /// let answer = Document::plain("a", "Explain why the sky is blue. Air scatters blue light.");
    /// assert_eq!(&*ignored.cut(&analyzer, &answer).text, "Air scatters blue light.");
    /// ```
    pub fn new(analyzer: &Analyzer, texts: &[Document], quotations: bool) -> Self {
        let mut ignored = Ignored {
            quotations,
            run: RUN,
            ..Ignored::default()
        };
        for text in texts {
            let analyzed = analyzer.analyze(text);
            let sentences = sentences(&analyzed).map(|(_, words)| words);
            ignored.sentences.extend(sentences);
            ignored.runs.extend(word_runs(&analyzed, RUN));
        }
        ignored
    }

    /// Ignores these runs of so many words, as [`word_runs`] hashes them.
    pub fn runs_of(run: usize, runs: FxHashSet<u64>) -> Self {
        Ignored {
            run,
            runs,
            ..Ignored::default()
        }
    }

    /// Returns whether there is nothing to cut.
    pub fn is_empty(&self) -> bool {
        self.sentences.is_empty() && self.runs.is_empty() && !self.quotations
    }

    /// The document without what is ignored; its parts are blocks of their own, so that nothing
    /// runs across a cut.
    pub fn cut(&self, analyzer: &Analyzer, document: &Document) -> Document {
        if self.is_empty() {
            return document.clone();
        }
        cut_at(document, &self.cuts(&analyzer.analyze(document)))
    }

    /// The same of a document of which something may be left out already, and what that leaves out.
    pub fn shorten(&self, analyzer: &Analyzer, shortened: Shortened) -> Shortened {
        if self.is_empty() {
            return shortened;
        }
        let analyzed = analyzer.analyze(&shortened.document);
        shortened.without(&analyzed, &self.cuts(&analyzed), |_| None)
    }

    /// The stretches to be cut, in bytes; ascending and disjoint.
    pub fn cuts(&self, document: &AnalyzedDocument) -> Vec<Range<usize>> {
        let mut ignored = vec![false; document.tokens.len()];
        for (tokens, words) in sentences(document) {
            if self.sentences.contains(&words) {
                ignored[tokens].fill(true);
            }
        }
        for (first, run) in word_runs(document, self.run).into_iter().enumerate() {
            if self.runs.contains(&run) {
                ignored[first..first + self.run].fill(true);
            }
        }
        let mut cuts: Vec<Range<usize>> = Vec::new();
        let spans = document.tokens.iter().map(|token| {
            let (start, end) = (token.span.start as usize, token.span.end as usize);
            let after =
                document.text[end..].find(|c: char| c.is_alphanumeric() || c.is_whitespace());
            // A sentence's full stop goes with it.
            start..after.map_or(document.text.len(), |length| end + length)
        });
        for (place, span) in spans.enumerate().filter(|(place, _)| ignored[*place]) {
            match cuts.last_mut() {
                Some(last) if place > 0 && ignored[place - 1] => last.end = span.end,
                _ => cuts.push(span),
            }
        }
        if self.quotations {
            cuts.extend(quotations(&document.text));
        }
        merged(cuts)
    }
}

/// The sentences: which tokens, and their words.
fn sentences(document: &AnalyzedDocument) -> impl Iterator<Item = (Range<usize>, Vec<TermId>)> {
    document.sentences.iter().map(|sentence| {
        let tokens = sentence.start as usize..sentence.end as usize;
        let words = document.tokens[tokens.clone()]
            .iter()
            .map(|token| token.raw)
            .collect();
        (tokens, words)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Builder, FieldKind, NamedField};

    #[test]
    fn blocks_of_a_page_stay_around_what_is_left() {
        use crate::document::BlockKind;
        let page = "<h1>The old pier</h1><p>Explain why the pier broke. A storm tore it away.</p>\
            <ul><li>Timber broke<ul><li>in March</li></ul> and fell.</li></ul>";
        let page = Document::html("page", page, None);
        let left = cut("Explain why the pier broke.", false, &page);
        let blocks = |document: &Document| -> Vec<(BlockKind, String)> {
            let blocks = document.blocks.iter();
            let text = |span: &Range<u32>| {
                document.text[span.start as usize..span.end as usize].to_string()
            };
            blocks
                .map(|block| (block.kind, text(&block.span)))
                .collect()
        };
        let mut expected = blocks(&page);
        assert!(expected.len() > 3);
        for (_, text) in &mut expected {
            *text = text.replace("Explain why the pier broke. ", "");
        }
        assert_eq!(blocks(&left), expected);
    }

    fn cut(ignored: &str, quotations: bool, document: &Document) -> Document {
        let analyzer = Analyzer::new(Default::default());
        let text = Document::plain("ignored", ignored);
        Ignored::new(&analyzer, &[text], quotations).cut(&analyzer, document)
    }

    fn cut_text(ignored: &str, quotations: bool, text: &str) -> String {
        cut(ignored, quotations, &Document::plain("x", text))
            .text
            .to_string()
    }

    #[test]
    fn sentences_and_runs_of_four_words_are_cut() {
        let question = "Why is the sky blue? Say it briefly.";
        assert_eq!(
            cut_text(
                question,
                false,
                "WHY is the sky blue?! Because of the air. Say it briefly."
            ),
            "Because of the air."
        );
        assert_eq!(
            cut_text(question, false, "I ask why is the sky blue today. Say it."),
            "I ask\n\ntoday. Say it.",
            "a run inside a sentence, but no three words"
        );
        assert_eq!(cut_text("Yes.", false, "Yes. Yes, it is."), "Yes, it is.");
    }

    #[test]
    fn quotations_are_cut_where_they_close_within_their_paragraph() {
        for (text, rest) in [
            ("He said “never again” and left.", "He said\n\nand left."),
            ("He said \"never again\" and left.", "He said\n\nand left."),
            ("Er sagte „nie wieder“ und ging.", "Er sagte\n\nund ging."),
            ("Il dit « plus jamais » et partit.", "Il dit\n\net partit."),
            ("A 24\" screen is wide.", "A 24\" screen is wide."),
            ("An “open\n\nmark” is none.", "An “open\n\nmark” is none."),
        ] {
            assert_eq!(cut_text("", true, text), rest);
            assert_eq!(cut_text("", false, text), text);
        }
    }

    #[test]
    fn fields_of_a_record_are_what_is_left_of_them() {
        let fields = [
            ("title", "eins zwei drei vier fünf"),
            ("journal", "eins zwei drei vier"),
            ("abstract", "größer eins zwei drei vier ärger"),
            ("year", "1998"),
        ];
        let record = fields
            .iter()
            .fold(Builder::new("x"), |builder, (name, text)| {
                builder.named(&(*name).into(), FieldKind::Main.into(), text)
            });
        let rest = cut("eins zwei drei vier", false, &record.build());
        let text = |it: &NamedField| (it.name.to_string(), rest.text[it.span.clone()].to_string());
        let left: Vec<(String, String)> = rest.named.iter().map(text).collect();
        let expected = [
            ("title", "fünf"),
            ("abstract", "größer\n\närger"),
            ("year", "1998"),
        ];
        assert_eq!(
            left,
            expected.map(|(name, text)| (name.to_string(), text.to_string()))
        );
    }

    #[test]
    fn fields_stay_what_they_are() {
        let page = Builder::new("page")
            .block(FieldKind::Title.into(), "Terms apply to all orders")
            .block(
                FieldKind::Main.into(),
                "The lamp is blue. Terms apply to all orders. It is small.",
            )
            .build();
        let rest = cut("Terms apply to all orders.", false, &page);
        let fields: Vec<(FieldKind, &str)> = rest
            .fields
            .iter()
            .map(|field| (field.kinds.iter().next().unwrap(), rest.field_text(field)))
            .collect();
        assert_eq!(
            fields,
            [
                (FieldKind::Main, "The lamp is blue."),
                (FieldKind::Main, "It is small.")
            ]
        );
        assert_eq!(rest.id, page.id);
    }
}
