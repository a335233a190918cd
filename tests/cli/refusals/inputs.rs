//! Refused input: pairs, documents, columns, bytes.

use dejalu::document::reader::{accepted, endings};

use super::{pairs_are_refused, workshop};
use crate::workshop::{documents, gzip, pairs, table};

#[test]
fn pairs_that_are_not_there() {
    let workshop = workshop().with("folder.csv/a.txt", "x");
    let train = |pairs: &str, sentence: &str| {
        let line = format!("train {pairs} -d documents.jsonl --out out.json");
        workshop.refuses(&line, sentence);
    };
    train(
        "none.csv",
        "cannot open none.csv: No such file or directory (os error 2); correct the path",
    );
    train(
        ".",
        "cannot read .: is a directory; give the name of a file",
    );
    train(
        "folder.csv",
        "cannot read folder.csv: is a directory; give the name of a file",
    );
    let endings = endings();
    let tables = accepted()
        .into_iter()
        .take_while(|ending| *ending != ".warc")
        .filter(|ending| !endings.contains(ending));
    let tables: Vec<&str> = tables.collect();
    assert!(tables.starts_with(&[".jsonl", ".ndjson", ".json", ".csv", ".tsv"]));
    train(
        "folder.csv/a.txt",
        &format!(
            "folder.csv/a.txt has an unknown extension; expected one of {}, each also with .gz or .zst",
            tables.join(" ")
        ),
    );
}

#[test]
fn tables_of_other_columns() {
    pairs_are_refused(
        "p.csv",
        "left,right\na,b\n",
        "p.csv: the columns are 'left', 'right'; expected 'id_a', 'id_b' and 'label' (or 'text_a', \
         'text_b' or 'path_a', 'path_b' instead of the ids); rename them or pass --left, --right, \
         --label",
    );
    pairs_are_refused(
        "p.csv",
        "id_a,id_b,label\na0v0,a0v1,1,0\n",
        "p.csv:2: the row has 4 cells, the header 3; put cells that contain the separator, a \
         quotation mark or a line break in quotation marks",
    );
}

#[test]
fn sources_without_content() {
    let empty = "the input is empty; fill or remove it";
    pairs_are_refused("p.csv", "", &format!("p.csv: {empty}"));
    pairs_are_refused("p.csv", "id_a,id_b,label\n", &format!("p.csv: {empty}"));
    pairs_are_refused("p.jsonl", "", &format!("p.jsonl: {empty}"));
    pairs_are_refused("p.jsonl", "\n\n", &format!("p.jsonl: {empty}"));
    workshop().with("a.txt", "").with("b.txt", "Text").refuses(
        "classify a.txt b.txt -m model.json",
        &format!("a.txt: {empty}"),
    );
}

#[test]
fn bytes_that_are_no_text() {
    pairs_are_refused(
        "p.csv",
        b"id_a,id_b,label,\xC3\xA9\xC3\xA8\xC3\xAA\xC3\xAB\na0v0,a0v\xFF1,1,\n",
        "p.csv:2: not valid UTF-8 at byte 3 of 'id_b'; convert the file to UTF-8, or name the character set of documents, such as latin1, with --encoding",
    );
    pairs_are_refused(
        "p.jsonl",
        b"{\"id_a\": \"\xFF\"}\n",
        "p.jsonl:1: not valid UTF-8 at byte 10; convert the file to UTF-8, or name the character set of documents, such as latin1, with --encoding",
    );
    let workshop = workshop()
        .with("a.txt", "Text")
        .with("picture.txt", b"\x89PNG\r\n\x1a\n\0\0")
        .with("noise.txt", b"\x89PNG\r\n\x1a\n\x01\x02\x03\xff\xfe")
        .with("damaged.txt", b"d\xC3\xA9j\xC3\xA0 lu, caf\xC3");
    workshop.refuses(
        "classify picture.txt a.txt -m model.json",
        "picture.txt: looks binary (a zero byte at byte 8); expected text in UTF-8, in UTF-16 \
         with a byte order mark, or in a character set without zero bytes; convert or remove it",
    );
    workshop.refuses(
        "classify a.txt noise.txt -m model.json",
        "noise.txt: unknown character set: not valid UTF-8 at byte 0, and not text in windows-1254 either; convert the file to UTF-8 or remove it",
    );
    workshop.refuses(
        "classify a.txt damaged.txt -m model.json",
        "damaged.txt: the file is UTF-8 except at byte 14; save it again from its source, or remove the damaged bytes",
    );
}

#[test]
fn names_that_stand_twice() {
    pairs_are_refused(
        "p.csv",
        "id_a,id_b,label,id_b\na0v0,a0v1,1,a0v2\n",
        "p.csv:1: column 'id_b' occurs twice; rename or remove one of them",
    );
    pairs_are_refused(
        "p.jsonl",
        "{\"id_a\":\"a0v0\",\"id_b\":\"a0v1\",\"id_b\":\"a0v2\",\"label\":1}\n",
        "p.jsonl:1: not one JSON object on one line: key 'id_b' occurs twice (column 42)",
    );
}

