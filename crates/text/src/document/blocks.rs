//! The blocks of a web page: which stretches of its text were a heading, a paragraph, a cell.

use std::cmp::Reverse;
use std::ops::Range;

/// The kind of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockKind {
    /// The page's body, for text outside any other block.
    Body,
    /// `h1` to `h6`, by its number.
    Heading(u8),
    /// A paragraph, or any other element that begins and ends a block.
    Paragraph,
    /// A list's item, a term or its description.
    ListItem,
    /// A table's cell.
    Cell,
    /// An address.
    Address,
    /// Text whose lines stand as they were written.
    Preformatted,
}

/// A block that holds text of its own, besides that of the blocks in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The kind of the block.
    pub kind: BlockKind,
    /// Its place in the document's text, in bytes, with the blocks in it.
    pub span: Range<u32>,
}

/// Notes blocks as they are opened and closed.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    open: Vec<Open>,
    closed: Vec<Block>,
}

#[derive(Debug)]
struct Open {
    kind: BlockKind,
    start: usize,
    holds_text: bool,
}

impl Blocks {
    /// A block begins here.
    pub(super) fn open(&mut self, kind: BlockKind, start: usize) {
        self.open.push(Open {
            kind,
            start,
            holds_text: false,
        });
    }

    /// The innermost open block holds text of its own.
    pub(super) fn text(&mut self) {
        if let Some(innermost) = self.open.last_mut() {
            innermost.holds_text = true;
        }
    }

    /// The innermost open block ends here. Without text of its own it is dropped, as are blocks
    /// beyond 4 GiB, where no word is counted either.
    pub(super) fn close(&mut self, end: usize) {
        let Some(block) = self.open.pop().filter(|block| block.holds_text) else {
            return;
        };
        if let (Ok(start), Ok(end)) = (u32::try_from(block.start), u32::try_from(end)) {
            self.closed.push(Block {
                kind: block.kind,
                span: start..end,
            });
        }
    }

    /// All blocks in reading order, each before those in it.
    pub(super) fn finish(mut self) -> Vec<Block> {
        self.closed
            .sort_by_key(|block| (block.span.start, Reverse(block.span.end)));
        self.closed.shrink_to_fit();
        self.closed
    }
}
