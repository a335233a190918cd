//! The steps in which features are computed, and the most that later ones can add to a score.

use std::cmp::Reverse;

use super::judge::Judge;
use dejalu_similarity::measures::{AnyMeasure, CommonRuns, Effort};
use dejalu_similarity::{Feature, FeatureSet};

/// Some of the features, and their places in the whole vector.
pub(super) struct Step {
    pub(super) features: FeatureSet,
    pub(super) places: Vec<usize>,
}

/// A score that is a sum of what each feature adds to it.
pub(super) struct AdditiveScore {
    /// The sum without any feature, and an allowance for rounding.
    pub(super) base: f64,
    steps: Vec<StepBound>,
}

/// The most that the features of a step can add.
pub(super) struct StepBound {
    pub(super) all: f64,
    /// Those of which less can be known beforehand.
    bounded: Vec<Bounded>,
    /// True if that depends on in how many places two documents differ.
    by_differences: bool,
    /// The others alone.
    rest: f64,
}

/// A feature that is bounded by the runs of words that two documents have in common.
struct Bounded {
    place: usize,
    measure: AnyMeasure,
    /// The most that it adds as 0, or where there is nothing to compare.
    least: f64,
}

/// More than any rounding of a sum of terms whose sizes add up to 1.
const ROUNDING: f64 = 1e-9;

impl Step {
    pub(super) fn of<'f>(features: impl Iterator<Item = (usize, &'f Feature)>) -> Self {
        let (places, features): (Vec<usize>, Vec<Feature>) = features
            .map(|(place, feature)| (place, feature.clone()))
            .unzip();
        Step {
            features: features.into_iter().collect(),
            places,
        }
    }
}

impl AdditiveScore {
    pub(super) fn of(judge: &Judge, steps: &[Step]) -> Option<Self> {
        let base = judge.additive_base()?;
        let places = steps.iter().map(|step| step.places.len());
        if places.sum::<usize>() < judge.features().len() {
            return None;
        }
        let size = |step: &Step| {
            let each = step.places.iter().flat_map(|&place| ends(judge, place));
            each.map(f64::abs).sum::<f64>()
        };
        let size = base.abs() + steps.iter().map(size).sum::<f64>();
        Some(AdditiveScore {
            base: base + ROUNDING * (1.0 + size),
            steps: steps
                .iter()
                .map(|step| StepBound::of(judge, step))
                .collect(),
        })
    }

    /// After each step the most that the later ones can add.
    pub(super) fn later(&self) -> Vec<f64> {
        let mut later: Vec<f64> = self.steps.iter().map(|bound| bound.all).collect();
        sum_up(&mut later);
        later
    }

    /// The same where so much is known.
    pub(super) fn later_given(&self, judge: &Judge, known: CommonRuns) -> Vec<f64> {
        let most = self.steps.iter().map(|bound| bound.given(judge, known));
        let mut later: Vec<f64> = most.collect();
        sum_up(&mut later);
        later
    }
}

/// Of what each step adds, what all that come after it do.
fn sum_up(later: &mut [f64]) {
    let mut sum = 0.0;
    for own in later.iter_mut().rev() {
        sum += std::mem::replace(own, sum);
    }
}

/// The contributions of a feature at the ends of its range: a similarity is from 0 to 1, or missing.
fn ends(judge: &Judge, place: usize) -> [f64; 3] {
    [0.0, 1.0, f64::NAN].map(|value| judge.additive_contribution(place, value))
}

/// The most that a feature adds.
pub(super) fn largest_contribution(judge: &Judge, place: usize) -> f64 {
    let ends = ends(judge, place).into_iter();
    ends.fold(f64::NEG_INFINITY, f64::max)
}

