//! The options of `dejalu label`.

use clap::{Args, Subcommand};
use dejalu::error::Result;
use dejalu::server::{LabelServer, ServerOptions, labelling};
use serde_json::{Value, json};

use super::prepare::Asking;
use super::questions::Questions;
use super::started::{Ending, Started};
use crate::cli::console::Console;
use crate::cli::options::{typed, whole};
use crate::cli::run::{Outcome, Run};

/// Ask people which pairs are near-duplicates, on a web page or in the terminal
///
/// Shows two documents side by side with their shared text marked; you answer with a key or a click. Most pairs are
/// chosen to learn from; the others are a random sample for evaluation (the audit), on which no model is trained. Each
/// answer is saved before the next pair is shown; run the command again to continue.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "\
Examples:
  dejalu label notes --out labels.jsonl                  opens a page in the browser
  dejalu label notes --out labels.jsonl --terminal
  dejalu label --pairs to-label.csv --documents notes --out labels.jsonl
  dejalu label report labels.jsonl --documents notes --model model.json
  dejalu train --labels labels.jsonl --documents notes --out model.json
  dejalu label notes --model model.json --audit removals --out labels.jsonl

Keys: y yes, n no, u unsure, b back. The page is served on this computer only (127.0.0.1) and loads nothing \
from elsewhere; its address contains a key that changes with every start."
)]
pub(in crate::cli) struct LabelCommand {
    #[command(subcommand)]
    action: Option<Action>,

    #[command(flatten)]
    label: Label,
}

#[derive(Debug, Subcommand)]
enum Action {
    Merge(super::merge::Merge),
    Report(Box<super::report::Report>),
}

impl LabelCommand {
    pub(in crate::cli) fn chosen(&self) -> &dyn Run {
        match &self.action {
            Some(Action::Merge(action)) => action,
            Some(Action::Report(action)) => action.chosen(),
            None => &self.label,
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct Label {
    #[command(flatten)]
    questions: Questions,

    /// Port of the page; 0 picks a free one
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u16>(0, 65_535), help_heading = "Page")]
    port: u16,

    /// Print the address instead of opening a browser
    #[arg(long, help_heading = "Page")]
    no_browser: bool,

    /// Ask in the terminal instead of on a page
    #[arg(long, help_heading = "Page", conflicts_with_all = ["port", "no_browser"])]
    terminal: bool,
}

impl Run for Label {
    fn settings(&self) -> Result<Value> {
        let questions = &self.questions;
        Ok(json!({
            "documents": typed(questions.sources()),
            "index": questions.index.index, "pairs": questions.pairs, "model": questions.model,
            "out": questions.out, "audit": questions.audit, "audit_sample": questions.audit_sample,
            "promise": questions.promise,
            "port": self.port, "browser": !self.no_browser, "terminal": self.terminal,
            "candidates": questions.finding.options()?, "reading": questions.reading,
        }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let Asking {
            session,
            model,
            subject,
            partly,
        } = super::prepare::asking(&self.questions, console)?;
        if self.terminal {
            super::terminal::ask(session, &model, console)?;
        } else {
            let options = ServerOptions {
                port: self.port,
                ..ServerOptions::default()
            };
            let started = Started::default();
            let _ending = Ending(started.clone());
            let server = LabelServer::new(session, model, &subject)?
                .with_actions(super::actions::actions(&self.questions, &started));
            labelling(
                server,
                &options,
                crate::cli::stopping::signal(),
                |address| {
                    console.end();
                    console.announce(address, !self.no_browser);
                },
            )?;
        }
        Ok(Outcome::unless(partly))
    }
}
