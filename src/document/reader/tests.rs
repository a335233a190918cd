//! Documents as office programs, e-books and archives hold them.

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::options::{OnBad, ReadOptions};
use super::reader::{LoadedDocuments, read_all};
use crate::document::{BlockKind, Document, FieldKind};

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn with(self, name: &str, bytes: impl AsRef<[u8]>) -> Self {
        fs::write(self.path(name), bytes).unwrap();
        self
    }

    fn read(&self, name: &str) -> LoadedDocuments {
        read_all(&self.path(name), &ReadOptions::default(), OnBad::Skip).unwrap()
    }

    fn told(&self, read: &LoadedDocuments) -> Vec<String> {
        let folder = format!("{}/", self.0.path().display());
        let told = read.skipped.iter();
        told.map(|error| error.to_string().replace(&folder, ""))
            .collect()
    }

    /// The one sentence about a file.
    fn refused(&self, name: &str) -> String {
        match read_all(&self.path(name), &ReadOptions::default(), OnBad::Skip) {
            Ok(read) => {
                assert!(read.documents.is_empty(), "{name}");
                self.told(&read).join("; ")
            }
            Err(error) => error
                .to_string()
                .replace(&format!("{}/", self.0.path().display()), ""),
        }
    }
}

fn zipped(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        archive
            .start_file(*name, SimpleFileOptions::default())
            .unwrap();
        archive.write_all(content.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn blocks(document: &Document) -> Vec<(BlockKind, &str)> {
    let blocks = document.blocks.iter();
    blocks
        .map(|block| {
            let span = block.span.start as usize..block.span.end as usize;
            (block.kind, &document.text[span])
        })
        .collect()
}

const STYLES: &str = r#"<w:styles xmlns:w="w"><w:style w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style></w:styles>"#;

const DOCX: &str = r#"<?xml version="1.0"?><w:document xmlns:w="w" xmlns:mc="mc"><w:body>
<w:p><w:pPr><w:pStyle w:val="berschrift2"/></w:pPr><w:r><w:t>The ferry &amp; the pier</w:t></w:r></w:p>
<w:p><w:r><w:t xml:space="preserve">It waits </w:t></w:r><w:del><w:r><w:delText>not </w:delText></w:r></w:del><w:r><w:t>for Ren&#233;.</w:t></w:r></w:p>
<w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>An item</w:t></w:r></w:p>
<w:tbl><w:tr><w:tc><w:p><w:r><w:t>A cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
<w:p><mc:AlternateContent><mc:Choice><w:r><w:t>Once</w:t></w:r></mc:Choice><mc:Fallback><w:r><w:t>Once</w:t></w:r></mc:Fallback></mc:AlternateContent></w:p>
</w:body></w:document>"#;

const ODT: &str = r#"<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b"><office:body><office:text>
<text:tracked-changes><text:p>gone</text:p></text:tracked-changes>
<text:h text:outline-level="2">The ferry &amp; the pier</text:h>
<text:p>It waits<text:s/>for Ren&#xE9;.<text:note><text:note-body><text:p>A note</text:p></text:note-body></text:note></text:p>
<text:list><text:list-item><text:p>An item</text:p></text:list-item></text:list>
<table:table><table:table-row><table:table-cell><text:p>A cell</text:p></table:table-cell></table:table-row></table:table>
<text:p>Once</text:p></office:text></office:body></office:document-content>"#;

#[test]
fn texts_of_office_programs_have_headings_and_paragraphs() {
    let folder = Folder::new()
        .with(
            "a.docx",
            zipped(&[("word/styles.xml", STYLES), ("word/document.xml", DOCX)]),
        )
        .with("a.odt", zipped(&[("content.xml", ODT)]));
    for name in ["a.docx", "a.odt"] {
        let read = folder.read(name);
        let [document] = &read.documents[..] else {
            panic!("{:?}", folder.told(&read));
        };
        assert_eq!(document.id.as_str(), name);
        assert_eq!(
            blocks(document),
            [
                (BlockKind::Heading(2), "The ferry & the pier"),
                (BlockKind::Paragraph, "It waits for René."),
                (BlockKind::ListItem, "An item"),
                (BlockKind::Cell, "A cell"),
                (BlockKind::Paragraph, "Once"),
            ],
            "{name}"
        );
        assert!(document.fields[0].kinds.contains(FieldKind::Heading));
        assert!(document.structure.is_none());
    }
}

#[test]
fn the_same_text_is_the_same_document_as_in_a_plain_file() {
    let paragraphs = [
        "The ferry waits at the pier.",
        "A storm broke it, and nobody knows why.",
    ];
    let word = |text: &str| format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>");
    let docx = format!(
        "<w:document><w:body>{}</w:body></w:document>",
        paragraphs.map(word).concat()
    );
    let open = |text: &str| format!("<text:p>{text}</text:p>");
    let odt = format!(
        "<office:text>{}</office:text>",
        paragraphs.map(open).concat()
    );
    let folder = Folder::new()
        .with("a.docx", zipped(&[("word/document.xml", &docx)]))
        .with("a.odt", zipped(&[("content.xml", &odt)]))
        .with("a.txt", paragraphs.join("\n\n"));
    let plain = folder.read("a.txt").documents.remove(0);
    for name in ["a.docx", "a.odt"] {
        let document = folder.read(name).documents.remove(0);
        assert_eq!(document.text, plain.text);
        assert_eq!(document.identity(), plain.identity(), "{name}");
    }
}

#[test]
fn the_chapters_of_a_book_are_read_in_order() {
    let container =
        r#"<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>"#;
    let book = r#"<package xmlns:dc="d"><metadata><dc:title>Two piers</dc:title></metadata><manifest>
        <item id="b" href="text/two%20b.xhtml"/><item id="a" href="text/one.xhtml"/><item id="c" href="style.css"/>
        </manifest><spine><itemref idref="a"/><itemref idref="b"/><itemref idref="a"/></spine></package>"#;
    let parts = [
        ("META-INF/container.xml", container),
        ("OPS/book.opf", book),
        (
            "OPS/text/one.xhtml",
            "<html><body><h1>One</h1><p>The ferry waits.</p></body></html>",
        ),
        (
            "OPS/text/two b.xhtml",
            "<html><body><h1>Two</h1><p>A storm.</p></body></html>",
        ),
    ];
    let folder = Folder::new().with("a.epub", zipped(&parts));
    let document = folder.read("a.epub").documents.remove(0);
    assert_eq!(
        &*document.text,
        "Two piers\n\nOne\n\nThe ferry waits.\n\nTwo\n\nA storm."
    );
    assert!(blocks(&document).contains(&(BlockKind::Heading(1), "Two")));
    let folder = Folder::new().with("a.epub", zipped(&parts[..3]));
    assert_eq!(
        folder.refused("a.epub"),
        "a.epub: it has no part OPS/text/two b.xhtml, so it is not what its extension says; correct the \
         extension or remove it"
    );
}

#[test]
fn hostile_files_are_one_sentence_each() {
    // What a text grows to, and what its markup does.
    let long = format!(
        "<w:document><w:p><w:t>{}</w:t></w:p></w:document>",
        "word ".repeat(4 << 20)
    );
    let markup = format!(
        "<w:document>{}</w:document>",
        "<w:p></w:p>".repeat(26 << 20)
    );
    let entities = r#"<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>
        <w:document><w:p><w:t>text &b;&c; end</w:t></w:p></w:document>"#;
    let folder = Folder::new()
        .with("long.docx", zipped(&[("word/document.xml", &long)]))
        .with("markup.docx", zipped(&[("word/document.xml", &markup)]))
        .with("entities.docx", zipped(&[("word/document.xml", entities)]))
        .with(
            "broken.docx",
            zipped(&[("word/document.xml", "<a><b></a>")]),
        )
        .with("other.docx", zipped(&[("content.xml", ODT)]))
        .with("text.docx", "The ferry waits at the pier.")
        .with("text.zip", "The ferry waits at the pier.")
        .with("empty.odt", zipped(&[("content.xml", "<office:text/>")]));
    drop((long, markup));
    let too_large = "more than 16,777,216 bytes in one text, line or row, which is the limit; split it, or remove it if it is not what its name says; the rest of the file is not read";
    assert_eq!(
        folder.refused("long.docx"),
        format!("long.docx: {too_large}")
    );
    assert_eq!(
        folder.refused("markup.docx"),
        "markup.docx: its parts have more than 268,435,456 bytes, which is the limit; split or remove it"
    );
    assert_eq!(
        &*folder.read("entities.docx").documents[0].text,
        "text  end"
    );
    let damaged = "it is damaged, or not what its extension says (";
    for name in ["broken.docx", "text.docx", "text.zip"] {
        let told = folder.refused(name);
        assert!(told.starts_with(&format!("{name}: {damaged}")), "{told}");
        assert!(told.ends_with("); copy it again or remove it"), "{told}");
    }
    assert_eq!(
        folder.refused("other.docx"),
        "other.docx: it has no part word/document.xml, so it is not what its extension says; correct the \
         extension or remove it"
    );
    assert_eq!(
        folder.refused("empty.odt"),
        "empty.odt: the document contains no words; correct or remove it"
    );
}

fn tarred(members: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, content) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(content.len() as u64);
        archive
            .append_data(&mut header, name, &content[..])
            .unwrap();
    }
    archive.into_inner().unwrap()
}

