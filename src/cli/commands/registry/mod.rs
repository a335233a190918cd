//! `dejalu registry`, one action a file.

mod contents;
mod experiment;
mod init;
mod probe;
mod register;
mod registry;
mod answers;
mod store;
mod registrations;
mod transfer;
pub(in crate::cli) use registry::RegistryCommand;
