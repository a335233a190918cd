//! The documents that people are asked about.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::options::AuditOptions;
use super::trial::AuditedCut;
use crate::groups::Grouping;
use dejalu_base::error::{AuditError, Result};
use dejalu_experiment::pairs::{Drawn, LabelRow, Opinion, Stream};
use dejalu_text::document::{Document, DocumentId};

/// Removals of the groups at one threshold: each removed document with its kept one.
type Removed = BTreeMap<u32, u32>;

/// The documents drawn of those that would be removed, and what people said of them.
pub(super) struct Draw<'a> {
    documents: &'a [Document],
    /// Removals at each threshold.
    removals: Vec<Removed>,
    /// All that would be removed, as they are drawn.
    pub(super) order: Vec<u32>,
    answers: Answers<'a>,
    /// Number of them that are drawn.
    count: usize,
    /// The method of the draw.
    how: Arc<Drawn>,
}

/// Difference between the questions that were asked and those that would be drawn now.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Otherwise {
    /// Another method drew them: that one, and the one now.
    Method([String; 2]),
    /// So many thresholds that are tested now were not asked about.
    Thresholds(usize),
}

impl<'a> Draw<'a> {
    /// As many as are to be sampled, or as were asked about.
    ///
    /// # Errors
    ///
    /// Answers to questions that were drawn with another seed; answers, none of which is about a document that
    /// would be removed.
    pub(super) fn new(
        documents: &'a [Document],
        groupings: &[Grouping],
        method: &str,
        options: &'a AuditOptions,
    ) -> Result<Self> {
        let how = Drawn {
            seed: options.seed,
            thresholds: groupings.iter().map(|grouping| grouping.at).collect(),
            method: method.to_string(),
            test: None,
        };
        let mut earlier = options.answers.iter().filter_map(|row| row.drawn.as_ref());
        if let Some(other) = earlier.find(|other| other.seed != how.seed) {
            return Err(AuditError::OtherSeed {
                drawn: other.seed,
                found: how.seed,
            }
            .into());
        }
        let removals: Vec<Removed> = groupings.iter().map(removed).collect();
        let order = order(documents, &removals, options.seed);
        let answers = Answers::of(&options.answers);
        // As many as were asked about, the last of them included: a person may not have got to the
        // end, but must not choose.
        let is_asked = |&place: &u32| answers.asked.contains(&documents[place as usize].id);
        let asked = order.iter().rposition(is_asked).map_or(0, |last| last + 1);
        if options.sample.is_none() && asked == 0 && !order.is_empty() {
            return Err(AuditError::NoneAsked.into());
        }
        Ok(Draw {
            count: options.sample.unwrap_or(0).max(asked).min(order.len()),
            documents,
            removals,
            order,
            answers,
            how: Arc::new(how),
        })
    }

    /// In what the questions that were asked were drawn otherwise: by another method, or at other thresholds.
    pub(super) fn otherwise(&self, answers: &[LabelRow]) -> Option<Otherwise> {
        let earlier = answers.iter().filter_map(|row| row.drawn.as_ref());
        let by_method = earlier.clone().find(|it| it.method != self.how.method);
        if let Some(other) = by_method {
            return Some(Otherwise::Method(
                [&other.method, &self.how.method].map(Clone::clone),
            ));
        }
        let lacks = |other: &Drawn| {
            let asked = |at: &f64| other.thresholds.contains(at);
            self.how.thresholds.iter().filter(|at| !asked(at)).count()
        };
        let missing = earlier.map(|other| lacks(other)).min()?;
        (missing > 0).then_some(Otherwise::Thresholds(missing))
    }

    pub(super) fn drawn(&self) -> &[u32] {
        &self.order[..self.count]
    }

    /// Number of those drawn that have a question without an answer.
    pub(super) fn unanswered(&self) -> usize {
        let is_open = |pair: &[&DocumentId; 2]| self.answers.opinion(*pair).is_none();
        let lacks = |&&place: &&u32| self.pairs_of(place).iter().any(is_open);
        self.drawn().iter().filter(lacks).count()
    }

    /// Documents that answers name and the collection does not have, ascending.
    pub(super) fn unknown(&self) -> Vec<DocumentId> {
        let known: BTreeSet<&DocumentId> = self.documents.iter().map(|it| &it.id).collect();
        let named: BTreeSet<&DocumentId> =
            self.answers.opinions.keys().flatten().copied().collect();
        named.difference(&known).map(|&id| id.clone()).collect()
    }

