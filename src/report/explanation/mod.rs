//! Why was a pair decided as it was, and what do its documents share? In the terminal, as JSON and
//! as one page that works offline, all from one [`Explanation`].
//!
//! | file | the question it answers |
//! |---|---|
//! | `verdict.rs` | how is it said in one sentence? |
//! | `excerpts.rs` | which text belongs to which sentence, and which of it differs? |
//! | `terminal.rs` | how does it look in a terminal? |
//! | `json.rs` | what do programs get? |
//! | `page.rs`, `page/` | how does it become one HTML file? |
//! | `extract.rs` | which sentences of very long documents does the page show? |
//! | `texts.rs` | how do the two texts stand side by side? |
//! | `strips.rs`, `dots.rs`, `trees.rs` | how does what they share look from afar? |
//! | `waterfall.rs` | how does the score come from the average pair's, feature by feature? |

mod dots;
mod excerpts;
mod explanation;
mod extract;
mod json;
mod page;
mod strips;
mod terminal;
mod texts;
mod trees;
mod verdict;
mod waterfall;
pub use explanation::Explanation;
