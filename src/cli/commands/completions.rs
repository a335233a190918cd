//! `dejalu completions`.

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use serde_json::{Value, json};

use crate::cli::console::Console;
use crate::cli::program::Cli;
use crate::cli::run::{Outcome, Run};
use crate::error::Result;

/// Print completions for a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu completions bash > ~/.local/share/bash-completion/completions/dejalu
  dejalu completions fish > ~/.config/fish/completions/dejalu.fish")]
pub(in crate::cli) struct Completions {
    /// The shell
    shell: Shell,
}

impl Run for Completions {
    fn settings(&self) -> Result<Value> {
        Ok(json!({ "shell": self.shell.to_string() }))
    }

    fn run(self, console: &Console) -> Result<Outcome> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "dejalu", &mut script);
        console.data(&String::from_utf8_lossy(&script))?;
        Ok(Outcome::Done)
    }
}
