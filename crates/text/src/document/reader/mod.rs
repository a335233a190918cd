//! Documents from files, folders, tables and streams.
//!
//! [`open`] gives the documents of a source one by one; [`read_all`] reads them all, in parallel,
//! in the same order. What cannot be read is an error in the place of its document and the next
//! document follows: the caller decides whether to stop.
//!
//! | source | documents |
//! |---|---|
//! | folder | every file below it that ends as in [`endings`]; id = path below the folder, in sorted order |
//! | one such file | itself; id = file name; a `.txt` that is rows or references by its content is read as these |
//! | `.jsonl`, `.ndjson`, `.json`, `.csv`, `.tsv`, `.xlsx`, `.parquet` | one per row |
//! | `.ris`, `.nbib`, `.bib`, `.ciw`, `.enw`, `.xml` of PubMed or EndNote | one per reference |
//! | `.warc`, `.wet` | one per page or plain text that was sent or made of one; id = address and date |
//! | `.tar`, `.zip` | those of its files that a folder would have; id = path in the archive |
//! | `-` | JSONL on the standard input |
//!
//! Every file but Parquet may also be compressed: `.gz`, `.zst`. A document has at most 16 MiB.
//!
//! A path that is not UTF-8 cannot be an id directly: its id is `./` and the path with `%XX` for
//! every byte that is not UTF-8 and `%25` for `%`. No path below a folder begins with `./`, so that no
//! two files share an id.
//!
//! Rich Text (`.rtf`) is not read: the one Rust crate that parses it takes every character set for Latin-1, and
//! panics at half a surrogate pair.
//!
//! Other files of a folder, and what is not a regular file (pipes, sockets, devices), are not
//! opened: [`DocumentReader::unknown`] names them.
//!
//! | file | contents |
//! |---|---|
//! | `reader.rs`, `options.rs` | reading of any source, and its options |
//! | `several.rs`, `exports.rs`, `results.rs` | several sources as one collection; folders of exports; tables that are no source |
//! | `files.rs`, `formats/` | files that are one document each, and their formats |
//! | `input.rs` | the bytes of such a file |
//! | `archives/`, `page.rs` | archives of documents; pages out of an archive of the web |
//! | `passed_over.rs` | what holds no document, counted |
//! | `source.rs` | documents that are not parsed yet |
//! | `record.rs` | rows that are one document each |
//! | `words.rs` | rejection of documents without content or without a word |
//! | `copy.rs` | copies of some documents of a source, unchanged |
//! | `fill.rs` | the same with fields that others had |

mod archives;
mod copy;
mod exports;
mod files;
mod fill;
mod formats;
mod input;
mod options;
mod page;
mod passed_over;
mod reader;
mod record;
mod results;
mod several;
mod source;
#[cfg(test)]
mod tests;
mod words;
pub use copy::{Origin, copy, ending_of_copies, rows_left_out};
pub use exports::{documents_below, exports_below};
pub use files::{endings, holds_many, is_named_as_many};
pub use fill::{FilledField, StayEmpty, check_fields, copy_filled};
pub use options::{OnBad, ReadOptions};
pub use reader::{
    DocumentReader, LoadedDocuments, accepted, open, read_all, read_columns, read_one,
};
pub use results::are_results;
pub use several::{
    Expanded, NamedSource, copy_several, expanded, open_all, read_several, shared_ids, with_names,
};
pub use words::with_words;
