//! Similarity measures. A [`Measure`] gives two documents a number in [0, 1]; each file contains
//! one family, and one table lists them all.
//!
//! What a measure keeps of a document is its [`View`]: made once for every document, shared by
//! all measures that need the same one. What two views have in common is found once for every pair
//! ([`View::join`]), and each measure makes one number of it.
//!
//! `CONTRIBUTING.md` says how to add a measure.
//!
//! Laws, walked over the whole table by tests: a similarity lies in [0, 1], is the same to the bit
//! for (a, b) and (b, a), is 1 within 1e-12 for equal views and missing where there is nothing to
//! compare, and depends neither on other documents in the run nor on the number of threads.

mod catalogue;
mod common_runs;
mod comparison;
#[cfg(test)]
mod laws;
mod measure;
mod outline;
mod tables;

pub use catalogue::{AnyMeasure, Entry, catalogue};
pub use common_runs::CommonRuns;
pub use measure::{Direction, Effort, Measure, Missing, Overlap, Sketch, View};
pub use outline::{CommonValues, Outline, OutlinedQuery};
pub use tables::{Comparisons, Joint, Tables};

/// The table of measure families: one word a file.
macro_rules! measures {
    ($($family:ident),* $(,)?) => {
        $(pub mod $family;)*

        /// Every family by its name with its measures, in the order of the table.
        pub fn families() -> Vec<(&'static str, &'static [Entry])> {
            vec![$((stringify!($family), $family::MEASURES)),*]
        }
    };
}

measures! {
    weights, shingles, patricia, mwo, fuzzy, four_grams, sentences, fingerprints, latent, lines,
    structure, length, alignment, agreement, headline, terms, rarest, records
}
