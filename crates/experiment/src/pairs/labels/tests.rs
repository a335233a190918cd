use super::*;
use crate::pairs::reader::{Labels, PairOptions, read};
use dejalu_text::document::Document;

fn file(name: &str, lines: &[&str]) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, lines.join("\n")).unwrap();
    (folder, path)
}

fn row(left: &str, right: &str, label: &str, stream: &str) -> String {
    format!(
        r#"{{"id_a":"{left}","id_b":"{right}","label":{label},"stream":"{stream}","stratum":"","probability":null,"note":""}}"#
    )
}

fn documents() -> Vec<Document> {
    let ids = ["a", "b", "c", "d"];
    ids.map(|id| Document::plain(id, &format!("text {id}")))
        .to_vec()
}

#[test]
fn what_is_written_is_read_again() {
    let rows = [
        (
            Some(Opinion::Sure(Label::Duplicate)),
            Stream::Audit,
            Some(0.25),
        ),
        (Some(Opinion::Sure(Label::Distinct)), Stream::Training, None),
        (Some(Opinion::Unsure), Stream::Audit, Some(1.0)),
        (None, Stream::Audit, None),
    ];
    let drawn = Drawn {
        seed: 7,
        thresholds: vec![1.5, -0.25],
        method: "a model, star groups".into(),
        test: None,
    };
    let by_test = Drawn {
        thresholds: Vec::new(),
        test: Some(DrawnTest {
            answers: 300,
            wrong_at_most: 0.02,
            confidence: 0.95,
            looks: 2,
            removals: 10_503,
            order: "5f".into(),
        }),
        ..drawn.clone()
    };
    let [drawn, by_test] = [drawn, by_test].map(Arc::new);
    let ranked = Ranked {
        rank: 3,
        risk: 0.125,
    };
    let rows = rows.map(|(opinion, stream, probability)| LabelRow {
        pair: ["a".into(), "b".into()],
        opinion,
        stream,
        stratum: "removal".into(),
        probability,
        note: "a \"note\"".into(),
        drawn: match opinion {
            None => Some(drawn.clone()),
            Some(Opinion::Unsure) => Some(by_test.clone()),
            Some(_) => None,
        },
        ranked: (opinion == Some(Opinion::Unsure)).then_some(ranked),
    });
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("labels.jsonl");
    write_labels(OutputFile::create(&path).unwrap(), &rows).unwrap();
    assert_eq!(read_labels(&path).unwrap(), rows);
}

/// A row of a draw, with a number of it replaced, or left out.
fn of_a_draw(column: &str, value: &str) -> String {
    let mut draw = serde_json::json!({
        "id_a": "a", "id_b": "b", "label": 1, "stream": "audit", "draw_seed": 42, "draw_order": "5f",
        "draw_answers": 300, "draw_wrong_at_most": 0.02, "draw_confidence": 0.95, "draw_looks": 2,
        "draw_removals": 10_503,
    });
    draw[column] = serde_json::from_str(value).unwrap();
    draw.to_string()
}

#[test]
fn tests_that_answers_were_drawn_for_are_named_once() {
    let lines = [
        of_a_draw("draw_looks", "2"),
        of_a_draw("draw_looks", "null"),
        of_a_draw("draw_looks", "2"),
        of_a_draw("draw_answers", "600"),
        row("a", "b", "1", "audit"),
    ];
    let (_folder, path) = file("labels.jsonl", &lines.each_ref().map(String::as_str));
    let rows = read_labels(&path).unwrap();
    let tests = DrawnTest::of_answers(&rows);
    let told: Vec<(u64, u32)> = tests.iter().map(|it| (it.answers, it.looks)).collect();
    // A draw of before does not tell how many were declared.
    assert_eq!(told, [(300, 2), (300, 1), (600, 2)]);
}

#[test]
fn a_draw_that_cannot_be_one_is_refused() {
    for (column, value) in [
        ("draw_wrong_at_most", "1"),
        ("draw_wrong_at_most", "1e300"),
        ("draw_confidence", "0"),
        ("draw_looks", "0"),
        ("draw_looks", "1.5"),
        ("draw_removals", "4294967296"),
    ] {
        let line = of_a_draw(column, value);
        let (_folder, path) = file("labels.jsonl", &[&line]);
        let refused = read_labels(&path).unwrap_err().to_string();
        assert!(refused.contains("labels.jsonl:1: "), "{column}: {refused}");
    }
}

#[test]
fn it_can_be_filled_in_as_a_table() {
    let (_folder, path) = file(
        "labels.csv",
        &["id_a,id_b,label,stream", "a,b,yes,audit", "a,c,,audit"],
    );
    let rows = read_labels(&path).unwrap();
    let said: Vec<Option<Opinion>> = rows.iter().map(|row| row.opinion).collect();
    assert_eq!(said, [Some(Opinion::Sure(Label::Duplicate)), None]);
}

#[test]
fn as_pairs_the_last_answer_counts_and_what_nobody_is_sure_of_is_left_out() {
    let lines = [
        row("a", "b", "1", "training"),
        row("b", "a", "0", "training"),
        row("a", "c", "1", "audit"),
        row("a", "d", "1", "training"),
        row("a", "d", "\"unsure\"", "training"),
        row("c", "d", "null", "audit"),
    ];
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let (_folder, path) = file("labels.jsonl", &lines);
    let read = |options: &PairOptions| {
        let set = read(&path, options, Some(documents())).unwrap().set;
        let id = |place: usize| set.documents[place].id.to_string();
        let pairs = set.pairs.iter();
        let pairs = pairs.map(|pair| (pair.documents.map(id).concat(), pair.label));
        pairs.collect::<Vec<_>>()
    };
    let usual = PairOptions::default();
    let (yes, no) = (Some(Label::Duplicate), Some(Label::Distinct));
    assert_eq!(read(&usual), [("ba".into(), no), ("ac".into(), yes)]);
    let apart = PairOptions {
        without_audit: true,
        ..usual.clone()
    };
    assert_eq!(read(&apart), [("ba".into(), no)]);
    let all = PairOptions {
        labels: Labels::Optional,
        ..usual
    };
    let unsaid = [("ad".into(), None), ("cd".into(), None)];
    assert_eq!(
        read(&all),
        [vec![("ba".into(), no), ("ac".into(), yes)], unsaid.to_vec()].concat()
    );
}

#[test]
fn what_cannot_be_read_is_named() {
    let cases = [
        (
            row("a", "b", "2", "audit"),
            "label '2' is invalid; expected 1, 0, \"unsure\", or null where nobody has answered",
        ),
        (
            row("a", "b", "1", "test"),
            "stream 'test' is invalid; expected training or audit",
        ),
        (
            row("a", "", "1", "audit"),
            "'id_b' is empty; every row needs a value there",
        ),
        (
            row("a", "b", "1", "audit").replace("null", "2"),
            "probability '2' is invalid; expected a number above 0 and at most 1, or nothing",
        ),
    ];
    for (line, expected) in cases {
        let (_folder, path) = file("labels.jsonl", &[&line]);
        let said = read_labels(&path).unwrap_err().to_string();
        assert!(
            said.ends_with(&format!("labels.jsonl:1: {expected}")),
            "{said}"
        );
    }
}
