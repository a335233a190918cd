//! Records of several sources in one format: unchanged where a source is in it, else written anew from their fields.
//!
//! | file | contents |
//! |---|---|
//! | `joined.rs` | rows of several sources in one file |
//! | `item.rs`, `kind.rs` | what a row says of a work; kinds of works |
//! | `ris.rs`, `csl.rs`, `table.rs`, `lines.rs` | records of RIS, CSL JSON, tables, JSONL |

mod csl;
mod item;
mod joined;
mod kind;
mod lines;
mod ris;
mod table;
pub use joined::{JoinedRows, endings_of_joined, join};
