//! `dejalu find`.

mod evaluation;
mod find;
mod search;
pub(in crate::cli) use find::Find;
