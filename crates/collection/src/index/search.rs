//! Searching an index: which documents are worth a judgement.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::index::Index;
use super::lists;
use crate::Judge;
use crate::bound_sketches::{BoundSketcher, QueryBound};
use dejalu_base::error::Result;
use dejalu_similarity::candidates::{Filter, SharedValues};
use dejalu_similarity::measures::Sketch;
use dejalu_text::document::Document;
use dejalu_text::{AnalyzedDocument, Analyzer};

/// The documents of an index that are to be judged for a query.
#[derive(Debug)]
pub(super) struct Near {
    pub(super) documents: Vec<Document>,
    /// The number of each: its place among those of the index.
    pub(super) numbers: Vec<u32>,
}

/// A search of an index as it was when the search began: what the index lists of every document is read
/// once, however many queries there are.
pub(super) struct NearSearch<'a> {
    index: &'a Index,
    judge: &'a Judge,
    least: f64,
    analyzer: Analyzer,
    /// What the documents are filtered by.
    filter: Filter,
    /// How many values each document has.
    sizes: Vec<u32>,
    /// What each document shares with a query. All zero between queries.
    counts: Vec<SharedValues>,
}

/// A document that a filter keeps.
#[derive(Debug, Clone, Copy)]
pub(super) struct Admitted {
    pub(super) number: u32,
    /// How many values it has.
    size: u32,
    /// How many of the query's it has at most.
    shared: u32,
}

impl Index {
    /// The filter that leads to the documents that this judge has to look at where pairs with at least this
    /// score count; none if every document is to be read.
    pub(super) fn filter_of(&self, judge: &Judge, least: f64) -> Option<Filter> {
        let is_informed = judge.statistics().covers(judge.features().needs());
        let listed = |filter: &Filter| filter.feature() == self.filter.feature();
        judge.filter(least).filter(listed).filter(|_| is_informed)
    }

    /// Begins a search for the documents that are to be judged where pairs with at least this score count;
    /// `None` if every document is.
    pub(super) fn search<'a>(
        &'a self,
        judge: &'a Judge,
        least: f64,
    ) -> Result<Option<NearSearch<'a>>> {
        let Some(filter) = self.filter_of(judge, least) else {
            return Ok(None);
        };
        let sizes = if self.is_new {
            Vec::new()
        } else {
            self.store.snapshot(|| self.store.sizes())?
        };
        Ok(Some(NearSearch {
            index: self,
            judge,
            least,
            analyzer: Analyzer::new(self.model.analysis.clone()),
            filter,
            counts: vec![SharedValues::default(); sizes.len()],
            sizes,
        }))
    }

    /// The numbers of those documents, of these, that may reach a score by their bound sketches. Of documents of the
    /// same text all are there or none: they have the score of the first.
    fn may_reach(
        &self,
        query: &AnalyzedDocument,
        admitted: &[Admitted],
        judge: &Judge,
        filter: &Filter,
        least: f64,
    ) -> Result<Vec<u32>> {
        let all = || admitted.iter().map(|it| it.number).collect();
        let is_own = judge.trained().is_some()
            && judge.features() == &self.model.features
            && judge.statistics() == &self.model.statistics;
        if !self.store.has_bound_sketches() || !is_own {
            return Ok(all());
        }
        let sketcher = BoundSketcher::new(&self.model.features);
        let Some(bound) = QueryBound::new(&sketcher, query, judge, filter, least) else {
            return Ok(all());
        };
        let mut texts = Vec::with_capacity(admitted.len());
        let mut kept = FxHashSet::default();
        for Admitted {
            number,
            size,
            shared,
        } in admitted
        {
            // One that was added to an older format may be a copy of any.
            let Some(sketches) = self.store.bound_sketches(*number)? else {
                return Ok(all());
            };
            texts.push(sketches.text());
            if bound.may_reach(&sketches, [*size, *shared]) {
                kept.insert(sketches.text());
            }
        }
        let numbers = admitted.iter().map(|it| it.number).zip(texts);
        let numbers = numbers.filter(|(_, text)| kept.contains(text));
        Ok(numbers.map(|(number, _)| number).collect())
    }

    /// For each query the documents that a filter keeps, in ascending order of numbers, and a few more, given the
    /// sizes of all. A list is read once, whatever the number of queries that have its value.
    pub(super) fn admitted(
        &self,
        queries: &[Sketch],
        filter: &Filter,
        sizes: &[u32],
    ) -> Result<Vec<Vec<Admitted>>> {
        let read = self.lists_of(queries)?;
        let counts = || vec![SharedValues::default(); sizes.len()];
        let admitted = queries.par_iter().map_init(counts, |counts, query| {
            admitted(query, filter, sizes, &read, counts)
        });
        Ok(admitted.collect())
    }

    /// The documents of each list that a query has a value of.
    fn lists_of(&self, queries: &[Sketch]) -> Result<FxHashMap<u32, Vec<u32>>> {
        let values = queries.iter().flat_map(|query| &query.values);
        let mut keys: Vec<u32> = values.map(|&value| lists::of(value)).collect();
        keys.sort_unstable();
        keys.dedup();
        let mut read: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for key in keys {
            let documents = read.entry(key).or_default();
            self.store.list(key, |number| documents.push(number))?;
        }
        Ok(read)
    }
}

