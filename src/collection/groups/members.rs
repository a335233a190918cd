//! What grouping asks of documents: of those at hand, or of what an index keeps of them.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::relation::{RUN, Runs};
use crate::collection::collection::{Collection, analyzed};
use crate::collection::judge::Judge;
use crate::collection::scoring::{Batch, Texts, batches};
use crate::document::{DocumentId, Moment};
use crate::error::Result;
use crate::text::Analyzer;
use crate::text::shingles::word_shingles;

/// What pairs of documents share, by place: the first of a pair is removed, the second kept.
pub(in crate::collection) type ComparedPairs = FxHashMap<(u32, u32), Runs>;

/// Documents to be grouped, by place; places ascend by name.
pub(in crate::collection) trait Members {
    /// How many there are.
    fn count(&self) -> usize;

    /// The name of a document.
    fn name(&self, place: u32) -> &DocumentId;

    /// The place of the document of this name.
    fn place_of(&self, name: &DocumentId) -> Option<u32>;

    /// The text of each document, named by the place of the first that has it.
    fn text_of(&self) -> Vec<u32>;

    /// How many characters a document has.
    fn characters(&self, place: u32) -> usize;

    /// When it was written, if it says so.
    fn written(&self, place: u32) -> Option<Moment>;

    /// What documents of different texts share.
    fn compared(&self, pairs: Vec<(u32, u32)>, judge: &Judge) -> Result<ComparedPairs>;
}

impl Members for Collection {
    fn count(&self) -> usize {
        self.documents().len()
    }

    fn name(&self, place: u32) -> &DocumentId {
        &self.documents()[place as usize].id
    }

    fn place_of(&self, name: &DocumentId) -> Option<u32> {
        Collection::place_of(self, name)
    }

    fn text_of(&self) -> Vec<u32> {
        Collection::text_of(self)
    }

    fn characters(&self, place: u32) -> usize {
        self.documents()[place as usize].text.chars().count()
    }

    fn written(&self, place: u32) -> Option<Moment> {
        self.documents()[place as usize].written()
    }

    fn compared(&self, pairs: Vec<(u32, u32)>, judge: &Judge) -> Result<ComparedPairs> {
        let documents = self.documents();
        let analyzer = Analyzer::new(judge.analysis().clone());
        let of_batch = |batch: Batch| {
            let here = batch.places.iter().map(|&place| &documents[place as usize]);
            let analyzed = analyzed(&analyzer, here);
            let runs = analyzed.par_iter().map(|it| word_shingles(it, RUN));
            let runs: Vec<Vec<u64>> = runs.collect();
            let compared = batch.pairs.par_iter().map(|&(removed, kept)| {
                let pair = (batch.places[removed], batch.places[kept]);
                (pair, Runs::of(&runs[removed], &runs[kept]))
            });
            compared.collect::<Vec<_>>()
        };
        let batches = batches(Texts::of(documents), pairs);
        Ok(batches.flat_map(of_batch).collect())
    }
}
