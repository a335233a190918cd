//! [`Feature`] and [`FeatureSet`], and how they are parsed.

use std::fmt;
use std::str::FromStr;

use ndarray::ArrayView2;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::field_type::TypedField;
use super::measures::{AnyMeasure, Entry, Missing, catalogue, terms};
use super::usual::usual_measures;
use crate::corpus::Needs;
use dejalu_base::error::{Error, FeatureError, Parameter, Result};
use dejalu_text::Scope;

/// A measure with its parameters, under the name that users type: `containment:direction=min,w=3`.
/// Parameters with their default value are left out of the name. Or a column of the user's own
/// table of pairs, under the column's name.
///
/// ```
/// use dejalu_similarity::Feature;
///
/// let feature: Feature = "containment:w=3".parse()?;
/// assert_eq!(feature.name(), "containment:w=3");
/// # Ok::<(), dejalu_base::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(into = "StoredFeature", try_from = "StoredFeature")]
pub struct Feature {
    name: String,
    /// `None` for a column of the user's own.
    measure: Option<AnyMeasure>,
    rises: bool,
    missing: Missing,
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
        let field = measure.field().map(|field| format!("field={field}"));
        let changed: Vec<String> = field.into_iter().chain(changed).collect();
        let name = if changed.is_empty() {
            measure.entry().name.to_string()
        } else {
            format!("{}:{}", measure.entry().name, changed.join(","))
        };
        Feature {
            name,
            rises: measure.entry().rises,
            measure: Some(measure),
            missing: Missing::Neutral,
        }
    }

    /// A feature read from a column of the user's own table; it need not rise.
    pub fn given(column: &str) -> Self {
        Feature {
            name: column.to_string(),
            measure: None,
            rises: false,
            missing: Missing::Neutral,
        }
    }

    /// The same of a column that [rises](Self::rises()).
    pub fn rising(column: &str) -> Self {
        Feature {
            rises: true,
            ..Feature::given(column)
        }
    }

    /// The feature of a column of a table of vectors: the similarity of its name, else a number of
    /// the user's own.
    pub fn of_column(column: &str) -> Self {
        column.parse().unwrap_or_else(|_| Feature::given(column))
    }

    /// The name, which gives back the feature when parsed.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The measure; none of a column of the user's own.
    pub fn measure(&self) -> Option<&AnyMeasure> {
        self.measure.as_ref()
    }

    /// Returns whether a larger value never speaks against a duplicate, all other features equal.
    pub fn rises(&self) -> bool {
        self.rises
    }

    /// The value of a vector where there is nothing to compare.
    pub fn missing(&self) -> Missing {
        self.missing
    }

    /// The value that an empty cell of a table of vectors stands for: NaN, or the number that an older model learned.
    pub(super) fn of_empty_cell(&self) -> f64 {
        match (self.missing, &self.measure) {
            (Missing::Conventional, Some(measure)) => measure.entry().convention,
            _ => f64::NAN,
        }
    }

    /// Returns whether it stands for the same number, whatever is known of it.
    fn is(&self, other: &Feature) -> bool {
        self.name == other.name && self.measure == other.measure
    }

    /// The feature that is [learned](super::measures::terms::DifferenceTerms) from labelled pairs.
    pub fn difference_terms() -> Self {
        Feature::from(&terms::MEASURES[0])
    }

    /// Returns whether it is learned from labelled pairs.
    pub fn is_learned(&self) -> bool {
        self.needs().contains(Needs::TERM_WEIGHTS)
    }

    /// Returns whether labelled pairs are measured by what was counted in the documents of others.
    pub fn is_held_out(&self) -> bool {
        let entry = self.measure.as_ref().map(AnyMeasure::entry);
        entry.is_some_and(|entry| entry.is_held_out)
    }

    /// What it reads of a document: one that is analysed no further has the same similarities.
    pub fn scope(&self) -> Scope {
        let scope = self.measure.as_ref().map(AnyMeasure::scope);
        scope.unwrap_or_default()
    }

    /// The statistics of a reference collection that it needs.
    pub fn needs(&self) -> Needs {
        let needs = self.measure.as_ref().map(AnyMeasure::needs);
        needs.unwrap_or(Needs::NOTHING)
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
        let bad = |problem: String| FeatureError::BadFeature {
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
            // A field may be named `2020` or `true`.
            let value = match key {
                "field" => Value::from(value),
                _ => serde_json::from_str(value).unwrap_or_else(|_| Value::from(value)),
            };
            if values.insert(key.to_string(), value).is_some() {
                return Err(bad(format!("'{key}' is given twice")).into());
            }
        }
        let field = match values.remove("field") {
            None => None,
            Some(Value::String(field)) if !field.is_empty() && !field.contains('=') => Some(field),
            Some(_) => return Err(bad("'field' is no name of a field".to_owned()).into()),
        };
        let measure = AnyMeasure::new(name, values)?.of_field(field.as_deref());
        let feature = Feature::new(measure);
        if feature.is_learned() {
            let feature = text.to_string();
            return Err(FeatureError::Learned { feature }.into());
        }
        Ok(feature)
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
#[serde(untagged, deny_unknown_fields)]
enum StoredFeature {
    Measured {
        measure: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        field: Option<String>,
        parameters: Map<String, Value>,
    },
    Given {
        column: String,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        rises: bool,
    },
}

impl From<Feature> for StoredFeature {
    fn from(feature: Feature) -> Self {
        match feature.measure {
            Some(measure) => StoredFeature::Measured {
                measure: measure.entry().name.to_string(),
                field: measure.field().map(String::from),
                parameters: measure.parameters(),
            },
            None => StoredFeature::Given {
                column: feature.name,
                rises: feature.rises,
            },
        }
    }
}

impl TryFrom<StoredFeature> for Feature {
    type Error = Error;

    fn try_from(stored: StoredFeature) -> Result<Self> {
        match stored {
            StoredFeature::Measured {
                measure,
                field,
                parameters,
            } => {
                let measure = AnyMeasure::new(&measure, parameters)?;
                Ok(Feature::new(measure.of_field(field.as_deref())))
            }
            StoredFeature::Given { column, rises } => Ok(Feature {
                rises,
                ..Feature::given(&column)
            }),
        }
    }
}

/// The features of a similarity vector, in order, none twice.
///
/// ```
/// use dejalu_similarity::{Feature, FeatureSet};
///
/// let mut features = FeatureSet::parse("jaccard resemblance:w=3")?;
/// features.extend([Feature::given("embedding")]);
/// assert_eq!(features.len(), 3);
/// # Ok::<(), dejalu_base::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FeatureSet(Vec<Feature>);

/// The features of `--features default`; `docs/results.md` says what each family is worth. Every family is in
/// that costs less than a tenth of a millisecond a pair and no statistics but document frequencies; of agreement what
/// every document has, and no headline, which models of a collection's own pairs gain nothing from. One of Dice and
/// extended Jaccard tells all that the other does (001, equations 4 and 5), so only one is in.
const DEFAULT: &str = "jaccard cosine dice euclidean:normalised=true resemblance:w=2 resemblance \
    containment:w=3 containment containment:direction=min char-containment \
    char-containment:direction=min mwo length-ratio common-order common-order:direction=min \
    same-words longest-common-run longest-difference longest-difference:place=edge difference-runs \
    difference-weight number-agreement name-agreement identifier-agreement os-cds os-cds:direction=min scam \
    sentence-grams pause-strings equal-lines simhash spotsigs tag-counts tag-paths heading-outline \
    rarest-words rarest-words:k=1";

/// The features of `--features default` of a whole record, beside those of fields whose types are known: what of the
/// measures of texts says something of a few short fields.
const DEFAULT_OF_RECORDS: &str = "jaccard containment:w=3,direction=min char-containment \
    char-containment:direction=min length-ratio longest-difference difference-weight number-agreement rarest-words \
    rarest-words:k=1 soft-words soft-containment soft-containment:direction=min no-lacking-word \
    no-lacking-word:direction=min codes-in-text";

/// The features of `--features papers`: the measures of the five papers with the papers' parameters.
const PAPERS: &str = "jaccard cosine dice extended-jaccard euclidean resemblance containment \
    containment:direction=min patricia patricia:direction=min mwo fuzzy-resemblance \
    fuzzy-resemblance:direction=max fuzzy-resemblance:direction=min fuzzy-overlap fuzzy-overlap:direction=min fuzzy-sentence \
    four-grams four-grams:direction=min os-cds os-cds:direction=min scam cops \
    cops:direction=min simhash i-match super-shingles spotsigs latent-angle sentence-grams \
    pause-strings equal-lines tag-counts";

/// The features of `--features records`: agreement and conflict of each field of bibliographic records.
const RECORDS: &str = "same-title:field=title same-title-or-part:field=title \
    same-title-of-30:field=title same-title-of-60:field=title no-other-title:field=title no-other-title-word:field=title \
    no-other-title-number:field=title no-more-title-numbers:field=title no-notice:field=title \
    same-first-author:field=author same-people:field=author no-other-first-author:field=author \
    no-other-people:field=author same-year:field=year no-other-year:field=year \
    same-number:field=volume no-other-number:field=volume same-number:field=number \
    same-pages:field=pages same-last-page:field=pages no-other-pages:field=pages \
    same-code:field=doi no-other-code:field=doi same-code:field=isbn no-other-code:field=isbn \
    no-other-journal:field=journal same-abstract:field=abstract no-other-abstract:field=abstract \
    same-title-and-people same-place-and-people no-other-title-and-author \
    no-other-work-of-generic-title fewer-than-2-conflicts fewer-than-3-conflicts";

impl FeatureSet {
    /// Reads features separated by white space. `default`, `records` (the fields of bibliographic records), `papers` (the
    /// measures of the five papers) and `all` (those, the default ones and every measure of the catalogue) stand for
    /// several. A feature that is named twice counts once.
    pub fn parse(text: &str) -> Result<Self> {
        let mut set = FeatureSet::default();
        for word in text.split_whitespace() {
            match word {
                "default" => set.extend(FeatureSet::parse(DEFAULT)?),
                "papers" => set.extend(FeatureSet::parse(PAPERS)?),
                "records" => set.extend(FeatureSet::parse(RECORDS)?),
                "all" => {
                    set.extend(FeatureSet::parse(DEFAULT)?);
                    set.extend(FeatureSet::parse(PAPERS)?);
                    let measures = catalogue().into_iter().map(Feature::from);
                    set.extend(measures.filter(|feature| !feature.is_learned()));
                }
                feature => set.extend([feature.parse()?]),
            }
        }
        if set.0.is_empty() {
            let expected = "expected 'default', 'records', 'papers', 'all', or names of measures";
            return Err(Error::invalid(Parameter::Features, text, expected));
        }
        Ok(set)
    }

    /// The same for records with these fields: `default` also stands for what compares each of them.
    ///
    /// # Errors
    ///
    /// Those of [`parse`](Self::parse); a feature that looks at another field.
    pub fn parse_with_fields<'f>(
        text: &str,
        fields: impl IntoIterator<Item = &'f str>,
    ) -> Result<Self> {
        let fields: Vec<&str> = fields.into_iter().collect();
        let mut features = FeatureSet::parse(text)?;
        if text.split_whitespace().any(|word| word == "default") {
            features.extend(
                FeatureSet::of_fields(fields.iter().copied())?
                    .iter()
                    .cloned(),
            );
        }
        match features.other_field(&fields) {
            None => Ok(features),
            Some(name) => {
                let expected = format!("expected {} with a field '{name}'", Parameter::Fields);
                Err(Error::invalid(Parameter::Features, text, expected))
            }
        }
    }

    /// The same for records of which it is known what the fields hold: `default` stands for what compares a few short
    /// fields as a whole, and each of them by its type.
    ///
    /// # Errors
    ///
    /// Those of [`parse_with_fields`](Self::parse_with_fields).
    pub fn parse_with_types(text: &str, fields: &[TypedField]) -> Result<Self> {
        let names = fields.iter().map(|it| &*it.field);
        if fields.iter().all(|it| it.field_type.is_none()) {
            return FeatureSet::parse_with_fields(text, names);
        }
        let mut features = FeatureSet::default();
        for word in text.split_whitespace() {
            if word != "default" {
                features.extend(FeatureSet::parse_with_fields(word, names.clone())?);
                continue;
            }
            features.extend(FeatureSet::parse(DEFAULT_OF_RECORDS)?);
            for field in fields {
                for measure in field.measures() {
                    let separator = if measure.contains(':') { ',' } else { ':' };
                    let name = format!("{measure}{separator}field={}", field.field);
                    features.extend([name.parse()?]);
                }
            }
        }
        if features.is_empty() {
            return FeatureSet::parse_with_fields(text, names);
        }
        Ok(features)
    }

    /// The first field that its features look at and that is not among these.
    pub fn other_field(&self, known: &[&str]) -> Option<&str> {
        let mut fields = self.fields().into_iter();
        fields.find(|name| !known.contains(name))
    }

    /// Features that compare records with these fields, beside their texts as a whole: measures for short fields by
    /// their usual names (`author`, `year`, `pages`, `volume`, `number`, `doi`, `isbn`, `journal`), and for every other
    /// field its words and its letters.
    pub fn of_fields<'f>(fields: impl IntoIterator<Item = &'f str>) -> Result<Self> {
        let mut set = FeatureSet::default();
        for field in fields {
            for measure in usual_measures(field) {
                set.extend([format!("{measure}:field={field}").parse()?]);
            }
        }
        Ok(set)
    }

    /// The fields that its features look at, each once, in their order.
    pub fn fields(&self) -> Vec<&str> {
        let mut fields: Vec<&str> = Vec::new();
        let measures = self.iter().filter_map(Feature::measure);
        for field in measures.filter_map(AnyMeasure::field) {
            if !fields.contains(&field) {
                fields.push(field);
            }
        }
        fields
    }

    /// Adds the features that are not yet in the set.
    pub fn extend(&mut self, features: impl IntoIterator<Item = Feature>) {
        for feature in features {
            if self.position(&feature).is_none() {
                self.0.push(feature);
            }
        }
    }

    /// Returns whether a vector is that of two documents of the same text: every similarity is 1.
    /// What a column of the user's own says does not matter; without any similarity nobody knows.
    pub fn are_identical(&self, vector: &[f64]) -> bool {
        let values = self.0.iter().zip(vector);
        let mut similarities = values.filter(|(feature, _)| feature.measure().is_some());
        self.tell_copies() && similarities.all(|(_, value)| *value == 1.0)
    }

    /// Returns whether a vector tells that two documents are of the same text: one of a similarity does, one of the
    /// user's own columns alone does not.
    pub fn tell_copies(&self) -> bool {
        self.0.iter().any(|feature| feature.measure().is_some())
    }

    /// The score of a vector under a ceiling: documents of the same text have it, and no others
    /// more. Unchanged if no feature says which texts are the same.
    pub fn capped(&self, vector: &[f64], score: f64, ceiling: f64) -> f64 {
        if !self.tell_copies() {
            score
        } else if self.are_identical(vector) {
            ceiling
        } else {
            score.min(ceiling)
        }
    }

    /// The scores of these unscaled rows (n × d), each [capped](Self::capped).
    pub fn capped_all(&self, rows: ArrayView2<f64>, scores: Vec<f64>, ceiling: f64) -> Vec<f64> {
        let scored = rows.outer_iter().zip(scores);
        let capped = scored.map(|(row, score)| self.capped(&row.to_vec(), score, ceiling));
        capped.collect()
    }

    /// The value of a vector where there is nothing to compare; [`Missing::Conventional`] if one of the features says
    /// so.
    pub fn missing(&self) -> Missing {
        let mut features = self.0.iter();
        match features.find(|feature| feature.missing == Missing::Conventional) {
            Some(_) => Missing::Conventional,
            None => Missing::Neutral,
        }
    }

    /// The same features, whose vectors have `missing` where there is nothing to compare.
    pub fn with_missing(self, missing: Missing) -> Self {
        let features = self.0.into_iter();
        FeatureSet(
            features
                .map(|feature| Feature { missing, ..feature })
                .collect(),
        )
    }

    /// The place of a feature in the vector.
    pub fn position(&self, feature: &Feature) -> Option<usize> {
        self.0.iter().position(|known| known.is(feature))
    }

    /// Returns whether each feature [rises](Feature::rises()).
    pub fn rising(&self) -> Vec<bool> {
        self.0.iter().map(Feature::rises).collect()
    }

    /// The value that a missing one stands for, of each feature: [`Measure::NEUTRAL`](super::measures::Measure::NEUTRAL);
    /// NaN for the training mean.
    pub fn neutral(&self) -> Vec<f64> {
        let measures = self.0.iter().map(Feature::measure);
        let neutral = measures.map(|measure| measure.and_then(|it| it.entry().neutral));
        neutral.map(|value| value.unwrap_or(f64::NAN)).collect()
    }

    /// The features, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Feature> {
        self.0.iter()
    }

    /// r, the length of the vector.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there is no feature.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What the features together read of a document.
    pub fn scope(&self) -> Scope {
        let scopes = self.0.iter().map(Feature::scope);
        scopes.fold(Scope::default(), |all, scope| all.and(&scope))
    }

    /// The statistics of a reference collection that the features need together.
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

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_text::sorted::distinct;

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
            ("jaccard:k=20,field=2020", "jaccard:field=2020,k=20"),
            ("jaccard:field=true", "jaccard:field=true"),
            ("jaccard:field=1e5", "jaccard:field=1e5"),
        ] {
            let feature: Feature = text.parse().unwrap();
            assert_eq!(feature.name(), name);
            assert_eq!(feature.name().parse::<Feature>().unwrap(), feature);
            let json = serde_json::to_string(&feature).unwrap();
            assert_eq!(serde_json::from_str::<Feature>(&json).unwrap(), feature);
        }
    }

    #[test]
    fn a_column_is_a_similarity_or_of_the_users_own() {
        assert_eq!(
            Feature::of_column("containment:w=4"),
            "containment".parse().unwrap()
        );
        let own = Feature::of_column("embedding");
        assert_eq!((own.name(), own.measure()), ("embedding", None));
        let json = serde_json::to_string(&own).unwrap();
        assert_eq!(json, r#"{"column":"embedding"}"#);
        assert_eq!(serde_json::from_str::<Feature>(&json).unwrap(), own);
    }

    #[test]
    fn bad_features_are_refused_in_one_sentence() {
        for (text, problem) in [
            ("jaccard:k", "'k' has no value, expected parameter=value"),
            (
                "jaccard:k=0",
                "k is 0, expected 'all' or a whole number from 1",
            ),
            (
                "resemblance:w=-1",
                "integer `-1`, expected a whole number from 0 to 4294967295",
            ),
            ("mwo:title=x", "string \"x\", expected a number"),
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
        for preset in ["default", "records", "papers", "all", "default papers all"] {
            let set = FeatureSet::parse(preset).unwrap();
            let names = distinct(set.iter().map(Feature::name));
            assert_eq!(names.len(), set.len());
        }
        assert!(FeatureSet::parse(" ").is_err());
    }
}
