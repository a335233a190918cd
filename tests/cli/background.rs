//! Statistics counted beforehand.

use serde_json::json;

use crate::workshop::{Workshop, documents};

/// Features that need statistics of every kind.
const NEEDY: &str = "--features 'cosine fuzzy-resemblance four-grams'";

/// A workshop with the statistics of one version of every article: what a training on all of them
/// counts by itself.
fn with_background() -> Workshop {
    let one_each: Vec<String> = documents()
        .into_iter()
        .filter(|line| line.contains("v0\""))
        .collect();
    let workshop = Workshop::new().with("archive.jsonl", one_each.concat());
    let answer = workshop
        .types(&format!(
            "background archive.jsonl {NEEDY} --out archive.background"
        ))
        .done();
    assert!(answer.err.contains("10 documents, "), "{}", answer.err);
    workshop
}

#[test]
fn the_same_statistics_give_the_same_vectors() {
    let workshop = Workshop::new();
    workshop
        .types(&format!(
            "background documents.jsonl {NEEDY} --out all.background"
        ))
        .done();
    let vectors = format!("vectors pairs.csv --documents documents.jsonl {NEEDY} --out");
    workshop.types(&format!("{vectors} own.csv")).done();
    workshop
        .types(&format!("{vectors} other.csv --background all.background"))
        .done();
    assert_eq!(workshop.read("own.csv"), workshop.read("other.csv"));
}

#[test]
fn a_file_that_is_no_background_is_refused() {
    Workshop::new().refuses(
        "vectors pairs.csv --documents documents.jsonl --background pairs.csv --out v.csv",
        "pairs.csv: not a usable background file (it does not begin like a background file); create it again with 'dejalu background'",
    );
}

#[test]
fn a_model_names_its_background_and_is_verified_without_it() {
    let workshop = with_background();
    let learn = format!("{NEEDY} --draws 20 --background archive.background");
    workshop
        .types(&format!(
            "train pairs.csv --documents documents.jsonl {learn} --out m.json"
        ))
        .done();
    let model: serde_json::Value = serde_json::from_str(&workshop.read("m.json")).unwrap();
    assert_eq!(model["training"]["background"]["documents"], 10);
    workshop
        .types("model verify m.json --pairs pairs.csv --documents documents.jsonl")
        .done();
    let compared = workshop
        .types(&format!(
            "compare pairs.csv --documents documents.jsonl {learn} --json -"
        ))
        .done()
        .json();
    let deciders = compared["deciders"].as_array().unwrap();
    assert_eq!(deciders[0]["statistics"], "background");
}

#[test]
fn every_correlation_of_a_collection_is_written() {
    let rows = [
        ("a", "Ferries wait for storms."),
        ("b", "The ferry, a pier, and a lamp."),
        ("c", "A pier."),
    ];
    let lines = rows.map(|(id, text)| format!("{}\n", json!({ "id": id, "text": text })));
    let workshop = Workshop::new().with("small.jsonl", lines.concat());
    let written = workshop
        .types("background small.jsonl --correlations - --words ferry,pier")
        .done()
        .out;
    assert_eq!(
        written,
        "word_a,word_b,documents_a,documents_b,documents_both,correlation\n\
         ferri,lamp,2,1,1,0.5\n\
         ferri,storm,2,1,1,0.5\n\
         ferri,wait,2,1,1,0.5\n\
         ferri,pier,2,2,1,0.3333333333333333\n\
         pier,lamp,2,1,1,0.5\n\
         pier,ferri,2,2,1,0.3333333333333333\n"
    );
    let line = "background small.jsonl --out small.background --correlations all.csv";
    workshop.types(line).done();
    // Each of the words beside each word: the file for measures keeps none of them, since 3 documents must hold both.
    assert_eq!(workshop.read("all.csv").lines().count(), 1 + 12);
    assert!(workshop.path("small.background").exists());
    workshop.refuses(
        "background small.jsonl --correlations all.csv --words stork",
        "--words 'stork': expected a word of the documents that is no stop word; did you mean 'storm'?",
    );
}
