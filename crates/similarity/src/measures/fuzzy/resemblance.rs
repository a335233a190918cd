//! The measures `fuzzy-resemblance` and `fuzzy-sentence`.

use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

use super::overlap::FuzzyOverlap;
use super::sentences::{Sentences, Similarities, Unit};
use super::thresholds::{EqualSentences, Thresholds};
use crate::corpus::Needs;
use crate::measures::{Direction, Effort, Entry, Measure};

/// The measures of this file, for the catalogue.
pub const MEASURES: &[Entry] = &[
    Entry::of::<FuzzyResemblance>(),
    Entry::of::<FuzzyOverlap>(),
    Entry::of::<FuzzySentence>(),
];

/// The thesis's odds ratio of a combined resemblance p, min(100, p/(1 − p)), for people to read
/// (000, section 4.2). In [0, 100]. \[choice\] the cap: the thesis's own stand-in of 100 for
/// infinity would otherwise rank an identical pair below p = 0.998.
pub fn odds(combined: f64) -> f64 {
    if combined < 1.0 {
        f64::min(100.0, combined / (1.0 - combined))
    } else {
        100.0
    }
}

/// Combines the two degrees of resemblance into one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Combination {
    /// p = RS(d1, d2)·RS(d2, d1), from which the thesis makes its odds ratio.
    #[default]
    Combined,
    /// The larger.
    Max,
    /// The smaller.
    Min,
}

/// The share of sentences with an equal sentence in the other document (000, section 4.2). In
/// [0, 1]. Without correlations only shared words count.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FuzzyResemblance {
    /// Sentences that are equal, and the direction that counts.
    pub sentences: EqualSentences<Combination>,
}

impl Measure for FuzzyResemblance {
    const NAME: &'static str = "fuzzy-resemblance";
    const SUMMARY: &'static str =
        "share of sentences with a sentence of correlated words in the other document";
    const PHRASE: &'static str = "sentences that have a related one in the other document";
    const SOURCE: &'static str = "Yerra 2005 (000), section 4.2";
    const COST: &'static str = "O(words × neighbours)";
    const EFFORT: Effort = Effort::Heaviest;
    const NEEDS: Needs = Needs::CORRELATIONS;
    type View = Sentences;

    fn view(&self) -> Unit {
        Unit::Sentence {
            least: self.sentences.thresholds().floor(),
        }
    }

    fn check(&self) -> Result<(), String> {
        self.sentences.thresholds().check()
    }

    fn similarity(&self, _: &Sentences, _: &Sentences, joint: &Similarities) -> f64 {
        let both = joint.resemblance(&self.sentences.thresholds());
        match self.sentences.direction {
            Combination::Combined => both[0] * both[1],
            Combination::Max => Direction::Max.combine(both),
            Combination::Min => Direction::Min.combine(both),
        }
    }

    fn directed(&self, _: &Sentences, _: &Sentences, joint: &Similarities) -> Option<[f64; 2]> {
        Some(joint.resemblance(&self.sentences.thresholds()))
    }
}

/// min(Sim(S1, S2), Sim(S2, S1)) of two texts, each taken as one sentence; 0 where the two differ
/// by more than the variation threshold, so that EQ = 1 iff it reaches the permissible threshold
/// (000, equation 3.4). In [0, 1]. For texts of one sentence it is the thesis's measure; for longer
/// ones its extension to their bags of words.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, SmartDefault)]
#[serde(default, deny_unknown_fields)]
pub struct FuzzySentence {
    /// [`Thresholds::variation`].
    #[default(Thresholds::default().variation)]
    pub variation: f64,
}

impl FuzzySentence {
    fn thresholds(&self) -> Thresholds {
        Thresholds {
            variation: self.variation,
            ..Thresholds::default()
        }
    }
}

impl Measure for FuzzySentence {
    const NAME: &'static str = "fuzzy-sentence";
    const SUMMARY: &'static str =
        "how strongly the words of each text correlate with the other text";
    const PHRASE: &'static str = "words related to the other document";
    const SOURCE: &'static str = "Yerra 2005 (000), section 3.2.2";
    const COST: &'static str = "O(words × neighbours)";
    const EFFORT: Effort = Effort::Heaviest;
    const NEEDS: Needs = Needs::CORRELATIONS;
    type View = Sentences;

    fn view(&self) -> Unit {
        Unit::Body
    }

    fn check(&self) -> Result<(), String> {
        self.thresholds().check()
    }

    fn similarity(&self, _: &Sentences, _: &Sentences, joint: &Similarities) -> f64 {
        let [there, back] = joint.of_first();
        if self.thresholds().within_variation(there, back) {
            there.min(back)
        } else {
            0.0
        }
    }

    fn directed(&self, _: &Sentences, _: &Sentences, joint: &Similarities) -> Option<[f64; 2]> {
        Some(joint.of_first())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::corpus::Correlations;
    use crate::measures::View;
    use dejalu_text::TermId;

    fn term(word: &str) -> TermId {
        TermId::of(word)
    }

    fn sentence(words: &[&str], table: &Arc<Correlations>) -> Sentences {
        let words = words.iter().map(|word| term(word)).collect();
        Sentences::new([words], table.clone())
    }

    #[test]
    fn sentences_at_both_thresholds_are_the_same() {
        let thresholds = Thresholds::default();
        // As a sum of sixths, and as a difference, neither is the number that is meant.
        let permissible: f64 = [0.825 / 6.0; 6].iter().sum();
        assert!(permissible < 0.825 && thresholds.are_equal(permissible, permissible));
        let larger = 0.85 + 0.15;
        assert!(larger - 0.85 > 0.15 && thresholds.are_equal(larger, 0.85));
        assert!(!thresholds.are_equal(0.824_999, 0.9) && !thresholds.are_equal(0.85, 1.000_001));
    }

    /// Below it they are the thesis's (`crates/reproduce/src/yerra/odds.rs`).
    #[test]
    fn odds_are_at_most_100() {
        assert_eq!([1.0, 0.999].map(odds), [100.0; 2]);
        assert!((odds(0.5) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn without_correlations_shared_words_decide() {
        let none = Arc::new(Correlations::default());
        let (a, b) = (
            sentence(&["ferry", "pier"], &none),
            sentence(&["ferry", "storm"], &none),
        );
        assert_eq!(
            FuzzySentence::default().similarity(&a, &b, &a.join(&b)),
            0.5
        );
    }
}
