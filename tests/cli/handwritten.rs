//! Tests that nothing people have written is ever replaced.

use std::fs;

use crate::workshop::{Workshop, gzip};

const RULE: &str = "--rule jaccard=0.3";

/// A draw for an audit.
fn drawn() -> Workshop {
    let workshop = Workshop::new();
    workshop
        .types(&format!(
            "dedupe documents.jsonl {RULE} --audit-sample 30 --out labels.jsonl"
        ))
        .done();
    workshop
}

#[test]
fn a_file_of_answers_with_a_line_that_cannot_be_read_is_not_replaced() {
    let workshop = drawn();
    let questions = workshop.read("labels.jsonl");
    let draw = format!("dedupe documents.jsonl {RULE} --audit-sample 30 --out labels.jsonl");
    // Nobody has written anything yet.
    workshop.types(&draw).done();
    let cut = &questions[..questions.len() - 20];
    let by_hand = questions.replacen("\"label\":null", "\"label\":yes", 1);
    let notes = questions.replacen("\"note\":\"\"", "\"note\":\"ask Ada\"", 1);
    for (answers, said) in [
        (
            format!("yes\n{questions}"),
            "cannot be read (labels.jsonl:1",
        ),
        (format!("{questions}yes\n"), "cannot be read (labels.jsonl:"),
        (cut.to_string(), "cannot be read (labels.jsonl:"),
        (by_hand, "cannot be read (labels.jsonl:1"),
        (notes, "column 'note' of this one is filled in"),
        (
            "my notes of Monday\n".to_string(),
            "cannot be read (labels.jsonl:1",
        ),
        (
            workshop.read("documents.jsonl"),
            "not a table that the program writes there",
        ),
    ] {
        fs::write(workshop.path("labels.jsonl"), &answers).unwrap();
        let told = workshop.types(&draw).ends_with(2);
        assert!(told.sentence().contains(said), "{}", told.err);
        assert_eq!(workshop.read("labels.jsonl"), answers);
    }
}

#[test]
fn a_sample_that_people_have_filled_in_is_not_replaced() {
    let workshop = Workshop::with_model();
    let sample = |name: &str| {
        format!(
            "dedupe documents.jsonl -m model.json --pairs-sample 10 --pairs-out {name} --out g.csv"
        )
    };
    workshop.types(&sample("to-label.csv")).done();
    let blank = workshop.read("to-label.csv");
    let mut lines: Vec<String> = blank.lines().map(str::to_string).collect();
    lines[7] = lines[7].replacen(",,", ",1,", 1);
    let filled = lines.join("\n") + "\n";
    let for_spreadsheets = filled.replace(',', ";").replace('\n', "\r\n");
    let without_head = filled.split_once('\n').unwrap().1.to_string();
    let own_column = blank
        .replace("label", "same text?")
        .replacen(",,", ",yes,", 1);
    let own = "expected another file, since column 'same text?' of this one is filled in, which would be lost";
    let label =
        "expected another file, since column 'label' of this one is filled in, which would be lost";
    let unknown = "expected another file, since this one is not a table that the program writes there, which would be lost";
    for (name, content, why) in [
        ("to-label.csv", filled.clone().into_bytes(), label),
        ("to-label.csv.gz", gzip(&filled), label),
        ("sheet.csv", for_spreadsheets.into_bytes(), label),
        ("without-ending", filled.clone().into_bytes(), label),
        ("renamed.csv", own_column.into_bytes(), own),
        ("sorted.csv", without_head.into_bytes(), unknown),
    ] {
        fs::write(workshop.path(name), content).unwrap();
        workshop.refuses(&sample(name), &format!("--pairs-out '{name}': {why}"));
        // Nor by what nobody fills in.
        let line = format!("dedupe documents.jsonl -m model.json --pairs-out {name} --out g.csv");
        workshop.refuses(&line, &format!("--pairs-out '{name}': {why}"));
    }
    fs::write(workshop.path("to-label.csv"), &blank).unwrap();
    workshop.types(&sample("to-label.csv")).done();
}

#[test]
fn labels_beside_texts_are_replaced_by_no_output_and_predictions_are() {
    let labels = "text_a,text_b,label\nan otter swims,an otter dives,1\n";
    let workshop = Workshop::with_model().with("labels.csv", labels);
    let why =
        "expected another file, since column 'label' of this one is filled in, which would be lost";
    for (line, option) in [
        (
            "classify --pairs pairs.csv --documents documents.jsonl -m model.json --out labels.csv",
            "--out",
        ),
        (
            "compare pairs.csv --documents documents.jsonl --predictions labels.csv",
            "--predictions",
        ),
    ] {
        workshop.refuses(line, &format!("{option} 'labels.csv': {why}"));
    }
    let compare = "compare pairs.csv --documents documents.jsonl --predictions p.csv";
    workshop.types(compare).done();
    workshop.types(compare).done();
}

