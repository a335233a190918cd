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
#[derive(Debug, Clone)]
pub struct Near {
    /// The documents.
    pub documents: Vec<Document>,
    /// Whether the judge's filter keeps nearly all of them, as [`FindOptions::near`] expects; every document
    /// is there otherwise.
    ///
    /// [`FindOptions::near`]: crate::FindOptions::near
    pub is_filtered: bool,
}

/// A search of an index as it was when the search began: what the index lists of every document is read
/// once, however many queries there are.
pub struct NearSearch<'a> {
    index: &'a Index,
    judge: &'a Judge,
    least: f64,
    analyzer: Analyzer,
    /// What the documents are filtered by, where they can be.
    filter: Option<Filter>,
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
    /// Begins a search for the documents that are to be judged where pairs with at least this score count.
    ///
    /// # Errors
    ///
    /// A judge that reads documents in another way ([`check`](Index::check)); an index that is
    /// damaged.
    pub fn search<'a>(&'a self, judge: &'a Judge, least: f64) -> Result<NearSearch<'a>> {
        self.check(judge)?;
        let listed = |filter: &Filter| filter.feature() == self.filter.feature();
        let informed = judge.statistics().covers(judge.features().needs());
        let filter = judge.filter(least).filter(listed);
        let sizes = if self.is_new {
            Vec::new()
        } else {
            self.store.snapshot(|| self.store.sizes())?
        };
        Ok(NearSearch {
            index: self,
            judge,
            least,
            analyzer: Analyzer::new(self.model.analysis.clone()),
            filter: filter.filter(|_| informed),
            counts: vec![SharedValues::default(); sizes.len()],
            sizes,
        })
    }

    /// What a [search](Index::search) for a single query finds.
    ///
    /// # Errors
    ///
    /// As [`search`](Index::search).
    pub fn near(&self, query: &Document, judge: &Judge, least: f64) -> Result<Near> {
        self.search(judge, least)?.near(query)
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
    pub fn count(&self) -> usize {
        self.sizes.len()
    }

    /// The documents that are to be judged for a query, and a few more: those that the judge's filter keeps
    /// and that may reach the score. Every document, where the judge has no filter, one of another
    /// similarity, or lacks statistics, which it then takes from them.
    ///
    /// # Errors
    ///
    /// An index that is damaged.
    pub fn near(&mut self, query: &Document) -> Result<Near> {
        let Some(filter) = &self.filter else {
            let mut documents = self.index.documents()?;
            documents.truncate(self.count());
            return Ok(Near {
                documents,
                is_filtered: false,
            });
        };
        let query = self.analyzer.analyze(query);
        let measure = filter.feature().measure();
        let sketch = measure.and_then(|measure| measure.sketch(&query, self.judge.statistics()));
        let documents = match sketch {
            Some(sketch) if !self.index.is_new => {
                let (index, counts) = (self.index, &mut self.counts);
                index.store.snapshot(|| {
                    let read = index.lists_of(std::slice::from_ref(&sketch))?;
                    let admitted = admitted(&sketch, filter, &self.sizes, &read, counts);
                    let numbers =
                        index.may_reach(&query, &admitted, self.judge, filter, self.least)?;
                    index.read(numbers.into_iter())
                })?
            }
            _ => Vec::new(),
        };
        Ok(Near {
            documents,
            is_filtered: true,
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
