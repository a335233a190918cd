//! Tests of removal: audits, and files that are moved away and back.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::workshop::Workshop;

const RULE: &str = "--rule jaccard=0.3";

/// The questions of a draw, all answered like this.
fn answered(workshop: Workshop, label: &str) -> Workshop {
    let labels = workshop
        .read("labels.jsonl")
        .replace("\"label\":null", &format!("\"label\":{label}"));
    workshop.with("answered.jsonl", labels)
}

fn drawn(documents: &str) -> Workshop {
    let workshop = Workshop::new();
    let told = workshop
        .types(&format!(
            "dedupe {documents} {RULE} --audit-sample 100 --out labels.jsonl"
        ))
        .done();
    assert!(
        told.out
            .contains("drew 29 of 30 removals; 29 to answer, in the order of the file"),
        "{}",
        told.out
    );
    workshop
}

#[test]
fn an_audit_that_passes_says_what_can_go() {
    let workshop = answered(drawn("documents.jsonl"), "1");
    let line = format!(
        "dedupe documents.jsonl {RULE} --audit answered.jsonl --out groups.csv --write-kept kept.jsonl --report report"
    );
    let told = workshop.types(&line).done();
    let said = "0 of 29 checked were wrong, so with 95 % confidence at most 2 % are wrong in this set of 30 removals";
    for words in [
        "the audit passed: ",
        said,
        "30 of 40 documents can go, 10 kept",
    ] {
        assert!(told.out.contains(words), "no '{words}' in {}", told.out);
    }
    assert_eq!(workshop.read("kept.jsonl").lines().count(), 10);
    let page = workshop.read("report/index.html");
    for words in [
        "30 of 40 documents can go, keeping one",
        said,
        "The audit",
        "<td>passed</td>",
    ] {
        assert!(page.contains(words), "no '{words}'");
    }
}

#[test]
fn an_audit_that_fails_removes_nothing_and_ends_with_1() {
    for label in ["0", "\"unsure\""] {
        let workshop = answered(drawn("documents.jsonl"), label);
        let line = format!(
            "dedupe documents.jsonl {RULE} --audit answered.jsonl --out groups.csv --write-kept kept.jsonl --report report"
        );
        let told = workshop.types(&line);
        assert_eq!(told.code, 1, "{}", told.err);
        for words in [
            "the audit failed, so nothing can be removed: of the ",
            "1 of 1 checked was wrong",
            "0 of 40 documents would be removed, 40 kept",
        ] {
            assert!(told.out.contains(words), "no '{words}' in {}", told.out);
        }
        assert!(!told.out.contains("no answer"), "{}", told.out);
        assert_eq!(workshop.read("kept.jsonl").lines().count(), 40);
        assert!(
            workshop.read("groups.csv").contains(",true,")
                && !workshop.read("groups.csv").contains(",false,")
        );
        assert!(workshop.read("groups.csv").contains(",not-passed,"));
        let page = workshop.read("report/index.html");
        assert!(page.contains("Nothing is removed: the audit failed."));
    }
}

#[test]
fn what_nobody_has_answered_is_said_and_removes_nothing() {
    let workshop = answered(drawn("documents.jsonl"), "null");
    let line = format!("dedupe documents.jsonl {RULE} --audit answered.jsonl --out groups.csv");
    let told = workshop.types(&line);
    assert_eq!(told.code, 1, "{}", told.err);
    for words in [
        "none of the 29 drawn removals has an answer, so nothing can be removed; set every 'label' to 1, 0 or unsure",
        "0 of 40 documents would be removed, 40 kept",
    ] {
        assert!(told.out.contains(words), "no '{words}' in {}", told.out);
    }

    // One answer of thirty.
    let questions = workshop.read("answered.jsonl");
    let workshop = workshop.with("begun.jsonl", questions.replacen("null", "1", 1));
    let line = line.replace("answered.jsonl", "begun.jsonl");
    let missing = "no answer for 28 of the 29 drawn: a missing answer counts as wrong where the test needs it, so answer these first";
    let told = workshop.types(&line);
    assert!(told.code == 1 && told.out.contains(missing), "{}", told.out);
}

