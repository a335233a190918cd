//! What cannot be done is one clear sentence: where, what was found, what was expected, what to do.
//! Nothing is left half-written, and older files stay as they were.

use crate::workshop::{Workshop, documents, gzip, pairs, table};

const TRAIN: &str = "train pairs.csv -d documents.jsonl --features jaccard --out out.json";

/// A workshop whose results would replace an older one.
fn workshop() -> Workshop {
    Workshop::with_model().with("out.json", "older")
}

#[track_caller]
fn pairs_are_refused(name: &str, content: impl AsRef<[u8]>, sentence: &str) {
    workshop().with(name, content).refuses(
        &format!("train {name} -d documents.jsonl --out out.json"),
        sentence,
    );
}

#[track_caller]
fn models_are_refused(content: impl AsRef<[u8]>, sentence: &str) {
    let workshop = workshop().with("m.json", content);
    for command in [
        "model show m.json",
        "model verify m.json",
        "evaluate pairs.csv -d documents.jsonl -m m.json --json out.json",
        "classify --pairs pairs.csv -d documents.jsonl -m m.json --out out.json",
    ] {
        workshop.refuses(command, sentence);
    }
}

#[track_caller]
fn options_are_refused(options: &str, sentence: &str) {
    workshop().refuses(&format!("{TRAIN} {options}"), sentence);
}

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
    train(
        "folder.csv/a.txt",
        "folder.csv/a.txt has an unknown ending; expected one of .jsonl .csv .tsv, each also with \
         .gz or .zst",
    );
}

#[test]
fn tables_of_other_columns() {
    pairs_are_refused(
        "p.csv",
        "left,right\na,b\n",
        "p.csv: the columns are 'left', 'right'; expected 'id_a', 'id_b' and 'label' (or 'text_a', \
         'text_b' or 'path_a', 'path_b' in place of the ids); rename them or pass --left, --right, \
         --label",
    );
    pairs_are_refused(
        "p.csv",
        "id_a,id_b,label\na0v0,a0v1,1,0\n",
        "p.csv:2: the row has 4 cells, the header 3; put cells that hold the separator, a quotation \
         mark or a line end in quotation marks",
    );
}

#[test]
fn sources_without_content() {
    let empty = "empty: there is nothing to read in it; fill or remove it";
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
        b"id_a,id_b,label\na0v0,a0v\xFF1,1\n",
        "p.csv:2: not valid UTF-8 at byte 3 of 'id_b'; convert the file to UTF-8",
    );
    pairs_are_refused(
        "p.jsonl",
        b"{\"id_a\": \"\xFF\"}\n",
        "p.jsonl:1: not valid UTF-8 at byte 10; convert the file to UTF-8",
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
        "noise.txt: its characters cannot be told: not valid UTF-8 at byte 0, and no text in \
         windows-1254 either; convert the file to UTF-8 or remove it",
    );
    workshop.refuses(
        "classify a.txt damaged.txt -m model.json",
        "damaged.txt: the file is in UTF-8 but for byte 14; save it again from its source, or \
         remove what is damaged",
    );
}

