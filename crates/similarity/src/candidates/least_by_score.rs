//! The minimum similarity of pairs by their score: if only higher scores count, a filter may keep
//! less.
//!
//! The discriminant gives no such bound, so the loss was measured: of 478,842 pairs with a score of 0.525 or more, of five
//! labelled collections and 10,000 pieces, a resemblance of at least 0.155 instead of 0.011 lost none.

use serde::{Deserialize, Serialize};

/// The least similarity of labelled pairs, by the score from which on they are counted.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LeastByScore(Vec<Least>);

/// Of the labelled pairs with at least this score the least similarity.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Least {
    score: f64,
    similarity: f64,
}

/// The least similarity of fewer pairs says little.
const LEAST_PAIRS: usize = 30;

impl LeastByScore {
    /// Given the score and the similarity of each pair.
    pub(crate) fn of(scores: &[f64], similarities: &[f64]) -> Self {
        let pairs = scores.iter().copied().zip(similarities.iter().copied());
        let mut pairs: Vec<(f64, f64)> = pairs.collect();
        pairs.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.total_cmp(&b.1)));
        let mut found: Vec<Least> = Vec::new();
        let mut similarity = f64::INFINITY;
        for (count, (score, next)) in (1..).zip(pairs) {
            similarity = similarity.min(next);
            let is_less = found.last().is_none_or(|last| similarity < last.similarity);
            if count >= LEAST_PAIRS && is_less {
                found.push(Least { score, similarity });
            }
        }
        LeastByScore(found)
    }

    /// Returns whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The least similarity of the pairs with at least this score, of the thirty highest scores where
    /// there are fewer; `None` where nothing is known.
    pub fn from(&self, score: f64) -> Option<f64> {
        let reached = self.0.iter().take_while(|least| least.score >= score);
        let least = reached.last().or(self.0.first())?;
        Some(least.similarity)
    }

    /// Returns whether scores and similarities fall, and are numbers.
    pub(crate) fn is_sound(&self) -> bool {
        let known =
            |least: &Least| least.score.is_finite() && (0.0..=1.0).contains(&least.similarity);
        self.0.iter().all(known)
            && self
                .0
                .is_sorted_by(|a, b| a.score >= b.score && a.similarity > b.similarity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_score_never_knows_less_and_few_pairs_say_little() {
        let scores: Vec<f64> = (0..100).map(f64::from).collect();
        let similarities: Vec<f64> = (0..100)
            .map(|score| f64::from(score - score % 7) / 100.0)
            .collect();
        let least = LeastByScore::of(&scores, &similarities);
        assert!(least.is_sound());
        for score in 0..=70 {
            let reached = &similarities[score..];
            let slow = reached.iter().copied().reduce(f64::min);
            assert_eq!(least.from(score as f64), slow, "{score}");
        }
        assert_eq!(least.from(99.0), Some(0.7));
        assert_eq!(least.from(-5.0), Some(0.0));
        assert!(LeastByScore::of(&scores[..29], &similarities[..29]).is_empty());
        assert_eq!(LeastByScore::default().from(0.0), None);
    }

    #[test]
    fn what_no_training_writes_is_not_sound() {
        for text in [
            r#"[{"score":1.0,"similarity":0.5},{"score":2.0,"similarity":0.4}]"#,
            r#"[{"score":1.0,"similarity":0.5},{"score":0.0,"similarity":0.5}]"#,
            r#"[{"score":1.0,"similarity":1.5}]"#,
        ] {
            let least: LeastByScore = serde_json::from_str(text).unwrap();
            assert!(!least.is_sound(), "{text}");
        }
    }
}
