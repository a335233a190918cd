//! [`AuditOptions`]: what is promised, and what was answered.

use serde::Serialize;

use crate::promise::Promise;
use dejalu_base::error::{Error, Parameter, Result};
use dejalu_experiment::pairs::LabelRow;

/// A request for questions, or their answers.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct AuditOptions {
    /// The promised bound.
    pub promise: Promise,
    /// Draw so many documents and ask about them, instead of a verdict. All where there are fewer.
    pub sample: Option<usize>,
    /// The seed of the draw, which has to be that of the answers.
    pub seed: u64,
    /// The answers so far, oldest first.
    #[serde(skip)]
    pub answers: Vec<LabelRow>,
}

impl AuditOptions {
    /// The most documents that can be drawn.
    pub const MOST_DOCUMENTS: usize = 10_000_000;

    /// Refuses what cannot be used.
    ///
    /// # Errors
    ///
    /// What [`Promise::check`] refuses; a sample of nothing, or of more than
    /// [`MOST_DOCUMENTS`](Self::MOST_DOCUMENTS).
    pub fn check(&self) -> Result<()> {
        self.promise.check()?;
        match self.sample {
            Some(drawn) if !(1..=Self::MOST_DOCUMENTS).contains(&drawn) => {
                let expected =
                    format!("expected a whole number from 1 to {}", Self::MOST_DOCUMENTS);
                Err(Error::invalid(Parameter::AuditSample, drawn, expected))
            }
            _ => Ok(()),
        }
    }
}
