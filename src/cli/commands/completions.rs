//! `dejalu completions`.

use clap::{Args, Command};
use clap_complete::Shell;
use dejalu::error::Result;
use serde_json::{Value, json};

use crate::cli::console::Console;
use crate::cli::run::{Outcome, Run};

/// Print completions for a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu completions bash > ~/.local/share/bash-completion/completions/dejalu
  dejalu completions fish > ~/.config/fish/completions/dejalu.fish")]
pub(in crate::cli) struct Completions {
    /// The shell
    shell: Shell,

    #[arg(skip)]
    program: Command,
}

impl Completions {
    /// The completions of this program.
    pub(in crate::cli) fn of(self, program: Command) -> Self {
        Completions { program, ..self }
    }
}

impl Run for Completions {
    fn settings(&self) -> Result<Value> {
        Ok(json!({ "shell": self.shell.to_string() }))
    }

    fn run(mut self, console: &Console) -> Result<Outcome> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut self.program, "dejalu", &mut script);
        console.data(&String::from_utf8_lossy(&script))?;
        Ok(Outcome::Done)
    }
}
