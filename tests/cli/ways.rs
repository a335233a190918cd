//! A user's way from each form of documents to a result: every command of `docs/formats.md` is typed as it
//! stands there, and does what the text around it says.

use std::fmt::Write as _;
use std::io::{Cursor, Write};
use std::process::Command;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::workshop::{Answer, Workshop, gzip};

const PAGE: &str = include_str!("../../docs/formats.md");

const REFERENCES: &str = "From an export of a reference manager to a clean file";
const SEVERAL: &str = "Several exports of one search";
const ESSAYS: &str = "A folder of essays: the pairs to look at, surest first";
const CRAWLS: &str = "Two crawls: what is new";
const PARQUET: &str = "Parquet in, Parquet out";
const FIELDS: &str = "Comparisons of fields";
const CANDIDATES: &str = "Which records are compared";
const MEMORY: &str = "What is held in memory";

/// The sections of the page, each with its heading and the commands that it shows.
fn sections() -> Vec<(&'static str, Vec<&'static str>)> {
    let sections = PAGE.split("\n## ").skip(1);
    let section = |text: &'static str| {
        let (heading, text) = text.split_once('\n').unwrap();
        let shown = text.split("```sh\n").skip(1);
        let shown = shown.flat_map(|shown| shown.split("```").next().unwrap().lines());
        let command = |line: &'static str| {
            let command = line.split("  #").next().unwrap().trim_end();
            command.strip_prefix("dejalu ").unwrap()
        };
        (heading, shown.map(command).collect())
    };
    sections.map(section).collect()
}

/// Types the commands of a section one after the other.
#[track_caller]
fn follow(workshop: &Workshop, heading: &str) -> Vec<Answer> {
    let sections = sections();
    let (_, commands) = sections.iter().find(|it| it.0 == heading).unwrap();
    let done = |line: &&str| workshop.types(line).done();
    commands.iter().map(done).collect()
}

#[test]
fn no_command_of_the_page_is_left_out() {
    let tested = [
        REFERENCES, SEVERAL, ESSAYS, CRAWLS, PARQUET, FIELDS, CANDIDATES, MEMORY,
    ];
    let mut sections = sections();
    sections.retain(|(_, commands)| !commands.is_empty());
    let headings: Vec<&str> = sections.iter().map(|(heading, _)| *heading).collect();
    assert_eq!(headings, tested);
}

#[test]
fn several_exports_of_one_search() {
    let nbib = "PMID- 7\nTI  - The ferry and the pier\nFAU - Doe, Jane\nDP  - 1999\n\n";
    let scopus = "Authors,Title,Year,Source title\nRoe R.,Lamps of whale oil,2001,Harbours\n";
    let mut workshop = Workshop::new();
    for folder in ["", "exports/"] {
        workshop = workshop
            .with(&format!("{folder}wos.ris"), LIBRARY)
            .with(&format!("{folder}pubmed.nbib"), nbib)
            .with(&format!("{folder}scopus.csv"), scopus);
    }
    let answers = follow(&workshop, SEVERAL);
    for answer in answers {
        let counts = "wos.ris: 4 documents read, ";
        assert!(answer.out.contains(counts), "{}", answer.out);
    }
    let clean = workshop.read("clean.ris");
    assert_eq!(clean.matches("TY  - ").count(), 4, "{clean}");
    assert_eq!(clean.matches("TI  - Lamps of whale oil").count(), 1);
}

