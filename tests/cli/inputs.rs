//! Documents as other programs write them: nothing of them is lost, and what is left out is counted.

use crate::workshop::{Workshop, documents, gzip};

const DEDUPE: &str = "--rule jaccard=0.9 --out groups.csv";

/// The ids of the documents that were kept.
fn kept(workshop: &Workshop) -> Vec<String> {
    let groups = workshop.read("groups.csv");
    let rows = groups.lines().filter(|row| row.contains(",true,"));
    let ids = rows.map(|row| row.split(',').next().unwrap_or_default());
    ids.map(String::from).collect()
}

fn record(kind: &str, number: usize, media: &str, content: &str) -> String {
    let length = content.len();
    format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: https://example.org/{number}\r\n\
         WARC-Date: 2024-05-01T10:00:0{number}Z\r\nContent-Type: {media}\r\nContent-Length: {length}\r\n\r\n{content}\r\n\r\n"
    )
}

#[test]
fn texts_of_a_crawl_are_read_and_what_is_passed_over_is_counted() {
    let http = "application/http; msgtype=response";
    let crawl = [
        record("warcinfo", 0, "application/warc-fields", "software: own"),
        record(
            "conversion",
            1,
            "text/plain",
            "The ferry waits at the pier.",
        ),
        record(
            "conversion",
            2,
            "text/plain",
            "The ferry waits at the pier.",
        ),
        record("revisit", 3, http, "HTTP/1.1 200 OK\r\n\r\n"),
        record("response", 4, http, "HTTP/1.1 404 No\r\n\r\nNot here"),
        record("conversion", 5, "text/plain", "Cut here").replace("WARC/1.0", "WARQ/1.0"),
        record(
            "conversion",
            6,
            "text/plain",
            "Beetles farm fungus in dead wood.",
        ),
    ]
    .concat();
    let workshop = Workshop::new()
        .with("c.warc.wet.gz", gzip(&crawl))
        .with("c.warc", &crawl);
    for name in ["c.warc.wet.gz", "c.warc"] {
        let answer = workshop
            .types(&format!("dedupe {name} {DEDUPE} --json summary.json"))
            .ends_with(2);
        let line = "not compared: damaged (1), responses of other status (1), revisit records (1), warcinfo records (1)\n";
        assert!(answer.out.contains(line), "{}", answer.out);
        let summary = workshop.read("summary.json");
        let summary: serde_json::Value = serde_json::from_str(&summary).unwrap();
        assert_eq!(summary["counts"]["documents"], 3);
        assert_eq!(summary["left_out"], 4);
        assert_eq!(
            summary["left_out_by_reason"],
            serde_json::json!({
                "damaged": 1, "responses_of_other_status": 1, "revisit_records": 1, "warcinfo_records": 1
            })
        );
    }
}