#[test]
fn archives_are_read_as_folders_are() {
    let docx = zipped(&[(
        "word/document.xml",
        "<w:p><w:t>In an office file</w:t></w:p>",
    )]);
    let long = format!("{}/b.txt", "folder".repeat(30));
    let members = [
        ("sub/a.txt", b"One text".to_vec()),
        ("picture.png", vec![0; 10]),
        ("page.html", b"<p>One page".to_vec()),
        ("c.docx", docx),
        ("d.txt", b"\x89\0\0".to_vec()),
        ("table.csv", b"id,text\n".to_vec()),
        (&long, b"One more".to_vec()),
    ];
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.add_directory("sub/", SimpleFileOptions::default())
        .unwrap();
    for (name, content) in &members {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    let tar = tarred(&members);
    let folder = Folder::new()
        .with("a.zip", zip.finish().unwrap().into_inner())
        .with("a.tgz", zip_free(&tar))
        .with("a.tar.zst", zstd::encode_all(&tar[..], 3).unwrap())
        .with("a.tar", &tar);
    for name in ["a.zip", "a.tar", "a.tgz", "a.tar.zst"] {
        let read = folder.read(name);
        let texts = read.documents.iter().map(|it| (it.id.as_str(), &*it.text));
        assert_eq!(
            texts.collect::<Vec<_>>(),
            [
                ("sub/a.txt", "One text"),
                ("page.html", "One page"),
                ("c.docx", "In an office file"),
                (&*long, "One more"),
            ],
            "{name}"
        );
        assert_eq!(
            read.unknown,
            [Path::new("picture.png"), Path::new("table.csv")]
        );
        let told = folder.told(&read);
        assert!(
            told[0].starts_with(&format!("{name}/d.txt: looks binary")),
            "{told:?}"
        );
        assert_eq!(told.len(), 1);
    }
    let cut = Folder::new().with("a.tar", &tar[..515]);
    assert!(
        cut.refused("a.tar")
            .starts_with("a.tar: the archive is cut short or damaged (")
    );
    let other = Folder::new().with("a.tar", "The ferry waits at the pier.");
    assert!(
        other
            .refused("a.tar")
            .starts_with("a.tar: it is damaged, or not what its extension says (")
    );
}

#[test]
fn a_second_file_of_one_name_is_told_of() {
    let member = |name| (name, b"One text".to_vec());
    let tar = tarred(&["a.txt", "b.txt", "a.txt"].map(member));
    // The library writes no name twice.
    let zip = zipped(&[("a.txt", "One text"), ("b.txt", "Text"), ("c.txt", "Two")]);
    let mut renamed = zip;
    for place in 0..renamed.len() - 5 {
        if renamed[place..].starts_with(b"c.txt") {
            renamed[place] = b'a';
        }
    }
    let folder = Folder::new().with("a.tar", tar).with("a.zip", renamed);
    for name in ["a.tar", "a.zip"] {
        let read = folder.read(name);
        let ids = read.documents.iter().map(|it| it.id.as_str());
        assert_eq!(ids.collect::<Vec<_>>(), ["a.txt", "b.txt"], "{name}");
        assert_eq!(
            folder.told(&read),
            [format!(
                "{name}/a.txt: document 'a.txt' was already read at {name}/a.txt; give every document a different id"
            )]
        );
    }
}

#[test]
fn what_stands_before_the_cut_of_an_archive_is_read() {
    let letter = |place: u32| b'a' + (place.wrapping_mul(2_654_435_761) >> 24) as u8 % 26;
    let text = |name| (name, (0..2_000).map(letter).collect());
    let tar = tarred(&["a.txt", "b.png", "c.txt", "d.txt"].map(text));
    let member = 512 + 2_048;
    let cuts = [
        (member + 600, "unexpected EOF during skip", 1),
        (member * 2 + 100, "failed to read entire block", 1),
        (member * 3 + 600, "unexpected EOF during skip", 2),
        // The end of the last text is there, its padding is not.
        (member * 4 - 10, "unexpected EOF during skip", 3),
    ];
    for (cut, problem, documents) in cuts {
        let folder = Folder::new().with("a.tar", &tar[..cut]);
        let read = folder.read("a.tar");
        assert_eq!(read.documents.len(), documents, "{cut}");
        assert_eq!(
            folder.told(&read),
            [format!(
                "a.tar: the archive is cut short or damaged ({problem}); the rest of it is not read; copy or download it again"
            )]
        );
    }
    let packed = zip_free(&tar);
    let folder = Folder::new().with("a.tgz", &packed[..packed.len() / 4 * 3]);
    let told = folder.told(&folder.read("a.tgz"));
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].starts_with("a.tgz: the archive is cut short"),
        "{told:?}"
    );
}

