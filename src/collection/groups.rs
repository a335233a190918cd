//! Groups of duplicate pairs, and the representative of each.

use std::str::FromStr;

use petgraph::unionfind::UnionFind;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::collection::Collection;
use super::judge::Judge;
use super::scoring::Edge;
use crate::document::Document;
use crate::error::{Error, Parameter};
use crate::evaluation::ranking::reaches;

/// How groups are formed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Linkage {
    /// One duplicate pair joins two groups: connected components. Chains are possible, A = B and
    /// B = C without A = C.
    #[default]
    Single,
    /// Every two members of a group are duplicates. Groups are joined in the order of the least
    /// score between them.
    Complete,
}

impl FromStr for Linkage {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Parameter::Linkage.choose(name, "expected single or complete")
    }
}

/// Which member stands for its group; of equal ones that with the smallest name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Keep {
    /// The one with the most characters.
    #[default]
    Longest,
    /// The one with the smallest name.
    First,
    /// The one with the latest date ([`Document::written`]). One whose date cannot be read, or that
    /// has none, comes after all that have one.
    Newest,
    /// The one most like the others: the highest sum of probabilities (of a rule: similarities)
    /// over its duplicates in the group.
    Centroid,
}

impl FromStr for Keep {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Parameter::Keep.choose(name, "expected longest, first, newest or centroid")
    }
}

/// Documents that are near-duplicates of each other.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Group {
    /// Its documents, by place, ascending.
    pub members: Vec<u32>,
    /// The member that represents it.
    pub representative: u32,
    /// How many different texts its members have.
    pub texts: usize,
    /// How many pairs of these texts are duplicates themselves.
    pub edges: usize,
}

impl Group {
    /// Whether it is a chain: fewer than half of its pairs are duplicates.
    pub fn is_chain(&self) -> bool {
        self.texts > 2 && self.edges * 4 < self.texts * (self.texts - 1)
    }
}

/// A partition of a collection.
#[derive(Debug, Clone, PartialEq)]
pub struct Grouping {
    /// The minimum score of a duplicate.
    pub at: f64,
    /// The groups, documents without a duplicate included, by their first member.
    pub groups: Vec<Group>,
    /// The group of each document.
    pub group_of: Vec<u32>,
    /// For each document the score of its best duplicate within its group, the one that joined
    /// it; `None` for a group of its own.
    pub scores: Vec<Option<f64>>,
}

/// What shapes a grouping.
#[derive(Clone, Copy)]
pub(super) struct Rules<'a> {
    /// The minimum score of a duplicate.
    pub(super) at: f64,
    pub(super) linkage: Linkage,
    pub(super) keep: Keep,
    pub(super) judge: &'a Judge,
}

impl Grouping {
    /// Groups a collection by edges between its originals; copies go with their originals.
    pub(super) fn new(collection: &Collection, edges: &[Edge], rules: Rules<'_>) -> Self {
        let documents = collection.documents();
        let edges: Vec<Edge> = edges
            .iter()
            .copied()
            .filter(|edge| reaches(edge.score, rules.at))
            .collect();
        let mut labels = match rules.linkage {
            Linkage::Single => single(documents.len(), &edges),
            Linkage::Complete => complete(documents.len(), &edges),
        };
        for (copy, original) in collection.copies_with_originals() {
            labels[copy as usize] = labels[original as usize];
        }
        let group_of = numbered(labels);
        let count = group_of.iter().max().map_or(0, |&last| last as usize + 1);
        let mut groups = vec![Group::default(); count];
        for (place, &group) in (0u32..).zip(&group_of) {
            groups[group as usize].members.push(place);
        }
        for &original in collection.originals() {
            groups[group_of[original as usize] as usize].texts += 1;
        }
        let mut links = Links::of(collection, rules.judge);
        for edge in &edges {
            let group = group_of[edge.left as usize];
            if group == group_of[edge.right as usize] {
                groups[group as usize].edges += 1;
                links.add(*edge, rules.judge);
            }
        }
        for group in &mut groups {
            group.representative =
                representative(documents, &group.members, rules.keep, &links.worth);
        }
        Grouping {
            at: rules.at,
            groups,
            group_of,
            scores: links.best,
        }
    }
}

/// How each document is connected with its group.
struct Links {
    /// The score of its best duplicate there.
    best: Vec<Option<f64>>,
    /// The sum of what its scores are worth.
    worth: Vec<f64>,
}

impl Links {
    fn of(collection: &Collection, judge: &Judge) -> Self {
        let documents = collection.documents().len();
        let mut links = Links {
            best: vec![None; documents],
            worth: vec![0.0; documents],
        };
        let score = judge.score_of_copies();
        for (copy, original) in collection.copies_with_originals() {
            links.add(
                Edge {
                    left: original,
                    right: copy,
                    score,
                },
                judge,
            );
        }
        links
    }

