//! Any bytes as a file of documents: texts, pages and tables, compressed or not, cut or damaged.
#![no_main]

use dejalu::document::reader::{self, OnBad, ReadOptions};
use dejalu_fuzz::{check, file};
use libfuzzer_sys::fuzz_target;

const ENDINGS: [&str; 6] = [".txt", ".md", ".html", ".jsonl", ".csv", ".tsv"];

fuzz_target!(|data: &[u8]| {
    let Some((&choice, content)) = data.split_first() else {
        return;
    };
    let path = file(&ENDINGS, choice, content);
    let Ok(collection) = reader::read_all(&path, &ReadOptions::default(), OnBad::Skip) else {
        return;
    };
    collection.documents.iter().for_each(check);
    for error in collection.skipped {
        assert!(!error.to_string().is_empty());
    }
});
