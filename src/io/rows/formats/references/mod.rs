//! References: a record each of a work, as reference managers export them.
//!
//! A record's cells are its fields under their own names (`TI`, `AU`) and under the common ones: `title`,
//! `author`, `year`, `date`, `journal`, `volume`, `number`, `pages`, `doi`, `isbn`, `abstract`,
//! `keywords`, `url`, `publisher`, `key`. `text` is all that is said of the work but its title. Records
//! have no id: two exports put into one file name different works, or the same one twice, by one key.

mod lines;
mod names;
mod tagged;
pub(super) use lines::{Gathered, TextLines, copy};
pub(super) use names::cells;
pub(super) use tagged::{Style, Tagged};
#[cfg(test)]
mod tests;