/// An export of a reference manager: two records of one work, one of another by the same people, and
/// one of a third.
const LIBRARY: &str = "TY  - JOUR\r\nTI  - Intestinal lipoprotein overproduction in insulin-resistant states\r\n\
    AU  - Adeli, Khosrow\r\nAU  - Lewis, Gary F.\r\nJO  - Current Opinion in Lipidology\r\nPY  - 2008\r\nVL  - 19\r\n\
    IS  - 3\r\nSP  - 221\r\nEP  - 228\r\n\
    AB  - Excessive lipemia is highly prevalent in obese and insulin-resistant individuals and increases the risk of \
    disease. We review the link between insulin resistance and intestinal lipoprotein overproduction.\r\nER  - \r\n\r\n\
    TY  - JOUR\r\nTI  - INTESTINAL LIPOPROTEIN OVERPRODUCTION IN INSULIN-RESISTANT STATES.\r\nAU  - Adeli K\r\nAU  - Lewis GF\r\n\
    JO  - Curr Opin Lipidol\r\nPY  - 2008\r\nVL  - 19\r\nSP  - 221-8\r\nDO  - 10.1097/MOL.0b013e3282ffaf82\r\nER  - \r\n\r\n\
    TY  - JOUR\r\nTI  - Hepatic lipoprotein overproduction in insulin-resistant hamsters\r\nAU  - Adeli, Khosrow\r\n\
    AU  - Lewis, Gary F.\r\nJO  - Current Opinion in Lipidology\r\nPY  - 2011\r\nVL  - 22\r\nSP  - 101\r\nEP  - 110\r\n\
    DO  - 10.1097/MOL.0b013e3283453945\r\nAB  - Hamsters were fed with fructose for weeks, and their livers were then \
    studied for the secretion of particles.\r\nER  - \r\n\r\n\
    TY  - BOOK\r\nTI  - The ferry and the pier\r\nAU  - Doe, Jane\r\nPY  - 1999\r\nPB  - Harbour Press\r\nER  - \r\n";

/// One of twenty letters.
fn letter(n: usize) -> char {
    char::from(b'a' + n as u8)
}

/// Two records of each of twenty works in a table, the second without its abstract, and labelled pairs.
fn search(workshop: Workshop) -> Workshop {
    const WORDS: [&str; 8] = [
        "ferry", "pier", "storm", "bridge", "beetle", "harbour", "island", "fungus",
    ];
    let mut rows = String::from("id,title,author,date,source,text\n");
    let mut pairs = String::from("id_a,id_b,label\n");
    let mut products = String::from("id,name,brand,price\n");
    for n in 0..20_usize {
        let word = |k: usize| WORDS[(n * k + n / 3 + k) % 8];
        let (place, first, second) = (letter(n), word(1), word(3));
        let title = format!("The {first} of Sk{place}g{place}n and its {second}");
        let (year, next) = (1950 + 3 * n, (n + 1) % 20);
        let text = format!("We counted every {first} near the {second} for {n} years.");
        writeln!(rows, "a{n},{title},\"Doe{n}, Jane\",{year},Harbours,{text}").unwrap();
        writeln!(
            rows,
            "b{n},{},Doe{n} J,{year},Harbours,",
            title.to_uppercase()
        )
        .unwrap();
        let (name, brand, price) = (
            format!("{first} lamp L-{}", 100 + 7 * n),
            word(5),
            20 + 3 * n,
        );
        writeln!(products, "a{n},{name},{brand},{price}.00").unwrap();
        writeln!(
            products,
            "b{n},{} by {brand},,$ {price}",
            name.to_uppercase()
        )
        .unwrap();
        writeln!(pairs, "a{n},b{n},1\na{n},b{next},0\na{n},a{next},0").unwrap();
    }
    workshop
        .with("search.csv", rows)
        .with("products.csv", products)
        .with("pairs.csv", pairs)
}

#[test]
fn from_an_export_of_a_reference_manager_to_a_clean_file() {
    let workshop = search(Workshop::new().with("library.ris", LIBRARY));
    let answers = follow(&workshop, REFERENCES);
    let told = "1 of 4 documents would be removed";
    assert!(answers[0].out.contains(told), "{}", answers[0].out);
    // Of the table the model finds what the labels say, but for titles that are alike by chance.
    let told = "groups of two or more";
    assert!(answers[1].out.contains(told), "{}", answers[1].out);
    // The DOI was said by the removed record alone.
    let records: Vec<&str> = LIBRARY.split_inclusive("ER  - \r\n\r\n").collect();
    let doi = "DO  - 10.1097/MOL.0b013e3282ffaf82\r\nER  - ";
    let first = records[0].replace("ER  - ", doi);
    assert_eq!(workshop.read("clean.ris"), first + records[2] + records[3]);
    let merged = "kept,field,removed,value\n1,doi,2,10.1097/MOL.0b013e3282ffaf82\n";
    assert_eq!(workshop.read("merged.csv"), merged);
    let removed = workshop.read("removed.csv");
    let row = removed.lines().find(|row| row.starts_with("2,")).unwrap();
    assert!(row.starts_with("2,1,1,"), "{row}");
    assert!(row.contains(",duplicate,"), "{row}");
    // What has no duplicates comes back byte for byte.
    workshop
        .types("dedupe clean.ris --model records --write-kept again.ris --out groups.csv")
        .done();
    assert_eq!(workshop.read("again.ris"), workshop.read("clean.ris"));
}

