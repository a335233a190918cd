//! Tests of options of `dedupe` that another command has taken over: a script of before gets the files that it got, and is
//! told what to type; and what it is told to type does what the option did.

use std::fs;

use crate::workshop::{Answer, Workshop};

const LIBRARY: &str = "id,title,doi,pages\n1,Lamps of whale oil in old harbours,,11-19\n2,Lamps of whale oil in old harbours,10.5555/2,\n\
    3,Beetles under dead timber,10.5555/3,1-2\n";

fn workshop() -> Workshop {
    Workshop::with_model()
        .with("library.csv", LIBRARY)
        .with(
            "notes/a.txt",
            "The ferry waits at the old pier until the storm has passed.",
        )
        .with(
            "notes/b.txt",
            "The ferry waits at the old pier until the storm has passed.",
        )
        .with(
            "notes/c.txt",
            "Beetles farm fungus in dead wood and carry it from tree to tree.",
        )
}

/// The commands that a note on an option says to type.
fn suggested(err: &str, option: &str) -> Vec<String> {
    let notes = err
        .lines()
        .filter(|line| line.contains(" moved to 'dejalu "));
    let note = notes.clone().find(|line| line.contains(option));
    let note = note.unwrap_or_else(|| panic!("no note on {option} in {err}"));
    assert!(note.starts_with("warning: --"), "{note}");
    let (_, line) = note.split_once("type dejalu ").unwrap();
    line.split(" && dejalu ").map(str::to_string).collect()
}

/// Types commands one after the other; what the last one says.
#[track_caller]
fn typed(workshop: &Workshop, lines: &[String]) -> Answer {
    let (last, lines) = lines.split_last().unwrap();
    for line in lines {
        workshop.types(line).done();
    }
    workshop.types(last).done()
}

const BY_RULE: &str = "dedupe documents.jsonl --rule jaccard=0.3";

/// A workshop with removals that were drawn and found right.
fn answered() -> Workshop {
    let workshop = workshop();
    let line = format!("{BY_RULE} --audit-sample 20 --wrong-at-most 0.5 --out drawn.jsonl");
    workshop.types(&line).done();
    let answers = workshop
        .read("drawn.jsonl")
        .replace("\"label\":null", "\"label\":1");
    workshop.with("labels.jsonl", answers)
}

#[test]
fn drawing_works_and_names_audit() {
    let workshop = workshop();
    let line = "--audit-sample 20 --wrong-at-most 0.5 --confidence 0.9 --looks 2 --candidates all --seed 7 --out old.jsonl";
    let answer = workshop.types(&format!("{BY_RULE} {line}")).done();
    let asked = workshop.read("old.jsonl");
    let lines = suggested(&answer.err, "--audit-sample");
    assert_eq!(
        lines,
        [
            "dedupe documents.jsonl --rule jaccard=0.3 --candidates all --seed 7 --out groups.csv",
            "audit groups.csv --documents documents.jsonl --draw 20 --wrong-at-most 0.5 --confidence 0.9 --looks 2 \
             --candidates all --seed 7 --rule jaccard=0.3 --out old.jsonl"
        ]
    );
    fs::remove_file(workshop.path("old.jsonl")).unwrap();
    typed(&workshop, &lines);
    // The same removals, drawn at the same chances with the same seed.
    assert_eq!(workshop.read("old.jsonl"), asked);
    let answer = workshop.types("dedupe notes --rule jaccard=0.9 --audit-sample 5");
    let lines = suggested(&answer.done().err, "--audit-sample");
    assert!(lines[1].ends_with(" --out -"), "{lines:?}");
    typed(&workshop, &lines);
}

