//! Chunks: a document's sentences as copy detection counts them (004, section 5.2.1).
//!
//! The paper goes by characters, before there are words: letters and white space are kept, a full stop,
//! question mark, exclamation mark, colon, comma or semicolon ends a sentence, all else is deleted. So
//! `1.8 million` ends a sentence at its point, `H2O2x` is read as *hox* and `P(A|B)` as *pab*. Then
//! stop words go, the rest is stemmed; a repeated word counts once; repeated sentences and sentences of
//! one word are dropped.
//!
//! \[choice\] The marks of other scripts that are the same six end a sentence too, and so does the
//! end of a block, since headings have no stop.

use std::ops::Range;

use rustc_hash::FxHashSet;
use xxhash_rust::xxh3::xxh3_64;

use super::{AnalyzedDocument, TermId, Token, blocks_between_blank_lines};

/// A sentence of two or more distinct words. It is its sequence of words: the same words in
/// another order are another sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// Its words, each once, in order.
    pub words: Vec<TermId>,
    /// A number that two chunks share iff their words are the same in the same order. A 64-bit
    /// hash: chance collisions are neglected.
    pub sequence: u64,
    /// Place of its first occurrence in [`AnalyzedDocument::text`], in bytes.
    pub span: Range<u32>,
}

/// Returns whether a chunk ends at this mark; those of other scripts are forms of the same six.
fn ends_chunk(c: char) -> bool {
    matches!(
        c,
        '.' | '?' | '!' | ':' | ',' | ';' // as the paper has them
            | '…' | '。' | '．' | '？' | '！' | '：' | '，' | '；' | '؟' | '،' | '؛'
    )
}

impl AnalyzedDocument {
    /// The distinct chunks of the body, in reading order.
    ///
    /// ```
    /// use dejalu_text::Analyzer;
    /// use dejalu_text::Document;
    ///
    /// let text = "Ferries wait, storms rise; piers break. Nobody. Ferries, wait! Storms rise";
    /// let document = Analyzer::new(Default::default()).analyze(&Document::plain("a", text));
    /// let chunks = document.chunks();
    /// let texts = chunks.iter().map(|chunk| &text[chunk.span.start as usize..chunk.span.end as usize]);
    /// assert!(texts.eq(["Ferries wait", "storms rise", "piers break"]));
    /// ```
    pub fn chunks(&self) -> Vec<Chunk> {
        let mut tokens = Tokens {
            document: self,
            rest: &self.tokens,
        };
        let mut sentences = Vec::new();
        for stretch in self.body_stretches() {
            let blocks = blocks_between_blank_lines(&self.text[stretch.clone()]);
            for block in blocks.map(|block| moved(block, stretch.start)) {
                let between = parts(&self.text, block, ends_chunk);
                sentences.extend(between.filter_map(|sentence| tokens.sentence(sentence)));
            }
        }
        distinct(sentences)
    }
}

/// The parts of a text that these characters separate, in bytes.
fn parts(
    text: &str,
    range: Range<usize>,
    is_mark: impl Fn(char) -> bool,
) -> impl Iterator<Item = Range<usize>> {
    let marks = text[range.clone()].match_indices(is_mark);
    let marks = marks.map(move |(place, mark)| moved(place..place + mark.len(), range.start));
    let mut start = range.start;
    marks
        .chain(std::iter::once(range.end..range.end))
        .map(move |mark| std::mem::replace(&mut start, mark.end)..mark.start)
}

fn moved(range: Range<usize>, by: usize) -> Range<usize> {
    range.start + by..range.end + by
}

/// The words of a document, which the analysis has read: a run of characters that holds one of them
/// and no other letter is that word, and need not be read again.
struct Tokens<'d> {
    document: &'d AnalyzedDocument,
    /// Those that are not behind yet.
    rest: &'d [Token],
}

