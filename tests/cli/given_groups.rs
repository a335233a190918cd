//! Tests of groups that a table describes, of whatever tool: judged, carried out.

use serde_json::Value;

use crate::workshop::Workshop;

const AUDIT: &str = "audit theirs.csv --documents documents.jsonl --rule jaccard=0.3";

/// A table of another tool, which removes three versions of each article.
fn theirs() -> Workshop {
    let article = |article: usize| {
        let row = |version: usize| format!("a{article}v{version},a{article}v0\n");
        (1..4).map(row).collect::<String>()
    };
    let rows: String = (0..10).map(article).collect();
    Workshop::new().with("theirs.csv", format!("id,kept_id\n{rows}"))
}

/// The questions of a draw, all answered like this.
fn answered(workshop: Workshop, label: &str) -> Workshop {
    let questions = workshop.read("labels.jsonl");
    let answers = questions.replace("\"label\":null", &format!("\"label\":{label}"));
    workshop.with("answered.jsonl", answers)
}

fn drawn() -> Workshop {
    let workshop = theirs();
    let told = workshop
        .types(&format!("{AUDIT} --draw 30 --out labels.jsonl"))
        .done();
    assert!(told.out.contains("drew 29 of 30 removals"), "{}", told.out);
    workshop
}

#[test]
fn removals_of_any_tool_are_judged_the_worst_first() {
    let workshop = theirs();
    let told = workshop
        .types(&format!(
            "{AUDIT} --top 2 --report report --out judged.csv --json audit.json"
        ))
        .done();
    for words in [
        "30 removals, ",
        "what would be lost, the worst first:",
        "report: report/index.html",
    ] {
        assert!(told.out.contains(words), "no '{words}' in {}", told.out);
    }
    let listed = told.out.lines().filter(|line| line.contains(": loses "));
    assert_eq!(listed.count(), 2);
    let found: Value = serde_json::from_str(&workshop.read("audit.json")).unwrap();
    let lost: Vec<f64> = found["removals"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["lost"].as_f64().unwrap())
        .collect();
    assert_eq!(lost.len(), 30);
    assert!(lost.is_sorted_by(|a, b| a >= b));
    assert!(found["audit"].is_null());
    let table = workshop.read("judged.csv");
    assert!(table.starts_with("id,group,representative,score,kept,lost,reason,relation\n"));
    assert_eq!(
        table.lines().filter(|row| row.contains(",false,")).count(),
        30
    );
    let page = workshop.read("report/index.html");
    assert!(page.contains("Removals that nobody has checked: 30."));
    assert!(!page.contains("Signature"), "there is nothing to sign yet");
}

#[test]
fn the_page_of_a_draw_tells_what_is_to_be_checked() {
    let workshop = theirs().with("none.csv", "id,representative\na0v0,a0v0\n");
    let line = format!("{AUDIT} --draw 20 --wrong-at-most 0.1 --out labels.jsonl --report report");
    let told = workshop.types(&line).done();
    let page = workshop.read("report/index.html");
    let asked = workshop.read("labels.jsonl").lines().count();
    assert!(asked < 30, "{}", told.out);
    let said = format!("Removals to check before a verdict: {asked} of 30.");
    assert!(page.contains(&said), "{page}");
    let workshop = answered(workshop, "1");
    let line = AUDIT.replace("theirs.csv", "none.csv");
    workshop
        .types(&format!("{line} --answers answered.jsonl --report report"))
        .done();
    let page = workshop.read("report/index.html");
    assert!(page.contains("There is nothing to remove."), "{page}");
}

#[test]
fn an_estimate_by_a_model_is_called_one() {
    let workshop = theirs();
    let line = "audit theirs.csv --documents documents.jsonl --quiet";
    let told = workshop.types(line).done();
    let said = "model estimate, not a guarantee: about ";
    assert!(told.out.contains(said), "{}", told.out);
}

