//! `dejalu registry experiment`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use dejalu::error::Result;
use dejalu::pairs::reader::{self, Labels, PairOptions};
use dejalu::registry::Class;
use dejalu::registry::experiment::{Categories, experiment};
use dejalu::report;
use serde_json::{Value, json};

use crate::cli::console::Console;
use crate::cli::options::{Analysis, Documents, written_as};
use crate::cli::output::OptionalFile;
use crate::cli::run::{Outcome, Run};

/// Measure the error rates of probes on labelled documents, next to the figures of Ismail, Saad and
/// Badr (004)
///
/// Registers all documents in memory and probes those in pairs of the given categories, with SCAM
/// and eight chunk thresholds (--threshold), each with nine sets of class limits. This has moved to 'dejalu
/// reproduce'; the next version removes it here.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu registry experiment docs.jsonl pairs.csv
  dejalu registry experiment datasets/articles datasets/copies.csv --chart copies.svg")]
pub(super) struct ExperimentCommand {
    #[command(flatten)]
    documents: Documents,

    /// Pairs with id_a, id_b and the category that people assigned
    #[arg(value_name = "PAIRS")]
    pairs: PathBuf,

    /// Categories of exact copies
    #[arg(
        long,
        help_heading = "Categories",
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "exact"
    )]
    exact: Vec<String>,

    /// Categories of high overlap
    #[arg(
        long,
        help_heading = "Categories",
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "high"
    )]
    high: Vec<String>,

    /// Categories of some overlap
    #[arg(
        long,
        help_heading = "Categories",
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "some"
    )]
    some: Vec<String>,

    #[command(flatten)]
    analysis: Analysis,

    /// Write a chart of both error rates by sentence threshold (.svg)
    #[arg(long, help_heading = "Results", value_name = "FILE", value_parser = written_as(".svg"))]
    chart: Option<PathBuf>,

    /// Write all 81 trials as JSON
    #[arg(long, help_heading = "Results", value_name = "FILE")]
    json: Option<PathBuf>,
}

impl ExperimentCommand {
    fn categories(&self) -> Categories {
        let of = |names: &[String], class: Class| -> BTreeMap<String, Class> {
            names.iter().map(|name| (name.clone(), class)).collect()
        };
        let mut categories = of(&self.some, Class::Some);
        categories.extend(of(&self.high, Class::High));
        categories.extend(of(&self.exact, Class::Exact));
        Categories(categories)
    }
}

impl Run for ExperimentCommand {
    fn settings(&self) -> Result<Value> {
        Ok(json!({
            "documents": self.documents, "pairs": self.pairs,
            "categories": self.categories(), "analysis": self.analysis.resolve()?,
            "chart": self.chart, "json": self.json,
        }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        console.warn(
            "registry experiment has moved to dejalu reproduce; the next version removes it here",
        );
        let analysis = self.analysis.resolve()?;
        let chart = OptionalFile::open(&self.chart)?;
        let json = OptionalFile::open(&self.json)?;
        let read = self.documents.load(&analysis, console)?;
        let options = PairOptions {
            labels: Labels::Optional,
            main_content: analysis.main_content,
            ..PairOptions::default()
        };
        let pairs = reader::read(&self.pairs, &options, Some(read.documents.clone()))?;
        let analysis = analysis.resolved(&read.documents);
        let categories = self.categories();
        let given = experiment(&read.documents, &pairs.set, &categories, analysis, console)
            .map_err(|error| error.at(&dejalu_io::place(&self.pairs)))?;
        if self.chart.is_some() {
            chart.write(report::copies_chart(&given)?)?;
        }
        json.write_value(&json!(given))?;
        console.data(&report::copies_table(&given))?;
        Ok(Outcome::unless(read.partly))
    }
}