#[test]
fn notes_constraints_and_labels_are_replaced_by_no_output() {
    let workshop = Workshop::with_model()
        .with(
            "groups.csv",
            "id,group,representative,note\na,1,a,keep this one\n",
        )
        .with(
            "constraints.csv",
            "id_a,id_b,constraint\na0v0,a1v0,cannot-link\n",
        )
        .with(
            "labels.jsonl",
            "{\"id_a\":\"a0v0\",\"id_b\":\"a0v1\",\"label\":1,\"stream\":\"training\"}\n",
        );
    let dedupe = "dedupe documents.jsonl -m model.json";
    for (line, option, name, column) in [
        (
            format!("{dedupe} --out groups.csv"),
            "--out",
            "groups.csv",
            "note",
        ),
        (
            format!("{dedupe} --out constraints.csv"),
            "--out",
            "constraints.csv",
            "constraint",
        ),
        (
            format!("{dedupe} --out pairs.csv"),
            "--out",
            "pairs.csv",
            "label",
        ),
        (
            format!("{dedupe} --out x.csv --write-kept labels.jsonl"),
            "--write-kept",
            "labels.jsonl",
            "label",
        ),
        (
            "classify --pairs labels.jsonl -d documents.jsonl -m model.json --out pairs.csv".into(),
            "--out",
            "pairs.csv",
            "label",
        ),
    ] {
        workshop.refuses(
            &line,
            &format!("{option} '{name}': expected another file, since column '{column}' of this one is filled in, which would be lost"),
        );
    }
    // A table of vectors repeats labels that are elsewhere.
    for _ in 0..2 {
        let vectors = "vectors pairs.csv -d documents.jsonl --features jaccard --out vectors.csv";
        workshop.types(vectors).done();
    }
}

#[test]
fn the_seed_of_a_draw_is_that_of_its_verdict() {
    let workshop = Workshop::new();
    let dedupe = format!("dedupe documents.jsonl {RULE}");
    workshop
        .types(&format!(
            "{dedupe} --seed 7 --audit-sample 10 --out labels.jsonl"
        ))
        .done();
    let questions = workshop.read("labels.jsonl");
    let answers = questions.replace("\"label\":null", "\"label\":1");
    let workshop = workshop.with("answered.jsonl", &answers);
    let expected = "the questions of the answers were drawn with --seed 7, not 42, so that other documents would be missing; expected the same; pass --seed 7";
    workshop.refuses(
        &format!("{dedupe} --audit answered.jsonl --out g.csv"),
        expected,
    );
    let told = workshop.types(&format!(
        "{dedupe} --seed 7 --audit answered.jsonl --out g.csv"
    ));
    assert!(
        told.code < 2 && !told.out.contains("without an answer") && !told.out.contains("no answer"),
        "{}",
        told.out
    );
    // Answers of before do not tell their draw, and are read as they were.
    let of_before = answers.lines().map(|line| {
        let mut row: serde_json::Value = serde_json::from_str(line).unwrap();
        let row = row.as_object_mut().unwrap();
        row.retain(|key, _| !key.starts_with("draw_") && !["rank", "risk"].contains(&key.as_str()));
        serde_json::to_string(row).unwrap() + "\n"
    });
    let of_before: String = of_before.collect();
    let workshop = workshop.with("before.jsonl", of_before);
    let told = workshop.types(&format!(
        "{dedupe} --seed 7 --audit before.jsonl --out g.csv"
    ));
    assert!(
        told.code < 2 && !told.out.contains("without an answer") && !told.out.contains("no answer"),
        "{}",
        told.out
    );
    let told = workshop.types(&format!("{dedupe} --audit before.jsonl --out g.csv"));
    let hint = "pass the --seed of the draw, which this file of answers does not record";
    assert!(told.code == 1 && told.out.contains(hint), "{}", told.out);
}

#[test]
fn answers_serve_one_test_unless_the_draw_declares_more() {
    let draw = |more: &str| {
        let workshop = Workshop::new();
        let line = format!("dedupe documents.jsonl {RULE} --audit-sample 30 {more}");
        workshop.types(&format!("{line} --out labels.jsonl")).done();
        let questions = workshop.read("labels.jsonl");
        let answers = questions.replace("\"label\":null", "\"label\":1");
        workshop.with("answered.jsonl", &answers)
    };
    let other = "dedupe documents.jsonl --rule jaccard=0.7 --audit answered.jsonl --out g.csv";
    let same = format!("dedupe documents.jsonl {RULE} --audit answered.jsonl --out g.csv");
    let workshop = draw("--wrong-at-most 0.3");
    let said = "so the answers would serve 2 tests, and --looks 1 was declared; pass the groups and options of the draw, or draw new questions, without these answers, with --looks 2, since the error rate is divided before anybody answers";
    for line in [
        other.to_string(),
        format!("{other} --looks 2"),
        format!("{same} --looks 2"),
        format!("{same} --wrong-at-most 0.2"),
        format!("{same} --confidence 0.9"),
    ] {
        let refused = workshop.types(&line).ends_with(2);
        assert!(refused.err.contains(said), "{line}: {}", refused.err);
    }
    assert!(workshop.types(&same).code < 2);
    // Nobody has answered them yet, so that nothing was seen of the first draw.
    let another =
        "dedupe documents.jsonl --rule jaccard=0.7 --wrong-at-most 0.3 --audit labels.jsonl";
    workshop
        .types(&format!("{another} --audit-sample 10 --out more.jsonl"))
        .done();
    let workshop = draw("--wrong-at-most 0.3 --looks 2");
    for line in [&same, other] {
        assert!(workshop.types(line).code < 2, "{line}");
    }
}
