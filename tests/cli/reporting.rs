//! Reports that people open in a browser.

use crate::workshop::{QUICK, Workshop};

/// Charts of every report with a learned decider.
const ALWAYS: [&str; 9] = [
    "abstention",
    "confusion",
    "error-crossing",
    "f1-by-threshold",
    "importance",
    "precision-recall",
    "reliability",
    "roc",
    "scores",
];

/// The page of a folder, and whether these charts lie beside it.
fn page(workshop: &Workshop, folder: &str, charts: &[&str]) -> String {
    for chart in ALWAYS.iter().chain(charts) {
        let path = workshop.path(&format!("{folder}/{chart}.svg"));
        assert!(path.exists(), "{chart}");
    }
    workshop.read(&format!("{folder}/index.html"))
}

#[test]
fn a_comparison_is_reported_in_one_file() {
    let workshop = Workshop::new();
    let answer = workshop
        .types(&format!(
            "compare pairs.csv -d documents.jsonl {QUICK} --report out/report"
        ))
        .done();
    assert!(answer.err.contains("report: out/report/index.html"));
    let page = page(
        &workshop,
        "out/report",
        &["f1-of-rules", "plane", "search", "weights"],
    );
    assert!(page.contains("120: 60 labelled duplicate (50 %), 60 distinct"));
    assert!(page.contains("runs of 4 words in common"));
    assert!(page.contains("The worst errors of svm-auto"));
    assert!(page.contains("Record of svm-linear"));
}

#[test]
fn a_training_is_reported_with_its_model() {
    let workshop = Workshop::new();
    let answer = workshop.train("model.json", "--report trained").done();
    assert!(answer.err.contains("report: trained/index.html"));
    let page = page(&workshop, "trained", &["plane", "search"]);
    assert!(page.contains("<h3>The model</h3>") && page.contains("support vectors"));
    assert!(!workshop.path("trained/f1-of-rules.svg").exists());
}

#[test]
fn a_judged_model_is_reported_too() {
    // Of its own pairs a curved boundary would leave no doubt.
    let workshop = Workshop::new();
    workshop.train("model.json", "--kernel linear").done();
    workshop
        .types(
            "evaluate pairs.csv -d documents.jsonl --model model.json --draws 50 --report judged",
        )
        .done();
    let page = page(&workshop, "judged", &["f1-of-rules", "search"]);
    // Its pairs are those that it was trained on, which the first screen must tell.
    assert!(page.contains("Caution: the model was trained on documents of every pair"));
    assert!(!workshop.path("judged/plane.svg").exists());
}
