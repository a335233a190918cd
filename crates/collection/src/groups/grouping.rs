//! The groups of a collection at a threshold.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::constraints::ResolvedConstraints;
use super::keep::Keep;
use super::linkage::{Linkage, complete, single};
use super::members::Members;
use super::relation::Relation;
use super::removal::{Reason, Removal, pairs_of_texts, removals};
use super::star::star;
use crate::judge::Judge;
use crate::scoring::Edge;
use dejalu_base::error::Result;
use dejalu_base::threshold::reaches;
use dejalu_experiment::model::MinimumScore;

/// Documents that are near-duplicates of each other.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Group {
    /// Its documents, by place, ascending.
    pub members: Vec<u32>,
    /// The member that represents it.
    pub representative: u32,
    /// Number of different texts among its members.
    pub texts: usize,
    /// Number of pairs of these texts that are duplicates themselves: of a star group those with the representative.
    pub edges: usize,
}

/// A partition of a collection.
#[derive(Debug, Clone, PartialEq)]
pub struct Grouping {
    /// The minimum score of a duplicate.
    pub minimum: MinimumScore,
    /// The lowest that it is for any pair.
    pub at: f64,
    /// The way the groups are formed.
    pub linkage: Linkage,
    /// Choice of the members that represent them.
    pub keep: Keep,
    /// The groups, documents without a duplicate included, by their first member.
    pub groups: Vec<Group>,
    /// The group of each document.
    pub group_of: Vec<u32>,
    /// For each document the score of the pair that joined it to its group: in a star group that
    /// with the representative, otherwise its best within the group. `None` for a group of its own.
    pub scores: Vec<Option<f64>>,
    /// Each document compared with its representative; `None` for representatives.
    pub removals: Vec<Option<Removal>>,
    /// True if nothing is removed, since no threshold passed an audit.
    pub is_held: bool,
    /// Documents that are kept beside their representative, by place, since an audit did not pass them.
    pub not_passed: BTreeSet<u32>,
}

/// Options of a grouping.
#[derive(Clone, Copy)]
pub(crate) struct GroupingOptions<'a> {
    /// The minimum score of a duplicate. Edges between web pages that miss theirs are left out before.
    pub(crate) minimum: MinimumScore,
    pub(crate) linkage: Linkage,
    pub(crate) keep: Keep,
    pub(crate) lose_at_most: Option<f64>,
    pub(crate) constraints: &'a ResolvedConstraints,
    pub(crate) judge: &'a Judge,
}

impl Grouping {
    /// Groups documents by edges between the first ones of each text, or kind; what is compared as those goes with
    /// them.
    ///
    /// # Errors
    ///
    /// Documents that cannot be read where it comes to what would be lost.
    pub(crate) fn new(
        members: &impl Members,
        edges: &[Edge],
        options: GroupingOptions<'_>,
    ) -> Result<Self> {
        let sizes = sizes(&options.constraints.alike_of);
        Grouping::of_part(members, &sizes, edges, options)
    }

