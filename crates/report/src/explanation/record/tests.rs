//! Two records, told in every way.

use scraper::{Html, Selector};

use super::*;
use crate::labelling::marked_texts;
use dejalu_experiment::model::builtin;
use dejalu_text::Document;
use dejalu_text::document::{Builder, FieldKind};

fn record(id: &str, fields: &[(&str, &str)]) -> Document {
    let builder = fields
        .iter()
        .fold(Builder::new(id), |builder, (name, value)| {
            builder.named(&(*name).into(), FieldKind::Main.into(), value)
        });
    builder.build()
}

fn explained(records: [Document; 2]) -> Explanation {
    Explanation::new(&builtin::records_model().unwrap(), &records).unwrap()
}

/// Two editorials of one author, in different issues.
fn editorials() -> Explanation {
    let editorial = |id: &str, number: &str, pages: &str| {
        record(
            id,
            &[
                ("title", "Editorial"),
                ("author", "Norling, Eva"),
                ("year", "1999"),
                ("number", number),
                ("pages", pages),
            ],
        )
    };
    explained([editorial("a", "1", "1-2"), editorial("b", "2", "205-206")])
}

fn cells(html: &str, selector: &str) -> Vec<String> {
    let page = Html::parse_document(html);
    let selector = Selector::parse(selector).unwrap();
    let text = |it: scraper::ElementRef| {
        let words: Vec<String> = it.text().map(str::to_owned).collect();
        words
            .concat()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    page.select(&selector).map(text).collect()
}

#[test]
fn a_veto_is_told_everywhere_and_the_score_is_that_without_it() {
    let explanation = editorials();
    let says = &explanation.judged.veto.as_ref().unwrap().says;
    let findings = "same: title, author, year; differs: number, pages.";
    assert_eq!(
        explanation.verdict(),
        format!("Not a near-duplicate (never joined: {says}): {findings}")
    );
    let html = explanation.html().unwrap();
    assert_eq!(
        cells(&html, "#answer .verdict"),
        [format!("Never joined: {says}")]
    );
    let rows = cells(&html, ".fields tbody tr");
    assert_eq!(rows[0], "title Editorial Editorial same +0.76");
    assert_eq!(rows[3], "number 1 2 differs 0.00");
    assert_eq!(cells(&html, ".fields mark"), ["1", "2", "1-2", "205-206"]);
    assert!(cells(&html, ".waterfall tfoot th").contains(&"without the veto".to_owned()));
    let main = html.split("<main>").nth(1).unwrap();
    for of_texts in ["sentence", "passage", "published", "<script"] {
        assert!(!main.contains(of_texts), "{of_texts}");
    }
    let json: serde_json::Value = serde_json::from_str(&explanation.json()).unwrap();
    assert_eq!(json["veto"]["name"], "generic-title");
    assert_eq!(json["fields"][3]["agreement"], "differs");
    assert_eq!(json["fields"][4]["pieces"]["b"][0]["differs"], true);
    let told = explanation.terminal(Style::default());
    assert!(told.contains("  number  differs  A [-1-]\n"), "{told}");
    assert!(told.contains("pages: other pages"), "{told}");
    assert!(told.contains("its score without the veto"), "{told}");
    assert!(!told.contains("sentence"), "{told}");
}

#[test]
fn long_values_are_folded_and_what_one_record_lacks_is_said() {
    let words = "seals of the outer islands slept less after the storm season ".repeat(12);
    let title = (
        "title",
        "Lungworm in two seal pup litters of a small harbour",
    );
    let explanation = explained([
        record("a", &[title, ("abstract", &words), ("year", "1999")]),
        record("b", &[title, ("abstract", &words.replace("less", "more"))]),
    ]);
    let html = explanation.html().unwrap();
    assert_eq!(cells(&html, "details").len(), 2);
    assert!(cells(&html, "details mark").contains(&"more".to_owned()));
    assert_eq!(cells(&html, "tr.missing .none"), ["none"]);
    assert!(explanation.verdict().contains("; only in A: year"));
}

#[test]
fn the_piece_that_people_label_by_has_the_fields_and_no_opinion() {
    let explanation = editorials();
    let piece = marked_texts(&explanation).unwrap();
    assert_eq!(cells(&piece, ".fields thead th"), ["Field", "A a", "B b"]);
    assert_eq!(cells(&piece, ".fields mark").len(), 4);
    for opinion in ["differs", "same", "0.76", "joined"] {
        assert!(!piece.contains(opinion), "{opinion}");
    }
    let lines = explanation.marked_text(1, Style::default());
    assert!(lines.ends_with("number  *2*\npages   *205-206*"), "{lines}");
}

#[test]
fn nothing_in_a_record_becomes_markup_or_controls_a_terminal() {
    let hostile = "<script>alert(1)</script> \u{1b}[2J\u{202e}pier";
    let explanation =
        explained(["<i>", "c"].map(|id| record(id, &[("title", hostile), (hostile, id)])));
    let html = explanation.html().unwrap();
    assert!(!html.contains("<script") && !html.contains("<i>"));
    assert!(html.contains("&lt;script&gt;alert(1)&lt;"), "{html}");
    let told =
        explanation.terminal(Style::default()) + &explanation.marked_text(0, Style::default());
    assert_eq!(told, crate::sanitize::sanitize(&told));
}
