//! [`Hierarchy`]: the tree of one document.

use std::ops::Range;

use serde::Serialize;

use super::title::in_title;
use dejalu_text::document::{Block, BlockKind, Document};

/// A document as a tree. The first node is its root, which stands for the whole document; a node
/// comes before its children, and they follow in reading order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hierarchy {
    /// The nodes, at least the root.
    pub nodes: Vec<Node>,
}

/// A stretch of a document that belongs together. All but the root have sentences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Kind of the node in the document.
    pub kind: NodeKind,
    /// The node that it belongs to; none for the root.
    pub parent: Option<usize>,
    /// Number of nodes above it.
    pub depth: usize,
    /// Its own sentences by their place in the document, ascending. The root has those of the title
    /// and those that occur in no block.
    pub sentences: Vec<u32>,
}

/// The kind of a node in its document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeKind {
    /// The whole.
    Document,
    /// A heading of this level, 1 to 6, with all that it stands over.
    Heading(u8),
    /// A paragraph.
    Paragraph,
    /// An item of a list.
    Item,
    /// A cell of a table.
    Cell,
    /// An address.
    Address,
    /// Text whose lines stand as they were written.
    Preformatted,
}

impl From<BlockKind> for NodeKind {
    fn from(kind: BlockKind) -> Self {
        match kind {
            BlockKind::Body => NodeKind::Document,
            BlockKind::Heading(level) => NodeKind::Heading(level),
            BlockKind::Paragraph => NodeKind::Paragraph,
            BlockKind::ListItem => NodeKind::Item,
            BlockKind::Cell => NodeKind::Cell,
            BlockKind::Address => NodeKind::Address,
            BlockKind::Preformatted => NodeKind::Preformatted,
        }
    }
}

impl Hierarchy {
    /// The hierarchy of a document whose sentences lie at these places, in bytes, ascending.
    ///
    /// The blocks of a web page are those of its markup; text-level tags belong to their block. A
    /// plain text has the blocks between its blank lines, some of them headings. A block belongs to
    /// the block around it, else to the last heading before it, a heading to the last one of a
    /// higher level (\[choice\]; 000, section 4.1 says that content is "clustered, merged and
    /// promoted", not how). Nodes without a sentence of their own are left out, their children move
    /// up; so the rows of a table, which hold nothing but cells, leave the cells in row and column
    /// order.
    pub fn new(document: &Document, sentences: &[Range<usize>]) -> Self {
        let plain = document
            .blocks
            .is_empty()
            .then(|| super::plain::blocks(document));
        let blocks = plain.as_ref().unwrap_or(&document.blocks);
        let mut tree = Tree::of(blocks);
        for (place, sentence) in (0..).zip(sentences) {
            let node = if in_title(document, sentence.start) {
                0
            } else {
                tree.innermost(sentence.start as u32)
            };
            tree.nodes[node].sentences.push(place);
        }
        Hierarchy {
            nodes: without_empty(tree.nodes),
        }
    }

    /// The node that each of so many sentences belongs to.
    pub fn node_of_sentence(&self, sentences: usize) -> Vec<usize> {
        let mut nodes = vec![0; sentences];
        for (node, it) in self.nodes.iter().enumerate() {
            it.sentences
                .iter()
                .for_each(|&place| nodes[place as usize] = node);
        }
        nodes
    }
}

/// Nodes before it is known which of them have sentences: the root, then one a block.
struct Tree<'a> {
    blocks: &'a [Block],
    nodes: Vec<Node>,
    /// Of each block the block around it.
    around: Vec<Option<usize>>,
}

/// A block that is open where the next one begins, and the headings met in it, whose levels ascend.
struct Scope {
    block: Option<usize>,
    node: usize,
    headings: Vec<(u8, usize)>,
}

impl<'a> Tree<'a> {
    fn of(blocks: &'a [Block]) -> Self {
        let root = Node {
            kind: NodeKind::Document,
            parent: None,
            depth: 0,
            sentences: Vec::new(),
        };
        let mut tree = Tree {
            blocks,
            nodes: vec![root],
            around: Vec::with_capacity(blocks.len()),
        };
        let mut scopes = Vec::new();
        let mut outermost = Scope {
            block: None,
            node: 0,
            headings: Vec::new(),
        };
        for (index, block) in blocks.iter().enumerate() {
            scopes.retain(|scope: &Scope| {
                scope
                    .block
                    .is_some_and(|open| block.span.start < blocks[open].span.end)
            });
            let scope = scopes.last_mut().unwrap_or(&mut outermost);
            tree.around.push(scope.block);
            let node = tree.add(block.kind.into(), scope);
            scopes.push(Scope {
                block: Some(index),
                node,
                headings: Vec::new(),
            });
        }
        tree
    }

    fn add(&mut self, kind: NodeKind, scope: &mut Scope) -> usize {
        let node = self.nodes.len();
        if let NodeKind::Heading(level) = kind {
            scope.headings.retain(|&(higher, _)| higher < level);
        }
        let parent = scope.headings.last().map_or(scope.node, |&(_, node)| node);
        if let NodeKind::Heading(level) = kind {
            scope.headings.push((level, node));
        }
        self.nodes.push(Node {
            kind,
            parent: Some(parent),
            depth: 0,
            sentences: Vec::new(),
        });
        node
    }

    /// The node of the innermost block around a place; the root where there is none.
    fn innermost(&self, place: u32) -> usize {
        let begun = self
            .blocks
            .partition_point(|block| block.span.start <= place);
        let blocks = std::iter::successors(begun.checked_sub(1), |&block| self.around[block]);
        let mut around = blocks.filter(|&block| place < self.blocks[block].span.end);
        around.next().map_or(0, |block| block + 1)
    }
}

/// Leaves out nodes without sentences, and a page's body, which is the document itself; their
/// children move up.
fn without_empty(nodes: Vec<Node>) -> Vec<Node> {
    let mut kept: Vec<Node> = Vec::new();
    let mut becomes: Vec<usize> = Vec::with_capacity(nodes.len());
    for mut node in nodes {
        let above = node.parent.map(|parent| becomes[parent]);
        match above {
            Some(above) if node.kind == NodeKind::Document => {
                kept[above].sentences.append(&mut node.sentences);
                becomes.push(above);
            }
            Some(above) if node.sentences.is_empty() => becomes.push(above),
            _ => {
                node.parent = above;
                node.depth = above.map_or(0, |above| kept[above].depth + 1);
                becomes.push(kept.len());
                kept.push(node);
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests;
