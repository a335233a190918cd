//! Models that cannot be trusted.

use super::{models_are_refused, workshop};
use crate::workshop::{Workshop, gzip};

#[test]
fn models_that_are_cut_changed_or_newer() {
    let model = workshop().read("model.json");
    models_are_refused(
        &model[..2000],
        "m.json: the model ends after 2000 bytes in the middle of an object: it was cut short; \
         restore the file or train again",
    );
    models_are_refused(
        model.replacen("\"format\":8", "\"format\":11", 1),
        "m.json: the model has format 11 (written by dejalu 0.1.0), but this version reads formats up to 10; update dejalu or train again",
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
        sentence.starts_with("m.json.gz: the file is cut short: its compressed data ends after "),
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

#[test]
fn a_model_laid_out_anew_is_the_same_model() {
    let model = workshop().read("model.json");
    let value: serde_json::Value = serde_json::from_str(&model).unwrap();
    let spread = serde_json::to_string_pretty(&value).unwrap();
    let cut = model.trim_end().to_string();
    let workshop = workshop().with("spread.json", spread).with("cut.json", cut);
    let expected = workshop.types("model show model.json");
    assert_eq!(expected.code, 0);
    for file in ["spread.json", "cut.json"] {
        let answer = workshop.types(&format!("model show {file}"));
        assert_eq!(
            (answer.code, answer.out),
            (0, expected.out.clone()),
            "{file}"
        );
    }
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
        "m.json: the model's companion file 'm.statistics.0123.json.zst' is missing beside it; \
         put it there or train again",
    );
    models_are_refused(
        forge(statistics, &companion.replace("m.stat", "../m.stat")),
        "m.json: the model's companion file '../m.statistics.0123.json.zst' is missing beside \
         it; put it there or train again",
    );
    for (from, to) in [
        ("\"draws\":50", "\"draws\":4294967295"),
        ("\"tolerance\":0.001", "\"tolerance\":5e-324"),
    ] {
        assert!(model.contains(from));
        models_are_refused(
            forge(from, to),
            "m.json: its record asks for an endless training; restore the file or train again",
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
fn names_that_no_model_has() {
    workshop().refuses(
        "dedupe documents.jsonl -m record --out g.csv",
        "--model 'record': expected a model file, 'records' or 'built-in'; there is no file of this name",
    );
    workshop().refuses(
        "model show gone.json",
        "cannot open gone.json: No such file or directory (os error 2); correct the path",
    );
}
