//! The tests that answers were drawn for: each of them may err, so that all are counted.

use crate::audit::AuditOptions;
use crate::promise::{Promise, TestPlan};
use dejalu_base::error::{AuditError, Result};
use dejalu_base::plural::{counted, short_percent as percent};
use dejalu_experiment::pairs::DrawnTest;

/// The tests that answers were drawn for, if they tell, as the file names them first.
pub(super) struct Draws<'a> {
    all: Vec<&'a DrawnTest>,
    /// Those of which a question is answered: nobody chose another test by what he saw of the others.
    answered: Vec<&'a DrawnTest>,
}

impl<'a> Draws<'a> {
    /// The draws of the answers.
    ///
    /// # Errors
    ///
    /// Another seed than that of the options.
    pub(super) fn of(options: &'a AuditOptions) -> Result<Self> {
        let mut draws = options.answers.iter().filter_map(|row| row.drawn.as_ref());
        match draws.find(|it| it.seed != options.seed) {
            None => Ok(Draws {
                all: DrawnTest::of_answers(&options.answers),
                answered: DrawnTest::of_answers(
                    options.answers.iter().filter(|it| it.opinion.is_some()),
                ),
            }),
            Some(other) => Err(AuditError::OtherSeed {
                drawn: other.seed,
                found: options.seed,
            }
            .into()),
        }
    }

    /// The number of answers that the test of the removals in this order was planned for, or that of others where none was
    /// drawn for these. More questions may have been drawn later for the same test: the largest number counts.
    pub(super) fn answers(&self, order: &str) -> Option<u64> {
        let of_order = self.all.iter().filter(|it| it.order == order);
        let of_order = of_order.map(|it| it.answers).max();
        of_order.or(self.all.iter().map(|it| it.answers).max())
    }

    /// The number of tests that the answers serve, `test` among them, which has at most as many answers as removals. What
    /// cannot pass is none: by a draw of too few answers nobody is misled.
    ///
    /// # Errors
    ///
    /// More tests than any of them declares.
    pub(super) fn count_with(&self, test: &DrawnTest) -> Result<usize> {
        let mut tests: Vec<DrawnTest> = Vec::new();
        let drawn = self.answered.iter().map(|&drawn| DrawnTest {
            // More answers than removals are a census.
            answers: drawn.answers.min(drawn.removals),
            ..drawn.clone()
        });
        for drawn in drawn.chain([test.clone()]) {
            if can_pass(&drawn) && !tests.contains(&drawn) {
                tests.push(drawn);
            }
        }
        let looks = tests.iter().map(|it| it.looks).min().unwrap_or(1);
        if tests.len() <= looks as usize {
            return Ok(tests.len());
        }
        let other = tests.iter().find(|it| *it != test).unwrap_or(test);
        let [drawn, found] = [other, test].map(described);
        let tests = tests.len();
        Err(AuditError::AnotherLook {
            drawn,
            found,
            tests,
            looks,
        }
        .into())
    }
}

fn can_pass(test: &DrawnTest) -> bool {
    let fewest = TestPlan::fewest_answers(test.removals, &Promise::of_draw(test));
    fewest.is_some_and(|fewest| fewest <= test.answers)
}

/// A test in a few words.
fn described(test: &DrawnTest) -> String {
    let digest: String = test.order.chars().take(8).collect();
    format!(
        "{} about {} in order {digest}, at most {} wrong, {} confidence, looks {}",
        counted(test.answers, "answer", "answers"),
        counted(test.removals, "removal", "removals"),
        percent(test.wrong_at_most),
        percent(test.confidence),
        test.looks
    )
}
