//! `dejalu man`.

use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;
use dejalu::error::Result;
use dejalu_base::plural::counted;
use dejalu_io::{OutputFile, OutputFolder};
use serde::Serialize;
use serde_json::{Value, json};

use crate::cli::console::Console;
use crate::cli::options::wrong;
use crate::cli::run::{Outcome, Run};

/// The shells that look for completions below `share`, and where.
const COMPLETIONS: [(Shell, &str, &str); 3] = [
    (Shell::Bash, "bash-completion/completions", "dejalu"),
    (Shell::Zsh, "zsh/site-functions", "_dejalu"),
    (Shell::Fish, "fish/vendor_completions.d", "dejalu.fish"),
];

/// Print a manual page, or write all manual pages and the completions for bash, zsh and fish
#[derive(Debug, Args, Serialize)]
#[command(after_help = "\
Examples:
  dejalu man | man -l -
  dejalu man registry probe | man -l -
  dejalu man --out ~/.local/share

--out writes the files in their install layout: DIR/man/man1, DIR/bash-completion/completions,
DIR/zsh/site-functions and DIR/fish/vendor_completions.d.")]
pub(in crate::cli) struct Man {
    /// Command whose page to print [default: dejalu itself]
    #[arg(conflicts_with = "out")]
    command: Vec<String>,

    /// Write all pages and the completions into this folder
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,

    /// The program that the manual describes.
    #[arg(skip)]
    #[serde(skip)]
    pub(in crate::cli) program: Command,
}

impl Run for Man {
    fn settings(&self) -> Result<Value> {
        Ok(json!(self))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        // `help` repeats what the pages say.
        let mut program = self.program.clone().disable_help_subcommand(true);
        program.build();
        let Some(out) = &self.out else {
            let page = super::page::page_of(command_named(&program, &self.command)?);
            console.data(&page)?;
            return Ok(Outcome::Done);
        };
        let mut program_as_typed = self.program.clone();
        let written = write_pages(&program, &out.join("man/man1"))?;
        for (shell, folder, name) in COMPLETIONS {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut program_as_typed, "dejalu", &mut script);
            write_file(&out.join(folder), name, &script)?;
        }
        console.say(&format!(
            "{} and the completions of {} shells: {}",
            counted(written, "manual page", "manual pages"),
            COMPLETIONS.len(),
            out.display()
        ));
        Ok(Outcome::Done)
    }
}

/// The command that these words lead to.
fn command_named<'c>(program: &'c Command, words: &[String]) -> Result<&'c Command> {
    words.iter().try_fold(program, |above, word| {
        above.find_subcommand(word).ok_or_else(|| {
            let known: Vec<&str> = above.get_subcommands().map(Command::get_name).collect();
            let expected = if known.is_empty() {
                format!("expected nothing after '{}'", above.get_name())
            } else {
                format!("expected one of {}", known.join(", "))
            };
            wrong("COMMAND", word, &expected)
        })
    })
}

/// Writes the pages of a command and of all below it, and says how many there are.
fn write_pages(command: &Command, folder: &Path) -> Result<usize> {
    write_file(
        folder,
        &super::page::file_name(command),
        super::page::page_of(command).as_bytes(),
    )?;
    let below = command.get_subcommands();
    below
        .map(|it| write_pages(it, folder))
        .sum::<Result<usize>>()
        .map(|below| 1 + below)
}

fn write_file(folder: &Path, name: &str, content: &[u8]) -> Result<()> {
    let folder = OutputFolder::create(folder)?;
    OutputFile::create(&folder.path().join(name))?.write_whole(content)
}