#[test]
fn compressed_files_that_are_cut_or_damaged() {
    let whole = gzip(&table(&pairs()));
    let workshop = workshop().with("cut.csv.gz", &whole[..whole.len() / 2]);
    let answer = workshop.types("train cut.csv.gz -d documents.jsonl --out out.json");
    assert_eq!(answer.code, 2);
    let sentence = answer.sentence();
    assert!(sentence.starts_with("cut.csv.gz:"), "{sentence}");
    assert!(
        sentence.contains(": the file is cut short: its compressed data ends after ")
            && sentence.ends_with(" bytes of text; copy or download it again"),
        "{sentence}"
    );
    for (name, reason) in [
        ("p.csv.gz", "invalid gzip header"),
        ("p.csv.zst", "Unknown frame descriptor"),
    ] {
        pairs_are_refused(
            name,
            table(&pairs()),
            &format!(
                "{name}: cannot be decompressed ({reason}); copy it again or correct its \
                 extension"
            ),
        );
    }
}

#[test]
fn pairs_of_documents_that_are_not_there() {
    pairs_are_refused(
        "p.csv",
        "id_a,id_b,label\na0v0,a0v1,1\na0v0,b7,1\n",
        "p.csv:3: document 'b7' is not in the collection (40 documents); correct the id or pass the \
         right --documents",
    );
    pairs_are_refused(
        "p.csv",
        "id_a,id_b,label\na0v0,,1\n",
        "p.csv:2: 'id_b' is empty; every row needs a value there",
    );
    pairs_are_refused(
        "p.csv",
        "path_a,path_b,label\n,a.txt,1\n",
        "p.csv:2: 'path_a' is empty; every row needs a value there",
    );
    pairs_are_refused(
        "p.csv",
        "path_a,path_b,label\nnone.txt,a.txt,1\n",
        "p.csv:2: cannot open none.txt: No such file or directory (os error 2); correct the path",
    );
    workshop().refuses(
        "train pairs.csv --out out.json",
        "pairs.csv:2: the pairs refer to documents by id, but no collection was given; pass --documents, or if the cells are texts, call their columns text_a and text_b",
    );
}

#[test]
fn pairs_that_make_no_sense() {
    pairs_are_refused(
        "p.csv",
        "id_a,id_b,label\na0v0,a0v0,1\n",
        "p.csv:2: the row pairs document 'a0v0' with itself; remove the row",
    );
    pairs_are_refused(
        "p.csv",
        "id_a,id_b,label\na0v0,a0v1,perhaps\n",
        "p.csv:2: label 'perhaps' is invalid; expected 1 or 0, +1 or -1, true or false, yes or \
         no, y or n, duplicate or distinct",
    );
    pairs_are_refused(
        "p.csv",
        "id_a,id_b,label\na0v0,a0v1,\n",
        "p.csv:2: the pair has no label; expected 1 (duplicate) or 0 (distinct); fill it in or \
         remove the row, or pass --skip-bad",
    );
    pairs_are_refused(
        "p.csv",
        "id_a,id_b,text_a,text_b,label\nx,y,one,two,1\nx,z,ONE,three,0\n",
        "p.csv:3: id 'x' is used for two different texts; give each text its own id",
    );
    pairs_are_refused(
        "p.jsonl",
        "{\"id_a\":\"a0v0\",\"id_b\":[1],\"label\":1}\n",
        "p.jsonl:1: 'id_b' is a list; expected text or a number, in quotation marks if it is long",
    );
    pairs_are_refused(
        "p.jsonl",
        "[1]\n",
        "p.jsonl:1: not one JSON object on one line: invalid type: sequence, expected a map \
         (column 0)",
    );
}

#[test]
fn pairs_of_which_none_is_left() {
    let workshop = workshop()
        .with("p.csv", "id_a,id_b,label,split\na0v0,a0v1,1,dev\n")
        .with("empty.csv", "id_a,id_b,label,split\na0v0,a0v1,1,\n")
        .with("bad.csv", "id_a,id_b,label\na0v0,x,1\n");
    workshop.refuses(
        "train p.csv -d documents.jsonl --split nosuch --out out.json",
        "p.csv: no row has split 'nosuch'; the splits are dev; choose among them",
    );
    workshop.refuses(
        "train p.csv -d documents.jsonl --split dev,dve --out out.json",
        "p.csv: no row has split 'dve' (did you mean 'dev'?); the splits are dev; choose among them",
    );
    workshop.refuses(
        "train empty.csv -d documents.jsonl --split dev --out out.json",
        "empty.csv: no row has split 'dev'; the column 'split' is empty in every row; fill it in or \
         leave --split out",
    );
    workshop.refuses(
        "train pairs.csv -d documents.jsonl --split nosuch --out out.json",
        "pairs.csv: no row has split 'nosuch'; there is no split column; add it or leave --split \
         out",
    );
    workshop.refuses(
        "train bad.csv -d documents.jsonl --skip-bad --out out.json",
        "bad.csv: none of its rows could be read (1 row); correct them",
    );
}

