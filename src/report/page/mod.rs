//! One HTML file that works offline, with words, figures, charts, and what they mean.
//!
//! | file | the question it answers |
//! |---|---|
//! | `leaders.rs` | what is seen first? |
//! | `data.rs` | what was judged, and what is wrong with it? |
//! | `rows.rs` | what stands in the table of deciders? |
//! | `mistakes.rs` | where is the model most wrong? |
//! | `excerpts.rs` | where do two texts differ? |
//! | `suspects.rs` | which labels look wrong? |
//! | `record.rs` | what was trained, and what came of it? |
//! | `told.rs` | how is one judged pair written? |
//! | `index.html`, `script.js` | how does it look, and what answers a click? |

mod data;
mod excerpts;
mod leaders;
mod mistakes;
mod page;
mod record;
mod rows;
mod suspects;
mod told;
pub use page::Page;