impl<'d> Tokens<'d> {
    /// The words of the next sentence, and its place from its first word to its last.
    fn sentence(&mut self, place: Range<usize>) -> Option<(Vec<TermId>, Range<u32>)> {
        let text = &self.document.text;
        let (mut words, mut span) = (Vec::new(), None::<Range<u32>>);
        let mut runs = parts(text, place, char::is_whitespace);
        while let Some(mut run) = runs.next() {
            while self.goes_over(run.end) {
                let Some(next) = runs.next() else { break };
                run.end = next.end;
            }
            let held = self.within(&run);
            let (Some(first), Some(last)) = (held.first(), held.last()) else {
                continue;
            };
            let inside =
                (run.start as u32).max(first.span.start)..last.span.end.min(run.end as u32);
            span = Some(span.map_or(inside.start, |span| span.start)..inside.end);
            match held {
                [token] if token.span == inside && is_of_letters(token) => {
                    words.extend(self.document.refined(token).map(|word| word.term));
                }
                _ => words.extend(self.document.refiner.refine_letters(&text[run])),
            }
        }
        Some((words, span?))
    }

    /// Returns whether a word goes on after the white space at this place.
    fn goes_over(&self, place: usize) -> bool {
        let starts_before = |token: &&Token| (token.span.start as usize) < place;
        let last = self.rest.iter().take_while(starts_before).last();
        last.is_some_and(|token| token.span.end as usize > place)
    }

    /// The tokens that reach into the next run.
    fn within(&mut self, run: &Range<usize>) -> &'d [Token] {
        let behind = |token: &&Token| token.span.end as usize <= run.start;
        self.rest = &self.rest[self.rest.iter().take_while(behind).count()..];
        let here = |token: &&Token| (token.span.start as usize) < run.end;
        &self.rest[..self.rest.iter().take_while(here).count()]
    }
}

/// Returns whether deleting all but its letters changes nothing of a word.
fn is_of_letters(token: &Token) -> bool {
    token.is_stop_word || token.word.is_some()
}

/// Sentences as chunks: repeated words, repeated sentences and sentences of one word are dropped,
/// in this order.
pub fn distinct(sentences: impl IntoIterator<Item = (Vec<TermId>, Range<u32>)>) -> Vec<Chunk> {
    let mut met = FxHashSet::default();
    let chunks = sentences.into_iter().map(|(words, span)| {
        let words = each_once(words);
        Chunk {
            sequence: sequence(words.iter().copied()),
            words,
            span,
        }
    });
    chunks
        .filter(|chunk| chunk.words.len() > 1 && met.insert(chunk.sequence))
        .collect()
}

/// The words in order, without those that were there before.
fn each_once(mut words: Vec<TermId>) -> Vec<TermId> {
    /// Of so few words looking through them takes less time than a set.
    const FEW: usize = 32;
    if words.len() > FEW {
        let mut met = FxHashSet::default();
        words.retain(|&word| met.insert(word));
        return words;
    }
    let mut kept = 0;
    for next in 0..words.len() {
        if !words[..kept].contains(&words[next]) {
            words[kept] = words[next];
            kept += 1;
        }
    }
    words.truncate(kept);
    words
}

