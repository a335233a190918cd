//! `dejalu dedupe`.
//!
//! | file | contents |
//! |---|---|
//! | `dedupe.rs` | the options, and the steps of a run |
//! | `help.rs` | how the help is kept short |
//! | `against.rs` | deduplication against another collection |
//! | `in_memory.rs` | a collection that is held in memory |
//! | `in_pieces.rs` | a collection that does not fit into memory |
//! | `audit.rs` | the options of an audit, and its result |
//! | `estimating.rs` | how long a run will take |
//! | `evidence.rs` | pages that show what documents share |
//! | `kept.rs`, `merging.rs` | the file of kept documents; which of their fields are filled |
//! | `moving.rs` | moving the removed files of a folder away |
//! | `review.rs` | the pairs that people should look at |
//! | `outputs.rs` | the output files, opened before the work begins |
//! | `summary.rs`, `by_source.rs` | the summary; what each of several sources gave and lost |

mod against;
mod audit;
mod by_source;
mod dedupe;
mod estimating;
mod evidence;
mod help;
mod in_memory;
mod in_pieces;
mod kept;
mod merging;
mod moving;
mod outputs;
mod review;
mod summary;
pub(in crate::cli) use dedupe::Dedupe;
pub(in crate::cli::commands) use kept::Kept;
pub(in crate::cli::commands) use merging::Again;
pub(in crate::cli::commands) use moving::say_moved;
