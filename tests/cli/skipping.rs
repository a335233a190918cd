//! Tests that whatever is left out of a collection is reported, and that kept documents are
//! unchanged.

use std::fs;

use dejalu::document::reader::endings;

use crate::workshop::{Workshop, gzip};

const DEDUPE: &str = "--rule jaccard=0.9 --out groups.csv --write-kept";

#[test]
fn rows_that_were_left_out_are_kept_as_they_stand() {
    let json = "{\"id\":\"x\",\"text\":\"\"}\n\
                {\"id\":\"x\",\"text\":\" \"}\n\
                {\"id\":\"x\",\"text\":\"the good document\"}\n\
                {\"id\":\"x\",\"text\":\"the second good document\"}\n\
                broken\n";
    let csv = "id,text\nx,\nx, \nx,the good document\nx,the second good document\nx,too,many\n";
    let ris = "TY  - JOUR\nER  - \nTY  - JOUR\nTI  - \nER  - \nTY  - JOUR\n\
               TI  - the good document\nER  - \n";
    let array = "[{\"id\":\"x\",\"text\":\"\"},\n7,\n{\"id\":\"x\",\"text\":\"the good document\"}";
    // The last row is a copy of a good one.
    for (name, content, copy, end, left_out) in [
        (
            "d.jsonl",
            json,
            "{\"id\":\"y\",\"text\":\"the good document\"}\n",
            "",
            4,
        ),
        ("d.csv", csv, "y,the good document\n", "", 4),
        (
            "d.ris",
            ris,
            "TY  - JOUR\nTI  - the good document\nER  - \n",
            "",
            2,
        ),
        (
            "d.json",
            array,
            ",\n{\"id\":\"y\",\"text\":\"the good document\"}",
            "]\n",
            2,
        ),
    ] {
        let workshop = Workshop::new().with(name, format!("{content}{copy}{end}"));
        let kept = format!("kept{}", &name[1..]);
        let answer = workshop
            .types(&format!("dedupe {name} {DEDUPE} {kept}"))
            .ends_with(2);
        let told = format!("warning: {left_out} documents left out\n");
        assert!(answer.err.contains(&told), "{}", answer.err);
        let told =
            format!("{left_out} rows that were left out of the comparison are kept as they are\n");
        assert!(answer.err.contains(&told), "{}", answer.err);
        assert_eq!(workshop.read(&kept), format!("{content}{end}"), "{name}");
    }
    let zipped = Workshop::new().with("d.jsonl.gz", gzip(json));
    zipped
        .types(&format!("dedupe d.jsonl.gz {DEDUPE} kept.jsonl"))
        .ends_with(2);
    assert_eq!(zipped.read("kept.jsonl"), json);
}

/// A gzip file with a member for each part, of which the second is damaged before its checksum.
fn with_a_damaged_member(parts: &[String]) -> Vec<u8> {
    let mut members: Vec<Vec<u8>> = parts.iter().map(|part| gzip(part)).collect();
    let checksum = members[1].len() - 8;
    members[1][checksum] ^= 1;
    members.concat()
}

