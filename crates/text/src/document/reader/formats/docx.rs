//! Office Open XML texts (`.docx`). Headers, footers, notes, comments, what was struck out, and where
//! tracked passages were moved from are left out.

use std::collections::BTreeMap;

use super::blocks::Blocks;
use super::format::{Content, FileFormat};
use super::office::Package;
use crate::document::blocks::BlockKind;
use dejalu_base::error::{DocumentError, Error, ErrorKind, Result};
use dejalu_io::xml::{Node, attribute, walk};

pub(super) const FORMATS: &[FileFormat] = &[FileFormat {
    ending: ".docx",
    read: |input, _| {
        let mut package = Package::open(input)?;
        let styles = match package.part("word/styles.xml") {
            Ok(part) => headings(&part)?,
            Err(error) if is_missing(&error) => BTreeMap::new(),
            Err(error) => return Err(error),
        };
        let mut text = Text {
            styles,
            ..Text::default()
        };
        walk(&package.part("word/document.xml")?, |node| text.see(node))?;
        Ok(Content::Blocks(text.blocks.finish()))
    },
}];

fn is_missing(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::Document(DocumentError::NoPart { .. })
    )
}

/// The styles of headings, by their ids, with their levels.
fn headings(styles: &[u8]) -> Result<BTreeMap<String, u8>> {
    let mut levels = BTreeMap::new();
    let mut style = None;
    walk(styles, |node| {
        if let Node::Open(name, element) = node {
            match name {
                "style" => style = attribute(element, "styleId"),
                "name" => {
                    let level = attribute(element, "val").and_then(|name| level_of(&name));
                    levels.extend(style.clone().zip(level));
                }
                "outlineLvl" => {
                    let level = attribute(element, "val").and_then(|level| outline(&level));
                    levels.extend(style.clone().zip(level));
                }
                _ => {}
            }
        }
        Ok(())
    })?;
    Ok(levels)
}

/// The level of a style of this name, which is the same in every language.
fn level_of(name: &str) -> Option<u8> {
    let name = name.to_ascii_lowercase();
    if name == "title" {
        return Some(1);
    }
    let level: u8 = name.strip_prefix("heading")?.trim().parse().ok()?;
    (level >= 1).then_some(level.min(6))
}

/// The level that an outline gives, which counts from 0; 9 is body text.
fn outline(level: &str) -> Option<u8> {
    let level: u8 = level.parse().ok()?;
    (level < 9).then_some((level + 1).min(6))
}

/// Returns whether a property that is there is on.
fn is_on(value: Option<&str>) -> bool {
    !matches!(value, Some("false" | "0" | "off"))
}

/// The text as it is read.
#[derive(Default)]
struct Text {
    styles: BTreeMap<String, u8>,
    blocks: Blocks,
    /// The paragraphs that are open: a box of text stands inside one.
    paragraphs: Vec<Paragraph>,
    /// Number of open table cells.
    cells: usize,
    in_text: bool,
    /// Whether each run that is open is struck out: a box of text stands inside one.
    runs: Vec<bool>,
    /// Number of open elements whose content does not count.
    passed_over: usize,
}

#[derive(Default)]
struct Paragraph {
    text: String,
    level: Option<u8>,
    is_item: bool,
}

impl Text {
    fn see(&mut self, node: Node<'_>) -> Result<()> {
        // What older programs show instead of what stands beside it, what stands elsewhere now, and how
        // runs and paragraphs looked before a tracked change.
        const LEFT_OUT: [&str; 4] = ["Fallback", "moveFrom", "rPrChange", "pPrChange"];
        match node {
            Node::Open(name, _) if LEFT_OUT.contains(&name) => self.passed_over += 1,
            Node::Close(name) if LEFT_OUT.contains(&name) => {
                self.passed_over = self.passed_over.saturating_sub(1);
            }
            _ if self.passed_over > 0 => {}
            Node::Open("r", _) => self.runs.push(false),
            Node::Close("r") => {
                self.runs.pop();
            }
            Node::Open("strike" | "dstrike", element) => {
                if let Some(is_struck) = self.runs.last_mut() {
                    *is_struck |= is_on(attribute(element, "val").as_deref());
                }
            }
            Node::Open("p", _) => self.paragraphs.push(Paragraph::default()),
            Node::Close("p") => {
                if let Some(paragraph) = self.paragraphs.pop() {
                    let kind = paragraph.kind(self.cells > 0);
                    self.blocks.add(kind, &paragraph.text)?;
                }
            }
            Node::Open("tc", _) => self.cells += 1,
            Node::Close("tc") => self.cells = self.cells.saturating_sub(1),
            Node::Open("t", _) => self.in_text = true,
            Node::Close("t") => self.in_text = false,
            Node::Text(text) if self.in_text => self.push(text),
            Node::Open("tab", _) => self.push("\t"),
            Node::Open("br" | "cr", _) => self.push("\n"),
            Node::Open("noBreakHyphen", _) => self.push("-"),
            Node::Open(name, element) => self.shape(name, attribute(element, "val")),
            Node::Close(_) | Node::Text(_) => {}
        }
        Ok(())
    }

    /// Applies a property to the paragraph.
    fn shape(&mut self, name: &str, value: Option<String>) {
        let Some(paragraph) = self.paragraphs.last_mut() else {
            return;
        };
        match (name, value) {
            ("pStyle", Some(style)) => {
                let known = self.styles.get(&style).copied();
                paragraph.level = known.or_else(|| level_of(&style));
            }
            ("outlineLvl", Some(level)) => paragraph.level = outline(&level),
            ("numPr", _) => paragraph.is_item = true,
            _ => {}
        }
    }

    fn push(&mut self, text: &str) {
        if self.runs.last() == Some(&true) {
            return;
        }
        if let Some(paragraph) = self.paragraphs.last_mut() {
            paragraph.text.push_str(text);
        }
    }
}

impl Paragraph {
    fn kind(&self, in_cell: bool) -> BlockKind {
        match (self.level, in_cell, self.is_item) {
            (Some(level), ..) => BlockKind::Heading(level),
            (None, true, _) => BlockKind::Cell,
            (None, false, true) => BlockKind::ListItem,
            (None, false, false) => BlockKind::Paragraph,
        }
    }
}
