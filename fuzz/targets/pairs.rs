//! Any bytes as a table of pairs.
#![no_main]

use dejalu::Document;
use dejalu::pairs::quality::Quality;
use dejalu::pairs::reader::{self, Labels, PairOptions};
use dejalu_fuzz::{check, file};
use libfuzzer_sys::fuzz_target;

const ENDINGS: [&str; 3] = [".csv", ".tsv", ".jsonl"];

fuzz_target!(|data: &[u8]| {
    let [choice, how, content @ ..] = data else {
        return;
    };
    let path = file(&ENDINGS, *choice, content);
    let options = PairOptions {
        labels: if how & 1 != 0 {
            Labels::Optional
        } else {
            Labels::Required
        },
        skip_bad: how & 2 != 0,
        ..PairOptions::default()
    };
    let documents = ["a", "b", "c"].map(|id| Document::plain(id, "The ferry waits."));
    let Ok(loaded) = reader::read(&path, &options, Some(documents.to_vec())) else {
        return;
    };
    let set = loaded.set.in_order();
    set.documents.iter().for_each(check);
    assert!(!set.pairs.is_empty());
    for pair in &set.pairs {
        let [left, right] = pair.documents;
        assert!(left != right && left.max(right) < set.documents.len());
    }
    assert_eq!(set.clusters().len(), set.documents.len());
    Quality::of(&set);
});