    /// The thresholds, with how many of those drawn are removed there and how many of these wrongly: all that
    /// nobody called a duplicate.
    pub(super) fn cuts(&self, groupings: &[Grouping]) -> Vec<AuditedCut> {
        let cuts = groupings.iter().zip(&self.removals);
        let cut = |(grouping, removed): (&Grouping, &Removed)| {
            let drawn = self.drawn().iter();
            let drawn = drawn.filter_map(|&place| Some(self.pair(place, *removed.get(&place)?)));
            let is_wrong = |&pair: &[&DocumentId; 2]| {
                let opinion = self.answers.opinion(pair);
                !matches!(opinion, Some(Opinion::Sure(label)) if label.is_duplicate())
            };
            AuditedCut {
                at: grouping.at,
                removed: removed.len() as u64,
                drawn: drawn.clone().count() as u64,
                wrong: drawn.filter(is_wrong).count() as u64,
                bound: None,
                passed: None,
            }
        };
        cuts.map(cut).collect()
    }

    /// A row for each pair that was not asked about before.
    pub(super) fn open_questions(&self) -> impl Iterator<Item = LabelRow> {
        let probability = self.count as f64 / self.order.len().max(1) as f64;
        let pairs = self.drawn().iter().flat_map(|&place| self.pairs_of(place));
        let open = pairs.filter(|&pair| !self.answers.has_asked(pair));
        open.map(move |pair| LabelRow {
            pair: pair.map(Clone::clone),
            opinion: None,
            stream: Stream::Audit,
            stratum: LabelRow::REMOVAL.to_string(),
            probability: Some(probability),
            note: String::new(),
            drawn: Some(self.how.clone()),
            ranked: None,
        })
    }

    /// A document with each of those in favour of which it is removed, at whatever threshold, strictest
    /// first.
    fn pairs_of(&self, place: u32) -> Vec<[&DocumentId; 2]> {
        let mut kept: Vec<u32> = Vec::new();
        for other in self.removals.iter().filter_map(|cut| cut.get(&place)) {
            if !kept.contains(other) {
                kept.push(*other);
            }
        }
        kept.into_iter()
            .map(|other| self.pair(place, other))
            .collect()
    }

    fn pair(&self, removed: u32, kept: u32) -> [&DocumentId; 2] {
        [removed, kept].map(|place| &self.documents[place as usize].id)
    }
}

/// The documents that are removed at any of the thresholds, in the order in which they are drawn:
/// by a number that depends on the id and the seed alone. Whoever draws again, by another model or
/// more of them, so meets the same documents first, and what was answered serves again.
fn order(documents: &[Document], removed: &[Removed], seed: u64) -> Vec<u32> {
    let any: BTreeSet<u32> = removed.iter().flat_map(|cut| cut.keys().copied()).collect();
    let mut order: Vec<u32> = any.into_iter().collect();
    let key = |&place: &u32| {
        let id = documents[place as usize].id.as_str();
        (xxh3_64_with_seed(id.as_bytes(), seed), place)
    };
    order.sort_by_cached_key(key);
    order
}

fn removed(grouping: &Grouping) -> Removed {
    let removals = grouping.removed();
    removals
        .map(|(place, it)| (place, it.in_favour_of))
        .collect()
}

/// Questions that people were asked, and their answers.
struct Answers<'a> {
    opinions: BTreeMap<[&'a DocumentId; 2], Option<Opinion>>,
    /// The removed documents that were asked about.
    asked: BTreeSet<&'a DocumentId>,
}

impl<'a> Answers<'a> {
    /// Of several answers for a pair the last counts.
    fn of(rows: &'a [LabelRow]) -> Self {
        let mut opinions = BTreeMap::new();
        let mut asked = BTreeSet::new();
        for row in rows {
            let [removed, kept] = &row.pair;
            opinions.insert(ordered([removed, kept]), row.opinion);
            if row.asks_about_removal() {
                asked.insert(removed);
            }
        }
        Answers { opinions, asked }
    }

    /// The answer to a pair; `None` where it was never asked about, or nobody has answered.
    fn opinion(&self, pair: [&DocumentId; 2]) -> Option<Opinion> {
        self.opinions.get(&ordered(pair)).copied().flatten()
    }

    fn has_asked(&self, pair: [&DocumentId; 2]) -> bool {
        self.opinions.contains_key(&ordered(pair))
    }
}

fn ordered([a, b]: [&DocumentId; 2]) -> [&DocumentId; 2] {
    [a.min(b), a.max(b)]
}
