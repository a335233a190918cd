//! Any bytes as an archive. The first byte chooses the format and the packing; with its highest bit set,
//! the rest is put into a ZIP as a page.
#![no_main]

use dejalu_fuzz::{file, read_and_copy, zipped};
use libfuzzer_sys::fuzz_target;

const ENDINGS: [&str; 3] = [".warc", ".tar", ".zip"];

fuzz_target!(|data: &[u8]| {
    let Some((&choice, content)) = data.split_first() else {
        return;
    };
    let path = if choice < 128 {
        file(&ENDINGS, choice, content)
    } else {
        zipped(".zip", [("a.html", content)])
    };
    read_and_copy(&path);
});
