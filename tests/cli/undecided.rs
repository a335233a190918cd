//! Models that leave pairs undecided, and what collections make of them; models of older formats.

use std::collections::BTreeMap;

use super::workshop::Workshop;

/// Texts in pairs, from the same to unlike, in the order of the golden decisions.
const PAIRS: &str = include_str!("../golden/model-format-1-pairs.csv");

/// A model that abstains, as the first version of the program wrote it.
const OLD: &str = include_str!("../golden/model-format-1.json");

/// The decisions of that version with it.
const DECIDED: &str = include_str!("../golden/model-format-1.csv");

fn rows(table: &str) -> Vec<BTreeMap<String, String>> {
    let mut table = csv::Reader::from_reader(table.as_bytes());
    table.deserialize().map(Result::unwrap).collect()
}

/// The texts as a collection: those of one document each, numbered.
pub(crate) fn workshop() -> Workshop {
    let mut texts: Vec<String> = Vec::new();
    for row in rows(PAIRS) {
        for side in ["text_a", "text_b"] {
            if !texts.contains(&row[side]) {
                texts.push(row[side].clone());
            }
        }
    }
    let line = |(number, text): (usize, &String)| {
        serde_json::json!({"id": format!("{number:03}"), "text": text}).to_string() + "\n"
    };
    let all: String = texts.iter().enumerate().map(line).collect();
    let mut pairs = String::from("id_a,id_b\n");
    for left in 0..texts.len() {
        for right in left + 1..texts.len() {
            pairs += &format!("{left:03},{right:03}\n");
        }
    }
    Workshop::new()
        .with("old.json", OLD)
        .with("texts.csv", PAIRS)
        .with("all.jsonl", all)
        .with("every.csv", pairs)
        .with("query.txt", texts[0].clone())
}

/// The pairs of a table, by decision.
fn decided(table: &str, decision: &str) -> Vec<[String; 2]> {
    let rows = rows(table).into_iter();
    let those = rows.filter(|row| row["decision"] == decision);
    those
        .map(|row| [row["id_a"].clone(), row["id_b"].clone()])
        .collect()
}

#[test]
fn a_collection_is_judged_as_its_pairs_are() {
    let workshop = workshop();
    workshop
        .types("classify --pairs every.csv -d all.jsonl -m old.json --out every.out.csv")
        .done();
    let told = workshop
        .types("dedupe all.jsonl -m old.json --candidates all --out groups.csv --pairs-out p.csv --json f.json")
        .done();
    let (classified, paired) = (workshop.read("every.out.csv"), workshop.read("p.csv"));
    let [sure, unsure] = ["duplicate", "unsure"].map(|it| decided(&classified, it));
    assert!(sure.len() > 20 && unsure.len() > 20);
    assert_eq!(decided(&paired, "duplicate"), sure);
    assert_eq!(decided(&paired, "unsure"), unsure);
    let said = format!(
        "\n{} pairs unsure, neither joined nor removed: a decision would be wrong with a \
         probability above 0.2\n",
        unsure.len()
    );
    assert!(told.out.contains(&said), "{}", told.out);
    let figures: serde_json::Value = serde_json::from_str(&workshop.read("f.json")).unwrap();
    assert_eq!(figures["counts"]["unsure"], unsure.len());

    // No group holds a document that no duplicate ties to it.
    let groups = rows(&workshop.read("groups.csv"));
    let removed = groups
        .iter()
        .filter(|row| row["id"] != row["representative"]);
    for row in removed {
        let tied = sure.iter().any(|pair| pair.contains(&row["id"]));
        assert!(tied, "{row:?} hangs on an unsure pair");
    }

    let found = workshop
        .types("find query.txt all.jsonl -m old.json --candidates all")
        .done();
    let mut ids: Vec<String> = rows(&found.out)
        .into_iter()
        .map(|it| it["id"].clone())
        .collect();
    ids.sort_unstable();
    let of_query = |pairs: &[[String; 2]]| -> Vec<String> {
        let those = pairs.iter().filter(|pair| pair[0] == "000");
        those.map(|pair| pair[1].clone()).collect()
    };
    assert_eq!(ids[0], "000", "its own text");
    assert_eq!(ids[1..], of_query(&sure));
    let count = of_query(&unsure).len();
    assert!(count > 0);
    let said = format!(
        "\n{count} pair{} unsure, neither",
        if count == 1 { "" } else { "s" }
    );
    assert!(found.err.contains(&said), "{}", found.err);
}

