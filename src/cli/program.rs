//! The top-level command line: parsing and dispatch.

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser};
use dejalu::error::{Result, spell_as_flags};
use dejalu_io::{discard_unfinished, hold_outputs, place_outputs};

use super::console::Console;
use super::run::{Outcome, Run, commands};

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

Exit codes: 0 success (classify: duplicate, find: found), 1 the negative answer (distinct, nothing found), a \
failed audit, or copies that registry register refused, 2 an error or skipped input."
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
    /// Number of threads (default: all processors); the results do not depend on it
    #[arg(
        long,
        global = true,
        value_name = "N",
        value_parser = super::options::whole::<usize>(1, 1_024)
    )]
    threads: Option<usize>,

    /// Print only results, errors and skipped input; no summaries when results go to files
    #[arg(long, short, global = true)]
    quiet: bool,

    /// Print the resolved options as JSON and stop
    #[arg(long, global = true)]
    show_settings: bool,
}

commands! {
    enum Command {
        Demo(super::commands::demo::Demo),
        Measures(super::commands::measures::Measures),
        Vectors(super::commands::vectors::Vectors),
        Train(super::commands::train::Train),
        Evaluate(super::commands::evaluate::Evaluate),
        Compare(super::commands::compare::Compare),
        Classify(super::commands::classify::Classify),
        Explain(super::commands::explain::Explain),
        Passages(super::commands::passages::PassagesCommand),
        Background(super::commands::background::BackgroundCommand),
        Find(super::commands::find::Find),
        // Boxed, as it has by far the most options.
        Dedupe(Box<super::commands::dedupe::Dedupe>),
        Audit(Box<super::commands::audit::AuditCommand>),
        Apply(super::commands::apply::Apply),
        Diff(super::commands::diff::Diff),
        Index(super::commands::index::IndexCommand),
        Label(super::commands::label::LabelCommand),
        Registry(super::commands::registry::RegistryCommand),
        Restore(super::commands::restore::RestoreCommand),
        Serve(super::commands::serve::Serve),
        Generate(super::commands::generate::Generate),
        Reproduce(super::commands::reproduce::Reproduce),
        Model(super::commands::model::ModelCommand),
        Completions(super::commands::completions::Completions),
        Man(super::commands::man::Man),
    }
}

/// Lets a number be negative wherever one is expected, so that it is refused as a number and not as
/// an option that nobody knows.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    const NUMBERS: [&str; 7] = ["K", "N", "SHARE", "T", "X", "X|auto", "X|none"];
    let is_number = |argument: &clap::Arg| match argument.get_value_names() {
        Some([name]) => NUMBERS.contains(&name.as_str()),
        _ => false,
    };
    command
        .mut_args(|argument| {
            let is_number = is_number(&argument);
            argument.allow_negative_numbers(is_number)
        })
        .mut_subcommands(with_negative_numbers)
}

/// Runs the program on the process's arguments.
pub fn main() -> ExitCode {
    spell_as_flags();
    let program = with_negative_numbers(Cli::command());
    let matches = program.clone().get_matches();
    let mut cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let console = Console::new(cli.global.quiet);
    if let Some(threads) = cli.global.threads {
        // Fails only if the pool already exists; this is the only call.
        let _ = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build_global();
    }
    match super::files::check(&program, &matches) {
        Ok(warnings) => warnings.iter().for_each(|warning| console.warn(warning)),
        Err(error) => {
            console.error(&error);
            return ExitCode::from(2);
        }
    }
    for note in super::moved::notes(&program, &matches) {
        console.warn(&note);
    }
    match &mut cli.command {
        Command::Completions(command) => command.program = program,
        Command::Man(command) => command.program = program,
        _ => {}
    }
    let command = cli.command.chosen();
    let outcome = if cli.global.show_settings {
        show_settings(command, &console)
    } else {
        run(command, &console)
    };
    console.end();
    match outcome {
        Ok(outcome) => ExitCode::from(outcome as u8),
        // The reader closed the pipe (`| head`): not an error.
        Err(error) if error.is_broken_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            console.error(&error);
            ExitCode::from(2)
        }
    }
}

/// Runs a command, whose outputs appear together once all of them are complete, or not at all.
fn run(command: &dyn Run, console: &Console) -> Result<Outcome> {
    hold_outputs();
    let outcome = command.run(console);
    let outcome = outcome.and_then(|outcome| place_outputs().map(|()| outcome));
    if outcome.is_err() {
        discard_unfinished();
    }
    outcome
}

fn show_settings(command: &dyn Run, console: &Console) -> Result<Outcome> {
    let settings = command.settings()?;
    console.data(&format!("{settings:#}\n"))?;
    Ok(Outcome::Done)
}
