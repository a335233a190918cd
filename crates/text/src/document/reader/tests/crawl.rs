//! Web archives.

use super::*;

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
        "Application/http; msgtype=response",
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
            &format!("{ok}; Charset=koi8-r"),
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
        assert!(read.skipped.is_empty(), "{:?}", folder.messages(&read));
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
fn what_was_captured_twice_in_a_second_is_two_documents() {
    let ok = "HTTP/1.1 200 OK\r\nContent-Type: text/html";
    let capture = |text: &str| response("https://example.org/a", ok, text.as_bytes());
    let folder = Folder::new().with("a.warc", ["<p>One", "<p>Two"].map(capture).concat());
    let read = folder.read("a.warc");
    let documents = read.documents.iter();
    let texts: Vec<_> = documents.map(|it| (it.id.as_str(), &*it.text)).collect();
    assert_eq!(
        texts,
        [
            (
                "https://example.org/a 2024-05-01T10:00:00Z",
                "example org a\n\nOne"
            ),
            (
                "https://example.org/a 2024-05-01T10:00:00Z #2",
                "example org a\n\nTwo"
            ),
        ]
    );
}

#[test]
fn records_that_lie_about_their_length_hide_no_other() {
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
    let swallows = [
        &records[0],
        &wrong(&length, "Content-Length: 120"),
        &records[7],
    ]
    .map(Vec::as_slice)
    .concat();
    let headless = [&records[0], &wrong("WARC/1.0", "WARD/1.0"), &records[7]]
        .map(Vec::as_slice)
        .concat();
    let none = [&records[0], &wrong(&length, "Content-Size: 7"), &records[7]]
        .map(Vec::as_slice)
        .concat();
    let folder = Folder::new()
        .with("short.warc", short)
        .with("swallows.warc", swallows)
        .with("headless.warc", headless)
        .with("long.warc", long)
        .with("none.warc", none)
        .with("cut.warc", &whole[..whole.len() - 40])
        .with("text.warc", "The ferry waits at the pier.");
    let sentence = "no valid record begins here: it is damaged, cut short or gives a wrong length; reading continues at the next one; copy or download the file again";
    for (name, record, documents) in [
        ("short", 2, 1),
        ("swallows", 2, 1),
        ("long", 2, 1),
        ("none", 2, 1),
        ("headless", 2, 1),
        ("cut", 8, 4),
        ("text", 1, 0),
    ] {
        let read = folder.read(&format!("{name}.warc"));
        assert_eq!(read.documents.len(), documents, "{name}");
        let told = folder.messages(&read);
        assert_eq!(told, [format!("{name}.warc[{record}]: {sentence}")]);
    }
}

#[test]
fn texts_that_were_made_of_pages_are_documents_and_other_records_are_counted() {
    let date = "2024-05-01T10:00:00Z";
    let of = |kind: &str, name: &str, media: &str, content: &str| {
        let url = format!("https://example.org/{name}");
        record(kind, &url, date, media, content.as_bytes())
    };
    let whole = [
        of("warcinfo", "", "application/warc-fields", "software: own"),
        of("Conversion", "a", "text/plain", "The ferry waits."),
        of("conversion", "b", "", "The pier is old."),
        of("conversion", "c", "application/json", "{}"),
        of(
            "revisit",
            "d",
            "application/http; msgtype=response",
            "HTTP/1.1 200 OK\r\n\r\n",
        ),
        of(
            "request",
            "e",
            "application/http; msgtype=request",
            "GET / HTTP/1.1\r\n\r\n",
        ),
        of(
            "request",
            "f",
            "application/http; msgtype=request",
            "GET / HTTP/1.1\r\n\r\n",
        ),
        of("response", "g", "text/dns", "20240501 example.org"),
        of("continuation", "h", "text/plain", "the end of another"),
    ]
    .concat();
    let folder = Folder::new()
        .with("a.warc.wet.gz", zip_free(&whole))
        .with("a.wet", &whole)
        .with("a.warc.wet", &whole)
        .with("a.warc", &whole);
    for name in ["a.warc.wet.gz", "a.wet", "a.warc.wet", "a.warc"] {
        let read = folder.read(name);
        let texts: Vec<&str> = read.documents.iter().map(|it| &*it.text).collect();
        assert_eq!(texts, ["The ferry waits.", "The pier is old."], "{name}");
        let passed_over: Vec<(&str, u64)> = read.passed_over.into_iter().collect();
        assert_eq!(
            passed_over,
            [
                ("continuation_records", 1),
                ("neither_page_nor_text", 1),
                ("records_of_other_types", 1),
                ("request_records", 2),
                ("revisit_records", 1),
                ("warcinfo_records", 1),
            ]
        );
    }
}
