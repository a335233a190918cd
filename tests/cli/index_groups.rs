//! Groups of an index, which grow with it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::workshop::{Workshop, documents};

/// A workshop with all forty documents in parts, and a model.
fn workshop() -> Workshop {
    let lines = documents();
    Workshop::with_model()
        .with("first.jsonl", lines[..20].concat())
        .with("second.jsonl", lines[20..31].concat())
        .with("third.jsonl", lines[31..].concat())
}

fn index(workshop: &Workshop, documents: &str, folder: &str) {
    workshop
        .types(&format!("index {documents} -m model.json --out {folder}"))
        .done();
}

/// The table of groups, with each group named by its members and not by its number.
fn table(workshop: &Workshop, folder: &str) -> BTreeMap<String, (BTreeSet<String>, String)> {
    let groups = workshop
        .types(&format!("index groups {folder} --quiet"))
        .done();
    let rows: Vec<Vec<&str>> = groups
        .out
        .lines()
        .skip(1)
        .map(|line| line.splitn(3, ',').collect())
        .collect();
    let members = |group: &str| -> BTreeSet<String> {
        let same = rows.iter().filter(|row| row[1] == group);
        same.map(|row| row[0].to_string()).collect()
    };
    rows.iter()
        .map(|row| (row[0].into(), (members(row[1]), row[2].into())))
        .collect()
}

#[test]
fn documents_that_are_added_join_the_groups() {
    let workshop = workshop();
    index(&workshop, "documents.jsonl", "whole");
    let formed = workshop.types("index groups whole --out whole.csv").done();
    assert!(
        formed.err.contains("star groups by a model trained on"),
        "{}",
        formed.err
    );
    index(&workshop, "second.jsonl", "grown");
    workshop.types("index groups grown --out grown.csv").done();
    let told = workshop.types("index add grown third.jsonl").done();
    assert!(
        told.err.contains("\ngroups: 9 documents added ("),
        "{}",
        told.err
    );
    let told = workshop.types("index first.jsonl --out grown").done();
    assert!(
        told.err.contains("\ngroups: 20 documents added ("),
        "{}",
        told.err
    );
    assert_eq!(table(&workshop, "grown"), table(&workshop, "whole"));
    // The groups are those of a deduplication by the same rules, but for their names: an index has numbers.
    workshop
        .types("dedupe documents.jsonl -m model.json --candidates exact --out dedupe.csv")
        .done();
    let unnamed = |name: &str| -> Vec<String> {
        let table = workshop.read(name);
        let rows = table.lines().map(|row| row.splitn(3, ',').collect());
        rows.map(|row: Vec<&str>| format!("{},{}", row[0], row[2]))
            .collect()
    };
    assert_eq!(unnamed("whole.csv"), unnamed("dedupe.csv"));

    let history = workshop.types("index history grown").done();
    assert!(
        history.out.starts_with("1. groups formed: 11 documents, "),
        "{}",
        history.out
    );
    assert!(
        history.out.contains("\n3. 20 documents added ("),
        "{}",
        history.out
    );
    let json = workshop.types("index history grown --json -").done();
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["changes"][1]["cause"], "added");
    assert!(
        json["changes"][1]["events"][0]["joined"]["document"].is_string(),
        "{json}"
    );
}

#[test]
fn kept_documents_of_groups_are_written_in_the_order_of_the_index() {
    let workshop = workshop();
    index(&workshop, "second.jsonl", "archive");
    workshop.types("index groups archive --quiet").done();
    workshop.types("index add archive third.jsonl").done();
    workshop
        .types("index groups archive --out groups.csv --write-kept kept.jsonl --quiet")
        .done();
    let groups = workshop.read("groups.csv");
    let rows = groups.lines().skip(1).map(|row| row.split(',').collect());
    let kept: BTreeSet<String> = rows
        .filter(|row: &Vec<&str>| row[4] == "true")
        .map(|row| row[0].to_owned())
        .collect();
    let ids = |file: &str| -> Vec<(String, String)> {
        let lines = workshop.read(file);
        let document = |line| serde_json::from_str::<serde_json::Value>(line).unwrap();
        let text =
            |document: &serde_json::Value, key: &str| document[key].as_str().unwrap().to_owned();
        let documents = lines.lines().map(document);
        documents
            .map(|it| (text(&it, "id"), text(&it, "text")))
            .collect()
    };
    let mut added = [ids("second.jsonl"), ids("third.jsonl")].concat();
    added.retain(|(id, _)| kept.contains(id));
    assert!(kept.len() > 1 && kept.len() < groups.lines().count() - 1);
    assert_eq!(ids("kept.jsonl"), added);
    let refused = workshop.types("index groups archive --write-kept kept.csv");
    assert!(
        refused
            .sentence()
            .contains("expected a name that ends in .jsonl"),
        "{}",
        refused.err
    );
}

