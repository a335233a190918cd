//! [`AuditOptions`]: what is promised, and what was answered.

use serde::Serialize;
use smart_default::SmartDefault;

use crate::promise::Promise;
use dejalu_base::error::{Error, Parameter, Result};
use dejalu_experiment::pairs::LabelRow;

/// A request for questions, or their answers.
#[derive(Debug, Clone, PartialEq, Serialize, SmartDefault)]
pub struct AuditOptions {
    /// The promised bound.
    pub promise: Promise,
    /// Draw so many documents and ask about them, instead of a verdict. All where there are fewer.
    pub sample: Option<usize>,
    /// The seed of the draw, which has to be that of the answers; 42 by default.
    #[default(42)]
    pub seed: u64,
    /// The answers so far, oldest first.
    #[serde(skip)]
    pub answers: Vec<LabelRow>,
}

impl AuditOptions {
    /// The most documents that can be drawn.
    pub const MOST_DOCUMENTS: usize = 10_000_000;

    /// Returns whether the answers are to questions of an earlier version, which drew them to test thresholds: they are
    /// judged by that test. A draw is always for the test of now.
    pub fn tests_thresholds(&self) -> bool {
        let is_tested = |row: &LabelRow| row.drawn.as_ref().is_some_and(|it| it.test.is_some());
        let asked = self.answers.iter().filter(|row| row.asks_about_removal());
        let mut asked = asked.peekable();
        self.sample.is_none() && asked.peek().is_some() && !asked.any(is_tested)
    }

    /// The same with the seed that the answers were drawn with, if they tell.
    pub fn with_drawn_seed(mut self) -> Self {
        let drawn = self.answers.iter().find_map(|row| row.drawn.as_ref());
        self.seed = drawn.map_or(self.seed, |it| it.seed);
        self
    }

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
