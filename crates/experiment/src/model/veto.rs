//! Vetoes: conditions under which a pair is never a duplicate, whatever its score.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use dejalu_base::error::{Error, ModelError, Parameter, Result, nearest};
use dejalu_similarity::{Feature, FeatureSet};

/// A condition under which a pair is never a duplicate, as data of a model: *a generic title, and another volume*.
///
/// It holds if each of its lines does, and a line holds if one of its limits does. A limit holds where a feature is
/// below a number, so a veto can only be lifted by more likeness: with it a monotone score stays monotone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Veto {
    /// The name by which it is switched off: letters, digits and hyphens.
    pub name: String,
    /// The condition in words, as a noun phrase.
    pub says: String,
    /// True if pairs that it decides are learned from all the same: without it the model then knows as much of them as
    /// features can tell. Pairs that another veto decides are left out of the training.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub learned: bool,
    /// The lines, of which all have to hold.
    pub all: Vec<Vec<Limit>>,
}

/// A limit of a feature.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limit {
    /// The name of the feature.
    pub feature: String,
    /// It holds where the similarity is less than this, in \[0, 1\].
    pub below: f64,
    /// True if it holds as well where there is nothing to compare.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub or_missing: bool,
}

/// The vetoes of a model, each limit with the place of its feature in the vector.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Vetoes {
    vetoes: Vec<Veto>,
    places: Vec<Vec<Vec<Placed>>>,
}

/// A limit of the similarity at a place.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Placed {
    place: usize,
    below: f64,
    or_missing: bool,
}

impl Placed {
    fn holds(self, vector: &[f64]) -> bool {
        let value = vector.get(self.place).copied().unwrap_or(f64::NAN);
        value < self.below || self.or_missing && value.is_nan()
    }
}

/// The vetoes of the built-in models, by name.
const NAMED: [(&str, &[u8]); 2] = [
    ("records", include_bytes!("vetoes_of_records.json")),
    ("texts", include_bytes!("vetoes_of_texts.json")),
];

impl Veto {
    /// The vetoes of a JSON file's bytes, a list.
    ///
    /// # Errors
    ///
    /// Bytes that are no list of vetoes.
    pub fn read(json: &[u8]) -> Result<Vec<Veto>> {
        serde_json::from_slice(json).map_err(|error| {
            let problem = format!("expected a list of vetoes as JSON: {error}");
            Error::from(ModelError::BadModel { problem })
        })
    }

    /// The vetoes that have a name of their own: `records` and `texts`, those of the built-in models.
    pub fn named(name: &str) -> Option<Result<Vec<Veto>>> {
        let named = NAMED.iter().find(|(known, _)| *known == name);
        named.map(|(_, json)| Veto::read(json))
    }

    /// The features that vetoes look at, each once.
    pub(crate) fn features(vetoes: &[Veto]) -> Result<FeatureSet> {
        let limits = vetoes.iter().flat_map(|veto| veto.all.iter().flatten());
        limits.map(|limit| limit.feature.parse()).collect()
    }
}

impl Vetoes {
    /// Vetoes over the vectors of these features.
    ///
    /// # Errors
    ///
    /// A feature that is not among them; a limit that is not above 0 and at most 1, or without effect; a line or a veto
    /// without any; a name that occurs twice or is none.
    pub fn new(vetoes: Vec<Veto>, features: &FeatureSet) -> Result<Self> {
        let mut names = BTreeSet::new();
        for veto in &vetoes {
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
            if veto.name.is_empty() || !veto.name.chars().all(is_name) {
                return Err(bad(
                    veto,
                    "its name has other characters than letters, digits and hyphens",
                ));
            }
            if !names.insert(&veto.name) {
                return Err(bad(veto, "another veto has its name"));
            }
            if veto.all.is_empty() || veto.all.iter().any(Vec::is_empty) {
                return Err(bad(veto, "it has no limit, or a line without any"));
            }
        }
        let places = vetoes.iter().map(|veto| {
            let line =
                |line: &Vec<Limit>| line.iter().map(|it| placed(veto, it, features)).collect();
            veto.all.iter().map(line).collect()
        });
        let places = places.collect::<Result<_>>()?;
        Ok(Vetoes { vetoes, places })
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.vetoes.is_empty()
    }

