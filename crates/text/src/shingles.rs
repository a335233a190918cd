//! Shingles: runs of words or characters, as sorted sets of hashes.

use xxhash_rust::xxh3::xxh3_64;

use super::normal_forms::raw_form;
use super::sorted::distinct;
use super::words::begins_unspaced;
use super::{AnalyzedDocument, TermId, Token};

/// The distinct runs of `w` words of the body, hashed, ascending (003, section 3).
///
/// \[choice\] Words are lower-cased and without punctuation, no stop list, no stemming. A body of
/// 1 to w − 1 words has one shingle, its whole word sequence; one without words has none.
pub fn word_shingles(document: &AnalyzedDocument, w: usize) -> Vec<u64> {
    distinct(runs(raw(document.body()), w))
}

/// The distinct runs of `k` words that stay inside a sentence of the body, hashed, ascending (001,
/// section II). Words as in [`word_shingles`]; a sentence of 1 to k − 1 words is one run.
pub fn sentence_shingles(document: &AnalyzedDocument, k: usize) -> Vec<u64> {
    let mut shingles = Vec::new();
    for sentence in &document.sentences {
        shingles.extend(runs(raw(document.body_of(sentence.clone())), k));
    }
    distinct(shingles)
}

/// The distinct words and pairs of neighbouring words of all fields, hashed, ascending; words as in
/// [`word_shingles`].
pub fn terms(document: &AnalyzedDocument) -> Vec<u64> {
    let words = runs(raw(&document.tokens), 1);
    let pairs = runs(raw(&document.tokens), 2);
    distinct(words.into_iter().chain(pairs))
}

/// Calls `found` with each of these [`terms`] wherever it stands in a document, and with how it is
/// written there, lower-cased.
pub fn written_terms(
    document: &AnalyzedDocument,
    wanted: impl Fn(u64) -> bool,
    mut found: impl FnMut(u64, String),
) {
    let words: Vec<&Token> = document.tokens.iter().collect();
    for (place, word) in words.iter().enumerate() {
        let next = words.get(place + 1);
        for run in [&[*word][..], &[*word, *next.unwrap_or(word)]] {
            let [term] = runs(raw(run.iter().copied()), run.len())[..] else {
                continue;
            };
            if (run.len() == 1 || next.is_some()) && wanted(term) {
                let run = run.iter().copied();
                found(term, joined(document, run, str::to_lowercase));
            }
        }
    }
}

/// Words in a form of their own, one space between them; characters that follow each other in a script
/// without spaces stand together.
fn joined<'t, F: AsRef<str>>(
    document: &'t AnalyzedDocument,
    words: impl Iterator<Item = &'t Token>,
    form: impl Fn(&'t str) -> F,
) -> String {
    let mut text = String::new();
    let mut end = 0;
    for token in words {
        let word = document.written(token);
        let runs_on = token.span.start == end && begins_unspaced(word);
        if !text.is_empty() && !runs_on {
            text.push(' ');
        }
        text.push_str(form(word).as_ref());
        end = token.span.end;
    }
    text
}

/// The distinct strings of words between any of these marks in the body, hashed, ascending (001,
/// section II). Words as in [`word_shingles`].
pub fn strings_between(document: &AnalyzedDocument, marks: &[char]) -> Vec<u64> {
    let strings = document.between_marks(marks).into_iter();
    distinct(strings.flat_map(|string| runs(raw(string), usize::MAX)))
}

/// Every run of exactly `w` words of all fields, hashed, in the order of their first words; words as in
/// [`word_shingles`]. None of a document with fewer.
pub fn word_runs(document: &AnalyzedDocument, w: usize) -> Vec<u64> {
    if document.tokens.len() < w {
        return Vec::new();
    }
    runs(raw(&document.tokens), w)
}

/// The raw form of words.
fn raw<'t>(words: impl IntoIterator<Item = &'t Token>) -> impl Iterator<Item = TermId> {
    words.into_iter().map(|word| word.raw)
}

/// Every run of `w` words, hashed; fewer words are one run, none are none.
pub(super) fn runs(words: impl Iterator<Item = TermId>, w: usize) -> Vec<u64> {
    let words: Vec<[u8; 8]> = words.map(|word| word.0.to_le_bytes()).collect();
    let w = w.clamp(1, words.len().max(1));
    let runs = words.windows(w).map(<[_]>::as_flattened);
    runs.map(xxh3_64).collect()
}

/// The distinct runs of `n` characters of the body, hashed, ascending. Letters and digits are
/// lower-cased, every run of other characters is one space; a text shorter than `n` is one run.
pub fn character_shingles(document: &AnalyzedDocument, n: usize) -> Vec<u64> {
    let text = joined(document, document.body(), |word| {
        raw_form(word, document.spelling())
    });
    let mut starts: Vec<usize> = text.char_indices().map(|(start, _)| start).collect();
    starts.push(text.len());
    let shingles = match starts.len() - 1 {
        0 => Vec::new(),
        length if length < n => vec![xxh3_64(text.as_bytes())],
        _ => starts
            .windows(n + 1)
            .map(|run| xxh3_64(&text.as_bytes()[run[0]..run[n]]))
            .collect(),
    };
    distinct(shingles)
}

/// The distinct runs of four characters (not bytes) of a text, at their first positions (000,
/// section 3.2.1); none in a text of fewer than four.
pub fn four_grams(text: &str) -> Vec<&str> {
    let mut starts: Vec<usize> = text.char_indices().map(|(start, _)| start).collect();
    starts.push(text.len());
    let mut met = std::collections::HashSet::new();
    let grams = starts.windows(5).map(|run| &text[run[0]..run[4]]);
    grams.filter(|&gram| met.insert(gram)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Analyzer;
    use crate::document::Document;

    #[test]
    fn each_character_of_a_script_without_spaces_counts_once() {
        let shingles = |text: &str| {
            let analyzer = Analyzer::new(Default::default());
            character_shingles(&analyzer.analyze(&Document::plain("a", text)), 2)
        };
        let hashes = |runs: &[&str]| distinct(runs.iter().map(|run| xxh3_64(run.as_bytes())));
        assert_eq!(
            shingles("渡轮在。码头"),
            hashes(&["渡轮", "轮在", "在 ", " 码", "码头"])
        );
        assert_eq!(shingles("on ab"), hashes(&["on", "n ", " a", "ab"]));
    }
}
