//! The copy-detection registry: documents are registered, and copies of them found.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::workshop::{Chance, Workshop, documents};

const LETTER: &str = "The ferry waits at the old pier. A storm broke the pier in March. Nobody knows \
                      why the lamp on the harbour wall still burns.";
const COPY: &str = "It was cold that night. A storm broke the pier in March! Nobody knows why the \
                    lamp on the harbour wall still burns.";

/// A workshop with an empty registry, a letter and a copy of a part of it.
fn workshop() -> Workshop {
    let workshop = Workshop::new()
        .with("letter.txt", LETTER)
        .with("copy.txt", COPY);
    workshop.types("registry init --store x.registry").done();
    workshop
}

/// The same with the letter registered.
fn with_letter() -> Workshop {
    let workshop = workshop();
    let registered = workshop
        .types("registry register letter.txt --store x.registry")
        .done();
    assert_eq!(registered.out, "");
    assert_eq!(registered.err, "1 document registered\n");
    workshop
}

#[test]
fn a_probe_shows_what_was_copied_and_where() {
    let workshop = with_letter();
    let probed = workshop
        .types("registry probe copy.txt --store x.registry")
        .done();
    assert_eq!(
        probed.out,
        "\
copy.txt: 3 chunks; 1 registered document shares some of them
  overlap  class  equal  alike   of  document
   66.7 %  high       2      0    3  letter.txt
           24–55 same words as 33–64: A storm broke the pier in March
           57–114 same words as 66–123: Nobody knows why the lamp on the harbour wall still burns
"
    );
    let nothing = workshop
        .with("other.txt", "The library opens on Monday morning.")
        .types("registry probe other.txt --store x.registry")
        .done();
    assert_eq!(
        nothing.out,
        "other.txt: 1 chunk, no registered document was found\n"
    );
}

#[test]
fn a_probe_ends_with_1_where_something_is_found_if_it_is_asked_to() {
    let workshop = with_letter().with("other.txt", "The library opens on Monday morning.");
    let probe = |rest: &str| workshop.types(&format!("registry probe {rest} --store x.registry"));
    probe("copy.txt").done();
    probe("copy.txt --exit-code").ends_with(1);
    probe("other.txt --exit-code").done();
    probe("copy.txt --exit-code --at-least exact").done();
    let help = workshop.types("registry probe --help").done().out;
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let said = "Exit codes: 0 success, whatever is found; with --exit-code 1 if something is found; 2 an error or skipped documents.";
    assert!(help.contains(said), "{help}");
}

#[test]
fn counts_for_people_are_grouped() {
    let sentences: String = (0..1_200)
        .map(|number: u32| {
            let letter = |digit: u32| char::from(b'a' + (digit % 26) as u8);
            let word = [number / 676, number / 26, number].map(letter);
            let word: String = word.iter().collect();
            format!("The x{word}q broke the pier. ")
        })
        .collect();
    let workshop = workshop().with("long.txt", sentences);
    let register = "registry register long.txt --store x.registry";
    workshop.types(register).done();
    let probed = workshop
        .types("registry probe long.txt --store x.registry")
        .done()
        .out;
    let lines: Vec<&str> = probed.lines().collect();
    assert_eq!(
        lines[0],
        "long.txt: 1,200 chunks; 1 registered document shares some of them"
    );
    assert_eq!(lines[2], "  100.0 %  exact  1,200      0  1,200  long.txt");
    assert_eq!(lines[6], "           and 1,197 more chunks");
    let stats = workshop.types("registry stats --store x.registry").done();
    assert!(
        stats
            .out
            .starts_with("documents  1\nchunks     1,200\nwords      1,202\nbytes      "),
        "{}",
        stats.out
    );
}

#[test]
fn no_document_controls_the_terminal() {
    let hostile = "{\"id\": \"l\\u001b[2J\", \"text\": \"\\u001b]0;title\\u0007A storm \\u009b31m \
        broke the pier in March.\"}\n";
    let workshop = workshop().with("hostile.jsonl", hostile);
    let escapes = |text: &str| text.contains(|c: char| c != '\n' && c.is_control());
    let answers = [
        "registry register hostile.jsonl --store x.registry",
        "registry register hostile.jsonl --store x.registry",
        "registry probe hostile.jsonl --store x.registry",
    ]
    .map(|line| workshop.types(line));
    let shown = &answers[2].out;
    assert!(
        shown.contains("A storm") && shown.contains("l\u{fffd}[2J"),
        "{shown:?}"
    );
    for answer in &answers {
        assert!(!escapes(&answer.out), "{:?}", answer.out);
        assert!(!escapes(&answer.err), "{:?}", answer.err);
    }
    assert!(
        answers[1].err.contains("l\u{fffd}[2J"),
        "{:?}",
        answers[1].err
    );
}

