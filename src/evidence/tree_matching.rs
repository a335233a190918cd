//! Tree matching of two documents (000, section 4.3).

use std::sync::Arc;

use super::hierarchy::Hierarchy;
use crate::similarity::measures::fuzzy::{EqualPairs, Occurrences};
use crate::text::sorted::distinct;

/// Two hierarchies, matched: of every node is known what it shares with nodes of the other tree.
///
/// 000 notes in every node each equal sentence of the other tree. Here they are found when they are
/// asked for: where both documents repeat a sentence there are as many notes as pairs of repetitions.
#[derive(Debug, Clone, PartialEq)]
pub struct TreeMatching {
    sides: [Tree; 2],
}

/// One of the two trees.
#[derive(Debug, Clone, PartialEq)]
struct Tree {
    /// Each node's sentences, by their places.
    sentences: Vec<Vec<u32>>,
    /// The node of each sentence.
    node_of: Vec<usize>,
    occurrences: Arc<Occurrences>,
    /// For each distinct sentence its equals in the other tree.
    partners: Vec<Vec<u32>>,
}

/// A sentence of another tree's node that equals one of this node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Counterpart {
    /// The other node.
    pub node: usize,
    /// The sentence's place there.
    pub sentence: u32,
    /// The place of this node's sentence that it equals.
    pub equals: u32,
}

impl TreeMatching {
    /// Matches two hierarchies, given the pairs of sentences with EQ = 1.
    ///
    /// 000 walks all pairs of nodes; here each sentence is taken to its equals, and these to their
    /// nodes, which gives the same (a test compares the two).
    pub fn new(trees: [&Hierarchy; 2], equal: &EqualPairs) -> Self {
        let sides = [0, 1].map(|side: usize| {
            let occurrences = equal.occurrences()[side].clone();
            let nodes = trees[side].nodes.iter();
            Tree {
                sentences: nodes.map(|node| node.sentences.clone()).collect(),
                node_of: trees[side].node_of_sentence(occurrences.sentences()),
                partners: equal.partners(side),
                occurrences,
            }
        });
        TreeMatching { sides }
    }

    /// All that a node shares with the other tree, sentence by sentence.
    pub fn counterparts(&self, side: usize, node: usize) -> impl Iterator<Item = Counterpart> {
        let (own, other) = (&self.sides[side], &self.sides[1 - side]);
        own.sentences[node].iter().flat_map(move |&equals| {
            let partners = own.equal_to(equals).iter();
            let places = partners.flat_map(|&partner| other.occurrences.places(partner));
            places.map(move |&sentence| Counterpart {
                node: other.node_of[sentence as usize],
                sentence,
                equals,
            })
        })
    }

    /// How much of a node is shaded: the share of its sentences that have an equal one anywhere in
    /// the other tree; 0 for a root without sentences. In [0, 1].
    pub fn shading(&self, side: usize, node: usize) -> f64 {
        let tree = &self.sides[side];
        let sentences = &tree.sentences[node];
        let matched = sentences
            .iter()
            .filter(|&&place| !tree.equal_to(place).is_empty());
        matched.count() as f64 / sentences.len().max(1) as f64
    }

    /// The pairs of nodes (left, right) that share at least one sentence, ascending. There are at
    /// most as many as pairs of nodes; they are found one left node at a time.
    pub fn edges(&self) -> impl Iterator<Item = [usize; 2]> {
        let nodes_of = self.sides[1].nodes_of_distinct();
        (0..self.sides[0].sentences.len()).flat_map(move |left| {
            let partners = self.sides[0].partners_of_node(left).into_iter();
            let rights = partners.flat_map(|partner| nodes_of[partner as usize].iter().copied());
            distinct(rights).into_iter().map(move |right| [left, right])
        })
    }
}

impl Tree {
    /// The distinct sentences of the other tree that equal the one at a place.
    fn equal_to(&self, place: u32) -> &[u32] {
        &self.partners[self.occurrences.at(place) as usize]
    }

    /// The distinct sentences of the other tree that equal one of a node.
    fn partners_of_node(&self, node: usize) -> Vec<u32> {
        let sentences = self.sentences[node].iter();
        let sentences = distinct(sentences.map(|&place| self.occurrences.at(place)));
        let partners = sentences.iter();
        distinct(partners.flat_map(|&it| self.partners[it as usize].iter().copied()))
    }

