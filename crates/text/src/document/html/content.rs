//! Extracts the content of a page as text.
//!
//! The main content is the page's `<main>` (or `role=main`) if there is exactly one, else its
//! `<article>` if there is exactly one outside any other, else the body without the frame around
//! it: navigation, asides, search, and headers and footers that belong to no article, main or
//! section. Where that choice holds no word the next is tried, and the whole body last.
//!
//! There is no guess by text density unless it is asked for ([`MainContent::Readability`]): the
//! same article must give the same content whatever occurs in the frame around it. An article found
//! so is tried first.

use std::collections::HashSet;

use ego_tree::NodeId;
use ego_tree::iter::Edge;
use scraper::node::Element;
use scraper::{Html, Node};

use super::article;
use super::attributes::{attribute, has_token};
use super::main_content::MainContent;
use super::site::Site;
use crate::document::blocks::BlockKind;
use crate::document::document::{Builder, FieldKind, FieldKinds};

/// Writes the page's text; returns the headings of its main content. Where no article is found by
/// its shape, the landmarks decide.
pub(super) fn write(
    page: &Html,
    site: &Site,
    by: MainContent,
    fields: &mut Builder,
) -> HashSet<NodeId> {
    let article = match by {
        MainContent::Readability => article::elements(page),
        MainContent::Landmarks | MainContent::Off => None,
    };
    let article = article.as_ref().map(Scope::Elements);
    let landmarks = match by {
        MainContent::Landmarks | MainContent::Readability => Landmarks::of(page).scopes(),
        MainContent::Off => Vec::new(),
    };
    let scope = article
        .into_iter()
        .chain(landmarks)
        .find(|&scope| holds_word(page, scope));
    let mut writer = Writer {
        site,
        fields,
        links: Vec::new(),
        in_main: false,
    };
    let scope = scope.unwrap_or(Scope::Everything);
    let mut headings = HashSet::new();
    for step in steps(page, scope) {
        if let Step::Enter(id, element, outside) = &step
            && heading_level(element.name()).is_some()
            && outside.inside(*id, element, scope).is_main_content()
        {
            headings.insert(*id);
        }
        writer.step(step);
    }
    headings
}

/// The part of a page that counts as main content.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope<'a> {
    /// The text that occurs in one of these directly, without what the page calls its frame: of a
    /// short page the extractor takes all.
    Elements(&'a HashSet<NodeId>),
    /// One element, without the navigation and asides in it.
    Element(NodeId),
    /// The body without its frame.
    Body,
    /// The body with its frame.
    Everything,
}

/// The context of a node. Every element inherits its parent's place and changes what it must.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Setting {
    /// Inside the scope.
    chosen: bool,
    /// Inside the frame of the page.
    frame: bool,
    /// Inside an article, main or section, whose headers and footers are its own.
    sectioned: bool,
    main: bool,
    article: bool,
    heading: bool,
    preformatted: bool,
}

impl Setting {
    fn root(scope: Scope<'_>) -> Self {
        Setting {
            chosen: matches!(scope, Scope::Body | Scope::Everything),
            ..Setting::default()
        }
    }

    /// The setting inside `element`.
    fn inside(mut self, node: NodeId, element: &Element, scope: Scope<'_>) -> Self {
        let name = element.name();
        let role = attribute(element, "role");
        self.frame |= self.is_frame(name, role);
        match scope {
            Scope::Element(chosen) if chosen == node => {
                self.chosen = true;
                self.frame = false;
            }
            Scope::Elements(chosen) => self.chosen = chosen.contains(&node),
            Scope::Everything => self.frame = false,
            _ => {}
        }
        self.main |= is_main(name, role);
        self.article |= name == "article";
        self.sectioned |= self.main || self.article || name == "section";
        self.heading |= heading_level(name).is_some();
        self.preformatted |= is_preformatted(name);
        self
    }

    fn is_frame(&self, name: &str, role: Option<&str>) -> bool {
        const ROLES: [&str; 5] = [
            "navigation",
            "banner",
            "contentinfo",
            "complementary",
            "search",
        ];
        match name {
            "nav" | "aside" | "search" => true,
            "header" | "footer" if !self.sectioned => true,
            _ => ROLES.iter().any(|frame| has_token(role, frame)),
        }
    }

    fn is_main_content(&self) -> bool {
        self.chosen && !self.frame
    }

    /// Fields of the text here; none for text of the frame that is neither link nor heading.
    fn kinds(&self, link: Option<FieldKind>) -> FieldKinds {
        let main = self.is_main_content().then_some(FieldKind::Main);
        let heading = self.heading.then_some(FieldKind::Heading);
        let kinds = [main, heading, link].into_iter().flatten();
        kinds.fold(FieldKinds::default(), FieldKinds::with)
    }
}