#[test]
fn answers_decide_how_many_can_go() {
    let workshop = answered(drawn(), "1");
    let line = format!(
        "{AUDIT} --answers answered.jsonl --out passed.csv --report report --json audit.json"
    );
    let told = workshop.types(&line).done();
    let said = "the audit passed: 0 of 29 checked were wrong, so with 95 % confidence at most 2 % are wrong in this set of 30 removals";
    assert!(told.out.contains(said), "{}", told.out);
    let page = workshop.read("report/index.html");
    for words in [
        "Removals that passed: 30 of 30. With 95 % confidence",
        "<td>passed</td>",
        "Signature",
    ] {
        assert!(page.contains(words), "no '{words}'");
    }
    let found: Value = serde_json::from_str(&workshop.read("audit.json")).unwrap();
    assert_eq!(found["audit"]["passed"], 30);
    assert_eq!(workshop.read("passed.csv").matches(",false,").count(), 30);
    // A table of this program is read like any other.
    let again =
        "audit passed.csv --documents documents.jsonl --rule jaccard=0.3 --answers answered.jsonl";
    assert_eq!(
        workshop.types(again).done().out,
        told.out.replace("report: report/index.html\n", "")
    );
}

#[test]
fn an_audit_that_fails_keeps_everything_and_ends_with_1() {
    for label in ["0", "\"unsure\"", "null"] {
        let workshop = answered(drawn(), label);
        let line = format!("{AUDIT} --answers answered.jsonl --out passed.csv");
        let told = workshop.types(&line).ends_with(1);
        let said = match label {
            "null" => "none of the 29 drawn removals has an answer, so nothing can be removed",
            _ => "the audit failed, so nothing can be removed: of the ",
        };
        assert!(told.out.contains(said), "{}", told.out);
        let table = workshop.read("passed.csv");
        assert!(!table.contains(",false,") && table.contains(",not-passed,"));
    }
}

#[test]
fn questions_are_answered_in_a_terminal_and_never_overwritten() {
    let workshop = drawn();
    let line = "label documents.jsonl --audit drawn --out labels.jsonl --terminal";
    workshop.pipes("y\n".repeat(60), line).done();
    let answers = workshop.read("labels.jsonl");
    let rows = answers
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let rows: Vec<Value> = rows.collect();
    let is_answered = |row: &&Value| row["label"] == 1 && row["stream"] == "audit";
    assert!(rows.iter().filter(is_answered).count() >= 20, "{answers}");
    assert!(
        rows.iter().any(|row| row["rank"] == 1 && row["label"] == 1),
        "{answers}"
    );
    workshop.refuses(
        &format!("{AUDIT} --draw 30 --out labels.jsonl"),
        "--out 'labels.jsonl': expected another file, since this one holds answers, which would be lost; --answers carries them over",
    );
    let line = format!("{AUDIT} --answers labels.jsonl --draw 30 --out more.jsonl");
    workshop.types(&line).done();
    assert!(workshop.read("more.jsonl").starts_with(&answers));
}

#[test]
fn what_cannot_be_judged_is_refused_in_a_sentence() {
    let workshop = theirs().with("unknown.csv", "id,kept_id\na0v1,zzz\n");
    let documents = "--documents documents.jsonl";
    workshop.refuses(
        &format!("audit unknown.csv {documents}"),
        "unknown.csv:2: document 'zzz' of the table of groups is not in the collection (40 documents); pass the documents that were grouped",
    );
    workshop.refuses(
        &format!("{AUDIT} --draw 30 --out questions.csv"),
        "--out 'questions.csv': expected a name that ends in .jsonl: --draw writes questions",
    );
    workshop.refuses(
        &format!("{AUDIT} --looks 2"),
        "--looks '2': expected --answers or --draw as well, since it applies only to an audit",
    );
    let told = workshop.types(&format!("{AUDIT} --column cluster=x"));
    let said = "'cluster=x'; expected ROLE=NAME, where ROLE is id, group, representative (also kept_id) or kept";
    assert!(told.code == 2 && told.err.contains(said), "{}", told.err);
}