#[test]
fn names_that_stand_twice() {
    pairs_are_refused(
        "p.csv",
        "id_a,id_b,label,id_b\na0v0,a0v1,1,a0v2\n",
        "p.csv:1: column 'id_b' stands twice; rename or remove one of them",
    );
    pairs_are_refused(
        "p.jsonl",
        "{\"id_a\":\"a0v0\",\"id_b\":\"a0v1\",\"id_b\":\"a0v2\",\"label\":1}\n",
        "p.jsonl:1: not one JSON object on one line: key 'id_b' stands twice (column 42)",
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
        sentence.contains(": the file is cut short: its compressed data end after ")
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
                "{name}: cannot be decompressed ({reason}); expected what its name says; copy it \
                 again or correct the ending of its name"
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
        "pairs.csv:2: the pairs name documents by id and no collection was given; pass --documents",
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
        "p.csv:2: label 'perhaps' cannot be read; expected 1 or 0, +1 or -1, true or false, yes or \
         no, duplicate or distinct",
    );
    pairs_are_refused(
        "p.csv",
        "id_a,id_b,label\na0v0,a0v1,\n",
        "p.csv:2: the pair has no label; expected 1 (duplicate) or 0 (distinct); fill it in or \
         remove the row",
    );
    pairs_are_refused(
        "p.csv",
        "id_a,id_b,text_a,text_b,label\nx,y,one,two,1\nx,z,ONE,three,0\n",
        "p.csv:3: id 'x' stands for two different texts; give each text an id of its own",
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
        .with("bad.csv", "id_a,id_b,label\na0v0,x,1\n");
    workshop.refuses(
        "train p.csv -d documents.jsonl --split nosuch --out out.json",
        "p.csv: no row is of split nosuch; the splits are dev; choose among them",
    );
    workshop.refuses(
        "train pairs.csv -d documents.jsonl --split nosuch --out out.json",
        "pairs.csv: no row is of split nosuch; there is no split column; add it or leave --split \
         out",
    );
    workshop.refuses(
        "train bad.csv -d documents.jsonl --skip-bad --out out.json",
        "bad.csv: none of its rows could be read (1 row); correct them",
    );
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
        "p.csv: 4 pairs of 3 document clusters cannot be dealt into 5 folds; expected a cluster or more a \
         fold; label pairs of more documents or ask for fewer folds (--folds, --inner-folds)",
    );
    let one_duplicate = "id_a,id_b,label\na0v0,a0v1,1\na1v0,a2v1,0\na3v0,a4v0,0\na5v0,a6v0,0\n";
    pairs_are_refused(
        "p.csv",
        one_duplicate,
        "p.csv: without the documents of fold 1 of 5, 0 duplicate and 3 distinct pairs are left to train \
         on; expected at least one of each; label pairs of more documents",
    );
}

#[test]
fn collections_of_which_nothing_is_left() {
    let wordless = "{\"id\":\"a\",\"text\":\" \"}\n{\"id\":\"b\",\"text\":\"...\"}\n";
    let workshop = workshop().with("wordless.jsonl", wordless);
    workshop.refuses(
        "train pairs.csv -d wordless.jsonl --out out.json",
        "wordless.jsonl: none of its documents could be read (2 documents); correct them, or name their \
         columns with --id, --text, --html",
    );
    workshop.refuses(
        "train pairs.csv -d documents.jsonl --text body --out out.json",
        "documents.jsonl: none of its documents could be read (40 documents); correct them, or name their \
         columns with --id, --text, --html",
    );
    std::fs::create_dir(workshop.path("folder")).unwrap();
    workshop.refuses(
        "train pairs.csv -d folder --out out.json",
        "folder: the folder holds no document; expected files that end in .txt .md .html .htm \
         .xhtml, each also with .gz or .zst",
    );
}

#[test]
fn outputs_that_cannot_be_written_fail_before_the_work() {
    let workshop = workshop();
    std::fs::create_dir(workshop.path("folder")).unwrap();
    // The pairs do not exist either: the output is tried first.
    for command in [
        "train none.csv --out",
        "vectors none.csv --out",
        "classify --pairs none.csv -m model.json --out",
        "compare none.csv --json",
        "evaluate none.csv -m model.json --json",
    ] {
        workshop.refuses(
            &format!("{command} no/such/folder/x.json"),
            "cannot write no/such/folder/x.json: No such file or directory (os error 2); correct \
             the path",
        );
        workshop.refuses(
            &format!("{command} folder"),
            "cannot write folder: Is a directory (os error 21); give the name of a file",
        );
    }
    workshop.refuses(
        "compare pairs.csv -d documents.jsonl --report out.json",
        "cannot write out.json: File exists (os error 17); give the name of a folder",
    );
    // The folder of a report is made first, and does not outlive what fails later.
    workshop.refuses(
        "compare none.csv -d documents.jsonl --report new/report",
        "cannot open none.csv: No such file or directory (os error 2); correct the path",
    );
}