#[test]
fn a_text_that_is_records_is_read_as_what_it_is() {
    let one = "The ferry waits at the old pier";
    let ris = format!("TY  - JOUR\nTI  - {one}\nER  - \n").repeat(2);
    let nbib = format!("PMID- 1\nTI  - {one}\n\n").repeat(2);
    let bib = format!("% an export\n@article{{a,\n  title = {{{one}}}\n}}\n").repeat(2);
    let json = format!("{{\"text\":\"{one}\"}}\n").repeat(2);
    let array = format!("[{{\"text\":\"{one}\"}}, {{\"text\":\"{one}\"}}]");
    let table =
        format!("\u{feff}\"Authors\";\"Title\";\"Text\"\nDoe;A;\"{one}\"\nDoe;A;\"{one}\"\n");
    let savedrecs = format!(
        "FN Clarivate Analytics Web of Science\nVR 1.0\n{}EF\n",
        format!("PT J\nTI {one}\nER\n\n").repeat(2)
    );
    let refer = format!("%0 Journal Article\n%T {one}\n\n").repeat(2);
    let endnote = format!(
        "<?xml version=\"1.0\"?><xml><records>{}</records></xml>",
        format!("<record><titles><title>{one}</title></titles></record>").repeat(2)
    );
    for (content, ending) in [
        (&ris, "ris"),
        (&nbib, "nbib"),
        (&bib, "bib"),
        (&json, "jsonl"),
        (&array, "json"),
        (&table, "csv"),
        (&savedrecs, "ciw"),
        (&refer, "enw"),
        (&endnote, "xml"),
    ] {
        let workshop = Workshop::new()
            .with("d.txt", content)
            .with("folder/d.txt", content);
        let answer = workshop
            .types(&format!("dedupe d.txt {DEDUPE} --write-kept kept.{ending}"))
            .done();
        let said = "d.txt: read as the records that it holds, though its name is that of a text\n";
        assert!(answer.err.contains(said), "{}", answer.err);
        assert_eq!(kept(&workshop), ["1"], "{ending}");
        assert!(workshop.read(&format!("kept.{ending}")).contains(one));
        workshop.types(&format!("dedupe folder {DEDUPE}")).done();
        let is_reference = !["jsonl", "json", "csv"].contains(&ending);
        let of_folder = if is_reference { "1" } else { "d.txt" };
        assert_eq!(kept(&workshop), [of_folder], "{ending}");
    }
    for prose in [
        "The ferry, which waits.\nThe pier, which is old.\nThe sea, which is deep.\n",
        "[1] The ferry waits.\n",
        "@ferry waits\n",
        "{the ferry}\n",
    ] {
        let workshop = Workshop::new().with("d.txt", prose);
        let answer = workshop.types(&format!("dedupe d.txt {DEDUPE}")).done();
        let said = "warning: there is only one document, and nothing to compare it with; give each text its own file or row\n";
        assert!(answer.err.contains(said), "{}", answer.err);
        assert_eq!(kept(&workshop), ["d.txt"]);
    }
}

#[test]
fn a_text_with_some_zero_bytes_is_read_and_a_binary_file_is_not() {
    let workshop = Workshop::new()
        .with("d/a.txt", "The ferry waits\0at the old pier.")
        .with("d/b.txt", "The ferry waits at the old pier.\0\0\0")
        .with("d/c.txt", "The ferry waits at the old pier.")
        .with("d/latin.txt", b"D\xe9j\xe0 lu,\0un caf\xe9 et un \xe9t\xe9")
        .with(
            "d/e.txt",
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\0\0\x01\0\x08\x06",
        )
        .with("d/f.txt", [0, 1, 2, 3].repeat(50));
    let answer = workshop.types(&format!("dedupe d {DEDUPE}")).ends_with(2);
    let said = "3 documents with zero bytes, which are read as spaces\n";
    assert!(answer.err.contains(said), "{}", answer.err);
    assert!(
        answer.err.contains("d/e.txt: looks binary"),
        "{}",
        answer.err
    );
    assert!(
        answer.err.contains("d/f.txt: looks binary"),
        "{}",
        answer.err
    );
    assert_eq!(kept(&workshop), ["a.txt", "latin.txt"]);
}

#[test]
fn documents_without_words_are_compared_as_exact_texts() {
    let rows = [
        ("a", "😀😀🎉"),
        ("b", "😀😀🎉"),
        ("c", "🐟🌊"),
        ("d", "—  — —"),
        ("e", "— — —"),
        ("f", "???"),
        ("g", "%"),
        ("h", "The ferry waits at the pier."),
    ];
    let row = |(id, text): (&str, &str)| format!("{{\"id\":\"{id}\",\"text\":\"{text}\"}}\n");
    let content: String = rows.map(row).concat();
    for (options, model) in [("--rule jaccard=0.9", false), ("--model model.json", true)] {
        let workshop = Workshop::with_model().with("d.jsonl", &content);
        let answer = workshop
            .types(&format!(
                "dedupe d.jsonl {options} --out groups.csv --json summary.json"
            ))
            .done();
        let said = "\n7 documents have no words and are compared as exact texts only\n";
        assert!(answer.out.contains(said), "{}", answer.out);
        assert!(!answer.err.contains("no words"), "{}", answer.err);
        assert_eq!(kept(&workshop), ["a", "c", "d", "f", "g", "h"]);
        if model {
            workshop
                .types(&format!(
                    "dedupe d.jsonl {options} --at own --fit-on 1 --out groups.csv"
                ))
                .done();
            assert_eq!(kept(&workshop), ["a", "c", "d", "f", "g", "h"]);
        }
    }
}