    /// For each distinct sentence the nodes that hold it.
    fn nodes_of_distinct(&self) -> Vec<Vec<usize>> {
        let nodes = (0..self.occurrences.distinct() as u32).map(|sentence| {
            let places = self.occurrences.places(sentence).iter();
            distinct(places.map(|&place| self.node_of[place as usize]))
        });
        nodes.collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::evidence::hierarchy::{Node, NodeKind};

    /// A hierarchy whose nodes have so many sentences each; a node's sentences need not be
    /// neighbours: every third goes to the root.
    fn tree(sizes: &[usize]) -> Hierarchy {
        let node = |kind, parent| Node {
            kind,
            parent,
            depth: 0,
            sentences: Vec::new(),
        };
        let mut nodes = vec![node(NodeKind::Document, None)];
        let mut place = 0;
        for &size in sizes {
            let mut paragraph = node(NodeKind::Paragraph, Some(0));
            for _ in 0..size {
                match place % 3 {
                    2 => nodes[0].sentences.push(place),
                    _ => paragraph.sentences.push(place),
                }
                place += 1;
            }
            nodes.push(paragraph);
        }
        Hierarchy { nodes }
    }

    /// The thesis's algorithm: for each node of one tree all nodes of the other, and in these all
    /// pairs of sentences.
    fn slow(trees: [&Hierarchy; 2], equal: &[[u32; 2]]) -> [Vec<Vec<Counterpart>>; 2] {
        let mut counterparts = trees.map(|tree| vec![Vec::new(); tree.nodes.len()]);
        for (n, right) in trees[1].nodes.iter().enumerate() {
            for (m, left) in trees[0].nodes.iter().enumerate() {
                for &i in &left.sentences {
                    for &j in &right.sentences {
                        if equal.contains(&[i, j]) {
                            counterparts[1][n].push(Counterpart {
                                node: m,
                                sentence: i,
                                equals: j,
                            });
                            counterparts[0][m].push(Counterpart {
                                node: n,
                                sentence: j,
                                equals: i,
                            });
                        }
                    }
                }
            }
        }
        counterparts
            .iter_mut()
            .flatten()
            .for_each(|list| list.sort());
        counterparts
    }

    proptest! {
        #[test]
        fn equals_the_walk_over_all_nodes_and_sentences(
            left in prop::collection::vec(0usize..4, 0..5),
            right in prop::collection::vec(0usize..4, 0..5),
            names in prop::array::uniform2(prop::collection::vec(0u32..9, 16)),
            drawn in prop::collection::btree_set(prop::array::uniform2(0u32..9), 0..40),
        ) {
            let trees = [&tree(&left), &tree(&right)];
            let sentences = [&left, &right].map(|sizes| sizes.iter().sum::<usize>());
            let names = [0, 1].map(|side| names[side][..sentences[side]].to_vec());
            let equal = EqualPairs::of_names(names, &Vec::from_iter(drawn));
            let pairs = equal.pairs();
            let fast = TreeMatching::new(trees, &equal);
            let slow = slow(trees, &pairs);
            for (side, tree) in trees.into_iter().enumerate() {
                for (place, node) in tree.nodes.iter().enumerate() {
                    let mut counterparts: Vec<Counterpart> = fast.counterparts(side, place).collect();
                    counterparts.sort();
                    prop_assert_eq!(&counterparts, &slow[side][place]);
                    let matched = |sentence: &&u32| pairs.iter().any(|pair| pair[side] == **sentence);
                    let share = node.sentences.iter().filter(matched).count() as f64;
                    let expected = share / node.sentences.len().max(1) as f64;
                    prop_assert_eq!(fast.shading(side, place), expected);
                }
            }
            let mut edges: Vec<[usize; 2]> = Vec::new();
            for (left, counterparts) in slow[0].iter().enumerate() {
                edges.extend(counterparts.iter().map(|it| [left, it.node]));
            }
            edges.dedup();
            prop_assert_eq!(fast.edges().collect::<Vec<_>>(), edges);
        }
    }

    fn paragraphs(sizes: &[u32]) -> Hierarchy {
        let mut next = 0;
        let node = |kind, parent, sentences| Node {
            kind,
            parent,
            depth: 0,
            sentences,
        };
        let mut nodes = vec![node(NodeKind::Document, None, Vec::new())];
        for size in sizes {
            nodes.push(node(
                NodeKind::Paragraph,
                Some(0),
                (next..next + size).collect(),
            ));
            next += size;
        }
        Hierarchy { nodes }
    }

    #[test]
    fn node_45_of_the_thesis_is_shaded_by_a_third_and_node_49_by_three_quarters() {
        // 000, example 5: one of the three sentences of node 45 is similar to one of node 46 in S;
        // three of the four of node 49 match sentences that occur in different nodes of S.
        let (s, t) = (paragraphs(&[2, 2, 1]), paragraphs(&[3, 4]));
        let names = [vec![0, 1, 2, 9, 4], vec![0, 5, 6, 1, 2, 7, 4]];
        let same: Vec<[u32; 2]> = (0..5).map(|name| [name, name]).collect();
        let matching = TreeMatching::new([&s, &t], &EqualPairs::of_names(names, &same));
        let percent = |node| (matching.shading(1, node) * 100.0).floor();
        assert_eq!([percent(1), percent(2)], [33.0, 75.0]);
        let edges: Vec<_> = matching.edges().collect();
        assert_eq!(edges, [[1, 1], [1, 2], [2, 2], [3, 2]]);
    }

    #[test]
    fn several_equals_of_one_sentence_shade_it_once() {
        let (s, t) = (paragraphs(&[2]), paragraphs(&[1, 2]));
        let equal = EqualPairs::of_names([vec![0, 1], vec![0, 0, 0]], &[[0, 0]]);
        let matching = TreeMatching::new([&s, &t], &equal);
        assert_eq!(matching.shading(0, 1), 0.5);
        assert_eq!(matching.shading(0, 0), 0.0);
        assert_eq!(matching.edges().collect::<Vec<_>>(), [[1, 1], [1, 2]]);
        assert_eq!(matching.counterparts(0, 1).count(), 3);
    }
}
