//! A result that people can read: in the terminal, on a page, and as JSON, all from one
//! [`Comparison`].
//!
//! | file | the question it answers |
//! |---|---|
//! | `standing.rs` | who is better than whom, and by more than chance? |
//! | `words.rs` | how is that said? |
//! | `table.rs` | what were the figures, in a terminal? |
//! | `charts/` | what should be seen? |
//! | `marks.rs` | what does a chart consist of, before it is drawn? |
//! | `labels.rs` | where does a name stand so that it covers nothing? |
//! | `lines.rs` | what is left of a line inside the axes? |
//! | `plots.rs` | how is it drawn? The only file that names `plotters` |
//! | `rows.rs` | what stands in the page's table? |
//! | `pair.rs`, `told.rs` | why was one pair decided as it was; how is that written on the page? |
//! | `model.rs` | what is in a model? |
//! | `page.rs`, `page/` | how does it all become one HTML file that works offline? |
//! | `figures.rs` | how is a number written? |

mod charts;
mod figures;
mod labels;
mod lines;
mod marks;
mod model;
mod page;
mod pair;
mod plots;
mod rows;
mod standing;
mod table;
mod told;
mod words;

pub use model::{model, training};
pub use page::Page;
pub use pair::{FeatureRow, PairReport, RuleRow};
pub use standing::{Standing, standings};
pub use table::{Style, table};
pub use words::{Words, words};

use crate::compare::Comparison;

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
