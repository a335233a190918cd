//! Tests of what figures depend on: the share of duplicates, and the range of the training pairs.

use serde_json::Value;

use crate::workshop::{QUICK, Workshop, pairs};

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

/// A text without its line ends.
fn unwrapped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

const FEATURES: &str = "--features 'jaccard resemblance'";

#[test]
fn deciders_that_look_at_nothing_stand_in_every_comparison() {
    let workshop = Workshop::with_model();
    let docs = "pairs.csv -d documents.jsonl";
    for line in [
        format!("compare {docs} {QUICK} --json -"),
        format!("evaluate {docs} -m model.json --draws 50 --json -"),
        format!("train {docs} {QUICK} --out again.json --json -"),
    ] {
        let found = workshop.types(&line).done().json();
        let deciders = found["deciders"].as_array().unwrap();
        let [.., all, none] = deciders.as_slice() else {
            panic!("{line}: {deciders:?}");
        };
        // Sixty of the 120 pairs are duplicates.
        assert_eq!(
            (&all["name"], &all["kind"]),
            (&"all-duplicates".into(), &"baseline".into())
        );
        assert_eq!((&all["tp"], &all["fp"]), (&60.into(), &60.into()));
        assert!((number(&all["f1"]) - 2.0 / 3.0).abs() < 1e-12);
        assert_eq!(all["mcnemar_p"], Value::Null);
        assert_eq!((&none["name"], &none["tn"]), (&"none".into(), &60.into()));
        assert_eq!(
            (&none["precision"], &none["mcc"]),
            (&Value::Null, &Value::Null)
        );
        assert_eq!(none["f1"], 0.0);
    }
}

#[test]
fn rules_that_do_not_beat_calling_everything_a_duplicate_are_named() {
    let mostly_duplicates: String = pairs()
        .iter()
        .enumerate()
        .filter(|(place, row)| row.ends_with(",1\n") || place % 20 == 1)
        .map(|(_, row)| row.as_str())
        .collect();
    let rows = format!("id_a,id_b,label\n{mostly_duplicates}");
    let workshop = Workshop::new().with("most.csv", rows);
    // Of the rules only resemblance finds its similarity in these tables.
    for table in ["most", "pairs"] {
        let line = format!("vectors {table}.csv -d documents.jsonl {FEATURES} --out {table}-v.csv");
        workshop.types(&line).done();
    }
    workshop
        .types("train --vectors pairs-v.csv --draws 0 --out model.json")
        .done();
    let told = "Calling every pair a duplicate, as 91 % are, has an F1 of 95.2 %, which the best \
        published rule (resemblance, ";
    let answer = workshop
        .types("evaluate --vectors most-v.csv -m model.json --draws 50 --report r")
        .done();
    let out = unwrapped(&answer.out);
    assert!(out.contains(told), "{out}");
    assert!(out.contains("%) does not exceed."), "{out}");
    let page = workshop.read("r/index.html").replace('\u{a0}', " ");
    assert!(page.contains(told) && page.contains("<dt>Baseline</dt>"));
}

#[test]
fn figures_are_given_at_other_shares_of_duplicates() {
    let workshop = Workshop::new();
    let line = format!("compare pairs.csv -d documents.jsonl {QUICK} --base-rate 0.02");
    let told = workshop.types(&format!("{line} --report r")).done().out;
    assert!(told.contains("at other shares of duplicates\n"), "{told}");
    assert!(unwrapped(&told).contains("not for all pairs of a collection"));
    let page = workshop.read("r/index.html");
    assert!(page.contains("<h2 id=\"base-rates-heading\">At other shares of duplicates</h2>"));
    assert!(page.contains("<b>2 %</b>"));

    let found = workshop.types(&format!("{line} --json -")).done().json();
    let deciders = found["deciders"].as_array().unwrap();
    let with: Vec<&Value> = deciders
        .iter()
        .filter(|it| it.get("base_rates").is_some())
        .collect();
    let kinds: Vec<&Value> = with.iter().map(|it| &it["kind"]).collect();
    assert_eq!(kinds, ["learned", "learned", "learned", "published"]);
    for decider in with {
        let shares = decider["base_rates"].as_array().unwrap();
        let given: Vec<f64> = shares.iter().map(|it| number(&it["share"])).collect();
        assert_eq!(given, [0.5, 0.1, 0.02, 0.01, 0.001]);
        let [tp, fp, tn, missed] = ["tp", "fp", "tn", "fn"].map(|it| number(&decider[it]));
        let (recall, false_positive) = (tp / (tp + missed), fp / (fp + tn));
        for it in shares {
            let share = number(&it["share"]);
            let (right, wrong) = (share * recall, (1.0 - share) * false_positive);
            assert!((number(&it["precision"]) - right / (right + wrong)).abs() < 1e-12);
            let f1 = 2.0 * right / (right + wrong + share);
            assert!((number(&it["f1"]) - f1).abs() < 1e-12);
            assert!(number(&it["best"]["f1"]) >= f1 && it["f1_interval"].is_array());
        }
        // Half of the pairs are duplicates, so the first are the figures of the pairs as they are.
        assert!((number(&shares[0]["f1"]) - number(&decider["f1"])).abs() < 1e-12);
    }
}

