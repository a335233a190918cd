//! What users type. Every command is a thin coat on library calls: it reads what was typed,
//! resolves it into the library's options, calls, and writes the result.
//!
//! Exit codes: 0 done (for `classify A B`: duplicate, for `find`: found), 1 the other answer, 2 an error or some
//! input left out. Data go to stdout, talk and progress to stderr.

mod commands;
mod console;
mod files;
mod hints;
mod options;
mod program;
mod run;
pub use program::main;