fn word(paragraphs: &[&str]) -> Vec<u8> {
    let paragraph = |text: &&str| format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>");
    let body: String = paragraphs.iter().map(paragraph).collect();
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    archive
        .start_file("word/document.xml", SimpleFileOptions::default())
        .unwrap();
    write!(archive, "<w:document><w:body>{body}</w:body></w:document>").unwrap();
    archive.finish().unwrap().into_inner()
}

/// A PDF of one long line, without the table of places that readers make anew.
fn pdf(text: &str) -> String {
    let content = format!("BT /F1 12 Tf 72 720 Td ({text}) Tj ET");
    let font = "<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>";
    let length = content.len();
    format!(
        "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n\
         2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n\
         3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 2000 792] /Contents 4 0 R /Resources {font} >>\nendobj\n\
         4 0 obj\n<< /Length {length} >>\nstream\n{content}\nendstream\nendobj\ntrailer\n<< /Root 1 0 R >>\n"
    )
}

/// Forty essays, as Word files and, where there is `pdftotext`, PDF.
#[test]
fn a_folder_of_essays_gives_the_surest_pairs_first() {
    let first = "The ferry to the island waits for the storm at the old pier, and nobody in the harbour knows why it does, or asks.";
    let second = "A new bridge was promised by the council in the spring, but the money was spent on the roof of the school.";
    let other = "Beetles farm fungus in dead wood, which they carry from tree to tree, and sing to each other in the dark of the long winter.";
    let mut workshop = Workshop::new()
        .with("essays/ann.docx", word(&[first, second]))
        .with(
            "essays/bob.docx",
            word(&[first, &second.replace("spring", "autumn")]),
        )
        .with("essays/cleo.txt", format!("{first}\n\n{other}"))
        .with("essays/dan.docx", word(&[other]))
        .with("essays/notes.key", "x");
    let has_pdf = Command::new("pdftotext").arg("-v").output().is_ok();
    if has_pdf {
        let copied = format!("{first} {}", second.replace("school", "church"));
        workshop = workshop.with("essays/eve.pdf", pdf(&copied));
    }
    for n in 5..40 {
        let own = |k: usize| format!("{}{}{}", letter(n / 20), letter(n % 20), letter(k));
        let words: Vec<String> = (0..20).map(own).collect();
        workshop = workshop.with(&format!("essays/{n}.docx"), word(&[&words.join(" ")]));
    }
    let answers = follow(&workshop, ESSAYS);
    let told = "essays: 1 file of unknown format ignored: notes.key";
    assert!(answers[0].err.contains(told), "{}", answers[0].err);
    let pairs = workshop.read("surest.csv");
    let mut rows: Vec<&str> = pairs.lines().skip(1).collect();
    let of_pdf = rows.extract_if(.., |row| row.contains("eve.pdf")).count();
    assert_eq!(of_pdf > 0, has_pdf, "{pairs}");
    let found: Vec<[&str; 2]> = rows
        .iter()
        .map(|row| row.split(',').collect::<Vec<_>>())
        .map(|cells| [cells[0], cells[3]])
        .collect();
    // Both essays share everything; what one of five paragraphs holds comes later.
    let pairs_found = [["ann.docx", "bob.docx"], ["cleo.txt", "dan.docx"]];
    assert!(found.starts_with(&pairs_found[..1]), "{pairs}");
    assert!(
        pairs_found.iter().all(|pair| found.contains(pair)),
        "{pairs}"
    );
    assert!(workshop.path("class/index.html").exists());
    assert!(workshop.read("why.html").contains("autumn"));
}

