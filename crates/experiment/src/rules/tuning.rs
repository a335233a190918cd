//! Re-tunes the threshold of a rule on labelled pairs.

use serde::{Deserialize, Serialize};

use super::rule::Rule;
use dejalu_base::error::Result;
use dejalu_base::threshold::reaches;
use dejalu_learn::ClassWeights;
use dejalu_learn::evaluation::ranking::Ranking;
use dejalu_learn::evaluation::{ErrorCurves, ErrorRates};
use dejalu_similarity::measures::fuzzy::Thresholds;

/// The start of the thesis's sweep of the permissible threshold (000, section 3.2.2).
const PERMISSIBLE_FROM: f64 = 0.5;

/// The way a threshold is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tuning {
    /// The best F1.
    #[default]
    BestF1,
    /// The crossing of the error curves (000, section 3.2.2): as many of the different pairs are
    /// called the same as of the same ones different.
    Crossing,
}

/// The rule's threshold on labelled similarities: with the best F1, of equally good ones that
/// nearest to the published one; or at the crossing of the error curves. The published one where
/// there is none, since a class is missing.
///
/// F1 is that of a set in which duplicates have this `share`, as it is where a discriminant is
/// learned.
///
/// # Errors
///
/// A different number of similarities and labels; a similarity that is not finite.
pub fn retune(
    similarities: &[f64],
    labels: &[bool],
    share: f64,
    rule: &Rule,
    tuning: Tuning,
) -> Result<f64> {
    let ranking = Ranking::new(similarities, labels)?;
    let weights = ClassWeights::restoring(share, labels);
    let found = match tuning {
        Tuning::BestF1 => ranking
            .weighing_negatives(weights.negative / weights.positive)
            .best_f1(rule.threshold)
            .map(|best| best.threshold),
        Tuning::Crossing => rule.error_curves(&ranking).crossing.map(|it| it.at),
    };
    Ok(found.unwrap_or(rule.threshold))
}

impl Rule {
    /// The rule's error rates at the thresholds of a sweep: the thesis's own, from 0.5 on, for its
    /// rule of sentences; from 0 on for all others.
    pub fn error_curves(&self, ranking: &Ranking) -> ErrorCurves {
        let from = if self.for_sentences {
            PERMISSIBLE_FROM
        } else {
            0.0
        };
        ErrorCurves::sweep(ranking, from)
    }
}

/// The thesis's calibration of when two sentences are the same: first the permissible threshold,
/// then, on the pairs that reach it, the variation threshold (000, section 3.2.2, figure 3.2).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EqualityCalibration {
    /// Errors over the least of the two similarities.
    pub permissible: ErrorCurves,
    /// Errors over the difference of the two, of the pairs whose least similarity reaches the
    /// permissible threshold; empty where one class is missing among them.
    pub variation: ErrorCurves,
    /// The two thresholds; published ones where their curves do not exist.
    pub thresholds: Thresholds,
}

impl EqualityCalibration {
    /// Calibrates on pairs of sentences, given Sim(S1, S2) and Sim(S2, S1), and whether people call
    /// them the same.
    ///
    /// # Errors
    ///
    /// A different number of pairs and labels; a similarity that is not finite.
    pub fn new(both: &[[f64; 2]], labels: &[bool]) -> Result<Self> {
        let least: Vec<f64> = both.iter().map(|[there, back]| there.min(*back)).collect();
        let permissible = ErrorCurves::sweep(&Ranking::new(&least, labels)?, PERMISSIBLE_FROM);
        let mut thresholds = Thresholds::default();
        if let Some(crossing) = permissible.crossing {
            thresholds.permissible = crossing.at;
        }
        let passing = (0..both.len()).filter(|&pair| reaches(least[pair], thresholds.permissible));
        let passing: Vec<usize> = passing.collect();
        let differences: Vec<f64> = passing
            .iter()
            .map(|&pair| (both[pair][0] - both[pair][1]).abs())
            .collect();
        let labels: Vec<bool> = passing.iter().map(|&pair| labels[pair]).collect();
        let variation = over_differences(&differences, &labels)?;
        if let Some(crossing) = variation.crossing {
            thresholds.variation = crossing.at;
        }
        Ok(EqualityCalibration {
            permissible,
            variation,
            thresholds,
        })
    }
}

/// The error curves of calling the same what differs by no more than a threshold, over the sorted
/// differences, ascending.
///
/// # Errors
///
/// A different number of differences and labels; a difference that is not finite.
pub fn over_differences(differences: &[f64], labels: &[bool]) -> Result<ErrorCurves> {
    // The sweep calls positive what is at least as large; the same pairs differ less.
    let closeness: Vec<f64> = differences.iter().map(|difference| -difference).collect();
    let ranking = Ranking::new(&closeness, labels)?;
    let ascending = ranking.cuts().iter().rev().map(|cut| cut.score);
    let mut curves = ErrorCurves::at(&ranking, ascending);
    let turn = |point: &mut ErrorRates| point.at = -point.at;
    curves.points.iter_mut().for_each(turn);
    curves.points.reverse();
    curves.crossing.iter_mut().for_each(turn);
    Ok(curves)
}

