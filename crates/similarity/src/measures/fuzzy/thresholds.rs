//! Decides when two sentences are called equal (000, section 3.2).

use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

use dejalu_base::threshold::reaches;

/// Thresholds above which two sentences are treated as the same (000, section 3.2.2 and figure 3.2).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, SmartDefault)]
#[serde(default, deny_unknown_fields)]
pub struct Thresholds {
    /// The permissible threshold: the least of the two similarities; 0.825 by default.
    #[default(0.825)]
    pub permissible: f64,
    /// The variation threshold: the most by which they may differ; 0.15 by default.
    #[default(0.15)]
    pub variation: f64,
}

impl Thresholds {
    /// EQ of two sentences, given Sim(S1, S2) and Sim(S2, S1).
    pub fn are_equal(&self, there: f64, back: f64) -> bool {
        reaches(there.min(back), self.permissible) && self.within_variation(there, back)
    }

    /// The minimum share that a pair of equal sentences can have, below any margin of rounding.
    pub(super) fn floor(&self) -> f64 {
        self.permissible - 1e-6
    }

    /// Returns whether the two differ by no more than the variation threshold.
    pub fn within_variation(&self, there: f64, back: f64) -> bool {
        reaches(self.variation, (there - back).abs())
    }

    pub(super) fn check(&self) -> Result<(), String> {
        let named = [
            ("permissible", self.permissible),
            ("variation", self.variation),
        ];
        match named
            .into_iter()
            .find(|(_, value)| !(0.0..=1.0).contains(value))
        {
            Some((name, value)) => Err(format!("{name} is {value}, expected a number from 0 to 1")),
            None => Ok(()),
        }
    }
}

/// The parameters of a measure that counts equal sentences of two documents.
#[derive(Debug, Clone, Copy, PartialEq, SmartDefault, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EqualSentences<D: Default> {
    /// [`Thresholds::permissible`].
    #[default(Thresholds::default().permissible)]
    pub permissible: f64,
    /// [`Thresholds::variation`].
    #[default(Thresholds::default().variation)]
    pub variation: f64,
    /// Combines the two directions into one.
    pub direction: D,
}

impl<D: Default> EqualSentences<D> {
    pub(super) fn thresholds(&self) -> Thresholds {
        Thresholds {
            permissible: self.permissible,
            variation: self.variation,
        }
    }
}
