//! Trivial baselines: deciders that look at nothing.

use super::decider::Kind;
use super::predictions::{Description, FoldPrediction, Predictions};

/// Calls every pair a duplicate, and calls none one. What a decider is worth shows only beside them:
/// where most pairs are duplicates, the first has a high F1.
pub(super) fn baselines(pairs: usize) -> [(Description, Predictions); 2] {
    [("all-duplicates", 1.0), ("none", 0.0)].map(|(name, score)| {
        let every: Vec<usize> = (0..pairs).collect();
        let mut predictions = Predictions::new(pairs);
        predictions.record(&every, FoldPrediction::new(vec![score; pairs], 1.0));
        let description = Description {
            name: name.to_string(),
            ..Description::new(Kind::Baseline)
        };
        (description, predictions)
    })
}