#[test]
fn outputs_that_would_take_the_place_of_something() {
    let workshop = workshop()
        .with("a.txt", "Text")
        .with("b.txt", "Text")
        .with("folder/a.txt", "Text");
    let lost = "since one of the two would be lost";
    for (command, sentence) in [
        (
            "dedupe documents.jsonl -m model.json --out x.jsonl --write-kept ./x.jsonl",
            format!("--write-kept './x.jsonl': expected another path than that of --out, {lost}"),
        ),
        (
            "dedupe documents.jsonl -m model.json --out x.csv --report r --evidence folder/../r",
            format!("--evidence 'folder/../r': expected another path than that of --report, {lost}"),
        ),
        (
            "explain a.txt b.txt -m model.json --html x --json x",
            format!("--json 'x': expected another path than that of --html, {lost}"),
        ),
        (
            "explain a.txt b.txt -m model.json --html - --json -",
            "--json '-': expected a file, since --html goes to stdout already".to_string(),
        ),
        (
            "train pairs.csv -d documents.jsonl --out folder/../pairs.csv",
            "--out 'folder/../pairs.csv': expected another path than that of PAIRS, which it would \
             replace"
                .to_string(),
        ),
        (
            "dedupe documents.jsonl -m model.json --out groups.csv --write-kept documents.jsonl",
            "--write-kept 'documents.jsonl': expected another path than that of DOCUMENTS, which \
             it would replace"
                .to_string(),
        ),
        (
            "find a.txt folder -m model.json --out a.txt",
            "--out 'a.txt': expected another path than that of QUERY DOCUMENTS, which it would \
             replace"
                .to_string(),
        ),
        (
            "index folder -m model.json --out folder",
            "--out 'folder': expected another path than that of DOCUMENTS, which it would replace"
                .to_string(),
        ),
        (
            "vectors - -d -",
            "--documents '-': expected a file, since PAIRS comes from stdin already".to_string(),
        ),
        (
            "dedupe documents.jsonl -m model.json --pairs-sample 3",
            "--pairs-sample '3': expected --pairs-out as well, since something else goes to stdout"
                .to_string(),
        ),
    ] {
        workshop.refuses(command, &sentence);
    }
    // A device takes whatever comes.
    workshop
        .types("explain a.txt b.txt -m model.json --html /dev/null --json /dev/null")
        .done();
}

#[test]
fn features_that_do_not_exist() {
    options_are_refused(
        "--features jacard",
        "there is no measure 'jacard' (did you mean 'jaccard'?); 'dejalu measures' lists them",
    );
    options_are_refused(
        "--features jaccard:k=-1",
        "feature 'jaccard': k is -1, expected 'all' or a whole number from 1; 'dejalu measures' \
         lists parameters and their ranges",
    );
    options_are_refused(
        "--features jaccard:k",
        "feature 'jaccard:k': 'k' has no value, expected parameter=value; 'dejalu measures' lists \
         parameters and their ranges",
    );
    options_are_refused(
        "--column label",
        "--column 'label': expected another column than those that name and label the pair",
    );
    options_are_refused(
        "--candidate-recall -1",
        "--candidate-recall '-1': expected a number above 0 and at most 1, or none",
    );
    workshop().refuses(
        "vectors pairs.csv -d documents.jsonl --features ' '",
        "--features ' ': expected 'default', 'papers', 'all', or names of measures",
    );
    options_are_refused(
        "--main-content all",
        "--main-content all: expected landmarks, readability or off",
    );
    options_are_refused(
        "--language klingon",
        "--language klingon: expected auto, or languages by name or ISO 639-1 code, separated by \
         commas; these have stems: english, arabic, danish, dutch, finnish, french, german, greek, \
         hungarian, italian, norwegian, portuguese, romanian, russian, spanish, swedish, tamil, \
         turkish; 'other' stands for what is not known",
    );
}