#[test]
fn a_probe_is_told_as_json_and_as_csv_and_a_model_may_judge() {
    let workshop = with_letter();
    let json = workshop
        .types("registry probe copy.txt --store x.registry --json --model built-in")
        .done()
        .json();
    assert_eq!(json["id"], "copy.txt");
    assert_eq!(json["sentences"], 3);
    let found = &json["found"][0];
    assert_eq!(found["id"], "letter.txt");
    assert_eq!(found["class"], "high");
    assert_eq!(found["overlap"], 2.0 / 3.0);
    assert_eq!(found["exact"], 2);
    assert_eq!(found["overlap_sum"], 0.0);
    assert_eq!(found["matches"][0]["exact"], true);
    assert_eq!(
        found["matches"][0]["text"],
        "A storm broke the pier in March"
    );
    let place = &found["matches"][0]["registered"];
    let span = |end: &str| place[end].as_u64().unwrap() as usize;
    assert_eq!(
        &LETTER[span("start")..span("end")],
        "A storm broke the pier in March"
    );
    assert!(found["probability"].as_f64().unwrap() < 1.0);
    assert!(["duplicate", "distinct"].contains(&found["decision"].as_str().unwrap()));

    workshop
        .types("registry probe copy.txt --store x.registry --csv --out copies.csv --rule scam")
        .done();
    assert_eq!(
        workshop.read("copies.csv"),
        "probed,id,class,overlap,exact,overlap_sum,probed_sentences,sentences,decision,score,probability\n\
         copy.txt,letter.txt,high,0.6666666666666666,2,0,3,3,,,\n"
    );
    let exact = workshop
        .types("registry probe copy.txt --store x.registry --csv --at-least exact")
        .done();
    assert_eq!(exact.out.lines().count(), 1);
}

#[test]
fn a_copy_is_refused_and_said_of_what() {
    let workshop = with_letter();
    let refused = workshop
        .types("registry register copy.txt --store x.registry")
        .ends_with(1);
    assert_eq!(
        refused.out,
        "refused copy.txt: copy of letter.txt (high, 66.7 %)\n"
    );
    assert_eq!(refused.err, "0 documents registered, 1 copy refused\n");
    let exact = "registry register copy.txt --store x.registry --refuse exact";
    workshop.types(exact).done();
    workshop
        .types("registry remove copy.txt --store x.registry")
        .done();
    workshop
        .types("registry register copy.txt --store x.registry --force")
        .done();
    let again = workshop
        .types("registry register copy.txt --store x.registry")
        .ends_with(2);
    assert_eq!(
        again.err,
        "warning: document 'copy.txt' is already registered; remove it first, or give the new one a different id\n\
         warning: 1 document left out\n\
         0 documents registered\n"
    );
    let listed = workshop.types("registry list --store x.registry").done();
    assert_eq!(listed.out, "id,sentences\ncopy.txt,3\nletter.txt,3\n");
}

#[test]
fn an_assignment_s_question_and_quotations_are_no_copies() {
    let workshop = with_letter()
        .with("question.txt", "A storm broke the pier in March. Why?")
        .with(
            "quoting.txt",
            "He said: \u{201c}Nobody knows why the lamp on the harbour wall still burns.\u{201d} \
             A storm broke the pier in March. So the boats stay out.",
        );
    let probe = "registry probe quoting.txt --store x.registry --json";
    let exact = |options: &str| {
        let answer = workshop.types(&format!("{probe} {options}")).done().json();
        answer["found"][0]["exact"].as_u64()
    };
    assert_eq!(exact(""), Some(2));
    assert_eq!(exact("--ignore question.txt"), Some(1));
    assert_eq!(exact("--ignore-quotes"), Some(1));
    assert_eq!(exact("--ignore question.txt --ignore-quotes"), None);
    let page = |options: &str| {
        let line = format!("{probe} {options} --evidence why");
        workshop.types(&line).done();
        workshop.read("why/0001.html")
    };
    let counts = |page: &str, text: &str| page.matches(text).count() > 0;
    let whole = page("");
    assert!(counts(&whole, "A storm broke the pier") && counts(&whole, "lamp on the harbour wall"));
    let shaded = "<p class=\"left-out\">";
    assert!(!counts(&whole, shaded));
    let without = page("--ignore question.txt");
    assert!(counts(&without, shaded) && counts(&without, "lamp on the harbour wall"));
    let (before, passage) = without.split_once(shaded).unwrap();
    assert!(passage.contains("A storm broke the pier"));
    assert!(
        !counts(before, "A storm broke the pier"),
        "nowhere as a sentence"
    );
    let unquoted = page("--ignore-quotes");
    assert!(
        counts(&unquoted, "1 of 3 sentences of A is in B"),
        "{unquoted}"
    );
    let register = "registry register quoting.txt --store x.registry";
    workshop.types(register).ends_with(1);
    workshop
        .types(&format!("{register} --ignore question.txt --ignore-quotes"))
        .done();
}

