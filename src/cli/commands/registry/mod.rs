//! `dejalu registry`, one action a file.
//!
//! | file | contents |
//! |---|---|
//! | `registry.rs` | the actions of `dejalu registry` |
//! | `init.rs`, `register.rs`, `probe.rs`, `experiment.rs` | an action each |
//! | `contents.rs` | `remove`, `list`, `stats` and `verify` |
//! | `transfer.rs` | `export` and `import` |
//! | `store.rs` | options that several actions share |
//! | `registrations.rs` | the outcome of registrations |
//! | `answers.rs` | the results of a probe as a table, as JSON and as CSV |

mod answers;
mod contents;
mod experiment;
mod init;
mod probe;
mod register;
mod registrations;
mod registry;
mod store;
mod transfer;
pub(in crate::cli) use registry::RegistryCommand;
