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

    /// The program to complete.
    #[arg(skip)]
    pub(in crate::cli) program: Command,
}

impl Run for Completions {
    fn settings(&self) -> Result<Value> {
        Ok(json!({ "shell": self.shell.to_string() }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut self.program.clone(), "dejalu", &mut script);
        console.data(&String::from_utf8_lossy(&script))?;
        Ok(Outcome::Done)
    }
}
