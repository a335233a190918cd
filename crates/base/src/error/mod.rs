//! Errors: what went wrong, where, and what to do.
//!
//! There is one [`Error`]. Its [`ErrorKind`] holds data, never prose; the sentence is made in one
//! place, when it is shown, and says where, what was found, what was expected and what to do:
//!
//! ```text
//! pairs.csv:18: document 'b7' is not in the collection (412 documents); correct the id or pass the right documents
//! ```
//!
//! What a sentence calls an option is a [`Parameter`]; a program has it spelled as a flag.
//!
//! | file | contents |
//! |---|---|
//! | `error.rs` | [`Error`] and its [`ErrorKind`] |
//! | `place.rs` | where something went wrong |
//! | `parameter.rs` | the names of options in messages |
//! | `phrases.rs` | counts of things in messages |
//! | `nearest.rs` | the known name nearest to an unknown one |
//! | `input.rs`, `document.rs` | files, streams and tables; documents |
//! | `pairs.rs`, `label.rs` | pairs and their labels; labelling |
//! | `feature.rs`, `learn.rs`, `model.rs` | features; training data and trained models; saved models and statistics |
//! | `search.rs`, `constraint.rs`, `audit.rs` | search in a collection; constraints on groups; audits of removals |
//! | `groups.rs` | tables of groups |
//! | `parallel.rs`, `moved.rs` | a part of a deduplication; moving files away and back |
//! | `database.rs`, `index.rs`, `registry.rs` | databases: any, an index of a collection, the store of a registry |
//! | `generate.rs`, `server.rs` | recipes; servers |

mod audit;
mod constraint;
mod database;
mod document;
mod error;
mod feature;
mod generate;
mod groups;
mod index;
mod input;
mod label;
mod learn;
mod model;
mod moved;
mod nearest;
mod pairs;
mod parallel;
mod parameter;
mod phrases;
mod place;
mod registry;
mod search;
mod server;

pub use audit::AuditError;
pub use constraint::ConstraintError;
pub use database::DatabaseError;
pub use document::DocumentError;
pub use error::{Error, ErrorKind, IoContext, Result};
pub use feature::FeatureError;
pub use generate::GenerateError;
pub use groups::GroupsError;
pub use index::IndexError;
pub use input::InputError;
pub use label::LabelError;
pub use learn::LearnError;
pub use model::ModelError;
pub use moved::MoveError;
pub use nearest::nearest;
pub use pairs::PairError;
pub use parallel::ParallelError;
pub use parameter::{Parameter, spell_as_flags};
pub use place::Place;
pub use registry::RegistryError;
pub use search::SearchError;
pub use server::ServerError;

pub use crate::{read_by_name, shown_by_name};
