//! Statistics counted beforehand.

use crate::workshop::{Workshop, documents};

/// What needs statistics of every kind.
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