#[test]
fn columns_are_found_whatever_their_case() {
    let table = "ID,Title,TEXT\nb,Ferry,The ferry waits.\na,Ferry,The ferry waits.\n";
    let pairs: Vec<String> = documents()
        .iter()
        .map(|line| {
            line.replace("\"id\"", "\"Id\"")
                .replace("\"text\"", "\"Text\"")
        })
        .collect();
    let workshop = Workshop::new()
        .with("d.csv", table)
        .with(
            "both.csv",
            "id,Text,text\na,one,two words\nb,other,two words\n",
        )
        .with("capitals.jsonl", pairs.concat());
    workshop.types(&format!("dedupe d.csv {DEDUPE}")).done();
    assert_eq!(kept(&workshop), ["a"]);
    workshop
        .types(&format!(
            "dedupe d.csv {DEDUPE} --text text --title TITLE --id Id"
        ))
        .done();
    assert_eq!(kept(&workshop), ["a"]);
    workshop.types(&format!("dedupe both.csv {DEDUPE}")).done();
    assert_eq!(kept(&workshop), ["a"], "the exact name counts");
    let capitals = workshop
        .read("pairs.csv")
        .replace("id_a,id_b,label", "ID_A,ID_B,Label");
    let workshop = workshop.with("capitals.csv", capitals);
    let vectors = "--features jaccard --out";
    workshop
        .types(&format!(
            "vectors pairs.csv --documents documents.jsonl {vectors} v.csv"
        ))
        .done();
    workshop
        .types(&format!(
            "vectors capitals.csv --documents capitals.jsonl {vectors} w.csv"
        ))
        .done();
    assert_eq!(workshop.read("v.csv"), workshop.read("w.csv"));
}

#[test]
fn json_is_read_where_it_is_plain_what_is_meant() {
    let [one, other] = [
        "The ferry waits at the old pier.",
        "Beetles farm fungus in wood.",
    ];
    let object = |id: u32, text: &str| format!("{{\"id\": {id}, \"text\": \"{text}\"}}");
    let [a, b, c] = [object(1, one), object(2, one), object(3, other)];
    let pretty = |object: &str| {
        object
            .replace('{', "{\n  ")
            .replace(", ", ",\n  ")
            .replace('}', "\n}")
    };
    let [pa, pb, pc] = [&a, &b, &c].map(|it| pretty(it));
    for (name, content) in [
        ("d.ndjson", format!("{a}\n{b}\n{c}\n")),
        ("d.json", format!("{a}\n{b}\n{c}\n")),
        ("d.jsonl", format!("{a},\n{b},\n{c}\n")),
        ("d.jsonl", format!("[{a},\n{b},\n{c}]\n")),
        ("d.jsonl", format!("[{a}, {b}, {c}]")),
        ("d.jsonl", format!("{pa}\n{pb}\n{pc}\n")),
        ("d.json", format!("{pa}{pb} {pc}")),
        ("d.json", format!("{{\"data\": [{a}, {b}, {c}]}}")),
        (
            "d.json",
            format!(
                "{{\n\"total\": 3,\n\"items\": [\n{pa},\n{pb},\n{pc}\n],\n\"next\": {{\"page\": [2]}}\n}}\n"
            ),
        ),
        ("d.jsonl", format!("{{\"rows\": [{a}, {b}, {c}]}}")),
        ("d.json", format!("[{a}, {b}, {c},]")),
        (
            "d.json",
            format!("[{}, {b}, {c}]", a.replace("}", ", \"score\": NaN,}")),
        ),
        (
            "d.jsonl",
            format!("{}\n{b}\n{c}\n", a.replace("}", ", \"score\": -Infinity}")),
        ),
        (
            "d.jsonl",
            format!("{}\n{b}\n{c}\n", a.replace("}", ", \"note\": \"\\ud83d\"}")),
        ),
        ("d.json", format!("[\"{one}\", \"{one}\", \"{other}\"]")),
        ("d.jsonl", format!("\"{one}\"\n\"{one}\"\n\"{other}\"\n")),
    ] {
        let workshop = Workshop::new().with(name, &content);
        let ending = name.trim_start_matches('d');
        let answer = workshop.types(&format!("dedupe {name} {DEDUPE} --write-kept kept{ending}"));
        assert_eq!(answer.code, 0, "{name} {content} {}", answer.err);
        assert_eq!(kept(&workshop), ["1", "3"], "{name} {content}");
        let again = workshop.types(&format!("dedupe kept{ending} {DEDUPE}"));
        assert_eq!(again.code, 0, "{name} {content} {}", again.err);
        assert_eq!(kept(&workshop).len(), 2, "{name} {content}");
    }
}