#[test]
fn answers_are_carried_over_and_never_overwritten() {
    let workshop = answered(drawn("documents.jsonl"), "1");
    let line = format!("dedupe documents.jsonl {RULE} --audit-sample 30 --out answered.jsonl");
    workshop.refuses(
        &line,
        "--out 'answered.jsonl': expected another file, since this one holds answers, which would be lost; --audit carries them over",
    );
    let line = format!(
        "dedupe documents.jsonl {RULE} --audit answered.jsonl --audit-sample 30 --out more.jsonl"
    );
    let told = workshop.types(&line).done();
    assert!(
        told.out.contains("; 0 to answer, in the order of the file"),
        "{}",
        told.out
    );
    assert_eq!(workshop.read("more.jsonl"), workshop.read("answered.jsonl"));
    workshop.refuses(
        &format!("dedupe documents.jsonl {RULE} --audit-sample 30 --out more.csv"),
        "--out 'more.csv': expected a name that ends in .jsonl: --audit-sample writes questions",
    );
    workshop.refuses(
        &format!("dedupe documents.jsonl {RULE} --out groups.jsonl"),
        "--out 'groups.jsonl': expected a name that ends in .csv (also .csv.gz, .csv.zst), or --audit-sample N, which writes questions",
    );
    workshop.refuses(
        &format!("dedupe documents.jsonl {RULE} --audit answered.jsonl --seed 7 --wrong-at-most 2"),
        "--wrong-at-most '2': expected a number between 0 and 1",
    );
    // What an audit promises is not passed over without one.
    for (given, sentence) in [
        (
            "--confidence 7",
            "--confidence '7': expected a number between 0 and 1",
        ),
        (
            "--wrong-at-most -3",
            "--wrong-at-most '-3': expected a number between 0 and 1",
        ),
        (
            "--confidence 0.9",
            "--confidence '0.9': expected --audit or --audit-sample as well, since it applies only to an audit",
        ),
        (
            "--looks 2",
            "--looks '2': expected --audit or --audit-sample as well, since it applies only to an audit",
        ),
    ] {
        workshop.refuses(&format!("dedupe documents.jsonl {RULE} {given}"), sentence);
    }
    let other = workshop.with("other.jsonl", workshop_rows("x", "y"));
    other.refuses(
        &format!("dedupe documents.jsonl {RULE} --audit other.jsonl --out groups.csv"),
        "no answer is about a document that would be removed here; expected answers to questions that were drawn from this collection with the same decider and --seed",
    );
}

fn workshop_rows(a: &str, b: &str) -> String {
    format!(
        r#"{{"id_a":"{a}","id_b":"{b}","label":1,"stream":"audit","stratum":"removal","probability":1,"note":""}}"#
    )
}

#[test]
fn a_model_is_trained_without_the_audit() {
    let workshop = Workshop::new();
    let pairs = workshop.read("pairs.csv");
    let row = |(number, line): (usize, &str)| {
        let cells: Vec<&str> = line.split(',').collect();
        let stream = if number % 5 == 0 { "audit" } else { "training" };
        format!(
            "{{\"id_a\":\"{}\",\"id_b\":\"{}\",\"label\":{},\"stream\":\"{stream}\"}}\n",
            cells[0], cells[1], cells[2]
        )
    };
    let labels: String = pairs.lines().skip(1).enumerate().map(row).collect();
    let trained = labels
        .lines()
        .filter(|line| line.contains("training"))
        .count();
    let workshop = workshop.with("labels.jsonl", &labels);
    let quick = crate::workshop::QUICK;
    let line = format!("--documents documents.jsonl {quick} --out model.json");
    let told = workshop
        .types(&format!("train --labels labels.jsonl {line}"))
        .done();
    let said = format!("{trained} ");
    assert!(told.out.contains(&said), "{}", told.out);
    let model: serde_json::Value = serde_json::from_str(&workshop.read("model.json")).unwrap();
    assert_eq!(model["training"]["pairs"], trained);
    let as_pairs = workshop.types(&format!("train labels.jsonl {line}")).done();
    let again: serde_json::Value = serde_json::from_str(&workshop.read("model.json")).unwrap();
    assert_eq!(model, again);
    let audit = labels.lines().count() - trained;
    let warned =
        format!("warning: {audit} answers of the audit left out: no model is trained on them\n");
    assert!(as_pairs.err.starts_with(&warned), "{}", as_pairs.err);
}

/// A folder of six notes, two of them copies of others.
fn folder() -> Workshop {
    let texts = [
        (
            "a.txt",
            "the ferry waits at the old pier until the storm has passed",
        ),
        (
            "sub/b.txt",
            "the ferry waits at the old pier until the storm has passed over",
        ),
        (
            "c.txt",
            "beetles farm fungus in dead wood and feed their young with it",
        ),
        (
            "sub/deep/d.txt",
            "beetles farm fungus in dead wood and feed their young with it",
        ),
        (
            "e.txt",
            "bread rises twice before it is baked in the village oven",
        ),
    ];
    let notes = |workshop: Workshop, (name, text): (&str, &str)| {
        workshop.with(&format!("notes/{name}"), text)
    };
    texts.into_iter().fold(Workshop::new(), notes)
}

fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                found.insert(name, fs::read_to_string(path).unwrap());
            }
        }
    }
    found
}

const MOVE: &str = "dedupe notes --rule jaccard=0.8 --move-removed removed --out groups.csv";

#[test]
fn removed_files_go_and_come_back() {
    let workshop = folder();
    let before = files(&workshop.path("notes"));
    let told = workshop.types(MOVE).done();
    let said = "2 files moved to removed; 'dejalu restore removed' moves them back";
    assert!(told.err.contains(said), "{}", told.err);
    let left: Vec<String> = files(&workshop.path("notes")).into_keys().collect();
    assert_eq!(left, ["c.txt", "e.txt", "sub/b.txt"]);
    assert!(
        workshop
            .read("removed/manifest.jsonl")
            .contains(r#"{"path":"a.txt","kept":"sub/b.txt"}"#)
    );
    workshop.refuses(
        MOVE,
        "removed: the folder holds removed files already; restore them or choose a new folder",
    );
    let told = workshop.types("restore removed").done();
    assert!(
        told.out.starts_with("2 files restored to /") && told.out.ends_with("/notes\n"),
        "{}",
        told.out
    );
    assert_eq!(files(&workshop.path("notes")), before);
    assert!(!workshop.path("removed").exists());
    workshop.refuses(
        "restore removed",
        "removed: there is no such folder: it is removed once all of its files are restored; if they are not, correct the path",
    );
}

#[test]
fn files_of_a_folder_that_was_renamed_are_not_restored_beside_it() {
    let workshop = folder();
    let before = files(&workshop.path("notes"));
    workshop.types(MOVE).done();
    fs::rename(workshop.path("notes"), workshop.path("essays")).unwrap();
    let home = workshop.path("notes");
    let folder = home.parent().unwrap().canonicalize().unwrap();
    workshop.refuses(
        "restore removed",
        &format!(
            "removed: the files came from '{}', which is not there (nothing was moved); give that folder its name back, or name the folder to restore to (--to)",
            folder.join("notes").display()
        ),
    );
    workshop.types("restore removed --to essays").done();
    assert_eq!(files(&workshop.path("essays")), before);
}

#[test]
fn an_interrupted_move_is_undone_before_the_next() {
    let workshop = folder();
    let before = files(&workshop.path("notes"));
    workshop.types(MOVE).done();
    let [away, home] = ["removed/files/a.txt", "notes/a.txt"].map(|path| workshop.path(path));
    let interrupt = || {
        fs::rename(&away, &home).unwrap();
        let [manifest, moving] =
            ["manifest", "moving"].map(|name| workshop.path(&format!("removed/{name}.jsonl")));
        fs::rename(manifest, moving).unwrap();
    };
    interrupt();
    let told = workshop.types(MOVE).done();
    assert!(
        told.err
            .contains("removed: an interrupted move was undone first"),
        "{}",
        told.err
    );
    assert!(told.err.contains("2 files moved"), "{}", told.err);
    interrupt();
    workshop.types("restore removed").done();
    assert_eq!(files(&workshop.path("notes")), before);
}

#[test]
fn nothing_is_moved_that_nobody_vouches_for() {
    let workshop = folder();
    let expected = "--move-removed 'removed': expected --audit with answers, a threshold of your own (--at, or a rule), or --unaudited: the share of wrong removals is unknown";
    workshop.refuses(
        "dedupe notes --move-removed removed --out groups.csv",
        expected,
    );
    let guess = "dedupe notes --rule jaccard=0.8 --at auto --move-removed removed --out groups.csv";
    workshop.refuses(guess, expected);
    workshop.refuses(
        "dedupe notes --rule jaccard=0.8 --at 0.7,0.8 --move-removed removed --out groups.csv",
        "--at '0.7,0.8': expected one threshold, since each removes other documents",
    );
    workshop.refuses(
        "dedupe notes --rule jaccard=0.8 --move-removed notes/removed --out groups.csv",
        "notes/removed: the folder lies within the documents, where the removed files would be read again; choose one outside",
    );
    workshop.refuses(
        "dedupe documents.jsonl --rule jaccard=0.8 --move-removed removed --out groups.csv",
        "documents.jsonl: not a folder: expected the folder that the documents were read from, whose files can be moved; for a table, write the kept rows instead (--write-kept)",
    );
    // A level is named by the person, who knows what counts as a duplicate.
    let named = "dedupe notes --at revision --move-removed by-level --out groups.csv";
    folder().types(named).done();
    workshop.types(&format!("{guess} --unaudited")).done();
    assert!(workshop.path("removed/manifest.jsonl").exists());
}

#[test]
fn the_surest_pairs_come_first_with_what_they_share() {
    let workshop = folder();
    let line =
        "dedupe notes --rule jaccard=0.05 --linkage single --pairs-out found.csv --out groups.csv";
    workshop
        .types(&format!("{line} --sort score --matrix matrix.csv"))
        .done();
    let pairs = workshop.read("found.csv");
    let lines: Vec<&str> = pairs.lines().collect();
    assert_eq!(
        lines[0],
        "id_a,id_b,score,probability,relation,start_a,end_a,start_b,end_b"
    );
    assert!(
        lines[1].starts_with("a.txt,sub/b.txt,") && lines[1].ends_with(",,revised,0,58,0,58"),
        "{pairs}"
    );
    let scores: Vec<f64> = lines[1..]
        .iter()
        .map(|line| line.split(',').nth(2).unwrap().parse().unwrap())
        .collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{pairs}");
    let matrix = workshop.read("matrix.csv");
    assert_eq!(
        matrix.lines().next(),
        Some("id,a.txt,c.txt,e.txt,sub/b.txt,sub/deep/d.txt")
    );
    assert_eq!(
        matrix.lines().nth(2).unwrap().split(',').nth(5),
        Some("1"),
        "copies"
    );
}

#[test]
fn what_another_collection_has_is_told_with_the_same_columns() {
    let workshop = folder();
    let line = "dedupe notes/sub --rule jaccard=0.8 --against notes --out seen.csv";
    workshop.types(line).done();
    assert_eq!(
        workshop.read("seen.csv"),
        "id,group,representative,score,kept,lost,reason,relation\n\
         b.txt,sub/b.txt,sub/b.txt,1,false,0,copy,identical\n\
         deep/d.txt,c.txt,c.txt,1,false,0,copy,identical\n"
    );
    let line = "dedupe notes --rule jaccard=0.8 --against notes/sub --out seen.csv";
    workshop.types(line).done();
    let seen = workshop.read("seen.csv");
    let row = |id: &str| {
        seen.lines()
            .find(|line| line.starts_with(id))
            .unwrap()
            .to_string()
    };
    assert!(
        row("a.txt,").ends_with(",false,0,duplicate,revised"),
        "{seen}"
    );
    assert!(row("e.txt,").ends_with(",e.txt,,true,,unique,"), "{seen}");
}

#[test]
fn people_win_over_scores() {
    let workshop = folder().with(
        "known.csv",
        "id_a,id_b,constraint\na.txt,sub/b.txt,cannot-link\nc.txt,e.txt,must-link\n",
    );
    let line = "dedupe notes --rule jaccard=0.8 --out groups.csv";
    let told = workshop
        .types(&format!("{line} --constraints known.csv"))
        .done();
    let sentence = "constraints link 1 pair and keep 1 pair apart";
    assert!(told.out.contains(sentence), "{}", told.out);
    let groups = workshop.read("groups.csv");
    let group = |id: &str| {
        let row = groups
            .lines()
            .find(|line| line.starts_with(&format!("{id},")));
        row.unwrap().split(',').nth(1).unwrap().to_string()
    };
    assert_ne!(group("a.txt"), group("sub/b.txt"));
    assert_eq!(group("c.txt"), group("e.txt"));
    assert_eq!(group("c.txt"), group("sub/deep/d.txt"));
    let workshop = workshop.with("known.csv", "id_a,id_b,constraint\na.txt,c.txt,never\n");
    workshop.refuses(
        &format!("{line} --constraints known.csv"),
        "known.csv:2: constraint 'never' is invalid; expected must-link, cannot-link or withdrawn",
    );
    let both = "id_a,id_b,constraint\na.txt,c.txt,must-link\nc.txt,a.txt,cannot-link\n";
    workshop.with("known.csv", both).refuses(
        &format!("{line} --constraints known.csv"),
        "known.csv:3: the constraints link 'c.txt' and 'a.txt', by one row or several, and forbid it in another; \
         remove one of them",
    );
}
