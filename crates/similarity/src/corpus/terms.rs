//! [`TermWeights`]: what it says about a pair that a term stands in one of its documents alone.

use serde::{Deserialize, Serialize};

use dejalu_text::TermId;

/// The most terms that are kept, about 900 kB of a model file. Of the 200,000 to 320,000 terms of three
/// collections the heaviest 20,000 gave the F1 of all within 0.001; 5,000 lost 0.004 on one.
const MOST_TERMS: usize = 20_000;

/// Learned weights of terms (words, and pairs of neighbouring words). The log odds that two
/// documents are duplicates are the bias and the sum of the weights of the terms that stand in exactly
/// one of them, divided by the square root of the number of all terms that do.
///
/// The terms are kept in clear beside their numbers: a model that holds them reveals words of the
/// documents that it was trained on.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TermWeights {
    /// Ascending.
    terms: Vec<TermId>,
    /// The text of each term.
    texts: Vec<String>,
    /// Log odds, each term's own; below 0 it speaks against a duplicate.
    weights: Vec<f32>,
    bias: f64,
}

/// A term and its weight.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WeightedTerm {
    /// The word, or the two words.
    pub term: String,
    /// The amount it adds to the log odds of a duplicate; below 0 it speaks against one.
    pub weight: f64,
}

impl TermWeights {
    /// The heaviest of these weights, with the words that `texts` finds for their terms.
    pub fn new(
        mut weights: Vec<(TermId, f64)>,
        bias: f64,
        texts: impl FnOnce(&[TermId]) -> Vec<String>,
    ) -> Self {
        weights.retain(|(_, weight)| *weight as f32 != 0.0);
        weights.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()).then(a.0.cmp(&b.0)));
        weights.truncate(MOST_TERMS);
        weights.sort_unstable_by_key(|(term, _)| *term);
        let terms: Vec<TermId> = weights.iter().map(|(term, _)| *term).collect();
        TermWeights {
            texts: texts(&terms),
            weights: weights.iter().map(|(_, weight)| *weight as f32).collect(),
            terms,
            bias,
        }
    }

    /// Returns whether no term has a weight.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Number of weighted terms.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// The log odds of a duplicate where no term that differs has a weight.
    pub fn bias(&self) -> f64 {
        self.bias
    }

    /// The place of a term among those that have a weight.
    pub(crate) fn place(&self, term: u64) -> Option<u32> {
        let place = self.terms.binary_search(&TermId(term)).ok()?;
        u32::try_from(place).ok()
    }

    /// The weight of the term at a place.
    pub(crate) fn weight(&self, place: u32) -> f64 {
        self.weights
            .get(place as usize)
            .copied()
            .map_or(0.0, f64::from)
    }

    /// The text of the term at a place.
    pub(crate) fn text(&self, place: u32) -> &str {
        self.texts.get(place as usize).map_or("", String::as_str)
    }

    /// The heaviest terms for a duplicate and against one, `most` of each, the heaviest first.
    pub fn heaviest(&self, most: usize) -> [Vec<WeightedTerm>; 2] {
        let all = (0..self.len() as u32).map(|place| (self.text(place), self.weight(place)));
        heaviest(all.collect(), most)
    }

    /// Checks what a file claims.
    pub(super) fn check(&self) -> Result<(), String> {
        let (terms, texts, weights) = (self.terms.len(), self.texts.len(), self.weights.len());
        if texts != terms || weights != terms {
            return Err(format!(
                "{terms} terms, {texts} texts and {weights} weights"
            ));
        }
        if !self.terms.is_sorted() {
            return Err("weighted terms out of order".into());
        }
        if !self.bias.is_finite() || self.weights.iter().any(|weight| !weight.is_finite()) {
            return Err("a term of infinite weight".into());
        }
        Ok(())
    }
}

/// The heaviest of these terms for a duplicate and against one, `most` of each, the heaviest first.
pub fn heaviest(terms: Vec<(&str, f64)>, most: usize) -> [Vec<WeightedTerm>; 2] {
    [false, true].map(|against| {
        let mut side: Vec<_> = terms
            .iter()
            .filter(|(_, weight)| *weight != 0.0 && (*weight < 0.0) == against)
            .collect();
        side.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()).then(a.0.cmp(b.0)));
        side.truncate(most);
        let named = side.into_iter().map(|(term, weight)| WeightedTerm {
            term: term.to_string(),
            weight: *weight,
        });
        named.collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(of: &[(&str, f64)]) -> TermWeights {
        let terms = of.iter().map(|(text, weight)| (TermId::of(text), *weight));
        let text = |term: &TermId| {
            let found = of.iter().find(|(text, _)| TermId::of(text) == *term);
            found.unwrap().0.to_string()
        };
        TermWeights::new(terms.collect(), 0.5, |terms| {
            terms.iter().map(text).collect()
        })
    }

    #[test]
    fn the_heaviest_stand_first_on_either_side() {
        let weights = weights(&[
            ("not", -3.0),
            ("the", 0.5),
            ("a", 2.0),
            ("is", 0.0),
            ("x", -1.0),
        ]);
        let [for_it, against] = weights.heaviest(2);
        let named =
            |terms: Vec<WeightedTerm>| terms.into_iter().map(|it| it.term).collect::<Vec<_>>();
        assert_eq!(named(for_it), ["a", "the"]);
        assert_eq!(named(against), ["not", "x"]);
        assert_eq!(weights.len(), 4, "a weight of 0 is none");
        let place = weights.place(TermId::of("not").0).unwrap();
        assert_eq!((weights.text(place), weights.weight(place)), ("not", -3.0));
        assert_eq!(weights.place(TermId::of("is").0), None);
    }

    #[test]
    fn the_lightest_are_left_out() {
        let many: Vec<(TermId, f64)> = (0..MOST_TERMS as u64 + 2)
            .map(|n| (TermId(n), if n < 2 { 0.1 } else { -1.0 }))
            .collect();
        let kept = TermWeights::new(many, 0.0, |terms| vec![String::new(); terms.len()]);
        assert_eq!(
            (kept.len(), kept.place(0), kept.place(1)),
            (MOST_TERMS, None, None)
        );
    }

    #[test]
    fn a_file_gives_back_the_same_and_damage_is_found() {
        let weights = weights(&[("not", -3.25), ("the", 0.1)]);
        let json = serde_json::to_string(&weights).unwrap();
        assert_eq!(serde_json::from_str::<TermWeights>(&json).unwrap(), weights);
        assert_eq!(weights.check(), Ok(()));
        let mut short = weights.clone();
        short.texts.pop();
        assert_eq!(short.check(), Err("2 terms, 1 texts and 2 weights".into()));
        let mut reversed = weights.clone();
        reversed.terms.reverse();
        assert_eq!(reversed.check(), Err("weighted terms out of order".into()));
        let infinite = TermWeights {
            bias: f64::NAN,
            ..weights
        };
        assert_eq!(infinite.check(), Err("a term of infinite weight".into()));
    }
}
