//! Parses a web page and turns it into a document.

use std::sync::Arc;

use scraper::node::Element;
use scraper::{Html, Node};

use super::attributes::{attribute, has_token};
use super::main_content::MainContent;
use crate::document::document::{Builder, Document, DocumentId, FieldKind};

impl Document {
    /// A web page. `url` is the page's address, which tells links of its own site from others;
    /// without it the page's `<base>` or canonical link is used. Its main content is found by
    /// [landmarks](MainContent).
    pub fn html(id: impl Into<DocumentId>, source: &str, url: Option<&str>) -> Self {
        Document::page(id, source, url, MainContent::default())
    }

    /// A web page whose main content is found in this way. Any text is a page; one without text
    /// gives a document without fields.
    pub fn page(
        id: impl Into<DocumentId>,
        source: &str,
        url: Option<&str>,
        main_content: MainContent,
    ) -> Self {
        let page = super::tree::parse(source);
        let head = Head::of(&page);
        let address = url
            .and_then(super::site::address)
            .or_else(|| head.canonical.and_then(super::site::absolute))
            .or_else(|| head.base.and_then(super::site::absolute));

        let mut fields = Builder::new(id);
        if let Some(address) = &address {
            fields = fields.block(FieldKind::Url.into(), &super::site::terms(address));
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
        let site = super::site::Site::of(address.as_ref());
        let headings = super::content::write(&page, &site, main_content, &mut fields);
        Document {
            structure: Some(Arc::new(super::structure::of(&page, &headings))),
            ..fields.build()
        }
    }
}

/// Adds the text of a page to a document that consists of several.
pub(in crate::document) fn append(source: &str, fields: &mut Builder) {
    let page = super::tree::parse(source);
    let site = super::site::Site::of(None);
    super::content::write(&page, &site, MainContent::Off, fields);
    fields.end_block();
}

/// Metadata of the page; the first of each kind counts.
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

fn is_html(element: &Element) -> bool {
    element.name.ns == html5ever::ns!(html)
}

#[cfg(test)]
mod tests;
