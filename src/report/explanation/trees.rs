//! The two hierarchies side by side, their nodes shaded by how much of them stands in the other
//! document, with edges between nodes that share a sentence (000, section 4.3).

use serde::Serialize;

use super::Explanation;
use crate::evidence::hierarchy::{Node, Part};
use crate::report::figures::whole_percent;

/// The height of a row.
const ROW: f64 = 30.0;

/// The most edges that are drawn.
const EDGES: usize = 2_000;

/// Two trees.
#[derive(Serialize)]
pub(super) struct Trees {
    sides: [Vec<Row>; 2],
    edges: Vec<Edge>,
    /// Whether there are more edges than are drawn.
    are_more: bool,
    height: f64,
}

#[derive(Serialize)]
struct Row {
    part: String,
    label: String,
    depth: usize,
    percent: String,
    /// The share that is shaded, in percent.
    shade: f64,
    /// Its first sentence.
    sentence: Option<u32>,
}

#[derive(Serialize)]
struct Edge {
    a: usize,
    b: usize,
    from: f64,
    to: f64,
}

impl Explanation {
    /// The trees in reading order, a row a node.
    pub(super) fn trees(&self) -> Trees {
        let mut all = self.evidence.trees.edges();
        let middle = |row: usize| (row as f64 + 0.5) * ROW;
        let edges = all.by_ref().take(EDGES).map(|[a, b]| Edge {
            a,
            b,
            from: middle(a),
            to: middle(b),
        });
        let sides = [0, 1].map(|side| self.rows(side));
        Trees {
            edges: edges.collect(),
            are_more: all.next().is_some(),
            height: sides[0].len().max(sides[1].len()) as f64 * ROW,
            sides,
        }
    }

    /// A side's nodes. The root, which may have no sentence of its own, stands for all of them.
    fn rows(&self, side: usize) -> Vec<Row> {
        let tree = &self.evidence.sides[side].hierarchy;
        let rows = tree.nodes.iter().enumerate();
        let row = rows.map(|(place, node)| {
            let share = match place {
                0 => self.evidence.figures.resemblance[side],
                _ => self.evidence.trees.shading(side, place),
            };
            Row {
                part: part(node.part),
                label: self.label(side, place, node),
                depth: node.depth,
                percent: whole_percent(share),
                shade: (share * 1000.0).round() / 10.0,
                sentence: node.sentences.first().copied(),
            }
        });
        row.collect()
    }

    /// How a node begins.
    fn label(&self, side: usize, place: usize, node: &Node) -> String {
        match node.sentences.first() {
            Some(&first) if place > 0 => self.beginning(side, &(first..first + 1)),
            _ => "all of it".to_string(),
        }
    }
}

fn part(part: Part) -> String {
    match part {
        Part::Document => "document".to_string(),
        Part::Heading(level) => format!("h{level}"),
        Part::Paragraph => "paragraph".to_string(),
        Part::Item => "item".to_string(),
        Part::Cell => "cell".to_string(),
        Part::Address => "address".to_string(),
        Part::Preformatted => "as written".to_string(),
    }
}