#[test]
fn what_a_table_says_is_carried_out() {
    let workshop = theirs();
    let line = "apply theirs.csv --documents documents.jsonl --write-kept kept.jsonl --certificates certificates.jsonl";
    let told = workshop.types(line).done();
    assert!(
        told.out.contains("30 documents removed, 10 kept"),
        "{}",
        told.out
    );
    let kept = workshop.read("kept.jsonl");
    let documents = workshop.read("documents.jsonl");
    let first = documents.lines().filter(|line| line.contains("v0\""));
    assert!(kept.lines().eq(first), "{kept}");
    let certificates = workshop.read("certificates.jsonl");
    assert_eq!(certificates.lines().count(), 30);
    for line in certificates.lines() {
        let it: Value = serde_json::from_str(line).unwrap();
        let [removed, kept] = ["removed", "kept"].map(|name| it[name].as_str().unwrap());
        assert_eq!(kept, format!("{}v0", &removed[..2]));
        assert!((0.0..=1.0).contains(&it["shared"].as_f64().unwrap()));
    }
    workshop.refuses(
        "apply theirs.csv --documents documents.jsonl",
        "GROUPS 'theirs.csv': expected --write-kept, --move-removed or --certificates, since apply does nothing without one of them",
    );
}

#[test]
fn names_that_differ_in_white_space_are_two_documents() {
    let documents = r#"{"id":"a","text":"The ferry waits at the old pier."}
{"id":" a","text":"Beetles farm fungus in dead wood."}
{"id":"b","text":"The ferry waits at the old pier. Nobody rows."}
"#;
    let workshop = Workshop::new()
        .with("two.jsonl", documents)
        .with("groups.csv", "id,representative\n\" a\",b\n")
        .with("known.csv", "id_a,id_b,constraint\na ,b,must-link\n");
    workshop
        .types("apply groups.csv --documents two.jsonl --rule jaccard=0.3 --write-kept kept.jsonl")
        .done();
    let kept = workshop.read("kept.jsonl");
    let expected: Vec<&str> = documents
        .lines()
        .filter(|it| !it.contains("\" a\""))
        .collect();
    assert_eq!(kept.lines().collect::<Vec<_>>(), expected);
    workshop.refuses(
        "dedupe two.jsonl --rule jaccard=0.3 --constraints known.csv --out groups2.csv",
        "document 'a ' of the constraints is not in the collection (3 documents); correct the id or remove the row",
    );
}

#[test]
fn what_a_table_says_nothing_of_is_kept() {
    for table in [
        "id,group\na0v0,\na0v1,\n",
        "id,representative\na0v0,\na0v1,\n",
        "id,group,kept\na0v0,,true\n",
        "id,kept\na0v0,true\na0v1,true\n",
        "{\"id\":\"a0v0\"}\n{\"id\":\"a0v1\",\"group\":\"1\"}\n",
    ] {
        let name = if table.starts_with('{') {
            "groups.jsonl"
        } else {
            "groups.csv"
        };
        let workshop = Workshop::new().with(name, table);
        let line = format!(
            "apply {name} --documents documents.jsonl --rule jaccard=0.3 --write-kept kept.jsonl"
        );
        let told = workshop.types(&line).done();
        assert!(
            told.out.contains("0 documents removed"),
            "{table}{}",
            told.out
        );
        assert_eq!(
            workshop.read("kept.jsonl"),
            workshop.read("documents.jsonl")
        );
    }
}

#[test]
fn a_group_that_keeps_none_is_told() {
    let workshop =
        Workshop::new().with("groups.csv", "id,group,kept\na0v0,1,false\na0v1,1,false\n");
    let told = workshop
        .types("apply groups.csv --documents documents.jsonl --rule jaccard=0.3 --write-kept kept.jsonl")
        .done();
    let sentence = "2 documents are removed in favour of the kept document that the judge finds most similar, since the table names none (first: 'a0v0', for '";
    assert!(told.err.contains(sentence), "{}", told.err);
}

