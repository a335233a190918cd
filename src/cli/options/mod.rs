//! Options that several commands share, and what they mean.
//!
//! | file | contents |
//! |---|---|
//! | `reading.rs`, `columns.rs` | documents, and columns of the user as features |
//! | `inputs.rs`, `field_columns.rs` | the sources of a collection; fields and their columns in them |
//! | `field_types.rs` | what columns hold |
//! | `batches.rs`, `left_out.rs` | documents batch by batch; how many were left out, and why |
//! | `titles.rs` | a warning where documents are titles alone |
//! | `pairs.rs`, `labelled.rs` | pairs and their documents; labelled pairs |
//! | `order.rs` | the order of pairs |
//! | `analysis.rs`, `ignoring.rs` | the analysis of documents, and text to ignore |
//! | `features.rs` | features and their statistics |
//! | `learning.rs`, `kernel.rs` | training and evaluation, and the kernel of the SVM |
//! | `decision.rs`, `held.rs` | the decider: a model or a rule; what documents hold, by which a model is chosen |
//! | `finding.rs` | the candidate search |
//! | `given.rs`, `promise.rs` | groups that a table describes; what an audit of them promises |
//! | `values.rs` | parsers of option values |

mod analysis;
mod batches;
mod columns;
mod decision;
mod features;
mod field_columns;
mod field_types;
mod finding;
mod given;
mod held;
mod ignoring;
mod inputs;
mod kernel;
mod labelled;
mod learning;
mod left_out;
mod order;
mod pairs;
mod promise;
mod reading;
mod titles;
mod values;
pub(super) use analysis::Analysis;
pub(super) use batches::without_words;
pub(super) use columns::Columns;
pub(super) use decision::{Decision, ModelFile, model};
pub(super) use features::{Features, Reference};
pub(super) use field_types::FieldTypes;
pub(super) use finding::{BlockBy, Finding};
pub(super) use given::{Given, all_columns, group_column, place_of};
pub(super) use ignoring::Ignoring;
pub(super) use inputs::{Inputs, has_columns, listed, serialize_typed, typed};
pub(super) use kernel::{Polynomial, kernel, solver};
pub(super) use labelled::{Labelled, blamed, without_vectors};
pub(super) use learning::{BaseRate, Chance, Learning};
pub(super) use left_out::LeftOut;
pub(super) use order::Order;
pub(super) use pairs::{Loaded, Pairs, Selection, Wanted};
pub(super) use promise::{PromiseArgs, check_questions, check_table};
pub(super) use reading::{Documents, ReadDocuments, Reading, read_file};
pub(crate) use values::{share, table_or_labels_file, whole, written_as, wrong, wrong_as_said};
