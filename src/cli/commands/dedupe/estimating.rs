//! How long a run will take, said before it begins.

use std::time::Duration;

use dejalu::collection::{Collection, DedupeOptions, Estimate, Judge};
use dejalu::error::Result;
use dejalu_base::plural::{count, counted};

use super::dedupe::Dedupe;
use crate::cli::commands::source::Source;
use crate::cli::console::Console;
use crate::cli::memory;
use crate::cli::run::Outcome;

/// The trials take a second or two, which fewer documents may not take themselves.
const FEWEST: usize = 100_000;
/// Nobody needs to be told of a shorter run.
const LONG: Duration = Duration::from_secs(60);

impl Dedupe {
    /// Reads the documents, and estimates what their groups would take.
    pub(super) fn only_estimate(
        &self,
        source: &Source,
        judge: &Judge,
        options: &DedupeOptions,
        console: &Console,
    ) -> Result<Outcome> {
        let read = source.load(&self.reading, judge, console)?;
        let documents = self
            .ignoring
            .cut(read.documents, judge.analysis(), console)?;
        let collection = Collection::new(documents);
        console.end();
        let estimate = Estimate::of(&collection, judge, options)?;
        console.data(&(sentence(&collection, &estimate) + "\n"))?;
        Ok(Outcome::unless(read.partly))
    }
}

/// Returns whether an estimate takes much less time than the run that it is of.
pub(super) fn is_worth_it(collection: &Collection) -> bool {
    collection.documents().len() >= FEWEST
}

/// Returns whether people should be told before they wait.
pub(super) fn is_long(estimate: &Estimate) -> bool {
    estimate.expected > LONG
}

/// The documents, the time and the memory.
pub(super) fn sentence(collection: &Collection, estimate: &Estimate) -> String {
    let documents = collection.documents();
    let bytes: u64 = documents.iter().map(|it| it.text.len() as u64).sum();
    let [least, most] = [estimate.least, estimate.most].map(in_words);
    format!(
        "{}, {} MB of text: about {} (from {least} to {most}), and up to {} MB of memory",
        counted(documents.len(), "document", "documents"),
        count(bytes / 1_000_000),
        in_words(estimate.expected),
        count(memory::needed(documents.len(), bytes) / 1_000_000),
    )
}

/// A time in the unit that people would use.
fn in_words(time: Duration) -> String {
    const MINUTE: f64 = 60.0;
    const HOUR: f64 = 3_600.0;
    let seconds = time.as_secs_f64();
    match seconds {
        ..1.0 => "a second".to_owned(),
        ..120.0 => format!("{seconds:.0} s"),
        ..7_200.0 => format!("{:.0} minutes", seconds / MINUTE),
        _ => format!("{:.1} hours", seconds / HOUR),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_said_in_their_unit() {
        let words = [0.2, 45.4, 119.0, 150.0, 7_199.0, 9_000.0];
        let words = words.map(|seconds| in_words(Duration::from_secs_f64(seconds)));
        let expected = [
            "a second",
            "45 s",
            "119 s",
            "2 minutes",
            "120 minutes",
            "2.5 hours",
        ];
        assert_eq!(words, expected);
    }
}
