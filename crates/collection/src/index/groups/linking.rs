//! Finds the duplicates of documents that are added, among those that are there and among each other.
//!
//! Two documents are linked if the filter keeps them and the judge calls them duplicates, with and without
//! boilerplate. That is a property of the two, so it does not matter which of them came first.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::members::{Firsts, Link, Member};
use super::rules::GroupRules;
use crate::boilerplate::without_runs;
use crate::groups::Members;
use crate::index::Index;
use crate::scoring::{Edge, Texts};
use crate::search::Search;
use crate::vectors::vectors;
use crate::word_reader::WordReader;
use crate::{Collection, Judge};
use dejalu_base::error::{IndexError, Result};
use dejalu_base::progress::{Progress, Silent};
use dejalu_base::threshold::reaches;
use dejalu_experiment::model::Decision;
use dejalu_experiment::pairs::Vectorizer;
use dejalu_similarity::FeatureSet;
use dejalu_similarity::candidates::Filter;
use dejalu_similarity::measures::Sketch;
use dejalu_text::Analyzer;
use dejalu_text::document::{Document, DocumentId};

/// Documents linked at a time: those that may be their duplicates are read together.
const BATCH: usize = 1_024;

/// Links documents by the rules of an index.
pub(super) struct Linker<'a> {
    index: &'a Index,
    rules: &'a GroupRules,
    judge: Judge,
    filter: Filter,
}

impl<'a> Linker<'a> {
    /// # Errors
    ///
    /// A model without a filter.
    pub(super) fn new(index: &'a Index, rules: &'a GroupRules) -> Result<Self> {
        let judge = index.judge();
        let filter = judge
            .filter(rules.at.lowest())
            .ok_or(IndexError::NoFilter)?;
        Ok(Linker {
            index,
            rules,
            judge,
            filter,
        })
    }

    /// Adds what is kept of the documents from this number on, linked with all before them.
    ///
    /// # Errors
    ///
    /// An index that is damaged.
    pub(super) fn extend(&self, members: &mut Vec<Member>, progress: &dyn Progress) -> Result<()> {
        let sizes = self.index.store.sizes()?;
        let new = members.len() as u32..sizes.len() as u32;
        if new.is_empty() {
            return Ok(());
        }
        progress.begin("comparing with the groups", new.len());
        let mut firsts = Firsts::of(members);
        for from in new.clone().step_by(BATCH) {
            let batch = from..new.end.min(from + BATCH as u32);
            let documents = self.index.read(batch.clone())?;
            members.extend(documents.iter().map(Member::of));
            firsts.extend(&members[batch.start as usize..]);
            let pairs = self.candidates(batch.clone(), &documents, &firsts, &sizes)?;
            let links = self.judged(batch.clone(), documents, &pairs)?;
            for (number, link) in links {
                members[number as usize].links.push(link);
            }
            progress.advance(batch.len());
        }
        for member in &mut members[new.start as usize..] {
            member.links.sort_unstable_by_key(|link| link.other);
        }
        Ok(())
    }

    /// The pairs that the filter may keep, by number, the later document first: one document of each text.
    fn candidates(
        &self,
        batch: Range<u32>,
        documents: &[Document],
        firsts: &Firsts,
        sizes: &[u32],
    ) -> Result<Vec<(u32, u32)>> {
        let analyzer = Analyzer::new(self.judge.analysis().clone());
        let measure = self.filter.feature().measure();
        let sketch = |(number, document): (u32, &Document)| {
            if !document.has_words() {
                return None;
            }
            let analyzed = analyzer.analyze(document);
            let sketch = measure?.sketch(&analyzed, self.judge.statistics())?;
            (firsts.is_first(number) && !sketch.values.is_empty()).then_some((number, sketch))
        };
        let sketches = batch.zip(documents).filter_map(sketch);
        let (numbers, sketches): (Vec<u32>, Vec<Sketch>) = sketches.unzip();
        let admitted = self.index.admitted(&sketches, &self.filter, sizes)?;
        let pairs = numbers
            .into_iter()
            .zip(admitted)
            .flat_map(|(number, found)| {
                let found = found.into_iter().map(|it| it.number);
                let earlier = found.filter(move |&other| other < number);
                earlier.map(move |other| (number, other))
            });
        Ok(pairs.filter(|&(_, other)| firsts.is_first(other)).collect())
    }