    fn add(&mut self, edge: Edge, judge: &Judge) {
        for end in [edge.left as usize, edge.right as usize] {
            let best = self.best[end].map_or(edge.score, |best| best.max(edge.score));
            self.best[end] = Some(best);
            self.worth[end] += judge.worth(edge.score);
        }
    }
}

fn representative(documents: &[Document], members: &[u32], keep: Keep, central: &[f64]) -> u32 {
    let document = |place: u32| &documents[place as usize];
    // Members ascend by name, and of equal ones the first is the best.
    let best = |better: &dyn Fn(u32, u32) -> bool| {
        let better = |best, member| if better(member, best) { member } else { best };
        members.iter().copied().reduce(better).unwrap_or_default()
    };
    let length = |place| document(place).text.chars().count();
    match keep {
        Keep::First => best(&|_, _| false),
        Keep::Longest => best(&|a, b| length(a) > length(b)),
        Keep::Newest => best(&|a, b| document(a).written() > document(b).written()),
        Keep::Centroid => best(&|a, b| central[a as usize] > central[b as usize]),
    }
}

/// Numbers groups from 0 in the order of their first member.
fn numbered(labels: Vec<usize>) -> Vec<u32> {
    let mut number_of = FxHashMap::default();
    let number = |label| {
        let next = number_of.len() as u32;
        *number_of.entry(label).or_insert(next)
    };
    labels.into_iter().map(number).collect()
}

fn single(documents: usize, edges: &[Edge]) -> Vec<usize> {
    let mut components = UnionFind::new(documents);
    for edge in edges {
        components.union(edge.left as usize, edge.right as usize);
    }
    components.into_labeling()
}