#[test]
fn answers_drawn_by_dedupe_are_judged_by_audit() {
    let workshop = answered();
    let line = format!(
        "{BY_RULE} --audit labels.jsonl --out verdict.csv --write-kept kept.jsonl --report report"
    );
    let answer = workshop.types(&line).done();
    assert!(answer.out.contains("the audit passed"), "{}", answer.out);
    let lines = suggested(&answer.err, "--audit");
    assert_eq!(
        lines,
        [
            "dedupe documents.jsonl --report report --rule jaccard=0.3 --out groups.csv",
            "audit groups.csv --documents documents.jsonl --answers labels.jsonl --rule jaccard=0.3 --out verdict.csv",
            "apply verdict.csv --documents documents.jsonl --write-kept kept.jsonl --rule jaccard=0.3"
        ]
    );
    let removed = || workshop.read("verdict.csv").matches(",false,").count();
    let before = (removed(), workshop.read("kept.jsonl"));
    for name in ["verdict.csv", "kept.jsonl"] {
        fs::remove_file(workshop.path(name)).unwrap();
    }
    typed(&workshop, &lines);
    assert_eq!((removed(), workshop.read("kept.jsonl")), before);
}

#[test]
fn what_passed_an_audit_is_what_is_moved() {
    let workshop = answered();
    let line =
        "dedupe notes --rule jaccard=0.9 --audit-sample 5 --wrong-at-most 0.9 --out notes.jsonl";
    workshop.types(line).done();
    let wrong = workshop
        .read("notes.jsonl")
        .replace("\"label\":null", "\"label\":0");
    let workshop = workshop.with("wrong.jsonl", wrong);
    let line = "dedupe notes --rule jaccard=0.9 --audit wrong.jsonl --move-removed removed --out groups.csv";
    let answer = workshop.types(line);
    let lines = suggested(&answer.err, "--move-removed");
    assert_eq!(
        lines[1..],
        [
            "audit groups.csv --documents notes --answers wrong.jsonl --rule jaccard=0.9 --out passed.csv",
            "apply passed.csv --documents notes --move-removed removed --rule jaccard=0.9"
        ]
    );
    workshop.types(&lines[0]).done();
    workshop.types(&lines[1]).ends_with(1);
    workshop.types(&lines[2]).done();
    assert!(workshop.path("notes/b.txt").exists());
}

#[test]
fn merging_works_and_names_apply() {
    let workshop = workshop();
    let dedupe =
        "dedupe library.csv --rule jaccard:field=title=0.9 --fields title,doi,pages --keep first";
    let line = format!("{dedupe} --out groups.csv --write-kept kept.csv --merge merged.csv");
    let answer = workshop.types(&line).done();
    let [kept, merged] = ["kept.csv", "merged.csv"].map(|name| workshop.read(name));
    assert!(
        kept.contains("1,Lamps of whale oil in old harbours,10.5555/2,11-19\n"),
        "{kept}"
    );
    assert_eq!(merged, "kept,field,removed,value\n1,doi,2,10.5555/2\n");
    let lines = suggested(&answer.err, "--merge");
    assert!(
        lines[0].starts_with(
            "apply groups.csv --documents library.csv --merge merged.csv --write-kept kept.csv "
        ),
        "{lines:?}"
    );
    for name in ["kept.csv", "merged.csv"] {
        fs::remove_file(workshop.path(name)).unwrap();
    }
    typed(&workshop, &lines);
    assert_eq!(
        ["kept.csv", "merged.csv"].map(|name| workshop.read(name)),
        [kept, merged]
    );
}

#[test]
fn moving_works_and_names_apply() {
    let workshop = workshop();
    let line =
        "dedupe notes --rule jaccard=0.9 --out groups.csv --move-removed removed --unaudited";
    let answer = workshop.types(line).done();
    let moved = |name: &str| !workshop.path(&format!("notes/{name}")).exists();
    assert!(moved("b.txt"), "{}", answer.err);
    let lines = suggested(&answer.err, "--move-removed, --unaudited have moved");
    workshop.types("restore removed").done();
    assert!(!moved("b.txt"));
    assert_eq!(
        lines,
        ["apply groups.csv --documents notes --move-removed removed --rule jaccard=0.9"]
    );
    typed(&workshop, &lines);
    assert!(moved("b.txt") && !moved("a.txt"));
}

