//! What is asked for: features, numbers, options, commands.

use super::{TRAIN, options_are_refused, workshop};

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
        "--column 'label': expected a column other than those of the ids and the label",
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
        "--main-content 'all': expected landmarks, readability or off",
    );
    options_are_refused(
        "--language klingon",
        "--language 'klingon': expected auto, or languages by name or ISO 639-1 code, separated by \
         commas; these have stemmers: english, arabic, danish, dutch, finnish, french, german, greek, \
         hungarian, italian, norwegian, portuguese, romanian, russian, spanish, swedish, tamil, \
         turkish; 'other' is any other language",
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
        "pairs.csv: 120 pairs of 10 document clusters cannot be split into 11 folds; expected at least one cluster per fold; label pairs of more documents or use fewer folds (--folds, --inner-folds)",
    );
    // No interval is drawn, and none is shown.
    workshop().types(&format!("{TRAIN} --draws 0")).done();
}

#[test]
fn options_that_would_be_ignored() {
    let workshop = workshop().with("a.txt", "Text").with("b.txt", "Text");
    let two = "classify a.txt b.txt -m model.json";
    workshop.refuses(
        &format!("{two} --out out.csv"),
        "--out 'out.csv': expected --pairs; for two files the result and all features go to stdout",
    );
    workshop.refuses(
        &format!("{two} --with-features"),
        "--with-features with two files: expected --pairs; for two files the result and all \
         features go to stdout",
    );
    workshop.refuses(
        &format!("{two} --documents documents.jsonl"),
        "--documents 'documents.jsonl': expected --pairs as well, since these are its documents",
    );
    workshop.refuses(
        "classify --pairs pairs.csv -d documents.jsonl -m model.json --json out.json",
        "--json with --pairs: expected two files; the decisions on pairs go to --out",
    );
    let answer = workshop.types("classify a.txt");
    assert_eq!(answer.code, 2);
    assert!(answer.sentence().contains("<B>"), "{}", answer.err);
    workshop.refuses(
        "model verify model.json --documents documents.jsonl",
        "--documents 'documents.jsonl': expected --pairs as well, since these are its documents",
    );
}

#[test]
fn commands_that_do_not_exist() {
    let answer = workshop().types("trian pairs.csv");
    assert_eq!(answer.code, 2);
    assert!(answer.err.contains("'train'"), "{}", answer.err);
    assert_eq!(workshop().types("").code, 2);
}

#[test]
fn values_that_an_option_does_not_know() {
    let workshop = workshop();
    workshop.refuses(
        "dedupe documents.jsonl -m model.json --at 1e308 --out out.csv",
        "--at '1e308': expected numbers from -1000000 to 1000000",
    );
    workshop.refuses(
        "dedupe documents.jsonl -m model.json --evidence why --evidence-of nobody --out out.csv",
        "--evidence-of 'nobody': expected the id of a document",
    );
    workshop.refuses(
        "generate --experiment --chart chart.png",
        "invalid value 'chart.png' for '--chart <FILE>': expected a name that ends in .svg \
         (also .svg.gz, .svg.zst), the only format that can be written there",
    );
    workshop.types("registry init --store x.registry").done();
    workshop.refuses(
        "registry probe documents.jsonl --store x.registry --at-least foo",
        "--at-least 'foo': expected 'exact', 'high' or 'some'",
    );
}
