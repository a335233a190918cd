use super::*;
use crate::evidence::sentences::sentences;
use dejalu_text::Analyzer;

/// The hierarchy as an indented list: what a node is, and its sentences' first words.
fn outline(document: &Document) -> Vec<String> {
    let analyzed = Analyzer::new(Default::default()).analyze(document);
    let [sentences, _] = sentences([&analyzed, &analyzed]);
    let spans: Vec<_> = sentences.iter().map(|it| it.span.clone()).collect();
    let first_word = |&place: &u32| {
        let text = &document.text[spans[place as usize].clone()];
        text.split_whitespace().next().unwrap().to_string()
    };
    let line = |node: &Node| {
        let words: Vec<String> = node.sentences.iter().map(first_word).collect();
        format!(
            "{}{:?} {}",
            "  ".repeat(node.depth),
            node.kind,
            words.join(" ")
        )
    };
    Hierarchy::new(document, &spans)
        .nodes
        .iter()
        .map(line)
        .collect()
}

#[test]
fn a_page_is_a_tree_of_headings_and_blocks() {
    let page = "<title>Harbour news</title><body>
        <h1>Ferry</h1><p>Boats wait. Storms rage.</p>
        <h3>Detail</h3><p>Timber broke.</p>
        <h2>Costs</h2><div>Rebuilding <b>costs</b> millions. <p>Nobody pays.</p> Councillors argue.</div>
        <ul><li>Milk is rationed<ul><li>Bread too</li></ul></li></ul>
        <address>Harbour office, Vellan</address>
        <h1>Sport</h1><pre>Vellan beat Dray</pre></body>";
    assert_eq!(
        outline(&Document::html("page", page, None)),
        [
            "Document Harbour",
            "  Heading(1) Ferry",
            "    Paragraph Boats Storms",
            "    Heading(3) Detail",
            "      Paragraph Timber",
            "    Heading(2) Costs",
            "      Paragraph Rebuilding Councillors",
            "        Paragraph Nobody",
            "      Item Milk",
            "        Item Bread",
            "      Address Harbour",
            "  Heading(1) Sport",
            "    Preformatted Vellan",
        ]
    );
}

#[test]
fn cells_stand_in_row_and_column_order_under_what_has_sentences() {
    let page = "<h2>Prices</h2><table><caption>Harbour prices</caption>
        <tr><th>Fish</th><th>Bread</th></tr><tr><td>Seven crowns</td><td>Two crowns</td></tr></table>";
    assert_eq!(
        outline(&Document::html("page", page, None)),
        [
            "Document ",
            "  Heading(2) Prices",
            "    Paragraph Harbour",
            "    Cell Fish",
            "    Cell Bread",
            "    Cell Seven",
            "    Cell Two",
        ]
    );
}

#[test]
fn text_outside_blocks_belongs_to_the_document_and_empty_nodes_are_left_out() {
    let page = "Boats wait.<p>Storms rage.</p>Timber broke.<h2>!</h2><p>Nobody pays.</p>";
    assert_eq!(
        outline(&Document::html("page", page, None)),
        [
            "Document Boats Timber",
            "  Paragraph Storms",
            "  Paragraph Nobody"
        ]
    );
}

#[test]
fn a_plain_text_has_blocks_between_blank_lines() {
    let text = "Storm breaks pier\n\nBoats wait. Storms\nrage.\n\n1. Costs\n\nRebuilding costs millions.\n\n\
        1.1 Insurance\n\nNobody pays.\n\nSport\n-----\n\nVellan beat Dray.\n\n### Tables\n\nfish and bread\n\nThe End";
    assert_eq!(
        outline(&Document::plain("text", text)),
        [
            "Document ",
            "  Heading(1) Storm",
            "    Paragraph Boats Storms",
            "    Heading(2) Costs",
            "      Paragraph Rebuilding",
            "      Heading(3) 1.1",
            "        Paragraph Nobody",
            "    Heading(2) Sport",
            "      Paragraph Vellan",
            "      Heading(3) Tables",
            "        Paragraph fish",
            "        Paragraph The",
        ]
    );
}

#[test]
fn a_text_without_words_is_its_root() {
    assert_eq!(outline(&Document::plain("empty", "")), ["Document "]);
    assert_eq!(
        outline(&Document::html("empty", "<p>...", None)),
        ["Document "]
    );
}

#[test]
fn deep_nesting_is_no_trouble() {
    let page = format!("{}Boats wait.", "<div>Storms rage. ".repeat(3000));
    let lines = outline(&Document::html("deep", &page, None));
    assert!(lines.len() > 100, "{}", lines.len());
}
