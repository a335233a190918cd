//! A result that people can read: in the terminal, on a page, and as JSON, all from one
//! [`Comparison`].
//!
//! | file | the question it answers |
//! |---|---|
//! | `standing.rs` | who is better than whom, and by more than chance? |
//! | `words.rs` | how is that said? |
//! | `table.rs` | what were the figures, in a terminal? |
//! | `charts/` | what should be seen? |
//! | `drawing/` | how is it drawn? The only folder that names `plotters` |
//! | `page/` | how does it all become one HTML file that works offline? |
//! | `explanation/` | what do the documents of one pair share, and why was it decided so? |
//! | `evidence.rs` | what do the documents of several pairs share? |
//! | `groups/` | how did a collection become groups, on one page? |
//! | `pair.rs` | why was one pair decided as it was? |
//! | `features.rs` | what does a feature look at, in words? |
//! | `copies.rs` | how often is a registry wrong, beside 004's figures? |
//! | `plagiarism.rs` | how far is a measured similarity from the expected one, beside 003's figures? |
//! | `model.rs`, `training.rs` | what is in a model; what did its training give? |
//! | `figures.rs` | how is a number written? |
//! | `harmless.rs` | how does text of a document reach a terminal without controlling it? |
//! | `files.rs`, `frame.html`, `frame.css`, `parts.html` | how does a template become a page, and a page a file? What do all have, and what several? |

mod charts;
mod copies;
mod drawing;
mod evidence;
mod explanation;
mod features;
mod figures;
mod files;
mod groups;
mod harmless;
mod model;
mod occasion;
mod page;
mod pair;
mod plagiarism;
mod standing;
mod table;
mod training;
mod words;

pub use copies::{copies_chart, copies_table};
pub use evidence::EvidenceFolder;
pub use explanation::Explanation;
pub use groups::GroupsPage;
pub(crate) use harmless::{harmless, harmless_line};
pub use model::{candidates, filter_loss, model, operating_rule};
pub use occasion::{
    Occasion, Settings, settings_of_comparison, settings_of_evaluation, settings_of_training,
};
pub use page::Page;
pub use pair::{FeatureRow, PairReport, RuleRow};
pub use plagiarism::{plagiarism_chart, plagiarism_table};
pub use standing::{Standing, standings};
pub use table::{Style, table};
pub use training::training;
pub use words::{Words, words};

use crate::compare::Comparison;
pub use crate::output::OutputFolder;

/// The comparison as indented JSON with a line end: the figures of `evaluate` and `compare`. What
/// does not exist is `null`.
pub fn json(comparison: &Comparison) -> Vec<u8> {
    // Strings, numbers and lists in memory: writing them cannot fail.
    let mut bytes = serde_json::to_vec_pretty(comparison).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

#[cfg(test)]
mod samples;
