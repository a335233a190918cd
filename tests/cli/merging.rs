//! Tests that fields missing in a kept record are filled from the records removed for it, if
//! requested.

use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::workshop::Workshop;

const TITLE: &str = "The ferry and the pier: a study of harbours in the north";

fn library() -> String {
    format!(
        "TY  - JOUR\r\nTI  - {TITLE}\r\nAU  - Doe, Jane\r\nPY  - 2008\r\nER  - \r\n\r\n\
         TY  - JOUR\r\nTI  - {TITLE}.\r\nAU  - Doe J\r\nPY  - 2009\r\nDO  - 10.1/first\r\nID  - 7\r\nER  - \r\n\r\n\
         TY  - JOUR\r\nTI  - {TITLE}\r\nAU  - Doe, Jane\r\nPY  - 2008\r\nDO  - 10.1/surest\r\nN2  - We waited.\r\nER  - \r\n\r\n\
         TY  - BOOK\r\nTI  - Beetles farm fungus in dead wood\r\nAU  - Roe, R.\r\nER  - \r\n"
    )
}

const WRITE: &str = "--keep first --write-kept clean.ris --merge merged.csv --out groups.csv";

#[test]
fn a_clean_library_has_what_its_duplicates_said() {
    let library = library();
    let workshop = Workshop::new().with("library.ris", &library);
    let answer = workshop
        .types(&format!("dedupe library.ris --model records {WRITE}"))
        .done();
    let told = "merged: 2 empty fields of 1 kept document filled; see merged.csv\n";
    assert!(answer.err.contains(told), "{}", answer.err);
    // The third record is the surest, and the year and authors of the first stay.
    let records: Vec<&str> = library.split_inclusive("ER  - \r\n\r\n").collect();
    let first = records[0].replace("ER  - ", "N2  - We waited.\r\nDO  - 10.1/surest\r\nER  - ");
    assert_eq!(workshop.read("clean.ris"), first + records[3]);
    assert_eq!(
        workshop.read("merged.csv"),
        "kept,field,removed,value\n1,abstract,3,We waited.\n1,doi,3,10.1/surest\n"
    );
    // What was filled is read as such, and without --merge nothing is.
    workshop
        .types("dedupe library.ris --model records --keep first --write-kept plain.ris --out g.csv")
        .done();
    assert_eq!(
        workshop.read("plain.ris"),
        [records[0], records[3]].concat()
    );
    let again = workshop
        .types("dedupe clean.ris --model records --write-kept again.ris --merge m.csv --out g.csv")
        .done();
    assert!(
        again.err.contains(
            "merged: nothing, since no kept document lacks a field that its removed duplicates have\n"
        ),
        "{}",
        again.err
    );
    assert_eq!(workshop.read("again.ris"), workshop.read("clean.ris"));
    assert_eq!(workshop.read("m.csv"), "kept,field,removed,value\n");
}

/// Two works whose records would share a DOI if both were filled.
fn sharing() -> String {
    let record = |title: &str, rest: &str| format!("TY  - JOUR\nTI  - {title}\n{rest}ER  - \n\n");
    let first = "Moss in the gutters of the old town";
    let other = "Beetles farm fungus in dead wood";
    let second = "Moss in gutters of an old town and its roofs";
    [
        record(
            first,
            "AU  - Vale, Rosa\nPY  - 2001\nAB  - We looked at roofs of the north.\n",
        ),
        record(first, "AU  - Vale, Rosa\nPY  - 2001\nDO  - 10.1/moss\n"),
        record(
            second,
            "AU  - Vale, R.\nPY  - 2001\nAB  - We looked at walls of the south.\n",
        ),
        record(second, "AU  - Vale, R.\nPY  - 2001\nDO  - 10.1/moss\n"),
        record(other, "AU  - Roe, R.\nPY  - 2001\nDO  - 10.1/beetles\n"),
    ]
    .concat()
}

#[test]
fn what_was_merged_stays_as_it_is_when_it_is_deduplicated_again() {
    let workshop = Workshop::new().with("library.ris", sharing());
    let line = "--rule jaccard:field=doi=1 --fields title,doi";
    let constraints = "id_a,id_b,constraint\n1,2,must-link\n3,4,must-link\n2,4,cannot-link\n";
    let workshop = workshop.with("people.csv", constraints);
    let answer = workshop
        .types(&format!(
            "dedupe library.ris {line} --constraints people.csv --keep first --write-kept clean.ris --merge merged.csv --out g.csv"
        ))
        .done();
    let told = "2 empty fields stay empty, since kept documents would otherwise be duplicates of each other";
    assert!(answer.err.contains(told), "{}", answer.err);
    workshop
        .types(&format!(
            "dedupe clean.ris {line} --keep first --write-kept again.ris --out g.csv"
        ))
        .done();
    assert_eq!(workshop.read("again.ris"), workshop.read("clean.ris"));
    assert_eq!(workshop.read("merged.csv"), "kept,field,removed,value\n");
}

