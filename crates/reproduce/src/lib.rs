//! The printed tables, figures and worked examples of the five papers beside ours: [`reproduce`].
//!
//! Each [`Exhibit`] is one file that yields data; nothing is shown here. What a paper prints is cited by paper, number,
//! section and page; ours is computed by the code that users run: on what the paper prints where it prints its
//! input, on the project's own documents where it does not. What cannot be computed says why.
//!
//! It stands above all crates whose results it sets beside the papers', the registry among them, and below `report`,
//! which shows it.
//!
//! ```no_run
//! use dejalu_base::Silent;
//! use dejalu_reproduce::{ReproduceOptions, Verdict, reproduce};
//!
//! // Half a minute.
//! let reproduction = reproduce(&ReproduceOptions::default(), &Silent)?;
//! println!("{} equal", reproduction.count(Verdict::Equal));
//! # Ok::<(), dejalu_base::Error>(())
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `reproduce.rs`, `options.rs` | the table of all exhibits; what shapes them |
//! | `exhibit.rs` | what an exhibit is |
//! | `cell.rs`, `figure.rs` | a printed value beside ours, and its verdict; numbers as papers print them |
//! | `source.rs` | the papers, and where in them something is printed |
//! | `inputs.rs` | the project's own documents |
//! | `directed.rs` | what a measure says of two texts |
//! | `yerra/` | Yerra 2005 (000) |
//! | `raveena/` | Raveena and Nandini 2014 (001) |
//! | `das/` | Das, Mathew and Vijayaraghavan (002) |
//! | `pereira/` | Pereira and Ziviani 2003 (003) |
//! | `ismail/` | Ismail, Saad and Badr (004) |
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

mod cell;
mod das;
mod directed;
mod exhibit;
mod figure;
mod inputs;
mod ismail;
mod options;
mod pereira;
mod raveena;
mod reproduce;
mod source;
mod yerra;
pub use cell::{Cell, Verdict};
pub use exhibit::{Exhibit, Experiment, Row};
pub use figure::{Figure, Form};
pub use options::ReproduceOptions;
pub use reproduce::{Reproduction, reproduce};
pub use source::{PAPERS, Paper, Source};
