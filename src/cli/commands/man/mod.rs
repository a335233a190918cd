//! `dejalu man`: manual pages.

mod man;
mod page;

pub(in crate::cli) use man::Man;
