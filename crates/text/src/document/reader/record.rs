//! Rows that are one document each.

use std::borrow::Cow;
use std::sync::Arc;

use super::options::ReadOptions;
use super::words::with_content;
use crate::document::document::{Builder, Document, DocumentId, FieldKind};
use crate::document::html::MainContent;
use crate::document::record_fields::{FieldColumn, RecordFields};
use dejalu_base::error::{DocumentError, Error, InputError, Parameter, Place, Result};
use dejalu_io::latex::without_latex;
use dejalu_io::rows::{Row, Rows};

/// The common properties of the rows of a source.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// True if each row has keys of its own.
    has_keys: bool,
    /// Whether documents have no ids but the numbers of their rows; `None` until a row can be read.
    is_numbered: Option<bool>,
    charset: Option<&'static str>,
    /// The column that holds the text where none has its name.
    stand_in: Option<&'static str>,
    /// True if the format names the fields, so that none is meant for what documents have beside their text.
    names_fields: bool,
}

impl Form {
    /// Refuses a table whose columns make no document.
    pub(super) fn of(rows: &Rows, options: &ReadOptions) -> Result<Self> {
        let columns: Vec<String> = rows.columns().map(String::from).collect();
        let names_fields = rows.name_fields();
        // A program that has a table in memory can give it ids.
        let may_number = !rows.are_in_memory() && options.may_number();
        // Rows that cannot be read say nothing about the others.
        let is_known = !may_number || rows.have_header() || !columns.is_empty();
        let is_numbered = may_number && (names_fields || !columns.contains(&options.id));
        let mut form = Form {
            has_keys: !rows.have_header(),
            is_numbered: is_known.then_some(is_numbered),
            charset: rows.charset(),
            stand_in: None,
            names_fields,
        };
        if !form.has_keys {
            let written: Vec<String> = rows.written().map(String::from).collect();
            form.check(&columns, &written, options)
                .map_err(|error| error.at(&rows.header()))?;
        }
        Ok(form)
    }

    /// Returns whether these columns make a document, which may be written in another case.
    fn check(&mut self, found: &[String], written: &[String], options: &ReadOptions) -> Result<()> {
        let has = |name: &str| found.iter().any(|found| found == name);
        let has_id = has(&options.id);
        let is_numbered = *self.is_numbered.get_or_insert(!has_id);
        let has_id = has_id || is_numbered;
        self.stand_in = options.stand_in(has).filter(|_| !self.names_fields);
        let of_texts = self.texts(options).chain([&*options.html]);
        let (names, has_title): (Vec<&str>, bool) = if options.fields.is_empty() {
            (of_texts.collect(), has(&options.title))
        } else {
            (options.fields.columns().collect(), false)
        };
        let has_content = has_title || names.iter().any(|name| has(name));
        if has_content && has_id {
            return Ok(());
        }
        if has_content && self.has_keys {
            let column = options.id.clone();
            return Err(InputError::NoId { column }.into());
        }
        let one = format!("one of '{}'", names.join("', '"));
        let expected = if is_numbered {
            one
        } else {
            format!("'{}' and {one}", options.id)
        };
        let option = if has_content {
            Parameter::Id
        } else if options.fields.is_empty() {
            Parameter::Text
        } else {
            Parameter::Fields
        };
        let expected = format!("{expected}; rename a column, or name it with {option}");
        let found = written.to_vec();
        Err(InputError::Columns { found, expected }.into())
    }

    /// The columns of the text.
    fn texts<'o>(&self, options: &'o ReadOptions) -> impl Iterator<Item = &'o str> + use<'o> {
        let named = options.text.iter().map(String::as_str);
        let named = named.filter({
            let is_named = self.stand_in.is_none();
            move |_| is_named
        });
        self.stand_in.into_iter().chain(named)
    }
}

/// Columns of documents besides their text, with names that a reference's own fields may have as well: programs give
/// records numbers, and link to pages.
const OF_DOCUMENTS: [&str; 4] = ["id", "html", "cluster", "split"];