#[test]
fn answers_of_which_none_can_be_trained_on() {
    let answer = |label: &str, stream: &str| {
        format!(
            "{{\"id_a\":\"a0v0\",\"id_b\":\"a0v1\",\"label\":{label},\"stream\":\"{stream}\"}}\n"
        )
    };
    let other = answer("0", "audit").replace("a0v1", "a1v1");
    let workshop = workshop()
        .with("audit.jsonl", answer("1", "audit") + &other)
        .with(
            "open.jsonl",
            answer("1", "training") + &answer("null", "training"),
        );
    let trains =
        |labels: &str| format!("train --labels {labels} -d documents.jsonl --out out.json");
    workshop.refuses(
        &trains("audit.jsonl"),
        "audit.jsonl: all of its sure answers (2) are of the audit, which is never trained on; answer \
         questions of the training stream as well with 'dejalu label'",
    );
    workshop.refuses(
        &trains("open.jsonl"),
        "open.jsonl: none of its 1 pair has a sure answer; answer some first with 'dejalu label'",
    );
}

#[test]
fn similarities_that_no_measure_gives() {
    for found in ["7", "-1", "1.0001"] {
        let workshop = workshop().with(
            "v.csv",
            format!("id_a,id_b,label,jaccard,own\na,b,1,1,7\nc,d,0,{found},-1\n"),
        );
        workshop.refuses(
            "train --vectors v.csv --out out.json",
            &format!(
                "v.csv:3: column 'jaccard' holds '{found}'; expected a number from 0 to 1, as the measure of this name gives, or an empty cell for a missing value; correct it, or rename the column \
                 if it is another feature"
            ),
        );
    }
}

#[test]
fn too_little_to_learn_from() {
    let one_class = "id_a,id_b,label\na0v0,a0v1,1\na1v0,a1v1,1\n";
    pairs_are_refused(
        "p.csv",
        one_class,
        "p.csv: 2 duplicate and 0 distinct pairs to train on; expected at least one of each; add labelled \
         pairs of the missing class",
    );
    let few = "id_a,id_b,label\na0v0,a0v1,1\na1v0,a1v1,1\na0v0,a1v0,0\na2v0,a1v0,0\n";
    pairs_are_refused(
        "p.csv",
        few,
        "p.csv: 4 pairs of 3 document clusters cannot be split into 5 folds; expected at least one cluster per fold; label pairs of more documents or use fewer folds (--folds, --inner-folds)",
    );
    let one_duplicate = "id_a,id_b,label\na0v0,a0v1,1\na1v0,a2v1,0\na3v0,a4v0,0\na5v0,a6v0,0\n";
    pairs_are_refused(
        "p.csv",
        one_duplicate,
        "p.csv: without the documents of fold 1 of 5, 0 duplicate and 3 distinct pairs remain \
         to train on; expected at least one of each; label pairs of more documents",
    );
}

#[test]
fn collections_of_which_nothing_is_left() {
    let wordless = "{\"id\":\"a\",\"text\":\" \"}\n{\"id\":\"b\",\"text\":\"\"}\n";
    let workshop = workshop().with("wordless.jsonl", wordless);
    workshop.refuses(
        "train pairs.csv -d wordless.jsonl --out out.json",
        "wordless.jsonl: none of its documents could be read (2 documents); correct them, or name their \
         columns with --id, --text, --html",
    );
    workshop.refuses(
        "train pairs.csv -d documents.jsonl --text body --out out.json",
        "documents.jsonl: there is no column 'body'; the columns are id, text; correct the name or add \
         the column",
    );
    std::fs::create_dir(workshop.path("folder")).unwrap();
    workshop.refuses(
        "train pairs.csv -d folder --out out.json",
        &format!(
            "folder: the folder contains no documents; expected files with one of the extensions {}, \
             each also with .gz or .zst",
            endings().join(" ")
        ),
    );
}

#[test]
fn the_first_bad_document_stops_who_is_strict() {
    let doubled = documents().concat() + &documents()[0];
    workshop().with("doubled.jsonl", doubled).refuses(
        "train pairs.csv -d doubled.jsonl --strict --out out.json",
        "doubled.jsonl:41: document 'a0v0' was already read at doubled.jsonl:1; give every \
         document a different id",
    );
}