#[test]
fn a_damaged_member_of_a_gzip_file_hides_no_other() {
    let row = |id: &str| format!("{{\"id\":\"{id}\",\"text\":\"the document {id}\"}}\n");
    let record = |id: &str| {
        let text = format!("the document {id}");
        format!(
            "WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: {id}\r\nWARC-Date: 2024\r\n\
             Content-Length: {}\r\n\r\n{text}\r\n\r\n",
            text.len()
        )
    };
    for (name, parts, place) in [
        ("d.jsonl.gz", ["a", "b", "c"].map(row), "d.jsonl.gz:2"),
        ("d.warc.gz", ["a", "b", "c"].map(record), "d.warc.gz[2]"),
    ] {
        let workshop = Workshop::new().with(name, with_a_damaged_member(&parts));
        let answer = workshop
            .types(&format!(
                "dedupe {name} --rule jaccard=0.9 --out groups.csv --write-kept kept.jsonl --json g.json"
            ))
            .ends_with(2);
        let told = format!("warning: {place}: the compressed file is damaged from byte ");
        assert!(answer.err.contains(&told), "{}", answer.err);
        assert_eq!(workshop.read("kept.jsonl").lines().count(), 2);
        let summary: serde_json::Value = serde_json::from_str(&workshop.read("g.json")).unwrap();
        assert_eq!(summary["counts"]["documents"], 2);
        assert_eq!(
            summary["left_out_by_reason"],
            serde_json::json!({ "damaged": 1 })
        );
    }
    // Of a single member nothing behind the damage can be read, and that is said.
    let mut single = gzip(&["a", "b"].map(row).concat());
    let checksum = single.len() - 8;
    single[checksum] ^= 1;
    let workshop = Workshop::new().with("d.jsonl.gz", single);
    let answer = workshop
        .types("dedupe d.jsonl.gz --rule jaccard=0.9 --out groups.csv")
        .ends_with(2);
    let told = "may be wrong in places, and the rest is not read; copy or download it again\n";
    assert!(answer.err.contains(told), "{}", answer.err);
}

#[test]
fn the_lines_of_further_faults_are_named() {
    let row = |number: usize| match number {
        1..=5 | 7 | 9..=11 => format!("{number},\n"),
        _ => format!("{number},a document\n"),
    };
    let rows: String = (1..=12).map(row).collect();
    let workshop = Workshop::new().with("d.csv", format!("id,text\n{rows}"));
    let answer = workshop
        .types("dedupe d.csv --rule jaccard=0.9 --out groups.csv")
        .ends_with(2);
    let told =
        "\nwarning: and 4 more (lines 8, 10–12); --json names all\nwarning: 9 documents left out\n";
    assert!(answer.err.contains(told), "{}", answer.err);
}

#[test]
fn what_ends_a_source_is_shown_before_further_faults() {
    let row = |number: usize| match number {
        1..=6 => "{\"text\":\"\"}\n".to_owned(),
        _ => format!("{{\"text\":\"a document about {}\"}}\n", number * 7919),
    };
    let rows: String = (1..=2_000).map(row).collect();
    let whole = gzip(&rows);
    let workshop = Workshop::new().with("d.jsonl.gz", &whole[..whole.len() / 2]);
    let answer = workshop
        .types("dedupe d.jsonl.gz --rule jaccard=0.9 --out groups.csv")
        .ends_with(2);
    let cut = |line: &str| {
        let told = line.contains("the file is cut short: its compressed data ends after");
        told && line.contains(" d.jsonl.gz")
    };
    assert!(answer.err.lines().next().is_some_and(cut), "{}", answer.err);
    let told =
        "\nwarning: and 2 more (lines 5–6); --json names all\nwarning: 7 documents left out\n";
    assert!(answer.err.contains(told), "{}", answer.err);
    let answer = workshop
        .types(&format!("dedupe d.jsonl.gz {DEDUPE} kept.jsonl"))
        .ends_with(2);
    assert!(answer.err.lines().last().is_some_and(cut), "{}", answer.err);
}

#[test]
fn a_first_record_that_cannot_be_read_takes_no_other_with_it() {
    for (name, content) in [
        (
            "d.bib",
            "@misc{a, title = {Never closed\n@misc{b, title = {The ferry waits}}\n",
        ),
        (
            "d.jsonl",
            "{\"text\": \"cut sh\n{\"text\": \"The ferry waits\"}\n",
        ),
    ] {
        let workshop = Workshop::new().with(name, content);
        let answer = workshop
            .types(&format!(
                "dedupe {name} --rule jaccard=0.9 --out groups.csv"
            ))
            .ends_with(2);
        assert!(
            answer.err.contains(&format!("{name}:1: ")),
            "{}",
            answer.err
        );
        assert!(answer.err.contains("1 document left out"), "{}", answer.err);
        assert_eq!(
            workshop.read("groups.csv"),
            "id,group,representative,score,kept,lost,reason,relation\n2,2,2,,true,,unique,\n"
        );
    }
}

