//! The markup of a page: its elements and headings, without its text.

use std::collections::{BTreeMap, HashSet};

use ego_tree::NodeId;
use ego_tree::iter::Edge;
use scraper::node::Element;
use scraper::{Html, Node};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::attributes::{attribute, has_token};
use super::content::{heading_level, is_skipped};
use super::outline::{Heading, Structure};

/// Class names that pages give to a heading that names their site.
const NAMES_OF_SITES: [&str; 5] = ["logo", "brand", "navbar-brand", "site-title", "site-name"];

/// The markup of a page, given the headings of its main content.
pub(super) fn of(page: &Html, content: &HashSet<NodeId>) -> Structure {
    let mut walk = Walk::default();
    for edge in page.tree.root().traverse() {
        match edge {
            Edge::Open(node) => match node.value() {
                Node::Element(element) => walk.enter(element, content.contains(&node.id())),
                Node::Text(text) => walk.text(text),
                _ => {}
            },
            Edge::Close(node) => {
                if let Node::Element(element) = node.value() {
                    walk.leave(element);
                }
            }
        }
    }
    Structure {
        tags: walk.tags.into_iter().collect(),
        paths: walk.paths.into_iter().collect(),
        headings: walk.headings,
    }
}

#[derive(Default)]
struct Walk {
    tags: BTreeMap<u64, u32>,
    paths: BTreeMap<u64, u32>,
    headings: Vec<Heading>,
    /// The paths of the open elements.
    open: Vec<u64>,
    /// Number of open elements that are headings.
    in_headings: usize,
    /// Number of open elements that show no text of the page.
    skipped: usize,
}

impl Walk {
    fn enter(&mut self, element: &Element, is_content: bool) {
        let name = element.name();
        let parent = self.open.last().copied().unwrap_or(0);
        let path = xxh3_64_with_seed(name.as_bytes(), parent);
        self.open.push(path);
        self.skipped += usize::from(is_skipped(element));
        if !matches!(name, "html" | "head" | "body") {
            let tag = xxh3_64_with_seed(name.as_bytes(), 0);
            *self.tags.entry(tag).or_default() += 1;
            *self.paths.entry(path).or_default() += 1;
        }
        if let Some(level) = heading_level(name) {
            self.in_headings += 1;
            let classes = attribute(element, "class");
            let names_site = NAMES_OF_SITES.iter().any(|it| has_token(classes, it));
            self.headings.push(Heading {
                level,
                text: String::new(),
                is_of_content: is_content && !names_site,
            });
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(heading) = self.headings.last_mut()
            && self.in_headings > 0
            && self.skipped == 0
        {
            heading.text.push_str(text);
        }
    }

    fn leave(&mut self, element: &Element) {
        self.open.pop();
        self.skipped -= usize::from(is_skipped(element));
        self.in_headings -= usize::from(heading_level(element.name()).is_some());
    }
}

/// The number of a heading.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::document::Document;

    fn structure(source: &str) -> Structure {
        let page = Document::html("page", source, None);
        (*page.structure.expect("a page has markup")).clone()
    }

    #[test]
    fn tags_are_counted_by_name_and_by_path() {
        let page = structure("<p>a<b>b</b><i>c</i><ul><li><p>d</ul>");
        let mut tags: Vec<u32> = page.tags.iter().map(|&(_, count)| count).collect();
        tags.sort_unstable();
        assert_eq!(tags, [1, 1, 2, 2], "ul and li; p and span");
        let paths: Vec<u32> = page.paths.iter().map(|&(_, count)| count).collect();
        assert_eq!(paths.len(), 5, "p, p/span, ul, ul/li, ul/li/p");
        assert_eq!(paths.iter().sum::<u32>(), 6);
    }

    #[test]
    fn text_alone_has_no_markup() {
        assert_eq!(structure("only text"), Structure::default());
        assert_eq!(Document::plain("x", "<p>only text").structure, None);
    }

    #[test]
    fn headings_have_their_level_and_text() {
        let source =
            "<h1>One <a href=#>two</a><button>copy</button></h1><p>x<h3></h3>y<hr><h2>three";
        let headings = structure(source).headings;
        let seen: Vec<(u8, &str)> = headings.iter().map(|h| (h.level, &*h.text)).collect();
        assert_eq!(seen, [(1, "One two"), (3, ""), (2, "three")]);
    }
}
