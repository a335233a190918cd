//! Searching an index: which documents are worth a judgement.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::index::Index;
use super::lists;
use crate::candidates::{Filter, SharedValues};
use crate::collection::Judge;
use crate::document::Document;
use crate::error::Result;
use crate::similarity::measures::Sketch;
use crate::text::Analyzer;

/// The documents of an index that are to be judged for a query.
#[derive(Debug, Clone)]
pub struct Near {
    /// The documents.
    pub documents: Vec<Document>,
    /// Whether the judge's filter keeps nearly all of them, as [`FindOptions::near`] expects; every document
    /// is there otherwise.
    ///
    /// [`FindOptions::near`]: crate::collection::FindOptions::near
    pub is_filtered: bool,
}

impl Index {
    /// The documents that are to be judged for a query where pairs with at least this score count, and a
    /// few more: those that the judge's filter keeps. Every document, where the judge has no filter, one of another similarity, or
    /// lacks statistics, which it then takes from them.
    ///
    /// # Errors
    ///
    /// A judge that reads documents in another way ([`check`](Index::check)); an index that is
    /// damaged.
    pub fn near(&self, query: &Document, judge: &Judge, least: f64) -> Result<Near> {
        self.check(judge)?;
        let listed = |filter: &Filter| filter.feature() == self.filter.feature();
        let informed = judge.statistics().covers(judge.features().needs());
        let filter = judge.filter(least).filter(listed);
        let Some(filter) = filter.filter(|_| informed) else {
            return Ok(Near {
                documents: self.documents()?,
                is_filtered: false,
            });
        };
        let analyzer = Analyzer::new(self.model.analysis.clone());
        let query = analyzer.analyze(query);
        let measure = filter.feature().measure();
        let sketch = measure.and_then(|measure| measure.sketch(&query, judge.statistics()));
        let documents = match &sketch {
            Some(sketch) if !self.is_new => self.store.snapshot(|| {
                let admitted = self.admitted(std::slice::from_ref(sketch), &filter)?;
                self.read(admitted.into_iter().flatten())
            })?,
            _ => Vec::new(),
        };
        Ok(Near {
            documents,
            is_filtered: true,
        })
    }

    /// For each query the numbers of the documents that a filter keeps, ascending, and of a few more. A list is
    /// read once, whatever the number of queries that have its value.
    pub(super) fn admitted(&self, queries: &[Sketch], filter: &Filter) -> Result<Vec<Vec<u32>>> {
        let sizes = self.store.sizes()?;
        let values = queries.iter().flat_map(|query| &query.values);
        let mut keys: Vec<u32> = values.map(|&value| lists::of(value)).collect();
        keys.sort_unstable();
        keys.dedup();
        let mut read: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for key in keys {
            let documents = read.entry(key).or_default();
            self.store.list(key, |number| documents.push(number))?;
        }
        let counts = || vec![SharedValues::default(); sizes.len()];
        let admitted = queries.par_iter().map_init(counts, |counts, query| {
            if query.values.is_empty() {
                // It may be a copy of a document without values.
                let sizes = (0u32..).zip(&sizes);
                return sizes
                    .filter(|(_, size)| **size == 0)
                    .map(|(it, _)| it)
                    .collect();
            }
            admitted(query, filter, &sizes, (&read, counts))
        });
        Ok(admitted.collect())
    }
}

/// The documents that a filter keeps for a query, given their sizes and the documents of each list. `counts`
/// are zeros, and are again in the end.
fn admitted(
    query: &Sketch,
    filter: &Filter,
    sizes: &[u32],
    (read, counts): (&FxHashMap<u32, Vec<u32>>, &mut [SharedValues]),
) -> Vec<u32> {
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
    met.retain(|&number| {
        let shared = std::mem::take(&mut counts[number as usize]);
        admission.admits(sizes[number as usize], shared)
    });
    met.sort_unstable();
    met
}
