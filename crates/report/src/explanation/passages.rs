//! How much of a pair's documents was reused, and which passages those are.

use std::ops::Range;

use serde_json::{Value, json};

use super::excerpts::beginning;
use super::explanation::Explanation;
use super::reused::PlacedPassage;
use crate::evidence::{MatchKind, Sentence};
use crate::figures::{number, whole_percent};

/// The most passages that are listed.
const LISTED: usize = 1_000;

impl Explanation {
    /// `A third of A is in B, in 2 copied passages`; nothing where they share none.
    pub(super) fn headline(&self) -> Option<String> {
        let passages = self.passages.found.len();
        let [share, _] = self.passages.coverage.shares();
        let how_much = match fraction(share) {
            _ if self.is_copy() => "All of A".to_string(),
            Some(words) => format!("{words} of A"),
            None => format!("{} of A", whole_percent(share)),
        };
        let kinds = self.passages.found.iter().map(|it| it.passage.kind);
        let kind = kinds
            .clone()
            .next()
            .filter(|&first| kinds.clone().all(|kind| kind == first));
        let passage = kind.map_or("passage".into(), |kind| format!("{kind} passage"));
        let pieces = match passages {
            1 => format!("one {passage}"),
            _ => number(passages, &passage),
        };
        (passages > 0).then(|| format!("{how_much} is in B, in {pieces}"))
    }

    /// Returns whether every sentence of A is in B word for word.
    fn is_copy(&self) -> bool {
        let sentences = self.evidence.sides[0].sentences.len();
        self.evidence.matched(0, &[MatchKind::Identical]) == sentences
    }

    /// Rows of the page's table.
    pub(super) fn passage_rows(&self) -> Vec<Value> {
        let rows = self.passages.found.iter().take(LISTED).map(|it| {
            // The first and the last sentence on either side, counted from 1.
            let places = [0, 1].map(|side| {
                let sentences = self.sentences_of(it, side);
                [sentences.start + 1, sentences.end.max(sentences.start + 1)]
            });
            json!({
                "places": places,
                "length": number(it.passage.a.len(), "character"),
                "how": it.passage.kind.to_string(),
                "moved": it.moved,
                "text": beginning(&self.documents[0].text[it.spans[0].clone()]),
            })
        });
        rows.collect()
    }

    /// Number of passages that the table leaves out.
    pub(super) fn more_passages(&self) -> usize {
        self.passages.found.len().saturating_sub(LISTED)
    }

    /// The sentences of a side that hold some of a passage: none where it lies between two.
    pub(super) fn sentences_of(&self, passage: &PlacedPassage, side: usize) -> Range<usize> {
        let sentences = &self.evidence.sides[side].sentences;
        let span = &passage.spans[side];
        let first = sentences.partition_point(|it: &Sentence| it.span.end <= span.start);
        let last = sentences.partition_point(|it: &Sentence| it.span.start < span.end);
        first..last.max(first)
    }
}

/// A share in words, where it is within two hundredths of a simple fraction.
fn fraction(share: f64) -> Option<&'static str> {
    const FRACTIONS: [(f64, &str); 6] = [
        (0.25, "A quarter"),
        (1.0 / 3.0, "A third"),
        (0.5, "Half"),
        (2.0 / 3.0, "Two thirds"),
        (0.75, "Three quarters"),
        (1.0, "Nearly all"),
    ];
    let near = |(fraction, _): &&(f64, &str)| (share - fraction).abs() <= 0.02;
    FRACTIONS.iter().find(near).map(|(_, words)| *words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_near_a_fraction_are_told_as_one() {
        assert_eq!(fraction(0.34), Some("A third"));
        assert_eq!(fraction(0.4), None);
        assert_eq!(fraction(0.985), Some("Nearly all"));
    }
}
