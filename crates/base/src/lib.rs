//! The common vocabulary of dejalu's crates: errors as data, progress, counts with their nouns, and when a score
//! reaches a threshold.
//!
//! All crates use it; it uses none of them, and must never know what is computed.
//!
//! | file | contents |
//! |---|---|
//! | `error/` | [`Error`]: what went wrong, where, and what to do |
//! | `progress.rs` | [`Progress`]: what long calls report to |
//! | `threshold.rs` | whether a score reaches a threshold |
//! | `setters.rs` | setters of options |
//! | `numbers.rs`, `plural.rs` | numbers as people write them; counts with their nouns |
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

pub mod error;
pub mod numbers;
pub mod plural;
pub mod progress;
mod setters;
pub mod threshold;

pub use error::{Error, Result};
pub use progress::{Progress, Silent};
