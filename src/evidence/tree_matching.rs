//! Which parts of two documents hold the same? Tree matching (000, section 4.3).

use super::hierarchy::Hierarchy;

/// Two hierarchies, matched: in every node is noted what it shares with nodes of the other tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeMatching {
    /// For each side, for each node its counterparts, ascending.
    pub counterparts: [Vec<Vec<Counterpart>>; 2],
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
    /// Matches two hierarchies, given the pairs of sentences with EQ = 1 by their places.
    ///
    /// 000 walks all pairs of nodes; here each pair of sentences is taken to its two nodes, which
    /// costs O(pairs · log pairs) and gives the same (a test compares the two).
    pub fn new(trees: [&Hierarchy; 2], equal: &[[u32; 2]]) -> Self {
        let node_of = [0, 1].map(|side: usize| {
            let sentences = trees[side]
                .nodes
                .iter()
                .map(|node| node.sentences.len())
                .sum();
            trees[side].node_of_sentence(sentences)
        });
        let counterparts = [0, 1].map(|side: usize| {
            let other = 1 - side;
            let mut lists = vec![Vec::new(); trees[side].nodes.len()];
            for pair in equal {
                lists[node_of[side][pair[side] as usize]].push(Counterpart {
                    node: node_of[other][pair[other] as usize],
                    sentence: pair[other],
                    equals: pair[side],
                });
            }
            lists.iter_mut().for_each(|list| list.sort_unstable());
            lists
        });
        TreeMatching { counterparts }
    }

    /// How much of a node is shaded: the share of its sentences that have an equal one anywhere in
    /// the other tree; 0 for a root without sentences. In [0, 1].
    pub fn shading(&self, side: usize, tree: &Hierarchy, node: usize) -> f64 {
        let sentences = tree.nodes[node].sentences.len();
        let mut matched: Vec<u32> = self.counterparts[side][node]
            .iter()
            .map(|it| it.equals)
            .collect();
        matched.sort_unstable();
        matched.dedup();
        matched.len() as f64 / sentences.max(1) as f64
    }

    /// The pairs of nodes (left, right) that share at least one sentence, ascending.
    pub fn edges(&self) -> Vec<[usize; 2]> {
        let lists = self.counterparts[0].iter().enumerate();
        let mut edges: Vec<[usize; 2]> = lists
            .flat_map(|(node, list)| list.iter().map(move |it| [node, it.node]))
            .collect();
        edges.dedup();
        edges
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::hierarchy::{Node, Part};
    use super::*;

    /// A hierarchy whose nodes have so many sentences each; a node's sentences need not be
    /// neighbours: every third goes to the root.
    fn tree(sizes: &[usize]) -> Hierarchy {
        let node = |part, parent| Node {
            part,
            parent,
            depth: 0,
            sentences: Vec::new(),
        };
        let mut nodes = vec![node(Part::Document, None)];
        let mut place = 0;
        for &size in sizes {
            let mut paragraph = node(Part::Paragraph, Some(0));
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
    fn slow(trees: [&Hierarchy; 2], equal: &[[u32; 2]]) -> TreeMatching {
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
        TreeMatching { counterparts }
    }

    proptest! {
        #[test]
        fn equals_the_walk_over_all_nodes_and_sentences(
            left in prop::collection::vec(0usize..4, 0..5),
            right in prop::collection::vec(0usize..4, 0..5),
            drawn in prop::collection::btree_set((0u32..16, 0u32..16), 0..40),
        ) {
            let (m, n) = (left.iter().sum::<usize>(), right.iter().sum::<usize>());
            let within = |&(i, j): &(u32, u32)| (i as usize) < m && (j as usize) < n;
            let equal: Vec<[u32; 2]> = drawn.into_iter().filter(within).map(|(i, j)| [i, j]).collect();
            let trees = [&tree(&left), &tree(&right)];
            let fast = TreeMatching::new(trees, &equal);
            prop_assert_eq!(&fast, &slow(trees, &equal));
            for [i, j] in fast.edges() {
                let share = |pair: &&[u32; 2]| {
                    trees[0].nodes[i].sentences.contains(&pair[0]) && trees[1].nodes[j].sentences.contains(&pair[1])
                };
                prop_assert!(equal.iter().any(|pair| share(&pair)));
            }
            for (side, tree) in trees.into_iter().enumerate() {
                for (place, node) in tree.nodes.iter().enumerate() {
                    let matched = |sentence: &&u32| equal.iter().any(|pair| pair[side] == **sentence);
                    let share = node.sentences.iter().filter(matched).count() as f64;
                    let expected = share / node.sentences.len().max(1) as f64;
                    prop_assert_eq!(fast.shading(side, tree, place), expected);
                }
            }
        }
    }

    fn paragraphs(sizes: &[u32]) -> Hierarchy {
        let mut next = 0;
        let node = |part, parent, sentences| Node {
            part,
            parent,
            depth: 0,
            sentences,
        };
        let mut nodes = vec![node(Part::Document, None, Vec::new())];
        for size in sizes {
            nodes.push(node(
                Part::Paragraph,
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
        // three of the four of node 49 match sentences that stand in different nodes of S.
        let (s, t) = (paragraphs(&[2, 2, 1]), paragraphs(&[3, 4]));
        let matching = TreeMatching::new([&s, &t], &[[0, 0], [1, 3], [2, 4], [4, 6]]);
        let percent = |node| (matching.shading(1, &t, node) * 100.0).floor();
        assert_eq!([percent(1), percent(2)], [33.0, 75.0]);
        assert_eq!(matching.edges(), [[1, 1], [1, 2], [2, 2], [3, 2]]);
    }

    #[test]
    fn several_equals_of_one_sentence_shade_it_once() {
        let (s, t) = (paragraphs(&[2]), paragraphs(&[1, 2]));
        let matching = TreeMatching::new([&s, &t], &[[0, 0], [0, 1], [0, 2]]);
        assert_eq!(matching.shading(0, &s, 1), 0.5);
        assert_eq!(matching.shading(0, &s, 0), 0.0);
        assert_eq!(matching.edges(), [[1, 1], [1, 2]]);
        assert_eq!(matching.counterparts[0][1].len(), 3);
    }
}
