//! [`Promise`]: the share of wrong removals that is promised, and how surely.

use serde::Serialize;
use smart_default::SmartDefault;

use dejalu_base::error::{Error, Parameter, Result};
use dejalu_experiment::pairs::{DrawnTest, LabelRow};
use dejalu_learn::evaluation::{chance_of_so_few, most_to_find};

/// The bound that is promised for the documents that are removed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, SmartDefault)]
pub struct Promise {
    /// The largest share of them that may be wrong, in (0, 1).
    #[default(0.02)]
    pub wrong_at_most: f64,
    /// Confidence level, in (0, 1): of many collections the promise holds in at least this share.
    #[default(0.95)]
    pub confidence: f64,
    /// Number of tests by the same answers, from 1 to 1,000: testing again until it passes would pass at last, so the
    /// error rate is divided among the tests (Bonferroni). It holds only for tests that no answer has shaped: it is declared
    /// before the first.
    #[default(1)]
    pub looks: u32,
}

/// A promise as a user gives it: what is left out is that of [`Promise::default`].
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct GivenPromise {
    /// [`Promise::wrong_at_most`].
    pub wrong_at_most: Option<f64>,
    /// [`Promise::confidence`].
    pub confidence: Option<f64>,
    /// [`Promise::looks`].
    pub looks: Option<u32>,
}

impl GivenPromise {
    /// The promise of an audit; none without one. What is left out is what the answers were drawn for, if they tell; a
    /// draw without answers has none. `by` names what asks for an audit: `--answers or --draw`.
    ///
    /// # Errors
    ///
    /// What [`Promise::check`] refuses; a part of it that would be passed over, since nothing is audited.
    pub fn promise(&self, answers: Option<&[LabelRow]>, by: &str) -> Result<Option<Promise>> {
        let tests = DrawnTest::of_answers(answers.unwrap_or_default());
        let largest = tests.into_iter().max_by_key(|it| it.answers);
        let usual = largest.map(Promise::of_draw).unwrap_or_default();
        let promise = Promise {
            wrong_at_most: self.wrong_at_most.unwrap_or(usual.wrong_at_most),
            confidence: self.confidence.unwrap_or(usual.confidence),
            looks: self.looks.unwrap_or(usual.looks),
        };
        promise.check()?;
        let given = [
            (Parameter::WrongAtMost, self.wrong_at_most),
            (Parameter::Confidence, self.confidence),
            (Parameter::Looks, self.looks.map(f64::from)),
        ];
        let given = given
            .into_iter()
            .find_map(|(name, given)| Some((name, given?)));
        match given {
            Some((name, given)) if answers.is_none() => {
                let expected = format!("expected {by} as well, since it applies only to an audit");
                Err(Error::invalid(name, given, expected))
            }
            _ => Ok(answers.map(|_| promise)),
        }
    }
}

impl Promise {
    /// The promise that questions were drawn for.
    pub fn of_draw(test: &DrawnTest) -> Self {
        Promise {
            wrong_at_most: test.wrong_at_most,
            confidence: test.confidence,
            looks: test.looks,
        }
    }

    /// Refuses what promises nothing or everything.
    ///
    /// # Errors
    ///
    /// A share or a confidence that is not between 0 and 1; no test, or more than a thousand.
    pub fn check(&self) -> Result<()> {
        let shares = [
            (Parameter::WrongAtMost, self.wrong_at_most),
            (Parameter::Confidence, self.confidence),
        ];
        for (name, share) in shares {
            if !(share > 0.0 && share < 1.0) {
                let expected = "expected a number between 0 and 1";
                return Err(Error::invalid(name, share, expected));
            }
        }
        if !(1..=1_000).contains(&self.looks) {
            let expected = "expected a whole number from 1 to 1000";
            return Err(Error::invalid(Parameter::Looks, self.looks, expected));
        }
        Ok(())
    }

    /// The chance of a broken promise that one test may have.
    pub(crate) fn doubt(&self) -> f64 {
        (1.0 - self.confidence) / f64::from(self.looks)
    }

    /// The fewest wrong ones of so many removals that break it.
    pub(crate) fn too_many(&self, removed: u64) -> u64 {
        // Rounding must not turn 0.02 of 150 into 2.
        (self.wrong_at_most * removed as f64 + 1e-9).floor() as u64 + 1
    }

    /// Returns whether so few wrong ones among those drawn rule out that it is broken.
    pub(crate) fn holds(&self, wrong: u64, drawn: u64, removed: u64) -> bool {
        chance_of_so_few(wrong, drawn, self.too_many(removed), removed) <= self.doubt()
    }

    /// The most wrong ones among those drawn that rule it out; `None` where not even none does.
    pub(crate) fn allows(&self, drawn: u64, removed: u64) -> Option<u64> {
        most_to_find(drawn, self.too_many(removed), removed, self.doubt())
    }
}
