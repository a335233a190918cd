//! Stories about what users do and what they get or are told. One binary, to link once.
//!
//! - [`commands`]: each command does what it says;
//! - [`sameness`]: equal inputs give equal results;
//! - [`refusals`]: what cannot be done is one clear sentence, and leaves no trace;
//! - [`oddities`]: strange input that is nevertheless read;
//! - [`reading`], [`metrics`]: the same of the library.

mod commands;
mod metrics;
mod oddities;
mod reading;
mod refusals;
mod sameness;
mod workshop;
