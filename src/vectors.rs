//! The similarity vector ⟨x₁ … x_r⟩ of a pair of documents (001, definition 1): one number in
//! [0, 1] a [`Feature`].

use std::fmt;
use std::str::FromStr;

use ndarray::Array2;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::corpus::{CorpusStats, Needs};
use crate::error::{Error, ErrorKind, Result};
use crate::measures::{AnyMeasure, Entry, ViewCache, Views, catalogue};
use crate::progress::Progress;
use crate::text::AnalyzedDocument;

/// A measure with its parameters, under the name that users type: `containment:direction=min,w=3`.
/// Parameters with their default value are left out of the name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(into = "StoredFeature", try_from = "StoredFeature")]
pub struct Feature {
    name: String,
    measure: AnyMeasure,
}

impl Feature {
    fn new(measure: AnyMeasure) -> Self {
        let defaults = measure.entry().measure().parameters();
        let changed: Vec<String> = measure
            .parameters()
            .into_iter()
            .filter(|(name, value)| defaults.get(name) != Some(value))
            .map(|(name, value)| format!("{name}={}", plain(&value)))
            .collect();
        let name = match changed.is_empty() {
            true => measure.entry().name.to_string(),
            false => format!("{}:{}", measure.entry().name, changed.join(",")),
        };
        Feature { name, measure }
    }

    /// The name, which gives back the feature when parsed.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The measure.
    pub fn measure(&self) -> &AnyMeasure {
        &self.measure
    }

