//! `dejalu registry`, one action a file.

mod contents;
mod experiment;
mod init;
mod probe;
mod register;
mod registry;
mod shown;
mod store;
mod tally;
mod transfer;
pub(in crate::cli) use registry::RegistryCommand;
