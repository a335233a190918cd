//! How a discriminant is learned and measured.

use clap::Args;
use dejalu::error::{Parameter, Result};
use dejalu::evaluation::Bootstrap;
use dejalu::learning::{KernelChoice, LearnerOptions, Setting};
use dejalu::model::CrossValidationOptions;
use dejalu::text::AnalysisOptions;
use serde::Serialize;

use super::values::whole;

/// How a discriminant is learned and measured.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Learning")]
pub(in crate::cli) struct Learning {
    /// Penalty of the SVM, or auto to search it
    #[arg(
        long,
        value_name = "X|auto",
        default_value = "auto",
        allow_negative_numbers = true
    )]
    c: String,

    /// Gamma of the RBF or polynomial kernel, or auto to search it
    #[arg(
        long,
        value_name = "X|auto",
        default_value = "auto",
        allow_negative_numbers = true
    )]
    gamma: String,

    /// How the classes weigh: as they are, or each as much as the other however rare
    #[arg(long, value_enum, value_name = "HOW", default_value = "none")]
    class_weights: ClassWeights,

    /// Where "duplicate" begins: f1 (best F1 on held-out folds), precision=X, recall=X, or margin
    /// (score 0)
    #[arg(long, value_name = "RULE", default_value = "f1")]
    operating_point: String,

    /// Folds that figures are measured on
    #[arg(
        long,
        value_name = "N",
        default_value_t = 5,
        value_parser = whole::<usize>(2, CrossValidationOptions::MOST_FOLDS),
        allow_negative_numbers = true
    )]
    folds: usize,

    /// Folds inside each, on which C and gamma are searched
    #[arg(
        long,
        value_name = "N",
        default_value_t = 3,
        value_parser = whole::<usize>(2, CrossValidationOptions::MOST_FOLDS),
        allow_negative_numbers = true
    )]
    inner_folds: usize,

    #[command(flatten)]
    #[serde(flatten)]
    pub(in crate::cli) chance: Chance,
}

/// Where chance plays.
#[derive(Debug, Clone, Args, Serialize)]
pub(in crate::cli) struct Chance {
    /// Seed of folds and intervals
    #[arg(
        long,
        value_name = "N",
        default_value_t = 42,
        value_parser = whole::<u64>(0, u64::MAX),
        allow_negative_numbers = true,
        help_heading = "Learning"
    )]
    seed: u64,

    /// Bootstrap draws behind every interval; 0 for none
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1000,
        value_parser = whole::<u32>(0, u64::from(Bootstrap::MOST_DRAWS)),
        allow_negative_numbers = true,
        help_heading = "Learning"
    )]
    draws: u32,
}

impl Chance {
    /// How intervals are drawn.
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
        Ok(LearnerOptions {
            kernel,
            c: Setting::parse(Parameter::C, &self.c)?,
            gamma: Setting::parse(Parameter::Gamma, &self.gamma)?,
            class_weights: self.class_weights == ClassWeights::Balanced,
            operating_point: self.operating_point.parse()?,
            ..LearnerOptions::default()
        })
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
            ..CrossValidationOptions::default()
        }
    }
}

/// How the classes weigh in learning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::cli) enum ClassWeights {
    /// Every pair weighs the same.
    None,
    /// Both classes weigh the same.
    Balanced,
}
