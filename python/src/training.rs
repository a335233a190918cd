//! From labelled pairs to a model.

use std::path::PathBuf;
use std::sync::Arc;

use dejalu::corpus::background::Background;
use dejalu::error::Parameter;
use dejalu::evaluation::Bootstrap;
use dejalu::experiment::compare::CompareOptions;
use dejalu::experiment::train::{TrainOptions, candidate_recall, train as train_model};
use dejalu::learning::{LearnerOptions, Setting, chance_of_error};
use dejalu::model::CrossValidationOptions;
use dejalu::report::{OutputFolder, Page};
use pyo3::prelude::*;

use crate::analysis::Reading;
use crate::error::raised;
use crate::model::Model;
use crate::tables::Pairs;
use crate::whole::Whole;
use crate::work::detached;

/// Options of learning, as Python gives them. Choices are texts, as on the command line.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Learning {
    features: String,
    reading: Reading,
    kernel: String,
    c: String,
    gamma: String,
    degree: Option<Whole>,
    coef0: Option<f64>,
    class_weights: bool,
    terms: Option<bool>,
    operating_point: String,
    abstain: Option<String>,
    folds: Whole,
    inner_folds: Whole,
    background: Option<PathBuf>,
}

/// Options of random choices.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Chance {
    seed: Whole,
    draws: Whole,
}

impl Chance {
    fn seed(&self) -> PyResult<u64> {
        self.seed.within(Parameter::Seed, 0, u64::MAX)
    }

    /// Options of the intervals.
    pub fn bootstrap(&self) -> PyResult<Bootstrap> {
        let most = u64::from(Bootstrap::MOST_DRAWS);
        Ok(Bootstrap {
            draws: self.draws.within(Parameter::Draws, 0, most)? as u32,
            seed: self.seed()?,
            ..Bootstrap::default()
        })
    }
}

impl Learning {
    /// Everything that shapes an experiment on these pairs.
    pub fn options(&self, pairs: &Pairs, chance: &Chance, plane: bool) -> PyResult<CompareOptions> {
        Ok(CompareOptions {
            features: pairs.features(&self.features, &self.reading.typed()?)?,
            cross_validation: self.cross_validation(chance)?,
            learner: self.learner()?,
            bootstrap: chance.bootstrap()?,
            plane,
            ..CompareOptions::default()
        })
    }

    /// Folds, seed, analysis, statistics.
    fn cross_validation(&self, chance: &Chance) -> PyResult<CrossValidationOptions> {
        let most = CrossValidationOptions::MOST_FOLDS;
        let background = self.background.as_deref().map(Background::load).transpose();
        Ok(CrossValidationOptions {
            analysis: self.reading.options()?,
            folds: self.folds.within(Parameter::Folds, 2, most)? as usize,
            inner_folds: self.inner_folds.within(Parameter::InnerFolds, 2, most)? as usize,
            seed: chance.seed()?,
            terms: self.terms,
            background: background.map_err(raised)?.map(Arc::new),
            ..CrossValidationOptions::default()
        })
    }

    /// Kernel, parameters, operating point.
    fn learner(&self) -> PyResult<LearnerOptions> {
        let abstain = self.abstain.as_deref().map(chance_of_error).transpose();
        let options = LearnerOptions {
            kernel: self.kernel.parse().map_err(raised)?,
            c: Setting::parse(Parameter::C, &self.c).map_err(raised)?,
            gamma: Setting::parse(Parameter::Gamma, &self.gamma).map_err(raised)?,
            class_weights: self.class_weights,
            operating_point: self.operating_point.parse().map_err(raised)?,
            abstain: abstain.map_err(raised)?,
            ..LearnerOptions::default()
        };
        let most = u64::from(dejalu::learning::LARGEST_DEGREE);
        let degree = self.degree.as_ref();
        let degree = degree.map(|degree| degree.within(Parameter::Degree, 1, most));
        let degree = degree.transpose()?.map(|degree| degree as u32);
        options.with_polynomial(degree, self.coef0).map_err(raised)
    }
}

/// Learns a model; the learning curve, as JSON, stands beside it where it is asked for.
#[pyfunction]
#[expect(
    clippy::too_many_arguments,
    reason = "what Python gives by name, this takes by place"
)]
pub fn train(
    py: Python<'_>,
    pairs: &Pairs,
    learning: Learning,
    chance: Chance,
    recall: &str,
    block_by: Option<String>,
    splits: Vec<String>,
    learning_curve: bool,
    report: Option<PathBuf>,
) -> PyResult<(Model, Option<String>)> {
    let options = TrainOptions {
        comparison: CompareOptions {
            other_kernels: Vec::new(),
            rules: false,
            ..learning.options(pairs, &chance, report.is_some())?
        },
        candidate_recall: candidate_recall(recall).map_err(raised)?,
        block_by: block_by
            .as_deref()
            .map(str::parse)
            .transpose()
            .map_err(raised)?,
        vetoes: Vec::new(),
        splits,
        learning_curve,
    };
    let trained = detached(py, |watch| {
        let folder = report.as_deref().map(OutputFolder::create).transpose()?;
        let trained = train_model(&pairs.set, &options, watch)?;
        if let Some(folder) = folder {
            Page::of(&trained.comparison, &pairs.source)
                .with_model("in memory", &trained.model)
                .write(folder.path())?;
        }
        Ok(trained)
    })?;
    let curve = trained.comparison.learning_curve.as_ref();
    let curve = curve.and_then(|it| serde_json::to_string(it).ok());
    Ok((Model::new(trained.model), curve))
}
