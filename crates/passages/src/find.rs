//! The passages of a pair of documents.

use crate::candidates::{Candidate, candidates};
use crate::decision::PassageModel;
use crate::features::{Vector, Vectors};
use crate::pair::Pair;
use crate::passage::{Kind, Passage};
use crate::runs::{Run, runs};
use crate::segments::Segmented;
use crate::spans::common;
use crate::summary::summary;

/// Candidates of a pair with what decides about them.
pub(crate) struct Examined {
    pub(crate) candidates: Vec<Candidate>,
    pub(crate) vectors: Vec<Vector>,
}

/// Everything that may be a passage, with its vector.
pub(crate) fn examine(pair: &Pair, runs: &[Run]) -> Examined {
    let (candidates, seeds) = candidates(pair, runs);
    let mut vectors = Vectors::new(pair, runs, &seeds);
    let vectors = candidates.iter().map(|it| vectors.of(it)).collect();
    Examined {
        candidates,
        vectors,
    }
}

impl Examined {
    /// The candidates that are passages, with their scores: the best of those that overlap in `a`.
    pub(crate) fn passages(&self, model: &PassageModel) -> Vec<(f64, &Candidate, &Vector)> {
        let mut kept: Vec<(f64, f64, &Candidate, &Vector)> = Vec::new();
        for (candidate, vector) in self.candidates.iter().zip(&self.vectors) {
            let score = model.keep.score(vector);
            if score > 0.0 {
                kept.push((model.choose.score(vector), score, candidate, vector));
            }
        }
        // Stable: of equal ones the first in `a`.
        kept.sort_by(|x, y| y.0.total_cmp(&x.0));
        let mut chosen: Vec<(f64, &Candidate, &Vector)> = Vec::new();
        for (_, score, candidate, vector) in kept {
            if !chosen
                .iter()
                .any(|(_, other, _)| common(&other.a, &candidate.a) > 0)
            {
                chosen.push((score, candidate, vector));
            }
        }
        chosen
    }
}

/// Finds the passages of `a` that were made of text of `b`, by their place in `a`: ranges of characters that do not
/// overlap in `a`. The other order of the documents may have other passages. A text shorter than 120 characters has
/// none.
pub fn find(a: &Segmented, b: &Segmented, model: &PassageModel) -> Vec<Passage> {
    let pair = Pair::new(a, b);
    let runs = runs(&pair);
    let examined = examine(&pair, &runs);
    let passage = |(score, candidate, vector): (f64, &Candidate, &Vector)| Passage {
        a: a.place(&candidate.a),
        b: b.place(&candidate.b),
        kind: Kind::of(vector),
        score,
    };
    let mut found: Vec<Passage> = examined.passages(model).into_iter().map(passage).collect();
    if let Some(summary) = summary(&pair, &found) {
        found.retain(|it| common(&it.a, &summary.a) == 0);
        found.push(summary);
    }
    found.sort_by_key(|it| (it.a.start, it.b.start));
    found
}

#[cfg(test)]
mod tests {
    use dejalu_text::{Analyzer, Document};
    use proptest::prelude::*;

    use super::*;

    /// Texts of few different words, so that much is shared.
    fn texts() -> impl Strategy<Value = String> {
        let word = prop::sample::select(vec![
            "ferry", "pier", "storm.", "lamp", "the", "wall!", "Möwe", "a\n", "海", "burns", "of",
            "7",
        ]);
        prop::collection::vec(word, 0..300).prop_map(|words| words.join(" "))
    }

    proptest! {
        #[test]
        fn passages_lie_within_both_texts_and_do_not_overlap(a in texts(), b in texts()) {
            let analyzer = Analyzer::new(Default::default());
            let cut = |text: &str| Segmented::of(&analyzer.analyze(&Document::plain("x", text)));
            let found = find(&cut(&a), &cut(&b), PassageModel::built_in());
            let [length_a, length_b] = [&a, &b].map(|text| text.chars().count() as u32);
            let mut end = 0;
            for passage in &found {
                prop_assert!(end <= passage.a.start && passage.a.start < passage.a.end);
                prop_assert!(passage.b.start < passage.b.end && passage.b.end <= length_b);
                prop_assert!(passage.score.is_finite() && passage.score > 0.0);
                end = passage.a.end;
            }
            prop_assert!(end <= length_a);
        }

        #[test]
        fn a_text_of_some_length_shares_all_with_itself(text in texts()) {
            let cut = Segmented::of(&Analyzer::new(Default::default()).analyze(&Document::plain("x", &text)));
            if cut.words.len() >= 100 {
                let found = find(&cut, &cut, PassageModel::built_in());
                let shared: u32 = found.iter().map(|it| it.a.end - it.a.start).sum();
                prop_assert!(f64::from(shared) > 0.5 * text.chars().count() as f64, "{found:?}");
            }
        }
    }
}
