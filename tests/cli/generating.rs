//! Documents whose similarity is known beforehand.

use std::fs;

use crate::workshop::{QUICK, Workshop};

/// A recipe of one mixture and two kinds of variants.
const RECIPE: &str = r#"{"seed": 7, "parts": [
    {"mixture": {"sources": 3}},
    {"variants": {"name": "typing", "edits": {"replaced": [0.05, 0.2], "reordered": 0.1}}},
    {"variants": {"name": "strangers", "label": "distinct", "strangers": 2, "shared": 0.1}}
]}"#;

#[test]
fn what_is_generated_can_be_learned_from() {
    let workshop = Workshop::new().with("recipe.json", RECIPE);
    let made = workshop
        .types("generate documents.jsonl --out made --recipe recipe.json --count 30")
        .done();
    assert!(
        made.err.starts_with("190 documents, 150 pairs; digest "),
        "{}",
        made.err
    );
    let table = workshop.read("made/pairs.csv");
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let head = rows.headers().unwrap().iter().collect::<Vec<_>>().join(",");
    assert_eq!(
        head,
        "id_a,id_b,label,category,group,expected_a,expected_b,sources,recipe,seed"
    );
    for row in rows.records().map(Result::unwrap) {
        assert_eq!(&row[9], "7");
        for expected in [&row[5], &row[6]] {
            assert!((0.0..=1.0).contains(&expected.parse::<f64>().unwrap()));
        }
        assert!(workshop.path("made/documents").join(&row[1]).exists());
    }
    workshop
        .types(&format!(
            "train made/pairs.csv --documents made/documents {QUICK} --out model.json"
        ))
        .done();
}

#[test]
fn the_recipe_that_is_kept_makes_the_same_again() {
    let workshop = Workshop::new().with("recipe.json", RECIPE);
    let made = |line: &str| {
        let answer = workshop
            .types(&format!("generate documents.jsonl {line}"))
            .done();
        answer.err
    };
    let first = made("--out a --recipe recipe.json --count 2");
    assert_eq!(made("--out b --recipe a/recipe.json --threads 1"), first);
    assert_ne!(made("--out c --recipe a/recipe.json --seed 8"), first);
    for file in fs::read_dir(workshop.path("a/documents")).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let [a, b] = ["a", "b"].map(|it| workshop.read(&format!("{it}/documents/{name}")));
        assert_eq!(a, b, "{name}");
    }
    assert_eq!(workshop.read("a/pairs.csv"), workshop.read("b/pairs.csv"));
    let shown = workshop
        .types("generate --recipe recipe.json --count 2 --show-settings")
        .done();
    let kept: serde_json::Value = serde_json::from_str(&workshop.read("a/recipe.json")).unwrap();
    assert_eq!(shown.json(), kept);
}

#[test]
fn the_experiment_of_003_is_made_on_any_collection() {
    let workshop = Workshop::new();
    let line = "generate --experiment documents.jsonl --count 3 --chart c.svg --json e.json";
    let told = workshop.types(line).done().out;
    assert!(
        told.starts_with("3 documents made of 40 sources, 30 comparisons;"),
        "{told}"
    );
    assert!(workshop.read("c.svg").contains("7.50 %"));
    let json: serde_json::Value = serde_json::from_str(&workshop.read("e.json")).unwrap();
    assert_eq!(json["methods"].as_array().unwrap().len(), 10);
    let built_in = workshop.types("generate --experiment --count 2").done().out;
    assert!(built_in.starts_with("2 documents made of 60 sources, 20 comparisons;"));
}

#[test]
fn what_cannot_be_generated_is_told() {
    let workshop = Workshop::new()
        .with(
            "recipe.json",
            r#"{"parts": [{"variants": {"articles": 0}}]}"#,
        )
        .with(
            "one.jsonl",
            r#"{"id": "a", "text": "It rained. It poured."}"#,
        )
        .with("full/file.txt", "x");
    workshop.refuses(
        "generate documents.jsonl --out made --recipe recipe.json",
        "recipe.json: part 'variant': articles 0, expected a number from 1 to 1000; correct the recipe",
    );
    workshop.refuses(
        "generate one.jsonl --out made",
        "one.jsonl: 1 of 1 documents can be sources (main text with words); expected 2 or more; give more documents",
    );
    workshop.refuses(
        "generate documents.jsonl --out full",
        "full: the folder is not empty; expected a new or an empty one, so that old documents are not mixed with new ones; empty it or name another",
    );
}
