//! `dejalu label`: the page, the same in a terminal, and what the answers are worth.
//!
//! | file | contents |
//! |---|---|
//! | `label.rs` | the options of `dejalu label` |
//! | `prepare.rs` | documents, pairs and the file of answers |
//! | `questions.rs` | the options for what is asked |
//! | `actions.rs` | the commands that the buttons of the page start |
//! | `started.rs` | the programs that these are, which end with the page |
//! | `terminal.rs` | the questions in a terminal |
//! | `merge.rs` | `dejalu label merge` |
//! | `report.rs` | `dejalu label report` |

mod actions;
mod label;
mod merge;
mod prepare;
mod questions;
mod report;
mod started;
mod terminal;
pub(in crate::cli) use label::LabelCommand;