#[test]
fn what_was_moved_or_struck_out_is_read_once_or_not() {
    let body = r#"<w:p><w:moveFrom><w:r><w:t>Moved.</w:t></w:r></w:moveFrom></w:p>
        <w:p><w:pPr><w:rPr><w:strike/></w:rPr></w:pPr><w:r><w:t xml:space="preserve">It stays </w:t></w:r>
        <w:r><w:rPr><w:strike/></w:rPr><w:t>struck</w:t></w:r><w:r><w:rPr><w:dstrike w:val="1"/></w:rPr><w:t>twice</w:t></w:r>
        <w:r><w:rPr><w:strike w:val="false"/><w:dstrike w:val="0"/><w:rPrChange><w:rPr><w:strike/></w:rPr></w:rPrChange></w:rPr><w:t>here.</w:t></w:r></w:p>
        <w:p><w:moveTo><w:r><w:t>Moved.</w:t></w:r></w:moveTo></w:p>"#;
    let docx = format!("<w:document><w:body>{body}</w:body></w:document>");
    let folder = Folder::new().with("a.docx", zipped(&[("word/document.xml", &docx)]));
    let read = folder.read("a.docx");
    let texts = blocks(&read.documents[0]).into_iter().map(|(_, text)| text);
    let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    assert_eq!(texts, ["It stays here.", "Moved."]);
}

