//! Each command does what it says.

use std::io::Read;

use serde_json::Value;

use crate::workshop::{QUICK, Workshop, documents};

pub const COMMANDS: [&str; 43] = [
    "apply",
    "audit",
    "diff",
    "label merge",
    "registry",
    "registry init",
    "registry probe",
    "registry register",
    "registry remove",
    "registry list",
    "registry stats",
    "registry verify",
    "registry export",
    "registry import",
    "registry experiment",
    "demo",
    "label",
    "label report",
    "restore",
    "serve",
    "measures",
    "vectors",
    "train",
    "evaluate",
    "compare",
    "classify",
    "explain",
    "passages",
    "background",
    "find",
    "dedupe",
    "index",
    "index add",
    "index groups",
    "index refit",
    "index history",
    "generate",
    "reproduce",
    "model",
    "model show",
    "model verify",
    "completions",
    "man",
];

const FIGURES: [&str; 16] = [
    "name",
    "kind",
    "threshold",
    "tp",
    "fp",
    "tn",
    "fn",
    "precision",
    "recall",
    "f1",
    "f1_interval",
    "f1_unseen",
    "accuracy",
    "mcc",
    "roc_auc",
    "average_precision",
];

#[track_caller]
fn has_keys(value: &Value, keys: &[&str]) {
    let object = value.as_object().unwrap();
    for key in keys {
        assert!(object.contains_key(*key), "no '{key}' in {value}");
    }
}

#[track_caller]
fn holds_the_contract(comparison: &Value) {
    has_keys(
        comparison,
        &[
            "format",
            "pairs",
            "positives",
            "clusters",
            "documents",
            "seen_share",
            "deciders",
        ],
    );
    assert_eq!(comparison["format"], 1);
    for decider in comparison["deciders"].as_array().unwrap() {
        has_keys(decider, &FIGURES);
        has_keys(decider, &["mcnemar_p"]);
        for figures in ["thesis", "thesis_as_printed"] {
            has_keys(decider, &[figures]);
            has_keys(&decider[figures], &["precision", "recall", "f1"]);
        }
        assert!(decider["threshold"].is_f64(), "{decider}");
        if decider["kind"] == "published" {
            has_keys(decider, &["threshold_origin", "source"]);
        }
    }
}

#[test]
fn training_writes_a_model_and_says_what_to_expect_of_it() {
    let workshop = Workshop::new();
    let trained = workshop.train("model.json", "").done();
    assert!(trained.out.starts_with(
        "120 pairs (60 duplicates) of 40 documents in 10 clusters, 5 folds split by cluster\n"
    ));
    for word in [
        "precision ",
        "recall ",
        "F1 ",
        "duplicate from",
        "95 % intervals",
    ] {
        assert!(trained.out.contains(word), "no '{word}' in {}", trained.out);
    }
    assert_eq!(trained.err, "model: model.json\n");
    let model: Value = serde_json::from_str(&workshop.read("model.json")).unwrap();
    assert_eq!(model["format"], 8);
}

#[test]
fn training_may_be_told_the_kernel_the_parameters_and_the_operating_point() {
    let workshop = Workshop::new();
    for options in [
        "--kernel linear",
        "--kernel monotone",
        "--kernel polynomial --degree 2 --coef0 0.5 --c 1",
        "--kernel rbf --operating-point margin",
        "--degree 2 --c 1 --gamma 0.5",
        "--c 1 --gamma 0.5 --operating-point recall=0.9",
        "--operating-point precision=0.9 --folds 3 --inner-folds 2",
    ] {
        workshop.train("model.json", options).done();
        workshop.types("model verify model.json").done();
    }
}

