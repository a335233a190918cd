//! Options of reading: the columns that make a document, and the treatment of one that cannot be
//! read.

use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

use crate::document::html::MainContent;
use crate::document::record_fields::RecordFields;
use dejalu_io::TableOptions;
use dejalu_io::rows::is_text;

/// Columns that hold the text where none has its name, best first.
const STAND_INS: [&str; 2] = ["content", "body"];

/// Columns (keys, in JSONL) of a table that make a document, and options of reading pages.
/// `cluster`, `split` and `date` are read too. A name other than the default, and every one of
/// `required`, has to be that of a column; of JSONL, whose rows have keys of their own, that of a
/// key of any row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, SmartDefault)]
pub struct ReadOptions {
    /// The document's name. Default `id`; where no column has that name, documents are numbered by row,
    /// from 1.
    #[default("id".into())]
    pub id: String,
    /// Its text; several are joined, each a block of its own. Default `text`; where there is neither such a
    /// column nor one of a page, `content` or `body`.
    #[default(vec!["text".into()])]
    pub text: Vec<String>,
    /// Its web page, where it has no text. Default `html`.
    #[default("html".into())]
    pub html: String,
    /// The title of a text. Default `title`.
    #[default("title".into())]
    pub title: String,
    /// The address of a page. Default `url`.
    #[default("url".into())]
    pub url: String,
    /// Columns that are fields, compared on their own: the document's text is all of them, a block each,
    /// and `text`, `html` and `title` are not read. Default none.
    #[serde(default)]
    pub fields: RecordFields,
    /// Names that have to be there even if they are the defaults. Default none.
    #[serde(default)]
    pub required: Vec<String>,
    /// Format of tables, and the character set of texts and pages. By default it is found.
    #[serde(default)]
    pub table: TableOptions,
    /// The way to find the main content of pages. Default by landmarks.
    pub main_content: MainContent,
}

impl ReadOptions {
    /// Returns whether documents are numbered where there is no such column as [`id`](Self::id): it was not named, or
    /// as a field.
    pub(super) fn may_number(&self) -> bool {
        let is_required = self.required.contains(&self.id);
        let is_field = self.fields.columns().any(|column| column == self.id);
        self.id == ReadOptions::default().id && (!is_required || is_field)
    }

    /// Every name that a column may have.
    pub(super) fn asked(&self) -> impl Iterator<Item = &str> {
        let single = [&self.id, &self.html, &self.title, &self.url].into_iter();
        let named = single.chain(&self.text).map(String::as_str);
        let named = named.chain(self.fields.columns());
        let named = named.chain(["cluster", "split", "date"]);
        named.chain(STAND_INS.into_iter().filter(|_| self.may_stand_in()))
    }

    /// The column that holds the text where none has its name.
    pub(super) fn stand_in(&self, has: impl Fn(&str) -> bool) -> Option<&'static str> {
        let is_wanted =
            self.may_stand_in() && !has(&self.html) && !self.text.iter().any(|it| has(it));
        STAND_INS.into_iter().find(|name| is_wanted && has(name))
    }

    /// Returns whether another column may hold the text: the user named none.
    fn may_stand_in(&self) -> bool {
        let usual = ReadOptions::default();
        let is_usual = self.text == usual.text && self.html == usual.html;
        is_usual
            && self.fields.is_empty()
            && !self.required.iter().any(|it| usual.text.contains(it))
    }

    /// The names that a user chose.
    pub(super) fn named(&self) -> impl Iterator<Item = &str> {
        let usual = ReadOptions::default();
        let of_text = if self.text == usual.text {
            &[]
        } else {
            &self.text[..]
        };
        let others = [
            (&self.id, usual.id),
            (&self.html, usual.html),
            (&self.title, usual.title),
            (&self.url, usual.url),
        ];
        let others = others.into_iter().filter(|(name, usual)| *name != usual);
        let named = others.map(|(name, _)| name).chain(of_text);
        let named = named.chain(&self.required);
        named.map(String::as_str)
    }

    /// The fields that are in a column of another name, each with the column. Of a text that is joined of several
    /// columns none is the whole.
    pub(super) fn columns(&self) -> Vec<(&str, &str)> {
        let single = [
            ("id", &self.id),
            ("html", &self.html),
            ("title", &self.title),
            ("url", &self.url),
        ];
        let text = match &self.text[..] {
            [text] => Some(("text", text)),
            _ => None,
        };
        let single = single.into_iter().chain(text);
        let single = single.map(|(name, column)| (name, column.as_str()));
        let fields = self.fields.0.iter();
        let fields = fields.map(|it| (&*it.field, it.column.as_str()));
        let all = single.chain(fields);
        all.filter(|(name, column)| name != column).collect()
    }

    /// Returns whether a column may hold the text of a document: it was named for that, or has one of the usual names.
    pub(super) fn is_text(&self, column: &str) -> bool {
        let named = self.text.iter().chain([&self.html]);
        let mut named = named.map(|it| it.to_lowercase());
        is_text(column) || named.any(|it| it == column.to_lowercase())
    }

    /// Returns whether a user chose the name, or a model has a field of this name.
    pub(super) fn is_asked_for(&self, column: &str) -> bool {
        self.is_named(column) || self.fields.columns().any(|name| name == column)
    }

    /// Returns whether a user chose the name.
    pub(super) fn is_named(&self, column: &str) -> bool {
        self.named().any(|name| name == column)
    }
}

/// Treatment of a document that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnBad {
    /// Leave it out, tell, and go on.
    #[default]
    Skip,
    /// Stop at once.
    Stop,
}
