//! Any bytes as references. The first byte chooses the format and the packing. A file of which every
//! record is kept comes back byte for byte.
#![no_main]

use dejalu::document::reader::{self, OnBad, ReadOptions};
use dejalu_fuzz::{copied, file, read_and_copy};
use libfuzzer_sys::fuzz_target;

const ENDINGS: [&str; 4] = [".ris", ".nbib", ".bib", ".xml"];

fuzz_target!(|data: &[u8]| {
    let Some((&choice, content)) = data.split_first() else {
        return;
    };
    let path = file(&ENDINGS, choice, content);
    read_and_copy(&path);
    let is_plain = usize::from(choice) < ENDINGS.len();
    let is_utf_16 = content.starts_with(b"\xff\xfe") || content.starts_with(b"\xfe\xff");
    if !is_plain || is_utf_16 {
        return;
    }
    if let Ok(read) = reader::read_all(&path, &ReadOptions::default(), OnBad::Skip)
        && read.skipped.is_empty()
        && let Some(copy) = copied(&path, &read.documents)
    {
        assert_eq!(std::fs::read(copy).unwrap(), content);
    }
});
