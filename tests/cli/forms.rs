//! Records with fields, spreadsheets, and documents without ids.

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::workshop::Workshop;

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
    let renamed =
        workshop
            .read("records.csv")
            .replacen("id,title,author,date", "id,Name,By,When", 1);
    let workshop = workshop
        .with("renamed.csv", renamed)
        .with("texts/a.txt", "one text");
    workshop
        .types(
            "dedupe renamed.csv -m fields.json --fields title=Name,author=By,year=When --out again.csv",
        )
        .done();
    assert_eq!(workshop.read("again.csv"), workshop.read("groups.csv"));
    let told =
        workshop.types("dedupe renamed.csv -m fields.json --fields title=Name --out less.csv");
    let told = told.done().err;
    assert!(
        told.starts_with("not compared, since --fields does not name them: author, year\n"),
        "{told}"
    );
    workshop.refuses(
        "dedupe renamed.csv -m fields.json --out g.csv",
        "renamed.csv:1: there is no column 'title', which the model compares; the columns are id, Name, By, When; name the \
         column of each field (--fields title=COLUMN,...) or add the column",
    );
    workshop.refuses(
        "dedupe renamed.csv -m fields.json --fields title=Name,autor=By --out g.csv",
        "--fields 'title=Name,autor=By': the model knows no field 'autor' (did you mean 'author'?); its fields are \
         title, author, year; name the column of each as FIELD=COLUMN",
    );
    workshop.refuses(
        &format!("dedupe records.csv -m model.json {FIELDS} --out g.csv"),
        "--fields 'title,author,year=date': expected a model that was trained with fields; this one compares texts \
         as a whole",
    );
    workshop.refuses(
        "dedupe texts -m fields.json --out g.csv",
        "DOCUMENTS 'texts': expected a table or references (.csv, .jsonl, .xlsx, .ris, .nbib, .bib and others), since \
         the model compares the fields of records; reference managers export .ris",
    );
    workshop.refuses(
        "evaluate pairs.csv -m fields.json",
        "PAIRS 'pairs.csv': expected --documents as well: the model compares the fields of records",
    );
    workshop.refuses(
        "train pairs.csv -d records.csv --features jaccard:field=name --out m.json",
        "--features 'jaccard:field=name': expected --fields with a field 'name'",
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
        "--write-kept 'kept.xlsx': expected a name that ends in .csv or .ris or .json or .jsonl or .tsv (also .gz, .zst)",
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
    // In this field no two have a word without a digit in common.
    let told = workshop.types(&train("--block-by author --out none.json"));
    let told = told.done().err;
    let expected = "warning: --block-by 'author' finds too few of the labelled duplicates, so the model \
                    compares every pair; ";
    assert!(told.contains(expected), "{told}");
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
    let expected = "candidates: jaccard:field=title at least 0.9, as named; how many duplicates it misses is unknown";
    assert!(named.contains(expected), "{named}");
    let year = said("--block-by year --out year.csv");
    let expected = "exactly the pairs of code-agreement:field=year at least 0.4";
    assert!(year.contains(expected), "{year}");

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
        "--block-by 'title': expected a model that compares the fields of records, such as 'records', or a rule with --fields",
    );
    workshop.refuses(
        &train("--block-by pages --out m.json"),
        "--block-by 'pages': expected one of the fields title, author, year",
    );
    workshop.refuses(
        &train("--block-by title=0.4,author --out m.json"),
        "--block-by 'title=0.4': expected a number for every field or for none: training sets the numbers of all fields together",
    );
}

