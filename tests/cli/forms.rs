//! Documents as people have them: a user's way from each to a result. `docs/formats.md` shows the same
//! commands.

use std::io::{Cursor, Write};
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::workshop::{Workshop, gzip};

/// An export of a reference manager: two records of one work, one of another by the same people, and
/// one of a third.
const LIBRARY: &str = "TY  - JOUR\r\nTI  - Intestinal lipoprotein overproduction in insulin-resistant states\r\n\
    AU  - Adeli, Khosrow\r\nAU  - Lewis, Gary F.\r\nJO  - Current Opinion in Lipidology\r\nPY  - 2008\r\nVL  - 19\r\n\
    IS  - 3\r\nSP  - 221\r\nEP  - 228\r\nDO  - 10.1097/MOL.0b013e3282ffaf82\r\n\
    AB  - Excessive lipemia is highly prevalent in obese and insulin-resistant individuals and increases the risk of \
    disease. We review the link between insulin resistance and intestinal lipoprotein overproduction.\r\nER  - \r\n\r\n\
    TY  - JOUR\r\nTI  - INTESTINAL LIPOPROTEIN OVERPRODUCTION IN INSULIN-RESISTANT STATES.\r\nAU  - Adeli K\r\nAU  - Lewis GF\r\n\
    JO  - Curr Opin Lipidol\r\nPY  - 2008\r\nVL  - 19\r\nSP  - 221-8\r\nER  - \r\n\r\n\
    TY  - JOUR\r\nTI  - Hepatic lipoprotein overproduction in insulin-resistant hamsters\r\nAU  - Adeli, Khosrow\r\n\
    AU  - Lewis, Gary F.\r\nJO  - Current Opinion in Lipidology\r\nPY  - 2011\r\nVL  - 22\r\nSP  - 101\r\nEP  - 110\r\n\
    DO  - 10.1097/MOL.0b013e3283453945\r\nAB  - Hamsters were fed with fructose for weeks, and their livers were then \
    studied for the secretion of particles.\r\nER  - \r\n\r\n\
    TY  - BOOK\r\nTI  - The ferry and the pier\r\nAU  - Doe, Jane\r\nPY  - 1999\r\nPB  - Harbour Press\r\nER  - \r\n";

