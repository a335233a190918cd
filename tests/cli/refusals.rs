//! Tests that a refusal is one clear sentence: where, what was found, what was expected, what to do.
//! Nothing is left half-written, and older files stay as they were.

mod inputs;
mod models;
mod options;
mod outputs;

use crate::workshop::Workshop;

const TRAIN: &str = "train pairs.csv -d documents.jsonl --features jaccard --out out.json";

/// A workshop whose results would replace an older one.
fn workshop() -> Workshop {
    Workshop::with_model().with("out.json", "older")
}

#[track_caller]
fn pairs_are_refused(name: &str, content: impl AsRef<[u8]>, sentence: &str) {
    workshop().with(name, content).refuses(
        &format!("train {name} -d documents.jsonl --out out.json"),
        sentence,
    );
}

#[track_caller]
fn models_are_refused(content: impl AsRef<[u8]>, sentence: &str) {
    let workshop = workshop().with("m.json", content);
    for command in [
        "model show m.json",
        "model verify m.json",
        "evaluate pairs.csv -d documents.jsonl -m m.json --json out.json",
        "classify --pairs pairs.csv -d documents.jsonl -m m.json --out out.csv",
    ] {
        workshop.refuses(command, sentence);
    }
}

#[track_caller]
fn options_are_refused(options: &str, sentence: &str) {
    workshop().refuses(&format!("{TRAIN} {options}"), sentence);
}