/// A row's document, not parsed yet.
pub(super) struct Record {
    pub(super) place: Place,
    pub(super) id: DocumentId,
    /// True if the id is the number of the row.
    pub(super) is_numbered: bool,
    body: Body,
    row: u64,
    charset: Option<&'static str>,
    url: Option<String>,
    cluster: Option<String>,
    split: Option<String>,
    date: Option<String>,
    accession: Option<Arc<str>>,
}

enum Body {
    Text {
        title: Option<String>,
        parts: Vec<String>,
    },
    Html(String),
    /// Fields with their values, in order.
    Fields(Vec<(Arc<str>, String)>),
}

impl Body {
    fn of_fields(row: &Row, names: &RecordFields) -> Result<Self> {
        let mut fields = Vec::new();
        for FieldColumn { field, column } in &names.0 {
            let value = present(row, column)?
                .map(without_latex)
                .map(Cow::into_owned);
            fields.extend(value.map(|value| (field.clone(), value)));
        }
        if fields.is_empty() {
            return Err(Error::from(DocumentError::NoWords).at(&row.place));
        }
        Ok(Body::Fields(fields))
    }

    fn of_texts(row: &mut Row, texts: &[&str], options: &ReadOptions) -> Result<Self> {
        let has_text = has_text(row, texts)?;
        // A row without text needs what it has.
        let is_optional = |column: &str| has_text && !options.is_named(column);
        if beside(row, &options.html, is_optional)?.is_some() {
            if has_text {
                let kind = DocumentError::TextAndHtml {
                    text: texts.join("', '"),
                    html: options.html.clone(),
                };
                return Err(Error::from(kind).at(&row.place));
            }
            return Ok(Body::Html(row.take(&options.html)?.unwrap_or_default()));
        }
        let title = beside(row, &options.title, is_optional)?.map(String::from);
        if !has_text && title.is_none() {
            return Err(Error::from(DocumentError::NoWords).at(&row.place));
        }
        let parts = texts.iter().map(|column| row.take(column));
        let parts = parts.filter_map(Result::transpose).collect::<Result<_>>()?;
        Ok(Body::Text { title, parts })
    }
}

impl Record {
    pub(super) fn new(mut row: Row, options: &ReadOptions, form: &mut Form) -> Result<Self> {
        if form.has_keys {
            let found: Vec<String> = row.columns().map(String::from).collect();
            form.check(&found, &found, options)
                .map_err(|error| error.at(&row.place))?;
        }
        if form.names_fields {
            row.forget(
                OF_DOCUMENTS
                    .iter()
                    .filter(|name| !options.is_asked_for(name)),
            );
        }
        let texts: Vec<&str> = form.texts(options).collect();
        for column in texts.iter().copied().chain(options.fields.columns()) {
            row.join_lines(column);
        }
        let missing = |column: &str| {
            let column = column.to_owned();
            Error::from(InputError::MissingValue { column }).at(&row.place)
        };
        let is_numbered = form.is_numbered == Some(true);
        let id: DocumentId = if is_numbered {
            row.number.to_string().into()
        } else {
            let id = present(&row, &options.id)?;
            id.ok_or_else(|| missing(&options.id))?.into()
        };
        let known = |column: &str| -> Result<Option<String>> {
            let value = beside(&row, column, |column| !options.is_named(column))?;
            Ok(value.map(String::from))
        };
        let url = known(&options.url)?;
        let [cluster, split, date] = [known("cluster")?, known("split")?, known("date")?];
        let accession = if options.fields.is_empty() {
            None
        } else {
            row.accession().map(Arc::from)
        };
        // Texts may be long: they are the last to be read, and are not copied.
        let body = if options.fields.is_empty() {
            Body::of_texts(&mut row, &texts, options)?
        } else {
            Body::of_fields(&row, &options.fields)?
        };
        Ok(Record {
            row: row.number,
            is_numbered,
            charset: form.charset,
            place: row.place,
            id,
            body,
            url,
            cluster,
            split,
            date,
            accession,
        })
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
        document.accession = self.accession;
        document.row = Some(self.row);
        document.charset = self.charset;
        with_content(document, &self.place)
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

fn has_text(row: &Row, texts: &[&str]) -> Result<bool> {
    for column in texts {
        if present(row, column)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}