#[test]
fn people_decide_and_rules_are_chosen_anew() {
    let workshop = workshop();
    index(&workshop, "documents.jsonl", "archive");
    workshop
        .types("index groups archive --out groups.csv")
        .done();
    let groups = table(&workshop, "archive");
    let single = |(_, (members, _)): &(&String, &(BTreeSet<String>, String))| members.len() > 1;
    let (id, (members, _)) = groups.iter().find(single).unwrap();
    let other = members.iter().find(|member| *member != id).unwrap();
    let apart = format!("id_a,id_b,constraint\n{id},{other},cannot-link\n");
    let workshop = workshop.with("known.csv", apart);
    workshop
        .types("index groups archive --constraints known.csv --out groups.csv")
        .done();
    assert!(!table(&workshop, "archive")[id].0.contains(other));
    let told = workshop.types("index refit archive --at 100").done();
    assert!(told.err.starts_with("groups formed anew ("), "{}", told.err);
    let copies = workshop.types("index groups archive").done();
    assert!(!copies.out.contains(",duplicate,"), "{}", copies.out);
    workshop
        .types("index refit archive --at own --keep first --out groups.csv")
        .done();
    assert!(
        !table(&workshop, "archive")[id].0.contains(other),
        "what people said stays"
    );
    let history = workshop.types("index history archive --group 1").done();
    assert!(history.out.lines().skip(1).all(|line| {
        !line.starts_with("  ")
            || line.contains("group 1 ")
            || line.ends_with(" 1")
            || line.ends_with("group 1")
    }));
}

#[test]
fn what_groups_cannot_do_is_one_sentence() {
    let workshop = workshop();
    index(&workshop, "first.jsonl", "archive");
    for (line, said) in [
        (
            "index history archive",
            "archive: the index has no groups; form them first with 'dejalu index groups'",
        ),
        (
            "index groups archive --at high",
            "--at 'high': expected own, auto, or numbers (0.8 or 0.8,0.9)",
        ),
        (
            "index groups archive --at 0.5,0.6",
            "--at '0.5,0.6': expected one threshold, since each removes other documents",
        ),
        (
            "index groups archive --constraints no.csv",
            "cannot open no.csv: No such file or directory (os error 2); correct the path",
        ),
    ] {
        let answer = workshop.types(line);
        assert_eq!(
            (answer.code, answer.err.trim_end()),
            (2, &*format!("error: {said}"))
        );
    }
    workshop
        .types("index groups archive --out groups.csv")
        .done();
    let answer = workshop.types("index groups archive --keep newest");
    assert_eq!(
        answer.err,
        "error: --keep 'newest': not allowed, since the index already has groups; to change them, use 'dejalu index refit'\n"
    );
}

/// An index of format 2 has no groups; they can be formed.
#[test]
fn an_index_without_tables_for_groups_is_searched_and_gets_them() {
    let kept = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/golden/index-format-2.sqlite"
    );
    let workshop = Workshop::new()
        .with("archive/index.sqlite", fs::read(kept).unwrap())
        .with("query.txt", "The ferry waits at the old pier of Vellan until the storm is over.")
        .with(
            "more.jsonl",
            "{\"id\":\"new\",\"text\":\"The ferry waits at the pier of Vellan until the storm is over.\"}\n",
        );
    let found = workshop.types("find query.txt --index archive").done();
    assert!(found.out.contains("\nferry,"), "{}", found.out);
    assert_eq!(workshop.types("index history archive").code, 2);
    workshop
        .types("index groups archive --out groups.csv")
        .done();
    let told = workshop.types("index add archive more.jsonl").done();
    assert!(
        told.err.contains("groups: 1 document added"),
        "{}",
        told.err
    );
}

#[test]
fn a_few_kills_lose_nothing() {
    kill(5);
}

/// The long form: `cargo test --test cli index_groups::two_hundred -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn two_hundred_kills_lose_nothing() {
    kill(200);
}

/// Kills processes that add documents, at random points: each was added with its groups or not at all, and
/// in the end the groups are those of all documents.
fn kill(times: usize) {
    let lines = documents();
    let workshop = Workshop::with_model();
    let workshop = workshop.with("first.jsonl", lines[..4].concat());
    index(&workshop, "first.jsonl", "archive");
    workshop
        .types("index groups archive --out groups.csv")
        .done();
    let mut state = 42u64;
    let mut interrupted = 0;
    for round in 0..times {
        let part: Vec<String> = (0..6)
            .map(|number| {
                let line = &lines[(round * 6 + number) % lines.len()];
                line.replacen("\"id\":\"", &format!("\"id\":\"{round}-{number}-"), 1)
            })
            .collect();
        fs::write(workshop.path("part.jsonl"), part.concat()).unwrap();
        let mut adding = Command::new(env!("CARGO_BIN_EXE_dejalu"))
            .current_dir(workshop.path(""))
            .args(["index", "add", "archive", "part.jsonl"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        // The first at once, so that one is interrupted however fast the machine is.
        let delay = if round == 0 { 0 } else { state >> 45 };
        std::thread::sleep(Duration::from_micros(delay));
        adding.kill().unwrap();
        interrupted += usize::from(!adding.wait().unwrap().success());
        let groups = table(&workshop, "archive");
        let of_round = groups
            .keys()
            .filter(|id| id.starts_with(&format!("{round}-")))
            .count();
        assert!(of_round == 0 || of_round == 6, "round {round}: {of_round}");
        workshop.types("index add archive part.jsonl").done();
        assert_eq!(table(&workshop, "archive").len(), 4 + 6 * (round + 1));
    }
    assert!(interrupted > 0);
    let kept = workshop.types("dedupe --index archive --candidates exact --out groups.csv");
    assert_eq!(kept.code, 0);
    let numbered = |text: &str| -> BTreeMap<String, String> {
        let rows = text
            .lines()
            .skip(1)
            .map(|line| line.splitn(3, ',').collect::<Vec<_>>());
        rows.map(|row| (row[0].to_string(), row[2].to_string()))
            .collect()
    };
    let grown = workshop.types("index groups archive --quiet").done();
    assert_eq!(numbered(&grown.out), numbered(&workshop.read("groups.csv")));
}
