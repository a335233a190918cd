//! What of a source is not compared, counted.

use std::collections::BTreeMap;

use dejalu::document::reader::LoadedDocuments;
use dejalu::error::Error;
use dejalu_base::plural::count;
use serde_json::{Value, json};

use crate::cli::console::leaves_nothing_out;

/// How many documents, files and records of a source are not compared, by reason.
#[derive(Debug, Clone, Default)]
pub(in crate::cli) struct LeftOut(BTreeMap<&'static str, u64>);

impl LeftOut {
    pub(super) fn of(loaded: &LoadedDocuments) -> Self {
        let mut left_out = LeftOut(loaded.passed_over.clone());
        left_out.add_errors(&loaded.skipped);
        if !loaded.unknown.is_empty() {
            *left_out.0.entry("unknown_format").or_default() += loaded.unknown.len() as u64;
        }
        left_out
    }

    fn add_errors(&mut self, errors: &[Error]) {
        for error in errors.iter().filter(|error| !leaves_nothing_out(error)) {
            *self.0.entry(error.reason()).or_default() += 1;
        }
    }

    /// The same of both of two sources.
    pub(in crate::cli) fn and(mut self, other: Self) -> Self {
        for (reason, found) in other.0 {
            *self.0.entry(reason).or_default() += found;
        }
        self
    }

    /// For programs: how many, and how many for each reason.
    pub(in crate::cli) fn json(&self) -> [(&'static str, Value); 2] {
        let all: u64 = self.0.values().sum();
        [
            ("left_out", json!(all)),
            ("left_out_by_reason", json!(self.0)),
        ]
    }

    /// For people, in one line.
    pub(in crate::cli) fn sentence(&self) -> Option<String> {
        let all: u64 = self.0.values().sum();
        let of_each = self.0.iter();
        let of_each =
            of_each.map(|(reason, &found)| format!("{} ({})", in_words(reason), count(found)));
        let of_each: Vec<String> = of_each.collect();
        (all > 0).then(|| format!("not compared: {}", of_each.join(", ")))
    }
}

/// Names a reason for people.
fn in_words(reason: &str) -> String {
    match reason {
        "rest_not_read" => "the rest of a source".to_owned(),
        "unknown_format" => "files of unknown format".to_owned(),
        "duplicate_id" => "ids that occur twice".to_owned(),
        "missing_value" => "missing values".to_owned(),
        reason => reason.replace('_', " "),
    }
}