    /// The vetoes, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &Veto> {
        self.vetoes.iter()
    }

    /// The first veto whose condition a vector meets.
    pub fn first(&self, vector: &[f64]) -> Option<&Veto> {
        let holds = |lines: &Vec<Vec<Placed>>| {
            let mut lines = lines.iter();
            lines.all(|line| line.iter().any(|limit| limit.holds(vector)))
        };
        let place = self.places.iter().position(holds)?;
        self.vetoes.get(place)
    }

    /// Returns whether one of them looks at the feature at a place.
    pub fn look_at(&self, place: usize) -> bool {
        self.places
            .iter()
            .flatten()
            .flatten()
            .any(|limit| limit.place == place)
    }

    /// The vetoes without those of these names.
    ///
    /// # Errors
    ///
    /// A name that none of them has.
    pub fn without(mut self, names: &[String]) -> Result<Self> {
        for name in names {
            let Some(place) = self.vetoes.iter().position(|veto| veto.name == *name) else {
                let known: Vec<&str> = self.vetoes.iter().map(|veto| &*veto.name).collect();
                let meant = nearest(name, known.iter().copied());
                let meant =
                    meant.map_or(String::new(), |name| format!(" (did you mean '{name}'?)"));
                let expected = if known.is_empty() {
                    "expected a model with vetoes; this one has none".to_owned()
                } else {
                    format!(
                        "expected one of the model's vetoes: {}{meant}",
                        known.join(", ")
                    )
                };
                return Err(Error::invalid(Parameter::NoVeto, name, expected));
            };
            self.vetoes.remove(place);
            self.places.remove(place);
        }
        Ok(self)
    }
}

/// A limit with the place of its feature.
fn placed(veto: &Veto, limit: &Limit, features: &FeatureSet) -> Result<Placed> {
    let feature: Feature = limit.feature.parse()?;
    let Some(place) = features.position(&feature) else {
        return Err(bad(veto, &format!("the model has no feature '{feature}'")));
    };
    let is_sound = (0.0..=1.0).contains(&limit.below) && (limit.below > 0.0 || limit.or_missing);
    if !is_sound {
        return Err(bad(
            veto,
            &format!(
                "its limit {} of '{feature}' is not above 0 and at most 1",
                limit.below
            ),
        ));
    }
    Ok(Placed {
        place,
        below: limit.below,
        or_missing: limit.or_missing,
    })
}

fn bad(veto: &Veto, problem: &str) -> Error {
    let problem = format!("the veto '{}' cannot be applied: {problem}", veto.name);
    ModelError::BadModel { problem }.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vetoes(json: &str) -> Result<Vetoes> {
        let features = FeatureSet::parse("jaccard dice mwo").unwrap();
        Vetoes::new(Veto::read(json.as_bytes())?, &features)
    }

    const TWO: &str = r#"[
        {"name": "a", "says": "other words", "all": [
            [{"feature": "jaccard", "below": 0.5}], [{"feature": "dice", "below": 0.5}, {"feature": "mwo", "below": 1, "or_missing": true}]
        ]},
        {"name": "b", "says": "no words", "all": [[{"feature": "mwo", "below": 0, "or_missing": true}]]}
    ]"#;

    #[test]
    fn a_veto_holds_where_each_line_has_a_limit_that_holds() {
        let both = vetoes(TWO).unwrap();
        let first = |vector: [f64; 3]| both.first(&vector).map(|veto| &*veto.name);
        assert_eq!(first([0.4, 0.4, 1.0]), Some("a"));
        assert_eq!(first([0.4, 0.6, f64::NAN]), Some("a"));
        assert_eq!(first([0.4, 0.6, 1.0]), None);
        assert_eq!(first([f64::NAN, 0.4, f64::NAN]), Some("b"));
        assert_eq!(first([1.0; 3]), None);
        let without = both.without(&["a".into()]).unwrap();
        assert_eq!(without.first(&[0.0; 3]), None);
        assert!(without.look_at(2) && !without.look_at(0));
        let error = without.without(&["other".into()]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "no_veto 'other': expected one of the model's vetoes: b"
        );
    }

    #[test]
    fn what_cannot_be_applied_is_refused() {
        for (from, to, problem) in [
            (
                "\"jaccard\"",
                "\"simhash\"",
                "'a' cannot be applied: the model has no feature 'simhash'",
            ),
            ("0.5}]", "1.5}]", "limit 1.5 of 'jaccard' is not above 0"),
            ("\"b\"", "\"a\"", "another veto has its name"),
            ("\"b\"", "\"b c\"", "other characters"),
            ("\"all\"", "\"any\"", "expected a list of vetoes as JSON"),
        ] {
            let error = vetoes(&TWO.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(error.contains(problem), "{error}");
        }
    }
}
