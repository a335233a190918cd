//! `dejalu audit`: are these removals right?

mod audit;
mod questions;
mod summary;
pub(in crate::cli) use audit::AuditCommand;