#[test]
fn a_damaged_object_takes_no_other_with_it() {
    let object = |(id, what): (usize, &str)| {
        format!("{{\"id\": {id}, \"text\": \"{what} waits\", \"by\": [{{\"name\": \"Doe\"}}]}}")
    };
    let words = ["ferry", "pier", "beetle", "fungus", "wood"];
    let objects: Vec<String> = (1..).zip(words).map(object).collect();
    for between in [",\n", ", "] {
        let whole = format!("[\n{}\n]\n", objects.join(between));
        let damaged = whole.replace("pier waits\"", "pier waits");
        let workshop = Workshop::new().with("d.json", &damaged);
        let answer = workshop
            .types(&format!("dedupe d.json {DEDUPE} --write-kept kept.json"))
            .ends_with(2);
        assert!(answer.err.contains("1 document left out"), "{}", answer.err);
        assert_eq!(kept(&workshop), ["1", "3", "4", "5"]);
        assert_eq!(workshop.read("kept.json"), damaged);
    }
}

#[test]
fn a_table_may_lack_fields_of_a_model_but_not_the_title() {
    let table = "Title,Author,Year\nThe ferry waits,Doe,2001\nThe ferry waits,Doe,2001\nBeetles farm fungus,Roe,2002\n";
    let workshop = Workshop::new()
        .with("d.csv", table)
        .with("none.csv", table.replace("Title", "Name"));
    let answer = workshop
        .types("dedupe d.csv --model records --out groups.csv")
        .done();
    let said = "warning: d.csv: there are no columns journal, volume, number, pages, doi, isbn, abstract, which the model compares; \
                they count as missing in every record (--fields FIELD=COLUMN,... if the column has another name)\n";
    assert!(answer.err.contains(said), "{}", answer.err);
    assert_eq!(kept(&workshop), ["1", "3"]);
    let refused = workshop.types("dedupe none.csv --model records --out groups.csv");
    assert!(
        refused
            .sentence()
            .starts_with("none.csv:1: there is no column 'title', which the model compares"),
        "{}",
        refused.err
    );
}

#[test]
fn rows_without_ids_count_as_numbers() {
    let row = |number: usize| match number {
        2 | 11 => "{\"text\":\"The ferry waits at the pier.\"}\n".to_owned(),
        _ => format!(
            "{{\"text\":\"row {number} is another text {}\"}}\n",
            number * 7919
        ),
    };
    let rows: String = (1..=12).map(row).collect();
    let workshop = Workshop::with_model().with("d.jsonl", rows);
    for options in [
        "--rule jaccard=0.9",
        "--model model.json",
        "--model model.json --at own --fit-on 1",
    ] {
        workshop
            .types(&format!(
                "dedupe d.jsonl {options} --keep first --out groups.csv"
            ))
            .done();
        let groups = workshop.read("groups.csv");
        let ids: Vec<&str> = groups
            .lines()
            .skip(1)
            .map(|row| row.split(',').next().unwrap())
            .collect();
        let expected: Vec<String> = (1..=12).map(|number: usize| number.to_string()).collect();
        assert_eq!(ids, expected, "{options}");
        let of_11 = groups.lines().nth(11).unwrap();
        assert!(of_11.starts_with("11,2,2,"), "{of_11}");
    }
}

