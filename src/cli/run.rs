//! The interface of every command.

use dejalu::error::Result;
use serde_json::Value;

use super::console::Console;

/// The outcome of a command without an error; its number is the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Done; the answer is yes.
    Done,
    /// Done; the answer is no.
    No,
    /// Done, but some input was left out, or some file not moved.
    Incomplete,
}

impl Outcome {
    /// Done, in whole or in part.
    pub(super) fn unless(is_incomplete: bool) -> Self {
        Outcome::of(true, is_incomplete)
    }

    /// Done with this answer, in whole or in part.
    pub(super) fn of(answer: bool, is_incomplete: bool) -> Self {
        match (is_incomplete, answer) {
            (true, _) => Outcome::Incomplete,
            (false, true) => Outcome::Done,
            (false, false) => Outcome::No,
        }
    }
}

/// A command: typed, resolved, run.
pub(super) trait Run {
    /// The resolved arguments.
    fn settings(&self) -> Result<Value>;

    /// Does the work.
    fn run(&self, console: &Console) -> Result<Outcome>;

    /// The command itself. A command with actions is none that runs, and has a `chosen` of its own ([`commands`]).
    fn chosen(&self) -> &dyn Run
    where
        Self: Sized,
    {
        self
    }
}

/// The commands of a level, of which one is typed. `chosen` of each is [`Run::chosen`], or that of a level below.
macro_rules! commands {
    (enum $level:ident { $($name:ident($command:ty)),+ $(,)? }) => {
        #[derive(Debug, clap::Subcommand)]
        enum $level {
            $($name($command)),+
        }

        impl $level {
            fn chosen(&self) -> &dyn $crate::cli::run::Run {
                match self {
                    $($level::$name(command) => command.chosen()),+
                }
            }
        }
    };
}
pub(super) use commands;
