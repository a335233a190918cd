//! Records of several sources in one format: unchanged where a source is in it, else written anew from their fields.
//!
//! | file | contents |
//! |---|---|
//! | `joined.rs`, `joined_rows.rs` | rows of several sources in one file; those of one source |
//! | `ways.rs` | which rows are copied and which written anew, and in which formats |
//! | `work.rs`, `people.rs`, `kind.rs` | what a row says of a work; names of its authors; kinds of works |
//! | `without.rs` | fields that have no place in another format |
//! | `one_end.rs`, `framed.rs` | one end for all lines; one head and foot |
//! | `ris.rs`, `csl.rs`, `table.rs`, `lines.rs` | records of RIS, CSL JSON, tables, JSONL |

mod csl;
mod framed;
mod joined;
mod joined_rows;
mod kind;
mod lines;
mod one_end;
mod people;
mod ris;
mod table;
#[cfg(test)]
mod tests;
mod ways;
mod without;
mod work;
pub use joined::{Joined, Rewritten, join};
pub use joined_rows::JoinedRows;
pub use ways::endings_of_joined;
