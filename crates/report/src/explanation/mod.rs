//! Explains the decision on a pair and what its documents share: in the terminal, as JSON and as
//! one page that works offline, all from one [`Explanation`].
//!
//! | file | contents |
//! |---|---|
//! | `explanation.rs` | the judged pair and its evidence |
//! | `verdict.rs` | the summary sentence |
//! | `reused.rs`, `passages.rs` | the reused passages; how much they are, in words |
//! | `excerpts.rs` | the text of each sentence, and what differs |
//! | `terminal.rs` | the terminal view |
//! | `json.rs` | the JSON view |
//! | `page.rs`, `page/` | the HTML page |
//! | `record.rs`, `record/` | two records, field by field: in words, and the HTML page |
//! | `left_out.rs` | what was left out before the comparison, in sentences |
//! | `extract.rs` | the selection of sentences of very long documents |
//! | `texts.rs` | the two texts side by side, for a page and for a terminal |
//! | `strips.rs`, `dots.rs`, `trees.rs` | overviews of what the documents share |
//! | `waterfall.rs` | the score, feature by feature |

mod dots;
mod excerpts;
mod explanation;
mod extract;
mod json;
mod left_out;
mod page;
mod passages;
mod record;
mod reused;
mod strips;
mod terminal;
mod texts;
mod trees;
mod verdict;
mod waterfall;
pub use explanation::Explanation;
pub(super) use page::STYLE;
pub use reused::{PlacedPassage, ReusedPassages};