impl StepBound {
    pub(super) fn of(judge: &Judge, step: &Step) -> Self {
        let measures = step.features.iter().map(Feature::measure);
        let (mut bounded, mut rest) = (Vec::new(), 0.0);
        for (place, measure) in step.places.iter().zip(measures) {
            match measure.filter(|it| it.is_bounded()) {
                Some(measure) => bounded.push(Bounded {
                    place: *place,
                    measure: measure.clone(),
                    least: judge
                        .additive_contribution(*place, 0.0)
                        .max(judge.additive_contribution(*place, f64::NAN)),
                }),
                None => rest += largest_contribution(judge, *place),
            }
        }
        StepBound {
            all: step
                .places
                .iter()
                .map(|&place| largest_contribution(judge, place))
                .sum(),
            by_differences: bounded.iter().any(|it| it.measure.minds_differences()),
            bounded,
            rest,
        }
    }

    /// The most that they can add where so much is known.
    pub(super) fn given(&self, judge: &Judge, known: CommonRuns) -> f64 {
        if self.bounded.is_empty() {
            return self.all;
        }
        let most = |known: CommonRuns| {
            let each = self.bounded.iter().map(|bounded| {
                let at_most = bounded.measure.at_most(&known);
                judge
                    .additive_contribution(bounded.place, at_most)
                    .max(bounded.least)
            });
            each.sum::<f64>()
        };
        let most = if self.by_differences {
            let each = known.by_differences().map(most);
            each.fold(f64::NEG_INFINITY, f64::max)
        } else {
            most(known)
        };
        most + self.rest
    }
}

/// A step for each class of effort.
pub(super) fn steps_by_effort(judge: &Judge) -> Vec<Step> {
    let of_effort = |effort: Effort| {
        let all = judge.features().iter().enumerate();
        let of_effort =
            move |feature: &Feature| feature.measure().map(AnyMeasure::effort) == Some(effort);
        Step::of(all.filter(move |(_, feature)| of_effort(feature)))
    };
    let steps = Effort::RISING.into_iter().map(of_effort);
    steps.filter(|step| !step.places.is_empty()).collect()
}

/// Returns whether a feature adds nothing to a score that is a sum, as one of weight 0 that no veto looks at.
pub(super) fn adds_nothing(judge: &Judge, place: usize) -> bool {
    let is_for_vetoes = judge
        .trained()
        .is_some_and(|model| model.vetoes.look_at(place));
    !is_for_vetoes && ends(judge, place) == [0.0; 3]
}

/// Runs of so many words bound the other features most, and come first: shorter ones are often common by
/// chance, and longer ones, which they leave little to say, come last.
const BOUNDING_RUNS: u32 = 3;

/// A step for each kind of view; of equal effort those first that say most about the score. Features that
/// add nothing have steps of their own, at the end.
pub(super) fn steps_by_view(judge: &Judge) -> Vec<Step> {
    let mut views: Vec<(_, Effort, Vec<usize>)> = Vec::new();
    for (place, feature) in judge.features().iter().enumerate() {
        let Some(measure) = feature.measure() else {
            continue;
        };
        let turn = match measure.run_length() {
            Some(BOUNDING_RUNS) => 0,
            Some(longer) if longer > BOUNDING_RUNS => 2,
            _ => 1,
        };
        let key = (adds_nothing(judge, place), turn, measure.view_key());
        match views.iter_mut().find(|(view, ..)| *view == key) {
            Some((_, effort, places)) => {
                *effort = (*effort).max(measure.effort());
                places.push(place);
            }
            None => views.push((key, measure.effort(), vec![place])),
        }
    }
    let span = |places: &[usize]| {
        let each = places.iter().map(|&place| {
            judge.additive_contribution(place, 1.0) - judge.additive_contribution(place, 0.0)
        });
        each.map(f64::abs).sum::<f64>()
    };
    // Spans are not negative: their bits are in their order.
    views.sort_by_cached_key(|((adds_nothing, turn, _), effort, places)| {
        let span = Reverse(span(places).to_bits());
        (*adds_nothing, *effort, *turn, span)
    });
    let features: Vec<&Feature> = judge.features().iter().collect();
    let steps = views
        .into_iter()
        .map(|(_, _, places)| Step::of(places.into_iter().map(|place| (place, features[place]))));
    steps.collect()
}