#[test]
fn evaluation_gives_all_figures_of_every_decider() {
    let workshop = Workshop::with_model();
    let evaluated = workshop
        .types("evaluate pairs.csv --documents documents.jsonl --model model.json --json -")
        .done()
        .json();
    holds_the_contract(&evaluated);
    assert_eq!(evaluated["pairs"], 120);
    assert_eq!(evaluated["positives"], 60);
    assert_eq!(evaluated["clusters"], 10);
    assert_eq!(evaluated["documents"], 40);
    assert_eq!(evaluated["seen_share"], 1.0);
    let deciders = evaluated["deciders"].as_array().unwrap();
    assert_eq!(deciders[0]["name"], "svm-auto");
    assert_eq!(deciders[0]["kind"], "learned");
    let (rules, baselines) = deciders[1..].split_at(deciders.len() - 3);
    let are = |deciders: &[Value], kind: &str| deciders.iter().all(|it| it["kind"] == kind);
    assert!(are(rules, "published") && are(baselines, "baseline"));
    // The model has seen every document.
    assert_eq!(deciders[0]["f1_unseen"], Value::Null);
}

#[test]
fn a_figure_that_does_not_exist_is_null() {
    let only_distinct = "id_a,id_b,label\na0v0,a1v0,0\na2v0,a3v0,0\n";
    let workshop = Workshop::with_model().with("distinct.csv", only_distinct);
    let evaluated = workshop
        .types("evaluate distinct.csv -d documents.jsonl -m model.json --json -")
        .done();
    assert!(!evaluated.out.contains("NaN"));
    holds_the_contract(&evaluated.json());
    for figure in [
        "precision",
        "recall",
        "f1",
        "f1_interval",
        "mcc",
        "roc_auc",
        "mcnemar_p",
    ] {
        let first = &evaluated.json()["deciders"][0];
        assert_eq!(first[figure], Value::Null, "{figure}");
    }
}

#[test]
fn comparison_sets_learned_published_and_retuned_deciders_side_by_side() {
    let workshop = Workshop::new();
    let compared = workshop
        .types(&format!(
            "compare pairs.csv -d documents.jsonl {QUICK} --json compared.json.gz"
        ))
        .done();
    assert!(!compared.out.is_empty(), "the table is on stdout");
    let bytes = std::fs::read(workshop.path("compared.json.gz")).unwrap();
    let mut json = String::new();
    flate2::read::GzDecoder::new(&bytes[..])
        .read_to_string(&mut json)
        .unwrap();
    let compared: Value = serde_json::from_str(&json).unwrap();
    holds_the_contract(&compared);
    let of_kind = |kind: &str| -> Vec<&str> {
        let deciders = compared["deciders"].as_array().unwrap().iter();
        deciders
            .filter(|decider| decider["kind"] == kind)
            .map(|decider| decider["name"].as_str().unwrap())
            .collect()
    };
    assert_eq!(of_kind("learned"), ["svm-auto", "svm-linear", "svm-rbf"]);
    let published = of_kind("published");
    let retuned = of_kind("retuned");
    assert!(published.contains(&"os-cds") && published.contains(&"os-cds-exact"));
    // Rules that differ in their cut alone become one when it is tuned.
    let one_a_feature = published
        .into_iter()
        .filter(|name| !name.contains("-exact") && !name.contains("-some"));
    assert_eq!(retuned, one_a_feature.collect::<Vec<_>>());
}

#[test]
fn vectors_are_a_table_with_a_column_for_each_feature() {
    let workshop = Workshop::new();
    workshop
        .types("vectors pairs.csv -d documents.jsonl --features 'jaccard:k=5 mwo' --features dice --out v.csv")
        .done();
    let table = workshop.read("v.csv");
    let mut lines = table.lines();
    assert_eq!(lines.next(), Some("id_a,id_b,label,jaccard:k=5,mwo,dice"));
    for line in lines {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells.len(), 6);
        for value in &cells[3..] {
            let value: f64 = value.parse().unwrap();
            assert!((0.0..=1.0).contains(&value), "{line}");
        }
    }
    assert_eq!(table.lines().count(), 121);
}