    /// Of these pairs the duplicates, with the number of the later document.
    fn judged(
        &self,
        batch: Range<u32>,
        mut documents: Vec<Document>,
        pairs: &[(u32, u32)],
    ) -> Result<Vec<(u32, Link)>> {
        let others: FxHashSet<u32> = pairs.iter().map(|&(_, other)| other).collect();
        let mut others: Vec<u32> = others
            .into_iter()
            .filter(|it| !batch.contains(it))
            .collect();
        others.sort_unstable();
        documents.extend(self.index.read(others.iter().copied())?);
        let numbers: Vec<u32> = batch.chain(others).collect();
        let number_of: FxHashMap<DocumentId, u32> = documents
            .iter()
            .map(|document| document.id.clone())
            .zip(numbers)
            .collect();
        let whole = Collection::new(documents);
        let numbers: Vec<u32> = whole
            .documents()
            .iter()
            .map(|document| number_of[&document.id])
            .collect();
        let place_of: FxHashMap<u32, u32> = numbers.iter().copied().zip(0..).collect();
        let mut places: Vec<(u32, u32)> = pairs
            .iter()
            .map(|(a, b)| (place_of[a], place_of[b]))
            .map(|(a, b)| (a.min(b), a.max(b)))
            .collect();
        places.sort_unstable();
        let least = self.judge.distinct_below(self.rules.at.lowest());
        let rest = self.rest(&whole, places.iter().flat_map(|&(a, b)| [a, b]));
        let whole_reader = WordReader::uncached(&whole, self.judge.analysis());
        let rest_reader = rest.as_ref().map(|rest| whole_reader.of_rest(rest));
        let search = Search::new(&whole_reader, rest_reader.as_ref(), &self.judge, &Silent);
        let mut edges = search.scored(places, least, search.progress())?;
        let texts = Texts::of(whole.documents());
        edges.retain(|edge| {
            texts.decision(*edge, &self.judge, self.rules.at) == Decision::Duplicate
        });
        self.links(&whole, rest.as_ref(), edges, &numbers)
    }

    /// The collection without its boilerplate, at these places; `None` where none is known.
    pub(super) fn rest(
        &self,
        whole: &Collection,
        places: impl Iterator<Item = u32>,
    ) -> Option<Collection> {
        let runs = &self.rules.boilerplate;
        (!runs.is_empty()).then(|| without_runs(whole, self.judge.analysis(), runs, places))
    }

    /// What is kept of duplicates, given by place, where the filter keeps them as well: with the number of
    /// the later document.
    pub(super) fn links(
        &self,
        whole: &Collection,
        rest: Option<&Collection>,
        mut edges: Vec<Edge>,
        numbers: &[u32],
    ) -> Result<Vec<(u32, Link)>> {
        // The feature of a model's filter needs no statistics.
        let similarity = Vectorizer {
            analysis: self.judge.analysis().clone(),
            features: FeatureSet::from_iter([self.filter.feature().clone()]),
            statistics: Default::default(),
        };
        for collection in [Some(whole), rest].into_iter().flatten() {
            let pairs: Vec<(u32, u32)> = edges.iter().map(|it| (it.left, it.right)).collect();
            let found = vectors(collection, &pairs, &similarity, &Silent)?;
            let at = self.filter.at().value();
            let mut kept = found.column(0).into_iter().map(|&value| reaches(value, at));
            edges.retain(|_| kept.next().unwrap_or(false));
        }
        let pairs = edges.iter().map(|edge| (edge.left, edge.right)).collect();
        let reader = WordReader::uncached(whole, self.judge.analysis());
        let runs = reader.compared(pairs)?;
        let link = |edge: &Edge| {
            let [left, right] = [edge.left, edge.right].map(|place| numbers[place as usize]);
            let runs = runs[&(edge.left, edge.right)];
            let (later, other) = (left.max(right), left.min(right));
            let runs = if later == left { runs } else { runs.turned() };
            let score = edge.score;
            (later, Link { other, score, runs })
        };
        Ok(edges.iter().map(link).collect())
    }
}