#[test]
fn a_score_to_count_from_makes_no_other_pair_unsure() {
    let workshop = workshop();
    workshop
        .types("classify --pairs every.csv -d all.jsonl -m old.json --out every.out.csv")
        .done();
    let classified = workshop.read("every.out.csv");
    let unsure = decided(&classified, "unsure");
    let mut scores: Vec<f64> = rows(&classified)
        .iter()
        .filter(|row| row["decision"] == "duplicate")
        .map(|row| row["score"].parse().unwrap())
        .collect();
    scores.sort_by(f64::total_cmp);

    let dedupe = |at: &str| {
        workshop.types(&format!(
            "dedupe all.jsonl -m old.json --candidates all --at={at} --out g.csv --pairs-out p.csv --json f.json"
        ))
    };
    // The least that is accepted is told, as it is to be typed.
    let answer = dedupe("-9").ends_with(2);
    let refused = answer.sentence();
    let least: &str = refused
        .split_once("expected at least ")
        .and_then(|(_, rest)| rest.split_once(','))
        .unwrap()
        .0;
    assert_eq!(
        refused,
        format!(
            "--at '-9': expected at least {least}, the score from which this model is sure of a \
             duplicate (a lower one would join pairs that it leaves undecided or calls \
             distinct); use a higher score, or a model trained without --abstain"
        )
    );
    let lower = ((least.parse::<f64>().unwrap() - 0.01) * 1e4).round() / 1e4;
    let sentence = refused.replace("-9", &lower.to_string());
    assert_eq!(dedupe(&lower.to_string()).ends_with(2).sentence(), sentence);
    assert!(!workshop.path("g.csv").exists());
    // Without one the summary names the same.
    let told = workshop.types("dedupe all.jsonl -m old.json --out own.csv");
    let said = format!("score at least {least})");
    assert!(told.out.contains(&said), "{}", told.out);

    let (middle, highest) = (scores[scores.len() / 2], scores[scores.len() - 1]);
    for at in [
        String::from(least),
        middle.to_string(),
        highest.to_string(),
        String::from("99"),
    ] {
        dedupe(&at).done();
        let paired = workshop.read("p.csv");
        let lowest: f64 = at.parse().unwrap();
        let sure: Vec<[String; 2]> = rows(&classified)
            .iter()
            .filter(|row| row["decision"] == "duplicate")
            .filter(|row| row["score"].parse::<f64>().unwrap() >= lowest - 1e-9)
            .map(|row| [row["id_a"].clone(), row["id_b"].clone()])
            .collect();
        assert_eq!(decided(&paired, "duplicate"), sure, "{at}");
        assert_eq!(decided(&paired, "unsure"), unsure, "{at}");
        let figures: serde_json::Value = serde_json::from_str(&workshop.read("f.json")).unwrap();
        assert_eq!(figures["counts"]["unsure"], unsure.len(), "{at}");
    }
}

#[test]
fn pairs_left_unsure_are_not_counted_as_judged_distinct() {
    let all = workshop().read("all.jsonl");
    // All are said to be one cluster, so that every pair that is not together is lost.
    let one = all.replace("\"text\"", "\"cluster\":\"one\",\"text\"");
    let workshop = workshop().with("one.jsonl", one);
    let told = workshop
        .types("dedupe one.jsonl -m old.json --candidates all --at 99 --evaluate --out g.csv --json f.json")
        .done();
    let figures: serde_json::Value = serde_json::from_str(&workshop.read("f.json")).unwrap();
    let unsure = figures["counts"]["unsure"].as_u64().unwrap();
    let pairs = figures["counts"]["candidates"].as_u64().unwrap();
    assert!(unsure > 20);
    assert!(
        told.out
            .contains(&format!(" classified as distinct, {unsure} left unsure\n"))
    );
    let lost = &figures["quality"][0];
    assert_eq!(lost["left_unsure"], unsure);
    assert_eq!(lost["judged_distinct"], pairs - unsure);
}

#[test]
fn a_model_of_the_first_format_decides_as_it_did_but_for_copies() {
    let workshop = workshop();
    workshop
        .types("classify --pairs texts.csv -m old.json --out new.csv")
        .done();
    let (old, mut new) = (rows(DECIDED), rows(&workshop.read("new.csv")));
    for row in &mut new {
        row.remove("row");
    }
    let copies = old.len() - 1;
    assert_eq!(old[..copies], new[..copies]);
    // It was not even sure of the same text twice.
    let decision = |rows: &[BTreeMap<String, String>]| rows[copies]["decision"].clone();
    assert_eq!(
        (decision(&old), decision(&new)),
        ("unsure".into(), "duplicate".into())
    );
    let explained = workshop
        .types("explain query.txt query.txt -m old.json")
        .done();
    assert!(
        explained
            .out
            .contains("identical texts get the highest score"),
        "{}",
        explained.out
    );
}

#[test]
fn labels_change_no_vector() {
    let workshop = Workshop::new();
    let table = workshop.read("pairs.csv");
    let bare: String = rows(&table)
        .iter()
        .map(|row| format!("{},{}\n", row["id_a"], row["id_b"]))
        .collect();
    let workshop = workshop.with("bare.csv", format!("id_a,id_b\n{bare}"));
    let values = |pairs: &str| {
        let answer = workshop
            .types(&format!(
                "vectors {pairs} -d documents.jsonl --features 'cosine mwo' --out -"
            ))
            .done();
        let rows = rows(&answer.out).into_iter();
        rows.map(|row| (row["cosine"].clone(), row["mwo"].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(values("pairs.csv"), values("bare.csv"));
}

#[test]
fn an_evaluation_says_how_many_pairs_are_unsure() {
    let workshop = workshop();
    let mut labelled = String::from("text_a,text_b,label\n");
    for (place, row) in rows(PAIRS).iter().enumerate() {
        labelled += &format!(
            "\"{}\",\"{}\",{}\n",
            row["text_a"],
            row["text_b"],
            place % 2
        );
    }
    let told = workshop
        .with("labelled.csv", labelled)
        .types("evaluate labelled.csv -m old.json --draws 0")
        .done();
    assert!(told.out.contains("\nPercent, without intervals of F1.\n"));
    let text = told.out.replace('\n', " ");
    let (_, said) = text.split_once("The model is unsure of ").expect(&text);
    assert!(
        said.contains(
            "% of the pairs, whose decision would be wrong with a probability above 20.0 %; F1 of the rest "
        ),
        "{said}"
    );
}
