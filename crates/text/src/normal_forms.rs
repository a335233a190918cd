//! Normal forms: one spelling for every way to write a word.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use super::hyphenation;
use super::spelling::Spelling;

/// The raw form of a word: lower-cased, what is not a letter or digit deleted, the parts joined
/// (Shi'ite → shiite, al-Sistani → alsistani), marks and case folded. Compatibility forms are made equal
/// first (NFKC), so that é is the same letter however it is encoded.
pub(super) fn raw_form(word: &str, spelling: Spelling) -> Cow<'_, str> {
    spelling.folded(spelled_form(word, spelling))
}

/// The same with all marks, as the language spells it.
pub(super) fn spelled_form(word: &str, spelling: Spelling) -> Cow<'_, str> {
    if word
        .bytes()
        .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    {
        return Cow::Borrowed(word);
    }
    if word.is_ascii() && !spelling.has_dotless_i() {
        let kept = word.chars().filter(char::is_ascii_alphanumeric);
        return Cow::Owned(kept.map(|c| c.to_ascii_lowercase()).collect());
    }
    let kept = word.nfkc().filter(|&c| is_kept(c));
    Cow::Owned(kept.flat_map(|c| spelling.letter(c)).collect())
}

/// A word as a stop list has it: its raw form, but with the apostrophes inside it, all spelled alike.
/// *We'll* is on the list, and *well* is another word.
pub(super) fn listed_form(word: &str, spelling: Spelling) -> Cow<'_, str> {
    if !word.contains(APOSTROPHES) {
        return raw_form(word, spelling);
    }
    let parts = word.split(APOSTROPHES).map(|part| raw_form(part, spelling));
    let parts: Vec<Cow<'_, str>> = parts.filter(|part| !part.is_empty()).collect();
    Cow::Owned(parts.join("'"))
}

/// The raw forms of a text's runs of letters and digits, whatever marks or unseen characters occur
/// in them: of a heading, say, which is not part of a document's sentences.
pub fn raw_runs(text: &str, spelling: Spelling) -> impl Iterator<Item = Cow<'_, str>> {
    let is_of_run = |c: char| c.is_alphanumeric() || is_combining(c) || is_invisible(c);
    let runs = text.split(move |c| !is_of_run(c));
    runs.map(move |run| raw_form(run, spelling))
        .filter(|form| !form.is_empty())
}

/// Letters, digits, and the marks that spell a word in the scripts of South and South-East Asia
/// (viramas, tones).
fn is_kept(c: char) -> bool {
    is_letter(c) || c.is_numeric()
}

/// Letters, and the marks that spell a word as letters do. The Arabic tatweel only stretches a line,
/// and the apostrophe that Unicode calls a letter is an apostrophe.
pub(super) fn is_letter(c: char) -> bool {
    const TATWEEL: char = '\u{640}';
    let spells = || ('\u{900}'..'\u{1AB0}').contains(&c) && is_combining(c);
    (c.is_alphabetic() && c != TATWEEL && !joins_letters(c)) || spells()
}

/// Returns whether a word is of letters, what joins them, also at the end of a line, and what is not
/// seen.
pub(super) fn is_spelled(word: &str) -> bool {
    let is_of_word =
        |c: char| c.is_alphabetic() || joins_letters(c) || is_combining(c) || is_invisible(c);
    word.chars()
        .all(|c| is_of_word(c) || hyphenation::is_of_break(c))
}

/// Apostrophes, typewritten and typographic.
pub(super) const APOSTROPHES: [char; 4] = ['\'', '\u{2019}', '\u{2018}', '\u{02BC}'];

/// Characters that join the parts of a word: hyphens and apostrophes.
fn joins_letters(c: char) -> bool {
    matches!(c, '-' | '\u{2010}' | '\u{2011}') || APOSTROPHES.contains(&c)
}

/// Characters that are not seen: soft hyphens, zero-width spaces and joiners, marks of the writing
/// direction, byte order marks inside a text.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FEFF}'
    )
}

fn is_combining(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

#[cfg(test)]
mod tests;