#[test]
fn two_files_are_judged_and_the_exit_code_tells() {
    let texts = documents();
    let text = |line: usize| {
        let document: Value = serde_json::from_str(&texts[line]).unwrap();
        document["text"].as_str().unwrap().to_string()
    };
    let workshop = Workshop::with_model()
        .with("a.txt", text(0))
        .with("revised.md", text(1))
        .with("page.html", format!("<title>x</title><p>{}", text(1)))
        .with("other.txt", text(20));
    let classify = |files: &str| workshop.types(&format!("classify {files} --model model.json"));
    let judged = classify("a.txt revised.md").done();
    assert!(judged.out.contains("duplicate"), "{}", judged.out);
    classify("a.txt page.html").done();
    classify("a.txt other.txt").ends_with(1);
    classify("a.txt missing.txt").ends_with(2);
    let judged = classify("a.txt other.txt --json -").ends_with(1).json();
    assert!(judged.is_object());
    // Options stand before the files or after them.
    workshop
        .types("classify -m model.json a.txt revised.md")
        .done();
    workshop
        .types("--quiet --threads 1 classify a.txt -m model.json revised.md")
        .done();
}

#[test]
fn many_pairs_are_judged_into_a_table() {
    let workshop =
        Workshop::with_model().with("unlabelled.csv", "id_a,id_b\na0v0,a0v1\na0v0,a5v0\n");
    workshop
        .types("classify --pairs unlabelled.csv -d documents.jsonl -m model.json --out judged.csv")
        .done();
    let table = workshop.read("judged.csv");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "id_a,id_b,decision,score,probability");
    assert!(lines[1].starts_with("a0v0,a0v1,duplicate,"), "{table}");
    assert!(lines[2].starts_with("a0v0,a5v0,distinct,"), "{table}");
    let judged = workshop
        .types("classify --pairs unlabelled.csv -d documents.jsonl -m model.json --with-features")
        .done();
    assert!(
        judged
            .out
            .starts_with("id_a,id_b,decision,score,probability,jaccard,resemblance,mwo\n")
    );
}

#[test]
fn pairs_are_classified_whatever_their_labels() {
    let labelled = "id_a,id_b,label\na0v0,a0v1,maybe\na0v0,a5v0,unsure\na0v1,a5v0,?\n";
    let bare = "id_a,id_b\na0v0,a0v1\na0v0,a5v0\na0v1,a5v0\n";
    let workshop = Workshop::with_model()
        .with("p.csv", labelled)
        .with("bare.csv", bare);
    let [with, without] = ["p.csv", "bare.csv"].map(|pairs| {
        let line = format!("classify --pairs {pairs} -d documents.jsonl -m model.json");
        workshop.types(&line).done().out
    });
    assert_eq!(with, without);
    assert_eq!(with.lines().count(), 4);
    workshop.refuses(
        "evaluate p.csv -d documents.jsonl -m model.json",
        "p.csv:2: label 'maybe' is invalid; expected 1 or 0, +1 or -1, true or false, yes or no, y or n, duplicate or \
         distinct",
    );
}

#[test]
fn a_model_tells_what_is_inside() {
    let workshop = Workshop::with_model();
    let shown = workshop.types("model show model.json").done().out;
    for part in [
        "made by          dejalu",
        "120 pairs (60 duplicates)",
        "  resemblance\n",
    ] {
        assert!(shown.contains(part), "{shown}");
    }
    let shown = workshop
        .types("model show model.json --json -")
        .done()
        .json();
    assert_eq!(shown["training"]["pairs"], 120);
}

#[test]
fn the_catalogue_of_measures_is_text_or_json() {
    let workshop = Workshop::new();
    let measures = workshop.types("measures --json -").done().json();
    for measure in measures.as_array().unwrap() {
        let keys = [
            "name",
            "summary",
            "parameters",
            "range",
            "needs",
            "rises",
            "cost",
            "source",
            "limits",
        ];
        has_keys(measure, &keys);
    }
    let listed = workshop.types("measures").done().out;
    assert!(listed.contains("\n    monotone    no\n"));
    assert!(listed.starts_with("jaccard\n") || listed.contains("\njaccard\n"));
    let (_, cops) = listed.split_once("\ncops\n").unwrap();
    let cops = cops.split("\n\n").next().unwrap();
    assert!(
        cops.ends_with("limits      made for documents of ten sentences or more"),
        "{cops}"
    );
}