    /// As [`Grouping::new`], of documents that may lack some of the copies of a text: `sizes` says of how many
    /// documents each text is, by the place of its first.
    ///
    /// # Errors
    ///
    /// As there.
    pub(crate) fn of_part(
        members: &impl Members,
        sizes: &[usize],
        edges: &[Edge],
        options: GroupingOptions<'_>,
    ) -> Result<Self> {
        let count = members.count();
        let edges: Vec<Edge> = edges
            .iter()
            .copied()
            .filter(|edge| reaches(edge.score, options.minimum.lowest()))
            .collect();
        let text_of = members.text_of();
        let alike_of = &options.constraints.alike_of;
        let order = |edges: &[Edge]| {
            let central = central(edges, alike_of, sizes, options.judge);
            options.keep.order(members, &central)
        };
        let constraints = options.constraints;
        let of_units = constraints.edges(&edges);
        let (labels, order) = match options.linkage {
            Linkage::Star => {
                let order = order(&edges);
                (star(constraints, &of_units, &order), order)
            }
            Linkage::Single => (single(count, constraints, &of_units), order(&edges)),
            Linkage::Complete => {
                let labels = complete(count, &of_units);
                let of_text: Vec<u32> = constraints
                    .unit_of
                    .iter()
                    .map(|&it| labels[it as usize])
                    .collect();
                let order = order(&within(&edges, &of_text));
                (labels, order)
            }
        };
        let group_of = numbered(
            constraints
                .unit_of
                .iter()
                .map(|&unit| labels[unit as usize]),
        );
        let mut edges = within(&edges, &group_of);
        let mut groups = groups(&group_of, alike_of, &order);
        let representative = |&group: &u32| groups[group as usize].representative;
        let representative_of: Vec<u32> = group_of.iter().map(representative).collect();
        if options.linkage == Linkage::Star {
            let hub = |edge: &Edge| alike_of[representative_of[edge.left as usize] as usize];
            edges.retain(|edge| [edge.left, edge.right].contains(&hub(edge)));
        }
        for edge in &edges {
            groups[group_of[edge.left as usize] as usize].edges += 1;
        }
        let compared = members.compared(pairs_of_texts(&text_of, &representative_of))?;
        let places = [&text_of[..], &representative_of, &order];
        Ok(Grouping {
            minimum: options.minimum,
            at: options.minimum.lowest(),
            linkage: options.linkage,
            keep: options.keep,
            scores: joined(&edges, alike_of, &representative_of, sizes, options),
            removals: removals(places, &compared, options.lose_at_most),
            groups,
            group_of,
            is_held: false,
            not_passed: BTreeSet::new(),
        })
    }

    /// Returns whether a group is a chain: fewer than half of its pairs are duplicates. A star
    /// group, whose members are all duplicates of its representative, is none.
    pub fn is_chain(&self, group: &Group) -> bool {
        let pairs = group.texts * group.texts.saturating_sub(1) / 2;
        self.linkage != Linkage::Star && group.texts > 2 && group.edges * 2 < pairs
    }

    /// The reason why a document is kept or not.
    pub fn reason(&self, place: u32) -> Reason {
        let group = &self.groups[self.group_of[place as usize] as usize];
        match self.removals[place as usize] {
            None if group.members.len() == 1 => Reason::Unique,
            None => Reason::Representative(self.keep),
            Some(removal) if removal.is_kept => Reason::LosesMore,
            Some(_) if !self.has_passed(place) => Reason::NotPassed,
            Some(removal) if removal.relation == Relation::Identical => Reason::Copy,
            Some(_) => Reason::Duplicate,
        }
    }

    /// Returns whether a document is kept: it represents its group, or too much would be lost with
    /// it, or nothing is removed.
    pub fn is_kept(&self, place: u32) -> bool {
        let removal = self.removals[place as usize];
        !self.has_passed(place) || removal.is_none_or(|it| it.is_kept)
    }

    /// Returns whether no audit keeps a document.
    fn has_passed(&self, place: u32) -> bool {
        !self.is_held && !self.not_passed.contains(&place)
    }

    /// The documents that are kept.
    pub fn kept(&self) -> impl Iterator<Item = u32> {
        (0..self.removals.len() as u32).filter(|&place| self.is_kept(place))
    }

    /// Number of documents kept beside their representative.
    pub fn kept_beside(&self) -> usize {
        let removals = self.removals.iter().flatten();
        removals.filter(|removal| removal.is_kept).count()
    }

    /// The documents that are not kept, with what is lost.
    pub fn removed(&self) -> impl Iterator<Item = (u32, Removal)> {
        let removals = (0u32..).zip(&self.removals);
        let removals = removals.filter_map(|(place, removal)| Some((place, (*removal)?)));
        removals.filter(|(place, removal)| self.has_passed(*place) && !removal.is_kept)
    }

    /// The document that represents a document's group.
    pub fn representative_of(&self, place: u32) -> u32 {
        self.groups[self.group_of[place as usize] as usize].representative
    }
}

/// The best score of each document over the edges that join, and the copies that do.
fn joined(
    edges: &[Edge],
    text_of: &[u32],
    representative_of: &[u32],
    sizes: &[usize],
    options: GroupingOptions<'_>,
) -> Vec<Option<f64>> {
    let mut best: Vec<Option<f64>> = vec![None; text_of.len()];
    let offer = |best: &mut Option<f64>, score: f64| {
        *best = Some(best.map_or(score, |best| best.max(score)));
    };
    for edge in edges {
        offer(&mut best[edge.left as usize], edge.score);
        offer(&mut best[edge.right as usize], edge.score);
    }
    let of_copies = options.judge.score_of_copies();
    let score = |(&text, &representative): (&u32, &u32)| {
        let is_of_hub = text == text_of[representative as usize];
        let mut best = best[text as usize];
        if sizes[text as usize] > 1 && (is_of_hub || options.linkage != Linkage::Star) {
            offer(&mut best, of_copies);
        }
        best
    };
    text_of.iter().zip(representative_of).map(score).collect()
}