/// [`Chunk::sequence`] of these words.
pub fn sequence(words: impl Iterator<Item = TermId>) -> u64 {
    let bytes: Vec<[u8; 8]> = words.map(|word| word.0.to_le_bytes()).collect();
    xxh3_64(bytes.as_flattened())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rust_stemmers::{Algorithm, Stemmer};

    use super::*;
    use crate::Analyzer;
    use crate::document::Document;
    use crate::hyphenation::unbroken;

    fn chunks(text: &str) -> Vec<(usize, String)> {
        let document = Analyzer::new(Default::default()).analyze(&Document::plain("x", text));
        let shown = |chunk: Chunk| {
            let span = chunk.span.start as usize..chunk.span.end as usize;
            (chunk.words.len(), text[span].to_string())
        };
        document.chunks().into_iter().map(shown).collect()
    }

    #[test]
    fn chunks_end_at_marks_and_short_or_repeated_ones_are_dropped() {
        let text = "Ferries wait, storms rise; piers break. Piers break! Nobody. Ferries, wait";
        let texts: Vec<_> = chunks(text).into_iter().map(|(_, text)| text).collect();
        assert_eq!(texts, ["Ferries wait", "storms rise", "piers break"]);
    }

    #[test]
    fn a_chunk_spans_its_stop_words_and_a_blank_line_ends_it() {
        let text = "In the storm of 1984 the ferries and\nthe storm waited\n\nand the piers broke";
        let expected = [
            (
                3,
                "In the storm of 1984 the ferries and\nthe storm waited".to_string(),
            ),
            (2, "and the piers broke".to_string()),
        ];
        assert_eq!(chunks(text), expected);
    }

    /// The refined words of each chunk.
    fn words(text: &str) -> Vec<Vec<TermId>> {
        let document = Analyzer::new(Default::default()).analyze(&Document::plain("x", text));
        document.chunks().into_iter().map(|it| it.words).collect()
    }

    fn terms(sentences: &[&[&str]]) -> Vec<Vec<TermId>> {
        let terms = |words: &&[&str]| words.iter().map(|word| TermId::of(word)).collect();
        sentences.iter().map(terms).collect()
    }

    #[test]
    fn what_is_no_letter_is_deleted_before_there_are_words() {
        for (text, expected) in [
            (
                "received 1.8 million shares",
                &[&["million", "share"][..]][..],
            ),
            ("water H2O2x", &[&["water", "hox"]]),
            (
                "given P(A|B), storms rise",
                &[&["given", "pab"], &["storm", "rise"]],
            ),
            ("and/or ferries", &[&["andor", "ferri"]]),
            ("the fer-\nries (wait-\ning)", &[&["ferri", "wait"]]),
            ("al-Sistani\u{2019}s ferries", &[&["alsistani", "ferri"]]),
            (
                "we\u{2019}ll wait, well waited ferries",
                &[&["well", "wait", "ferri"]],
            ),
            (
                "Ferries wait\u{3002}storms rise\u{ff1b}piers break",
                &[&["ferri", "wait"], &["storm", "rise"], &["pier", "break"]],
            ),
        ] {
            assert_eq!(words(text), terms(expected), "{text}");
        }
        let chinese = words("渡轮在(码头)，东京塔");
        assert_eq!(
            chinese,
            terms(&[&["渡轮", "轮在", "在码", "码头"], &["东京", "京塔"]])
        );
    }

    #[test]
    fn a_chunk_begins_and_ends_inside_a_number() {
        let found = chunks("The owner received 1.8 million shares.");
        let texts: Vec<String> = found.into_iter().map(|it| it.1).collect();
        assert_eq!(texts, ["The owner received 1", "8 million shares"]);
    }

    /// The steps of 004, section 5.2.1, one after the other, on characters, of a text without line-end hyphens
    /// and accents.
    fn slowly(text: &str) -> Vec<Vec<TermId>> {
        let stop_words = stop_words::lookup("en").unwrap();
        let stemmer = Stemmer::create(Algorithm::English);
        let mut marked = String::new();
        for line in unbroken(text).replace('\u{e9}', "e").lines() {
            if line.trim().is_empty() {
                marked.push('.');
            }
            for c in line.chars().flat_map(char::to_lowercase) {
                match c {
                    ' ' | '\t' => marked.push(' '),
                    '.' | '?' | '!' | ':' | ',' | ';' => marked.push('.'),
                    '\'' | '\u{2019}' => marked.push('\''),
                    c if c.is_alphabetic() => marked.push(c),
                    _ => {}
                }
            }
            marked.push(' ');
        }
        let mut document: Vec<Vec<TermId>> = Vec::new();
        for sentence in marked.split('.') {
            let mut words = Vec::new();
            for word in sentence.split(' ') {
                let parts: Vec<&str> = word.split('\'').filter(|part| !part.is_empty()).collect();
                let stem = TermId::of(&stemmer.stem(&parts.concat()));
                let counts = !parts.is_empty() && !stop_words.contains(&parts.join("'").as_str());
                if counts && !words.contains(&stem) {
                    words.push(stem);
                }
            }
            if words.len() > 1 && !document.contains(&words) {
                document.push(words);
            }
        }
        document
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]
        #[test]
        fn chunks_are_what_the_steps_of_the_paper_give(
            text in "([a-c]{1,3}|we['\u{2019}]ll|well|I'd|it's|1\\.8|H2O2x|P\\(A\\|B\\)|al-S|caf\u{e9}|x_y|[ab]-\n|[.,;:!?]|['\u{2019}\"()/0-9|_-]| |\n|\n \n){0,40}",
        ) {
            prop_assert_eq!(words(&text), slowly(&text), "{:?}", text);
        }
    }

    #[test]
    fn the_order_of_words_makes_the_sentence() {
        assert_eq!(chunks("storms rise, rise storms").len(), 2);
        assert_eq!(chunks("storms rise, the storms will rise").len(), 1);
        assert!(chunks("").is_empty());
    }
}
