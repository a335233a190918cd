//! People label: in a terminal here; the page is tested in a browser (`tests/browser`).

use std::collections::BTreeSet;

use crate::workshop::Workshop;

/// The lines of `labels.jsonl`.
fn rows(workshop: &Workshop) -> Vec<serde_json::Value> {
    let text = workshop.read("labels.jsonl");
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn pair(row: &serde_json::Value) -> [String; 2] {
    let mut pair = ["id_a", "id_b"].map(|id| row[id].as_str().unwrap().to_string());
    pair.sort();
    pair
}

const LABEL: &str = "label documents.jsonl --out labels.jsonl --terminal";

#[test]
fn a_terminal_asks_and_the_same_command_goes_on() {
    let workshop = Workshop::new();
    let told = workshop
        .pipes("y\nn a note\nwhat?\nu\nb\nn\nq\n", LABEL)
        .done();
    assert!(
        told.err.contains(
            "3 answers saved in labels.jsonl, 3 in all; run the same command to continue"
        ),
        "{}",
        told.err
    );
    assert!(told.out.contains(" is taken back; here they are again.\n"));
    assert!(told.out.contains("Near-duplicates? [y/n/u/b, ? for help]"));
    assert!(told.out.contains("y yes, n no, u unsure, b back"), "help");
    assert!(told.out.contains("Before a model can be trained"));
    let first = rows(&workshop);
    let labels: Vec<String> = first.iter().map(|row| row["label"].to_string()).collect();
    assert_eq!(labels, ["1", "0", "\"unsure\"", "null", "0"]);
    assert_eq!(first[1]["note"], "a note");
    assert_eq!(pair(&first[2]), pair(&first[4]), "asked again");
    let told = workshop.pipes("y\n".repeat(5), LABEL).done();
    assert!(
        told.err.contains("continuing after 5 lines of answers"),
        "{}",
        told.err
    );
    assert!(
        told.err
            .contains("5 answers saved in labels.jsonl, 8 in all; "),
        "{}",
        told.err
    );
    let all = rows(&workshop);
    let pairs: BTreeSet<_> = all.iter().map(pair).collect();
    assert_eq!((all.len(), pairs.len()), (10, 8));
    // The file trains, with the audit kept out.
    let streams: BTreeSet<&str> = all
        .iter()
        .map(|row| row["stream"].as_str().unwrap())
        .collect();
    assert_eq!(streams, BTreeSet::from(["audit", "training"]));
}

/// Going back over the start of a session takes answers of earlier ones back.
#[test]
fn what_is_taken_back_is_no_answer_any_more() {
    let workshop = Workshop::new();
    workshop.pipes("y\nn\nq\n", LABEL).done();
    let told = workshop.pipes("y\nb\nb\nn\nu\nb\nb\nb\nq\n", LABEL).done();
    assert!(
        told.err.ends_with(
            "0 answers saved in labels.jsonl, 0 in all; run the same command to continue\n"
        ),
        "{}",
        told.err
    );
    let [a, b] = ["id_a", "id_b"].map(|id| rows(&workshop)[0][id].as_str().unwrap().to_string());
    let taken = format!("The answer to '{a}' and '{b}' is taken back; here they are again.\n");
    assert!(told.out.contains(&taken), "{}", told.out);
}

/// Labels by the truth: documents of one article are duplicates.
fn labelled(workshop: &Workshop, command: &str, questions: usize) {
    // A terminal is blind; so it is asked for each pair what it is about, one at a time.
    for _ in 0..questions {
        let seen = workshop.pipes("q\n", command).done().out;
        let ids: Vec<&str> = seen
            .lines()
            .filter_map(|line| line.strip_prefix("── "))
            .map(|line| &line[3..])
            .collect();
        let Some([a, b]) = ids.get(..2).map(|two| [two[0], two[1]]) else {
            break;
        };
        let article = |id: &str| {
            id.chars()
                .take_while(|c| !c.is_ascii_lowercase() || *c != 'v')
                .collect::<String>()
        };
        let answer = if article(a) == article(b) { "y" } else { "n" };
        workshop.pipes(format!("{answer}\nq\n"), command).done();
    }
}

#[test]
fn pairs_of_a_table_are_asked_about_and_a_report_says_what_answers_are_worth() {
    let workshop = Workshop::with_model();
    let command =
        "label --pairs pairs.csv --documents documents.jsonl --out labels.jsonl --terminal";
    labelled(&workshop, command, 12);
    let known: BTreeSet<[String; 2]> = workshop
        .read("pairs.csv")
        .lines()
        .skip(1)
        .map(|line| {
            let mut ids: Vec<String> = line.split(',').take(2).map(str::to_string).collect();
            ids.sort();
            [ids[0].clone(), ids[1].clone()]
        })
        .collect();
    assert!(rows(&workshop).iter().all(|row| known.contains(&pair(row))));
    let report = "label report labels.jsonl --documents documents.jsonl --model model.json";
    let told = workshop
        .types(&format!("{report} --json worth.json"))
        .done();
    assert!(told.out.contains("answers for training: "), "{}", told.out);
    let figures: serde_json::Value = serde_json::from_str(&workshop.read("worth.json")).unwrap();
    let all = ["training", "audit"].map(|stream| {
        let tally = &figures[stream];
        ["duplicates", "distinct", "unsure"]
            .map(|it| tally[it].as_u64().unwrap())
            .iter()
            .sum::<u64>()
    });
    assert_eq!(all[0] + all[1], 12);
}

#[test]
fn what_cannot_be_labelled_is_refused() {
    let workshop =
        Workshop::new().with("alone.jsonl", "{\"id\": \"a\", \"text\": \"One text.\"}\n");
    workshop.refuses(
        "label documents.jsonl --out labels.csv",
        "labels.csv: expected a file that ends in .jsonl, since answers are added line by line",
    );
    let told = workshop
        .types("label documents.jsonl --out labels.jsonl --audit all")
        .ends_with(2);
    assert!(
        told.err
            .contains("invalid value 'all' for '--audit <WHAT>'"),
        "{}",
        told.err
    );
    workshop.refuses(
        "label report missing.jsonl --documents documents.jsonl",
        "cannot open missing.jsonl: No such file or directory (os error 2); correct the path",
    );
    let told = workshop
        .types("label alone.jsonl --out labels.jsonl --terminal")
        .ends_with(2);
    assert_eq!(
        told.sentence(),
        "there is no pair to ask about among 1 documents; expected at least two of different text that share a word"
    );
    let told = workshop.types("label --out labels.jsonl").ends_with(2);
    assert!(told.err.contains("<DOCUMENTS>"), "{}", told.err);
}

#[test]
fn a_file_that_holds_anything_but_answers_stays_as_it_is() {
    let workshop = Workshop::new();
    workshop.pipes("y\nn\nq\n", LABEL).done();
    let answers = workshop.read("labels.jsonl");
    let by_hand = answers
        .trim_end()
        .replacen("\"label\":0", "\"label\":\"no!\"", 1);
    for content in ["{\"id\":\"a\",\"text\":\"A story", "my notes", &by_hand] {
        let workshop = Workshop::new().with("labels.jsonl", content);
        let told = workshop.types(LABEL).ends_with(2);
        assert!(told.sentence().starts_with("labels.jsonl:"), "{}", told.err);
        assert_eq!(workshop.read("labels.jsonl"), content);
    }
    // A kill in the middle of an answer: the others stay, and what there is of it as well.
    let cut = &answers[..answers.len() - 9];
    let workshop = Workshop::new().with("labels.jsonl", cut);
    let told = workshop.pipes("q\n", LABEL).done();
    let said = "the last answer in labels.jsonl was cut short, and its pair is asked about again; what there is of it is now in labels.jsonl.cut";
    assert!(told.err.contains(said), "{}", told.err);
    let first = answers.split_inclusive('\n').next().unwrap();
    assert_eq!(workshop.read("labels.jsonl"), first);
    assert_eq!(
        format!("{first}{}", workshop.read("labels.jsonl.cut")),
        format!("{cut}\n")
    );
}

#[test]
fn without_an_answer_no_file_is_left() {
    let workshop = Workshop::new();
    workshop.pipes("q\n", LABEL).done();
    assert!(!workshop.path("labels.jsonl").exists());
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let line = format!("label documents.jsonl --out labels.jsonl --no-browser --port {port}");
    let told = workshop.types(&line).ends_with(2);
    assert!(told.sentence().contains("127.0.0.1"), "{}", told.err);
    assert!(!workshop.path("labels.jsonl").exists());
}

#[test]
fn removals_are_asked_about_for_an_audit() {
    let workshop = Workshop::with_model();
    let command = "label documents.jsonl --model model.json --audit removals --audit-sample 8 --wrong-at-most 0.5 --out labels.jsonl --terminal";
    workshop.pipes("y\n".repeat(60), command).done();
    let removals = rows(&workshop)
        .into_iter()
        .filter(|row| row["stratum"] == "removal");
    let removals: Vec<_> = removals.collect();
    assert!(!removals.is_empty() && removals.iter().all(|row| row["stream"] == "audit"));
    for promise in ["", " --wrong-at-most 0.5"] {
        let verdict = workshop.types(&format!(
            "dedupe documents.jsonl --model model.json --audit labels.jsonl{promise} --out groups.csv"
        ));
        assert!(verdict.code < 2, "{}", verdict.err);
        assert!(verdict.out.contains("audit"), "{}", verdict.out);
    }
    workshop.refuses(
        "label documents.jsonl --model model.json --looks 2 --out labels.jsonl --terminal",
        "--looks '2': expected --audit removals as well, since it applies only to an audit",
    );
}