    /// What it needs to know of a reference collection.
    pub fn needs(&self) -> Needs {
        self.measure.needs()
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Reads `measure` or `measure:parameter=value,…`.
impl FromStr for Feature {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (name, parameters) = text.split_once(':').unwrap_or((text, ""));
        let bad = |problem: String| ErrorKind::BadFeature {
            feature: text.to_string(),
            problem,
        };
        let mut values = Map::new();
        for parameter in parameters
            .split(',')
            .filter(|parameter| !parameter.is_empty())
        {
            let Some((key, value)) = parameter.split_once('=') else {
                return Err(bad(format!(
                    "'{parameter}' has no value, expected parameter=value"
                ))
                .into());
            };
            let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
            if values.insert(key.to_string(), value).is_some() {
                return Err(bad(format!("'{key}' is given twice")).into());
            }
        }
        AnyMeasure::new(name, values).map(Feature::new)
    }
}

/// The catalogue's rows as features with default parameters.
impl From<&'static Entry> for Feature {
    fn from(entry: &'static Entry) -> Self {
        Feature::new(entry.measure())
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A feature as a file holds it: all parameters, so that a changed default changes no model.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredFeature {
    measure: String,
    parameters: Map<String, Value>,
}

impl From<Feature> for StoredFeature {
    fn from(feature: Feature) -> Self {
        StoredFeature {
            measure: feature.measure.entry().name.to_string(),
            parameters: feature.measure.parameters(),
        }
    }
}

impl TryFrom<StoredFeature> for Feature {
    type Error = Error;

    fn try_from(stored: StoredFeature) -> Result<Self> {
        AnyMeasure::new(&stored.measure, stored.parameters).map(Feature::new)
    }
}

/// The features of a similarity vector, in order, none twice.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FeatureSet(Vec<Feature>);

/// What `--features default` means; `docs/results.md` says what each family is worth. One of Dice and
/// extended Jaccard tells all that the other does (001, equations 4 and 5), so only one is in.
const DEFAULT: &str = "jaccard cosine dice euclidean:normalised=true resemblance:w=2 resemblance \
    containment:w=3 containment containment:direction=min char-containment \
    char-containment:direction=min mwo fuzzy-resemblance fuzzy-resemblance:direction=max \
    fuzzy-sentence length-ratio common-order common-order:direction=min same-words \
    longest-common-run longest-difference longest-difference:place=edge difference-runs \
    difference-weight number-agreement name-agreement";

/// What `--features papers` means: the measures of the five papers with the papers' parameters.
const PAPERS: &str = "jaccard cosine dice extended-jaccard euclidean resemblance containment \
    containment:direction=min mwo fuzzy-resemblance fuzzy-resemblance:direction=max \
    fuzzy-resemblance:direction=min fuzzy-overlap fuzzy-overlap:direction=min fuzzy-sentence \
    four-grams four-grams:direction=min os-cds os-cds:direction=min scam cops \
    cops:direction=min simhash i-match super-shingles spotsigs";

impl FeatureSet {
    /// Reads features separated by white space. `default`, `papers` (the measures of the five
    /// papers) and `all` (those, the default ones and every measure of the catalogue) stand for
    /// several. A feature that is named twice counts once.
    pub fn parse(text: &str) -> Result<Self> {
        let mut set = FeatureSet::default();
        for word in text.split_whitespace() {
            match word {
                "default" => set.extend(FeatureSet::parse(DEFAULT)?),
                "papers" => set.extend(FeatureSet::parse(PAPERS)?),
                "all" => {
                    set.extend(FeatureSet::parse(DEFAULT)?);
                    set.extend(FeatureSet::parse(PAPERS)?);
                    set.extend(catalogue().into_iter().map(Feature::from));
                }
                feature => set.extend([feature.parse()?]),
            }
        }
        if set.0.is_empty() {
            return Err(ErrorKind::Option {
                option: "--features".into(),
                found: format!("'{text}'"),
                expected: "expected 'default', 'papers', 'all', or names of measures".into(),
            }
            .into());
        }
        Ok(set)
    }

    /// Adds the features that are not yet in the set.
    pub fn extend(&mut self, features: impl IntoIterator<Item = Feature>) {
        for feature in features {
            if self.position(&feature).is_none() {
                self.0.push(feature);
            }
        }
    }

    /// The place of a feature in the vector.
    pub fn position(&self, feature: &Feature) -> Option<usize> {
        self.0.iter().position(|known| known == feature)
    }

    /// The features, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Feature> {
        self.0.iter()
    }

    /// r, the length of the vector.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no feature.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What the features need to know of a reference collection, together.
    pub fn needs(&self) -> Needs {
        let needs = self.0.iter().map(Feature::needs);
        needs.fold(Needs::NOTHING, Needs::union)
    }
}

impl FromIterator<Feature> for FeatureSet {
    fn from_iter<I: IntoIterator<Item = Feature>>(features: I) -> Self {
        let mut set = FeatureSet::default();
        set.extend(features);
        set
    }
}

impl<'a> IntoIterator for &'a FeatureSet {
    type Item = &'a Feature;
    type IntoIter = std::slice::Iter<'a, Feature>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for FeatureSet {
    type Item = Feature;
    type IntoIter = std::vec::IntoIter<Feature>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// Documents made ready for comparison: every feature's view of every document.
pub struct Comparable<'a> {
    documents: &'a [AnalyzedDocument],
    features: &'a FeatureSet,
    views: Vec<Views>,
}

impl<'a> Comparable<'a> {
    /// Makes the views. Refuses statistics that a feature needs and that were not collected.
    pub fn new(
        documents: &'a [AnalyzedDocument],
        features: &'a FeatureSet,
        stats: &CorpusStats,
    ) -> Result<Self> {
        if let Some(feature) = features
            .iter()
            .find(|feature| !stats.covers(feature.needs()))
        {
            return Err(ErrorKind::MissingStatistics {
                feature: feature.name.clone(),
            }
            .into());
        }
        let mut cache = ViewCache::default();
        let views = features
            .iter()
            .map(|feature| feature.measure.views(documents, stats, &mut cache))
            .collect();
        Ok(Comparable {
            documents,
            features,
            views,
        })
    }

    /// The similarity vector of two documents, given by their places: as many numbers as there
    /// are features, each in [0, 1]. Two documents of the same text get 1 throughout (methods,
    /// conventions).
    pub fn vector(&self, left: usize, right: usize) -> Vec<f64> {
        if self.same_text(left, right) {
            return vec![1.0; self.views.len()];
        }
        self.views
            .iter()
            .map(|views| views.similarity(left, right))
            .collect()
    }

    /// The similarity vectors of many pairs, one a row (pairs × features), in the order given.
    pub fn matrix(&self, pairs: &[(usize, usize)], progress: &dyn Progress) -> Array2<f64> {
        let width = self.views.len();
        let mut values = vec![0.0; pairs.len() * width];
        if width > 0 {
            values
                .par_chunks_mut(width)
                .zip(pairs)
                .for_each(|(row, &(left, right))| {
                    row.copy_from_slice(&self.vector(left, right));
                    progress.advance(1);
                });
        }
        Array2::from_shape_vec((pairs.len(), width), values).expect("a row a pair")
    }

