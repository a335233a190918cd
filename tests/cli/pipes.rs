//! Results go from one program into another: pipes, compression, a reader that stops early.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::workshop::{QUICK, Workshop, documents, gzip, zstd};

#[test]
fn documents_come_from_a_pipe_and_results_go_into_one() {
    let workshop = Workshop::with_model();
    let piped = workshop
        .pipes(
            documents().concat(),
            "classify --pairs pairs.csv --documents - --model model.json --out -",
        )
        .done();
    assert_eq!(piped.out.lines().count(), 121);
    let model = workshop.train("-", "").done().out;
    assert_eq!(model, workshop.read("model.json"));
}

#[test]
fn whatever_is_read_or_written_may_be_compressed() {
    let plain = Workshop::with_model();
    let workshop = Workshop::new()
        .with("d.jsonl.gz", gzip(&documents().concat()))
        .with("d.jsonl.zst", zstd(&documents().concat()))
        .with("p.csv.gz", gzip(&plain.read("pairs.csv")))
        .with("p.csv.zst", zstd(&plain.read("pairs.csv")));
    for ending in ["gz", "zst"] {
        workshop
            .types(&format!(
                "train p.csv.{ending} -d d.jsonl.{ending} {QUICK} --out m.json.{ending}"
            ))
            .done();
        workshop
            .types(&format!(
                "model verify m.json.{ending} --pairs pairs.csv -d documents.jsonl"
            ))
            .done();
        workshop
            .types(&format!(
                "vectors p.csv.{ending} -d d.jsonl.{ending} --out v.csv.{ending}"
            ))
            .done();
    }
    let bytes = std::fs::read(workshop.path("m.json.zst")).unwrap();
    let model = zstd::decode_all(&bytes[..]).unwrap();
    assert!(model == plain.read("model.json").into_bytes());
}

#[test]
fn who_stops_reading_has_read_enough() {
    let workshop = Workshop::with_model();
    for command in [
        vec!["measures"],
        vec!["--help"],
        vec!["vectors", "pairs.csv", "-d", "documents.jsonl"],
        vec![
            "classify",
            "--pairs",
            "pairs.csv",
            "-d",
            "documents.jsonl",
            "-m",
            "model.json",
        ],
        vec!["completions", "bash"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_dejalu"))
            .args(&command)
            .current_dir(workshop.path(""))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The pipe is closed before the first byte.
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{command:?}: {err}");
        assert!(!err.contains("error"), "{command:?}: {err}");
    }
}

#[test]
fn the_standard_input_may_be_compressed() {
    let rows = "{\"id\":\"a\",\"text\":\"The ferry waits.\"}\n";
    let workshop = Workshop::new();
    let plain = workshop.pipes(rows, "dedupe - --rule jaccard=0.5").done();
    for packed in [gzip(rows), zstd(rows)] {
        let answer = workshop.pipes(&*packed, "dedupe - --rule jaccard=0.5");
        assert_eq!(answer.done().out, plain.out);
        assert_eq!(byte_by_byte(&workshop, &packed), plain.out);
    }
}

/// The output of `dedupe -` if its input comes in pieces, the first of one byte.
fn byte_by_byte(workshop: &Workshop, bytes: &[u8]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dejalu"))
        .args(["dedupe", "-", "--rule", "jaccard=0.5"])
        .current_dir(workshop.path(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(&bytes[..1]).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    stdin.write_all(&bytes[1..]).unwrap();
    drop(stdin);
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}
