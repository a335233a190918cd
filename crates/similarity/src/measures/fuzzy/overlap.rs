//! The degree of overlap: sentences matched one to one (000, section 3.2.3).

use serde::{Deserialize, Serialize};

use super::sentences::{Sentences, Similarities, Unit};
use super::thresholds::{EqualSentences, Thresholds};
use crate::corpus::Needs;
use crate::measures::{Direction, Effort, Measure};

/// |d1 ∩ d2|/|d1| or |d1 ∩ d2|/|d2|, where |d1 ∩ d2| is the size of a maximum one-to-one matching
/// of equal sentences (000, equation 3.5). In [0, 1].
///
/// \[choice\] The thesis speaks of "common sentences" and does not say how a sentence with several
/// equals counts. Matched greedily, a third of random cases fall below the maximum.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FuzzyOverlap {
    /// Sentences that are equal, and the direction that counts.
    pub sentences: EqualSentences<Direction>,
}

impl Similarities {
    /// The degree of overlap of the left document and of the right one, each in [0, 1].
    pub fn overlap(&self, thresholds: &Thresholds) -> [f64; 2] {
        let [left, right] = self.sentences();
        degree_of_overlap(self.equal(thresholds).most_one_to_one(), left, right)
    }
}

impl Measure for FuzzyOverlap {
    const NAME: &'static str = "fuzzy-overlap";
    const SUMMARY: &'static str =
        "share of sentences matched one to one with sentences of correlated words";
    const PHRASE: &'static str = "sentences of {one} document paired with related ones";
    const SOURCE: &'static str = "Yerra 2005 (000), section 3.2.3";
    const COST: &'static str = "O(words × neighbours + matching)";
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
        self.sentences
            .direction
            .combine(joint.overlap(&self.sentences.thresholds()))
    }

    fn directed(&self, _: &Sentences, _: &Sentences, joint: &Similarities) -> Option<[f64; 2]> {
        Some(joint.overlap(&self.sentences.thresholds()))
    }
}

/// The degree of overlap of two documents of so many sentences, of which `matched` are common (000, equation 3.5).
pub fn degree_of_overlap(matched: usize, left: usize, right: usize) -> [f64; 2] {
    [left, right].map(|sentences| matched as f64 / sentences as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn example_3_of_the_thesis() {
        let [left, right] = degree_of_overlap(12, 32, 21);
        assert_eq!(left, 0.375);
        assert!((right - 0.571).abs() < 0.0005);
    }
}