#[test]
fn what_describes_a_text_and_cannot_be_read_is_missing_unless_it_was_named() {
    let rows = r#"{"id":"a","text":"One text","title":["x"],"date":{"$date":"2024-05-01"},"url":["u"],"cluster":[1],"split":{}}"#;
    let only_title = r#"{"id":"b","title":["x"],"text":""}"#;
    let folder = Folder::new().with("a.jsonl", format!("{rows}\n{only_title}\n"));
    let read = folder.read("a.jsonl");
    let [document] = &read.documents[..] else {
        panic!("{:?}", folder.told(&read));
    };
    assert_eq!(&*document.text, "One text");
    let known = (&document.date, &document.cluster, &document.split);
    assert_eq!(known, (&None, &None, &None));
    let wanted = "expected text or a number, in quotation marks if it is long";
    assert_eq!(
        folder.told(&read),
        [format!("a.jsonl:2: 'title' is a list; {wanted}")]
    );
    let options = ReadOptions {
        required: vec!["title".to_owned()],
        ..ReadOptions::default()
    };
    let read = read_all(&folder.path("a.jsonl"), &options, OnBad::Skip).unwrap();
    assert_eq!(
        folder.told(&read)[0],
        format!("a.jsonl:1: 'title' is a list; {wanted}")
    );
}

