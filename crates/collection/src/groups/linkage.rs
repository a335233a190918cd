//! Forms groups from duplicate pairs.

use petgraph::unionfind::UnionFind;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::constraints::ResolvedConstraints;
use crate::components::components;
use crate::scoring::Edge;
use dejalu_base::error::{read_by_name, shown_by_name};

/// The way groups are formed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Linkage {
    /// Every member is a duplicate of the one that represents the group: documents are walked in
    /// the order of [`Keep`](super::Keep), and one joins the most similar document already kept
    /// that is its duplicate.
    #[default]
    Star,
    /// One duplicate pair joins two groups: connected components. Chains are possible, A = B and
    /// B = C without A = C.
    Single,
    /// Every two members of a group are duplicates. Groups are joined in the order of the least
    /// score between them.
    Complete,
}

read_by_name!(Linkage, Linkage, "expected star, single or complete");

shown_by_name!(Linkage);

/// A number for each document, equal within a component. Components with units that must stay apart
/// are not joined; the surest edges come first.
pub(super) fn single(
    documents: usize,
    constraints: &ResolvedConstraints,
    edges: &[Edge],
) -> Vec<u32> {
    if constraints.apart.is_empty() {
        return components(documents, edges.iter().map(|edge| (edge.left, edge.right)));
    }
    let mut components = UnionFind::<u32>::new(documents);
    let mut order: Vec<&Edge> = edges.iter().collect();
    order.sort_by(|a, b| b.score.total_cmp(&a.score));
    // Of each component the units that a unit of it must stay apart from.
    let mut apart: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for unit in constraints.unit_of.iter().copied() {
        apart
            .entry(unit)
            .or_insert_with(|| constraints.apart.of(unit).collect());
    }
    for edge in order {
        let [a, b] = [edge.left, edge.right].map(|end| components.find_mut(end));
        let forbids = |one: u32, other: u32| {
            let units = apart.get(&one).into_iter().flatten();
            units.copied().any(|unit| components.find(unit) == other)
        };
        if a == b || forbids(a, b) || forbids(b, a) {
            continue;
        }
        let of_both = [a, b].map(|end| apart.remove(&end).unwrap_or_default());
        components.union(a, b);
        apart.insert(components.find_mut(a), of_both.concat());
    }
    components.into_labeling()
}

/// Edges are taken by falling score. Once as many have been seen between two groups as they have
/// pairs, the last one is the least score between them, and none of a higher least score is left:
/// they are joined.
pub(super) fn complete(documents: usize, edges: &[Edge]) -> Vec<u32> {
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
    let labels = groups.into_labeling();
    labels.into_iter().map(|label| label as u32).collect()
}
