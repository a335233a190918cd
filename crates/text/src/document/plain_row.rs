//! A document that is no more in the file it was read from, as a row that people and other programs read.

use serde::Serialize;

use super::document::{Document, FieldKind, FieldKinds};

/// The fields of a document that an index stores, under the column names that every command reads: the title of a page
/// apart, its main content as text. Its address, its meta fields and its markup are not in it.
///
/// ```
/// use dejalu_text::document::{Document, PlainRow};
///
/// let page = "<title>Ferry</title><h1>News</h1><p>The ferry waits.</p>";
/// let page = Document::html("page", page, Some("https://a.org/ferry"));
/// let row = PlainRow::of(&page);
/// assert_eq!(row.title.as_deref(), Some("Ferry"));
/// assert_eq!(row.text, "News\n\nThe ferry waits.");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlainRow<'a> {
    /// The document's name.
    pub id: &'a str,
    /// Its title; `None` without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The main content; empty if all there is stands in the title.
    pub text: String,
    /// Its date, as it was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<&'a str>,
    /// Its cluster.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cluster: Option<&'a str>,
    /// Its split.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split: Option<&'a str>,
}

impl<'a> PlainRow<'a> {
    /// The row of a document.
    pub fn of(document: &'a Document) -> Self {
        let is_title = |kinds: FieldKinds| kinds.contains(FieldKind::Title);
        let is_main = |kinds: FieldKinds| kinds.contains(FieldKind::Main) && !is_title(kinds);
        let title = stretches(document, is_title);
        PlainRow {
            id: document.id.as_str(),
            title: (!title.is_empty()).then_some(title),
            text: stretches(document, is_main),
            date: document.date.as_deref(),
            cluster: document.cluster.as_deref(),
            split: document.split.as_deref(),
        }
    }
}

/// The text of the fields that are wanted, with the white space before each but the first.
fn stretches(document: &Document, is_wanted: impl Fn(FieldKinds) -> bool) -> String {
    let mut text = String::new();
    let mut end = 0;
    for field in &document.fields {
        let gap = end..field.span.start;
        end = field.span.end;
        if is_wanted(field.kinds) {
            if !text.is_empty() {
                text += &document.text[gap];
            }
            text += &document.text[field.span.clone()];
        }
    }
    text
}
