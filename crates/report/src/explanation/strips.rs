//! The two documents as strips, one above the other: a stretch a run of sentences of one fate, and
//! bands between the passages that they share; where they share none, which texts of a few sentences do, between runs
//! of corresponding sentences.

use std::ops::Range;

use serde_json::{Value, json};

use super::explanation::Explanation;
use super::reused::PlacedPassage;
use crate::evidence::MatchRun;

/// The length of a strip.
const LENGTH: f64 = 1000.0;

/// The most stretches and bands that are drawn: more are finer than the strip can show.
const DRAWN: usize = 5_000;

impl Explanation {
    /// The strips; a sentence is as long as it has words.
    pub(super) fn strips(&self) -> Value {
        let ends = [0, 1].map(|side| self.ends(side));
        // Where each begins and ends above and below.
        let band = |sentences: [Range<usize>; 2], moved: bool| {
            let [above, below] = [0, 1].map(|side: usize| {
                let Range { start, end } = sentences[side];
                [ends[side][start], ends[side][end]]
            });
            json!({ "above": above, "below": below, "moved": moved, "sentence": sentences[0].start })
        };
        let of_passage = |it: &PlacedPassage| {
            let sentences = [0, 1].map(|side| self.sentences_of(it, side));
            band(sentences, it.moved)
        };
        let of_run = |run: &MatchRun| {
            let sentences = run.sentences.each_ref();
            band(
                sentences.map(|it| it.start as usize..it.end as usize),
                run.moved,
            )
        };
        let passages = &self.passages.found;
        let bands: Vec<Value> = if passages.is_empty() {
            self.evidence.runs.iter().take(DRAWN).map(of_run).collect()
        } else {
            passages.iter().take(DRAWN).map(of_passage).collect()
        };
        json!({
            "bands": bands,
            "strips": [self.stretches(0, &ends[0]), self.stretches(1, &ends[1])],
        })
    }

    /// Starts of the sentences, and the end of the last one.
    fn ends(&self, side: usize) -> Vec<f64> {
        let mut sums = vec![0];
        let mut sum = 0;
        for sentence in &self.evidence.sides[side].sentences {
            sum += sentence.tokens.len();
            sums.push(sum);
        }
        let place = |words: usize| words as f64 / sum.max(1) as f64 * LENGTH;
        let places = sums.into_iter().map(place);
        places.map(|at| (at * 10.0).round() / 10.0).collect()
    }

    /// The runs of sentences that have the same fate, each with its first sentence.
    fn stretches(&self, side: usize, ends: &[f64]) -> Vec<Value> {
        let matches = self.match_of_sentence(side);
        let fates = matches.into_iter().map(|matched| self.fate(matched));
        let fates: Vec<_> = fates.collect();
        let mut start = 0;
        let runs = fates.chunk_by(|one, next| one == next).filter_map(|run| {
            let fate = run.first()?;
            let stretch = json!({
                "from": ends[start],
                "length": ends[start + run.len()] - ends[start],
                "fate": fate.word(),
                "moved": fate.moved,
                "sentence": start,
            });
            start += run.len();
            Some(stretch)
        });
        runs.take(DRAWN).collect()
    }
}
