//! Scores of many pairs, heavy features last.

use rayon::prelude::*;

use super::judge::Judge;
use crate::error::Result;
use crate::evaluation::ranking::reaches;
use crate::similarity::measures::{AnyMeasure, Effort};
use crate::similarity::{Feature, FeatureSet, PreparedDocuments};
use crate::text::AnalyzedDocument;

/// A judge whose features are computed in steps of rising effort. After each the score of a pair
/// has an upper bound; where this excludes that it reaches the least score of interest, the later
/// features are never computed. Decisions and scores are those of the whole vector, always.
pub(super) struct Cascade<'a> {
    judge: &'a Judge,
    steps: Vec<Step>,
}

/// Some of the features, and their places in the whole vector.
struct Step {
    features: FeatureSet,
    places: Vec<usize>,
}

/// A pair that is not decided yet.
struct Open {
    /// Its place among the pairs asked about.
    pair: usize,
    /// Its documents, by place among those still needed.
    documents: (usize, usize),
    /// What is known of its vector; 0 elsewhere. NaN is known to be missing.
    vector: Vec<f64>,
}

impl Step {
    fn of(judge: &Judge, effort: Effort) -> Option<Self> {
        let all = judge.features().iter().enumerate();
        let (places, features): (Vec<usize>, Vec<Feature>) = all
            .filter(|(_, feature)| feature.measure().map(AnyMeasure::effort) == Some(effort))
            .map(|(place, feature)| (place, feature.clone()))
            .unzip();
        (!places.is_empty()).then(|| Step {
            features: features.into_iter().collect(),
            places,
        })
    }

    /// Fills in this step's part of a vector.
    fn fill(&self, open: &mut Open, comparable: &PreparedDocuments<'_>) {
        let (left, right) = open.documents;
        let values = comparable.vector(left, right);
        for (&place, value) in self.places.iter().zip(values) {
            open.vector[place] = value;
        }
    }
}

impl<'a> Cascade<'a> {
    pub(super) fn new(judge: &'a Judge) -> Self {
        let steps = Effort::RISING
            .into_iter()
            .filter_map(|effort| Step::of(judge, effort));
        Cascade {
            judge,
            steps: steps.collect(),
        }
    }

    /// The scores of pairs of these documents, given by place; `None` where the score is below
    /// `least`.
    pub(super) fn scores(
        &self,
        mut documents: Vec<AnalyzedDocument>,
        pairs: &[(usize, usize)],
        least: f64,
    ) -> Result<Vec<Option<f64>>> {
        let begun = |(pair, &documents): (usize, &(usize, usize))| Open {
            pair,
            documents,
            vector: vec![0.0; self.judge.features().len()],
        };
        let mut open: Vec<Open> = pairs.iter().enumerate().map(begun).collect();
        for (number, step) in self.steps.iter().enumerate() {
            documents = needed(documents, &mut open);
            let statistics = self.judge.statistics();
            let comparable = PreparedDocuments::new(&documents, &step.features, statistics)?;
            let later = &self.steps[number + 1..];
            let filled = open.into_par_iter().filter_map(|mut pair| {
                step.fill(&mut pair, &comparable);
                self.may_reach(&pair.vector, later, least).then_some(pair)
            });
            open = filled.collect();
        }
        let mut scores = vec![None; pairs.len()];
        for pair in open {
            let score = self.judge.score(&pair.vector);
            scores[pair.pair] = reaches(score, least).then_some(score);
        }
        Ok(scores)
    }

    /// Whether the score may still be `least` or more, whatever the later features turn out to be.
    fn may_reach(&self, low: &[f64], later: &[Step], least: f64) -> bool {
        if later.is_empty() {
            return true;
        }
        let mut high = low.to_vec();
        for &place in later.iter().flat_map(|step| &step.places) {
            high[place] = 1.0;
        }
        reaches(self.judge.at_most(low, &high), least)
    }
}

/// The documents of the open pairs, whose places become theirs among these.
fn needed(documents: Vec<AnalyzedDocument>, open: &mut [Open]) -> Vec<AnalyzedDocument> {
    let mut is_needed = vec![false; documents.len()];
    for &mut Open {
        documents: (left, right),
        ..
    } in open.iter_mut()
    {
        is_needed[left] = true;
        is_needed[right] = true;
    }
    let mut place = vec![0; documents.len()];
    let mut kept = Vec::new();
    for (old, document) in documents
        .into_iter()
        .enumerate()
        .filter(|(old, _)| is_needed[*old])
    {
        place[old] = kept.len();
        kept.push(document);
    }
    for pair in open {
        pair.documents = (place[pair.documents.0], place[pair.documents.1]);
    }
    kept
}
