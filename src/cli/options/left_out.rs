//! Counts the input that is not compared.

use std::collections::BTreeMap;
use std::sync::Arc;

use dejalu::document::reader::{LoadedDocuments, holds_many, is_named_as_many};
use dejalu::error::{Error, ErrorKind};
use dejalu_base::plural::count;
use serde_json::{Value, json};

use super::inputs::{Input, Inputs};
use crate::cli::console::leaves_nothing_out;

/// Input that is not compared.
#[derive(Debug, Clone, Default)]
pub(in crate::cli) struct LeftOut {
    /// Number of documents, files and records, by reason.
    counts: BTreeMap<&'static str, u64>,
    /// Each that has a place of its own, for programs.
    documents: Vec<Value>,
    /// Number of documents of each source, where there are several.
    of_sources: BTreeMap<Arc<str>, u64>,
}

impl LeftOut {
    pub(super) fn of(loaded: &LoadedDocuments, inputs: &Inputs) -> Self {
        let mut left_out = LeftOut {
            counts: loaded.passed_over.clone(),
            ..LeftOut::default()
        };
        left_out.add_errors(&loaded.skipped);
        left_out.add_sources(&loaded.skipped, inputs);
        for path in &loaded.unknown {
            // The members of an archive are nowhere else.
            let is_packed = !path.exists();
            let reason = if holds_many(path) || is_packed && is_named_as_many(path) {
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

    /// What was left out of each of several sources, by these errors.
    pub(super) fn of_sources(errors: &[Error], inputs: &Inputs) -> Self {
        let mut left_out = LeftOut::default();
        left_out.add_sources(errors, inputs);
        left_out
    }

    /// Counts what was left out of each of several sources, which the places of errors begin with.
    fn add_sources(&mut self, errors: &[Error], inputs: &Inputs) {
        if inputs.single().is_some() {
            return;
        }
        let places = errors.iter().filter(|error| !leaves_nothing_out(error));
        for place in places.filter_map(Error::place) {
            // A file of the source's folder, or a row, sheet or member of its file.
            let is_its = |input: &&Input| {
                let path = input.path.display().to_string();
                let rest = place.source.strip_prefix(&path);
                rest.is_some_and(|rest| {
                    rest.is_empty() || rest.starts_with(['/', '\\', '[', ':', '!'])
                })
            };
            if let Some(input) = inputs.iter().find(is_its) {
                *self.of_sources.entry(input.name.clone()).or_default() += 1;
            }
        }
    }

    /// Number of documents of a source that were left out.
    pub(in crate::cli) fn of_source(&self, name: &str) -> u64 {
        self.of_sources.get(name).copied().unwrap_or(0)
    }

    fn add(&mut self, reason: &'static str, document: Value) {
        *self.counts.entry(reason).or_default() += 1;
        self.documents.push(document);
    }

    /// The same with that of another collection, whose sources are not counted one by one.
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
