//! `dejalu vectors`.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use crate::cli::console::Console;
use crate::cli::options::{Features, Pairs};
use crate::cli::{Outcome, Run};
use crate::corpus::{CorpusStats, CorrelationLimits};
use crate::error::Result;
use crate::output::OutputFile;
use crate::progress::Progress;
use crate::study::one_of_each;
use crate::text::{Analyzer, analyze_all};
use crate::vectors::Comparable;

/// Write the similarity vectors of pairs: ids, label, one column a feature
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu vectors pairs.csv --documents docs.jsonl --out vectors.csv
  dejalu vectors pairs.csv --documents pages/ --features \"mwo jaccard:k=20\" --out -")]
pub(in crate::cli) struct Vectors {
    #[command(flatten)]
    pairs: Pairs,

    #[command(flatten)]
    features: Features,

    /// Where the table goes (.csv, also .gz, .zst); - is stdout
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    out: PathBuf,
}

impl Run for Vectors {
    fn settings(&self) -> Result<Value> {
        Ok(json!({
            "pairs": self.pairs,
            "analysis": self.features.analysis()?,
            "features": self.features.resolve()?,
            "correlations": CorrelationLimits::default(),
            "out": self.out,
        }))
    }

    fn run(self, console: &Console) -> Result<Outcome> {
        let features = self.features.resolve()?;
        let analyzer = Analyzer::new(self.features.analysis()?);
        let out = OutputFile::create(&self.out)?;
        let loaded = self
            .pairs
            .selection
            .load(&self.pairs.pairs, true, console)?;
        let set = loaded.set;

        console.begin("reading words", set.documents.len());
        let documents = analyze_all(&analyzer, &set.documents);
        let reference = one_of_each(&documents, &set.duplicate_clusters(), 0..documents.len());
        let limits = CorrelationLimits::default();
        let stats = CorpusStats::collect(reference, features.needs(), &limits);
        let comparable = Comparable::new(&documents, &features, &stats)?;
        console.begin("comparing pairs", set.pairs.len());
        let rows = comparable.matrix(&set.places(), console);

        let mut table = super::table::Table::new(out, &self.out);
        let names = features.iter().map(|feature| feature.name().to_string());
        let head = ["id_a", "id_b", "label"].map(str::to_string);
        table.row(head.into_iter().chain(names))?;
        for (pair, row) in set.pairs.iter().zip(rows.rows()) {
            let ids = pair
                .documents
                .map(|place| set.documents[place].id.to_string());
            let label = match pair.label {
                Some(label) => u8::from(label.is_duplicate()).to_string(),
                None => String::new(),
            };
            table.row(
                ids.into_iter()
                    .chain([label])
                    .chain(row.iter().map(f64::to_string)),
            )?;
        }
        table.finish()?;
        console.say(&format!(
            "{} pairs, {} features",
            set.pairs.len(),
            features.len()
        ));
        Ok(Outcome::unless(loaded.partly))
    }
}
