//! The commands, one per file.

pub(super) mod background;
pub(super) mod classify;
pub(super) mod compare;
pub(super) mod completions;
pub(super) mod dedupe;
pub(super) mod demo;
pub(super) mod evaluate;
pub(super) mod explain;
mod figures;
pub(super) mod find;
pub(super) mod generate;
mod groups_table;
pub(super) mod index;
pub(super) mod label;
pub(super) mod man;
pub(super) mod measures;
pub(super) mod model;
pub(super) mod registry;
pub(super) mod restore;
mod results;
pub(super) mod serve;
mod source;
mod table;
pub(super) mod train;
pub(super) mod vectors;
mod warnings;
