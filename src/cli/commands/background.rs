//! `dejalu background`.

use std::path::PathBuf;

use clap::Args;
use dejalu::corpus::CorrelationLimits;
use dejalu::corpus::background::Background;
use dejalu::error::Result;
use dejalu::io::OutputFile;
use dejalu::plural::counted;
use dejalu::progress::Progress;
use dejalu::rules;
use dejalu::text::LanguageChoice;
use serde_json::{Value, json};

use crate::cli::console::Console;
use crate::cli::options::{Documents, Features};
use crate::cli::run::{Outcome, Run};

/// Collect statistics of a reference collection into a file for --background
///
/// Collects word frequencies, correlated words and 4-grams: the statistics that the published rules
/// and the given features need. Documents with the same 'cluster' count once.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu background archive.jsonl.zst --out archive.background
  dejalu train pairs.csv --documents docs.jsonl --background archive.background --out model.json")]
pub(in crate::cli) struct BackgroundCommand {
    #[command(flatten)]
    documents: Documents,

    #[command(flatten)]
    features: Features,

    /// File to write
    #[arg(long, short, help_heading = "Results", value_name = "FILE")]
    out: PathBuf,
}

impl Run for BackgroundCommand {
    fn settings(&self) -> Result<Value> {
        Ok(json!({
            "documents": self.documents,
            "analysis": self.features.analysis(self.documents.reading.fields())?,
            "features": self.features.resolve(&self.documents.reading.fields())?,
            "correlations": CorrelationLimits::default(),
            "out": self.out,
        }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        // The published rules are judged too, whatever is learned from.
        let looked_at = rules::features(&rules::published()?);
        let needs = self
            .features
            .resolve(&self.documents.reading.fields())?
            .needs()
            .union(looked_at.needs());
        let analysis = self.features.analysis(self.documents.reading.fields())?;
        let out = OutputFile::create(&self.out)?;
        let limits = CorrelationLimits::default();
        let (background, partly) = if analysis.language == LanguageChoice::Auto {
            let read = self.documents.load(&analysis, console)?;
            let background = Background::collect(&read.documents, analysis, needs, limits)?;
            (background, read.partly)
        } else {
            let mut batches = self.documents.batches(&analysis, console)?;
            let shown = batches.by_ref().inspect(|batch| {
                let documents = batch.as_ref().map_or(0, Vec::len);
                console.begin("counting words", documents);
            });
            let background = Background::collect_batches(shown, analysis, needs, limits)?;
            (background, batches.partly())
        };
        background.write(out)?;
        let statistics = &background.statistics;
        console.say(&format!(
            "{}, {}, {}",
            counted(statistics.documents(), "document", "documents"),
            counted(statistics.words(), "word", "words"),
            counted(
                statistics.correlations().pairs(),
                "pair of correlated words",
                "pairs of correlated words"
            ),
        ));
        Ok(Outcome::unless(partly))
    }
}
