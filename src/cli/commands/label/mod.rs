//! `dejalu label`: the page, the same in a terminal, and what the answers are worth.

mod actions;
mod label;
mod prepare;
mod questions;
mod report;
mod terminal;
pub(in crate::cli) use label::LabelCommand;
