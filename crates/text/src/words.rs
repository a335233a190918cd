//! The words of a text and their positions.
//!
//! \[choice\] No paper says what a token is. A token is a word of Unicode's standard (UAX 29),
//! joined over hyphens, also at the end of a line, and apostrophes; so `e.g.` and `end.Start`, without a space behind the stop,
//! are one token each. One that holds a character that is not a letter is no refined word.

use std::iter::Peekable;
use std::ops::Range;

use either::{Left, Right};
use unicode_script::{Script, UnicodeScript};
use unicode_segmentation::{UnicodeSegmentation, UnicodeWordIndices};

use super::ascii_runs::{is_blank, runs};
use super::hyphenation::{may_be_broken, second_part};
use super::normal_forms::is_invisible;

/// A word in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct WordAt {
    /// Its place; the places of different words do not overlap.
    pub(super) span: Range<usize>,
    /// The characters that are read there: the same, or two for a place in a script without spaces.
    pub(super) form: Range<usize>,
}

impl WordAt {
    /// A word that is read unchanged.
    fn spelled(span: Range<usize>) -> Self {
        WordAt {
            form: span.clone(),
            span,
        }
    }

    fn moved_by(self, offset: usize) -> Self {
        let moved = |range: Range<usize>| range.start + offset..range.end + offset;
        WordAt {
            span: moved(self.span),
            form: moved(self.form),
        }
    }
}

/// The words in a part of a text: Unicode's word boundaries (UAX 29), and parts joined by one hyphen
/// are one word. A run of characters of a script without spaces gives every two neighbours
/// (user-perceived characters, with their marks) as a word: no dictionary is needed, and no text is
/// cut in two ways. A word may be hyphenated at the end of a line where words go over lines.
pub(super) fn words(
    text: &str,
    range: Range<usize>,
    over_lines: bool,
) -> impl Iterator<Item = WordAt> {
    let part = &text[range.clone()];
    runs(part, parts_words).flat_map(move |run| {
        let start = range.start + run.range.start;
        let part = &part[run.range];
        let words = if run.is_ascii {
            Left(super::ascii_words::words(part, over_lines).map(WordAt::spelled))
        } else {
            Right(ForeignWords::new(part, over_lines))
        };
        words.map(move |word| word.moved_by(start))
    })
}

/// The words of a text's sentences.
///
/// In ASCII no word crosses the end of a sentence: what ends one joins no runs, except for a stop
/// between two letters or two digits, which ends none there (UAX 29, rules SB6 to SB8). So a text
/// in ASCII is read in one pass.
pub(super) fn words_of(
    text: &str,
    sentences: &[Range<usize>],
    over_lines: bool,
) -> impl Iterator<Item = WordAt> {
    if text.is_ascii() {
        Left(super::ascii_words::words(text, over_lines).map(WordAt::spelled))
    } else {
        let sentences = sentences.iter().cloned();
        Right(sentences.flat_map(move |sentence| words(text, sentence, over_lines)))
    }
}

/// Returns whether a text may be cut at a place: after a blank, which no rule for words looks across
/// but that for hyphens.
fn parts_words(text: &[u8], place: usize) -> bool {
    is_blank(text[place - 1]) && text[place].is_ascii() && !may_be_broken(text, place)
}

/// The words of a text in any script.
struct ForeignWords<'t> {
    text: &'t str,
    /// Parts between Unicode's word boundaries that hold a letter or digit, with their places.
    parts: Peekable<UnicodeWordIndices<'t>>,
    /// The rest of a run without spaces.
    run: Range<usize>,
    over_lines: bool,
}

impl<'t> ForeignWords<'t> {
    fn new(text: &'t str, over_lines: bool) -> Self {
        ForeignWords {
            over_lines,
            text,
            parts: text.unicode_word_indices().peekable(),
            run: 0..0,
        }
    }
}

impl Iterator for ForeignWords<'_> {
    type Item = WordAt;

    fn next(&mut self) -> Option<WordAt> {
        if !self.run.is_empty() {
            return Some(self.two_characters());
        }
        let (start, part) = self.parts.next()?;
        let unspaced = begins_unspaced(part);
        let mut word = start..start + part.len();
        let (text, over_lines) = (self.text, self.over_lines);
        while let Some((start, part)) = self.parts.next_if(|&(start, part)| {
            begins_unspaced(part) == unspaced
                && (is_joint(&text[word.end..start], unspaced)
                    || over_lines && !unspaced && is_broken(text, word.end..start))
        }) {
            word.end = start + part.len();
        }
        if unspaced {
            self.run = word;
            return Some(self.two_characters());
        }
        Some(WordAt::spelled(word))
    }
}

impl ForeignWords<'_> {
    /// The next two characters of the run, which holds one at least.
    fn two_characters(&mut self) -> WordAt {
        let run = &self.text[self.run.clone()];
        let mut characters = run
            .grapheme_indices(true)
            .filter(|(_, character)| character.contains(char::is_alphanumeric))
            .map(|(start, character)| start..start + character.len());
        let first = characters.next().unwrap_or(0..run.len());
        let second = characters.next().unwrap_or(first.clone());
        let is_last = characters.next().is_none();
        let form = first.start..second.end;
        let word = WordAt {
            span: if is_last { form.clone() } else { first },
            form,
        };
        let word = word.moved_by(self.run.start);
        self.run.start = if is_last {
            self.run.end
        } else {
            self.run.start + second.start
        };
        word
    }
}

/// Returns whether a word begins with a letter of a script that is written without spaces between
/// words.
pub(super) fn begins_unspaced(word: &str) -> bool {
    const SCRIPTS: [Script; 8] = [
        Script::Han,
        Script::Hiragana,
        Script::Katakana,
        Script::Bopomofo,
        Script::Thai,
        Script::Lao,
        Script::Khmer,
        Script::Myanmar,
    ];
    // Thai is the first of them.
    const FIRST: char = '\u{E00}';
    let first = word
        .chars()
        .next()
        .filter(|&c| c >= FIRST && !c.is_numeric());
    first.is_some_and(|c| {
        let scripts = c.script_extension();
        SCRIPTS.iter().any(|&one| scripts.contains_script(one))
    })
}

/// Returns whether two parts with this between them are one word.
fn is_joint(between: &str, unspaced: bool) -> bool {
    let mut visible = between.chars().filter(|&c| !is_invisible(c));
    match (visible.next(), visible.next()) {
        (None, _) => unspaced || !between.is_empty(),
        (Some('-' | '\u{2010}' | '\u{2011}'), None) => true,
        _ => false,
    }
}

/// Returns whether the parts on both sides of this stretch are one word, hyphenated at the end of a line. Unicode
/// counts a soft hyphen to the part before it.
fn is_broken(text: &str, between: Range<usize>) -> bool {
    let first = &text[..between.start];
    let first_end = first.strip_suffix('\u{AD}').unwrap_or(first).len();
    second_part(text, first_end) == Some(between.end)
}

#[cfg(test)]
mod tests;
