//! Records of several sources in one format: unchanged where a source is in it, else written anew from their fields.
//!
//! | file | contents |
//! |---|---|
//! | `joined.rs` | rows of several sources in one file |
//! | `item.rs`, `people.rs`, `kind.rs` | what a row says of a work; names of its authors; kinds of works |
//! | `without.rs` | fields that have no place in another format |
//! | `one_end.rs` | one end for all lines |
//! | `ris.rs`, `csl.rs`, `table.rs`, `lines.rs` | records of RIS, CSL JSON, tables, JSONL |

mod csl;
mod item;
mod joined;
mod kind;
mod lines;
mod one_end;
mod people;
mod ris;
mod table;
mod without;
pub use joined::{Joined, JoinedRows, Rewritten, endings_of_joined, join};
