//! `dejalu registry`, one action a file.

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
