//! The fields of an article of PubMed, under the tags that MEDLINE has for them.

use std::collections::BTreeMap;
use std::sync::Arc;

use quick_xml::events::BytesStart;

use super::super::cell::Cell;
use super::nbib::cells_of;
use super::references::Fields;
use super::xml_nodes::see_record;
use crate::xml::{Node, attribute};
use dejalu_base::error::Result;

/// The cells of one article.
///
/// # Errors
///
/// XML that is not well-formed.
pub(super) fn cells(article: &str) -> Result<BTreeMap<Arc<str>, Cell>> {
    let mut reading = Reading::default();
    see_record(article, |path, node| reading.see(path, node))?;
    Ok(cells_of(reading.finish()))
}

/// An article as far as it was read.
#[derive(Default)]
struct Reading {
    /// The value that is being read, and how many elements were open when it began.
    value: Option<(usize, Value)>,
    author: Author,
    /// True if the list of names that is open is one of editors.
    are_editors: bool,
    /// The authors of the book that an article is a chapter of.
    of_book: Vec<(&'static str, String)>,
    fields: Fields,
}

/// A value that is being read.
struct Value {
    part: Part,
    /// The heading of a part of an abstract: `METHODS: `.
    label: String,
    text: String,
    /// Kind of an identifier: ` [doi]`.
    kind: String,
}

/// The part that an element belongs to.
#[derive(Clone, Copy)]
enum Part {
    /// A field of its own, or one value of it.
    Field(&'static str),
    /// A field whose parts are written one after the other.
    Parts(&'static str),
    Last,
    First,
    Initials,
    Group,
}

/// The parts of an author's name.
#[derive(Default)]
struct Author {
    last: String,
    first: String,
    initials: String,
    group: String,
}

/// The part that the innermost of these elements is, of which at most the last four count.
fn part(path: &[&str]) -> Option<Part> {
    use Part::{Field, First, Group, Initials, Last, Parts};
    Some(match path {
        [.., "MedlineCitation" | "BookDocument", "PMID"] => Field("PMID"),
        [.., "Article" | "BookDocument", "ArticleTitle"] => Field("TI"),
        [.., "Book", "BookTitle"] => Field("BTI"),
        [
            ..,
            "Article" | "BookDocument" | "Book",
            "AuthorList",
            "Author",
            name,
        ] => match *name {
            "LastName" => Last,
            "ForeName" => First,
            "Initials" => Initials,
            "CollectiveName" => Group,
            _ => return None,
        },
        [.., "Article" | "BookDocument", "Abstract", "AbstractText"] => Parts("AB"),
        [
            ..,
            "JournalIssue" | "Book",
            "PubDate",
            "Year" | "Month" | "Day" | "Season" | "MedlineDate",
        ] => Parts("DP"),
        [.., "Journal", "Title"] => Field("JT"),
        [.., "Journal", "ISSN"] => Field("IS"),
        [.., "MedlineJournalInfo", "MedlineTA"] => Field("TA"),
        [.., "JournalIssue", "Volume"] => Field("VI"),
        [.., "JournalIssue", "Issue"] => Field("IP"),
        [.., "Pagination", "MedlinePgn"] => Field("PG"),
        [.., "Article" | "Book", "ELocationID"] => Field("LID"),
        [
            ..,
            "PubmedData" | "PubmedBookData" | "BookDocument",
            "ArticleIdList",
            "ArticleId",
        ] => Field("AID"),
        [.., "Book", "Isbn"] => Field("ISBN"),
        [.., "Publisher", "PublisherName"] => Field("PB"),
        [.., "Article" | "BookDocument", "Language"] => Field("LA"),
        [.., "MeshHeading", "DescriptorName"] => Field("MH"),
        [.., "KeywordList", "Keyword"] => Field("OT"),
        [.., "PublicationTypeList", "PublicationType"] => Field("PT"),
        _ => return None,
    })
}

/// The names of the innermost elements, of which a few say what a part is.
fn inner(path: &[String]) -> Vec<&str> {
    const NAMES: usize = 4;
    let inner = &path[path.len().saturating_sub(NAMES)..];
    inner.iter().map(String::as_str).collect()
}

impl Reading {
    fn see(&mut self, path: &[String], node: &Node<'_>) {
        match node {
            Node::Open(_, element) => self.open(path, element),
            Node::Text(text) => {
                if let Some((_, value)) = &mut self.value {
                    value.text.push_str(text);
                }
            }
            Node::Close(name) => self.close(path, name),
        }
    }

    fn open(&mut self, path: &[String], element: &BytesStart<'_>) {
        if path.last().is_some_and(|name| name == "AuthorList") {
            self.are_editors = attribute(element, "Type").is_some_and(|kind| kind == "editors");
        }
        let Some(part) = part(&inner(path)).filter(|_| self.value.is_none()) else {
            return;
        };
        let label = attribute(element, "Label");
        let kind = attribute(element, "EIdType").or(attribute(element, "IdType"));
        let value = Value {
            part,
            label: label.map_or(String::new(), |label| format!("{label}: ")),
            text: String::new(),
            kind: kind.map_or(String::new(), |kind| format!(" [{kind}]")),
        };
        self.value = Some((path.len(), value));
    }

    fn close(&mut self, path: &[String], name: &str) {
        let depth = path.len();
        if let Some((_, value)) = self.value.take_if(|(opened, _)| *opened == depth) {
            self.add(value);
        }
        if name == "Author" {
            self.end_author(path);
        }
    }

    fn add(&mut self, value: Value) {
        let text = value.text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            return;
        }
        match value.part {
            Part::Field(tag) => self.push(tag, format!("{text}{}", value.kind)),
            Part::Parts(tag) => {
                let text = value.label + &text;
                match self
                    .fields
                    .get_mut(tag)
                    .and_then(|values| values.last_mut())
                {
                    Some(last) => *last = format!("{last} {text}"),
                    None => self.push(tag, text),
                }
            }
            Part::Last => self.author.last = text,
            Part::First => self.author.first = text,
            Part::Initials => self.author.initials = text,
            Part::Group => self.author.group = text,
        }
    }

    fn push(&mut self, tag: &str, value: String) {
        self.fields.entry(tag.to_owned()).or_default().push(value);
    }

    /// The name in full and with initials, as MEDLINE has both.
    fn end_author(&mut self, path: &[String]) {
        let Author {
            last,
            first,
            initials,
            group,
        } = std::mem::take(&mut self.author);
        let joined = |parts: [&str; 2], between: &str| {
            let parts = parts.into_iter().filter(|part| !part.is_empty());
            parts.collect::<Vec<_>>().join(between)
        };
        let (full, short, of_group) = if self.are_editors {
            ("FED", "ED", "ED")
        } else {
            ("FAU", "AU", "CN")
        };
        let names = [
            (full, joined([&last, &first], ", ")),
            (short, joined([&last, &initials], " ")),
            (of_group, group),
        ];
        let is_of_book = matches!(inner(path)[..], [.., "Book", "AuthorList", "Author"]);
        for (tag, name) in names.into_iter().filter(|(_, name)| !name.is_empty()) {
            if is_of_book && !self.are_editors {
                self.of_book.push((tag, name));
            } else {
                self.push(tag, name);
            }
        }
    }

    /// The fields. The authors of a book count where the document names none of its own.
    fn finish(mut self) -> Fields {
        let has_authors = ["FAU", "AU", "CN"]
            .iter()
            .any(|tag| self.fields.contains_key(*tag));
        for (tag, name) in std::mem::take(&mut self.of_book) {
            if !has_authors {
                self.push(tag, name);
            }
        }
        self.fields
    }
}
