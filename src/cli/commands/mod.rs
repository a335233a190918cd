//! The commands, one per file.
//!
//! | file | contents |
//! |---|---|
//! | `train.rs`, `evaluate.rs`, `compare.rs` | learning from labelled pairs, and measuring it |
//! | `results.rs` | where the results of a comparison go |
//! | `classify.rs`, `explain/` | single pairs; the pairs of a table of groups |
//! | `audit/`, `apply.rs`, `diff.rs` | any groups: their removals judged, carried out; two tables compared |
//! | `dedupe/`, `find/` | the near-duplicates of a collection, and of a document |
//! | `passages.rs`, `known_passages.rs` | reused passages, found and learned from |
//! | `restore.rs` | moving the removed files of a folder back |
//! | `index/` | a collection on disk, and its groups |
//! | `source.rs` | where a collection is: in files, or in an index |
//! | `groups_table.rs`, `record_columns.rs` | the table of groups: a row for every document; what people know it by |
//! | `pair_pages.rs`, `whole.rs` | pages that show what pairs share; documents before something of them was ignored |
//! | `warnings.rs` | what a search may miss |
//! | `registry/` | detection of copies of registered documents |
//! | `label/` | labelling, in a page or in the terminal |
//! | `serve.rs` | the service over HTTP |
//! | `measures.rs`, `vectors.rs`, `background.rs` | measures, the vectors of pairs, and statistics of a collection |
//! | `model.rs` | verification and description of a model |
//! | `generate.rs`, `demo.rs` | documents of known similarity; the full workflow on built-in documents |
//! | `reproduce.rs` | the five papers beside ours |
//! | `completions.rs`, `man/` | completions of a shell; manual pages |
//! | `figures.rs`, `table.rs`, `square.rs` | output as JSON, as CSV, and as a square table of scores |

pub(super) mod apply;
pub(super) mod audit;
pub(super) mod background;
pub(super) mod classify;
pub(super) mod compare;
pub(super) mod completions;
pub(super) mod dedupe;
pub(super) mod demo;
pub(super) mod diff;
pub(super) mod evaluate;
pub(super) mod explain;
mod figures;
pub(super) mod find;
pub(super) mod generate;
mod groups_table;
pub(super) mod index;
mod known_passages;
pub(super) mod label;
pub(super) mod man;
pub(super) mod measures;
pub(super) mod model;
mod pair_pages;
pub(super) mod passages;
mod record_columns;
pub(super) mod registry;
pub(super) mod reproduce;
pub(super) mod restore;
mod results;
pub(super) mod serve;
mod source;
mod square;
mod table;
pub(super) mod train;
pub(super) mod vectors;
mod warnings;
mod whole;

pub(super) use record_columns::KNOWN_BY;
