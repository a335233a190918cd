//! `dejalu find`.

mod evaluation;
mod find;
mod searched;
pub(in crate::cli) use find::Find;
