//! Scores of many pairs, heavy features last.

use std::borrow::Cow;

use rayon::prelude::*;

use super::judge::Judge;
use super::steps::{AdditiveScore, Step, adds_nothing, steps_by_effort, steps_by_view};
use dejalu_base::error::Result;
use dejalu_base::threshold::reaches;
use dejalu_similarity::PreparedDocuments;
use dejalu_text::AnalyzedDocument;

/// A judge whose features are computed in steps of rising effort. After each the score of a pair
/// has an upper bound; where this excludes that it reaches the least score of interest, the later
/// features are never computed. Decisions and scores are those of the whole vector, always.
pub(super) struct Cascade<'a> {
    judge: &'a Judge,
    steps: Vec<Step>,
    /// From this step on features add nothing to the score: they only tell copies from others.
    unweighted_from: usize,
    /// The parts of the score, if it is a plain sum over the features.
    sum: Option<AdditiveScore>,
}

impl<'a> Cascade<'a> {
    pub(super) fn new(judge: &'a Judge) -> Self {
        let steps = if judge.additive_base().is_some() {
            steps_by_view(judge)
        } else {
            steps_by_effort(judge)
        };
        let adds_nothing =
            |step: &Step| step.places.iter().all(|&place| adds_nothing(judge, place));
        let sum = AdditiveScore::of(judge, &steps);
        let unweighted_from = match sum {
            Some(_) => steps.partition_point(|step| !adds_nothing(step)),
            None => steps.len(),
        };
        Cascade {
            judge,
            steps,
            unweighted_from,
            sum,
        }
    }

    /// The scores of pairs of these documents, given by place; `None` where the score is below
    /// `least`. A view is made when a pair first comes to a step that needs it.
    pub(crate) fn scores(
        &self,
        documents: &[AnalyzedDocument],
        pairs: &[(usize, usize)],
        least: f64,
    ) -> Result<Vec<Option<f64>>> {
        Ok(self.scores_by(&self.views(documents)?, pairs, least))
    }

    /// The views of documents for each step, none of which is made yet.
    pub(crate) fn views<'d>(
        &'d self,
        documents: &'d [AnalyzedDocument],
    ) -> Result<Vec<PreparedDocuments<'d>>> {
        let statistics = self.judge.statistics();
        let prepared = |step| PreparedDocuments::lazily(documents, step, statistics);
        let steps = self.steps.iter().map(|step| prepared(&step.features));
        steps.collect()
    }

    /// The [`scores`](Self::scores) of pairs by views that earlier pairs may have made.
    pub(crate) fn scores_by(
        &self,
        views: &[PreparedDocuments<'_>],
        pairs: &[(usize, usize)],
        least: f64,
    ) -> Vec<Option<f64>> {
        let later = self
            .sum
            .as_ref()
            .map(AdditiveScore::later)
            .unwrap_or_default();
        let score = |&pair: &(usize, usize)| self.score(views, &later, pair, least);
        pairs.par_iter().map(score).collect()
    }

    fn score(
        &self,
        prepared: &[PreparedDocuments<'_>],
        later: &[f64],
        (left, right): (usize, usize),
        least: f64,
    ) -> Option<f64> {
        let mut vector = vec![0.0; self.judge.features().len()];
        let mut values = vector.clone();
        // The sum so far; what may still be the vector of a copy has a score of its own.
        let mut sum = self.sum.as_ref().map_or(0.0, |sum| sum.base);
        let mut all_ones = true;
        let mut later = Cow::Borrowed(later);
        for (number, (step, prepared)) in self.steps.iter().zip(prepared).enumerate() {
            if number >= self.unweighted_from && !all_ones {
                break;
            }
            let values = &mut values[..step.places.len()];
            let known = prepared.write_vector(left, right, values);
            if let (Some(sum), Some(known)) = (&self.sum, known) {
                let given = sum.later_given(self.judge, known);
                if given[number] < later[number] {
                    later = Cow::Owned(given);
                }
            }
            for (&place, &value) in step.places.iter().zip(&*values) {
                vector[place] = value;
                all_ones &= value == 1.0;
                if self.sum.is_some() {
                    sum += self.judge.additive_contribution(place, value);
                }
            }
            let may_reach = match &self.sum {
                Some(_) => all_ones || reaches(sum + later[number], least),
                None => self.may_reach(&vector, &self.steps[number + 1..], least),
            };
            if !may_reach {
                return None;
            }
        }
        let score = self.judge.score(&vector);
        reaches(score, least).then_some(score)
    }

    /// Returns whether the score may still be `least` or more, whatever the later features turn out
    /// to be.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::SENTENCES;
    use dejalu_experiment::model::builtin;
    use dejalu_similarity::Feature;
    use dejalu_similarity::measures::AnyMeasure;
    use dejalu_text::document::Document;
    use dejalu_text::{Analyzer, analyze_all};

    fn document() -> impl Strategy<Value = String> {
        let sentences = prop::collection::vec(prop::sample::select(SENTENCES.to_vec()), 1..6);
        sentences.prop_map(|sentences| sentences.join(" "))
    }

    /// The score of a pair by its whole vector.
    fn slow(judge: &Judge, documents: &[AnalyzedDocument], (left, right): (usize, usize)) -> f64 {
        let prepared = PreparedDocuments::new(documents, judge.features(), judge.statistics());
        judge.score(&prepared.unwrap().vector(left, right))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn scores_are_those_of_the_whole_vector_or_below_the_least(
            texts in prop::collection::vec(document(), 2..6),
            least in prop::sample::select(vec![f64::NEG_INFINITY, -1.0, 0.0, 0.5, 1.5]),
        ) {
            let model = builtin::model().unwrap();
            for judge in [Judge::model(model), Judge::rule("mwo=0.5", Default::default()).unwrap()] {
                let documents = (0..).zip(&texts).map(|(i, text)| Document::plain(format!("{i}"), text));
                let documents: Vec<Document> = documents.collect();
                let analyzed = analyze_all(&Analyzer::new(judge.analysis().clone()), &documents);
                let judge = match judge.trained() {
                    Some(_) => judge,
                    None => crate::Collection::new(documents)
                        .informed(&judge, &dejalu_base::progress::Silent)
                        .unwrap(),
                };
                let places = 0..texts.len();
                let pairs: Vec<(usize, usize)> =
                    places.flat_map(|right| (0..right).map(move |left| (left, right))).collect();
                let found = Cascade::new(&judge).scores(&analyzed, &pairs, least).unwrap();
                for (&pair, found) in pairs.iter().zip(found) {
                    let score = slow(&judge, &analyzed, pair);
                    let expected = reaches(score, least).then_some(score.to_bits());
                    prop_assert_eq!(found.map(f64::to_bits), expected, "{:?} {}", pair, score);
                }
            }
        }
    }

    #[test]
    fn views_come_once_and_heavy_ones_last() {
        let judge = Judge::model(builtin::model().unwrap());
        let cascade = Cascade::new(&judge);
        let places = cascade.steps.iter().flat_map(|step| &step.places);
        let mut places: Vec<usize> = places.copied().collect();
        places.sort_unstable();
        assert!(places.into_iter().eq(0..judge.features().len()));
        let (weighted, unweighted) = cascade.steps.split_at(cascade.unweighted_from);
        assert!(!unweighted.is_empty(), "some measures have no weight");
        let efforts = weighted.iter().map(|step| {
            let efforts = step.features.iter().filter_map(Feature::measure);
            efforts.map(AnyMeasure::effort).max()
        });
        assert!(efforts.is_sorted());
    }
}
