//! Star groups: a document is removed only in favour of a kept one that it is itself a duplicate of.
//!
//! Chains do not grow: where A and B, and B and C, are duplicates and A and C are not, single linkage
//! removes two of the three in favour of one; a star keeps A and C if A comes first, and removes B.

use rustc_hash::FxHashSet;

use super::constraints::ResolvedConstraints;
use crate::scoring::Edge;

/// Walks the documents in the order in which they are to be kept: one is removed if a kept one is
/// its duplicate, in favour of the one with the highest score, ties by place. Documents of a unit (of
/// one text, or linked by people) share their fate: the first is walked for all of them. Edges connect
/// units, and units that must stay apart share no kept document. Returns the kept document of each.
///
/// Where people hold two documents apart, those alike to both belong to the one that is more alike, which the walk may
/// meet too late. Then it is done again, and they no longer go for the other: A, B and C are duplicates, C is most alike
/// to B, and A and C are not one; of the order A, B, C the groups are A, and B with C. Without constraints there is one walk.
pub(super) fn star(constraints: &ResolvedConstraints, edges: &[Edge], order: &[u32]) -> Vec<u32> {
    let text_of = &constraints.unit_of;
    let neighbours = Neighbours::of(text_of.len(), edges);
    let mut refused = FxHashSet::default();
    loop {
        let walk = Walk::of(constraints, &neighbours, order, &refused);
        let before = refused.len();
        refused.extend(walk.nearer_elsewhere(constraints, &neighbours));
        if refused.len() == before {
            let stands_for = |text: &u32| walk.stands_for[*text as usize].unwrap_or(*text);
            return text_of.iter().map(stands_for).collect();
        }
    }
}

/// The fates of all texts.
struct Walk {
    /// By text: the kept document, or the one in whose favour all of the text are removed.
    stands_for: Vec<Option<u32>>,
    /// By text: the document of it that is kept.
    kept: Vec<Option<u32>>,
}

impl Walk {
    /// Walks the documents in an order. `refused` has texts with kept documents for which they do not go.
    fn of(
        constraints: &ResolvedConstraints,
        neighbours: &Neighbours,
        order: &[u32],
        refused: &FxHashSet<(u32, u32)>,
    ) -> Self {
        let text_of = &constraints.unit_of;
        let mut walk = Walk {
            stands_for: vec![None; text_of.len()],
            kept: vec![None; text_of.len()],
        };
        for &place in order {
            let text = text_of[place as usize];
            if walk.stands_for[text as usize].is_some() {
                continue;
            }
            let duplicates = neighbours.of_text(text).iter();
            let best = duplicates
                .filter_map(|&(other, score)| Some((score, walk.kept[other as usize]?)))
                .filter(|&(_, kept)| walk.may_join(constraints, text, kept))
                .filter(|&(_, kept)| !refused.contains(&(text, kept)))
                .reduce(better);
            if best.is_none() {
                walk.kept[text as usize] = Some(place);
            }
            walk.stands_for[text as usize] = Some(best.map_or(place, |(_, kept)| kept));
        }
        walk
    }

    /// Returns whether no document that is in the group of a kept one must stay apart from a text.
    fn may_join(&self, constraints: &ResolvedConstraints, text: u32, kept: u32) -> bool {
        let mut apart = constraints.apart.of(text);
        apart.all(|unit| self.stands_for[unit as usize] != Some(kept))
    }

    /// The texts that were removed for a document although they are more alike to another kept one, which people hold
    /// apart from its group; each with the document.
    fn nearer_elsewhere(
        &self,
        constraints: &ResolvedConstraints,
        neighbours: &Neighbours,
    ) -> Vec<(u32, u32)> {
        let mut found = Vec::new();
        for text in constraints.apart.units() {
            let Some(kept) = self.kept[text as usize] else {
                continue;
            };
            for &(other, score) in neighbours.of_text(text) {
                let Some(present) = self.stands_for[other as usize] else {
                    continue;
                };
                let is_removed = self.kept[other as usize].is_none();
                let is_nearer = || {
                    let of_other = neighbours.of_text(other).iter();
                    let mut of_present =
                        of_other.filter(|(it, _)| self.kept[*it as usize] == Some(present));
                    of_present.all(|(_, at_present)| score.total_cmp(at_present).is_gt())
                };
                if is_removed
                    && present != kept
                    && !self.may_join(constraints, text, present)
                    && self.may_join(constraints, other, kept)
                    && is_nearer()
                {
                    found.push((other, present));
                }
            }
        }
        found
    }
}

/// The higher of two scores with their documents; of equal ones that of the smaller place.
fn better(best: (f64, u32), next: (f64, u32)) -> (f64, u32) {
    let wins = next.0.total_cmp(&best.0).then(best.1.cmp(&next.1)).is_gt();
    if wins { next } else { best }
}