#[test]
fn from_an_export_of_a_reference_manager_to_a_clean_file() {
    let workshop = Workshop::new().with("library.ris", LIBRARY);
    let line = "dedupe library.ris --model records --write-kept clean.ris --out removed.csv";
    let answer = workshop.types(line).done();
    assert!(
        answer.out.contains("1 of 4 documents would be removed"),
        "{}",
        answer.out
    );
    let records: Vec<&str> = LIBRARY.split_inclusive("ER  - \r\n").collect();
    let second = &LIBRARY[records[0].len()..records[0].len() + records[1].len()];
    let expected = LIBRARY.replacen(second.trim_start(), "", 1);
    assert_eq!(
        workshop
            .read("clean.ris")
            .replace("\r\n\r\n\r\n", "\r\n\r\n"),
        expected.replace("\r\n\r\n\r\n", "\r\n\r\n")
    );
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

#[test]
fn a_folder_of_essays_gives_the_surest_pairs_first() {
    let word = |paragraphs: &[&str]| {
        let paragraph = |text: &&str| format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>");
        let body: String = paragraphs.iter().map(paragraph).collect();
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        archive
            .start_file("word/document.xml", SimpleFileOptions::default())
            .unwrap();
        write!(archive, "<w:document><w:body>{body}</w:body></w:document>").unwrap();
        archive.finish().unwrap().into_inner()
    };
    let first = "The ferry to the island waits for the storm at the old pier, and nobody in the harbour knows why it does.";
    let second = "A new bridge was promised by the council in the spring, but the money was spent on the roof of the school.";
    let other = "Beetles farm fungus in dead wood, which they carry from tree to tree, and sing to each other in the dark.";
    let workshop = Workshop::new()
        .with("essays/ann.docx", word(&[first, second]))
        .with(
            "essays/bob.docx",
            word(&[first, &second.replace("spring", "autumn")]),
        )
        .with("essays/cleo.txt", format!("{first}\n\n{other}"))
        .with("essays/dan.docx", word(&[other]))
        .with("essays/notes.key", "x");
    let line =
        "dedupe essays --rule containment=0.4 --pairs-out pairs.csv --sort score --out groups.csv";
    let answer = workshop.types(line).done();
    assert!(
        answer
            .err
            .contains("essays: 1 file of unknown format ignored: notes.key"),
        "{}",
        answer.err
    );
    let pairs = workshop.read("pairs.csv");
    let rows: Vec<&str> = pairs.lines().skip(1).collect();
    // One essay holds another as a whole.
    assert!(rows[0].starts_with("cleo.txt,dan.docx,1,"), "{pairs}");
    assert!(rows[1].starts_with("ann.docx,bob.docx,0.9"), "{pairs}");
    assert!(rows[2].starts_with("ann.docx,cleo.txt,0.4"), "{pairs}");
    workshop
        .types("explain essays/ann.docx essays/bob.docx --html why.html")
        .done();
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

#[test]
fn a_web_archive_says_what_is_new_since_another() {
    let old = "<title>Ferry</title><p>The ferry to the island waits for the storm at the old pier, and nobody knows why.";
    let new = "<title>Bridge</title><p>A new bridge was promised by the council in spring, but the money went into a roof.";
    let workshop = Workshop::new()
        .with(
            "spring.warc.gz",
            crawl(&[("https://example.org/ferry", "2024-04-01T10:00:00Z", old)]),
        )
        .with(
            "autumn.warc.gz",
            crawl(&[
                (
                    "https://example.org/ferry",
                    "2024-10-01T10:00:00Z",
                    &old.replace("waits", "is waiting"),
                ),
                ("https://example.org/bridge", "2024-10-01T10:00:05Z", new),
            ]),
        );
    let line =
        "dedupe autumn.warc.gz --against spring.warc.gz --write-kept new.jsonl --out groups.csv";
    workshop.types(line).done();
    let written: serde_json::Value =
        serde_json::from_str(workshop.read("new.jsonl").trim()).unwrap();
    assert_eq!(
        written["id"],
        "https://example.org/bridge 2024-10-01T10:00:05Z"
    );
    assert_eq!(written["url"], "https://example.org/bridge");
    assert_eq!(written["html"], new);
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
    let line = "dedupe docs.parquet --rule jaccard=0.8 --write-kept kept.parquet --out groups.csv";
    workshop.types(line).done();
    let file = std::fs::File::open(workshop.path("kept.parquet")).unwrap();
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
    assert_eq!(builder.schema(), &batch.schema());
    let kept: Vec<RecordBatch> = builder.build().unwrap().map(Result::unwrap).collect();
    assert_eq!(kept.len(), 1);
    assert_eq!(
        kept[0],
        arrow_select::concat::concat_batches(
            &batch.schema(),
            [&batch.slice(0, 1), &batch.slice(2, 1)]
        )
        .unwrap()
    );
}

const FIELDS: &str = "--fields title,author,year=date";

fn table(workshop: Workshop) -> Workshop {
    let mut rows = String::from("id,title,author,date\n");
    let mut pairs = String::from("id_a,id_b,label\n");
    for n in 0..40 {
        let word = |k: u32| {
            [
                "ferry", "pier", "storm", "bridge", "beetle", "harbour", "island",
            ][((n * 7 + k * k + n / 3) % 7) as usize]
        };
        let title = format!(
            "The {} of {} number w{n}x and the {}",
            word(1),
            word(2),
            word(3)
        );
        rows += &format!(
            "a{n},{title},\"Doe{n}, Jane\",{}\nb{n},{},Doe{n} J,{}\n",
            1950 + n,
            title.to_uppercase(),
            1950 + n
        );
        pairs += &format!(
            "a{n},b{n},1\na{n},b{},0\na{n},a{},0\n",
            (n + 1) % 40,
            (n + 7) % 40
        );
    }
    workshop.with("records.csv", rows).with("pairs.csv", pairs)
}

#[test]
fn fields_belong_to_a_model() {
    let workshop = table(Workshop::with_model());
    let train = format!(
        "train pairs.csv -d records.csv {FIELDS} --features 'jaccard jaccard:field=title person-names:field=author year-closeness:field=year' --draws 50 --kernel linear --out fields.json"
    );
    workshop.types(&train).done();
    let model: serde_json::Value = serde_json::from_str(&workshop.read("fields.json")).unwrap();
    assert_eq!(
        model["analysis"]["fields"][2],
        serde_json::json!({"field": "year", "column": "date"})
    );
    let groups = workshop
        .types("dedupe records.csv -m fields.json --out groups.csv")
        .done();
    assert!(
        groups.out.contains("40 groups of two or more"),
        "{}",
        groups.out
    );
    // The same with other names.
    let renamed = workshop
        .read("records.csv")
        .replacen("id,title,author,date", "id,TI,AU,PY", 1);
    let workshop = workshop
        .with("renamed.csv", renamed)
        .with("texts/a.txt", "one text");
    workshop
        .types(
            "dedupe renamed.csv -m fields.json --fields title=TI,author=AU,year=PY --out again.csv",
        )
        .done();
    assert_eq!(workshop.read("again.csv"), workshop.read("groups.csv"));
    workshop.refuses(
        "dedupe renamed.csv -m fields.json --out g.csv",
        "renamed.csv:1: there is no column 'title'; the columns are id, TI, AU, PY; correct the name or add the column",
    );
    workshop.refuses(
        "dedupe renamed.csv -m fields.json --fields title=TI,autor=AU --out g.csv",
        "--fields 'title=TI,autor=AU': the model knows no field 'autor' (did you mean 'author'?); its fields are \
         title, author, year; name the column of each as FIELD=COLUMN",
    );
    workshop.refuses(
        &format!("dedupe records.csv -m model.json {FIELDS} --out g.csv"),
        "--fields 'title,author,year=date': expected a model that was trained with fields; this one compares texts \
         as a whole",
    );
    workshop.refuses(
        "dedupe texts -m fields.json --out g.csv",
        "DOCUMENTS 'texts': expected a table or references: the model compares the fields of records",
    );
    workshop.refuses(
        "evaluate pairs.csv -m fields.json",
        "PAIRS 'pairs.csv': expected --documents as well: the model compares the fields of records",
    );
    workshop.refuses(
        "train pairs.csv -d records.csv --features jaccard:field=title --out m.json",
        "--features 'jaccard:field=title': expected --fields with a field 'title'",
    );
    workshop.refuses(
        &format!("train pairs.csv -d records.csv {FIELDS},pages=Seiten --out m.json"),
        "records.csv:1: there is no column 'Seiten'; the columns are id, title, author, date; correct the name or add the column",
    );
    workshop.refuses(
        "index records.csv -m fields.json --out in.index",
        "the model compares the fields of records, and an index keeps texts as a whole; search the table itself with \
         find or dedupe",
    );
}

/// A workbook with these rows of texts in its only sheet.
fn spreadsheet(rows: &[[&str; 3]]) -> Vec<u8> {
    let cell = |text: &&str| format!("<c t=\"str\"><v>{text}</v></c>");
    let row = |row: &[&str; 3]| format!("<row>{}</row>", row.iter().map(cell).collect::<String>());
    let rows: String = rows.iter().map(row).collect();
    let sheet = format!("<worksheet><sheetData>{rows}</sheetData></worksheet>");
    let kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let relation = |name: &str, target: &str| {
        format!(
            "<Relationships><Relationship Id=\"a\" Type=\"{kind}/{name}\" Target=\"{target}\"/></Relationships>"
        )
    };
    let book = format!(
        "<workbook xmlns:r=\"{kind}\"><sheets><sheet name=\"a\" sheetId=\"1\" r:id=\"a\"/></sheets></workbook>"
    );
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in [
        (
            "_rels/.rels",
            &relation("officeDocument", "xl/workbook.xml"),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            &relation("worksheet", "worksheets/sheet1.xml"),
        ),
        ("xl/workbook.xml", &book),
        ("xl/worksheets/sheet1.xml", &sheet),
    ] {
        archive
            .start_file(name, SimpleFileOptions::default())
            .unwrap();
        archive.write_all(content.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

#[test]
fn a_spreadsheet_is_the_table_that_it_shows() {
    let title = "The ferry and the pier: a study of harbours in the north";
    let rows = [
        ["id", "title", "doi"],
        ["a", title, ""],
        ["b", title, "10.1/ferry"],
        ["c", "Beetles farm fungus in dead wood", ""],
    ];
    let table: String = rows.iter().map(|row| row.join(",") + "\n").collect();
    let workshop = Workshop::new()
        .with("records.csv", table)
        .with("records.xlsx", spreadsheet(&rows));
    let line = |name: &str| {
        format!(
            "dedupe records.{name} --rule jaccard=0.8 --keep first --write-kept {name}.csv --merge {name}-merged.csv \
             --out {name}-groups.csv"
        )
    };
    for name in ["csv", "xlsx"] {
        workshop.types(&line(name)).done();
    }
    for name in [".csv", "-merged.csv", "-groups.csv"] {
        assert_eq!(
            workshop.read(&format!("xlsx{name}")),
            workshop.read(&format!("csv{name}"))
        );
    }
    assert!(workshop.read("xlsx.csv").contains(",10.1/ferry\n"));
    workshop.refuses(
        "dedupe records.xlsx --rule jaccard=0.8 --write-kept kept.xlsx --out g.csv",
        "--write-kept 'kept.xlsx': expected a name that ends in .csv (also .gz, .zst)",
    );
}

#[test]
fn a_rule_compares_a_field() {
    let workshop = table(Workshop::with_model());
    let line = |rule: &str| format!("dedupe records.csv {FIELDS} --rule {rule} --out groups.csv");
    let title = workshop.types(&line("jaccard:field=title=0.9")).done();
    // What has a digit is no word, so that seven titles are left.
    for told in [
        "7 groups of two or more",
        "exactly the pairs of jaccard:field=title at least 0.9",
    ] {
        assert!(title.out.contains(told), "{}", title.out);
    }
    let names = workshop.types(&line("person-names:field=author=0.9"));
    let names = names.done().out;
    assert!(names.contains("40 groups of two or more"), "{names}");
    workshop.refuses(
        &line("jaccard:field=titel=0.9"),
        "--rule 'jaccard:field=titel=0.9': expected --fields with a field 'titel'",
    );
    workshop.refuses(
        "dedupe records.csv --text title --rule jaccard:field=title=0.9 --out g.csv",
        "--rule 'jaccard:field=title=0.9': expected --fields with a field 'title'",
    );
}

#[test]
fn candidates_are_found_by_a_field() {
    let workshop = table(Workshop::with_model());
    let train = |rest: &str| {
        format!(
            "train pairs.csv -d records.csv {FIELDS} --features 'jaccard jaccard:field=title' --draws 50 --kernel linear {rest}"
        )
    };
    workshop
        .types(&train("--block-by title --out by-title.json"))
        .done();
    let model: serde_json::Value = serde_json::from_str(&workshop.read("by-title.json")).unwrap();
    assert_eq!(model["blocking"]["filter"]["feature"]["field"], "title");
    let verify = "model verify by-title.json --pairs pairs.csv --documents records.csv";
    workshop.types(verify).done();

    let said = |rest: &str| {
        let line = format!("dedupe records.csv -m by-title.json --candidates exact {rest}");
        workshop.types(&line).done().out
    };
    let own = said("--out own.csv");
    assert!(
        own.contains("the model's filter, jaccard:field=title at least"),
        "{own}"
    );
    let named = said("--block-by title=0.9 --out named.csv");
    let expected =
        "candidates: jaccard:field=title at least 0.9, as named; what it misses is not known";
    assert!(named.contains(expected), "{named}");
    // A year is no word: nothing is found by it.
    let none = said("--block-by year --out none.csv");
    assert!(
        none.contains("0 candidates: exactly the pairs of jaccard:field=year at least 0.4"),
        "{none}"
    );

    workshop.refuses(
        "dedupe records.csv -m by-title.json --block-by titel --out g.csv",
        "--block-by 'titel': expected one of the fields title, author, year",
    );
    workshop.refuses(
        "dedupe records.csv -m by-title.json --block-by title=2 --out g.csv",
        "--block-by 'title=2': expected a field, or FIELD=T with T from 0 to 1",
    );
    workshop.refuses(
        "dedupe records.csv -m model.json --block-by title --out g.csv",
        "--block-by 'title': expected records whose fields are compared; --fields names them for training",
    );
    workshop.refuses(
        &train("--block-by pages --out m.json"),
        "--block-by 'pages': expected one of the fields title, author, year",
    );
}

#[test]
fn documents_without_ids_are_numbered_by_row() {
    let workshop = Workshop::new().with(
        "a.csv",
        "text\nOne text of some words\n\"\"\nAnother text of words\n",
    );
    let answer = workshop
        .types("dedupe a.csv --rule jaccard=0.9 --out groups.csv")
        .ends_with(2);
    assert!(
        answer
            .err
            .contains("a.csv:3: the document contains no words"),
        "{}",
        answer.err
    );
    let groups = workshop.read("groups.csv");
    let ids: Vec<&str> = groups
        .lines()
        .skip(1)
        .map(|row| row.split(',').next().unwrap())
        .collect();
    assert_eq!(ids, ["1", "3"]);
    workshop.refuses(
        "dedupe a.csv --id id --rule jaccard=0.9 --out g.csv",
        "a.csv:1: there is no column 'id'; the columns are text; correct the name or add the column",
    );
}
