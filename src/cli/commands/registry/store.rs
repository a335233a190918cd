//! Options that several actions share: where the store is, and what is counted.

use std::path::PathBuf;

use clap::Args;
use dejalu::error::Result;
use dejalu::registry::{Access, Class, CopyRule, ProbeOptions, Registry};
use dejalu::text::{Analyzer, Ignored};
use serde::{Serialize, Serializer};

use crate::cli::options::{read_file, share, wrong};

/// The file of the registry.
#[derive(Debug, Clone, Args, Serialize)]
pub(super) struct StoreFile {
    /// Registry file
    #[arg(long, short, help_heading = "Registry", value_name = "PATH")]
    pub(super) store: PathBuf,
}

impl StoreFile {
    pub(super) fn open(&self, access: Access) -> Result<Registry> {
        Registry::open(&self.store, access)
    }
}

/// Options of what counts as copied.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "What counts")]
pub(super) struct Counting {
    /// os-cds (equal and overlapping chunks) or scam (equal chunks only)
    #[arg(long, value_name = "RULE", default_value = "os-cds")]
    rule: String,

    /// Minimum share of a chunk's words that another chunk must contain to overlap with it, for os-cds
    /// [default: 0.8]
    #[arg(long, value_name = "X", value_parser = share)]
    #[serde(serialize_with = "resolved")]
    threshold: Option<f64>,

    /// Ignore chunks of this text, for example an assignment's question or a boilerplate notice;
    /// may be repeated
    #[arg(long, value_name = "FILE")]
    ignore: Vec<PathBuf>,

    /// Ignore text of the new document in double quotation marks, and the quoted text, signature and footer of an email
    #[arg(long)]
    pub(super) ignore_quotes: bool,
}

/// The threshold that counts, which is the usual one where none is given.
fn resolved<S: Serializer>(threshold: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(or_usual(*threshold))
}

fn or_usual(threshold: Option<f64>) -> f64 {
    threshold.unwrap_or(ProbeOptions::default().threshold)
}

impl Counting {
    pub(super) fn options(&self, at_least: Class) -> Result<ProbeOptions> {
        let rule = self.rule.parse::<CopyRule>()?;
        if let (Some(threshold), CopyRule::Scam) = (self.threshold, rule) {
            let expected = "expected --rule os-cds, since scam counts equal chunks alone";
            return Err(wrong("--threshold", &threshold.to_string(), expected));
        }
        let options = ProbeOptions {
            rule,
            threshold: or_usual(self.threshold),
            at_least,
            ignore_quotes: self.ignore_quotes,
            ..ProbeOptions::default()
        };
        options.check()?;
        Ok(options)
    }

    /// The texts that never count, to be cut out of what is shown.
    pub(super) fn ignored(&self, analyzer: &Analyzer) -> Result<Vec<Ignored>> {
        let read = |path: &PathBuf| {
            let text = read_file(path, analyzer.options())?;
            Ok(Ignored::new(analyzer, &[text], false))
        };
        self.ignore.iter().map(read).collect()
    }

    /// The same with the sentences that never count, as the registry reads them.
    pub(super) fn options_with_ignored(
        &self,
        at_least: Class,
        analyzer: &Analyzer,
    ) -> Result<ProbeOptions> {
        let mut options = self.options(at_least)?;
        for path in &self.ignore {
            options.ignore(&read_file(path, analyzer.options())?, analyzer);
        }
        Ok(options)
    }
}