    /// The features that find nothing to compare in one of two documents, and are 0 for that
    /// reason alone.
    pub fn nothing_to_compare(&self, left: usize, right: usize) -> Vec<&'a Feature> {
        if self.same_text(left, right) {
            return Vec::new();
        }
        let views = self.features.iter().zip(&self.views);
        views
            .filter(|(_, views)| views.is_empty(left) || views.is_empty(right))
            .map(|(feature, _)| feature)
            .collect()
    }

    /// For features that are directed by nature their two values; in the order of the features.
    pub fn directed(&self, left: usize, right: usize) -> Vec<Option<[f64; 2]>> {
        self.views
            .iter()
            .map(|views| views.directed(left, right))
            .collect()
    }

    fn same_text(&self, left: usize, right: usize) -> bool {
        let identity = self.documents[left].identity;
        identity.is_some() && identity == self.documents[right].identity
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::text::{Analyzer, analyze_all};

    #[test]
    fn a_feature_is_named_by_what_differs_from_the_defaults() {
        for (text, name) in [
            ("containment:w=4,direction=max", "containment"),
            (
                "containment:w=3,direction=min",
                "containment:direction=min,w=3",
            ),
            ("jaccard:k=20", "jaccard:k=20"),
            ("length-ratio", "length-ratio"),
        ] {
            let feature: Feature = text.parse().unwrap();
            assert_eq!(feature.name(), name);
            assert_eq!(feature.name().parse::<Feature>().unwrap(), feature);
            let json = serde_json::to_string(&feature).unwrap();
            assert_eq!(serde_json::from_str::<Feature>(&json).unwrap(), feature);
        }
    }

    #[test]
    fn bad_features_are_refused_in_one_sentence() {
        for (text, problem) in [
            ("jaccard:k", "'k' has no value, expected parameter=value"),
            (
                "jaccard:k=0",
                "k is 0, expected 'all' or a whole number from 1",
            ),
            ("jaccard:k=2,k=3", "'k' is given twice"),
            ("mwo:title=-1", "a weight is -1, expected a number from 0"),
            (
                "containment:size=3",
                "unknown field `size`, expected `w` or `direction`",
            ),
        ] {
            let error = text.parse::<Feature>().unwrap_err().to_string();
            assert!(error.contains(problem), "{error}");
        }
    }

    #[test]
    fn presets_hold_every_feature_once() {
        for preset in ["default", "papers", "all", "default papers all"] {
            let set = FeatureSet::parse(preset).unwrap();
            let mut names: Vec<&str> = set.iter().map(Feature::name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), set.len());
        }
        assert!(FeatureSet::parse(" ").is_err());
    }

    #[test]
    fn equal_texts_get_ones_throughout_and_empty_ones_never() {
        let texts = [
            "The of and to.",
            "The  of and\nto.",
            "the of and to",
            "!",
            "!",
        ];
        let documents: Vec<Document> = texts
            .iter()
            .enumerate()
            .map(|(i, text)| Document::plain(i.to_string(), text))
            .collect();
        let analyzed = analyze_all(&Analyzer::new(Default::default()), &documents);
        let features = FeatureSet::parse("jaccard length-ratio mwo").unwrap();
        let comparable = Comparable::new(&analyzed, &features, &CorpusStats::default()).unwrap();
        assert_eq!(
            comparable.vector(0, 1),
            [1.0; 3],
            "stop words only, but the same text"
        );
        assert_eq!(comparable.vector(0, 2), [0.0, 1.0, 0.0]);
        assert_eq!(comparable.vector(3, 4), [0.0; 3], "no word at all");
        let nothing: Vec<&str> = comparable
            .nothing_to_compare(0, 2)
            .into_iter()
            .map(Feature::name)
            .collect();
        assert_eq!(nothing, ["jaccard", "mwo"]);
    }

    #[test]
    fn statistics_that_are_missing_are_refused() {
        let features = FeatureSet::parse("cosine").unwrap();
        let error = Comparable::new(&[], &features, &CorpusStats::default())
            .err()
            .unwrap();
        assert_eq!(
            error.to_string(),
            "feature 'cosine' needs statistics of a reference collection, and none were collected; train on documents or pass --background"
        );
    }
}
