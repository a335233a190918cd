//! The command-line interface. Every command is a thin layer over the library: it parses the
//! arguments, converts them to the library's options, makes the call, and writes the result.
//!
//! Exit codes: 0 success (for `classify A B`: duplicate, for `find`: found), 1 the other answer, 2
//! an error or some input left out. Data go to stdout, messages and progress to stderr.

mod commands;
mod console;
mod files;
mod hints;
mod memory;
mod options;
mod output;
mod program;
mod run;
mod stopping;
pub use program::main;
pub use stopping::stop_server;
