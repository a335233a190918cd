//! Input and output. Output files and folders are complete or absent.
//!
//! Every crate that opens or writes a file uses it. It must never know what a row means: documents, pairs and
//! models are made of rows by the crates above.
//!
//! An [`OutputFile`] is opened before the work whose result it takes, so that a wrong path fails
//! first. It is written beside its target and takes the target's name when it is finished; if it
//! is dropped before that, nothing is left and an older file of that name is untouched. The files of
//! a run take their names together, where the program has [`hold_outputs`] do so. Nor is anything left
//! where a signal ends the program, if that calls [`discard_unfinished`] before.
//!
//! | file | contents |
//! |---|---|
//! | `input.rs` | opens inputs: files or the standard input, compressed or not |
//! | `gzip.rs` | gzip, of which a damaged part hides no other |
//! | `bounded.rs` | a limit on how much of an input is kept in memory |
//! | `charset.rs`, `text.rs` | the character set of bytes; UTF-8 and UTF-16 |
//! | `lines.rs`, `line_ends.rs` | lines, and where they end |
//! | `rows/` | rows of named cells from files of any format |
//! | `xml.rs` | the elements and texts of XML |
//! | `latex/` | the text of what is written in LaTeX |
//! | `sqlite/` | databases in one file, each value with a checksum |
//! | `output.rs`, `temporary.rs` | a file that appears when it is complete |
//! | `changes.rs` | several files that change together or not at all |
//! | `folder.rs` | folders that hold something or are not there |
//! | `unfinished.rs` | files and folders to delete if the program ends now, and what waits for the rest |
//! | `scratch.rs` | a folder for one run |
//! | `moved.rs` | files that are moved away together, and come back |
//! | `file_state.rs`, `identity.rs`, `lock.rs` | whether a file was changed; whether it is another; a lock on it |
//! | `path_text.rs` | paths as text |
#![deny(missing_docs)]
// `pub` items are reachable from outside; everything else is `pub(crate)`.
#![warn(unreachable_pub)]
// No input makes the library panic, and what it has to say goes to the caller. Where a value must be there,
// the reason stands beside it.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

pub mod bounded;
mod changes;
pub mod charset;
mod file_state;
mod folder;
mod gzip;
mod identity;
mod input;
pub mod latex;
mod line_ends;
mod lines;
mod lock;
mod moved;
mod output;
mod path_text;
pub mod rows;
mod scratch;
#[cfg(feature = "store")]
pub mod sqlite;
mod temporary;
mod text;
mod unfinished;
pub mod xml;
pub use bounded::{Unpacker, check_size, too_large, unpacked};
pub use file_state::FileState;
pub use folder::OutputFolder;
pub use identity::FileIdentity;
pub use input::{Compression, RawText, STANDARD_STREAM, Stream, no_folder, place};
pub use lines::{JsonLines, bad_json};
pub use lock::lock;
pub use moved::{MovedFile, Restored, check_free, move_files, restore, undo_interrupted};
pub use output::{OutputFile, is_temporary};
pub use path_text::{path_of, text_of};
pub use rows::{
    Cell, Columns, RowKind, Sample, TableOptions, are_references, has_delimiter, has_rows,
    kind_of_rows,
};
pub use scratch::ScratchFolder;
pub use unfinished::remove as remove_output;
pub use unfinished::{
    begin as begin_output, discard as discard_unfinished, hold as hold_outputs,
    keep as keep_output, place as place_outputs,
};