#[test]
fn a_stream_is_probed_registered_and_answered_line_by_line() {
    let workshop = workshop();
    let stream = "{\"id\":\"a\",\"text\":\"The ferry waits at the old pier.\"}\n\
                  {\"id\":\"b\",\"text\":\"At the old pier the ferry waits.\"}\n\
                  {\"id\":\"a\",\"text\":\"The library opens on Monday.\"}\n\
                  {\"id\":\"c\"}\n\
                  {\"id\":\"d\",\"text\":\"The library opens on Monday.\"}\n";
    let answered = workshop
        .pipes(
            stream,
            "registry register --probe-first - --store x.registry",
        )
        .ends_with(2);
    assert_eq!(
        answered.out,
        "{\"id\":\"a\",\"result\":\"registered\"}\n\
         {\"class\":\"exact\",\"copy_of\":\"a\",\"id\":\"b\",\"overlap\":1.0,\"result\":\"refused\"}\n\
         {\"problem\":\"stdin:3: document 'a' was already read at stdin:1; give every document \
         a different id\",\"result\":\"left out\"}\n\
         {\"problem\":\"stdin:4: the columns are id; expected 'id' and one of 'text', 'html'; rename a column, or name it with --text\",\
         \"result\":\"left out\"}\n\
         {\"id\":\"d\",\"result\":\"registered\"}\n"
    );
    assert!(
        answered
            .err
            .ends_with("warning: 2 documents left out\n2 documents registered, 1 copy refused\n")
    );
}

#[test]
fn an_export_is_the_same_for_any_order_and_comes_back_as_it_was() {
    let workshop = workshop();
    let reversed: String = documents().into_iter().rev().collect();
    let workshop = workshop.with("reversed.jsonl", reversed);
    for (store, file) in [("x", "documents.jsonl"), ("y", "reversed.jsonl")] {
        if store == "y" {
            workshop.types("registry init --store y.registry").done();
        }
        workshop
            .types(&format!(
                "registry register {file} --force --store {store}.registry"
            ))
            .done();
        workshop
            .types(&format!(
                "registry export --store {store}.registry --out {store}.jsonl"
            ))
            .done();
    }
    assert_eq!(workshop.read("x.jsonl"), workshop.read("y.jsonl"));
    workshop.types("registry init --store z.registry").done();
    let imported = workshop
        .types("registry import y.jsonl --store z.registry")
        .done();
    assert_eq!(imported.err, "40 documents registered\n");
    let export = "registry export --store z.registry";
    assert_eq!(workshop.types(export).done().out, workshop.read("x.jsonl"));
    let probe = |store: &str| {
        let probe = format!("registry probe documents.jsonl --store {store}.registry --csv");
        workshop.types(&probe).done().out
    };
    assert_eq!(probe("x"), probe("z"));
    let stats = workshop
        .types("registry stats --store x.registry --json")
        .done()
        .json();
    assert_eq!(stats["documents"], 40);
    assert_eq!(stats["format"], 2);
    let verified = workshop.types("registry verify --store z.registry").done();
    assert_eq!(
        verified.out,
        "40 documents: texts, chunks and lists are intact\n"
    );
}

