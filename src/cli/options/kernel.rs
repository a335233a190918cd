//! The kernel of the SVM.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use dejalu::error::Result;
use dejalu::learning::{KernelChoice, LARGEST_DEGREE, LARGEST_FACTOR, LearnerOptions, Solver};

use super::values::{whole, wrong};

/// Reads the name of a kernel.
pub(in crate::cli) fn kernel() -> impl TypedValueParser<Value = KernelChoice> {
    PossibleValuesParser::new([
        "monotone",
        "linear",
        "rbf",
        "laplacian",
        "polynomial",
        "auto",
    ])
    .try_map(|name| name.parse::<KernelChoice>())
}

/// Reads the name of a solver.
pub(in crate::cli) fn solver() -> impl TypedValueParser<Value = Solver> {
    PossibleValuesParser::new(["own", "linfa"]).try_map(|name| name.parse::<Solver>())
}

/// Options of the polynomial kernel.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Learning")]
pub(in crate::cli) struct Polynomial {
    /// Degree of the polynomial kernel [default: the better of 2 and 3]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, u64::from(LARGEST_DEGREE)))]
    degree: Option<u32>,

    /// Constant term of the polynomial kernel; larger values give single features more weight
    /// relative to products [default: 1]
    #[arg(long, value_name = "X")]
    coef0: Option<String>,
}

impl Polynomial {
    /// The options with degree and coef0; refuses them for another kernel.
    pub(in crate::cli) fn apply(&self, options: LearnerOptions) -> Result<LearnerOptions> {
        let number = |text: &String| {
            let expected = format!("expected a number from 0 to {LARGEST_FACTOR}");
            dejalu_base::numbers::number(text).ok_or_else(|| wrong("--coef0", text, &expected))
        };
        options.with_polynomial(self.degree, self.coef0.as_ref().map(number).transpose()?)
    }
}
