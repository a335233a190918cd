//! The commands, one a file.

pub(super) mod classify;
pub(super) mod compare;
pub(super) mod completions;
pub(super) mod demo;
pub(super) mod evaluate;
pub(super) mod measures;
pub(super) mod model;
mod results;
mod table;
pub(super) mod train;
pub(super) mod vectors;