#[test]
fn rows_of_parquet_that_are_left_out_are_counted_at_their_source() {
    let column = |values: [&str; 3]| Arc::new(StringArray::from(values.to_vec())) as ArrayRef;
    let columns = [
        ("id", column(["a", "b", "c"])),
        ("text", column([TITLE, "", " "])),
    ];
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let mut bytes = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    let others = "{\"id\":\"d\",\"text\":\"Beetles farm fungus\"}\n{\"id\":\"e\",\"text\":\"\"}\n";
    let workshop = Workshop::new()
        .with("docs.parquet", &bytes)
        .with("others.jsonl", others);
    let told = workshop.types("dedupe docs.parquet others.jsonl --rule jaccard=0.8 --out g.csv");
    for counts in [
        "docs.parquet: 1 document read, 1 kept, 0 removed, 2 left out\n",
        "others.jsonl: 1 document read, 1 kept, 0 removed, 1 left out\n",
    ] {
        assert!(told.out.contains(counts), "{}", told.out);
    }
}

#[test]
fn rows_of_parquet_take_values_of_any_type() {
    let texts = [
        TITLE,
        TITLE,
        "Beetles farm fungus in dead wood of the north",
    ];
    let columns = |years: [Option<i64>; 3], notes: [Option<&str>; 3]| {
        let columns: [(&str, ArrayRef); 4] = [
            ("id", Arc::new(StringArray::from(vec!["a", "b", "c"]))),
            ("text", Arc::new(StringArray::from(texts.to_vec()))),
            ("year", Arc::new(Int64Array::from(years.to_vec()))),
            ("note", Arc::new(StringArray::from(notes.to_vec()))),
        ];
        RecordBatch::try_from_iter_with_nullable(columns.map(|(name, it)| (name, it, true)))
            .unwrap()
    };
    let batch = columns([None, Some(2008), None], [Some("x"), Some("y"), None]);
    let mut bytes = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    let workshop = Workshop::new().with("docs.parquet", &bytes);
    let line = "dedupe docs.parquet --rule jaccard=0.8 --keep first --write-kept kept.parquet --merge m.csv --out g.csv";
    workshop.types(line).done();
    let file = std::fs::File::open(workshop.path("kept.parquet")).unwrap();
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
    assert_eq!(reader.schema(), &batch.schema());
    let kept: Vec<RecordBatch> = reader.build().unwrap().map(Result::unwrap).collect();
    let expected = columns([Some(2008), None, None], [Some("x"), None, None]);
    let expected = [expected.slice(0, 1), batch.slice(2, 1)];
    let expected = arrow_select::concat::concat_batches(&batch.schema(), &expected).unwrap();
    assert_eq!(kept, [expected]);
    assert_eq!(
        workshop.read("m.csv"),
        "kept,field,removed,value\na,year,b,2008\n"
    );
    workshop.refuses(
        "dedupe docs.parquet --rule jaccard=0.8 --write-kept kept.parquet.gz --out g.csv",
        "--write-kept 'kept.parquet.gz': expected a name that ends in .parquet or .ris or .json or .jsonl or .csv or .tsv: \
         Parquet has its own compression",
    );
}

#[test]
fn what_cannot_be_filled_is_refused() {
    let workshop = Workshop::with_model().with("essays/a.txt", "The ferry waits.");
    let expected = "its documents have no fields that could be filled; expected a table, JSON, references or Parquet";
    workshop.refuses(
        "dedupe essays --rule jaccard=0.8 --write-kept k.jsonl --merge m.csv --out g.csv",
        &format!("essays: {expected}"),
    );
    let workshop = workshop.with("export.xml", "<PubmedArticleSet></PubmedArticleSet>");
    workshop.refuses(
        "dedupe export.xml --model records --write-kept k.xml --merge m.csv --out g.csv",
        "export.xml: its records can be copied but not filled; save the references as .nbib or .ris and fill those",
    );
    workshop.refuses(
        "dedupe documents.jsonl --rule jaccard=0.8 --merge m.csv --out g.csv",
        "the following required arguments were not provided:\n  --write-kept <FILE>",
    );
    workshop
        .types("index documents.jsonl -m model.json --out archive")
        .done();
    workshop.refuses(
        "dedupe --index archive --write-kept k.jsonl --merge m.csv --out g.csv",
        "--merge with an index: expected DOCUMENTS with fields instead of an index, whose documents are texts as a whole",
    );
}

#[test]
fn what_only_says_that_a_value_is_missing_is_filled() {
    let rows = "id,title,doi,abstract\n\
                a,The otters of the Danube,10.1/x,[No abstract available]\n\
                b,The otters of the Danube,N/A,Otters swim in the Danube.\n";
    let workshop = Workshop::new().with("d.csv", rows);
    workshop
        .types(
            "dedupe d.csv --text title --rule jaccard=0.9 --out groups.csv --write-kept kept.csv --merge merged.csv",
        )
        .done();
    assert_eq!(
        workshop.read("kept.csv"),
        "id,title,doi,abstract\na,The otters of the Danube,10.1/x,Otters swim in the Danube.\n"
    );
}
