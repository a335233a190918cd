//! Rows that are one document each.

use super::options::ReadOptions;
use super::words::with_words;
use crate::document::document::{Builder, Document, DocumentId, FieldKind};
use crate::document::html::MainContent;
use crate::error::{DocumentError, Error, InputError, Place, Result};
use crate::io::rows::{Row, Rows};

/// A row's document, not parsed yet.
pub(super) struct Record {
    pub(super) place: Place,
    pub(super) id: DocumentId,
    body: Body,
    url: Option<String>,
    cluster: Option<String>,
    split: Option<String>,
    date: Option<String>,
}

enum Body {
    Text {
        title: Option<String>,
        parts: Vec<String>,
    },
    Html(String),
}

impl Record {
    pub(super) fn new(mut row: Row, options: &ReadOptions) -> Result<Self> {
        let value = |column: &str| -> Result<Option<String>> {
            Ok(present(&row, column)?.map(String::from))
        };
        let missing = |column: &str| {
            let column = column.to_owned();
            Error::from(InputError::MissingValue { column }).at(&row.place)
        };
        let id = value(&options.id)?.ok_or_else(|| missing(&options.id))?;
        let url = value(&options.url)?;
        let [cluster, split, date] = [value("cluster")?, value("split")?, value("date")?];
        // Texts may be long: they are the last to be read, and are not copied.
        let has_html = present(&row, &options.html)?.is_some();
        let body = match (has_html, has_text(&row, options)?) {
            (true, true) => {
                let kind = DocumentError::TextAndHtml {
                    text: options.text.join("', '"),
                    html: options.html.clone(),
                };
                return Err(Error::from(kind).at(&row.place));
            }
            (true, false) => Body::Html(row.take(&options.html)?.unwrap_or_default()),
            (false, true) => {
                let title = present(&row, &options.title)?.map(String::from);
                let parts = options.text.iter().map(|column| row.take(column));
                let parts = parts.filter_map(Result::transpose).collect::<Result<_>>()?;
                Body::Text { title, parts }
            }
            (false, false) => return Err(Error::from(DocumentError::NoWords).at(&row.place)),
        };
        Ok(Record {
            place: row.place,
            id: id.into(),
            body,
            url,
            cluster,
            split,
            date,
        })
    }

    /// Roughly how much memory the record holds, in bytes.
    pub(super) fn size(&self) -> usize {
        match &self.body {
            Body::Html(html) => html.len(),
            Body::Text { parts, .. } => parts.iter().map(String::len).sum(),
        }
    }

    pub(super) fn parse(self, main_content: MainContent) -> Result<Document> {
        let mut document = match self.body {
            Body::Html(html) => Document::page(self.id, &html, self.url.as_deref(), main_content),
            Body::Text { title, parts } => {
                let title = title.unwrap_or_default();
                let mut fields = Builder::new(self.id).block(FieldKind::Title.into(), &title);
                for part in parts {
                    fields = fields.block(FieldKind::Main.into(), &part);
                }
                fields.build()
            }
        };
        document.cluster = self.cluster;
        document.split = self.split;
        document.date = self.date;
        document.line = self.place.line;
        with_words(document, &self.place)
    }
}

/// A cell that holds something.
fn present<'r>(row: &'r Row, column: &str) -> Result<Option<&'r str>> {
    let text = row.get(column)?;
    Ok(text.filter(|text| !text.trim().is_empty()))
}

fn has_text(row: &Row, options: &ReadOptions) -> Result<bool> {
    for column in &options.text {
        if present(row, column)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a row of JSONL, which has keys of its own, makes a document.
pub(super) fn check_keys(row: &Row, options: &ReadOptions) -> Result<()> {
    let found: Vec<String> = row.columns().map(String::from).collect();
    check(&found, options).map_err(|error| error.at(&row.place))
}

/// Whether the columns of a table make a document.
pub(super) fn check_columns(rows: &Rows, options: &ReadOptions) -> Result<()> {
    let found: Vec<String> = rows.columns().map(String::from).collect();
    check(&found, options).map_err(|error| error.at(&rows.header()))
}

fn check(found: &[String], options: &ReadOptions) -> Result<()> {
    let has = |name: &String| found.contains(name);
    let id = has(&options.id);
    if id && (options.text.iter().any(has) || has(&options.html)) {
        return Ok(());
    }
    let expected = format!(
        "'{}' and one of '{}', '{}'",
        options.id,
        options.text.join("', '"),
        options.html
    );
    Err(InputError::Columns {
        found: found.to_vec(),
        expected,
    }
    .into())
}
