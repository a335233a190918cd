//! The words of a field, however they are accented.

use unicode_normalization::UnicodeNormalization;

use dejalu_text::AnalyzedDocument;

/// The words of a document's body without accents and signs; the case is kept.
pub(super) fn words(document: &AnalyzedDocument) -> Vec<String> {
    let mut words = Vec::new();
    for text in document.body_text() {
        let plain = without_accents(text);
        let parts = plain.split(|c: char| !c.is_alphanumeric());
        words.extend(parts.filter(|word| !word.is_empty()).map(String::from));
    }
    words
}

/// The text with its accents taken off.
pub(in crate::measures) fn without_accents(text: &str) -> String {
    let is_accent = |c: &char| ('\u{300}'..='\u{36f}').contains(c);
    text.nfd().filter(|c| !is_accent(c)).collect()
}

/// `42nd` as `42`; a word that is no ordinal number as it is.
pub(super) fn without_ordinal(word: &str) -> &str {
    const ENDINGS: [&str; 4] = ["st", "nd", "rd", "th"];
    let number = ENDINGS.iter().find_map(|ending| word.strip_suffix(ending));
    let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    number.filter(is_number).unwrap_or(word)
}

/// The runs of digits in its words, in their order.
pub(super) fn numbers(words: &[String]) -> impl Iterator<Item = &str> {
    let runs = words
        .iter()
        .flat_map(|word| word.split(|c: char| !c.is_ascii_digit()));
    runs.filter(|run| !run.is_empty())
}