fn zip_free(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A record of a web archive.
fn record(kind: &str, url: &str, date: &str, media: &str, content: &[u8]) -> Vec<u8> {
    let length = content.len();
    let head = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: {date}\r\nContent-Type: {media}\r\nContent-Length: {length}\r\n\r\n"
    );
    [head.as_bytes(), content, b"\r\n\r\n"].concat()
}

fn response(url: &str, head: &str, body: &[u8]) -> Vec<u8> {
    let content = [head.as_bytes(), b"\r\n\r\n", body].concat();
    record(
        "response",
        url,
        "2024-05-01T10:00:00Z",
        "application/http; msgtype=response",
        &content,
    )
}

fn crawl() -> Vec<Vec<u8>> {
    let ok = "HTTP/1.1 200 OK\r\nContent-Type: text/html";
    let packed = zip_free(b"<p>A packed page");
    let chunks = b"8\r\n<p>In ch\r\n6;x=y\r\nunks, \r\n5\r\nmany.\r\n0\r\n\r\n";
    vec![
        record(
            "warcinfo",
            "",
            "2024-05-01T10:00:00Z",
            "application/warc-fields",
            b"software: made here",
        ),
        response("https://example.org/a", ok, b"<title>A</title><p>A page"),
        response(
            "https://example.org/gone",
            "HTTP/1.1 404 Not Found\r\nContent-Type: text/html",
            b"<p>Gone",
        ),
        response(
            "https://example.org/b.png",
            "HTTP/1.1 200 OK\r\nContent-Type: image/png",
            &[1, 2, 3],
        ),
        response(
            "https://example.org/c",
            &format!("{ok}; charset=koi8-r"),
            b"<p>\xC4\xC1",
        ),
        response(
            "https://example.org/d",
            &format!("{ok}\r\nContent-Encoding: gzip"),
            &packed,
        ),
        response(
            "https://example.org/e",
            &format!("{ok}\r\nTransfer-Encoding: chunked"),
            chunks,
        ),
        record(
            "resource",
            "https://example.org/f",
            "2024-05-02T10:00:00Z",
            "text/plain",
            b"A plain text",
        ),
    ]
}

#[test]
fn pages_of_a_crawl_are_documents_by_address_and_date() {
    let records = crawl();
    let members: Vec<u8> = records.iter().flat_map(|record| zip_free(record)).collect();
    let folder = Folder::new()
        .with("a.warc", records.concat())
        .with("a.warc.gz", members);
    for name in ["a.warc", "a.warc.gz"] {
        let read = folder.read(name);
        assert!(read.skipped.is_empty(), "{:?}", folder.told(&read));
        let documents = read
            .documents
            .iter()
            .map(|it| (it.id.as_str(), it.text.lines().last().unwrap_or_default()));
        assert_eq!(
            documents.collect::<Vec<_>>(),
            [
                ("https://example.org/a 2024-05-01T10:00:00Z", "A page"),
                ("https://example.org/c 2024-05-01T10:00:00Z", "да"),
                (
                    "https://example.org/d 2024-05-01T10:00:00Z",
                    "A packed page"
                ),
                (
                    "https://example.org/e 2024-05-01T10:00:00Z",
                    "In chunks, many."
                ),
                ("https://example.org/f 2024-05-02T10:00:00Z", "A plain text"),
            ]
        );
        assert_eq!(
            read.documents[0].date.as_deref(),
            Some("2024-05-01T10:00:00Z")
        );
    }
}

