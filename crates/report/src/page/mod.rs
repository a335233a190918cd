//! The report page: one HTML file that works offline, with text, tables and charts.
//!
//! | file | contents |
//! |---|---|
//! | `page.rs` | the page, assembled from the parts below |
//! | `leaders.rs` | the headline figures |
//! | `data.rs` | the data and their quality |
//! | `rows.rs` | the table of deciders |
//! | `base_rates.rs` | metrics at other shares of duplicates |
//! | `mistakes.rs` | the worst errors of the model |
//! | `excerpts.rs` | excerpts of two texts where they differ |
//! | `suspects.rs` | labels that are probably wrong |
//! | `record.rs` | the training record |
//! | `one_pair.rs` | one classified pair |
//! | `index.html`, `script.js` | the template and its script |

mod base_rates;
mod data;
mod excerpts;
mod leaders;
mod mistakes;
mod one_pair;
mod page;
mod record;
mod rows;
mod suspects;
pub use page::Page;
