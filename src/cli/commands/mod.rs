//! The commands, one a file.

pub(super) mod classify;
pub(super) mod compare;
pub(super) mod completions;
pub(super) mod demo;
pub(super) mod evaluate;
mod results;
mod table;
pub(super) mod measures;
pub(super) mod model;
pub(super) mod train;
pub(super) mod vectors;
