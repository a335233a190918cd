//! Rows that are one document each.

use std::sync::Arc;

use super::options::ReadOptions;
use super::words::with_words;
use crate::document::document::{Builder, Document, DocumentId, FieldKind};
use crate::document::html::MainContent;
use crate::document::record_fields::FieldColumn;
use crate::error::{DocumentError, Error, InputError, Place, Result};
use crate::io::rows::{Row, Rows};

/// What the rows of a source have in common.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// Whether each row has keys of its own.
    has_keys: bool,
    /// Whether documents have no ids but the numbers of their rows.
    pub(super) is_numbered: bool,
    charset: Option<&'static str>,
}

impl Form {
    /// Refuses a table whose columns make no document.
    pub(super) fn of(rows: &Rows, options: &ReadOptions) -> Result<Self> {
        let columns: Vec<String> = rows.columns().map(String::from).collect();
        // Rows that cannot be read say nothing about the others.
        // A program that has a table in memory can give it ids.
        let is_known = rows.have_header() || !columns.is_empty();
        let form = Form {
            has_keys: !rows.have_header(),
            is_numbered: is_known
                && !rows.are_in_memory()
                && options.may_number()
                && !columns.contains(&options.id),
            charset: rows.charset(),
        };
        if !form.has_keys {
            form.check(&columns, options)
                .map_err(|error| error.at(&rows.header()))?;
        }
        Ok(form)
    }

    /// Whether these columns make a document.
    fn check(self, found: &[String], options: &ReadOptions) -> Result<()> {
        let has = |name: &String| found.contains(name);
        let has_id = self.is_numbered || has(&options.id);
        if !options.fields.is_empty() {
            return self.check_fields(has_id, found, options);
        }
        let has_text = options
            .text
            .iter()
            .chain([&options.title, &options.html])
            .any(has);
        if has_id && has_text {
            return Ok(());
        }
        let text = options.text.join("', '");
        let texts = format!("one of '{text}', '{}'", options.html);
        let expected = if self.is_numbered {
            texts
        } else {
            format!("'{}' and {texts}", options.id)
        };
        let found = found.to_vec();
        Err(InputError::Columns { found, expected }.into())
    }

    /// Whether these columns hold a field.
    fn check_fields(self, has_id: bool, found: &[String], options: &ReadOptions) -> Result<()> {
        let names: Vec<&str> = options.fields.columns().collect();
        let is_known = |name: &&str| found.iter().any(|found| found == name);
        if has_id && names.iter().any(is_known) {
            return Ok(());
        }
        let fields = format!("one of '{}'", names.join("', '"));
        let expected = if self.is_numbered {
            fields
        } else {
            format!("'{}' and {fields}", options.id)
        };
        let found = found.to_vec();
        Err(InputError::Columns { found, expected }.into())
    }
}

/// A row's document, not parsed yet.
pub(super) struct Record {
    pub(super) place: Place,
    pub(super) id: DocumentId,
    body: Body,
    row: u64,
    charset: Option<&'static str>,
    url: Option<String>,
    cluster: Option<String>,
    split: Option<String>,
    date: Option<String>,
}

/// The address, the cluster, the split and the date.
type Known = (
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
);

enum Body {
    Text {
        title: Option<String>,
        parts: Vec<String>,
    },
    Html(String),
    /// Fields with their values, in order.
    Fields(Vec<(Arc<str>, String)>),
}

