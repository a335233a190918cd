//! Tests of the five papers' printed figures beside ours.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::workshop::Workshop;

/// Every table and figure that is to be there, and its verdict.
const VERDICTS: [(&str, &str); 23] = [
    ("000-table-3.2", "cannot-be-repeated"),
    ("000-figure-3.2", "differs"),
    ("000-table-3.3", "close"),
    ("000-table-3.4", "differs"),
    ("000-table-3.5", "differs"),
    ("000-table-3.6", "close"),
    ("000-table-3.7", "close"),
    ("000-table-3.8", "close"),
    ("000-figures-3.3-to-3.8", "other-documents"),
    ("000-table-4.1", "differs"),
    ("000-tables-4.3-to-4.6", "equal"),
    ("000-table-4.7", "equal"),
    ("000-table-4.8", "differs"),
    ("001-example-of-section-3.2.1", "equal"),
    ("001-equations-1-to-5", "equal"),
    ("002-table-1", "equal"),
    ("002-table-2", "equal"),
    ("002-table-3", "equal"),
    ("002-table-4", "other-documents"),
    ("003-examples-of-sections-2-and-3", "equal"),
    ("003-figure-12-and-table-1", "differs"),
    ("004-examples-of-section-5", "equal"),
    ("004-tables-1-and-2", "other-documents"),
];

#[test]
fn the_papers_are_set_beside_ours() {
    let workshop = Workshop::new();
    // Of 003 fewer documents than in the paper are made, for the sake of time.
    let told = workshop.types("reproduce --count 20 --json papers.json --report papers");
    let told = told.done().out;
    assert!(
        told.lines().all(|line| line.chars().count() <= 100),
        "{told}"
    );
    let json: Value = serde_json::from_str(&workshop.read("papers.json")).unwrap();
    assert_eq!(json["format"], 1);
    let page = workshop.read("papers/index.html");
    let mut verdicts = Vec::new();
    for exhibit in json["exhibits"].as_array().unwrap() {
        let (id, verdict) = (
            exhibit["id"].as_str().unwrap(),
            exhibit["verdict"].as_str().unwrap(),
        );
        verdicts.push((id, verdict));
        assert!(!exhibit["why"].as_str().unwrap().is_empty(), "{id}");
        let [number, title] = ["number", "title"].map(|key| exhibit[key].as_str().unwrap());
        assert!(told.contains(number), "{id}");
        assert!(
            page.contains(&format!("id=\"{id}\"")) && page.contains(title),
            "{id}"
        );
        let columns = exhibit["columns"].as_array().unwrap().len();
        for row in exhibit["rows"].as_array().unwrap() {
            assert_eq!(row["cells"].as_array().unwrap().len(), columns, "{row}");
        }
    }
    assert_eq!(verdicts, VERDICTS);
    let experiments = json["exhibits"].as_array().unwrap().iter();
    let experiments = experiments.filter_map(|it| it["experiment"].as_object());
    let experiments: BTreeMap<&String, &Value> = experiments.flatten().collect();
    assert_eq!(
        experiments.keys().map(|it| &***it).collect::<Vec<_>>(),
        ["copies", "plagiarism"]
    );
    for chart in ["plagiarism", "copies"] {
        assert!(page.contains(&format!("<figure id=\"{chart}\">")));
        assert!(workshop.path(&format!("papers/{chart}.svg")).exists());
    }
}

#[test]
fn the_old_places_of_experiments_say_where_they_went() {
    let workshop = Workshop::new();
    let told = workshop.types("generate --experiment --count 1").done().err;
    assert_eq!(
        told,
        "warning: generate --experiment has moved to dejalu reproduce; the next version removes it here\n"
    );
    let copies = "id_a,id_b,category\na0v0,a0v1,high\n";
    let workshop = workshop.with("copies.csv", copies);
    let told = workshop.types("registry experiment documents.jsonl copies.csv");
    let told = told.done().err;
    assert_eq!(
        told.lines().next(),
        Some(
            "warning: registry experiment has moved to dejalu reproduce; the next version removes it here"
        )
    );
}