/// A step through the visible part of a page.
enum Step<'a> {
    Enter(NodeId, &'a Element, Setting),
    Text(&'a str, Setting),
    Leave(&'a Element),
}

/// Walks the visible part of a page in reading order, without recursion: markup decides the depth.
/// Text carries its setting, an element the setting around it.
fn steps<'a>(page: &'a Html, scope: Scope<'a>) -> impl Iterator<Item = Step<'a>> {
    let mut edges = page.tree.root().traverse();
    let mut open = vec![Setting::root(scope)];
    let mut skipped: Option<NodeId> = None;
    std::iter::from_fn(move || {
        loop {
            let (edge_opens, node) = match edges.next()? {
                Edge::Open(node) => (true, node),
                Edge::Close(node) => (false, node),
            };
            if skipped.is_some() {
                skipped = skipped.filter(|&id| edge_opens || id != node.id());
                continue;
            }
            let here = *open.last()?;
            match (node.value(), edge_opens) {
                (Node::Element(element), true) if is_skipped(element) => skipped = Some(node.id()),
                (Node::Element(element), true) => {
                    open.push(here.inside(node.id(), element, scope));
                    return Some(Step::Enter(node.id(), element, here));
                }
                (Node::Element(element), false) => {
                    open.pop();
                    return Some(Step::Leave(element));
                }
                (Node::Text(text), true) => return Some(Step::Text(text, here)),
                _ => {}
            }
        }
    })
}

/// The elements that may be the main content.
#[derive(Default)]
struct Landmarks {
    mains: Vec<NodeId>,
    /// Articles outside any other: a nested one is a comment or a part.
    articles: Vec<NodeId>,
}

impl Landmarks {
    fn of(page: &Html) -> Self {
        let mut found = Landmarks::default();
        for step in steps(page, Scope::Body) {
            let Step::Enter(id, element, outside) = step else {
                continue;
            };
            if outside.frame {
                continue;
            }
            if !outside.main && is_main(element.name(), attribute(element, "role")) {
                found.mains.push(id);
            }
            if !outside.article && element.name() == "article" {
                found.articles.push(id);
            }
        }
        found
    }

    /// The parts that they declare as main content, and the alternative if those hold no word.
    fn scopes(&self) -> Vec<Scope<'static>> {
        let one = |found: &[NodeId]| match found {
            [only] => Some(Scope::Element(*only)),
            _ => None,
        };
        let landmarks = [one(&self.mains), one(&self.articles)];
        let landmarks = landmarks.into_iter().flatten();
        landmarks.chain([Scope::Body]).collect()
    }
}

fn holds_word(page: &Html, scope: Scope<'_>) -> bool {
    steps(page, scope).any(|step| match step {
        Step::Text(text, here) => here.is_main_content() && text.contains(char::is_alphanumeric),
        _ => false,
    })
}

struct Writer<'a> {
    site: &'a Site,
    fields: &'a mut Builder,
    /// Kinds of the open links, the innermost last.
    links: Vec<Option<FieldKind>>,
    /// True if the last text belonged to the main content.
    in_main: bool,
}

impl Writer<'_> {
    fn step(&mut self, step: Step<'_>) {
        match step {
            Step::Enter(_, element, outside) => self.enter(element, outside),
            Step::Leave(element) => self.leave(element.name()),
            Step::Text(text, here) => self.text(text, here),
        }
    }

    fn enter(&mut self, element: &Element, outside: Setting) {
        match element.name() {
            "a" => {
                let href = attribute(element, "href");
                self.links
                    .push(href.and_then(|href| self.site.anchor(href)));
            }
            "br" => self.text("\n", outside),
            name => {
                if let Some(kind) = block_kind(name) {
                    self.fields.open(kind);
                }
            }
        }
    }

    fn leave(&mut self, name: &str) {
        if name == "a" {
            self.links.pop();
        } else if block_kind(name).is_some() {
            self.fields.close();
        }
    }

    fn text(&mut self, text: &str, here: Setting) {
        if here.is_main_content() != self.in_main {
            self.in_main = here.is_main_content();
            self.fields.end_block();
        }
        let kinds = here.kinds(self.links.last().copied().flatten());
        if kinds.is_empty() {
            // Text that is left out still separates its neighbours.
            self.fields.folded(kinds, " ");
        } else if here.preformatted {
            self.fields.inline(kinds, text);
        } else {
            self.fields.folded(kinds, text);
        }
    }
}

fn is_main(name: &str, role: Option<&str>) -> bool {
    name == "main" || has_token(role, "main")
}

/// 1 to 6, of a heading.
pub(super) fn heading_level(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [b'h', digit @ b'1'..=b'6'] => Some(digit - b'0'),
        _ => None,
    }
}

fn is_preformatted(name: &str) -> bool {
    matches!(name, "listing" | "plaintext" | "pre" | "xmp")
}

/// Returns whether a browser shows nothing of the element, or nothing that is the page's own text.
pub(super) fn is_skipped(element: &Element) -> bool {
    #[rustfmt::skip]
    let by_name = matches!(
        element.name(),
        "annotation" | "annotation-xml" | "audio" | "button" | "canvas" | "datalist" | "embed"
            | "head" | "iframe" | "img" | "input" | "noembed" | "noframes" | "noscript" | "object"
            | "optgroup" | "option" | "rp" | "script" | "select" | "style" | "svg" | "template"
            | "textarea" | "title" | "video"
    );
    let aria_hidden = attribute(element, "aria-hidden");
    by_name
        || attribute(element, "hidden").is_some()
        || aria_hidden.is_some_and(|value| value.trim().eq_ignore_ascii_case("true"))
}

/// The kind of block that the element begins and ends, if it does.
fn block_kind(name: &str) -> Option<BlockKind> {
    #[rustfmt::skip]
    let is_block = matches!(
        name,
        "article" | "aside" | "blockquote" | "caption" | "center" | "details" | "dialog" | "dir"
            | "div" | "dl" | "fieldset" | "figcaption" | "figure" | "footer" | "form" | "header"
            | "hgroup" | "hr" | "legend" | "main" | "menu" | "nav" | "ol" | "p" | "search"
            | "section" | "summary" | "table" | "tbody" | "tfoot" | "thead" | "tr" | "ul"
    );
    match name {
        "body" => Some(BlockKind::Body),
        "li" | "dt" | "dd" => Some(BlockKind::ListItem),
        "td" | "th" => Some(BlockKind::Cell),
        "address" => Some(BlockKind::Address),
        _ if is_preformatted(name) => Some(BlockKind::Preformatted),
        _ if is_block => Some(BlockKind::Paragraph),
        _ => heading_level(name).map(BlockKind::Heading),
    }
}
