//! A result that people can read: in the terminal, on a page, and as JSON, all from one
//! [`Comparison`](crate::experiment::compare::Comparison).
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
//! | `sanitize.rs` | how does text of a document reach a terminal without controlling it? |
//! | `files.rs`, `frame.html`, `frame.css`, `parts.html` | how does a template become a page, and a page a file? What do all have, and what several? |

mod charts;
#[cfg(feature = "store")]
mod copies;
mod drawing;
mod evidence;
mod explanation;
mod features;
mod figures;
mod files;
mod groups;
mod json;
mod model;
mod page;
mod pair;
mod plagiarism;
#[cfg(test)]
mod samples;
mod sanitize;
mod settings;
mod significance;
mod table;
mod training;
mod verdict;
#[cfg(feature = "store")]
pub use copies::{copies_chart, copies_table};
pub use evidence::EvidenceFolder;
pub use explanation::Explanation;
pub use groups::GroupsPage;
pub use json::json;
pub use model::{candidates, filter_loss, model, operating_rule};
pub use page::Page;
pub use pair::{FeatureRow, PairReport, RuleRow};
pub use plagiarism::{plagiarism_chart, plagiarism_table};
pub use sanitize::{sanitize, sanitize_line};
pub use significance::{Standing, standings};
pub use table::{Style, table};
pub use training::training;
pub use verdict::{Words, words};

pub use crate::io::OutputFolder;