#[test]
fn splits_are_kept_by_name() {
    let rows = "id_a,id_b,label,split\na0v0,a0v1,1,train\na1v0,a1v1,1,dev\na2v0,a3v1,0,test\n";
    let workshop = Workshop::new().with("splits.csv", rows);
    let vectors = |options: &str| {
        workshop.types(&format!(
            "vectors splits.csv -d documents.jsonl --features jaccard {options}"
        ))
    };
    assert_eq!(vectors("--split train,dev").done().out.lines().count(), 3);
    let all = vectors("").done();
    assert_eq!(all.out.lines().count(), 4);
    assert!(all.err.starts_with(
        "warning: the pairs have a split column (dev, test, train) and all rows are used; \
         --split NAME keeps some\n"
    ));
}

#[test]
fn pairs_may_hold_texts_or_paths() {
    let workshop = Workshop::new()
        .with("texts/a.txt", "The ferry waits at the old pier.")
        .with("texts/b.html", "<p>The ferry waits at the new pier.")
        .with("texts/paths.csv", "path_a,path_b,label\na.txt,b.html,1\n")
        .with(
            "inline.jsonl",
            "{\"text_a\":\"The ferry waits.\",\"text_b\":\"The ferry waits.\",\"label\":true}\n",
        )
        .with(
            "pages.tsv",
            "html_a\thtml_b\tlabel\n<p>The ferry\t<b>the ferry\tyes\n",
        );
    for (source, row) in [
        ("texts/paths.csv", "a.txt,b.html,1,"),
        ("inline.jsonl", "1a,1b,1,1"),
        ("pages.tsv", "1a,1b,1,1"),
    ] {
        let vectors = workshop
            .types(&format!("vectors {source} --features jaccard"))
            .done();
        let line = vectors.out.lines().nth(1).unwrap();
        assert!(line.starts_with(row), "{source}: {line}");
    }
}

#[test]
fn languages_are_found_in_the_collection_and_kept_by_the_model() {
    let german = "Der Fährmann wartet mit seinen Booten an der alten Brücke auf die Reisenden.";
    let polish = "Przewoźnik czeka ze swoimi łodziami przy starym moście na wszystkich podróżnych.";
    let inline = |left: &str, right: &str, label: u8| format!("\"{left}\",\"{right}\",{label}\n");
    let mut rows = String::from("text_a,text_b,label\n");
    for number in 0..12 {
        for text in [german, polish] {
            let left = format!("{text} {number} {number}");
            rows += &inline(&left, &format!("{left}!"), 1);
            rows += &inline(&left, &format!("{number}: {}", &text[..40]), 0);
        }
    }
    let workshop = Workshop::new()
        .with("inline.csv", rows)
        .with("a.txt", "Die Boote warteten")
        .with("b.txt", "Wartet das Boot?");
    let trained = workshop
        .types(&format!(
            "train inline.csv {QUICK} --language auto --folds 2 --inner-folds 2 --out auto.json"
        ))
        .done();
    assert!(
        trained.err.contains("languages: german,polish\n"),
        "{}",
        trained.err
    );
    let model: Value = serde_json::from_str(&workshop.read("auto.json")).unwrap();
    assert_eq!(
        model["analysis"]["language"].to_string(),
        r#"["german","polish"]"#
    );
    let shown = workshop.types("model show auto.json").done().out;
    assert!(
        shown.contains("language         german,polish\n"),
        "{shown}"
    );
    workshop
        .types("model verify auto.json --pairs inline.csv")
        .done();
    let judged = workshop.types("classify a.txt b.txt --model auto.json --json -");
    let features = judged.json()["features"].clone();
    let mut features = features.as_array().unwrap().iter();
    let jaccard = features.find(|row| row["feature"] == "jaccard").unwrap();
    assert_eq!(jaccard["similarity"], 1.0, "the stems are German");
}