#[test]
fn files_are_moved_by_any_table_and_come_back() {
    let workshop = Workshop::new()
        .with("notes/a.txt", "the ferry waits at the old pier")
        .with("notes/b.txt", "the ferry waits at the pier")
        .with("notes/c.txt", "beetles farm fungus in dead wood")
        .with("theirs.csv", "doc,cluster\na.txt,1\nb.txt,1\nc.txt,2\n");
    let line = "apply theirs.csv --column id=doc --column group=cluster --documents notes --move-removed removed";
    workshop.types(line).done();
    assert!(!workshop.path("notes/b.txt").exists());
    workshop.types("restore removed").done();
    assert!(workshop.path("notes/b.txt").exists());
}

#[test]
fn records_are_merged_by_any_table() {
    let workshop = Workshop::new()
        .with(
            "books.csv",
            "id,title,year\n1,The old pier,\n2,The old pier,1990\n",
        )
        .with("theirs.csv", "id,kept_id\n2,1\n");
    let line = "apply theirs.csv --documents books.csv --rule jaccard=0.5 --fields title,year --write-kept kept.csv --merge merged.csv";
    workshop.types(line).done();
    assert_eq!(
        workshop.read("kept.csv"),
        "id,title,year\n1,The old pier,1990\n"
    );
    assert_eq!(
        workshop.read("merged.csv"),
        "kept,field,removed,value\n1,year,2,1990\n"
    );
    let told = workshop.types(&line.replace("merged.csv", "-")).done();
    assert_eq!(told.out, workshop.read("merged.csv"));
    assert!(told.err.contains("filled; see stdout"), "{}", told.err);
}

#[test]
fn two_tables_are_compared_in_words_and_as_a_table() {
    let undone = theirs()
        .read("theirs.csv")
        .replace("a3v2,a3v0", "a3v2,a3v2");
    let workshop = theirs().with("undone.csv", undone);
    let told = workshop
        .types("diff theirs.csv undone.csv --out changes.csv --json changes.json")
        .done();
    assert!(
        told.out.contains("1 document is kept now\n"),
        "{}",
        told.out
    );
    let row = "id,change,before,after,cause\na3v1,split,a3v0,a3v0,decision\na3v2,kept-now,a3v0,a3v2,decision\n";
    assert_eq!(workshop.read("changes.csv"), row);
    let found: Value = serde_json::from_str(&workshop.read("changes.json")).unwrap();
    assert_eq!(found["counts"]["kept-now"], 1);
    let same = workshop.types("diff theirs.csv theirs.csv").done();
    assert_eq!(same.out, "both tables group 30 documents in the same way\n");
}

#[test]
fn answers_of_two_people_are_merged_and_their_agreement_told() {
    let row = |a: &str, b: &str, label: &str| {
        format!(
            "{{\"id_a\":\"{a}\",\"id_b\":\"{b}\",\"label\":{label},\"stream\":\"audit\",\"stratum\":\"removal\",\"note\":\"\"}}\n"
        )
    };
    let anna = row("a", "b", "1") + &row("a", "c", "0") + &row("a", "d", "1");
    let ben = row("b", "a", "1") + &row("a", "c", "0") + &row("a", "d", "0");
    let workshop = Workshop::new()
        .with("anna.jsonl", anna)
        .with("ben.jsonl", ben);
    let line = "label merge anna.jsonl ben.jsonl --out both.jsonl";
    let told = workshop.types(line).done();
    let said = "they agree on 2 of 3: Cohen's kappa 0.400\n1 pair to discuss: label empty in the merged file, both answers in the note\n  a, d: 1 and 0\n";
    assert!(told.out.ends_with(said), "{}", told.out);
    assert!(
        workshop
            .read("both.jsonl")
            .contains("\"note\":\"first: 1; second: 0\"")
    );
    workshop.refuses(
        line,
        "--out 'both.jsonl': expected another file, since column 'label' of this one is filled in, which would be lost",
    );
}