/// The groups with their members, that first in the order as the representative.
fn groups(group_of: &[u32], text_of: &[u32], order: &[u32]) -> Vec<Group> {
    let count = group_of.iter().max().map_or(0, |&last| last as usize + 1);
    let mut groups = vec![Group::default(); count];
    for (place, (&group, &text)) in (0u32..).zip(group_of.iter().zip(text_of)) {
        let group = &mut groups[group as usize];
        group.members.push(place);
        group.texts += usize::from(text == place);
    }
    // From the last to the first, so that the first is what stays.
    for &place in order.iter().rev() {
        groups[group_of[place as usize] as usize].representative = place;
    }
    groups
}

/// The sum of what each document's duplicates, copies among them, are worth.
fn central(edges: &[Edge], text_of: &[u32], sizes: &[usize], judge: &Judge) -> Vec<f64> {
    let of_copies = judge.normalised_score(judge.score_of_copies());
    let mut sums: Vec<f64> = vec![0.0; text_of.len()];
    for edge in edges {
        let score = judge.normalised_score(edge.score);
        sums[edge.left as usize] += score * sizes[edge.right as usize] as f64;
        sums[edge.right as usize] += score * sizes[edge.left as usize] as f64;
    }
    let sum = |&text: &u32| {
        let copies = sizes[text as usize] - 1;
        sums[text as usize] + of_copies * copies as f64
    };
    text_of.iter().map(sum).collect()
}

/// The number of documents of each text.
fn sizes(text_of: &[u32]) -> Vec<usize> {
    let mut sizes = vec![0; text_of.len()];
    for &text in text_of {
        sizes[text as usize] += 1;
    }
    sizes
}

/// The edges within groups.
fn within(edges: &[Edge], group_of: &[u32]) -> Vec<Edge> {
    let group = |place: u32| group_of[place as usize];
    let inside = |edge: &&Edge| group(edge.left) == group(edge.right);
    edges.iter().filter(inside).copied().collect()
}