#[test]
fn numbers_that_cannot_be_used() {
    for option in ["--c", "--gamma"] {
        for number in ["0", "-1", "nan", "inf", "1e999", "x", ""] {
            options_are_refused(
                &format!("{option} '{number}'"),
                &format!("{option} '{number}': expected 'auto' or a number above 0"),
            );
        }
    }
    for rule in [
        "precision=2",
        "precision=0",
        "recall=nan",
        "recall=",
        "f2",
        "",
    ] {
        options_are_refused(
            &format!("--operating-point '{rule}'"),
            &format!(
                "--operating-point '{rule}': expected f1, margin, precision=X or recall=X with X \
                 above 0 and at most 1"
            ),
        );
    }
    for (option, least, most) in [
        ("--folds", 2, 1_000_000),
        ("--inner-folds", 2, 1_000_000),
        ("--draws", 0, 1_000_000),
        ("--threads", 1, 1_024),
        ("--seed", 0, u64::MAX),
    ] {
        for number in ["-1", "1.5", "nan", "99999999999999999999"] {
            options_are_refused(
                &format!("{option} {number}"),
                &format!(
                    "invalid value '{number}' for '{option} <N>': expected a whole number from \
                     {least} to {most}"
                ),
            );
        }
    }
    for refused in [
        "--folds 0",
        "--folds 1",
        "--inner-folds 1",
        "--threads 0",
        "--draws 4294967295",
    ] {
        let answer = workshop().types(&format!("{TRAIN} {refused}"));
        assert_eq!(answer.code, 2, "{refused}");
        assert!(
            answer
                .sentence()
                .contains(": expected a whole number from ")
        );
    }
    options_are_refused(
        "--folds 11",
        "pairs.csv: 120 pairs of 10 document clusters cannot be dealt into 11 folds; expected a cluster or \
         more a fold; label pairs of more documents or ask for fewer folds (--folds, --inner-folds)",
    );
    // No interval is drawn, and none is shown.
    workshop().types(&format!("{TRAIN} --draws 0")).done();
}

#[test]
fn options_that_would_be_ignored() {
    let workshop = workshop().with("a.txt", "Text").with("b.txt", "Text");
    let two = "classify a.txt b.txt -m model.json";
    workshop.refuses(
        &format!("{two} --out out.json"),
        "--out 'out.json': expected --pairs; two files are judged on stdout, with their features",
    );
    workshop.refuses(
        &format!("{two} --with-features"),
        "--with-features with two files: expected --pairs; two files are judged on stdout, with \
         their features",
    );
    workshop.refuses(
        &format!("{two} --documents documents.jsonl"),
        "--documents 'documents.jsonl': expected --pairs as well, whose documents these are",
    );
    let answer = workshop.types("classify a.txt");
    assert_eq!(answer.code, 2);
    assert!(answer.sentence().contains("<B>"), "{}", answer.err);
    workshop.refuses(
        "model verify model.json --documents documents.jsonl",
        "--documents 'documents.jsonl': expected --pairs as well, whose documents these are",
    );
}

#[test]
fn models_that_are_cut_changed_or_newer() {
    let model = workshop().read("model.json");
    models_are_refused(
        &model[..2000],
        "m.json: the model ends after 2000 bytes in the middle of an object: it was cut short; \
         restore the file or train again",
    );
    models_are_refused(
        model.replace("\"format\":1", "\"format\":2"),
        "m.json: the model has format 2 (written by dejalu 0.1.0), and this version reads formats \
         up to 1; update dejalu or train again",
    );
    models_are_refused(
        "",
        "m.json: the model ends after 0 bytes in the middle of an object: it was cut short; \
         restore the file or train again",
    );
    models_are_refused(
        "id_a,id_b\n",
        "m.json: the model is not JSON: expected value at line 1 column 1; restore the file or \
         train again",
    );
    models_are_refused(
        "{}",
        "m.json: the model does not hold what training writes: missing field `format` at line 1 \
         column 2; restore the file or train again",
    );
    let whole = gzip(&model);
    let cut = workshop().with("m.json.gz", &whole[..whole.len() / 2]);
    let answer = cut.types("model show m.json.gz");
    assert_eq!(answer.code, 2);
    let sentence = answer.sentence();
    assert!(
        sentence.starts_with("m.json.gz: the file is cut short: its compressed data end after "),
        "{sentence}"
    );
    workshop().refuses(
        "model show none.json",
        "cannot open none.json: No such file or directory (os error 2); correct the path",
    );
    workshop().refuses(
        "model show .",
        "cannot read .: is a directory; give the name of a file",
    );
}

