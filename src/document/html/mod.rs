//! A web page as a document.
//!
//! The page is parsed as a browser parses it. What comes out, in this order: the words of its
//! address, its title, its `keywords` and `description`, then its text with white space folded as
//! in rendering. Main content is the page's `<main>` or its `<article>`, if there is exactly one,
//! else the body without its frame of navigation, asides, headers and footers; [`MainContent`] has
//! other ways. Outside of it only links and headings are kept, each as that alone. Beside the text
//! stands the page's [`Structure`].
//!
//! Deliberately absent: scripts, styles, form controls, comments, anything `hidden` or
//! `aria-hidden`, and the `alt` text of images.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use scraper::node::Element;
use scraper::{Html, Node};
use serde::{Deserialize, Serialize};

use super::{Builder, Document, DocumentId, FieldKind};
use crate::error::{DocumentError, Error};

mod article;
mod charset;
mod content;
mod site;
mod structure;
mod tree;

pub use structure::{Heading, Structure};

pub(super) use charset::declared_charset;

/// How the main content of a page is told from its frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MainContent {
    /// By what the page calls its parts, and by nothing else, so that the same article gives the
    /// same content in any frame.
    #[default]
    Landmarks,
    /// By the shape of the text, as browsers do for their reading view; where that finds no article,
    /// by landmarks. For pages that name no parts.
    Readability,
    /// Not at all: all text of the page is content, its frame included.
    Off,
}

impl fmt::Display for MainContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MainContent::Landmarks => "landmarks",
            MainContent::Readability => "readability",
            MainContent::Off => "off",
        })
    }
}

impl FromStr for MainContent {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        match name {
            "landmarks" => Ok(MainContent::Landmarks),
            "readability" => Ok(MainContent::Readability),
            "off" => Ok(MainContent::Off),
            _ => Err(DocumentError::UnknownMainContent { found: name.into() }.into()),
        }
    }
}

/// Any text is a page; one without text gives a document without fields.
pub(super) fn parse(
    id: DocumentId,
    source: &str,
    url: Option<&str>,
    main_content: MainContent,
) -> Document {
    let page = tree::parse(source);
    let head = Head::of(&page);
    let address = url
        .and_then(site::address)
        .or_else(|| head.canonical.and_then(site::absolute))
        .or_else(|| head.base.and_then(site::absolute));

    let mut fields = Builder::new(id);
    if let Some(address) = &address {
        fields = fields.block(FieldKind::Url.into(), &site::terms(address));
        fields.end_block();
    }
    let title = match head.title.trim() {
        "" => head.shared_title,
        _ => &head.title,
    };
    let meta = [
        (FieldKind::Title, title),
        (FieldKind::MetaKeywords, head.keywords),
        (FieldKind::MetaDescription, head.description),
    ];
    for (kind, text) in meta {
        fields.folded(kind.into(), text);
        fields.end_block();
    }
    let site = site::Site::of(address.as_ref());
    let headings = content::write(&page, &site, main_content, &mut fields);
    Document {
        structure: Some(Arc::new(structure::of(&page, &headings))),
        ..fields.build()
    }
}

/// What the page says about itself; the first of each counts.
#[derive(Default)]
struct Head<'a> {
    title: String,
    /// The title for those who share the page, `og:title`.
    shared_title: &'a str,
    keywords: &'a str,
    description: &'a str,
    canonical: Option<&'a str>,
    base: Option<&'a str>,
}

impl<'a> Head<'a> {
    fn of(page: &'a Html) -> Self {
        let mut head = Head::default();
        let mut titled = false;
        for node in page.tree.nodes() {
            let Node::Element(element) = node.value() else {
                continue;
            };
            match element.name() {
                "title" if !titled && is_html(element) => {
                    titled = true;
                    head.title = node
                        .children()
                        .filter_map(|child| child.value().as_text().map(|text| &**text))
                        .collect();
                }
                "meta" => head.meta(element),
                "link" if has_token(attribute(element, "rel"), "canonical") => {
                    head.canonical = head.canonical.or(attribute(element, "href"));
                }
                "base" => head.base = head.base.or(attribute(element, "href")),
                _ => {}
            }
        }
        head
    }

    fn meta(&mut self, element: &'a Element) {
        let name = attribute(element, "name").or_else(|| attribute(element, "property"));
        let (Some(name), Some(content)) = (name, attribute(element, "content")) else {
            return;
        };
        let slot = match name.trim().to_ascii_lowercase().as_str() {
            "keywords" => &mut self.keywords,
            "description" => &mut self.description,
            "og:title" => &mut self.shared_title,
            _ => return,
        };
        if slot.is_empty() {
            *slot = content;
        }
    }
}

/// An attribute's value. The names are few: a scan is quicker than making a name to look up.
fn attribute<'a>(element: &'a Element, name: &str) -> Option<&'a str> {
    let mut attributes = element.attrs();
    attributes
        .find(|(key, _)| *key == name)
        .map(|(_, value)| value)
}

fn has_token(value: Option<&str>, token: &str) -> bool {
    let mut tokens = value.unwrap_or_default().split_ascii_whitespace();
    tokens.any(|found| found.eq_ignore_ascii_case(token))
}

fn is_html(element: &Element) -> bool {
    element.name.ns == html5ever::ns!(html)
}

#[cfg(test)]
mod tests;
