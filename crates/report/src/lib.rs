//! A result that people can read: in the terminal, on a page, and as JSON, all from one
//! [`Comparison`](dejalu_experiment::compare::Comparison).
//!
//! What people look at is made here, and nothing is computed that a decider would say; [`evidence`] finds what two
//! documents share. It must never know who asks: the program, a server or a notebook.
//!
//! | file | contents |
//! |---|---|
//! | `settings.rs` | title, question and settings of a report |
//! | `significance.rs` | the verdicts of a comparison |
//! | `verdict.rs` | the verdict in sentences |
//! | `baseline.rs`, `base_rates.rs` | comparison with baselines, and metrics at other shares of duplicates |
//! | `table.rs`, `json.rs` | the figures for the terminal, and for programs |
//! | `charts/` | the charts |
//! | `drawing/` | drawing of charts; only this folder uses `plotters` |
//! | `page/` | the report page of a comparison |
//! | `explanation/` | the explanation of one pair |
//! | `labelling/` | the page where people label |
//! | `service/` | the page on which the service is tried |
//! | `evidence_folder.rs` | pages of evidence for several pairs |
//! | `groups/` | the report page of a deduplication |
//! | `passages/` | reused passages, as a text and on a page for a class |
//! | `pair.rs` | one classified pair, and the reasons for the decision |
//! | `copies.rs` | the experiment of Ismail, Saad and Badr (004) |
//! | `removals/` | the page of an audit of removals |
//! | `plagiarism.rs` | the experiment of Pereira and Ziviani 2003 (003) |
//! | `reproduction/` | the printed tables and figures of the five papers beside ours |
//! | `model.rs`, `training.rs` | summaries of a model and of its training |
//! | `learning_curve.rs` | a learning curve in words |
//! | `figures.rs` | formatting of numbers |
//! | `sanitize.rs` | removal of control characters |
//! | `files.rs`, `frame.html`, `frame.css`, `parts.html`, `texts.html`, `fields.html`, `score.html` | rendering of templates, and what pages share |
//! | `evidence/` | what two documents share, and where |
//!
//! ```
//! use dejalu_experiment::model::builtin;
//! use dejalu_report::PairReport;
//!
//! let explained = builtin::model()?.explain("The ferry waits at the pier.", "The ferry waits.")?;
//! println!("{}", PairReport::new(&explained).text());
//! # Ok::<(), dejalu_base::Error>(())
//! ```
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

mod base_rates;
mod baseline;
mod charts;
#[cfg(feature = "store")]
mod copies;
mod drawing;
pub mod evidence;
mod evidence_folder;
mod explanation;
mod figures;
mod files;
mod groups;
mod json;
mod labelling;
mod learning_curve;
mod model;
mod page;
mod pair;
mod passages;
mod plagiarism;
mod removals;
#[cfg(feature = "store")]
mod reproduction;
mod sanitize;
mod service;
mod settings;
mod significance;
mod table;
#[cfg(test)]
mod testing;
mod training;
mod verdict;
#[cfg(feature = "store")]
pub use copies::{copies_chart, copies_table};
pub use evidence_folder::EvidenceFolder;
pub use explanation::{Explanation, PlacedPassage, ReusedPassages};
pub use files::report_folder;
pub use groups::GroupsPage;
pub use json::json;
pub use labelling::{labelling_page, marked_texts};
pub use model::{candidates, filter_loss, model, operating_rule};
pub use page::Page;
pub use pair::PairReport;
pub use passages::{PassagesPage, passages_text};
pub use plagiarism::{plagiarism_chart, plagiarism_table};
pub use removals::RemovalsPage;
#[cfg(feature = "store")]
pub use reproduction::{ReproductionPage, reproduction_text};
pub use sanitize::{sanitize, sanitize_line};
pub use service::service_page;
pub use significance::{Significance, significances};
pub use table::{Style, table};
pub use training::training;
pub use verdict::{Summary, summary};

pub use dejalu_io::OutputFolder;
