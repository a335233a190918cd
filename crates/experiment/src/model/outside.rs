//! Counts the pairs that lie outside the range of a model's training pairs.

use std::fmt;

use serde::Serialize;

use dejalu_learn::KernelChoice;

use super::model::Model;

/// Features that are named.
const NAMED: usize = 3;

/// Pairs with a similarity, or a column of the user's own, outside its range over the training pairs.
/// The model's scores of them are extrapolations, and its figures say little of them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Outside {
    /// Number of pairs examined.
    pub pairs: usize,
    /// Number of them that lie outside in at least one feature.
    pub count: usize,
    /// Their share, in \[0, 1\]; `None` without pairs.
    pub share: Option<f64>,
    /// The features in which any does, the most frequent first.
    pub features: Vec<OutsideFeature>,
}

/// A feature in which pairs lie outside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OutsideFeature {
    /// Its name.
    pub feature: String,
    /// Number of pairs.
    pub count: usize,
}

impl Outside {
    /// Above this share a user is warned. A pair of the same kind as n training pairs lies outside in a
    /// given feature with a probability of at most 2 / (n + 1), so in one or more of the 37 default features
    /// with at most a tenth from 739 training pairs on. A larger share tells of pairs of another kind,
    /// or of too few to learn from.
    pub const MANY: f64 = 0.1;

    /// Returns whether a user should be warned.
    pub fn is_many(&self) -> bool {
        self.share.is_some_and(|share| share > Outside::MANY)
    }
}

impl Model {
    /// Counts the vectors of its features that lie outside the range of its training pairs. Two equal texts do not:
    /// they have the highest score, whatever was learned; nor does more likeness than any training pair has, where no
    /// likeness speaks against a duplicate (monotone models); nor what a veto alone decides, of which nothing was learned.
    /// `None` of a model of a format before 4, which does not say.
    pub fn outside<V: AsRef<[f64]>>(
        &self,
        vectors: impl IntoIterator<Item = V>,
    ) -> Option<Outside> {
        let ranges = self.range.as_ref()?;
        let is_monotone = self.training.kernel() == KernelChoice::Monotone;
        let rises: Vec<bool> = self.features.rising();
        let mut by_feature = vec![0; self.features.len()];
        let (mut pairs, mut count) = (0, 0);
        for vector in vectors {
            let vector = vector.as_ref();
            pairs += 1;
            if self.features.are_identical(vector) {
                continue;
            }
            let before: usize = by_feature.iter().sum();
            let is_more_alike =
                |place| is_monotone && rises[place] && ranges.is_above(place, vector[place]);
            let is_of_veto_alone = |place| self.vetoes.look_at(place) && ranges.is_constant(place);
            ranges
                .outside(vector)
                .filter(|&place| !is_more_alike(place) && !is_of_veto_alone(place))
                .for_each(|place| by_feature[place] += 1);
            count += usize::from(by_feature.iter().sum::<usize>() > before);
        }
        let named = self.features.iter().zip(by_feature);
        let named = named.filter(|(_, count)| *count > 0);
        let mut features: Vec<OutsideFeature> = named
            .map(|(feature, count)| OutsideFeature {
                feature: feature.name().to_string(),
                count,
            })
            .collect();
        // A stable sort: of equal counts the order of the vector.
        features.sort_by_key(|it| std::cmp::Reverse(it.count));
        Some(Outside {
            pairs,
            count,
            share: (pairs > 0).then(|| count as f64 / pairs as f64),
            features,
        })
    }

    /// The features in which the pair of this vector lies [outside](Model::outside), in the order of the vector.
    pub fn features_outside(&self, vector: &[f64]) -> Vec<String> {
        let outside = self.outside([vector]);
        let features = outside.into_iter().flat_map(|it| it.features);
        features.map(|it| it.feature).collect()
    }
}

/// `37 of 120 pairs (30.8 %) lie outside what the model learned from (most often in: mwo, cosine)`
impl fmt::Display for Outside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, pairs) = (self.count, self.pairs);
        let percent = 100.0 * self.share.unwrap_or(0.0);
        write!(
            f,
            "{count} of {pairs} pairs ({percent:.1} %) lie outside what the model learned from"
        )?;
        let named = self.features.iter().take(NAMED);
        let named: Vec<&str> = named.map(|it| it.feature.as_str()).collect();
        match named.as_slice() {
            [] => Ok(()),
            names => write!(f, " (most often in: {})", names.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;
    use crate::model::builtin;
    use dejalu_learn::Ranges;
    use dejalu_similarity::FeatureSet;

    /// A model of two features, of which only the ranges count here.
    fn model() -> Model {
        let rows = array![[0.2, 0.0], [0.6, 0.5]];
        Model {
            features: FeatureSet::parse("jaccard mwo").unwrap(),
            range: Some(Ranges::of(rows.view())),
            ..builtin::model().unwrap()
        }
    }

    #[test]
    fn pairs_outside_are_counted_once_and_their_features_named() {
        let vectors = [
            [0.3, 0.2],
            [0.7, 0.9],
            [0.1, 0.0],
            [0.7, f64::NAN],
            [0.6, 0.7],
        ];
        // The built-in model is monotone: more likeness is no other kind of pair.
        let found = model().outside(vectors).unwrap();
        assert_eq!((found.pairs, found.count), (5, 1));
        let mut bent = model();
        bent.training.learners.clear();
        let found = bent.outside(vectors).unwrap();
        assert_eq!((found.pairs, found.count, found.share), (5, 4, Some(0.8)));
        let features: Vec<(&str, usize)> = found
            .features
            .iter()
            .map(|it| (it.feature.as_str(), it.count))
            .collect();
        assert_eq!(features, [("jaccard", 3), ("mwo", 2)]);
        assert!(found.is_many());
        assert_eq!(
            found.to_string(),
            "4 of 5 pairs (80.0 %) lie outside what the model learned from (most often in: \
             jaccard, mwo)"
        );
    }

    #[test]
    fn copies_are_not_outside_and_a_model_without_ranges_says_nothing() {
        let copies = [1.0, 1.0];
        let found = model().outside([copies]).unwrap();
        assert_eq!((found.pairs, found.count), (1, 0));
        assert!(!found.is_many() && found.features.is_empty());
        assert_eq!(model().outside(Vec::<Vec<f64>>::new()).unwrap().share, None);
        let unknowing = Model {
            range: None,
            ..model()
        };
        assert_eq!(unknowing.outside([copies]), None);
    }
}