#[test]
fn a_source_that_is_not_closed_leaves_no_document_out() {
    let article = "<PubmedArticle><Article><ArticleTitle>The ferry waits</ArticleTitle></Article></PubmedArticle>";
    for (name, content, told) in [
        (
            "d.xml",
            format!("<PubmedArticleSet>\n{article}\n"),
            "PubmedArticleSet begins here and never ends",
        ),
        (
            "d.json",
            "[{\"text\": \"The ferry waits\"}".to_owned(),
            "the array begins here and never ends",
        ),
    ] {
        let workshop = Workshop::new().with(name, content);
        let line = format!("dedupe {name} --rule jaccard=0.9 --out groups.csv");
        let answer = workshop.types(&line).ends_with(2);
        let told = format!("warning: {name}:1: {told}; the file may be cut short, copy it again\n");
        assert_eq!(answer.err, told);
        assert!(
            workshop
                .read("groups.csv")
                .contains("\n1,1,1,,true,,unique,\n")
        );
    }
    let workshop = Workshop::new().with("d.json", "[7");
    let answer = workshop
        .types("dedupe d.json --rule jaccard=0.9")
        .ends_with(2);
    assert!(answer.err.contains("warning: 1 document left out\n"));
    let told = "none of its documents could be read (1 document); ";
    assert!(answer.err.contains(told), "{}", answer.err);
}

#[test]
fn a_table_without_texts_is_told_of() {
    let table = "id,title,story\n1,Weather,sun and rain\n2,Weather,snow and fog\n";
    let workshop = Workshop::new().with("d.csv", table);
    let told = "warning: d.csv: only titles are compared, since no row has a text; name its column with --text or --html\n";
    let plain = "dedupe d.csv --rule jaccard=0.9 --out groups.csv";
    assert_eq!(workshop.types(plain).done().err, told);
    let named = workshop.types(&format!("{plain} --text story")).done();
    assert_eq!(named.err, "");
}

#[test]
fn the_only_fault_of_a_source_without_documents_is_said_once() {
    let workshop = Workshop::with_model().with("d.jsonl", "");
    let told = "error: d.jsonl: the input is empty; fill or remove it\n";
    for line in [
        "dedupe d.jsonl",
        "index d.jsonl -m model.json --out d.index",
    ] {
        let answer = workshop.types(line).ends_with(2);
        assert_eq!(answer.err, told, "{line}");
    }
}

#[test]
fn rows_are_kept_byte_for_byte() {
    let header = "id,text\r\n";
    let a = "a,\"one\rtwo\r\nthree \"\"four\"\" five\nsix\"\r\n";
    let b = "'b' , a text without any quotation marks\r\n";
    let workshop = Workshop::new().with("d.csv", format!("{header}{a}{b}{}", a.replace('a', "c")));
    let line = format!("dedupe d.csv {DEDUPE} kept.csv");
    workshop.types(&line).done();
    assert_eq!(workshop.read("kept.csv"), format!("{header}{a}{b}"));
}

#[cfg(unix)]
#[test]
fn files_whose_names_are_not_utf_8_are_all_kept() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let workshop = Workshop::new();
    let names: [&[u8]; 4] = [
        b"a\xff.txt",
        b"a\xfe.txt",
        b"a%FF.txt",
        "a\u{fffd}.txt".as_bytes(),
    ];
    fs::create_dir(workshop.path("d")).unwrap();
    let texts = [
        "the ferry left",
        "a storm came",
        "nobody waited here",
        "rain fell all day",
    ];
    for (name, text) in names.into_iter().zip(texts) {
        let path = workshop.path("d").join(OsStr::from_bytes(name));
        fs::write(path, text).unwrap();
    }
    let line = format!("dedupe d {DEDUPE} kept.jsonl");
    workshop.types(&line).done();
    let kept = workshop.read("kept.jsonl");
    let row = |id, text: usize| format!("{{\"id\":\"{id}\",\"text\":\"{}\"}}\n", texts[text]);
    let expected = [
        row("./a%FE.txt", 1),
        row("./a%FF.txt", 0),
        row("a%FF.txt", 2),
        row("a\u{fffd}.txt", 3),
    ];
    assert_eq!(kept, expected.concat());
}

