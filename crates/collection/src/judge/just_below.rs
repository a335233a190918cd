//! The scores that are just below a threshold.

use super::judge::Judge;
use dejalu_experiment::model::MinimumScore;

/// A model's odds of a duplicate just below a threshold, as a share of those at it. \[choice\] Of 22 pairs of generated
/// records between the two 11 are duplicates.
const ODDS: f64 = 0.2;

/// A rule's similarity just below a threshold, as a share of it. \[choice\]
const SIMILARITY: f64 = 0.9;

impl Judge {
    /// The score from which a pair is just below a threshold: of a model the odds of a duplicate are there a fifth of
    /// those at the threshold, of a rule the similarity is nine tenths of it. The threshold itself with a model to
    /// which every score has the same probability.
    pub(crate) fn just_below(&self, minimum: MinimumScore) -> MinimumScore {
        let below = |at: f64| match self.trained() {
            None => at * SIMILARITY,
            Some(model) if model.calibration.a == 0.0 => at,
            Some(model) => at - ODDS.ln() / model.calibration.a,
        };
        MinimumScore {
            texts: below(minimum.texts),
            pages: below(minimum.pages),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_odds_just_below_are_a_fifth_of_those_at_the_threshold() {
        let judge = Judge::built_in().unwrap();
        let odds = |score: f64| {
            let probability = judge.probability(score).unwrap();
            probability / (1.0 - probability)
        };
        let below = judge.just_below(0.3.into());
        assert!((odds(below.texts) / odds(0.3) - ODDS).abs() < 1e-9);
        let rule = Judge::rule("jaccard=0.8", Default::default()).unwrap();
        assert_eq!(rule.just_below(rule.minimum()).lowest(), 0.8 * SIMILARITY);
    }
}
