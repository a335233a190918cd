//! The words of a field, however they are accented.

use unicode_normalization::UnicodeNormalization;

use dejalu_text::AnalyzedDocument;

/// The words of a document's body without accents and signs; the case is kept.
pub(super) fn words(document: &AnalyzedDocument) -> Vec<String> {
    let mut words = Vec::new();
    for text in document.body_text() {
        let plain: String = text.nfd().filter(|c| !is_accent(*c)).collect();
        let parts = plain.split(|c: char| !c.is_alphanumeric());
        words.extend(parts.filter(|word| !word.is_empty()).map(String::from));
    }
    words
}

pub(super) fn is_accent(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

/// The runs of digits in its words, in their order.
pub(super) fn numbers(words: &[String]) -> impl Iterator<Item = &str> {
    let runs = words
        .iter()
        .flat_map(|word| word.split(|c: char| !c.is_ascii_digit()));
    runs.filter(|run| !run.is_empty())
}
