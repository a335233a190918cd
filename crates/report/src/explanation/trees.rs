//! The two hierarchies side by side, their nodes shaded by how much of them occurs in the other
//! document, with edges between nodes that share a sentence (000, section 4.3, whose equal
//! sentences are here those that have each other as counterpart, so that the page tells one share).

use std::ops::Range;

use serde_json::{Value, json};

use super::excerpts::beginning;
use super::explanation::Explanation;
use crate::evidence::hierarchy::{Node, NodeKind};
use crate::figures::{tenths, whole_percent};
use dejalu_text::sorted::distinct;

/// The height of a row.
const ROW: f64 = 30.0;

/// The most rows of a tree.
const ROWS: usize = 1_000;

/// The most edges that are drawn.
const EDGES: usize = 2_000;

impl Explanation {
    /// Of each part of a side the share of its sentences that occur in the other document; the root
    /// stands for all of them.
    pub(super) fn shares_of_parts(&self, side: usize) -> Vec<f64> {
        let standing = self.evidence.contained(side);
        let share = |stand: usize, all: usize| stand as f64 / all.max(1) as f64;
        let nodes = self.evidence.sides[side].hierarchy.nodes.iter().enumerate();
        let shares = nodes.map(|(place, node)| match place {
            0 => share(self.contained(side), standing.len()),
            _ => {
                let stand = node.sentences.iter().filter(|&&it| standing[it as usize]);
                share(stand.count(), node.sentences.len())
            }
        });
        shares.collect()
    }

    /// The pairs of parts (of A, of B) of which a sentence of one occurs in the other, ascending.
    pub(super) fn edges_of_parts(&self) -> Vec<[usize; 2]> {
        let nodes = self
            .evidence
            .sides
            .each_ref()
            .map(|side| side.hierarchy.node_of_sentence(side.sentences.len()));
        let standing = self
            .evidence
            .matches
            .iter()
            .filter(|it| it.kind.is_contained());
        let pairs = standing.flat_map(|it| pairs(&it.sentences));
        distinct(pairs.map(|[left, right]| [nodes[0][left as usize], nodes[1][right as usize]]))
    }

    /// The trees in reading order, one row per node.
    pub(super) fn trees(&self) -> Value {
        let sides = [0, 1].map(|side| self.rows(side));
        let all = self.edges_of_parts();
        let shown = |edge: &&[usize; 2]| edge[0] < sides[0].len() && edge[1] < sides[1].len();
        let middle = |row: usize| (row as f64 + 0.5) * ROW;
        let edges = all.iter().filter(shown).take(EDGES);
        let edges: Vec<Value> = edges
            .map(|&[a, b]| json!({ "a": a, "b": b, "from": middle(a), "to": middle(b) }))
            .collect();
        let hidden = |side: usize| {
            let nodes = &self.evidence.sides[side].hierarchy.nodes;
            nodes.len() - sides[side].len()
        };
        json!({
            "are_more": edges.len() < all.len(),
            // How many parts have no row.
            "hidden": hidden(0) + hidden(1),
            "edges": edges,
            "height": sides[0].len().max(sides[1].len()) as f64 * ROW,
            "sides": sides,
        })
    }

    /// A side's first nodes.
    fn rows(&self, side: usize) -> Vec<Value> {
        let tree = &self.evidence.sides[side].hierarchy;
        let rows = tree
            .nodes
            .iter()
            .enumerate()
            .zip(self.shares_of_parts(side));
        let row = rows.take(ROWS).map(|((place, node), share)| {
            json!({
                "part": part(node.kind),
                "label": self.label(side, place, node),
                "depth": node.depth,
                "percent": whole_percent(share),
                "shade": tenths(share),
                "sentence": node.sentences.first(),
            })
        });
        row.collect()
    }

    /// The first words of a node.
    fn label(&self, side: usize, place: usize, node: &Node) -> String {
        match node.sentences.first() {
            Some(&first) if place > 0 => beginning(self.text(side, &(first..first + 1))),
            _ => "all of it".to_string(),
        }
    }
}

/// Every sentence of one range with every one of the other.
pub(super) fn pairs(sentences: &[Range<u32>; 2]) -> impl Iterator<Item = [u32; 2]> {
    let [lefts, rights] = sentences.clone();
    lefts.flat_map(move |left| rights.clone().map(move |right| [left, right]))
}

fn part(kind: NodeKind) -> String {
    match kind {
        NodeKind::Document => "document".to_string(),
        NodeKind::Heading(level) => format!("h{level}"),
        NodeKind::Paragraph => "paragraph".to_string(),
        NodeKind::Item => "item".to_string(),
        NodeKind::Cell => "cell".to_string(),
        NodeKind::Address => "address".to_string(),
        NodeKind::Preformatted => "as written".to_string(),
    }
}