#[test]
fn files_that_no_reader_knows_are_counted_and_named() {
    let workshop = Workshop::new()
        .with("d/a.txt", "one document of many words ".repeat(10))
        .with("d/b.doc", "PK")
        .with("d/below/c.ps", "%PDF");
    let answer = workshop
        .types("dedupe d --rule jaccard=0.9 --out d/groups.csv")
        .done();
    let told = "warning: d: 2 files of unknown format ignored: b.doc, below/c.ps\n";
    assert!(answer.err.starts_with(told), "{}", answer.err);
    let quiet = workshop
        .types("dedupe d -q --rule jaccard=0.9 --out groups.csv")
        .done();
    let told = "warning: d: 2 files of unknown format ignored: b.doc, below/c.ps\n\
                warning: d: 1 file of many documents ignored, since a folder is read for files of one document each \
                (pass such a file itself): groups.csv\n";
    assert_eq!(quiet.err, told);
    for number in 0..4 {
        fs::write(workshop.path(&format!("d/{number}.png")), "").unwrap();
    }
    workshop.types("registry init --store s").done();
    for line in [
        "registry register d --store s",
        "registry probe d --store s",
    ] {
        let answer = workshop.types(line).ends_with(0);
        let told = "warning: d: 6 files of unknown format ignored: 0.png, 1.png, 2.png, \
                    3.png, b.doc, and 1 more\n";
        assert!(answer.err.starts_with(told), "{}", answer.err);
    }
    workshop.refuses(
        "dedupe d --rule jaccard=0.9 --strict --out groups.csv",
        &format!(
            "d/0.png: unknown file format; expected a regular file with one of the extensions {}, \
             each also with .gz or .zst; remove it, or leave --strict out",
            endings().join(" ")
        ),
    );
}

#[test]
fn files_of_many_documents_in_a_folder_are_left_out_with_a_code_where_they_are_most_of_it() {
    let rows = "{\"text\":\"a document of many words\"}\n".repeat(20);
    let workshop = Workshop::new()
        .with("d/a.txt", "one document")
        .with("d/all.jsonl", &rows)
        .with("e/all.jsonl", &rows);
    let answer = workshop
        .types("dedupe d -q --rule jaccard=0.9 --out groups.csv --json g.json")
        .ends_with(2);
    let told = "warning: d/all.jsonl: it holds many documents, but only files of one document each are read from a folder; files of many have most of the bytes of this folder; pass the file itself\n";
    assert!(answer.err.starts_with(told), "{}", answer.err);
    let summary: serde_json::Value = serde_json::from_str(&workshop.read("g.json")).unwrap();
    assert_eq!(summary["left_out_documents"][0]["place"], "d/all.jsonl");
    assert_eq!(summary["left_out_documents"][0]["reason"], "holds_many");
    // A folder that holds nothing else is a folder of exports.
    let answer = workshop.types("dedupe e --rule jaccard=0.9 --out groups.csv");
    let answer = answer.done();
    assert!(answer.out.starts_with("20 documents, "), "{}", answer.out);
}

#[test]
fn a_summary_names_all_that_is_left_out() {
    let rows = "x,\n".repeat(7);
    let workshop = Workshop::new().with("d.csv", format!("id,text\ny,a document\n{rows}"));
    let answer = workshop
        .types("dedupe d.csv --rule jaccard=0.9 --out groups.csv --json g.json")
        .ends_with(2);
    let told = "warning: and 2 more (lines 8–9); --json names all\n";
    assert!(answer.err.contains(told), "{}", answer.err);
    let summary: serde_json::Value = serde_json::from_str(&workshop.read("g.json")).unwrap();
    let all = summary["left_out_documents"].as_array().unwrap();
    let places: Vec<_> = all.iter().map(|it| it["place"].as_str().unwrap()).collect();
    let lines: Vec<String> = (3..10).map(|line| format!("d.csv:{line}")).collect();
    assert_eq!(places, lines);
}

