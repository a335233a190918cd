//! Relates two documents, and finds the longest passage that they share.

use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::groups::{RUN, Relation, Runs};
use super::judge::Judge;
use dejalu_text::document::Document;
use dejalu_text::shingles::word_shingles;
use dejalu_text::{AnalyzedDocument, Analyzer, TermId, Token};

/// A run of words that stands so often in a document is followed from its first places alone.
const PLACES: usize = 64;

/// The relation of one document to another.
#[derive(Debug, Clone, PartialEq)]
pub struct Shared {
    /// The relation of the first to the second.
    pub relation: Relation,
    /// The share of the first one's runs of three words that the second lacks, in \[0, 1\]; `None` where
    /// it has no words outside its fields.
    pub lost: Option<f64>,
    /// The longest run of at least three equal words, as characters of both texts. The first one where
    /// several are as long.
    pub passage: Option<[Range<usize>; 2]>,
}

/// Relates the first document of each pair to the second. Pairs with the same first document are
/// best given one after the other.
pub fn shared(judge: &Judge, pairs: &[[&Document; 2]]) -> Vec<Shared> {
    let analyzer = Analyzer::new(judge.analysis().clone());
    let runs: Vec<&[[&Document; 2]]> = pairs.chunk_by(|a, b| std::ptr::eq(a[0], b[0])).collect();
    let of_run = |run: &&[[&Document; 2]]| -> Vec<Shared> {
        let Some([first, _]) = run.first() else {
            return Vec::new();
        };
        let first = (*first, analyzer.analyze(first));
        let second = |pair: &[&Document; 2]| of_pair(&first, &(pair[1], analyzer.analyze(pair[1])));
        run.iter().map(second).collect()
    };
    runs.par_iter().flat_map_iter(of_run).collect()
}

fn of_pair(
    (a, first): &(&Document, AnalyzedDocument),
    (b, second): &(&Document, AnalyzedDocument),
) -> Shared {
    let runs = Runs::of(&word_shingles(first, RUN), &word_shingles(second, RUN));
    let is_copy = a
        .exact_text()
        .is_some_and(|text| b.exact_text() == Some(text));
    let characters = |document: &Document, bytes: Range<u32>| {
        let before = |end: u32| {
            document
                .text
                .get(..end as usize)
                .map_or(0, |it| it.chars().count())
        };
        before(bytes.start)..before(bytes.end)
    };
    Shared {
        relation: if is_copy {
            Relation::Identical
        } else {
            runs.relation()
        },
        lost: if is_copy { Some(0.0) } else { runs.lost() },
        passage: longest_run(first, second)
            .map(|[left, right]| [characters(a, left), characters(b, right)]),
    }
}

/// The longest run of equal words, in bytes of both texts.
fn longest_run(a: &AnalyzedDocument, b: &AnalyzedDocument) -> Option<[Range<u32>; 2]> {
    let [a, b] = [a, b].map(|document| document.body().collect::<Vec<&Token>>());
    let [left, right] =
        [&a, &b].map(|words| -> Vec<TermId> { words.iter().map(|it| it.raw).collect() });
    let mut places: FxHashMap<&[TermId], Vec<usize>> = FxHashMap::default();
    for (place, run) in right.windows(RUN).enumerate() {
        let places = places.entry(run).or_default();
        if places.len() < PLACES {
            places.push(place);
        }
    }
    let mut best = (0, 0, 0);
    let mut earlier: &[usize] = &[];
    for (i, run) in left.windows(RUN).enumerate() {
        let found = places.get(run).map_or(&[][..], |it| it);
        for &j in found {
            // What could begin earlier has been followed from there.
            if j > 0 && earlier.binary_search(&(j - 1)).is_ok() {
                continue;
            }
            let equal = |(a, b): &(&TermId, &TermId)| a == b;
            let before = left[..i].iter().rev().zip(right[..j].iter().rev());
            let before = before.take_while(equal).count();
            let after = left[i..].iter().zip(&right[j..]);
            let length = before + after.take_while(equal).count();
            if length > best.2 {
                best = (i - before, j - before, length);
            }
        }
        earlier = found;
    }
    let (i, j, length) = best;
    let span = |words: &[&Token]| Some(words.first()?.span.start..words.last()?.span.end);
    Some([span(&a[i..i + length])?, span(&b[j..j + length])?])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(texts: [&str; 2]) -> Shared {
        let [a, b] = [0, 1].map(|side| Document::plain(["a", "b"][side], texts[side]));
        let judge = Judge::rule("jaccard=0.5", Default::default()).unwrap();
        shared(&judge, &[[&a, &b]]).remove(0)
    }

    fn passages(texts: [&str; 2]) -> Option<[String; 2]> {
        let spans = of(texts).passage?;
        Some([0, 1].map(|side| {
            let span = spans[side].clone();
            texts[side]
                .chars()
                .skip(span.start)
                .take(span.len())
                .collect()
        }))
    }

    #[test]
    fn the_longest_shared_passage_is_found_in_characters() {
        let texts = [
            "Früh am Morgen: the ferry waits at the old pier, he said.",
            "“The ferry waits” is a title. Öl. THE FERRY waits at the old pier!",
        ];
        let found = passages(texts).unwrap();
        assert_eq!(
            found,
            [
                "the ferry waits at the old pier",
                "THE FERRY waits at the old pier"
            ]
        );
        assert_eq!(passages(["one two three", "one two four three"]), None);
        assert_eq!(passages(["", "one two three"]), None);
    }

    #[test]
    fn a_passage_that_begins_with_a_frequent_run_is_found() {
        let left = "a b c d e f g h i j";
        let right = format!("{}x {left}", "a b c ".repeat(PLACES));
        let found = passages([left, &right]).unwrap();
        assert_eq!(found, [left; 2]);
    }

    #[test]
    fn the_relation_is_that_of_the_first_to_the_second() {
        let long = "the ferry waits at the old pier until the storm has passed over the harbour";
        let part = "the ferry waits at the old pier";
        assert_eq!(
            (of([part, long]).relation, of([part, long]).lost),
            (Relation::Contained, Some(0.0))
        );
        assert_eq!(of([long, part]).relation, Relation::Contains);
        let copy = of([long, &format!(" {long}")]);
        assert_eq!((copy.relation, copy.lost), (Relation::Identical, Some(0.0)));
    }

    #[test]
    fn many_pairs_are_answered_in_their_order() {
        let documents: Vec<Document> = (0..6)
            .map(|i| Document::plain(i.to_string(), &"one two three four five six "[..9 + 3 * i]))
            .collect();
        let judge = Judge::rule("jaccard=0.5", Default::default()).unwrap();
        let pairs: Vec<[&Document; 2]> = documents
            .iter()
            .flat_map(|a| documents.iter().map(move |b| [a, b]))
            .collect();
        let alone = |pair: &[&Document; 2]| shared(&judge, &[*pair]).remove(0);
        assert_eq!(
            shared(&judge, &pairs),
            pairs.iter().map(alone).collect::<Vec<_>>()
        );
    }
}
