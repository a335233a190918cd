//! The commands, the options that all of them share, and `main`.

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use dejalu::error::{Result, spell_as_flags};

use super::console::Console;
use super::run::{Outcome, Run};

/// Learned near-duplicate detection: similarity vectors, an SVM trained on labelled pairs, and a
/// comparison with the published thresholds of five papers.
#[derive(Debug, Parser)]
#[command(
    name = "dejalu",
    version,
    max_term_width = 100,
    after_help = "\
Examples:
  dejalu demo
  dejalu train pairs.csv --documents docs.jsonl --out model.json
  dejalu evaluate held-out.csv --documents docs.jsonl --model model.json --report report
  dejalu classify old.html new.html --model model.json
  dejalu dedupe docs.jsonl --model model.json --out groups.csv
  dejalu explain old.html new.html --html why.html

Exit codes: 0 success (classify: duplicate, find: found), 1 the other answer, 2 an error or input left out."
)]
pub(super) struct Cli {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    global: Global,
}

/// Options of every command.
#[derive(Debug, clap::Args)]
struct Global {
    /// Number of threads (default: all processors); any number gives the same result
    #[arg(
        long,
        global = true,
        value_name = "N",
        value_parser = super::options::whole::<usize>(1, 1_024),
        allow_negative_numbers = true
    )]
    threads: Option<usize>,

    /// Print only results, errors and what input was left out
    #[arg(long, short, global = true)]
    quiet: bool,

    /// Print the resolved options as JSON and stop
    #[arg(long, global = true)]
    show_settings: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    Demo(super::commands::demo::Demo),
    Measures(super::commands::measures::Measures),
    Vectors(super::commands::vectors::Vectors),
    Train(super::commands::train::Train),
    Evaluate(super::commands::evaluate::Evaluate),
    Compare(super::commands::compare::Compare),
    Classify(super::commands::classify::Classify),
    Explain(super::commands::explain::Explain),
    Background(super::commands::background::BackgroundCommand),
    Find(super::commands::find::Find),
    Dedupe(super::commands::dedupe::Dedupe),
    Index(super::commands::index::IndexCommand),
    Registry(super::commands::registry::RegistryCommand),
    Generate(super::commands::generate::Generate),
    Model(super::commands::model::ModelCommand),
    Completions(super::commands::completions::Completions),
    Man(super::commands::man::Man),
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Done => ExitCode::from(0),
            Outcome::Otherwise => ExitCode::from(1),
            Outcome::Partly => ExitCode::from(2),
        }
    }
}

/// Runs the program on the process's arguments.
pub fn main() -> ExitCode {
    spell_as_flags();
    let program = Cli::command();
    let typed = program.clone().get_matches();
    let cli = Cli::from_arg_matches(&typed).unwrap_or_else(|error| error.exit());
    let console = Console::new(cli.global.quiet);
    if let Some(threads) = cli.global.threads {
        // Only the first call can fail to be the first, and this is it.
        let _ = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build_global();
    }
    let show = cli.global.show_settings;
    if let Err(error) = super::files::check(&program, &typed) {
        console.error(&error);
        return ExitCode::from(2);
    }
    let outcome = match cli.command {
        Command::Demo(command) => launch(command, show, &console),
        Command::Measures(command) => launch(command, show, &console),
        Command::Vectors(command) => launch(command, show, &console),
        Command::Train(command) => launch(command, show, &console),
        Command::Evaluate(command) => launch(command, show, &console),
        Command::Compare(command) => launch(command, show, &console),
        Command::Classify(command) => launch(command, show, &console),
        Command::Explain(command) => launch(command, show, &console),
        Command::Background(command) => launch(command, show, &console),
        Command::Find(command) => launch(command, show, &console),
        Command::Dedupe(command) => launch(command, show, &console),
        Command::Index(command) => launch(command, show, &console),
        Command::Registry(command) => launch(command, show, &console),
        Command::Generate(command) => launch(command, show, &console),
        Command::Model(command) => launch(command, show, &console),
        Command::Completions(command) => launch(command.of(program), show, &console),
        Command::Man(command) => launch(command.of(program), show, &console),
    };
    console.end();
    match outcome {
        Ok(outcome) => outcome.into(),
        // A reader that stops has read enough.
        Err(error) if error.is_broken_pipe() => Outcome::Done.into(),
        Err(error) => {
            console.error(&error);
            ExitCode::from(2)
        }
    }
}

fn launch(command: impl Run, show_settings: bool, console: &Console) -> Result<Outcome> {
    if show_settings {
        let settings = command.settings()?;
        console.data(&format!("{settings:#}\n"))?;
        return Ok(Outcome::Done);
    }
    command.run(console)
}
