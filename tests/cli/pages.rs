//! Tests of the text of a web page that counts as its content: `--main-content`.

use serde_json::{Value, json};

use crate::workshop::{QUICK, Workshop, documents};

/// The data set as pages that name none of their parts: every text in a frame of its own number.
fn workshop() -> Workshop {
    let framed = |(number, line): (usize, String)| {
        let mut document: Value = serde_json::from_str(&line).unwrap();
        let text = document["text"].take();
        let text = text.as_str().unwrap().replace(". ", ".</p><p>");
        let menu: String = (0..40).map(|entry| format!("x{number}y{entry} ")).collect();
        let html = format!(
            "<div class=menu>{menu}</div><div class=text><p>{text}</p></div><div class=sidebar>{menu}</div>"
        );
        format!("{}\n", json!({ "id": document["id"], "html": html }))
    };
    let pages = documents().into_iter().enumerate().map(framed);
    Workshop::new().with("pages.jsonl", pages.collect::<String>())
}

fn vectors(workshop: &Workshop, source: &str, more: &str) -> String {
    let line = format!("vectors pairs.csv --documents {source} {QUICK_VECTORS} {more}");
    workshop.types(&line).done().out
}

const QUICK_VECTORS: &str = "--features 'jaccard containment'";

#[test]
fn an_article_is_found_in_any_frame() {
    let workshop = workshop();
    let plain = vectors(&workshop, "documents.jsonl", "");
    let landmarks = vectors(&workshop, "pages.jsonl", "");
    assert_ne!(landmarks, plain, "the frames count");
    assert_eq!(
        landmarks,
        vectors(&workshop, "pages.jsonl", "--main-content landmarks")
    );
    assert_eq!(
        landmarks,
        vectors(&workshop, "pages.jsonl", "--main-content off"),
        "nothing is named"
    );
    let readability = vectors(&workshop, "pages.jsonl", "--main-content readability");
    assert_eq!(readability, plain);
}

#[test]
fn a_model_reads_pages_as_it_has_learned_to() {
    let workshop = workshop();
    workshop.train("plain.json", "").done();
    let way = "--main-content readability";
    let train = format!("train pairs.csv --documents pages.jsonl {QUICK} {way} --out model.json");
    workshop.types(&train).done();
    let analysis = |name: &str| {
        let model: Value = serde_json::from_str(&workshop.read(name)).unwrap();
        model["analysis"].clone()
    };
    assert_eq!(
        analysis("plain.json"),
        json!({ "language": "english", "version": 2 })
    );
    assert_eq!(
        analysis("model.json"),
        json!({ "language": "english", "main_content": "readability", "version": 2 })
    );
    let shown = workshop.types("model show model.json").done().out;
    assert!(shown.contains("main content     readability\n"), "{shown}");
    workshop
        .types("model verify model.json --pairs pairs.csv --documents pages.jsonl")
        .done();
    let judged = |documents: &str, model: &str| {
        let line = format!("classify --pairs pairs.csv --documents {documents} --model {model}");
        workshop.types(&line).done().out
    };
    assert_eq!(
        judged("pages.jsonl", "model.json"),
        judged("documents.jsonl", "plain.json")
    );
}

#[test]
fn a_background_of_pages_read_in_another_way_is_refused() {
    let workshop = workshop();
    workshop
        .types("background pages.jsonl --features mwo --out pages.background")
        .done();
    workshop.refuses(
        "vectors pairs.csv --documents pages.jsonl --features mwo --main-content off \
         --background pages.background",
        "pages.background: the background was created with the analysis {\"language\":\"english\",\"version\":2}, but this run reads documents with {\"language\":\"english\",\"main_content\":\"off\",\"version\":2}; create it again with the same --language and --main-content",
    );
}

#[test]
fn a_rule_reads_pages_as_it_is_told_to() {
    let workshop = workshop();
    let found = |way: &str| {
        let line = format!(
            "dedupe pages.jsonl --rule resemblance=0.4 {way} --out groups.csv --pairs-out found.csv"
        );
        workshop.types(&line).done();
        workshop.read("found.csv").lines().count()
    };
    assert_eq!(found(""), 1, "frames differ");
    assert!(found("--main-content readability") > 10);
}

#[test]
fn pairs_of_pages_in_a_table_are_read_alike() {
    let page = |text: &str, menu: &str| {
        let text = format!(
            "{text} Those who want to cross now walk to the new pier, half an hour \
            along the shore, with their baggage, in rain or sun, and wait there as before."
        );
        format!("<div class=menu>{menu}</div><div class=text><p>{text}</p><p>{text}</p></div>")
    };
    let row = format!(
        "html_a,html_b,label\n\"{}\",\"{}\",1\n",
        page("The ferry waits, at the old pier.", "Harbours, Ferries"),
        page("The ferry waits, at the old pier.", "Trains")
    );
    let workshop = Workshop::new().with("inline.csv", row);
    let similar = |way: &str| {
        let line = format!("vectors inline.csv --features jaccard --main-content {way}");
        let out = workshop.types(&line).done().out;
        out.trim_end().rsplit(',').next().unwrap().to_string()
    };
    assert_eq!(similar("readability"), "1");
    assert_ne!(similar("landmarks"), "1");
}

#[test]
fn a_report_removes_the_charts_of_another_one_and_nothing_else() {
    let workshop = Workshop::new().with("r/mine.svg", "<svg class=\"chart\" ></svg>");
    workshop
        .types("dedupe documents.jsonl --rule jaccard=0.5 --report r --out g.csv")
        .done();
    assert!(workshop.path("r/sizes.svg").is_file());
    workshop.train("model.json", "--report r");
    for (name, stays) in [
        ("sizes.svg", false),
        ("scores.svg", true),
        ("mine.svg", true),
    ] {
        assert_eq!(workshop.path("r").join(name).is_file(), stays, "{name}");
    }
}
