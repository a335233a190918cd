//! `dejalu dedupe`.

mod against;
mod audit;
mod dedupe;
mod evidence;
mod in_memory;
mod in_pieces;
mod kept;
mod moving;
mod outputs;
mod summary;
pub(in crate::cli) use dedupe::Dedupe;
