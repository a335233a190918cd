//! Refused options: features, numbers, options, commands.

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
        "--features ' ': expected 'default', 'records', 'papers', 'all', or names of measures",
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
fn an_option_in_the_place_of_a_value() {
    for line in [
        "find query.txt documents.jsonl --at --top 5",
        "dedupe documents.jsonl --at --keep first",
    ] {
        let told = "a value is required for '--at <T>' but none was supplied";
        workshop().refuses(line, told);
    }
}

#[test]
fn several_thresholds_where_one_is_written() {
    workshop().refuses(
        "dedupe documents.jsonl --rule jaccard=0.5 --at 0.5,0.6 --write-kept kept.jsonl --out g.csv",
        "--at '0.5,0.6': expected one threshold with --write-kept, since each keeps other documents",
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
        &format!("{two} --split dev"),
        "--split 'dev': expected --pairs as well, since it selects from them",
    );
    workshop.refuses(
        &format!("{two} --skip-bad"),
        "--skip-bad without pairs: expected --pairs as well, since it skips some of them",
    );
    for (option, value) in [("filter", "jaccard"), ("order", "weight")] {
        let sentence = format!(
            "--{option} '{value}': expected a search by minimum weight overlapping, as for the rule mwo, \
             that does not compare all pairs"
        );
        for line in [
            "find a.txt documents.jsonl -m model.json",
            "find a.txt documents.jsonl --rule jaccard=0.5",
            "dedupe documents.jsonl --rule mwo=0.5 --candidates all --out g.csv",
        ] {
            workshop.refuses(&format!("{line} --{option} {value}"), &sentence);
        }
    }
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
fn options_that_only_another_option_makes_count() {
    let workshop = workshop()
        .with("a.txt", "Text")
        .with("folder/a.txt", "one text of some words")
        .with("folder/b.txt", "another text of some words");
    let whose = "expected --experiment as well, whose figures go there";
    for (line, sentence) in [
        (
            "generate --out made --chart c.svg",
            format!("--chart 'c.svg': {whose}"),
        ),
        (
            "generate --out made --json f.json",
            format!("--json 'f.json': {whose}"),
        ),
        (
            "generate --records 5 --out made --json f.json",
            format!("--json 'f.json': {whose}"),
        ),
        (
            "generate --experiment --words 50",
            "--words '50': expected --records as well, since it sets the length of their abstracts"
                .into(),
        ),
        (
            "find a.txt documents.jsonl -m model.json --language english",
            "--language 'english': expected --rule as well, since a model has its own".into(),
        ),
        (
            "label report l.jsonl --documents documents.jsonl --main-content off",
            "--main-content 'off': expected --rule as well, since a model has its own".into(),
        ),
        (
            "dedupe documents.jsonl -m model.json --background b.json --out g.csv",
            "--background 'b.json': expected --rule as well, since a model has its own".into(),
        ),
        (
            "registry probe documents.jsonl --store s.registry --rule scam --threshold 0.5",
            "--threshold '0.5': expected --rule os-cds, since scam counts equal chunks alone"
                .into(),
        ),
    ] {
        workshop.refuses(line, &sentence);
    }
    for kernel in ["linear", "monotone"] {
        options_are_refused(
            &format!("--kernel {kernel} --gamma 0.5"),
            "--gamma '0.5': expected --kernel rbf, laplacian, polynomial or auto",
        );
    }
    options_are_refused(
        "--column emb --column emb:rises",
        "--column 'emb:rises': expected the column once, with :rises or without",
    );
    options_are_refused(
        "--features difference-terms",
        "feature 'difference-terms' is learned from labelled pairs and cannot be chosen; train or \
         compare with --terms, which adds it where it helps",
    );
}

#[test]
fn a_delimiter_where_there_is_none() {
    let workshop = workshop()
        .with(
            "rows.csv",
            "id;text\na;one text of some words\nb;another one\n",
        )
        .with("folder/a.txt", "one text of some words")
        .with("folder/b.txt", "another text of some words");
    let index = "index documents.jsonl -m model.json --out in.index";
    workshop.types(index).done();
    let of_table = "expected a .csv or .tsv file of documents; no other has a delimiter";
    let of_documents =
        "expected --documents as well, since only a table of documents has a delimiter";
    for (line, expected) in [
        ("dedupe documents.jsonl -m model.json", of_table),
        ("dedupe folder -m model.json", of_table),
        (
            "train pairs.csv -d documents.jsonl --out out.json",
            of_table,
        ),
        ("vectors pairs.csv --out v.csv", of_documents),
        (
            "dedupe --index in.index",
            "expected DOCUMENTS with a delimiter; an index has none",
        ),
    ] {
        workshop.refuses(
            &format!("{line} --delimiter ;"),
            &format!("--delimiter ';': {expected}"),
        );
    }
    // Of two collections it is enough if one has it.
    for line in [
        "dedupe documents.jsonl --against rows.csv --delimiter ; -m model.json --out g.csv",
        "find --queries rows.csv documents.jsonl --delimiter ; -m model.json",
        "find --queries documents.jsonl rows.csv --delimiter ; -m model.json",
        "find --queries rows.csv --index in.index --delimiter ;",
    ] {
        // Nothing may be found, which is no error.
        assert_ne!(workshop.types(line).code, 2, "{line}");
    }
}

#[test]
fn penalties_that_nothing_converges_with() {
    for (c, remedy) in [
        ("1e-300", "choose a larger C (0.001 to 100 is usual)"),
        ("1e300", "choose a smaller C (0.001 to 100 is usual)"),
    ] {
        options_are_refused(
            &format!("--kernel linear --c {c}"),
            &format!(
                "pairs.csv: training with C = {c} and kernel linear did not converge; expected finite weights \
                 within the limit of steps; {remedy}"
            ),
        );
    }
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
