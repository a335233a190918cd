//! Any bytes as references. The first byte chooses the format and the packing. A file of which every record is kept,
//! read or not, comes back byte for byte.
#![no_main]

use dejalu::document::reader::{self, OnBad, ReadOptions};
use dejalu_fuzz::{copied_whole, file, read_and_copy};
use libfuzzer_sys::fuzz_target;

const ENDINGS: [&str; 6] = [".ris", ".nbib", ".bib", ".xml", ".ciw", ".enw"];

fuzz_target!(|data: &[u8]| {
    let Some((&choice, content)) = data.split_first() else {
        return;
    };
    let path = file(&ENDINGS, choice, content);
    read_and_copy(&path);
    let is_plain = usize::from(choice) < ENDINGS.len();
    // Copies of UTF-16 and of ISO 2022 are UTF-8.
    let is_converted = content.starts_with(b"\xff\xfe")
        || content.starts_with(b"\xfe\xff")
        || content.contains(&0)
        || content.contains(&0x1b);
    if !is_plain || is_converted {
        return;
    }
    if let Ok(read) = reader::read_all(&path, &ReadOptions::default(), OnBad::Skip)
        && let Some(copy) = copied_whole(&path, &read.documents)
    {
        assert_eq!(std::fs::read(copy).unwrap(), content);
    }
});
