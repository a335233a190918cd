//! Input and output. Output files and folders are complete or absent.
//!
//! An [`OutputFile`] is opened before the work whose result it takes, so that a wrong path fails
//! first. It is written beside its target and takes the target's name when it is finished; if it
//! is dropped before that, nothing is left and an older file of that name is untouched. Nor is
//! anything left where a signal ends the program, if that calls [`discard_unfinished`] before.

pub(crate) mod bounded;
pub(crate) mod charset;
mod file_state;
mod folder;
mod input;
mod line_ends;
mod lines;
mod moved;
mod output;
mod path_text;
pub(crate) mod rows;
mod scratch;
#[cfg(feature = "store")]
pub(crate) mod sqlite;
mod temporary;
mod text;
mod unfinished;
pub(crate) mod xml;
#[cfg(feature = "store")]
pub(crate) use bounded::Unpacker;
pub(crate) use bounded::{check_size, too_large, unpacked};
pub use file_state::FileState;
pub use folder::OutputFolder;
pub use input::{Compression, STANDARD_STREAM, place};
pub(crate) use input::{RawText, Stream, no_folder};
#[cfg(feature = "store")]
pub(crate) use lines::{JsonLines, bad_json};
pub use moved::{MovedFile, Restored, check_free, move_files, restore, undo_interrupted};
pub use output::OutputFile;
pub(crate) use output::is_temporary;
pub(crate) use path_text::{path_of, text_of};
pub use rows::{Cell, Columns, TableOptions, has_delimiter, has_rows};
pub use scratch::ScratchFolder;
pub use unfinished::discard as discard_unfinished;