#[cfg(test)]
mod tests {
    use super::super::rule::published;
    use super::*;
    use dejalu_learn::share_of;

    fn rule(name: &str) -> Rule {
        let mut rules = published().unwrap().into_iter();
        rules.find(|rule| rule.name == name).unwrap()
    }

    /// On pairs with the share of duplicates of the whole set.
    fn tuned(similarities: &[f64], labels: &[bool], rule: &Rule, tuning: Tuning) -> Result<f64> {
        retune(similarities, labels, share_of(labels), rule, tuning)
    }

    #[test]
    fn a_threshold_is_that_of_the_whole_sets_share() {
        let (similarities, labels) = ([0.9, 0.8, 0.7], [true, false, true]);
        let rule = rule("mwo");
        let at = |share| retune(&similarities, &labels, share, &rule, Tuning::BestF1).unwrap();
        assert!(at(2.0 / 3.0) <= 0.7 && at(0.1) > 0.8);
    }

    #[test]
    fn a_threshold_is_retuned_to_the_best_f1() {
        let similarities = [0.9, 0.8, 0.7, 0.3, 0.2];
        let at =
            |labels: &[bool]| tuned(&similarities, labels, &rule("mwo"), Tuning::BestF1).unwrap();
        assert_eq!(at(&[true, true, true, false, false]), 0.5);
        assert_eq!(at(&[true, false, false, false, false]), 0.8500000000000001);
        assert_eq!(at(&[false; 5]), 0.5);
    }

    #[test]
    fn a_rule_is_retuned_as_it_decides() {
        // Both are a half, except for the last bit of a sum.
        let half: f64 = std::iter::repeat_n(1.0 / 14.0, 7).sum();
        let similarities = [0.5, half, 0.2];
        let labels = [true, true, false];
        let rule = rule("mwo");
        assert!(half < 0.5 && rule.decide(half));
        let at = retune(&similarities, &labels, 2.0 / 3.0, &rule, Tuning::BestF1).unwrap();
        assert_eq!(at, 0.35);
        let curves = rule.error_curves(&Ranking::new(&similarities, &labels).unwrap());
        let published = curves.points.iter().find(|point| point.at == 0.5).unwrap();
        assert_eq!(
            (published.false_positives, published.false_negatives),
            (0.0, 0.0)
        );
    }

    #[test]
    fn a_threshold_is_retuned_to_the_crossing_of_the_errors() {
        // A third of each class is on the wrong side between 0.35 and 0.65.
        let similarities = [0.9, 0.8, 0.32, 0.68, 0.2, 0.1];
        let labels = [true, true, true, false, false, false];
        let at =
            |labels: &[bool]| tuned(&similarities, labels, &rule("mwo"), Tuning::Crossing).unwrap();
        let found = at(&labels);
        assert!((0.35..=0.65).contains(&found), "{found}");
        assert_eq!(at(&[true; 6]), 0.5, "no crossing without both classes");
        // The thesis's own sweep begins at 0.5.
        let found = tuned(
            &similarities,
            &labels,
            &rule("fuzzy-sentence"),
            Tuning::Crossing,
        );
        assert!(found.unwrap() >= 0.5);
    }

    #[test]
    fn both_thresholds_of_the_thesis_are_calibrated_one_after_the_other() {
        // Same pairs are alike both ways; different ones contain each other at best.
        let both = [
            [0.95, 0.9],
            [0.9, 0.92],
            [0.85, 0.95],
            [1.0, 0.7],
            [0.99, 0.84],
            [0.6, 0.4],
            [0.3, 0.5],
            [0.1, 0.2],
        ];
        let labels = [true, true, true, true, false, false, false, false];
        let found = EqualityCalibration::new(&both, &labels).unwrap();
        // At 0.85 a quarter of the same pairs is missed and none of the different ones passes.
        let permissible = found.thresholds.permissible;
        assert!((0.7..0.85).contains(&permissible), "{found:?}");
        // Of those that pass, the one different pair differs most.
        let variation = found.thresholds.variation;
        assert!((0.09..=0.15).contains(&variation), "{found:?}");
        assert!(
            found
                .variation
                .points
                .windows(2)
                .all(|two| two[0].at < two[1].at)
        );
        let none = EqualityCalibration::new(&[], &[]).unwrap();
        assert_eq!(none.thresholds, Thresholds::default());
    }
}