#[test]
fn records_that_lie_about_their_length_end_the_archive() {
    let records = crawl();
    let whole = records.concat();
    let wrong = |from: &str, to: &str| {
        String::from_utf8_lossy(&records[1])
            .replace(from, to)
            .into_bytes()
    };
    let length = format!(
        "Content-Length: {}",
        25 + "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n".len()
    );
    let short = [
        &records[0],
        &wrong(&length, "Content-Length: 60"),
        &records[7],
    ]
    .map(Vec::as_slice)
    .concat();
    let long = [
        &records[0],
        &wrong(&length, "Content-Length: 99999999999999"),
        &records[7],
    ]
    .map(Vec::as_slice)
    .concat();
    let none = [&records[0], &wrong(&length, "Content-Size: 7"), &records[7]]
        .map(Vec::as_slice)
        .concat();
    let folder = Folder::new()
        .with("short.warc", short)
        .with("long.warc", long)
        .with("none.warc", none)
        .with("cut.warc", &whole[..whole.len() - 40])
        .with("text.warc", "The ferry waits at the pier.");
    let sentence = "no record begins here, or the one that does is cut short or gives a wrong length; the rest of the file is not read; copy or download it again";
    for (name, record, documents) in [
        ("short", 3, 1),
        ("long", 2, 0),
        ("none", 2, 0),
        ("cut", 8, 4),
        ("text", 1, 0),
    ] {
        let read = folder.read(&format!("{name}.warc"));
        assert_eq!(read.documents.len(), documents, "{name}");
        let told = folder.told(&read);
        assert_eq!(told, [format!("{name}.warc[{record}]: {sentence}")]);
    }
}

/// What a program in the place of `pdftotext` may do.
#[cfg(unix)]
#[test]
fn text_of_a_pdf_comes_from_a_program() {
    let has = std::process::Command::new("pdftotext")
        .arg("-v")
        .output()
        .is_ok();
    let folder = Folder::new()
        .with("a.pdf", pdf("The ferry waits at the pier."))
        .with("b.pdf", pdf(""))
        .with("c.pdf", "no PDF");
    if has {
        assert_eq!(
            &*folder.read("a.pdf").documents[0].text,
            "The ferry waits at the pier."
        );
        assert_eq!(
            folder.refused("b.pdf"),
            "b.pdf: it holds no text, as scans do not; recognise its characters first, or remove it"
        );
        assert_eq!(
            folder.refused("c.pdf"),
            "c.pdf: pdftotext cannot read it: it is damaged, protected by a password or no PDF; save it again or remove it"
        );
    } else {
        assert_eq!(
            folder.refused("a.pdf"),
            "a.pdf: PDF is read by the program pdftotext, which was not found; install it (Poppler)"
        );
    }
}

/// A PDF of one page with one line.
#[cfg(unix)]
fn pdf(text: &str) -> Vec<u8> {
    let content = format!("BT /F1 12 Tf 72 720 Td ({text}) Tj ET");
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>".to_owned(),
        format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    let mut file = "%PDF-1.4\n".to_owned();
    let mut places = Vec::new();
    for (number, object) in objects.iter().enumerate() {
        places.push(file.len());
        file += &format!("{} 0 obj\n{object}\nendobj\n", number + 1);
    }
    let table = file.len();
    file += &format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for place in places {
        file += &format!("{place:010} 00000 n \n");
    }
    file += &format!(
        "trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n",
        objects.len() + 1
    );
    file.into_bytes()
}