#[cfg(unix)]
#[test]
fn a_link_to_a_document_that_is_read_is_none() {
    use std::os::unix::fs::symlink;
    let workshop = Workshop::new()
        .with("d/a.txt", "one document")
        .with("d/below/b.txt", "another thing")
        .with("elsewhere.txt", "a third text");
    for (target, name) in [
        ("a.txt", "d/0.txt"),
        ("below", "d/again"),
        ("../elsewhere.txt", "d/c.txt"),
        ("../elsewhere.txt", "d/d.txt"),
    ] {
        symlink(target, workshop.path(name)).unwrap();
    }
    workshop
        .types("dedupe d --rule jaccard=0.9 --out groups.csv --json g.json")
        .done();
    let groups = workshop.read("groups.csv");
    let ids: Vec<&str> = groups
        .lines()
        .filter_map(|it| it.split(',').next())
        .collect();
    assert_eq!(ids, ["id", "a.txt", "below/b.txt", "c.txt"]);
    let summary: serde_json::Value = serde_json::from_str(&workshop.read("g.json")).unwrap();
    let links = serde_json::json!({ "symbolic_links": 3 });
    assert_eq!(summary["left_out_by_reason"], links);
}

#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_named_and_not_opened() {
    let workshop = Workshop::new().with("d/a.txt", "one document");
    let pipe = workshop.path("d/pipe.txt");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let _socket = std::os::unix::net::UnixListener::bind(workshop.path("d/socket.md")).unwrap();
    let answer = workshop
        .types("dedupe d --rule jaccard=0.9 --out groups.csv")
        .done();
    let told = "warning: d: 2 files of unknown format ignored: pipe.txt, socket.md\n";
    assert!(answer.err.starts_with(told), "{}", answer.err);
    assert_eq!(workshop.read("groups.csv").lines().count(), 2);
    let answer = workshop.types("classify d/pipe.txt d/a.txt").ends_with(2);
    let told = "error: d/pipe.txt: not a regular file, but a pipe, socket or device; copy what comes from it into a file\n";
    assert_eq!(answer.err, told);
    let pipe = workshop.path("pipe.jsonl");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let answer = workshop
        .types(&format!("dedupe pipe.jsonl {DEDUPE} kept.jsonl"))
        .ends_with(2);
    assert_eq!(
        answer.sentence(),
        "pipe.jsonl: a pipe, socket or device can be read only once, but its documents have to be copied; save them to a file and pass that"
    );
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_is_named_and_the_run_goes_on() {
    let workshop = Workshop::new().with("d/a.txt", "one document");
    std::os::unix::fs::symlink("nowhere", workshop.path("d/b.txt")).unwrap();
    let answer = workshop
        .types("dedupe d --rule jaccard=0.9 --out groups.csv")
        .ends_with(2);
    let told = "warning: cannot read d/b.txt: No such file or directory (os error 2); correct the \
                path\nwarning: 1 document left out\n";
    assert!(answer.err.starts_with(told), "{}", answer.err);
}

#[test]
fn a_document_that_is_too_long_is_left_out_and_the_next_one_read() {
    let long = "word ".repeat((16 << 20) / 5);
    let rows = format!(
        "{{\"id\":\"a\",\"text\":\"one\"}}\n{{\"id\":\"b\",\"text\":\"{long}\"}}\n\
         {{\"id\":\"c\",\"text\":\"three\"}}\n"
    );
    let workshop = Workshop::new()
        .with("d.jsonl", rows)
        .with("d/long.txt", format!("{long}words"))
        .with("d/short.txt", "short");
    let rule = "--rule jaccard=0.9 --out groups.csv";
    let answer = workshop
        .types(&format!("dedupe d.jsonl {rule}"))
        .ends_with(2);
    let told = "warning: d.jsonl:2: the line has more than 16,777,216 bytes, the limit of a document; split it or remove it\nwarning: 1 document left out\n";
    assert!(answer.err.starts_with(told), "{}", answer.err);
    assert_eq!(workshop.read("groups.csv").lines().count(), 3);

    let answer = workshop.types(&format!("dedupe d {rule}")).ends_with(2);
    let told = "warning: d/long.txt: it has more than 16,777,216 bytes, which is the limit; ";
    assert!(answer.err.starts_with(told), "{}", answer.err);
    assert_eq!(workshop.read("groups.csv").lines().count(), 2);

    for command in ["dedupe", "background", "train", "generate"] {
        let help = workshop.types(&format!("{command} --help")).done().out;
        // A line may be broken anywhere.
        let help: Vec<&str> = help.split_whitespace().collect();
        assert!(help.join(" ").contains("at most 16 MiB"), "{help:?}");
    }
}

