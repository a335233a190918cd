//! Shingles: runs of words or characters, as sorted sets of hashes.

use xxhash_rust::xxh3::xxh3_64;

use super::{AnalyzedDocument, TermId};

/// The distinct runs of `w` words of the body, hashed, ascending (003, section 3).
///
/// \[choice\] Words are lower-cased and without punctuation, no stop list, no stemming. A body of
/// 1 to w − 1 words has one shingle, its whole word sequence; one without words has none.
pub fn word_shingles(document: &AnalyzedDocument, w: usize) -> Vec<u64> {
    let words: Vec<TermId> = document.body().map(|token| token.raw).collect();
    let hash = |run: &[TermId]| {
        let bytes: Vec<u8> = run.iter().flat_map(|term| term.0.to_le_bytes()).collect();
        xxh3_64(&bytes)
    };
    let shingles = match words.len() {
        0 => Vec::new(),
        n if n < w => vec![hash(&words)],
        _ => words.windows(w).map(hash).collect(),
    };
    sorted_set(shingles)
}

/// The distinct runs of `n` characters of the body, hashed, ascending. Letters and digits are
/// lower-cased, every run of other characters is one space; a text shorter than `n` is one run.
pub fn character_shingles(document: &AnalyzedDocument, n: usize) -> Vec<u64> {
    let text = folded_body(document);
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
    sorted_set(shingles)
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

fn folded_body(document: &AnalyzedDocument) -> String {
    let mut folded = String::with_capacity(document.text.len());
    for token in document.body() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        let word = &document.text[token.span.start as usize..token.span.end as usize];
        folded.push_str(&super::terms::raw_form(word));
    }
    folded
}

fn sorted_set(mut hashes: Vec<u64>) -> Vec<u64> {
    hashes.sort_unstable();
    hashes.dedup();
    hashes
}

/// How many values two ascending sets share.
pub fn intersection(left: &[u64], right: &[u64]) -> usize {
    // Branch-free: which side advances is not predictable, and a misprediction costs more than
    // the comparison.
    let (mut i, mut j, mut shared) = (0, 0, 0);
    while i < left.len() && j < right.len() {
        let (a, b) = (left[i], right[j]);
        shared += usize::from(a == b);
        i += usize::from(a <= b);
        j += usize::from(b <= a);
    }
    shared
}