impl NearSearch<'_> {
    /// How many documents the index holds.
    pub(super) fn count(&self) -> usize {
        self.sizes.len()
    }

    /// The documents that are to be judged for a query, and a few more: those that the judge's filter keeps
    /// and that may reach the score.
    ///
    /// # Errors
    ///
    /// An index that is damaged.
    pub(super) fn near(&mut self, query: &Document) -> Result<Near> {
        let (index, filter) = (self.index, &self.filter);
        let query = self.analyzer.analyze(query);
        let measure = filter.feature().measure();
        let sketch = measure.and_then(|measure| measure.sketch(&query, self.judge.statistics()));
        let Some(sketch) = sketch.filter(|_| !index.is_new) else {
            return Ok(Near {
                documents: Vec::new(),
                numbers: Vec::new(),
            });
        };
        index.store.snapshot(|| {
            let read = index.lists_of(std::slice::from_ref(&sketch))?;
            let admitted = admitted(&sketch, filter, &self.sizes, &read, &mut self.counts);
            let numbers = index.may_reach(&query, &admitted, self.judge, filter, self.least)?;
            Ok(Near {
                documents: index.read(numbers.iter().copied())?,
                numbers,
            })
        })
    }
}

/// The documents that a filter keeps for a query, given their sizes and the documents of each list. `counts`
/// are zeros, and are again in the end.
fn admitted(
    query: &Sketch,
    filter: &Filter,
    sizes: &[u32],
    read: &FxHashMap<u32, Vec<u32>>,
    counts: &mut [SharedValues],
) -> Vec<Admitted> {
    if query.values.is_empty() {
        // It may be a copy of a document without values.
        let empty = (0u32..).zip(sizes).filter(|(_, size)| **size == 0);
        let admitted = |(number, _)| Admitted {
            number,
            size: 0,
            shared: 0,
        };
        return empty.map(admitted).collect();
    }
    let sketch = query.into();
    let mut met = Vec::new();
    for (place, &value) in query.values.iter().enumerate() {
        for &number in read.get(&lists::of(value)).into_iter().flatten() {
            if let Some(shared) = counts.get_mut(number as usize) {
                if shared.values == 0 {
                    met.push(number);
                }
                shared.add(sketch, place);
            }
        }
    }
    let admission = filter.admission(sketch);
    let admitted = met.into_iter().filter_map(|number| {
        let shared = std::mem::take(&mut counts[number as usize]);
        let size = sizes[number as usize];
        admission.admits(size, shared).then_some(Admitted {
            number,
            size,
            shared: shared.values,
        })
    });
    let mut admitted: Vec<Admitted> = admitted.collect();
    admitted.sort_unstable_by_key(|it| it.number);
    admitted
}
