//! OpenDocument texts (`.odt`). Notes, comments and tracked deletions are left out.

use quick_xml::events::BytesStart;

use super::blocks::Blocks;
use super::format::{Content, FileFormat};
use super::office::Package;
use crate::document::blocks::BlockKind;
use dejalu_base::error::Result;
use dejalu_io::xml::{Node, attribute, walk};

pub(super) const FORMATS: &[FileFormat] = &[FileFormat {
    ending: ".odt",
    read: |input, _| {
        let mut text = Text::default();
        walk(&Package::open(input)?.part("content.xml")?, |node| {
            text.see(node)
        })?;
        Ok(Content::Blocks(text.blocks.finish()))
    },
}];

/// The text as it is read.
#[derive(Default)]
struct Text {
    blocks: Blocks,
    /// The paragraphs that are open, each with its kind: a box of text stands inside one.
    paragraphs: Vec<(BlockKind, String)>,
    cells: usize,
    items: usize,
    /// Number of open elements whose content does not count.
    passed_over: usize,
}

impl Text {
    fn see(&mut self, node: Node<'_>) -> Result<()> {
        const LEFT_OUT: [&str; 4] = ["annotation", "tracked-changes", "note", "desc"];
        match node {
            Node::Open(name, _) if LEFT_OUT.contains(&name) => self.passed_over += 1,
            Node::Close(name) if LEFT_OUT.contains(&name) => {
                self.passed_over = self.passed_over.saturating_sub(1);
            }
            _ if self.passed_over > 0 => {}
            Node::Open(name, element) => self.open(name, element),
            Node::Close(name) => self.close(name)?,
            Node::Text(text) => self.push(text),
        }
        Ok(())
    }

    fn open(&mut self, name: &str, element: &BytesStart<'_>) {
        match name {
            "h" => {
                let level = attribute(element, "outline-level");
                let level: u8 = level.and_then(|level| level.parse().ok()).unwrap_or(1);
                let kind = BlockKind::Heading(level.clamp(1, 6));
                self.paragraphs.push((kind, String::new()));
            }
            "p" => {
                let kind = match (self.cells, self.items) {
                    (0, 0) => BlockKind::Paragraph,
                    (0, _) => BlockKind::ListItem,
                    _ => BlockKind::Cell,
                };
                self.paragraphs.push((kind, String::new()));
            }
            "table-cell" => self.cells += 1,
            "list-item" => self.items += 1,
            "s" => self.push(" "),
            "tab" => self.push("\t"),
            "line-break" => self.push("\n"),
            _ => {}
        }
    }

    fn close(&mut self, name: &str) -> Result<()> {
        match name {
            "h" | "p" => {
                if let Some((kind, text)) = self.paragraphs.pop() {
                    self.blocks.add(kind, &text)?;
                }
            }
            "table-cell" => self.cells = self.cells.saturating_sub(1),
            "list-item" => self.items = self.items.saturating_sub(1),
            _ => {}
        }
        Ok(())
    }

    fn push(&mut self, text: &str) {
        if let Some((_, paragraph)) = self.paragraphs.last_mut() {
            paragraph.push_str(text);
        }
    }
}
