//! `dejalu vectors`.

use std::path::PathBuf;

use clap::Args;
use dejalu::corpus::CorrelationLimits;
use dejalu::error::Result;
use dejalu::pairs::Vectorizer;
use dejalu::pairs::reader::Labels;
use dejalu::pairs::{Pair, PairSet};
use dejalu_base::plural::counted;
use dejalu_io::OutputFile;
use serde_json::{Value, json};

use super::table::{Table, similarity};
use crate::cli::console::Console;
use crate::cli::options::{Columns, Features, FieldTypes, Pairs, Reference, Wanted, written_as};
use crate::cli::run::{Outcome, Run};

/// Write the similarity vectors of pairs: ids, label, a column per feature and, where known, cluster_a,
/// cluster_b, group and category
///
/// A cell is empty if the documents have nothing to compare.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  dejalu vectors pairs.csv --documents docs.jsonl --out vectors.csv
  dejalu vectors pairs.csv --documents pages/ --features \"mwo jaccard:k=20\" --out -
  dejalu vectors pairs.csv --documents docs.jsonl --column embedding --out vectors.csv")]
pub(in crate::cli) struct Vectors {
    #[command(flatten)]
    pairs: Pairs,

    #[command(flatten)]
    features: Features,

    #[command(flatten)]
    field_types: FieldTypes,

    #[command(flatten)]
    columns: Columns,

    #[command(flatten)]
    reference: Reference,

    /// Table to write (.csv, also .gz, .zst); - is stdout
    #[arg(long, short, help_heading = "Results", value_name = "FILE", default_value = "-", value_parser = written_as(".csv"))]
    out: PathBuf,
}

impl Run for Vectors {
    fn settings(&self) -> Result<Value> {
        let fields = self.field_types.of(&self.pairs.selection)?;
        Ok(json!({
            "pairs": self.pairs,
            "features": self.columns.add_to(self.features.resolve_typed(&fields.types)?)?,
            "field_types": fields.types,
            "analysis": self.features.analysis(fields.columns)?,
            "reference": self.reference,
            "correlations": CorrelationLimits::default(),
            "out": self.out,
        }))
    }

    fn run(&self, console: &Console) -> Result<Outcome> {
        let fields = self.field_types.of(&self.pairs.selection)?;
        let features = self.features.resolve_typed(&fields.types)?;
        let features = self.columns.add_to(features)?;
        let analysis = self.features.analysis(fields.columns)?;
        let background = self.reference.load(&analysis)?;
        let out = OutputFile::create(&self.out)?;
        let wanted = Wanted {
            labels: Labels::Optional,
            without_audit: false,
            columns: &self.columns.names()?,
            analysis: &analysis,
        };
        let loaded = self
            .pairs
            .selection
            .load(&self.pairs.pairs, wanted, console)?;
        let set = loaded.set;

        let rows = match background {
            Some(background) => {
                Vectorizer::with_background(features.clone(), &background).vectors(&set, console)?
            }
            None => Vectorizer::fit_vectors(&set, features.clone(), analysis, console)?.1,
        };

        let mut table = Table::new(out);
        let names = features.iter().map(|feature| feature.name().to_string());
        let mut others = known(&set);
        // A column of the user's own may have that name: nobody reads a table with two of one name.
        let is_feature = |name: &str| features.iter().any(|feature| feature.name() == name);
        others.retain(|(name, cells)| !is_feature(name) && cells.iter().any(Option::is_some));
        let head = ["id_a", "id_b", "label"].into_iter();
        let head = head.chain(others.iter().map(|(name, _)| *name));
        table.row(head.map(String::from).chain(names))?;
        for (place, (pair, row)) in set.pairs.iter().zip(rows.rows()).enumerate() {
            let ids = pair
                .documents
                .map(|place| set.documents[place].id.to_string());
            let label = match pair.label {
                Some(label) => u8::from(label.is_duplicate()).to_string(),
                None => String::new(),
            };
            let others = others
                .iter()
                .map(|(_, cells)| cells[place].clone().unwrap_or_default());
            let cells = ids.into_iter().chain([label]).chain(others);
            table.row(cells.chain(row.iter().map(similarity)))?;
        }
        table.finish()?;
        console.say(&format!(
            "{}, {}",
            counted(set.pairs.len(), "pair", "pairs"),
            counted(features.len(), "feature", "features")
        ));
        Ok(Outcome::unless(loaded.partly))
    }
}

/// Other columns of the pairs. Without the clusters of the documents and the groups of the pairs, related documents
/// would come into different folds when the table is learned from.
fn known(set: &PairSet) -> Vec<(&'static str, Vec<Option<String>>)> {
    let column = |cell: &dyn Fn(&Pair) -> Option<String>| set.pairs.iter().map(cell).collect();
    let cluster = |pair: &Pair, side: usize| set.documents[pair.documents[side]].cluster.clone();
    vec![
        ("cluster_a", column(&|pair| cluster(pair, 0))),
        ("cluster_b", column(&|pair| cluster(pair, 1))),
        ("group", column(&|pair| pair.group.clone())),
        ("category", column(&|pair| pair.category.clone())),
    ]
}
