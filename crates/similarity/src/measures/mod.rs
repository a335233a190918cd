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
//!
//! | file | contents |
//! |---|---|
//! | `measure.rs` | what a measure is, and what it keeps of a document |
//! | `catalogue.rs` | the table's rows, and the measure of a name and its parameters |
//! | `tables.rs` | the views and measures of a run |
//! | `bound_sketch.rs` | a few bytes of a view that bound a similarity |
//! | `common_runs.rs` | what the number of runs in common says of other measures |
//! | `comparison.rs` | how two documents differ |
//! | `alignment.rs` | measures of what differs |
//! | `weights.rs`, `mwo.rs` | weighted words; minimum weight overlapping |
//! | `shingles.rs`, `patricia.rs`, `four_grams.rs` | shingles; long passages; rare 4-grams |
//! | `fuzzy/`, `sentences.rs` | sentences that are alike; whole sentences |
//! | `fingerprints.rs` | a document in a few numbers |
//! | `latent.rs`, `terms.rs`, `rarest.rs` | latent axes; learned weights of words; the rarest words |
//! | `soft_words.rs` | rare words in common, also misspelled |
//! | `lines.rs`, `length.rs` | equal lines; relative length |
//! | `structure.rs`, `headline.rs` | the markup of pages; headlines |
//! | `identifiers.rs` | names of things in headlines and addresses |
//! | `agreement.rs` | numbers, names, titles and addresses |
//! | `records/` | short fields of records |
//! | `works/` | fields of bibliographic records: agreement and conflict |

mod bound_sketch;
mod catalogue;
mod common_runs;
mod comparison;
#[cfg(test)]
mod laws;
mod measure;
mod tables;

pub use bound_sketch::{BoundSketch, CommonValues, QueryBoundSketch};
pub use catalogue::{AnyMeasure, Entry, catalogue};
pub use common_runs::CommonRuns;
pub use measure::{Direction, Effort, Joint, Measure, Missing, Overlap, Reads, Sketch, View};
pub use tables::{Comparisons, Tables};

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
    structure, length, alignment, agreement, headline, identifiers, terms, rarest, soft_words, records, works
}