#[test]
fn evidence_works_and_names_explain() {
    let workshop = workshop();
    let line = "dedupe documents.jsonl -m model.json --at=-.3 --out groups.csv --evidence why --evidence-of a3v1 --evidence-order surest --evidence-top 2";
    let answer = workshop.types(line).done();
    let pages = |folder: &str| {
        let list = workshop.read(&format!("{folder}/index.html"));
        list.split("<tr>")
            .skip(2)
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    assert_eq!(pages("why").len(), 2);
    let lines = suggested(&answer.err, "--evidence");
    assert_eq!(
        lines,
        [
            "explain --groups groups.csv --documents documents.jsonl --report why --of a3v1 --order surest --top 2 --at=-.3 --model model.json"
        ]
    );
    fs::remove_dir_all(workshop.path("why")).unwrap();
    typed(&workshop, &lines);
    let pages = pages("why");
    assert_eq!(pages.len(), 2);
    assert!(
        pages.iter().all(|row| row.contains("<code>a3v1</code>")),
        "{pages:?}"
    );
}

#[test]
fn what_moves_files_is_told_last() {
    let workshop = workshop();
    let line =
        "dedupe notes -m model.json --at=-.3 --move-removed gone --unaudited --evidence pages";
    let err = workshop.types(line).done().err;
    let [evidence, moving] =
        ["warning: --evidence", "warning: --move-removed"].map(|it| err.find(it));
    assert!(evidence.is_some() && evidence < moving, "{err}");
}

#[test]
fn a_script_without_moved_options_is_told_nothing() {
    let workshop = workshop();
    let line =
        "dedupe documents.jsonl --rule jaccard=0.5 --out groups.csv --report report --at 0.6";
    assert!(!workshop.types(line).done().err.contains("moved to"));
    let quiet = "dedupe notes --rule jaccard=0.9 --out groups.csv --move-removed removed --quiet";
    assert_eq!(workshop.types(quiet).done().err, "");
}

#[test]
fn documents_of_stdin_are_to_be_saved_first() {
    let workshop = workshop();
    let documents = workshop.read("documents.jsonl");
    let line = "dedupe - --rule jaccard=0.3 --audit-sample 5 --out drawn.jsonl";
    let answer = workshop.pipes(documents, line).done();
    let said = "; save the documents as documents.jsonl and type dejalu dedupe documents.jsonl --rule jaccard=0.3 --out groups.csv && ";
    assert!(answer.err.contains(said), "{}", answer.err);
    let asked = workshop.read("drawn.jsonl");
    fs::remove_file(workshop.path("drawn.jsonl")).unwrap();
    typed(&workshop, &suggested(&answer.err, "--audit-sample"));
    assert_eq!(workshop.read("drawn.jsonl"), asked);
}

#[test]
fn a_table_of_several_thresholds_is_not_named() {
    let workshop = workshop();
    let line = "dedupe documents.jsonl -m model.json --at=-1.0,2.0 --out both.csv --evidence why";
    let answer = workshop.types(line).done();
    let lines = suggested(&answer.err, "--evidence");
    assert_eq!(
        lines,
        [
            "dedupe documents.jsonl --at=-1.0 --model model.json --out groups.csv",
            "explain --groups groups.csv --documents documents.jsonl --report why --at=-1.0 --model model.json"
        ]
    );
    fs::remove_dir_all(workshop.path("why")).unwrap();
    typed(&workshop, &lines);
}

#[test]
fn the_square_table_is_written_by_classify() {
    let workshop = workshop();
    let line =
        "dedupe notes --matrix scores.csv --sort score --pairs-out found.csv --out groups.csv";
    let answer = workshop.types(line).done();
    let lines = suggested(&answer.err, "--matrix");
    assert_eq!(lines, ["classify --documents notes --matrix scores.csv"]);
    assert!(
        answer.err.contains(
            "--sort goes from 'dejalu dedupe' with the next version; sort the table by its column 'score'"
        ),
        "{}",
        answer.err
    );
    let before = workshop.read("scores.csv");
    fs::remove_file(workshop.path("scores.csv")).unwrap();
    typed(&workshop, &lines);
    assert_eq!(workshop.read("scores.csv"), before);
    let (head, rows) = before.split_once('\n').unwrap();
    assert_eq!(head, "id,a.txt,b.txt,c.txt");
    assert_eq!(rows.lines().count(), 3, "{rows}");

    // No command takes a rule and writes such a table.
    let answer =
        workshop.types("dedupe notes --rule jaccard=0.3 --matrix by-rule.csv --out groups.csv");
    assert!(
        answer
            .done()
            .err
            .contains("--matrix goes from 'dejalu dedupe'")
    );
}
