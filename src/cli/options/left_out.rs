//! Counts the input that is not compared.

use std::collections::BTreeMap;

use dejalu::document::reader::{LoadedDocuments, holds_many};
use dejalu::error::{Error, ErrorKind};
use dejalu_base::plural::count;
use serde_json::{Value, json};

use crate::cli::console::leaves_nothing_out;

/// Input that is not compared.
#[derive(Debug, Clone, Default)]
pub(in crate::cli) struct LeftOut {
    /// Number of documents, files and records, by reason.
    counts: BTreeMap<&'static str, u64>,
    /// Each that has a place of its own, for programs.
    documents: Vec<Value>,
}

impl LeftOut {
    pub(super) fn of(loaded: &LoadedDocuments) -> Self {
        let mut left_out = LeftOut {
            counts: loaded.passed_over.clone(),
            documents: Vec::new(),
        };
        left_out.add_errors(&loaded.skipped);
        for path in &loaded.unknown {
            let reason = if holds_many(path) {
                "holds_many"
            } else {
                "unknown_format"
            };
            let place = path.display().to_string();
            left_out.add(reason, json!({ "place": place, "reason": reason }));
        }
        left_out
    }

    fn add_errors(&mut self, errors: &[Error]) {
        for error in errors.iter().filter(|error| !leaves_nothing_out(error)) {
            let reason = error.reason();
            let place = match (error.place(), error.kind()) {
                (Some(place), _) => Some(place.to_string()),
                (None, ErrorKind::Io { path, .. }) => Some(path.display().to_string()),
                (None, _) => None,
            };
            let message = error.kind().to_string();
            self.add(
                reason,
                json!({ "place": place, "reason": reason, "message": message }),
            );
        }
    }

    fn add(&mut self, reason: &'static str, document: Value) {
        *self.counts.entry(reason).or_default() += 1;
        self.documents.push(document);
    }

    /// The same of both of two sources.
    pub(in crate::cli) fn and(mut self, other: Self) -> Self {
        for (reason, found) in other.counts {
            *self.counts.entry(reason).or_default() += found;
        }
        self.documents.extend(other.documents);
        self
    }

    /// For programs: how many, how many for each reason, and which.
    pub(in crate::cli) fn json(&self) -> [(&'static str, Value); 3] {
        let all: u64 = self.counts.values().sum();
        [
            ("left_out", json!(all)),
            ("left_out_by_reason", json!(self.counts)),
            ("left_out_documents", json!(self.documents)),
        ]
    }

    /// For people, in one line.
    pub(in crate::cli) fn sentence(&self) -> Option<String> {
        let all: u64 = self.counts.values().sum();
        let of_each = self.counts.iter();
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
        "holds_many" => "files of many documents".to_owned(),
        "unknown_format" => "files of unknown format".to_owned(),
        "duplicate_id" => "ids that occur twice".to_owned(),
        "missing_value" => "missing values".to_owned(),
        reason => reason.replace('_', " "),
    }
}
