//! The page and its pieces.

use serde_json::json;

use crate::explanation::{Explanation, STYLE as STYLE_OF_TEXTS};
use crate::files::rendered;
use dejalu_base::error::Result;

/// The names end in `.html`, so that every value is escaped.
const NAME: &str = "labelling.html";
const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");
const PIECE: &str = "marked.html";
const PIECE_TEMPLATE: &str = include_str!("marked.html");

/// The page where people label, which asks the server that it comes from for all else. `subject` is
/// what is labelled, `file` where the answers go.
///
/// # Errors
///
/// A page that cannot be put together; its template is built in, so that would be a fault of the
/// program.
pub fn labelling_page(subject: &str, file: &str) -> Result<String> {
    let values = json!({
        "title": "Label pairs",
        "style": format!("{STYLE_OF_TEXTS}{STYLE}"),
        "script": SCRIPT,
        "connects": true,
        "subject": subject,
        "file": file,
    });
    rendered(NAME, TEMPLATE, &values)
}

/// Both texts of a pair with what they share marked, as a piece of a page: no decision and no score.
///
/// # Errors
///
/// As [`labelling_page`].
pub fn marked_texts(explanation: &Explanation) -> Result<String> {
    rendered(PIECE, PIECE_TEMPLATE, &explanation.marked())
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_text::document::Document;

    #[test]
    fn a_piece_shows_both_texts_escaped_and_no_opinion() {
        let texts = [
            "Boats wait at the pier. <script>alert(1)</script> A storm broke it.",
            "Boats wait at the pier. A storm smashed it.",
        ];
        let documents = texts.map(|text| Document::plain(&text[..5], text));
        let documents = [
            documents[0].clone(),
            Document {
                id: "<b>".into(),
                ..documents[1].clone()
            },
        ];
        let model = dejalu_experiment::model::builtin::model().unwrap();
        let explanation = Explanation::new(&model, &documents).unwrap();
        let piece = marked_texts(&explanation).unwrap();
        assert!(
            piece.contains("smashed") && piece.contains("&lt;b&gt;") && !piece.contains("<script")
        );
        let judged = &explanation.judged.judgement;
        let score = format!("{:.2}", judged.score);
        for said in ["probability", "near-duplicate", score.as_str()] {
            assert!(!piece.contains(said), "{said}");
        }
    }

    #[test]
    fn the_page_may_ask_its_own_server_and_nobody_else() {
        let page = labelling_page("<notes>", "labels.jsonl").unwrap();
        assert!(page.contains("default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; img-src data:; connect-src 'self'; script-src 'nonce-"));
        assert!(page.contains("&lt;notes&gt;") && page.contains("labels.jsonl"));
    }
}
