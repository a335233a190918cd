//! Selects the groups and pairs that a person should check: the largest groups, where an error
//! costs most, and the pairs nearest to the threshold, where it is likeliest.

use std::cmp::Reverse;

use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64;

use super::contents::GroupsPage;
use crate::figures::{decimal, hundredths};
use crate::sanitize::sanitize_line;
use dejalu_collection::{Edge, Group, Grouping, Removal};
use dejalu_text::document::Document;

/// The number of groups and pairs to show.
const MOST: usize = 20;

/// The number of groups in doubt to show.
const DOUBTFUL: usize = 10;

/// The number of members of a group to show.
const MEMBERS: usize = 10;

/// The number of characters of a text to show.
const CHARACTERS: usize = 200;

/// A group of documents.
#[derive(Serialize)]
pub(super) struct GroupRow {
    /// Its number in the table of groups.
    number: usize,
    size: usize,
    texts: usize,
    is_chain: bool,
    representative: DocumentRow,
    /// The others, the least similar first.
    members: Vec<MemberRow>,
    left_out: usize,
}

#[derive(Serialize)]
struct MemberRow {
    document: DocumentRow,
    /// The score of the pair that joined it to the group.
    score: String,
    relation: String,
    /// The share of its runs of three words that the document kept in its place lacks.
    lost: Option<f64>,
    is_kept: bool,
}

/// A document by its name and how it begins.
#[derive(Serialize)]
struct DocumentRow {
    id: String,
    beginning: String,
}

impl DocumentRow {
    fn of(document: &Document) -> Self {
        let mut words = document.text.split_whitespace();
        let mut beginning = words.next().unwrap_or_default().to_string();
        for word in words {
            if beginning.chars().count() >= CHARACTERS {
                beginning.push_str(" …");
                break;
            }
            beginning.push(' ');
            beginning.push_str(word);
        }
        DocumentRow {
            id: sanitize_line(document.id.as_str()),
            beginning,
        }
    }
}

impl GroupRow {
    /// The largest groups of two or more.
    pub(super) fn largest(page: &GroupsPage<'_>) -> Vec<Self> {
        // Stable: of equally large ones the first.
        GroupRow::first(page, MOST, |_, groups| {
            groups.sort_by_key(|(_, group)| Reverse(group.members.len()));
        })
    }

    /// The groups with the least certain members.
    pub(super) fn doubtful(page: &GroupsPage<'_>) -> Vec<Self> {
        let least = |grouping: &Grouping, group: &Group| {
            let scores = group.members.iter();
            let scores = scores.filter_map(|&place| grouping.scores[place as usize]);
            scores.fold(f64::INFINITY, f64::min)
        };
        GroupRow::first(page, DOUBTFUL, |grouping, groups| {
            groups.sort_by(|a, b| least(grouping, a.1).total_cmp(&least(grouping, b.1)));
        })
    }

    /// The first groups of two or more, in some order.
    fn first(
        page: &GroupsPage<'_>,
        most: usize,
        sort: impl Fn(&Grouping, &mut Vec<(usize, &Group)>),
    ) -> Vec<Self> {
        let Some(grouping) = page.result.groupings.first() else {
            return Vec::new();
        };
        let mut groups: Vec<(usize, &Group)> = grouping.groups.iter().enumerate().collect();
        groups.retain(|(_, group)| group.members.len() > 1);
        sort(grouping, &mut groups);
        groups.truncate(most);
        let documents = page.collection.documents();
        let shown = |(place, group): (usize, &Group)| {
            let mut others = group.members.clone();
            others.retain(|&member| member != group.representative);
            let score = |place: u32| grouping.scores[place as usize].unwrap_or_default();
            others.sort_by(|&a, &b| score(a).total_cmp(&score(b)));
            let member = |&place: &u32| {
                let removal = grouping.removals[place as usize];
                MemberRow {
                    document: DocumentRow::of(&documents[place as usize]),
                    score: decimal(score(place), 3),
                    relation: removal.map_or(String::new(), |it| it.relation.to_string()),
                    lost: removal.and_then(|it| it.lost),
                    is_kept: removal.is_some_and(|it| it.is_kept),
                }
            };
            GroupRow {
                number: place + 1,
                size: group.members.len(),
                texts: group.texts,
                is_chain: grouping.is_chain(group),
                representative: DocumentRow::of(&documents[group.representative as usize]),
                members: others.iter().take(MEMBERS).map(member).collect(),
                left_out: others.len().saturating_sub(MEMBERS),
            }
        };
        groups.into_iter().map(shown).collect()
    }
}

/// A document that is removed, beside the one that is kept in its place.
#[derive(Serialize)]
pub(super) struct RemovalRow {
    removed: DocumentRow,
    kept: DocumentRow,
    score: String,
    relation: String,
    lost: Option<f64>,
}

impl RemovalRow {
    /// A random sample of the removals, drawn by ids alone.
    pub(super) fn sample(page: &GroupsPage<'_>) -> Vec<Self> {
        let Some(grouping) = page.result.groupings.first() else {
            return Vec::new();
        };
        let documents = page.collection.documents();
        let document = |place: u32| &documents[place as usize];
        let mut drawn: Vec<(u32, Removal)> = grouping.removed().collect();
        drawn.sort_by_cached_key(|&(place, _)| xxh3_64(document(place).id.as_str().as_bytes()));
        let row = |(place, removal): (u32, Removal)| RemovalRow {
            removed: DocumentRow::of(document(place)),
            kept: DocumentRow::of(document(removal.in_favour_of)),
            score: grouping.scores[place as usize].map_or(String::new(), |it| decimal(it, 3)),
            relation: removal.relation.to_string(),
            lost: removal.lost,
        };
        drawn.into_iter().take(MOST).map(row).collect()
    }
}

/// Two documents that were judged duplicates.
#[derive(Serialize)]
pub(super) struct PairRow {
    documents: [DocumentRow; 2],
    score: String,
    /// A model's probability, in percent.
    probability: String,
}

impl PairRow {
    /// The duplicates with the least scores.
    pub(super) fn doubtful(page: &GroupsPage<'_>) -> Vec<Self> {
        let mut edges: Vec<&Edge> = page.result.edges.iter().collect();
        edges.sort_by(|a, b| a.score.total_cmp(&b.score));
        let documents = page.collection.documents();
        let shown = |edge: &Edge| PairRow {
            documents: [edge.left, edge.right]
                .map(|place| DocumentRow::of(&documents[place as usize])),
            score: decimal(edge.score, 3),
            probability: hundredths(Some(page.judge.normalised_score(edge.score))),
        };
        edges.into_iter().take(MOST).map(shown).collect()
    }
}
