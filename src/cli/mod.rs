//! The command-line interface. Every command is a thin layer over the library: it parses the
//! arguments, converts them to the library's options, makes the call, and writes the result.
//!
//! Exit codes: 0 success (for `classify A B`: duplicate, for `find`: found), 1 the other answer, an audit
//! that failed or copies that were refused, 2 an error or some input left out. Data go to stdout, messages and
//! progress to stderr.
//!
//! | file | contents |
//! |---|---|
//! | `commands/` | the commands |
//! | `options/` | options that several commands share |
//! | `program.rs` | the top-level command line: parsing and dispatch |
//! | `run.rs` | what every command does, and how it ends |
//! | `stopping.rs` | a signal ends the server before it ends the program; the end of whoever started it |
//! | `console.rs` | data to stdout; messages, warnings and progress to stderr |
//! | `output.rs` | files that are written if they were asked for |
//! | `files.rs` | refusal of two paths that are one file |
//! | `command_line.rs` | what was typed for a command, and how it is typed again |
//! | `moved.rs` | options that another command has taken over, and where they went |
//! | `pair_columns.rs` | columns of the tables of pairs |
//! | `hints.rs` | the command that helps, for errors of the library |
//! | `memory.rs` | the memory of the process and of the machine |

mod command_line;
mod commands;
mod console;
mod files;
mod hints;
mod memory;
mod moved;
mod options;
mod output;
mod pair_columns;
mod program;
mod run;
mod stopping;
pub use program::main;
pub use stopping::{end_with_input, end_work};
