//! References: a record each of a work, as reference managers export them.
//!
//! A record's cells are its fields under their own names (`TI`, `AU`) and under the common ones: `title`,
//! `author`, `year`, `date`, `journal`, `volume`, `number`, `pages`, `doi`, `isbn`, `abstract`,
//! `keywords`, `url`, `publisher`, `language`, `key`. `text` is all that is said of the work but its title. Records
//! have no id: two exports put into one file name different works, or the same one twice, by one key.

mod lines;
mod lines_of_fields;
mod names;
mod tagged;
pub(super) use lines::{Gathered, TextLines, copy};
pub(super) use lines_of_fields::TaggedSyntax;
pub(super) use names::{Names, cells, is_field, own_names};
pub(super) use tagged::{Style, Tagged};
#[cfg(test)]
mod tests;
