//! The outputs of a run appear together or not at all, and none of them replaces what was read.

use std::fs;
use std::os::unix::fs::symlink;

use crate::workshop::Workshop;

/// A file on a disk that is full.
fn on_full_disk(workshop: &Workshop, name: &str) {
    symlink("/dev/full", workshop.path(name)).unwrap();
}

/// The names in its folder.
fn names(workshop: &Workshop) -> Vec<String> {
    let entries = fs::read_dir(workshop.path(".")).unwrap();
    let names = entries.map(|it| it.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
#[cfg(target_os = "linux")]
fn on_a_full_disk_no_new_file_stands_beside_an_old_one() {
    let workshop = Workshop::with_model()
        .with("groups.csv", "id,group\nold,1\n")
        .with("figures.json", "old");
    on_full_disk(&workshop, "kept.jsonl");
    on_full_disk(&workshop, "full.json");
    let (before, model) = (names(&workshop), workshop.read("model.json"));
    let full = "No space left on device (os error 28)";
    let dedupe = "dedupe documents.jsonl -m model.json --out groups.csv";
    for (line, name) in [
        (format!("{dedupe} --json figures.json --report r --evidence e --write-kept kept.jsonl"), "kept.jsonl"),
        (format!("{dedupe} --report new/r --json full.json"), "full.json"),
        ("train pairs.csv -d documents.jsonl --features jaccard --draws 50 --out model.json --json full.json".into(), "full.json"),
    ] {
        let told = workshop.types(&line).ends_with(2);
        assert!(
            told.sentence()
                .starts_with(&format!("cannot write {name}: {full}")),
            "{}",
            told.err
        );
        assert_eq!(names(&workshop), before, "dejalu {line}");
        assert_eq!(workshop.read("groups.csv"), "id,group\nold,1\n");
        assert_eq!(workshop.read("figures.json"), "old");
        assert_eq!(workshop.read("model.json"), model);
    }
}

#[test]
fn a_second_name_of_an_input_is_no_output() {
    let workshop = Workshop::with_model();
    for (from, to) in [
        ("documents.jsonl", "kept.jsonl"),
        ("pairs.csv", "judged.csv"),
        ("model.json", "new.json"),
    ] {
        fs::hard_link(workshop.path(from), workshop.path(to)).unwrap();
    }
    let replaced = |option: &str| {
        format!("expected a path other than that of {option}, which it would replace")
    };
    for (line, found, option) in [
        (
            "dedupe documents.jsonl -m model.json --out g.csv --write-kept kept.jsonl",
            "--write-kept 'kept.jsonl'",
            "DOCUMENTS",
        ),
        (
            "classify --pairs pairs.csv -d documents.jsonl -m model.json --out judged.csv",
            "--out 'judged.csv'",
            "--pairs",
        ),
        (
            "label documents.jsonl --terminal --out kept.jsonl",
            "--out 'kept.jsonl'",
            "DOCUMENTS",
        ),
        (
            "dedupe documents.jsonl -m model.json --out g.csv --json new.json",
            "--json 'new.json'",
            "--model",
        ),
    ] {
        workshop.refuses(line, &format!("{found}: {}", replaced(option)));
    }
}

#[test]
fn a_document_of_a_folder_is_no_output() {
    let workshop = Workshop::with_model()
        .with("notes/a.txt", "The ferry waits at the old pier.")
        .with("notes/deep/b.txt", "A storm broke the pier in March.");
    fs::hard_link(workshop.path("notes/a.txt"), workshop.path("other.txt")).unwrap();
    symlink(workshop.path("notes/deep"), workshop.path("link")).unwrap();
    for path in ["notes/a.txt", "link/b.txt", "other.txt"] {
        workshop.refuses(
            &format!("background notes --out {path}"),
            &format!("--out '{path}': expected a path other than that of a document in DOCUMENTS, which it would replace"),
        );
    }
    // What is read by nobody may be written over.
    for _ in 0..2 {
        workshop
            .types("background notes --out notes/statistics")
            .done();
    }
}