#[test]
fn models_that_were_edited_by_hand() {
    let model = workshop().read("model.json");
    let edited = model.replacen("\"pairs\":120", "\"pairs\":121", 1);
    let digest = digest(&model);
    let workshop = workshop().with("m.json", edited);
    let answer = workshop.types("model show m.json");
    assert_eq!(answer.code, 2);
    let sentence = answer.sentence();
    assert!(
        sentence.starts_with(&format!(
            "m.json: its digest is '{digest}', its content gives '"
        )) && sentence
            .ends_with("': it was changed after training; restore the file or train again"),
        "{sentence}"
    );
}

/// A forger knows how to compute the digest; what no training writes is refused all the same.
#[test]
fn models_that_were_forged() {
    let model = workshop().read("model.json");
    let statistics = between(&model, "\"statistics\":", ",\"scaling\"");
    let companion = "{\"companion\":\"m.statistics.0123.json.zst\",\"blake3\":\"0123\"}";
    let forge = |from: &str, to: &str| sealed(&model.replacen(from, to, 1));
    models_are_refused(
        forge(statistics, companion),
        "m.json: the model's companion file 'm.statistics.0123.json.zst' is not beside it; put it \
         there or train again",
    );
    models_are_refused(
        forge(statistics, &companion.replace("m.stat", "../m.stat")),
        "m.json: the model's companion file '../m.statistics.0123.json.zst' is not beside it; put \
         it there or train again",
    );
    for (from, to) in [
        ("\"draws\":50", "\"draws\":4294967295"),
        ("\"tolerance\":0.001", "\"tolerance\":5e-324"),
    ] {
        assert!(model.contains(from));
        models_are_refused(
            forge(from, to),
            "m.json: its record asks for a training without end; restore the file or train again",
        );
    }
    let unknown = model.replacen("\"measure\":\"jaccard\"", "\"measure\":\"jacard\"", 1);
    let answer = workshop()
        .with("m.json", unknown)
        .types("model show m.json");
    assert_eq!(answer.code, 2);
    assert!(
        answer
            .sentence()
            .contains("there is no measure 'jacard' (did you mean 'jaccard'?)"),
        "{}",
        answer.err
    );
}

fn digest(model: &str) -> &str {
    between(model, "\"digest\":\"", "\"")
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    let rest = text.split_once(before).unwrap().1;
    rest.split_once(after).unwrap().0
}

/// The model with the digest that its content gives, which the program itself tells.
fn sealed(model: &str) -> String {
    let workshop = Workshop::new().with("m.json", model);
    let told = workshop.types("model show m.json");
    let right = between(told.sentence(), "its content gives '", "'").to_string();
    model.replacen(digest(model), &right, 1)
}

#[test]
fn the_first_bad_document_stops_who_is_strict() {
    let doubled = documents().concat() + &documents()[0];
    workshop().with("doubled.jsonl", doubled).refuses(
        "train pairs.csv -d doubled.jsonl --strict --out out.json",
        "doubled.jsonl:41: document 'a0v0' was already read at doubled.jsonl:1; give every \
         document an id of its own",
    );
}

#[test]
fn commands_that_do_not_exist() {
    let answer = workshop().types("trian pairs.csv");
    assert_eq!(answer.code, 2);
    assert!(answer.err.contains("'train'"), "{}", answer.err);
    assert_eq!(workshop().types("").code, 2);
}
