//! Tests of options of `dedupe` that another command has taken over: a script of before gets the files that it got, and is
//! told what to type; and what it is told to type does what the option did.

use std::fs;

use crate::workshop::Workshop;

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

/// The command that a note says to type.
/// The command that a note on an option says to type.
fn suggested(err: &str, option: &str) -> String {
    let notes = err
        .lines()
        .filter(|line| line.contains(" moved to 'dejalu "));
    let note = notes.clone().find(|line| line.contains(option));
    let note = note.unwrap_or_else(|| panic!("no note on {option} in {err}"));
    assert!(note.starts_with("warning: --"), "{note}");
    let (_, line) = note.split_once("; type dejalu ").unwrap();
    line.to_string()
}

#[test]
fn audit_options_work_and_name_audit() {
    let dedupe = "dedupe documents.jsonl --rule jaccard=0.3";
    let workshop = workshop();
    workshop.types(&format!("{dedupe} --out groups.csv")).done();
    let line = "--audit-sample 20 --wrong-at-most 0.5 --confidence 0.9 --looks 2 --out old.jsonl";
    let answer = workshop.types(&format!("{dedupe} {line}")).done();
    let asked = workshop.read("old.jsonl");
    let typed = suggested(&answer.err, "--audit-sample");
    assert_eq!(
        typed,
        "audit groups.csv --documents documents.jsonl --draw 20 --wrong-at-most 0.5 --confidence 0.9 --looks 2 --rule jaccard=0.3 --out old.jsonl"
    );
    fs::remove_file(workshop.path("old.jsonl")).unwrap();
    workshop.types(&typed).done();
    // The same removals, drawn at the same chances with the same seed.
    assert_eq!(workshop.read("old.jsonl"), asked);
    let workshop = workshop.with(
        "labels.jsonl",
        asked.replace("\"label\":null", "\"label\":1"),
    );
    let answer = workshop
        .types(&format!("{dedupe} --audit labels.jsonl --out verdict.csv"))
        .done();
    assert!(answer.out.contains("the audit passed"), "{}", answer.out);
    let typed = suggested(&answer.err, "--audit").replace("verdict.csv", "groups.csv");
    let again = workshop.types(&typed).done();
    assert!(again.out.contains("the audit passed"), "{}", again.out);
    let removed = |name: &str| workshop.read(name).matches(",false,").count();
    assert_eq!(removed("passed.csv"), removed("verdict.csv"));
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
    let typed = suggested(&answer.err, "--merge");
    assert!(
        typed.starts_with(
            "apply groups.csv --documents library.csv --merge merged.csv --write-kept kept.csv "
        ),
        "{typed}"
    );
    for name in ["kept.csv", "merged.csv"] {
        fs::remove_file(workshop.path(name)).unwrap();
    }
    workshop.types(&typed).done();
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
    let typed = suggested(&answer.err, "--move-removed, --unaudited have moved");
    workshop.types("restore removed").done();
    assert!(!moved("b.txt"));
    assert_eq!(
        typed,
        "apply groups.csv --documents notes --move-removed removed --rule jaccard=0.9"
    );
    workshop.types(&typed).done();
    assert!(moved("b.txt") && !moved("a.txt"));
}

#[test]
fn evidence_works_and_names_explain() {
    let workshop = workshop();
    let line = "dedupe documents.jsonl -m model.json --out groups.csv --evidence why --evidence-of a3v1 --evidence-order surest --evidence-top 2";
    let answer = workshop.types(line).done();
    let pages = |folder: &str| {
        let list = workshop.read(&format!("{folder}/index.html"));
        list.split("<tr>")
            .skip(2)
            .map(str::to_string)
            .collect::<Vec<_>>()
    };
    assert_eq!(pages("why").len(), 2);
    let typed = suggested(&answer.err, "--evidence");
    assert_eq!(
        typed,
        "explain --groups groups.csv --documents documents.jsonl --report why --of a3v1 --order surest --top 2 --model model.json"
    );
    fs::remove_dir_all(workshop.path("why")).unwrap();
    workshop.types(&typed).done();
    let pages = pages("why");
    assert_eq!(pages.len(), 2);
    assert!(
        pages.iter().all(|row| row.contains("<code>a3v1</code>")),
        "{pages:?}"
    );
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
