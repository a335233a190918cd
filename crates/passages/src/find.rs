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
