//! Collections that are made ready to be searched, and searched.

use std::fs;
use std::path::Path;

use crate::workshop::{Workshop, documents};

/// A workshop with an index of the first thirty documents, and of all forty later.
fn workshop() -> Workshop {
    let lines = documents();
    let query: serde_json::Value = serde_json::from_str(&lines[9]).unwrap();
    let workshop = Workshop::with_model()
        .with("first.jsonl", lines[..30].concat())
        .with("later.jsonl", lines[25..].concat())
        .with("query.txt", query["text"].as_str().unwrap());
    let told = workshop
        .types("index first.jsonl -m model.json --out archive")
        .done();
    assert_eq!(told.err, "30 documents added; archive holds 30 documents\n");
    workshop
}

#[test]
fn an_index_finds_what_its_documents_would_and_is_added_to() {
    let workshop = workshop();
    let same = |index: &str, documents: &str| {
        let from_index = workshop.types(index);
        let from_documents = workshop.types(documents);
        assert_eq!(from_index.out, from_documents.out, "{index}");
        assert_eq!(from_index.err, from_documents.err, "{index}");
    };
    same(
        "find query.txt --index archive",
        "find query.txt first.jsonl -m model.json",
    );
    let told = workshop.types("index later.jsonl --out archive").done();
    assert_eq!(
        told.err,
        "10 documents added (5 left out, already in the index); archive holds 40 documents\n"
    );
    let line: serde_json::Value = serde_json::from_str(&documents()[0]).unwrap();
    let revised = serde_json::json!({ "id": line["id"], "text": "another text" });
    fs::write(workshop.path("revised.jsonl"), format!("{revised}\n")).unwrap();
    let told = workshop.types("index add archive revised.jsonl").done();
    assert_eq!(
        told.err,
        "0 documents added (1 left out, already in the index); archive holds 40 documents\n\
         warning: 1 of them differs from the text in the index, which is unchanged; use another id for a new version\n"
    );
    for decision in [
        "-m model.json",
        "--rule jaccard=0.4",
        "--rule mwo=0.5",
        "--rule fuzzy-sentence=0.9",
    ] {
        same(
            &format!("find query.txt --index archive {decision}"),
            &format!("find query.txt documents.jsonl {decision}"),
        );
    }
    same(
        "find --index archive --evaluate pairs.csv",
        "find documents.jsonl --evaluate pairs.csv -m model.json",
    );
    same(
        "dedupe --index archive --quiet",
        "dedupe documents.jsonl -m model.json --quiet",
    );
    same(
        "dedupe first.jsonl --against archive --rule jaccard=0.9 --quiet",
        "dedupe first.jsonl --against documents.jsonl --rule jaccard=0.9 --quiet",
    );
    same(
        "find query.txt --index archive --ignore query.txt",
        "find query.txt documents.jsonl -m model.json --ignore query.txt",
    );
}

#[test]
fn many_queries_find_what_each_of_them_finds() {
    let workshop = workshop();
    let all = workshop
        .types("find --queries later.jsonl --index archive")
        .done();
    let from_documents = workshop.types("find --queries later.jsonl first.jsonl -m model.json");
    assert_eq!(all.out, from_documents.out);
    assert_eq!(all.err, from_documents.err);
    assert!(
        all.err.contains(" of 15 queries with near-duplicates, "),
        "{}",
        all.err
    );

    let later = workshop.read("later.jsonl");
    let mut singly = String::from("query,id,score,probability\n");
    for line in later.lines() {
        let query: serde_json::Value = serde_json::from_str(line).unwrap();
        fs::write(workshop.path("one.txt"), query["text"].as_str().unwrap()).unwrap();
        let told = workshop.types("find one.txt --index archive --quiet");
        for row in told.out.lines().skip(1) {
            singly += &format!("{},{row}\n", query["id"].as_str().unwrap());
        }
    }
    assert_eq!(all.out, singly);
    assert!(singly.lines().count() > 5, "{singly}");

    let json = workshop
        .types("find --queries later.jsonl --index archive --top 1 --json -")
        .done();
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let lists = json["queries"].as_array().unwrap();
    assert_eq!((lists.len(), &json["documents"]), (15, &30.into()));
    for list in lists {
        let (of, found) = (&list["near_duplicates"], list["found"].as_array().unwrap());
        assert_eq!(found.len() as u64, of.as_u64().unwrap().min(1));
    }
}