#[test]
fn what_cannot_be_done_is_one_sentence() {
    let workshop = with_letter();
    for (line, sentence) in [
        (
            "registry list --store y.registry",
            "y.registry: there is no registry; correct the path or create one with 'dejalu registry init'",
        ),
        (
            "registry init --store x.registry",
            "x.registry: the file already exists; choose another path or remove it",
        ),
        (
            "registry probe copy.txt --store letter.txt",
            "letter.txt: not a registry; correct the path or create one with 'dejalu registry init'",
        ),
        (
            "registry probe copy.txt --store x.registry --threshold 0",
            "--threshold '0': expected a number above 0 and at most 1",
        ),
        (
            "registry probe copy.txt --store x.registry --rule cops",
            "--rule 'cops': expected 'os-cds' or 'scam'",
        ),
        (
            "registry register copy.txt --store x.registry --refuse most",
            "--refuse 'most': expected 'exact', 'high' or 'some'",
        ),
    ] {
        workshop.refuses(line, sentence);
    }
    // Opened for writing, a store may keep house in its file; what it holds stays.
    let answer = workshop
        .types("registry remove letter.txt y.txt --store x.registry")
        .ends_with(2);
    assert_eq!(
        answer.sentence(),
        "x.registry: document 'y.txt' is not registered (1 document registered); 'dejalu registry list' names them"
    );
    let listed = workshop.types("registry list --store x.registry").done();
    assert!(listed.out.contains("letter.txt"), "{}", listed.out);
    workshop.types("registry verify --store x.registry").done();
}

#[test]
fn another_process_is_told_to_wait() {
    let workshop = workshop();
    let mut writer = stream(&workshop);
    let mut answers = BufReader::new(writer.stdout.take().unwrap());
    let mut documents = writer.stdin.take().unwrap();
    let mut answer = String::new();
    writeln!(documents, "{{\"id\":\"a\",\"text\":\"The ferry waits.\"}}").unwrap();
    answers.read_line(&mut answer).unwrap();
    assert_eq!(answer, "{\"id\":\"a\",\"result\":\"registered\"}\n");
    for line in ["list", "stats", "register letter.txt", "remove a"] {
        let answer = workshop.types(&format!("registry {line} --store x.registry"));
        assert_eq!(
            answer.ends_with(2).err,
            "error: x.registry: another process has the registry open; wait for it to finish, or end it\n"
        );
    }
    drop(documents);
    assert!(writer.wait().unwrap().success());
    let listed = workshop.types("registry list --store x.registry").done();
    assert_eq!(listed.out, "id,sentences\na,1\n");
}

#[test]
fn a_few_kills_lose_nothing() {
    kill(6);
}

/// The long form: `cargo test --test cli two_hundred_kills -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn two_hundred_kills_lose_nothing() {
    kill(200);
}

/// Kills processes that register, at random points: what was acknowledged is there, nothing is
/// half there.
fn kill(times: usize) {
    let workshop = workshop();
    let mut chance = Chance(11);
    let mut acknowledged = BTreeSet::new();
    for round in 0..times {
        let mut writer = stream(&workshop);
        let lines: String = (0..12).map(|number| line(round, number)).collect();
        // The process may be gone before it has read all.
        let _ = writer.stdin.take().unwrap().write_all(lines.as_bytes());
        let mut answers = BufReader::new(writer.stdout.take().unwrap());
        for _ in 0..chance.below(12) {
            acknowledged.extend(registered(&mut answers));
        }
        std::thread::sleep(Duration::from_micros(chance.below(4_000) as u64));
        writer.kill().unwrap();
        writer.wait().unwrap();
        // What it could say before it was killed.
        while let Some(id) = registered(&mut answers) {
            acknowledged.insert(id);
        }
        let listed = workshop
            .types("registry list --store x.registry --json")
            .done();
        let listed: Vec<Value> = serde_json::from_str(&listed.out).unwrap();
        let listed: BTreeSet<String> = listed
            .iter()
            .map(|it| it["id"].as_str().unwrap().to_string())
            .collect();
        assert!(acknowledged.is_subset(&listed), "round {round}");
        workshop.types("registry verify --store x.registry").done();
    }
    assert!(acknowledged.len() > times, "{}", acknowledged.len());
}

fn line(round: usize, number: usize) -> String {
    format!(
        "{{\"id\":\"{round}-{number}\",\"text\":\"The ferry waits at pier, and {} broke the \
         lamp. Nobody knows why.\"}}\n",
        ["storm", "fog", "tide", "crew"][(round + number) % 4]
    )
}

fn registered(answers: &mut impl BufRead) -> Option<String> {
    let mut answer = String::new();
    answers.read_line(&mut answer).unwrap();
    let answer: Value = serde_json::from_str(&answer).ok()?;
    assert_eq!(answer["result"], "registered");
    Some(answer["id"].as_str()?.to_string())
}

/// A process that registers what is written to it, line by line.
fn stream(workshop: &Workshop) -> Child {
    Command::new(env!("CARGO_BIN_EXE_dejalu"))
        .current_dir(workshop.path(""))
        .args("registry register --probe-first - --force --store x.registry".split(' '))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}