#[test]
fn candidates_are_found_by_any_of_several_fields() {
    let workshop = table(Workshop::with_model()).with(
        "works.csv",
        "id,title,doi,author\n\
         a,The ferry and the pier,10.1/ferry,Ann Lee\n\
         b,A harbour study,https://doi.org/10.1/FERRY,\n\
         c,Beetles farm fungus in dead wood,,Bob Ray\n\
         d,Beetles farm fungus in wood,10.1/beetle,Bob Ray\n\
         e,,,Ann Lee\n",
    );
    let line = |rest: &str| {
        format!(
            "dedupe works.csv --fields title,doi,author --rule jaccard=0.1 --candidates exact --pairs-out found.csv \
             --out groups.csv {rest}"
        )
    };
    let found = |rest: &str| {
        let answer = workshop.types(&line(rest)).done();
        let said = answer.out.lines().find(|line| line.contains("candidate"));
        said.unwrap_or_default().to_owned()
    };
    assert_eq!(
        found("--block-by title"),
        "1 candidate: exactly the pairs of jaccard:field=title at least 0.4 (as requested)"
    );
    assert_eq!(
        found("--block-by title=0.5,doi"),
        "2 candidates: exactly the pairs of jaccard:field=title at least 0.5 or code-agreement:field=doi at \
         least 0.4 (as requested)"
    );
    // What two fields say counts once.
    assert!(found("--block-by title,doi,author").starts_with("3 candidates: "));
    for (by, told) in [
        (
            "title,title=0.5",
            "'title,title=0.5': expected each field once, and 'title' occurs twice",
        ),
        (
            "title,isbn",
            "'isbn': expected one of the fields title, doi, author",
        ),
        (
            "title,",
            "'title,': expected a field, or several with a comma between two",
        ),
    ] {
        workshop.refuses(
            &line(&format!("--block-by {by}")),
            &format!("--block-by {told}"),
        );
    }
    // However few there are, what was named is used, and not every pair.
    let few = "dedupe works.csv --fields title,doi,author -m records --block-by title";
    let answer = workshop.types(&format!("{few} --out groups.csv")).done();
    let expected = "1 comparison with a kept document, of exactly the pairs of jaccard:field=title at least 0.4";
    assert!(answer.out.contains(expected), "{}", answer.out);
    workshop.refuses(
        &format!("{few} --candidates all --out g.csv"),
        "--candidates 'all': expected auto, exact or minhash with --block-by",
    );
    let coded = "id,title,code\na,The ferry and the pier,PMC123\nb,A harbour study,PMC123\n";
    let coded = Workshop::with_model().with("coded.csv", coded);
    coded.refuses(
        "dedupe coded.csv --fields title,code --rule jaccard=0.1 --block-by code --out g.csv",
        "--block-by 'code': expected a field in which records have words (those without a digit), or one of codes, \
         which is named doi, isbn, issn, pmid, volume, number, issue, year, date or pages",
    );
    workshop.refuses(
        "dedupe works.csv --fields title,doi,author --rule jaccard=0.1 --candidates minhash --block-by title,doi --out g.csv",
        "MinHash needs a filter by Jaccard similarity, but the filter is code-agreement:field=doi at least 0.4; use exact candidates",
    );

    let train = format!(
        "train pairs.csv -d records.csv {FIELDS} --features 'jaccard jaccard:field=title' --draws 50 --kernel linear \
         --block-by title,author --out both.json"
    );
    let pairs = Workshop::with_model();
    let workshop = table(pairs);
    workshop.types(&train).done();
    let model: serde_json::Value = serde_json::from_str(&workshop.read("both.json")).unwrap();
    assert_eq!(model["format"], 8);
    let blocking = &model["blocking"];
    assert_eq!(blocking["others"][0]["feature"]["field"], "author");
    assert_eq!(blocking["others"][0]["at"], blocking["filter"]["at"]);
    workshop
        .types("model verify both.json --pairs pairs.csv --documents records.csv")
        .done();
    let own = workshop.types("dedupe records.csv -m both.json --candidates exact --out own.csv");
    let own = own.done().out;
    let at = blocking["filter"]["at"].as_str().unwrap();
    let told = format!(
        "the model's filter, jaccard:field=title at least {at} or jaccard:field=author at least {at}, keeps "
    );
    assert!(own.contains(&told), "{own}");
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
