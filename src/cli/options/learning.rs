//! Options for training and evaluation.

use clap::Args;
use dejalu::error::{Parameter, Result};
use dejalu::evaluation::{Bootstrap, base_rate};
use dejalu::learning::{KernelChoice, LearnerOptions, Setting};
use dejalu::model::CrossValidationOptions;
use dejalu::text::AnalysisOptions;
use serde::Serialize;

use super::values::whole;

/// Options for training and evaluation.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Learning")]
pub(in crate::cli) struct Learning {
    /// Penalty C of the SVM, or auto to search for it
    #[arg(long, value_name = "X|auto", default_value = "auto")]
    c: String,

    /// Gamma of the RBF, Laplacian or polynomial kernel; auto searches for it (Laplacian: 1 divided by the number of
    /// features)
    #[arg(long, value_name = "X|auto", default_value = "auto")]
    gamma: String,

    /// Class weights in training
    #[arg(long, value_enum, value_name = "HOW", default_value = "none")]
    class_weights: ClassWeights,

    /// How to choose the threshold: f1 (best F1 on held-out folds), precision=X, recall=X, or
    /// margin (score 0; not with --kernel auto)
    #[arg(long, value_name = "RULE", default_value = "f1")]
    operating_point: String,

    /// Number of outer folds, for measuring results
    #[arg(
        long,
        value_name = "N",
        default_value_t = 5,
        value_parser = whole::<usize>(2, CrossValidationOptions::MOST_FOLDS)
    )]
    folds: usize,

    /// Number of inner folds, for choosing C and gamma
    #[arg(
        long,
        value_name = "N",
        default_value_t = 5,
        value_parser = whole::<usize>(2, CrossValidationOptions::MOST_FOLDS)
    )]
    inner_folds: usize,

    /// Also learn word weights from the words in which pairs differ: on, off or auto; --terms alone is on. Needs 1,000
    /// labelled pairs, and is dropped unless it helps on held-out pairs. auto: of tables that are compared by their fields.
    /// The model then contains words of its training documents in clear text
    #[arg(long, value_name = "WHEN", value_enum, num_args = 0..=1, require_equals = true, default_value = "auto", default_missing_value = "on", hide_possible_values = true)]
    terms: When,

    #[command(flatten)]
    #[serde(flatten)]
    pub(in crate::cli) chance: Chance,
}

/// When something is done that the data may speak for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
enum When {
    Auto,
    On,
    Off,
}

impl When {
    /// What was chosen; none to leave it to the data.
    fn chosen(self) -> Option<bool> {
        match self {
            When::Auto => None,
            When::On => Some(true),
            When::Off => Some(false),
        }
    }
}

/// Options of random choices.
#[derive(Debug, Clone, Args, Serialize)]
pub(in crate::cli) struct Chance {
    /// Random seed for folds, permutations and intervals
    #[arg(
        long,
        value_name = "N",
        default_value_t = 42,
        value_parser = whole::<u64>(0, u64::MAX),
        help_heading = "Learning"
    )]
    seed: u64,

    /// Bootstrap samples per interval; 0 for no intervals
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        value_parser = whole::<u32>(0, u64::from(Bootstrap::MOST_DRAWS)),
        help_heading = "Learning"
    )]
    draws: u32,
}

impl Chance {
    /// Options of the intervals.
    pub(in crate::cli) fn bootstrap(&self) -> Bootstrap {
        Bootstrap {
            draws: self.draws,
            seed: self.seed,
            ..Bootstrap::default()
        }
    }
}

impl Learning {
    /// Kernel and parameters.
    pub(in crate::cli) fn learner(&self, kernel: KernelChoice) -> Result<LearnerOptions> {
        let options = LearnerOptions {
            kernel,
            c: Setting::parse(Parameter::C, &self.c)?,
            class_weights: self.class_weights == ClassWeights::Balanced,
            operating_point: self.operating_point.parse()?,
            ..LearnerOptions::default()
        };
        options.with_gamma(Setting::parse(Parameter::Gamma, &self.gamma)?)
    }

    /// Folds, seed and analysis.
    pub(in crate::cli) fn cross_validation(
        &self,
        analysis: AnalysisOptions,
    ) -> CrossValidationOptions {
        CrossValidationOptions {
            analysis,
            folds: self.folds,
            inner_folds: self.inner_folds,
            seed: self.chance.seed,
            terms: self.terms.chosen(),
            ..CrossValidationOptions::default()
        }
    }
}

/// Another share of duplicates.
#[derive(Debug, Clone, Args, Serialize)]
#[serde(transparent)]
pub(in crate::cli) struct BaseRate {
    /// Also report precision, recall, F1 and the best threshold at this share of duplicates (above
    /// 0 and below 1), by reweighting the classes of the labelled pairs; 0.5, 0.1, 0.01 and 0.001
    /// are always reported
    #[arg(long, value_name = "X", help_heading = "Results")]
    base_rate: Option<String>,
}

impl BaseRate {
    /// The share asked for, if one was.
    pub(in crate::cli) fn share(&self) -> Result<Option<f64>> {
        self.base_rate.as_deref().map(base_rate).transpose()
    }
}

/// Weights of the classes in learning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::cli) enum ClassWeights {
    /// Every pair has the same weight.
    None,
    /// Both classes have the same total weight.
    Balanced,
}
