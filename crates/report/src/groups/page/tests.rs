use super::*;
use dejalu_base::progress::Silent;
use dejalu_collection::{Collection, DedupeOptions, Judge, Linkage, Threshold, dedupe};
use dejalu_text::document::Document;

const HOSTILE: &str = "<script>alert(1)</script>";

/// Ten ferries of which each is like the next alone, three copies of a hostile text, a loner.
fn collection() -> Collection {
    let words: Vec<String> = (2..32).map(|length| "m".repeat(length)).collect();
    let mut documents: Vec<Document> = (0..10)
        .map(|i| Document::plain(format!("chain{i}"), &words[2 * i..2 * i + 10].join(" ")))
        .collect();
    for name in ["x", "y", HOSTILE] {
        documents.push(Document::plain(
            name,
            &format!("{HOSTILE} beetles farm fungus"),
        ));
    }
    documents.push(Document::plain("alone", "Nothing else is like this."));
    Collection::new(documents)
}

#[test]
fn an_id_does_not_turn_the_direction_of_what_follows() {
    let text = "beetles farm fungus in galleries of wood";
    let documents = ["safe\u{202e}txt.exe", "other"].map(|id| Document::plain(id, text));
    let page = page_of(&Collection::new(documents.to_vec()), Vec::new());
    assert!(page.contains("safe\u{fffd}txt.exe") && !page.contains('\u{202e}'));
}

fn page_of(collection: &Collection, at: Vec<f64>) -> String {
    let judge = Judge::rule("jaccard=0.6", Default::default()).unwrap();
    let options = DedupeOptions {
        linkage: Linkage::Single,
        threshold: Threshold::At(at),
        ..DedupeOptions::default()
    };
    let result = dedupe(collection, &judge, &options, &Silent).unwrap();
    let page = GroupsPage {
        title: "Near-duplicates of docs.jsonl",
        collection,
        judge: &judge,
        result: &result,
        warnings: &["chains".to_string()],
        settings: &[("Documents", "docs.jsonl".to_string())],
    };
    page.html().unwrap()
}

#[test]
fn the_page_says_how_many_go_and_shows_the_largest_groups() {
    let page = page_of(&collection(), Vec::new());
    for text in [
        "11 of 14 documents would be removed",
        "<b>3</b> documents kept",
        "<b>2</b> exact copies of another",
        "<b>10 documents</b>",
        "<b>3 documents</b>, 1 different text:",
        "connected by chains",
        "Groups by size",
        "Duplicate pairs by score",
    ] {
        assert!(page.contains(text), "{text}");
    }
    assert!(!page.contains("Results by threshold"));
    assert!(!page.contains("NaN"));
}

#[test]
fn several_thresholds_are_compared() {
    let page = page_of(&collection(), vec![0.6, 0.9]);
    assert!(page.contains("Results by threshold"));
    assert!(page.contains("threshold 0.900"));
}

#[test]
fn nothing_of_a_document_runs_and_nothing_is_loaded() {
    let page = page_of(&collection(), Vec::new());
    assert!(!page.contains(HOSTILE));
    assert!(page.contains("&lt;script&gt;alert(1)"));
    assert!(!page.contains("<script") && !page.contains("http://www.w3.org/1999/xlink"));
    assert!(page.contains("default-src 'none'"));
}

#[test]
fn a_collection_without_duplicates_and_an_empty_one_have_a_page() {
    let alone = Collection::new(vec![
        Document::plain("a", "One."),
        Document::plain("b", "Two."),
    ]);
    for collection in [alone, Collection::new(Vec::new())] {
        let page = page_of(&collection, Vec::new());
        assert!(page.contains("No two documents are near-duplicates."));
        assert!(!page.contains("<figure"));
    }
}

#[test]
fn the_files_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let collection = collection();
    let judge = Judge::rule("jaccard=0.6", Default::default()).unwrap();
    let result = dedupe(&collection, &judge, &DedupeOptions::default(), &Silent).unwrap();
    let page = GroupsPage {
        title: "t",
        collection: &collection,
        judge: &judge,
        result: &result,
        warnings: &[],
        settings: &[],
    };
    let path = page.write(&folder.path().join("new")).unwrap();
    assert_eq!(
        std::fs::read_to_string(&path).unwrap(),
        page.html().unwrap()
    );
    for chart in ["sizes.svg", "pair-scores.svg"] {
        assert!(path.with_file_name(chart).is_file(), "{chart}");
    }
}