#[test]
fn a_good_row_is_read_behind_any_number_of_broken_ones() {
    let broken: String = (1..=1001)
        .map(|n| format!("@article{{k{n}, title={{a \\}}}}\n"))
        .collect();
    let workshop = Workshop::new()
        .with(
            "d.bib",
            format!("{broken}@article{{a, title={{Good words here}}}}\n"),
        )
        .with("e.bib", &broken)
        .with(
            "d.jsonl",
            format!("{}{{\"text\": \"Good words here\"}}\n", "{\n".repeat(1001)),
        );
    for name in ["d.bib", "d.jsonl"] {
        let line = format!("dedupe {name} --rule jaccard=0.8");
        let answer = workshop.types(&line).ends_with(2);
        assert!(
            answer.out.contains("\n1002,1002,1002,,true,,unique,\n"),
            "{}",
            answer.err
        );
        let figures = workshop
            .types(&format!("{line} --out g.csv --json -"))
            .json();
        assert_eq!(figures["left_out"], 1001);
    }
    workshop.refuses(
        "dedupe e.bib --rule jaccard=0.8",
        "e.bib: none of its documents could be read (1,001 documents); correct them",
    );
}

#[test]
fn notes_of_word_and_macos_are_no_documents() {
    let text = "The ferry waits at the old pier.";
    let workshop = Workshop::new()
        .with("notes/a.txt", text)
        .with("notes/._a.txt", "\0\u{5}\u{16}\u{7}")
        .with("notes/~$a.docx", "Ann")
        .with("notes/__MACOSX/a.txt", "Mac OS X");
    let answer = workshop.types("dedupe notes --rule jaccard=0.5").done();
    assert_eq!(answer.out.lines().count(), 2, "{}", answer.out);
    assert!(!answer.err.contains("warning"), "{}", answer.err);
}

#[test]
fn tables_that_were_put_together_have_one_header() {
    let table = "id,title,text\na,One,the good document\n";
    let other = "\u{feff}\"id\",title,text\nb,Two,another thing altogether\n";
    let workshop = Workshop::new().with("d.csv", [table, other].concat());
    let answer = workshop
        .types(&format!("dedupe d.csv {DEDUPE} kept.csv"))
        .done();
    let told = "d.csv:3: 1 header row between the rows was skipped, as in concatenated tables; this is the first";
    assert!(answer.err.contains(told), "{}", answer.err);
    let kept = "id,title,text\na,One,the good document\nb,Two,another thing altogether\n";
    assert_eq!(workshop.read("kept.csv"), kept);
}

#[test]
fn a_table_among_references_is_left_out_and_kept() {
    let ris = "TY  - JOUR\nTI  - the good document\nER  - \n";
    let bib = "@article{a, title = {the good document}}\n";
    let table = "Authors,Title,Year\nLi,\"One\n\nmore\",2001\nWu,Two,2002\n";
    for (name, one) in [("d.ris", ris), ("d.bib", bib)] {
        let all = [one, table, one].concat();
        let workshop = Workshop::new().with(name, &all);
        let kept = format!("kept{}", &name[1..]);
        let answer = workshop
            .types(&format!("dedupe {name} {DEDUPE} {kept}"))
            .ends_with(2);
        let line = 1 + one.lines().count();
        let told = format!("{name}:{line}: a table begins here, and 4 lines of it are not read");
        assert!(answer.err.contains(&told), "{}", answer.err);
        assert_eq!(workshop.read(&kept), [one, table].concat());
    }
}
