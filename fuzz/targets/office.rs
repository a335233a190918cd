//! Any bytes as an office file or an e-book. The first byte chooses the format and the packing; with its
//! highest bit set, the rest is put into a ZIP as the part that the format reads.
#![no_main]

use dejalu_fuzz::{file, read_and_copy, zipped};
use libfuzzer_sys::fuzz_target;

const ENDINGS: [&str; 3] = [".docx", ".odt", ".epub"];

/// Parts that hold text, and the endings of their files.
const PARTS: [(&str, &str); 4] = [
    (".docx", "word/document.xml"),
    (".odt", "content.xml"),
    (".epub", "META-INF/container.xml"),
    (".epub", "a.xhtml"),
];

/// Makes `a.xhtml` the only chapter of a book.
const BOOK: [(&str, &str); 2] = [
    (
        "META-INF/container.xml",
        "<container><rootfiles><rootfile full-path=\"a.opf\"/></rootfiles></container>",
    ),
    (
        "a.opf",
        "<package><manifest><item id=\"a\" href=\"a.xhtml\"/></manifest><spine><itemref idref=\"a\"/></spine></package>",
    ),
];

fuzz_target!(|data: &[u8]| {
    let Some((&choice, content)) = data.split_first() else {
        return;
    };
    if choice < 128 {
        return read_and_copy(&file(&ENDINGS, choice, content));
    }
    let (ending, part) = PARTS[usize::from(choice) % PARTS.len()];
    let around = if part == "a.xhtml" { &BOOK[..] } else { &[] };
    let around = around.iter().map(|&(name, text)| (name, text.as_bytes()));
    read_and_copy(&zipped(ending, around.chain([(part, content)])));
});
