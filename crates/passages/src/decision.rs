//! The learned decisions: whether a candidate is a passage, and which of candidates that overlap is the better one.

use std::sync::LazyLock;

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use dejalu_base::error::Result;
use dejalu_learn::{Discriminant, Kernel, Learner, Scaling};

use crate::features::{FEATURES, Vector};

/// A linear function of a vector of [`FEATURES`](crate::FEATURES).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Linear {
    weights: Vec<f64>,
    bias: f64,
}

impl Linear {
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
        let shift: f64 = weights.iter().zip(&scaling.offsets).map(|(w, it)| w * it).sum();
        Ok(Linear {
            weights,
            bias: bias - shift,
        })
    }
}

/// What decides which candidates are passages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PassageModel {
    /// Above 0 for a passage.
    pub(crate) keep: Linear,
    /// The greater, the better are the ends of a candidate.
    pub(crate) choose: Linear,
}

impl PassageModel {
    /// The same decisions with another least score of a passage.
    pub(crate) fn from(&self, least: f64) -> Self {
        let mut model = self.clone();
        model.keep.bias -= least;
        model
    }

    /// The model that was learned from mixtures of the project's own documents.
    pub fn built_in() -> &'static Self {
        static MODEL: LazyLock<PassageModel> = LazyLock::new(|| {
            let read = serde_json::from_str(include_str!("../../../models/passages.json"));
            // A test reads it.
            read.unwrap_or_else(|error| unreachable!("models/passages.json: {error}"))
        });
        &MODEL
    }
}
