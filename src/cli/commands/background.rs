//! `dejalu background`.

use std::path::PathBuf;

use clap::Args;
use dejalu::Progress;
use dejalu::corpus::background::Background;
use dejalu::corpus::{
    Correlation, CorrelationLimits, CorrelationTable, CorrelationTableBuilder, Needs,
};
use dejalu::document::Document;
use dejalu::error::Result;
use dejalu::rules;
use dejalu::text::{AnalysisOptions, LanguageChoice};
use dejalu_base::plural::counted;
use dejalu_io::OutputFile;
use serde_json::{Value, json};

use super::table::Table;
use crate::cli::console::Console;
use crate::cli::options::{Documents, Features, written_as};
use crate::cli::run::{Outcome, Run};

/// Collect statistics of a reference collection into a file for --background
///
/// Collects word frequencies, correlated words and 4-grams: the statistics that the published rules and the given
/// features need. Documents with the same 'cluster' count once. Of the correlation factors, the file keeps only those
/// that measures use: at least 0.05, for words that occur together in 3 documents, and the 64 largest of each word.
/// --correlations writes all of them.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu background archive.jsonl.zst --out archive.background
  dejalu background archive.jsonl.zst --correlations table.csv --words tsunami,disaster
  dejalu train pairs.csv --documents docs.jsonl --background archive.background --out model.json")]
pub(in crate::cli) struct BackgroundCommand {
    #[command(flatten)]
    documents: Documents,

    #[command(flatten)]
    features: Features,

    /// File to write
    #[arg(
        long,
        short,
        help_heading = "Results",
        value_name = "FILE",
        required_unless_present = "correlations"
    )]
    out: Option<PathBuf>,

    /// Write all correlation factors of words (Yerra 2005 (000), formula 3.1) as a table (.csv, also .gz, .zst; - is
    /// stdout): word_a, word_b, how many documents contain each and both, correlation. Rows are grouped by word_a, then
    /// sorted by descending correlation and by word_b; pairs that occur together in no document are omitted
    #[arg(long, help_heading = "Results", value_name = "FILE", value_parser = written_as(".csv"))]
    correlations: Option<PathBuf>,

    /// Write only the rows of these words
    #[arg(
        long,
        help_heading = "Results",
        value_name = "WORD",
        value_delimiter = ',',
        requires = "correlations"
    )]
    words: Vec<String>,
}

impl Run for BackgroundCommand {
    fn settings(&self) -> Result<Value> {
        Ok(json!({
            "documents": self.documents,
            "analysis": self.features.analysis(self.documents.reading.fields())?,
            "features": self.features.resolve(&self.documents.reading.fields())?,
            "correlations": CorrelationLimits::default(),
            "out": self.out,
            "correlation_table": self.correlations,
            "words": self.words,
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
        let out = self.out.as_deref().map(OutputFile::create).transpose()?;
        let table = self.correlations.as_deref().map(OutputFile::create);
        let table = table.transpose()?.map(Table::new);
        let (collected, partly) = if analysis.language == LanguageChoice::Auto {
            let read = self.documents.load(&analysis, console)?;
            let analysis = analysis.resolved(&read.documents);
            let batches = [Ok(read.documents)];
            (self.count(batches, analysis, needs)?, read.partly)
        } else {
            let mut batches = self.documents.batches(&analysis, console)?;
            let shown = batches.by_ref().inspect(|batch| {
                let documents = batch.as_ref().map_or(0, Vec::len);
                console.begin("counting words", documents);
            });
            (self.count(shown, analysis, needs)?, batches.partly())
        };
        let (background, correlations) = collected;
        if let Some((table, correlations)) = table.zip(correlations) {
            write(table, correlations.rows(&self.words)?)?;
        }
        if let Some(out) = out {
            background.write(out)?;
        }
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

impl BackgroundCommand {
    /// Counts what is needed, and all correlations where their table is asked for.
    fn count(
        &self,
        batches: impl IntoIterator<Item = Result<Vec<Document>>>,
        analysis: AnalysisOptions,
        needs: Needs,
    ) -> Result<(Background, Option<CorrelationTable>)> {
        let mut table = self
            .correlations
            .is_some()
            .then(|| CorrelationTableBuilder::new(analysis.clone()));
        let batches = batches.into_iter().inspect(|batch| {
            if let (Some(table), Ok(documents)) = (&mut table, batch) {
                table.add(documents);
            }
        });
        let limits = CorrelationLimits::default();
        let background = Background::collect_batches(batches, analysis, needs, limits)?;
        Ok((background, table.map(CorrelationTableBuilder::finish)))
    }
}

/// Writes correlations, a row each.
fn write<'t>(mut table: Table, rows: impl Iterator<Item = Correlation<'t>>) -> Result<()> {
    table.row([
        "word_a",
        "word_b",
        "documents_a",
        "documents_b",
        "documents_both",
        "correlation",
    ])?;
    for row in rows {
        let [a, b] = row.words.map(str::to_string);
        let [of_a, of_b] = row.documents.map(|count| count.to_string());
        table.row([
            a,
            b,
            of_a,
            of_b,
            row.both.to_string(),
            row.factor.to_string(),
        ])?;
    }
    table.finish()
}