#[test]
fn a_training_tells_its_figures_at_other_shares() {
    let told = Workshop::new()
        .train("m.json", "--base-rate 0.3")
        .done()
        .out;
    let lines: Vec<&str> = told
        .lines()
        .filter(|it| it.contains("duplicates: "))
        .collect();
    assert_eq!(lines.len(), 5, "{told}");
    assert!(lines[0].starts_with("base rates         50 % duplicates: precision "));
    assert!(lines[1].starts_with("                   30 % duplicates: precision "));
}

#[test]
fn a_base_rate_is_a_share_and_needs_both_labels() {
    let distinct = "id_a,id_b,label\na0v0,a1v0,0\na2v0,a3v0,0\n";
    let workshop = Workshop::with_model().with("distinct.csv", distinct);
    for command in [
        "compare pairs.csv -d documents.jsonl",
        "evaluate pairs.csv -d documents.jsonl",
        "train pairs.csv -d documents.jsonl --out new.json",
    ] {
        for (found, quoted) in [("1", "'1'"), ("5%", "'5%'"), ("nan", "'nan'")] {
            workshop.refuses(
                &format!("{command} --base-rate {found}"),
                &format!(
                    "--base-rate {quoted}: expected a number above 0 and below 1, the share of \
                     duplicates"
                ),
            );
        }
    }
    let answer = workshop
        .types("evaluate distinct.csv -d documents.jsonl -m model.json --base-rate 0.1")
        .done();
    assert!(
        answer
            .err
            .contains("there are no figures at another share of duplicates"),
        "{}",
        answer.err
    );
}

/// Pairs with a column `near` from 0 to 1, of which `beyond` have another value.
fn with_column(beyond: usize, value: f64) -> String {
    let rows = pairs();
    let row = |(place, row): (usize, &String)| {
        let near = if place < beyond {
            value
        } else {
            (place % 7) as f64 / 6.0
        };
        format!("{},{near}\n", row.trim_end())
    };
    let rows: String = rows.iter().enumerate().map(row).collect();
    format!("id_a,id_b,label,near\n{rows}")
}

#[test]
fn pairs_outside_what_a_model_learned_from_are_told() {
    let workshop = Workshop::new()
        .with("inside.csv", with_column(0, 0.0))
        .with("some.csv", with_column(12, 1.5))
        .with("many.csv", with_column(13, -0.1));
    workshop
        .types(&format!(
            "train inside.csv -d documents.jsonl {QUICK} --column near --out model.json"
        ))
        .done();
    let told = |count: usize, share: &str| {
        format!(
            "{count} of 120 pairs ({share} %) lie outside what the model learned from (most often \
             in: near)\n"
        )
    };
    for (pairs, sentence) in [
        ("inside.csv", String::new()),
        ("some.csv", told(12, "10.0")),
        ("many.csv", format!("warning: {}", told(13, "10.8"))),
    ] {
        let classified = workshop
            .types(&format!(
                "classify --pairs {pairs} -d documents.jsonl -m model.json --out judged.csv"
            ))
            .done();
        assert!(classified.err.starts_with(&sentence), "{}", classified.err);
        let evaluated = workshop
            .types(&format!(
                "evaluate {pairs} -d documents.jsonl -m model.json --draws 0 --json - --report r"
            ))
            .done();
        let outside = &evaluated.json()["outside"];
        assert_eq!(outside["pairs"], 120);
        assert_eq!(
            evaluated.err.contains("warning: 13 of 120"),
            pairs == "many.csv"
        );
        assert_eq!(outside["count"] == 0, pairs == "inside.csv");
        let page = workshop.read("r/index.html");
        assert!(page.contains("outside what the model learned from"));
    }
}
