//! How long a deduplication will take, by trials on some of the documents.

use std::time::{Duration, Instant};

use super::collection::Collection;
use super::dedupe::dedupe;
use super::dedupe_options::DedupeOptions;
use super::groups::Constraints;
use super::judge::Judge;
use dejalu_base::error::Result;
use dejalu_base::progress::Silent;
use dejalu_text::document::Document;

/// The time that a deduplication is expected to take on this machine, under its present load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimate {
    /// The time if it grows like the number of documents, which is the least that it does.
    pub least: Duration,
    /// The time if it grows as that of edited copies did, or a little faster.
    pub expected: Duration,
    /// The time if it grows as that of pieces of manuals did, which share their patterns (docs/performance.md).
    pub most: Duration,
}

/// Exponents of the growth from a trial to all documents: see the fields of [`Estimate`].
const EXPONENTS: [f64; 3] = [1.0, 1.05, 1.25];
/// A trial takes one of so many documents, and at least and at most so many of them.
const ONE_OF: usize = 50;
const FEWEST: usize = 1_000;
const MOST: usize = 10_000;
/// Documents that stand together in a trial: copies often have names that follow each other.
const TOGETHER: usize = 50;

impl Estimate {
    /// Deduplicates some of the documents, and half of these, and extrapolates. It takes about a twentieth of the time
    /// that it is about, and a second or two of a short one.
    ///
    /// # Errors
    ///
    /// As [`dedupe`].
    pub fn of(collection: &Collection, judge: &Judge, options: &DedupeOptions) -> Result<Self> {
        let all = collection.documents().len();
        let sampled = (all / ONE_OF).clamp(FEWEST, MOST).min(all);
        let options = DedupeOptions {
            constraints: Constraints::default(),
            audit: None,
            evaluate: false,
            sample: None,
            ..options.clone()
        };
        let time = |documents: usize| -> Result<Duration> {
            let trial = Collection::new(spread(collection.documents(), documents));
            let begun = Instant::now();
            dedupe(&trial, judge, &options, &Silent)?;
            Ok(begun.elapsed())
        };
        let [half, whole] = [time(sampled / 2)?, time(sampled)?];
        let grown = (all as f64 / sampled.max(1) as f64).max(1.0);
        // What does not grow with the documents, such as the words of the model, is in both.
        let growing = (whole.saturating_sub(half) * 2).clamp(whole / 2, whole);
        let fixed = whole - growing;
        let [least, expected, most] =
            EXPONENTS.map(|exponent| fixed + growing.mul_f64(grown.powf(exponent)));
        Ok(Estimate {
            least,
            expected,
            most,
        })
    }
}

/// So many of the documents, in stretches at even distances.
fn spread(documents: &[Document], wanted: usize) -> Vec<Document> {
    let stretches: Vec<&[Document]> = documents.chunks(TOGETHER).collect();
    let wanted = wanted.div_ceil(TOGETHER).min(stretches.len());
    let chosen = (0..wanted).map(|number| stretches[number * stretches.len() / wanted]);
    chosen.flatten().cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dedupe_options::DedupeOptions;

    fn documents(count: usize) -> Vec<Document> {
        let document =
            |place: usize| Document::plain(format!("{place:06}"), &format!("pier {place}"));
        (0..count).map(document).collect()
    }

    #[test]
    fn a_trial_takes_stretches_of_the_whole_collection() {
        let documents = documents(1_000);
        let trial = spread(&documents, 200);
        let names: Vec<&str> = trial.iter().map(|it| it.id.as_str()).collect();
        assert_eq!(names.len(), 200);
        assert_eq!(
            [names[0], names[49], names[50]],
            ["000000", "000049", "000250"]
        );
        assert_eq!(spread(&documents, 5_000).len(), 1_000);
        assert!(spread(&[], 10).is_empty());
    }

    #[test]
    fn more_growth_takes_longer() {
        let collection = Collection::new(documents(3_000));
        let judge = Judge::rule("jaccard=0.8", Default::default()).unwrap();
        let estimate = Estimate::of(&collection, &judge, &DedupeOptions::default()).unwrap();
        assert!(estimate.least < estimate.expected && estimate.expected < estimate.most);
    }
}
