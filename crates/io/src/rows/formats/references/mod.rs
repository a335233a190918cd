//! References: a record each of a work, as reference managers export them.
//!
//! A record's cells are its fields under their own names (`TI`, `AU`) and under the common ones: `title`,
//! `author`, `year`, `date`, `journal`, `volume`, `number`, `pages`, `doi`, `isbn`, `abstract`,
//! `keywords`, `url`, `publisher`, `language`, `key`. `text` is all that is said of the work but its title. Records
//! have no id: two exports put into one file name different works, or the same one twice, by one key.
//!
//! | file | contents |
//! |---|---|
//! | `lines.rs` | the lines of a text, and copies of some of its records |
//! | `notes.rs` | what is to be said of a source beside its records |
//! | `names.rs` | the common names of fields, and the cells of a record |
//! | `style.rs`, `tagged.rs`, `open.rs`, `tagged_syntax.rs` | records of lines with tags: how formats mark them, reading, where one ends, filling |
//! | `others.rs` | records of another format than that of their file |

mod lines;
mod names;
mod notes;
mod open;
mod others;
mod style;
mod tagged;
mod tagged_syntax;
pub(super) use lines::{Gathered, Line, TextLines, copy};
pub(super) use names::{Names, cells, is_field, join_authors, join_pages, own_names};
pub(super) use notes::Notes;
pub(super) use others::{of_other_format, table_among};
pub(super) use style::{Field, Fields, Style, field};
pub(super) use tagged::{TaggedFormat, tagged};
#[cfg(test)]
mod tests;
