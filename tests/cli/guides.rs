//! The commands of the README's table and of the guides are typed as they stand there, with small files of the kinds that
//! they name; and no link of these pages leads nowhere.

use std::fs;
use std::path::{Path, PathBuf};

use crate::workshop::{Workshop, documents, gzip, pairs, table};

const RIS: &str =
    "TY  - JOUR\nTI  - Lamps of whale oil in old harbours\nAU  - Roe, Ruth\nPY  - 2001\nER  - \n\n";
const NBIB: &str = "PMID- 7\nTI  - The ferry and the pier\nFAU - Doe, Jane\nDP  - 1999\n\n";
const SCOPUS: &str =
    "Authors,Title,Year,Source title\nRoe R.,Lamps of whale oil in old harbours,2001,Harbours\n";

const CRAWL: &str = "WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: https://example.org/ferry\r\n\
    WARC-Date: 2024-04-01T10:00:00Z\r\nContent-Type: text/plain\r\nContent-Length: 54\r\n\r\n\
    The ferry to the island waits for the storm at a pier.\r\n\r\n";

/// What takes minutes, or waits for people: its options are read, and it is not run.
const NOT_RUN: [&str; 3] = ["compare ", "label ", "train "];

/// What is trained in a moment, and so is run.
const TRAINED: &str = "train --vectors";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The guides, by path.
fn guides() -> Vec<PathBuf> {
    let guides = fs::read_dir(root().join("docs/guides")).unwrap();
    let mut pages: Vec<PathBuf> = guides.map(|entry| entry.unwrap().path()).collect();
    pages.sort();
    pages
}

/// All pages of the project that people read, by path.
fn pages() -> Vec<PathBuf> {
    let mut pages = guides();
    for folder in ["", "docs", "python", "datasets", "fuzz"] {
        let files = fs::read_dir(root().join(folder)).unwrap();
        let files = files.map(|entry| entry.unwrap().path());
        pages.extend(files.filter(|path| path.extension().is_some_and(|it| it == "md")));
    }
    pages
}

/// The anchors of a page's headings.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchor = |line: &str| {
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let kept = heading
            .chars()
            .filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn no_link_of_the_pages_leads_nowhere() {
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1) {
            let link = link.split(')').next().unwrap();
            if link.contains("://") {
                continue;
            }
            let (target, anchor) = link.split_once('#').unwrap_or((link, ""));
            let path = match target {
                "" => page.clone(),
                _ => page.parent().unwrap().join(target),
            };
            let place = format!("{}: {link}", page.display());
            assert!(path.exists(), "{place}");
            if !anchor.is_empty() {
                let there = anchors(&fs::read_to_string(path).unwrap());
                assert!(there.contains(&anchor.to_string()), "{place}");
            }
        }
    }
}

/// A workshop with a file of each kind that the commands name.
fn workshop() -> Workshop {
    let texts = documents();
    let one = |number: usize| {
        let line: serde_json::Value = serde_json::from_str(&texts[number]).unwrap();
        line["text"].as_str().unwrap().to_string()
    };
    let row = |n: usize| format!("a{n},b{n},{},0.{},0.{}\n", n % 2, n % 2 * 8 + 1, n % 7);
    let vectors: String = (0..60).map(row).collect();
    let workshop = Workshop::with_model()
        .with("old.txt", one(0))
        .with("new.txt", one(1))
        .with("essays/ann.txt", one(0))
        .with("essays/bob.txt", one(1))
        .with("essays/cal.txt", one(4))
        .with("question.txt", "Why does the ferry wait at the pier?")
        .with("scopus.csv", SCOPUS)
        .with("pubmed.nbib", NBIB)
        .with("wos.ris", RIS)
        .with(
            "answers.jsonl",
            "{\"id_a\":\"scopus.csv:1\",\"id_b\":\"wos.ris:1\",\"label\":0,\"stream\":\"training\"}\n",
        )
        .with("docs.jsonl", texts.concat())
        .with("pairs.csv", table(&pairs()))
        .with(
            "vectors.csv",
            format!("id_a,id_b,label,embedding,gap\n{vectors}"),
        )
        .with("theirs.csv", "id,group\na0v0,1\na0v1,1\n")
        .with("notes/ann.txt", one(0))
        .with("notes/bob.txt", one(0))
        .with("autumn.warc.gz", gzip(CRAWL))
        .with("spring.warc.gz", gzip(CRAWL));
    let pier = root().join("datasets/articles/ferry-pier");
    for entry in fs::read_dir(pier).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let name = format!("datasets/articles/ferry-pier/{name}");
        fs::create_dir_all(workshop.path("datasets/articles/ferry-pier")).unwrap();
        fs::copy(&path, workshop.path(&name)).unwrap();
    }
    let of_pier = "id_a,id_b,label\nferry-pier/original.txt,ferry-pier/light.txt,1\n";
    workshop.with("datasets/pairs.csv", of_pier)
}

/// Types a command, or has its options read.
fn typed(workshop: &Workshop, line: &str) {
    let is_run = line.starts_with(TRAINED) || !NOT_RUN.iter().any(|it| line.starts_with(it));
    let answer = if is_run {
        workshop.types(line)
    } else {
        workshop.types(&format!("{line} --show-settings"))
    };
    assert_eq!(answer.code, 0, "dejalu {line}\n{}", answer.err);
}

#[test]
fn commands_of_the_readmes_table_do_what_they_say() {
    let workshop = workshop();
    let page = fs::read_to_string(root().join("README.md")).unwrap();
    let rows: Vec<&str> = page.split("| `dejalu ").skip(1).collect();
    assert_eq!(rows.len(), 9);
    for row in rows {
        typed(&workshop, row.split('`').next().unwrap());
    }
}

#[test]
fn commands_of_the_guides_do_what_they_say() {
    for path in guides() {
        let workshop = workshop();
        let page = fs::read_to_string(&path).unwrap();
        let blocks = page.split("```sh\n").skip(1);
        let lines = blocks.flat_map(|block| block.split("```").next().unwrap().lines());
        let commands = lines.filter_map(|line| line.strip_prefix("dejalu "));
        for line in commands {
            let line = line.split("  #").next().unwrap().trim_end();
            // The shell's part.
            let line = line.split(" > ").next().unwrap();
            typed(&workshop, line);
        }
    }
}