/// Texts that read the same may differ in their lines, and are compared as they are.
#[test]
fn what_is_found_for_a_query_does_not_depend_on_the_others() {
    let text = "One ferry waits here.\\nThe old pier was mended.\\nBoats leave at noon.";
    let line = |id: &str, text: String| format!("{{\"id\":\"{id}\",\"text\":\"{text}\"}}\n");
    let in_one = text.replace("\\n", " ");
    let workshop = workshop()
        .with(
            "ports.jsonl",
            line("a", text.replace("noon", "dawn")) + &line("b", in_one.replace("noon", "dawn")),
        )
        .with("lines.jsonl", line("q1", text.to_string()))
        .with("line.jsonl", line("q2", in_one.clone()))
        .with(
            "both.jsonl",
            line("q1", text.to_string()) + &line("q2", in_one),
        );
    workshop
        .types("index ports.jsonl -m model.json --out ports")
        .done();
    for among in ["ports.jsonl", "--index ports"] {
        let find = |queries: &str| {
            let rule = "--rule equal-lines=0";
            workshop
                .types(&format!("find --queries {queries} {among} {rule}"))
                .done()
                .out
        };
        let (lines, line) = (find("lines.jsonl"), find("line.jsonl"));
        let (_, of_line) = line.split_once('\n').unwrap();
        assert_eq!(find("both.jsonl"), format!("{lines}{of_line}"), "{among}");
        assert!(lines.contains("q1,a,0.666") && of_line.contains("q2,a,0,"));
    }
}

#[test]
fn what_is_kept_of_an_index_is_a_collection() {
    let workshop = workshop();
    workshop
        .types("dedupe --index archive --out groups.csv --write-kept kept.jsonl")
        .done();
    let again = workshop
        .types("dedupe kept.jsonl -m model.json --out again.csv")
        .done();
    let kept = workshop.read("kept.jsonl").lines().count();
    assert!(kept < 30);
    assert!(
        again
            .out
            .starts_with(&format!("{kept} documents, 0 of them exact copies"))
    );
}

/// The first format is read, whatever the newest is, and the last before outlines.
#[test]
fn indexes_of_older_formats_are_searched_and_added_to() {
    for format in [1, 3] {
        is_searched_and_added_to(&format!("index-format-{format}.sqlite"));
    }
}

fn is_searched_and_added_to(kept: &str) {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let kept = golden.join(kept);
    let workshop = Workshop::new()
        .with("archive/index.sqlite", fs::read(kept).unwrap())
        .with("query.txt", "The ferry waits at the old pier of Vellan until the storm is over.")
        .with(
            "more.jsonl",
            "{\"id\":\"new\",\"text\":\"The ferry waits at the pier of Vellan until the storm is over.\"}\n",
        );
    let found = workshop.types("find query.txt --index archive").done();
    assert!(found.out.contains("\nferry,"), "{}", found.out);
    assert!(!found.out.contains("beetles"));
    workshop.types("index more.jsonl --out archive").done();
    let found = workshop.types("find query.txt --index archive").done();
    assert_eq!(found.out.lines().count(), 3, "{}", found.out);
}

#[test]
fn what_cannot_be_done_is_one_sentence() {
    let workshop = workshop();
    workshop.train("other.json", "--seed 7").done();
    workshop.train("german.json", "--language german").done();
    workshop.train("all.json", "--candidate-recall none").done();
    let workshop = workshop.with("elsewhere/a.txt", "A ferry.");
    for (line, sentence) in [
        (
            "find query.txt --index elsewhere",
            "elsewhere: there is no index; correct the path or create one with 'dejalu index'",
        ),
        (
            "find query.txt --index archive -m german.json",
            r#"archive/index.sqlite: the index reads documents with {"language":"english","version":2}, the model with {"language":"german","version":2}; use the index's own model, or create an index with this one"#,
        ),
        (
            "index later.jsonl -m other.json --out archive",
            "archive: the index was created with another model; leave out --model, or create a new index in another folder",
        ),
        (
            "index later.jsonl -m all.json --out new",
            "the model has no candidate filter to search an index with; use one that was trained on pairs ('dejalu train')",
        ),
        (
            "find query.txt documents.jsonl --index archive",
            "find 'query.txt documents.jsonl': expected only QUERY; --index holds the documents",
        ),
        (
            "find --index archive",
            "find '': expected only QUERY; --index holds the documents",
        ),
    ] {
        workshop.refuses(line, sentence);
    }
}