/// Edges are taken by falling score. Once as many have been seen between two groups as they have
/// pairs, the last one is the least score between them, and none of a higher least score is left:
/// they are joined.
fn complete(documents: usize, edges: &[Edge]) -> Vec<usize> {
    let mut order: Vec<&Edge> = edges.iter().collect();
    order.sort_by(|a, b| {
        let names = (a.left, a.right).cmp(&(b.left, b.right));
        b.score.total_cmp(&a.score).then(names)
    });
    let mut groups = UnionFind::new(documents);
    let mut size = vec![1usize; documents];
    // Edges seen between two groups, under both.
    let mut seen: Vec<FxHashMap<usize, usize>> = vec![FxHashMap::default(); documents];
    for edge in order {
        let a = groups.find_mut(edge.left as usize);
        let b = groups.find_mut(edge.right as usize);
        *seen[a].entry(b).or_insert(0) += 1;
        *seen[b].entry(a).or_insert(0) += 1;
        if seen[a][&b] < size[a] * size[b] {
            continue;
        }
        groups.union(a, b);
        let root = groups.find_mut(a);
        let other = a + b - root;
        size[root] += size[other];
        for (third, count) in std::mem::take(&mut seen[other]) {
            seen[third].remove(&other);
            if third != root {
                *seen[root].entry(third).or_insert(0) += count;
                *seen[third].entry(root).or_insert(0) += count;
            }
        }
    }
    groups.into_labeling()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Documents of different length, the third the longest.
    fn documents(count: usize) -> Vec<Document> {
        let text = |i: usize| format!("{} {i}", "x".repeat(1 + (i + 1) % 4));
        (0..count)
            .map(|i| Document::plain(format!("{i:03}"), &text(i)))
            .collect()
    }

    fn edges(list: &[(u32, u32, f64)]) -> Vec<Edge> {
        list.iter()
            .map(|&(left, right, score)| Edge { left, right, score })
            .collect()
    }

    fn grouped(
        documents: Vec<Document>,
        list: &[(u32, u32, f64)],
        linkage: Linkage,
        keep: Keep,
    ) -> Grouping {
        let judge = &Judge::rule("jaccard=0.5", Default::default()).unwrap();
        let rules = Rules {
            at: 0.5,
            linkage,
            keep,
            judge,
        };
        Grouping::new(&Collection::new(documents), &edges(list), rules)
    }

    fn grouping(count: usize, list: &[(u32, u32, f64)], linkage: Linkage, keep: Keep) -> Grouping {
        grouped(documents(count), list, linkage, keep)
    }

    const CHAIN: [(u32, u32, f64); 5] = [
        (0, 1, 0.9),
        (1, 2, 0.8),
        (2, 3, 0.7),
        (3, 4, 0.6),
        (4, 5, 0.4),
    ];

    #[test]
    fn a_chain_is_one_group_or_pairs() {
        let single = grouping(6, &CHAIN, Linkage::Single, Keep::First);
        assert_eq!(single.group_of, [0, 0, 0, 0, 0, 1]);
        assert!(single.groups[0].is_chain());
        assert_eq!(single.groups[0].edges, 4);
        let complete = grouping(6, &CHAIN, Linkage::Complete, Keep::First);
        assert_eq!(complete.group_of, [0, 0, 1, 1, 2, 3]);
        assert!(complete.groups.iter().all(|group| !group.is_chain()));
    }

    #[test]
    fn each_member_has_the_score_that_joined_it() {
        let single = grouping(6, &CHAIN, Linkage::Single, Keep::First);
        let scores = [Some(0.9), Some(0.9), Some(0.8), Some(0.7), Some(0.6), None];
        assert_eq!(single.scores, scores);
    }

    #[test]
    fn the_representative_is_the_one_asked_for() {
        let list = [(0, 1, 0.6), (1, 2, 0.9), (1, 3, 0.9), (0, 3, 0.6)];
        let kept = |keep| grouping(4, &list, Linkage::Single, keep).groups[0].representative;
        assert_eq!(kept(Keep::First), 0);
        assert_eq!(kept(Keep::Longest), 2);
        assert_eq!(kept(Keep::Centroid), 1);
        assert_eq!(kept(Keep::Newest), 0, "no document has a date");
        let mut dated = documents(4);
        dated[0].date = Some("unknown".into());
        dated[1].date = Some("2024-5-9".into());
        dated[2].date = Some("2024-05-10".into());
        let newest = grouped(dated, &list, Linkage::Single, Keep::Newest);
        assert_eq!(newest.groups[0].representative, 2);
    }

    #[test]
    fn copies_go_with_their_originals_even_where_every_pair_must_be_a_duplicate() {
        let texts = ["one", "one", "two", "two", "three"];
        let documents = (0..)
            .zip(texts)
            .map(|(i, text)| Document::plain(i.to_string(), text));
        let grouping = grouped(
            documents.collect(),
            &[(0, 2, 0.7)],
            Linkage::Complete,
            Keep::First,
        );
        assert_eq!(grouping.group_of, [0, 0, 0, 0, 1]);
        assert_eq!((grouping.groups[0].texts, grouping.groups[0].edges), (2, 1));
        assert_eq!(
            grouping.scores,
            [Some(1.0), Some(1.0), Some(1.0), Some(1.0), None]
        );
    }

    /// Joins, over and over, the two groups whose least score is the highest.
    fn slow_complete(count: usize, edges: &[Edge]) -> Vec<u32> {
        let score = |a: u32, b: u32| {
            let (left, right) = (a.min(b), a.max(b));
            edges
                .iter()
                .find(|edge| (edge.left, edge.right) == (left, right))
                .map(|edge| edge.score)
        };
        let mut groups: Vec<Vec<u32>> = (0..count as u32).map(|place| vec![place]).collect();
        loop {
            let least = |a: &[u32], b: &[u32]| {
                let all = a.iter().flat_map(|&x| b.iter().map(move |&y| score(x, y)));
                all.collect::<Option<Vec<f64>>>()
                    .map(|all| all.into_iter().fold(2.0, f64::min))
            };
            let pairs = (0..groups.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
            let best = pairs
                .filter_map(|(i, j)| Some((least(&groups[i], &groups[j])?, i, j)))
                .reduce(|best, next| if next.0 > best.0 { next } else { best });
            let Some((_, i, j)) = best else { break };
            let other = groups.remove(j);
            groups[i].extend(other);
        }
        let mut labels = vec![0; count];
        for (number, group) in groups.iter().enumerate() {
            group
                .iter()
                .for_each(|&place| labels[place as usize] = number);
        }
        numbered(labels)
    }

    proptest! {
        #[test]
        fn complete_linkage_is_what_its_definition_gives(
            kept in prop::collection::vec(prop::bool::weighted(0.6), 28),
            order in Just((0..28u32).collect::<Vec<u32>>()).prop_shuffle(),
        ) {
            // Scores without ties: with them the definition leaves a choice.
            let pairs = (0..8u32).flat_map(|right| (0..right).map(move |left| (left, right)));
            let list: Vec<(u32, u32, f64)> = pairs
                .zip(kept.iter().zip(&order))
                .filter(|(_, (kept, _))| **kept)
                .map(|((left, right), (_, &score))| (left, right, 0.5 + f64::from(score) / 100.0))
                .collect();
            let fast = grouping(8, &list, Linkage::Complete, Keep::First);
            prop_assert_eq!(fast.group_of, slow_complete(8, &edges(&list)));
        }
    }
}
