//! The learned decisions: whether a candidate is a passage, and which of candidates that overlap is the better one.

use std::sync::LazyLock;

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use dejalu_base::error::{Error, ModelError, Result};
use dejalu_learn::{Discriminant, Kernel, Learner, Scaling};

use crate::features::{FEATURES, Vector};

/// A linear function of a vector of [`FEATURES`](crate::FEATURES).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Linear {
    weights: Vec<f64>,
    bias: f64,
}

impl Linear {
    fn is_finite(&self) -> bool {
        self.bias.is_finite() && self.weights.iter().all(|it| it.is_finite())
    }

    pub(crate) fn score(&self, vector: &Vector) -> f64 {
        let products = self.weights.iter().zip(vector).map(|(w, x)| w * x);
        self.bias + products.sum::<f64>()
    }

    /// Fits a linear support vector machine to standardised rows, with the scaling folded into the weights.
    pub(crate) fn fit(rows: &[Vector], labels: &[bool], c: f64) -> Result<Self> {
        let flat = rows.iter().flatten().copied().collect();
        let rows = Array2::from_shape_vec((rows.len(), FEATURES.len()), flat);
        let rows = rows.unwrap_or_else(|_| Array2::zeros((0, FEATURES.len())));
        let scaling = Scaling::fit(rows.view())?;
        let scaled = scaling.rows(rows.view());
        let found = Learner::new(Kernel::Linear, c).fit(scaled.view(), labels)?;
        let Discriminant::Linear { weights, bias } = found else {
            unreachable!("a linear kernel has a linear discriminant");
        };
        let factors = weights.iter().zip(&scaling.factors);
        let weights: Vec<f64> = factors.map(|(w, factor)| w * factor).collect();
        let shift: f64 = weights
            .iter()
            .zip(&scaling.offsets)
            .map(|(w, it)| w * it)
            .sum();
        Ok(Linear {
            weights,
            bias: bias - shift,
        })
    }
}

/// What decides which candidates are passages.
#[derive(Debug, Clone, PartialEq)]
pub struct PassageModel {
    /// Above 0 for a passage.
    pub(crate) keep: Linear,
    /// The greater, the better are the ends of a candidate.
    pub(crate) choose: Linear,
}

/// A model as it stands in a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    format: u32,
    kind: String,
    features: Vec<String>,
    keep: Linear,
    choose: Linear,
}

const FORMAT: u32 = 1;
const KIND: &str = "passages";

impl PassageModel {
    /// The model that was learned from mixtures of the project's own documents.
    pub fn built_in() -> &'static Self {
        static MODEL: LazyLock<PassageModel> = LazyLock::new(|| {
            let read = PassageModel::from_json(include_bytes!("../../../models/passages.json"));
            // A test reads it.
            read.unwrap_or_else(|error| unreachable!("models/passages.json: {error}"))
        });
        &MODEL
    }

    /// Reads a model.
    ///
    /// # Errors
    ///
    /// No JSON of a model of passages; one of another format or with other features; a number that is not finite.
    pub fn from_json(json: &[u8]) -> Result<Self> {
        let bad = |problem: String| Error::from(ModelError::BadModel { problem });
        let stored: Stored = serde_json::from_slice(json)
            .map_err(|error| bad(format!("not a model of passages ({error})")))?;
        if (stored.format, &*stored.kind) != (FORMAT, KIND) {
            return Err(bad(format!(
                "expected format {FORMAT} of kind '{KIND}', found format {} of kind '{}'",
                stored.format, stored.kind
            )));
        }
        let [keep, choose] = [stored.keep, stored.choose];
        let is_whole = |it: &Linear| it.weights.len() == FEATURES.len() && it.is_finite();
        if stored.features != FEATURES || !is_whole(&keep) || !is_whole(&choose) {
            return Err(bad(
                "its features or weights are not those of this version".into()
            ));
        }
        Ok(PassageModel { keep, choose })
    }

    /// The model as JSON, in one way.
    pub fn to_json(&self) -> String {
        let stored = Stored {
            format: FORMAT,
            kind: KIND.into(),
            features: FEATURES.map(String::from).into(),
            keep: self.keep.clone(),
            choose: self.choose.clone(),
        };
        // Nothing but finite numbers and texts.
        let json = serde_json::to_string_pretty(&stored);
        json.unwrap_or_else(|error| unreachable!("{error}")) + "\n"
    }

    /// The same decisions with another least score of a passage.
    pub(crate) fn from(&self, least: f64) -> Self {
        let mut model = self.clone();
        model.keep.bias -= least;
        model
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_model_is_written_as_it_was_read() {
        let model = PassageModel::built_in();
        let json = include_str!("../../../models/passages.json");
        assert_eq!(model.to_json(), json);
        assert_eq!(PassageModel::from_json(json.as_bytes()).unwrap(), *model);
    }

    #[test]
    fn what_is_no_model_of_passages_is_refused() {
        let json = PassageModel::built_in().to_json();
        for (from, to) in [
            ("\"format\": 1", "\"format\": 2"),
            ("\"passages\"", "\"pairs\""),
            ("\"dice\"", "\"mice\""),
            ("{", "["),
        ] {
            let changed = json.replacen(from, to, 1);
            assert_ne!(changed, json);
            let error = PassageModel::from_json(changed.as_bytes()).unwrap_err();
            assert!(error.to_string().contains("train again"), "{error}");
        }
    }
}
