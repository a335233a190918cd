//! Scores of many pairs, heavy features last.

use std::cmp::Reverse;

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
    /// From this step on features add nothing to the score: they only tell copies from others.
    silent_from: usize,
    /// What the score is made of, where it is a plain sum over the features.
    sum: Option<Sum>,
}

/// Some of the features, and their places in the whole vector.
struct Step {
    features: FeatureSet,
    places: Vec<usize>,
}

/// A score that is a sum of what each feature adds to it.
struct Sum {
    /// What the sum is of no feature, and an allowance for rounding.
    base: f64,
    /// After each step the most that the later features can add.
    later: Vec<f64>,
}

/// More than any rounding of a sum of terms whose sizes add up to 1.
const ROUNDING: f64 = 1e-9;

impl Step {
    fn of<'f>(features: impl Iterator<Item = (usize, &'f Feature)>) -> Self {
        let (places, features): (Vec<usize>, Vec<Feature>) = features
            .map(|(place, feature)| (place, feature.clone()))
            .unzip();
        Step {
            features: features.into_iter().collect(),
            places,
        }
    }
}

impl Sum {
    fn of(judge: &Judge, steps: &[Step]) -> Option<Self> {
        let base = judge.additive_base()?;
        let places = steps.iter().map(|step| step.places.len());
        if places.sum::<usize>() < judge.features().len() {
            return None;
        }
        // A similarity is from 0 to 1, or missing.
        let ends = |&place: &usize| [0.0, 1.0, f64::NAN].map(|value| judge.adds(place, value));
        let most = |step: &Step| {
            let each = step.places.iter().map(ends);
            each.map(|ends| ends.into_iter().fold(f64::NEG_INFINITY, f64::max))
                .sum::<f64>()
        };
        let size = |step: &Step| {
            let each = step.places.iter().flat_map(ends);
            each.map(f64::abs).sum::<f64>()
        };
        let size = base.abs() + steps.iter().map(size).sum::<f64>();
        let later = (1..=steps.len()).map(|next| steps[next..].iter().map(most).sum());
        Some(Sum {
            base: base + ROUNDING * (1.0 + size),
            later: later.collect(),
        })
    }
}

impl<'a> Cascade<'a> {
    pub(super) fn new(judge: &'a Judge) -> Self {
        let steps = if judge.additive_base().is_some() {
            steps_by_view(judge)
        } else {
            steps_by_effort(judge)
        };
        let is_silent = |step: &Step| step.places.iter().all(|&place| is_silent(judge, place));
        let sum = Sum::of(judge, &steps);
        let silent_from = match sum {
            Some(_) => steps.partition_point(|step| !is_silent(step)),
            None => steps.len(),
        };
        Cascade {
            judge,
            steps,
            silent_from,
            sum,
        }
    }

    /// The scores of pairs of these documents, given by place; `None` where the score is below
    /// `least`. A view is made when a pair first comes to a step that needs it.
    pub(super) fn scores(
        &self,
        documents: &[AnalyzedDocument],
        pairs: &[(usize, usize)],
        least: f64,
    ) -> Result<Vec<Option<f64>>> {
        let statistics = self.judge.statistics();
        let prepared = |step| PreparedDocuments::lazily(documents, step, statistics);
        let steps = self.steps.iter().map(|step| prepared(&step.features));
        let steps = steps.collect::<Result<Vec<PreparedDocuments<'_>>>>()?;
        let score = |&pair: &(usize, usize)| self.score(&steps, pair, least);
        Ok(pairs.par_iter().map(score).collect())
    }