#[test]
fn columns_that_say_nothing_are_refused_and_not_taken_for_kept_ids() {
    let groups = "id,grp\na0v0,1\na0v1,1\n";
    let workshop = Workshop::new().with("groups.csv", groups);
    let why =
        "none of the columns grp defines groups; name the column with --column, as in group=grp";
    for line in [
        "audit groups.csv --documents documents.jsonl",
        "apply groups.csv --documents documents.jsonl --write-kept kept.jsonl",
        "diff groups.csv groups.csv",
    ] {
        let told = workshop.types(line).ends_with(2);
        assert!(told.sentence().contains(why), "{}", told.err);
    }
    workshop
        .types("diff groups.csv groups.csv --column group=grp")
        .done();
}

#[test]
fn groups_alone_are_compared_as_groups_and_that_is_said() {
    let workshop = Workshop::new()
        .with("old.csv", "id,group\na,1\nb,1\n")
        .with("new.csv", "id,representative,kept\na,a,true\nb,a,true\n");
    let told = workshop.types("diff old.csv new.csv").done().out;
    assert!(
        told.contains("does not say which documents are kept"),
        "{told}"
    );
}

#[test]
fn groups_whose_names_differ_in_white_space_are_two() {
    let rows = "id,group\na0v0,' a'\na1v0,a\na2v0, a\n".replace('\'', "\"");
    let workshop = Workshop::new().with("groups.csv", rows);
    let line = "apply groups.csv --documents documents.jsonl --write-kept kept.jsonl";
    let told = workshop.types(line).done();
    assert!(
        told.out.starts_with("1 document removed, 39 kept"),
        "{}",
        told.out
    );
}

#[test]
fn scores_that_are_no_numbers_are_ignored_and_said() {
    let rows = [
        r#"{"id":"a0v0","group":"a","score":[0.5,0.7]}"#,
        r#"{"id":"a0v1","group":"a","score":{"jaccard":1}}"#,
        r#"{"id":"a0v2","group":"a","score":"nan"}"#,
        r#"{"id":"a0v3","group":"a","score":0.5}"#,
        r#"{"id":"a1v0","group":"b","score":null}"#,
    ];
    let workshop = Workshop::new().with("groups.jsonl", rows.join("\n"));
    let line = "apply groups.jsonl --documents documents.jsonl --write-kept kept.jsonl";
    let told = workshop.types(line).done();
    let said = "warning: 3 scores of the table ignored: expected finite numbers\n";
    assert!(told.err.contains(said), "{}", told.err);
    let line = "audit groups.jsonl --documents documents.jsonl --rule jaccard=0.3";
    let told = workshop.types(line).done();
    assert!(
        told.out.contains("3 scores of the table ignored"),
        "{}",
        told.out
    );
}

#[test]
fn pages_of_groups_say_what_becomes_of_documents_and_who_is_kept() {
    let rows = "id,kept,group\na0v0,false,\na1v3,,b\na1v0,,b\na1v1,,b\n";
    let workshop = Workshop::new().with("groups.csv", rows);
    let line = "explain --groups groups.csv --documents documents.jsonl";
    let told = workshop.types(&format!("{line} --report why")).done();
    let said = "since the table names none (first: 'a0v0', for ";
    assert!(told.err.contains(said), "{}", told.err);
    let line = format!("{line} --keep first --report first");
    workshop.types(&line).done();
    let pairs = workshop.read("first/index.html");
    for id in ["a1v1", "a1v3"] {
        let row = pairs.split("<tr>").find(|row| row.contains(id));
        assert!(row.is_some_and(|row| row.contains("a1v0")), "{pairs}");
    }
    let sources = workshop
        .with("x.csv", "id,text\n1,one two three\n2,four five six\n")
        .with("y.csv", "id,text\n1,one two three\n3,four five six\n")
        .with("both.csv", "id,group\nx.csv:1,a\ny.csv:1,a\n2,b\n3,b\n");
    let line = "explain --groups both.csv --documents x.csv --documents y.csv --report why";
    sources.refuses(
        &format!("{line} --of 1"),
        "--of '1': several sources have this document; write one of: x.csv:1, y.csv:1",
    );
    sources.refuses(
        &format!("{line} --of 4"),
        "--of '4': expected the id of a document",
    );
    sources.types(&format!("{line} --of 3")).done();
}
