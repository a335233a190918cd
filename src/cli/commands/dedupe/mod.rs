//! `dejalu dedupe`.

mod against;
mod audit;
mod dedupe;
mod evidence;
mod kept;
mod moving;
mod outputs;
mod summary;
pub(in crate::cli) use dedupe::Dedupe;
