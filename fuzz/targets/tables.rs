//! Any bytes as a table. The first byte chooses the format and the packing.
#![no_main]

use dejalu_fuzz::{file, read_and_copy};
use libfuzzer_sys::fuzz_target;

const ENDINGS: [&str; 5] = [".json", ".parquet", ".csv", ".tsv", ".jsonl"];

fuzz_target!(|data: &[u8]| {
    let Some((&choice, content)) = data.split_first() else {
        return;
    };
    read_and_copy(&file(&ENDINGS, choice, content));
});