/// Numbers groups from 0 in the order of their first member.
pub(super) fn numbered(labels: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut number_of = FxHashMap::default();
    let number = |label| {
        let next = number_of.len() as u32;
        *number_of.entry(label).or_insert(next)
    };
    labels.map(number).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::constraints::Constraint::{CannotLink, MustLink};
    use super::super::constraints::{Constraint, Constraints};
    use super::*;
    use crate::Collection;
    use crate::word_reader::WordReader;
    use dejalu_text::document::Document;

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
        constrained(documents, list, (linkage, keep), &Constraints::default())
    }

    fn constrained(
        documents: Vec<Document>,
        list: &[(u32, u32, f64)],
        (linkage, keep): (Linkage, Keep),
        said: &Constraints,
    ) -> Grouping {
        let judge = &Judge::rule("jaccard=0.5", Default::default()).unwrap();
        let collection = Collection::new(documents);
        let reader = WordReader::uncached(&collection, judge.analysis());
        let options = GroupingOptions {
            minimum: 0.5.into(),
            linkage,
            keep,
            lose_at_most: None,
            constraints: &ResolvedConstraints::new(&reader, said).unwrap(),
            judge,
        };
        Grouping::new(&reader, &edges(list), options).unwrap()
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
    fn a_chain_is_one_group_or_stars_or_pairs() {
        let star = grouping(6, &CHAIN, Linkage::Star, Keep::First);
        assert_eq!(star.group_of, [0, 0, 1, 1, 2, 3]);
        assert_eq!(
            star.scores,
            [Some(0.9), Some(0.9), Some(0.7), Some(0.7), None, None]
        );
        let single = grouping(6, &CHAIN, Linkage::Single, Keep::First);
        assert_eq!(single.group_of, [0, 0, 0, 0, 0, 1]);
        assert!(single.is_chain(&single.groups[0]));
        assert_eq!(single.groups[0].edges, 4);
        let complete = grouping(6, &CHAIN, Linkage::Complete, Keep::First);
        assert_eq!(complete.group_of, [0, 0, 1, 1, 2, 3]);
        assert!(
            complete
                .groups
                .iter()
                .all(|group| !complete.is_chain(group))
        );
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
    fn the_first_is_that_of_the_input_whatever_the_names() {
        let mut backwards = documents(4);
        backwards.reverse();
        for linkage in [Linkage::Star, Linkage::Single] {
            let list = [(0, 1, 0.9), (1, 2, 0.9), (2, 3, 0.9)];
            let found = grouped(backwards.clone(), &list, linkage, Keep::First);
            let last = found.representative_of(3);
            assert_eq!((last, found.is_kept(3)), (3, true), "{linkage:?}");
            assert_eq!(found.representative_of(2), 3, "{linkage:?}");
        }
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

    #[test]
    fn people_win_over_scores() {
        let said = |pairs: &[(&str, &str, Constraint)]| {
            let mut said = Constraints::default();
            for &(a, b, constraint) in pairs {
                said.add([a.into(), b.into()], constraint);
            }
            said
        };
        let apart = said(&[("000", "002", CannotLink), ("003", "005", MustLink)]);
        for (linkage, expected) in [
            (Linkage::Star, [0, 0, 1, 1, 2, 1]),
            (Linkage::Single, [0, 0, 1, 1, 1, 1]),
            (Linkage::Complete, [0, 0, 1, 1, 2, 1]),
        ] {
            let found = constrained(documents(6), &CHAIN, (linkage, Keep::First), &apart);
            assert_eq!(found.group_of, expected, "{linkage:?}");
        }
        // Both are duplicates of what is kept, and not of each other.
        let twins = [(0, 1, 0.9), (0, 2, 0.9)];
        let apart = said(&[("001", "002", CannotLink)]);
        for linkage in [Linkage::Star, Linkage::Single, Linkage::Complete] {
            let found = constrained(documents(3), &twins, (linkage, Keep::First), &apart);
            assert_eq!(found.group_of, [0, 0, 1], "{linkage:?}");
        }
        // One that is alike to both of two that are apart goes with the nearer, though it comes before it.
        for (score, expected) in [(0.9, [0, 1, 1]), (0.6, [0, 0, 1])] {
            let all = [(0, 1, 0.6), (0, 2, 0.6), (1, 2, score)];
            let apart = said(&[("000", "002", CannotLink)]);
            let found = constrained(documents(3), &all, (Linkage::Star, Keep::First), &apart);
            assert_eq!(found.group_of, expected, "{score}");
            assert_eq!(found.representative_of(1), expected[1]);
        }
        let copies = || {
            ["a", "b", "c"]
                .map(|id| Document::plain(id, "one text"))
                .to_vec()
        };
        let apart = said(&[("a", "b", CannotLink)]);
        let found = constrained(copies(), &[], (Linkage::Star, Keep::First), &apart);
        assert_eq!(found.group_of, [0, 1, 0]);
    }

    #[test]
    fn constraints_that_cannot_be_kept_are_refused() {
        let refused = |pairs: &[(&str, &str, Constraint)]| {
            let mut said = Constraints::default();
            for &(a, b, constraint) in pairs {
                said.add([a.into(), b.into()], constraint);
            }
            let collection = Collection::new(documents(3));
            let reader = WordReader::uncached(&collection, &Default::default());
            let found = ResolvedConstraints::new(&reader, &said);
            found.unwrap_err().to_string()
        };
        let chain = [
            ("000", "001", MustLink),
            ("001", "002", MustLink),
            ("000", "002", CannotLink),
        ];
        assert_eq!(
            refused(&chain),
            "the constraints link '000' and '002', by one row or several, and forbid it in another; remove one of them"
        );
        assert_eq!(
            refused(&[("000", "9", MustLink)]),
            "document '9' of the constraints is not in the collection (3 documents); correct the id or remove the row"
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
        let mut labels = vec![0u32; count];
        for (number, group) in groups.iter().enumerate() {
            group
                .iter()
                .for_each(|&place| labels[place as usize] = number as u32);
        }
        numbered(labels.into_iter())
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