/// The duplicates of each text.
struct Neighbours {
    /// Start of those of each text in `ends`.
    starts: Vec<usize>,
    ends: Vec<(u32, f64)>,
}

impl Neighbours {
    fn of(documents: usize, edges: &[Edge]) -> Self {
        let both = |edge: &Edge| [(edge.left, edge.right), (edge.right, edge.left)];
        let mut starts = vec![0; documents + 1];
        for (from, _) in edges.iter().flat_map(both) {
            starts[from as usize + 1] += 1;
        }
        for place in 0..documents {
            starts[place + 1] += starts[place];
        }
        let mut next = starts.clone();
        let mut ends = vec![(0, 0.0); edges.len() * 2];
        for edge in edges {
            for (from, to) in both(edge) {
                ends[next[from as usize]] = (to, edge.score);
                next[from as usize] += 1;
            }
        }
        Neighbours { starts, ends }
    }

    fn of_text(&self, text: u32) -> &[(u32, f64)] {
        let text = text as usize;
        &self.ends[self.starts[text]..self.starts[text + 1]]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use dejalu_text::sorted::distinct;

    fn edges(list: &[(u32, u32, f64)]) -> Vec<Edge> {
        let edge = |&(left, right, score): &(u32, u32, f64)| Edge { left, right, score };
        list.iter().map(edge).collect()
    }

    fn starred(text_of: &[u32], edges: &[Edge], order: &[u32]) -> Vec<u32> {
        star(&ResolvedConstraints::of_texts(text_of), edges, order)
    }

    #[test]
    fn a_chain_is_cut_where_the_kept_document_ends() {
        let chain = edges(&[(0, 1, 0.9), (1, 2, 0.8), (2, 3, 0.7)]);
        let five = [0, 1, 2, 3, 4];
        assert_eq!(starred(&five, &chain, &[0, 1, 2, 3, 4]), [0, 0, 2, 2, 4]);
        assert_eq!(starred(&five, &chain, &[1, 2, 3, 0, 4]), [1, 1, 1, 3, 4]);
    }

    #[test]
    fn of_several_kept_ones_the_most_similar_stands_for_a_document() {
        let list = edges(&[(0, 2, 0.7), (1, 2, 0.8), (1, 3, 0.6), (0, 3, 0.6)]);
        assert_eq!(starred(&[0, 1, 2, 3], &list, &[0, 1, 2, 3]), [0, 1, 1, 0]);
    }

    #[test]
    fn documents_of_one_text_have_one_fate() {
        // 1 is a copy of 0, 3 of 2; the third text comes between the two of the second.
        let text_of = [0, 0, 2, 2, 4];
        let list = edges(&[(0, 2, 0.7), (2, 4, 0.9)]);
        assert_eq!(starred(&text_of, &list, &[1, 2, 4, 3, 0]), [1, 1, 1, 1, 4]);
        assert_eq!(starred(&text_of, &list, &[4, 1, 2, 3, 0]), [1, 1, 4, 4, 4]);
    }

    proptest! {
        #[test]
        fn each_is_removed_for_the_best_kept_one_or_kept_because_there_is_none(
            texts in prop::collection::vec(0u32..12, 14),
            scores in prop::collection::vec(prop::option::weighted(0.3, 0u32..5), 91),
            order in Just((0..14u32).collect::<Vec<u32>>()).prop_shuffle(),
        ) {
            let first = |text: &u32| texts.iter().position(|other| other == text).unwrap() as u32;
            let text_of: Vec<u32> = texts.iter().map(first).collect();
            let originals = distinct(text_of.iter().copied());
            let pairs = originals.iter().flat_map(|&right| {
                originals.iter().filter(move |&&left| left < right).map(move |&left| (left, right))
            });
            let list: Vec<(u32, u32, f64)> = pairs
                .zip(&scores)
                .filter_map(|((left, right), score)| Some((left, right, f64::from((*score)?))))
                .collect();
            let list = edges(&list);
            let hubs = starred(&text_of, &list, &order);
            let score = |a: u32, b: u32| {
                let (a, b) = (text_of[a as usize], text_of[b as usize]);
                let (left, right) = (a.min(b), a.max(b));
                list.iter().find(|edge| (edge.left, edge.right) == (left, right)).map(|edge| edge.score)
            };
            for (step, &place) in order.iter().enumerate() {
                let text = text_of[place as usize];
                let first = order.iter().position(|&other| text_of[other as usize] == text).unwrap();
                // What was kept when the first document of this text was walked.
                let kept = order[..first].iter().filter(|&&other| hubs[other as usize] == other);
                let best = kept
                    .filter_map(|&other| Some((score(place, other)?, std::cmp::Reverse(other))))
                    .max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                let expected = best.map_or(order[first], |(_, other)| other.0);
                prop_assert_eq!(hubs[place as usize], expected, "step {}", step);
            }
        }
    }
}
