//! Rows that are one document each.

use super::super::{Builder, Document, DocumentId, FieldKind};
use super::{ReadOptions, with_words};
use crate::error::{Error, ErrorKind, Place, Result};
use crate::input::rows::{Format, Row, Rows};

/// A row's document, not parsed yet.
pub(super) struct Record {
    pub(super) place: Place,
    pub(super) id: DocumentId,
    body: Body,
    url: Option<String>,
    cluster: Option<String>,
    split: Option<String>,
}

enum Body {
    Text {
        title: Option<String>,
        parts: Vec<String>,
    },
    Html(String),
}

impl Record {
    pub(super) fn new(row: &Row, options: &ReadOptions) -> Result<Self> {
        let value = |column: &str| -> Result<Option<String>> {
            let text = row.get(column)?;
            Ok(text
                .filter(|text| !text.trim().is_empty())
                .map(String::from))
        };
        let missing = |column: &str| {
            let column = column.to_owned();
            Error::from(ErrorKind::MissingValue { column }).at(&row.place)
        };
        let found: Vec<String> = row.columns().map(String::from).collect();
        check(&found, options).map_err(|error| error.at(&row.place))?;

        let id = value(&options.id)?.ok_or_else(|| missing(&options.id))?;
        let mut parts = Vec::new();
        for column in &options.text {
            parts.extend(value(column)?);
        }
        let body = match (parts.is_empty(), value(&options.html)?) {
            (true, Some(html)) => Body::Html(html),
            (true, None) => return Err(Error::from(ErrorKind::NoWords).at(&row.place)),
            (false, None) => Body::Text {
                title: value(&options.title)?,
                parts,
            },
            (false, Some(_)) => {
                let kind = ErrorKind::TextAndHtml {
                    text: options.text.join("', '"),
                    html: options.html.clone(),
                };
                return Err(Error::from(kind).at(&row.place));
            }
        };
        Ok(Record {
            place: row.place.clone(),
            id: id.into(),
            body,
            url: value(&options.url)?,
            cluster: value("cluster")?,
            split: value("split")?,
        })
    }

    /// Roughly how much memory the record holds, in bytes.
    pub(super) fn size(&self) -> usize {
        match &self.body {
            Body::Html(html) => html.len(),
            Body::Text { parts, .. } => parts.iter().map(String::len).sum(),
        }
    }

    pub(super) fn parse(self) -> Result<Document> {
        let mut document = match self.body {
            Body::Html(html) => Document::html(self.id, &html, self.url.as_deref()),
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
        with_words(document, &self.place)
    }
}

/// Whether the columns make a document. For JSONL every row is asked, as it has keys of its own.
pub(super) fn check_columns(rows: &Rows, options: &ReadOptions) -> Result<()> {
    if rows.format() == Format::Jsonl {
        return Ok(());
    }
    let found: Vec<String> = rows.columns().map(String::from).collect();
    check(&found, options).map_err(|error| error.at(&rows.place().at_line(1)))
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
    Err(ErrorKind::Columns {
        found: found.to_vec(),
        expected,
    }
    .into())
}
