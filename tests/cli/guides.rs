//! The commands of the README's table and of guides are typed as they stand there, with small files of the kinds that they name;
//! and no link of the README and of `docs/guides` leads nowhere.

use std::fs;
use std::path::{Path, PathBuf};

use crate::workshop::{Workshop, documents, gzip};

const RIS: &str =
    "TY  - JOUR\nTI  - Lamps of whale oil in old harbours\nAU  - Roe, Ruth\nPY  - 2001\nER  - \n\n";
const NBIB: &str = "PMID- 7\nTI  - The ferry and the pier\nFAU - Doe, Jane\nDP  - 1999\n\n";
const SCOPUS: &str =
    "Authors,Title,Year,Source title\nRoe R.,Lamps of whale oil in old harbours,2001,Harbours\n";

const CRAWL: &str = "WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: https://example.org/ferry\r\n\
    WARC-Date: 2024-04-01T10:00:00Z\r\nContent-Type: text/plain\r\nContent-Length: 54\r\n\r\n\
    The ferry to the island waits for the storm at a pier.\r\n\r\n";

/// What needs people who answer, and what `learning` trains.
const NOT_TYPED: [&str; 3] = ["label ", "train --labels", "train pairs.csv"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The pages, by path.
fn pages() -> Vec<PathBuf> {
    let guides = fs::read_dir(root().join("docs/guides")).unwrap();
    let mut pages: Vec<PathBuf> = guides.map(|entry| entry.unwrap().path()).collect();
    pages.push(root().join("README.md"));
    pages.sort();
    pages
}

#[test]
fn no_link_of_the_pages_leads_nowhere() {
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1) {
            let target = link.split([')', '#']).next().unwrap();
            if target.is_empty() || target.starts_with("http") {
                continue;
            }
            let path = page.parent().unwrap().join(target);
            assert!(path.exists(), "{}: {target}", page.display());
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
    let vectors = "id_a,id_b,label,embedding,gap\n".to_string()
        + &(0..60)
            .map(|n| format!("a{n},b{n},{},0.{},0.{}\n", n % 2, n % 2 * 8 + 1, n % 7))
            .collect::<String>();
    Workshop::with_model()
        .with("old.txt", one(0))
        .with("new.txt", one(1))
        .with("essays/ann.txt", one(0))
        .with("essays/bob.txt", one(1))
        .with("essays/cal.txt", one(4))
        .with("scopus.csv", SCOPUS)
        .with("pubmed.nbib", NBIB)
        .with("wos.ris", RIS)
        .with("docs.jsonl", texts.concat())
        .with("vectors.csv", vectors)
        .with("theirs.csv", "id,group\na0v0,1\na0v1,1\n")
        .with("notes/ann.txt", one(0))
        .with("notes/bob.txt", one(0))
        .with("library.ris", format!("{RIS}{RIS}"))
}

#[test]
fn commands_of_the_readmes_table_do_what_they_say() {
    let workshop = workshop();
    let page = fs::read_to_string(root().join("README.md")).unwrap();
    let rows = page.split("| `dejalu ").skip(1);
    let mut typed = 0;
    for line in rows.map(|row| row.split('`').next().unwrap()) {
        let needs_more = NOT_TYPED.iter().any(|it| line.starts_with(it));
        // Crawls are typed by `ways`.
        if needs_more || line.contains(".warc") {
            continue;
        }
        workshop.types(line).done();
        typed += 1;
    }
    assert_eq!(typed, 6);
}

/// Guides whose commands are typed one after the other; those of the others need the project's own documents or
/// people who answer.
const TYPED: [&str; 7] = [
    "database-exports",
    "essays",
    "notes-without-labels",
    "one-pair",
    "other-tools",
    "two-crawls",
    "your-own-vectors",
];

#[test]
fn commands_of_the_guides_do_what_they_say() {
    for name in TYPED {
        let workshop = workshop()
            .with(
                "question.txt",
                "Why does the ferry wait for the storm at the pier?",
            )
            .with("autumn.warc.gz", gzip(CRAWL))
            .with("spring.warc.gz", gzip(CRAWL));
        let path = root().join(format!("docs/guides/{name}.md"));
        let page = fs::read_to_string(path).unwrap();
        let blocks = page.split("```sh\n").skip(1);
        let lines = blocks.flat_map(|block| block.split("```").next().unwrap().lines());
        let commands: Vec<&str> = lines
            .filter_map(|line| line.split("  #").next().unwrap().strip_prefix("dejalu "))
            .collect();
        assert!(!commands.is_empty(), "{name}");
        for line in commands {
            // No test can make a PDF read where `pdftotext` is not installed.
            let needs_more = NOT_TYPED.iter().any(|it| line.starts_with(it));
            if !needs_more && !line.contains(".pdf") {
                workshop.types(line).done();
            }
        }
    }
}