fn crawl(pages: &[(&str, &str, &str)]) -> Vec<u8> {
    let mut archive = Vec::new();
    for (url, date, page) in pages {
        let content = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{page}");
        let record = format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: {date}\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n{content}\r\n\r\n",
            content.len()
        );
        archive.extend(gzip(&record));
    }
    archive
}

const FERRY: &str = "<title>Ferry</title><p>The ferry to the island waits for the storm at the old pier, and nobody knows why.";
const BRIDGE: &str = "<title>Bridge</title><p>A new bridge was promised by the council in spring, but the money went into a roof.";

/// Two crawls of a site, the second with a page that was there before, said so or slightly otherwise, and a
/// new one.
fn crawls(ferry_again: &str) -> [Vec<u8>; 2] {
    let ferry = "https://example.org/ferry";
    let bridge = "https://example.org/bridge";
    [
        crawl(&[(ferry, "2024-04-01T10:00:00Z", FERRY)]),
        crawl(&[
            (ferry, "2024-10-01T10:00:00Z", ferry_again),
            (bridge, "2024-10-01T10:00:05Z", BRIDGE),
        ]),
    ]
}

#[test]
fn a_web_archive_says_what_is_new_since_another() {
    let [spring, autumn] = crawls(&FERRY.replace("waits", "is waiting"));
    let workshop = Workshop::new()
        .with("spring.warc.gz", spring)
        .with("autumn.warc.gz", autumn);
    follow(&workshop, CRAWLS);
    let written: serde_json::Value =
        serde_json::from_str(workshop.read("new.jsonl").trim()).unwrap();
    assert_eq!(
        written["id"],
        "https://example.org/bridge 2024-10-01T10:00:05Z"
    );
    assert_eq!(written["url"], "https://example.org/bridge");
    assert_eq!(written["html"], BRIDGE);
}

#[test]
fn an_index_follows_what_is_added() {
    let [first, second] = crawls(FERRY);
    let workshop = Workshop::new()
        .with("first.warc.gz", first)
        .with("second.warc.gz", second);
    follow(&workshop, MEMORY);
    let groups = workshop.read("groups.csv");
    let kept = groups.lines().filter(|row| row.contains(",true,"));
    assert_eq!((groups.lines().count(), kept.count()), (4, 2), "{groups}");
}

#[test]
fn parquet_goes_in_and_parquet_comes_out() {
    let texts = [
        "The ferry to the island waits for the storm at the old pier, and nobody knows why it does.",
        "The ferry to the island waits for the storm at the old pier, and nobody knows how it does.",
        "Beetles farm fungus in dead wood, which they carry from tree to tree in the dark.",
    ];
    let column = |values: [&str; 3]| Arc::new(StringArray::from(values.to_vec())) as ArrayRef;
    let columns = [
        ("id", column(["a", "b", "c"])),
        ("text", column(texts)),
        ("note", column(["x", "y", "z"])),
    ];
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let mut bytes = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    let workshop = Workshop::new().with("docs.parquet", &bytes);
    follow(&workshop, PARQUET);
    let file = std::fs::File::open(workshop.path("kept.parquet")).unwrap();
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
    assert_eq!(builder.schema(), &batch.schema());
    let kept: Vec<RecordBatch> = builder.build().unwrap().map(Result::unwrap).collect();
    let expected = [&batch.slice(0, 1), &batch.slice(2, 1)];
    let expected = arrow_select::concat::concat_batches(&batch.schema(), expected).unwrap();
    assert_eq!(kept, [expected]);
}

#[test]
fn records_are_compared_by_their_fields() {
    let workshop = search(Workshop::new().with("library.ris", LIBRARY));
    let answers = follow(&workshop, FIELDS);
    let told = "exactly the pairs of jaccard:field=title at least 0.8";
    assert!(answers.iter().any(|it| it.out.contains(told)));
    let answers = follow(&workshop, CANDIDATES);
    for (answer, told) in answers.iter().zip(["1 group of two or more"; 2]) {
        assert!(answer.out.contains(told), "{}", answer.out);
    }
    let model: serde_json::Value = serde_json::from_str(&workshop.read("fields.json")).unwrap();
    assert_eq!(model["blocking"]["filter"]["feature"]["field"], "title");
}
