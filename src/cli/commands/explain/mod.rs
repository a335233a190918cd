//! `dejalu explain`: two files or rows, or the pairs of a table of groups.

mod explain;
mod of_groups;
pub(in crate::cli) use explain::Explain;