    fn score(
        &self,
        prepared: &[PreparedDocuments<'_>],
        (left, right): (usize, usize),
        least: f64,
    ) -> Option<f64> {
        let mut vector = vec![0.0; self.judge.features().len()];
        let mut values = vector.clone();
        // The sum so far; what may still be the vector of a copy has a score of its own.
        let mut sum = self.sum.as_ref().map_or(0.0, |sum| sum.base);
        let mut all_ones = true;
        for (number, (step, prepared)) in self.steps.iter().zip(prepared).enumerate() {
            if number >= self.silent_from && !all_ones {
                break;
            }
            let values = &mut values[..step.places.len()];
            prepared.write_vector(left, right, values);
            for (&place, &value) in step.places.iter().zip(&*values) {
                vector[place] = value;
                all_ones &= value == 1.0;
                if self.sum.is_some() {
                    sum += self.judge.adds(place, value);
                }
            }
            let may_reach = match &self.sum {
                Some(known) => all_ones || reaches(sum + known.later[number], least),
                None => self.may_reach(&vector, &self.steps[number + 1..], least),
            };
            if !may_reach {
                return None;
            }
        }
        let score = self.judge.score(&vector);
        reaches(score, least).then_some(score)
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

/// A step for each class of effort.
fn steps_by_effort(judge: &Judge) -> Vec<Step> {
    let of_effort = |effort: Effort| {
        let all = judge.features().iter().enumerate();
        let of_effort =
            move |feature: &Feature| feature.measure().map(AnyMeasure::effort) == Some(effort);
        Step::of(all.filter(move |(_, feature)| of_effort(feature)))
    };
    let steps = Effort::RISING.into_iter().map(of_effort);
    steps.filter(|step| !step.places.is_empty()).collect()
}

/// Whether a feature adds nothing to a score that is a sum, as one of weight 0.
fn is_silent(judge: &Judge, place: usize) -> bool {
    let mut added = [0.0, 1.0, f64::NAN].into_iter();
    added.all(|value| judge.adds(place, value) == 0.0)
}

/// A step for each kind of view; of equal effort those first that say most about the score. Features that
/// add nothing have steps of their own, at the end.
fn steps_by_view(judge: &Judge) -> Vec<Step> {
    let mut views: Vec<(_, Effort, Vec<usize>)> = Vec::new();
    for (place, feature) in judge.features().iter().enumerate() {
        let Some(measure) = feature.measure() else {
            continue;
        };
        let key = (is_silent(judge, place), measure.view_key());
        match views.iter_mut().find(|(view, ..)| *view == key) {
            Some((_, effort, places)) => {
                *effort = (*effort).max(measure.effort());
                places.push(place);
            }
            None => views.push((key, measure.effort(), vec![place])),
        }
    }
    let span = |places: &[usize]| {
        let each = places
            .iter()
            .map(|&place| judge.adds(place, 1.0) - judge.adds(place, 0.0));
        each.map(f64::abs).sum::<f64>()
    };
    // Spans are not negative: their bits are in their order.
    views.sort_by_cached_key(|((is_silent, _), effort, places)| {
        (*is_silent, *effort, Reverse(span(places).to_bits()))
    });
    let features: Vec<&Feature> = judge.features().iter().collect();
    let steps = views
        .into_iter()
        .map(|(_, _, places)| Step::of(places.into_iter().map(|place| (place, features[place]))));
    steps.collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::document::Document;
    use crate::model::builtin;
    use crate::text::{Analyzer, analyze_all};

    const SENTENCES: [&str; 6] = [
        "The ferry waits at pier 7 until the storm has passed over Skagen.",
        "The ferry waits at pier 9 until the storm has passed.",
        "Beetles farm fungus in dead wood, says Irene Baker.",
        "Nobody counted the 1998 lamps of the old harbour.",
        "A tide of 3 metres is expected on Monday.",
        "!",
    ];

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
                    None => crate::collection::Collection::new(documents)
                        .informed(&judge, &crate::progress::Silent)
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
        let (speaking, silent) = cascade.steps.split_at(cascade.silent_from);
        assert!(!silent.is_empty(), "some measures have no weight");
        let efforts = speaking.iter().map(|step| {
            let efforts = step.features.iter().filter_map(Feature::measure);
            efforts.map(AnyMeasure::effort).max()
        });
        assert!(efforts.is_sorted());
    }
}
