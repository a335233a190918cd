//! `dejalu index`: a collection on disk, and its groups.

mod add;
mod create;
mod groups;
mod history;
mod index;
pub(in crate::cli) use index::IndexCommand;
