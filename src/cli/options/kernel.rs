//! Which kernel, and what only one of them has.

use clap::Args;
use dejalu::error::Result;
use dejalu::learning::{KernelChoice, LARGEST_DEGREE, LARGEST_FACTOR, LearnerOptions};
use serde::Serialize;

use super::values::{whole, wrong};

/// The kernels that `train` offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::cli) enum Kernel {
    /// A plane in the space of the features.
    Linear,
    /// Radial basis functions.
    Rbf,
    /// Polynomials of the features.
    Polynomial,
    /// All are tried in the inner folds; of equally good ones the simplest is taken.
    Auto,
}

impl From<Kernel> for KernelChoice {
    fn from(kernel: Kernel) -> Self {
        match kernel {
            Kernel::Linear => KernelChoice::Linear,
            Kernel::Rbf => KernelChoice::Rbf,
            Kernel::Polynomial => KernelChoice::Polynomial,
            Kernel::Auto => KernelChoice::Auto,
        }
    }
}

/// What only the polynomial kernel has.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Learning")]
pub(in crate::cli) struct Polynomial {
    /// Degree of the polynomial kernel; without it 2 and 3 are tried
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, u64::from(LARGEST_DEGREE)), allow_negative_numbers = true)]
    degree: Option<u32>,

    /// How much single features count in the polynomial kernel beside their products [default: 1]
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    coef0: Option<String>,
}

impl Polynomial {
    /// The options with degree and coef0; refuses them for another kernel.
    pub(in crate::cli) fn apply(&self, options: LearnerOptions) -> Result<LearnerOptions> {
        let number = |text: &String| {
            let expected = format!("expected a number from 0 to {LARGEST_FACTOR}");
            text.parse().map_err(|_| wrong("--coef0", text, &expected))
        };
        options.with_polynomial(self.degree, self.coef0.as_ref().map(number).transpose()?)
    }
}