impl Record {
    pub(super) fn new(mut row: Row, options: &ReadOptions, form: Form) -> Result<Self> {
        if form.has_keys {
            let found: Vec<String> = row.columns().map(String::from).collect();
            form.check(&found, options)
                .map_err(|error| error.at(&row.place))?;
        }
        let value = |column: &str| -> Result<Option<String>> {
            Ok(present(&row, column)?.map(String::from))
        };
        let missing = |column: &str| {
            let column = column.to_owned();
            Error::from(InputError::MissingValue { column }).at(&row.place)
        };
        let id = if form.is_numbered {
            row.number.to_string()
        } else {
            value(&options.id)?.ok_or_else(|| missing(&options.id))?
        };
        let known = |column: &str| -> Result<Option<String>> {
            let value = beside(&row, column, |column| !options.is_named(column))?;
            Ok(value.map(String::from))
        };
        let url = known(&options.url)?;
        let [cluster, split, date] = [known("cluster")?, known("split")?, known("date")?];
        // Texts may be long: they are the last to be read, and are not copied.
        if !options.fields.is_empty() {
            let mut fields = Vec::new();
            for FieldColumn { field, column } in &options.fields.0 {
                let value = value(column)?;
                fields.extend(value.map(|value| (field.clone(), value)));
            }
            if fields.is_empty() {
                return Err(Error::from(DocumentError::NoWords).at(&row.place));
            }
            let body = Body::Fields(fields);
            let known = (url, cluster, split, date);
            return Ok(Record::of(row, id.into(), body, known, form));
        }
        let has_text = has_text(&row, options)?;
        // A row without text needs what it has.
        let is_optional = |column: &str| has_text && !options.is_named(column);
        let has_html = beside(&row, &options.html, is_optional)?.is_some();
        let body = match (has_html, has_text) {
            (true, true) => {
                let kind = DocumentError::TextAndHtml {
                    text: options.text.join("', '"),
                    html: options.html.clone(),
                };
                return Err(Error::from(kind).at(&row.place));
            }
            (true, false) => Body::Html(row.take(&options.html)?.unwrap_or_default()),
            (false, has_text) => {
                let title = beside(&row, &options.title, is_optional)?.map(String::from);
                if !has_text && title.is_none() {
                    return Err(Error::from(DocumentError::NoWords).at(&row.place));
                }
                let parts = options.text.iter().map(|column| row.take(column));
                let parts = parts.filter_map(Result::transpose).collect::<Result<_>>()?;
                Body::Text { title, parts }
            }
        };
        let known = (url, cluster, split, date);
        Ok(Record::of(row, id.into(), body, known, form))
    }

    fn of(row: Row, id: DocumentId, body: Body, known: Known, form: Form) -> Self {
        let (url, cluster, split, date) = known;
        Record {
            row: row.number,
            charset: form.charset,
            place: row.place,
            id,
            body,
            url,
            cluster,
            split,
            date,
        }
    }

    /// Roughly how much memory the record holds, in bytes.
    pub(super) fn size(&self) -> usize {
        match &self.body {
            Body::Html(html) => html.len(),
            Body::Fields(fields) => fields.iter().map(|(_, value)| value.len()).sum(),
            Body::Text { parts, .. } => parts.iter().map(String::len).sum(),
        }
    }

    pub(super) fn parse(self, main_content: MainContent) -> Result<Document> {
        let mut document = match self.body {
            Body::Html(html) => Document::page(self.id, &html, self.url.as_deref(), main_content),
            Body::Fields(fields) => {
                let add = |builder: Builder, (name, value): &(Arc<str>, String)| {
                    let kind = match &**name {
                        "title" => FieldKind::Title,
                        _ => FieldKind::Main,
                    };
                    builder.named(name, kind.into(), value)
                };
                fields.iter().fold(Builder::new(self.id), add).build()
            }
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
        document.row = Some(self.row);
        document.charset = self.charset;
        with_words(document, &self.place)
    }
}

/// A cell that holds something.
fn present<'r>(row: &'r Row, column: &str) -> Result<Option<&'r str>> {
    let text = row.get(column)?;
    Ok(text.filter(|text| !text.trim().is_empty()))
}

/// A cell that holds something, beside others that make the document. One that is neither text nor a number counts
/// as missing where it is optional.
fn beside<'r>(
    row: &'r Row,
    column: &str,
    is_optional: impl Fn(&str) -> bool,
) -> Result<Option<&'r str>> {
    match present(row, column) {
        Err(_) if is_optional(column) => Ok(None),
        found => found,
    }
}

fn has_text(row: &Row, options: &ReadOptions) -> Result<bool> {
    for column in &options.text {
        if present(row, column)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}
