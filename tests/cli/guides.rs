//! The commands of the README's table are typed as they stand there, with small files of the kinds that they name;
//! and no link of the README and of `docs/guides` leads nowhere.

use std::fs;
use std::path::{Path, PathBuf};

use crate::workshop::{Workshop, documents};

const RIS: &str =
    "TY  - JOUR\nTI  - Lamps of whale oil in old harbours\nAU  - Roe, Ruth\nPY  - 2001\nER  - \n\n";
const NBIB: &str = "PMID- 7\nTI  - The ferry and the pier\nFAU - Doe, Jane\nDP  - 1999\n\n";
const SCOPUS: &str =
    "Authors,Title,Year,Source title\nRoe R.,Lamps of whale oil in old harbours,2001,Harbours\n";

/// What needs people who answer, and what `learning` trains.
const NOT_TYPED: [&str; 2] = ["label ", "train pairs.csv"];

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

#[test]
fn commands_of_the_readmes_table_do_what_they_say() {
    let texts = documents();
    let one = |number: usize| {
        let line: serde_json::Value = serde_json::from_str(&texts[number]).unwrap();
        line["text"].as_str().unwrap().to_string()
    };
    let vectors = "id_a,id_b,label,embedding,gap\n".to_string()
        + &(0..60)
            .map(|n| format!("a{n},b{n},{},0.{},0.{}\n", n % 2, n % 2 * 8 + 1, n % 7))
            .collect::<String>();
    let workshop = Workshop::new()
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
        .with("theirs.csv", "id,group\na0v0,1\na0v1,1\n");
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