#[test]
fn the_number_that_a_reference_manager_gave_is_no_id() {
    let record = |title: &str| format!("TY  - JOUR\nID  - 5\nTI  - {title}\nER  - \n\n");
    let library = record("Ropes of hemp") + &record("Lamps and beetles");
    let workshop = Workshop::new().with("library.ris", library);
    let answer = workshop
        .types("dedupe library.ris --rule jaccard=0.8")
        .done();
    assert_eq!(answer.out.lines().count(), 3, "{}", answer.out);
    assert!(!answer.err.contains("left out"), "{}", answer.err);
}

#[test]
fn what_bibtex_has_under_the_names_of_our_columns_is_a_field_of_the_entry() {
    let entry = |key: &str, title: &str| {
        format!(
            "@article{{{key}, id = {{7}}, title = {{{title}}}, author = {{Doe}}, html = {{http://a.org}}, Cluster = {{x}}}}\n"
        )
    };
    let library = entry("a", "Ropes of hemp") + &entry("b", "Lamps and beetles");
    let workshop = Workshop::new().with("library.bib", library);
    let answer = workshop
        .types("dedupe library.bib --rule jaccard=0.8")
        .done();
    let ids = |out: &str| -> String {
        let rows = out.lines().skip(1);
        let ids: Vec<&str> = rows.filter_map(|row| row.split(',').next()).collect();
        ids.join(" ")
    };
    assert_eq!(ids(&answer.out), "1 2");
    assert!(!answer.err.contains("left out"), "{}", answer.err);
    let fields = workshop.types("dedupe library.bib --rule jaccard=0.8 --fields title,id");
    assert_eq!(ids(&fields.done().out), "1 2");
    // Who names it means it.
    let named = workshop.types("dedupe library.bib --rule jaccard=0.8 --id key");
    assert_eq!(ids(&named.done().out), "a b");
    let named = workshop.types("dedupe library.bib --rule jaccard=0.8 --id id");
    assert_eq!(ids(&named.ends_with(2).out), "7");
}

/// Two texts of which each has a copy, with ids that descend.
const DESCENDING: [(&str, &str); 5] = [
    (
        "9",
        "The ferry waits at the old pier until the storm is over",
    ),
    ("m", "Beetles under the bridge do not mind any rain at all"),
    ("10", "Another text that is like none of the others here"),
    (
        "2",
        "The ferry waits at the old pier until the storm is over!",
    ),
    ("b", "Beetles under the bridge do not mind any rain at all!"),
];

#[test]
fn the_first_of_a_group_is_the_first_in_the_input_whatever_its_id() {
    let row = |(id, text): &(&str, &str)| format!("{{\"id\": \"{id}\", \"text\": \"{text}\"}}\n");
    let lines: Vec<String> = DESCENDING.iter().map(row).collect();
    let workshop = Workshop::with_model()
        .with("d.jsonl", lines.concat())
        .with("earlier.jsonl", lines[..3].concat())
        .with("later.jsonl", lines[3..].concat());
    for line in [
        "index d.jsonl -m model.json --out whole",
        "index earlier.jsonl -m model.json --out grown",
        "index groups grown --keep first --out groups.csv",
        "index add grown later.jsonl",
    ] {
        workshop.types(line).done();
    }
    for line in [
        "dedupe d.jsonl --rule jaccard=0.9 --keep first",
        "dedupe d.jsonl --rule jaccard=0.9 --keep first --linkage complete",
        "dedupe d.jsonl -m model.json --at own --keep first",
        "dedupe d.jsonl -m model.json --at own --keep first --fit-on 1",
        "dedupe --index whole --at own --keep first",
        "index groups whole --at own --keep first",
        "index groups grown",
    ] {
        workshop.types(&format!("{line} --out groups.csv")).done();
        let table = workshop.read("groups.csv");
        let kept = table.lines().skip(1).filter_map(|row| {
            let mut cells = row.split(',');
            let (id, _, representative) = (cells.next()?, cells.next()?, cells.next()?);
            (id == representative).then_some(id)
        });
        let mut kept: Vec<&str> = kept.collect();
        kept.sort_unstable();
        assert_eq!(kept, ["10", "9", "m"], "{line}");
    }
}
