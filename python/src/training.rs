//! From labelled pairs to a model.

use std::path::PathBuf;
use std::sync::Arc;

use dejalu::corpus::background::Background;
use dejalu::error::Parameter;
use dejalu::evaluation::Bootstrap;
use dejalu::experiment::Study;
use dejalu::experiment::train::{TrainOptions, candidate_recall, train_in};
use dejalu::learning::{LearnerOptions, Setting, chance_of_error};
use dejalu::model::StudyOptions;
use dejalu::report::{Occasion, OutputFolder, settings_of_training};
use dejalu::similarity::FeatureSet;
use pyo3::prelude::*;

use crate::analysis::Reading;
use crate::comparison::write_report;
use crate::error::{raised, wrong};
use crate::model::Model;
use crate::tables::Pairs;
use crate::work::detached;

/// How to learn, as Python gives it. Choices are texts, as on the command line.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Learning {
    features: String,
    reading: Reading,
    kernel: String,
    c: String,
    gamma: String,
    degree: Option<i64>,
    coef0: Option<f64>,
    class_weights: bool,
    operating_point: String,
    abstain: Option<String>,
    folds: i64,
    inner_folds: i64,
    background: Option<PathBuf>,
}

/// Where chance plays.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Chance {
    seed: i64,
    draws: i64,
}

impl Chance {
    fn seed(&self) -> PyResult<u64> {
        whole(Parameter::Seed, self.seed, 0, i64::MAX)
    }

    /// How intervals are drawn.
    pub fn bootstrap(&self) -> PyResult<Bootstrap> {
        let most = i64::from(Bootstrap::MOST_DRAWS);
        Ok(Bootstrap {
            draws: whole(Parameter::Draws, self.draws, 0, most)? as u32,
            seed: self.seed()?,
            ..Bootstrap::default()
        })
    }
}

impl Learning {
    /// What the learner sees.
    pub fn features(&self, pairs: &Pairs) -> PyResult<FeatureSet> {
        pairs.features(&self.features)
    }

    /// Folds, seed, analysis, statistics.
    pub fn study(&self, chance: &Chance) -> PyResult<StudyOptions> {
        let most = StudyOptions::MOST_FOLDS as i64;
        let background = self.background.as_deref().map(Background::load).transpose();
        Ok(StudyOptions {
            analysis: self.reading.options()?,
            folds: whole(Parameter::Folds, self.folds, 2, most)? as usize,
            inner_folds: whole(Parameter::InnerFolds, self.inner_folds, 2, most)? as usize,
            seed: chance.seed()?,
            background: background.map_err(raised)?.map(Arc::new),
            ..StudyOptions::default()
        })
    }

    /// Kernel, parameters, operating point.
    pub fn learner(&self) -> PyResult<LearnerOptions> {
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
        let most = i64::from(dejalu::learning::LARGEST_DEGREE);
        let degree = self
            .degree
            .map(|degree| whole(Parameter::Degree, degree, 1, most));
        let degree = degree.transpose()?.map(|degree| degree as u32);
        options.with_polynomial(degree, self.coef0).map_err(raised)
    }
}

/// Refuses a number out of range.
pub fn whole(parameter: Parameter, number: i64, least: i64, most: i64) -> PyResult<u64> {
    match u64::try_from(number) {
        Ok(whole) if (least..=most).contains(&number) => Ok(whole),
        _ => {
            let expected = format!("expected a whole number from {least} to {most}");
            Err(wrong(parameter, &number.to_string(), &expected))
        }
    }
}

/// Learns a model.
#[pyfunction]
pub fn train(
    py: Python<'_>,
    pairs: &Pairs,
    learning: Learning,
    chance: Chance,
    recall: &str,
    splits: Vec<String>,
    report: Option<PathBuf>,
) -> PyResult<Model> {
    let options = TrainOptions {
        features: learning.features(pairs)?,
        study: learning.study(&chance)?,
        learner: learning.learner()?,
        bootstrap: chance.bootstrap()?,
        candidate_recall: candidate_recall(recall).map_err(raised)?,
        splits,
    };
    let trained = detached(py, |watch| {
        let folder = report.as_deref().map(OutputFolder::create).transpose()?;
        let set = pairs.set.in_order();
        let (features, of_study) = (options.features.clone(), options.study.clone());
        let study = Study::new(&set, features, of_study, watch)?;
        let trained = train_in(&study, &options, watch)?;
        if let Some(folder) = folder {
            let settings = settings_of_training(&pairs.source, &options);
            let (comparison, model) = (&trained.comparison, Some(&trained.model));
            write_report(
                &folder,
                Occasion::Training,
                &study,
                comparison,
                model,
                &settings,
            )?;
        }
        Ok(trained)
    })?;
    Ok(Model::new(trained.model))
}
