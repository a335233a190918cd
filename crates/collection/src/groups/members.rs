//! The interface by which grouping asks about documents: those at hand, or those that an index
//! keeps.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::relation::{RUN, Runs};
use crate::scoring::{Batch, Texts, batches};
use crate::word_reader::WordReader;
use dejalu_base::error::Result;
use dejalu_text::document::{DocumentId, Moment};

/// Common runs of pairs of documents, by place: the first of a pair is removed, the second kept.
pub(crate) type ComparedPairs = FxHashMap<(u32, u32), Runs>;

/// Documents to be grouped, by place; places ascend by name.
pub(crate) trait Members {
    /// Number of documents.
    fn count(&self) -> usize;

    /// The name of a document.
    fn name(&self, place: u32) -> &DocumentId;

    /// The place of the document of this name.
    fn place_of(&self, name: &DocumentId) -> Option<u32>;

    /// The names of documents that share this one in their sources.
    fn named_in_sources(&self, _name: &DocumentId) -> Vec<String> {
        Vec::new()
    }

    /// The place of the document of this name. Else an error: `unknown`, given the number of documents, or `ambiguous`, given
    /// the names that tell those of several sources apart.
    fn place_or<E>(
        &self,
        name: &DocumentId,
        unknown: impl FnOnce(usize) -> E,
        ambiguous: impl FnOnce(Vec<String>) -> E,
    ) -> Result<u32, E> {
        self.place_of(name).ok_or_else(|| {
            let all = self.named_in_sources(name);
            if all.is_empty() {
                unknown(self.count())
            } else {
                ambiguous(all)
            }
        })
    }

    /// The position of a document in the input: of two the first has the smaller number.
    fn arrival(&self, place: u32) -> u32;

    /// The text of each document, named by the place of the first that has it.
    fn text_of(&self) -> Vec<u32>;

    /// Number of characters in a document.
    fn characters(&self, place: u32) -> usize;

    /// The time it was written, if it says so.
    fn written(&self, place: u32) -> Option<Moment>;

    /// Compares documents of different texts.
    fn compared(&self, pairs: Vec<(u32, u32)>) -> Result<ComparedPairs>;
}

impl Members for WordReader<'_> {
    fn count(&self) -> usize {
        self.collection().documents().len()
    }

    fn name(&self, place: u32) -> &DocumentId {
        &self.document(place).id
    }

    fn place_of(&self, name: &DocumentId) -> Option<u32> {
        self.collection().place_of(name)
    }

    fn named_in_sources(&self, name: &DocumentId) -> Vec<String> {
        self.collection().named_in_sources(name)
    }

    fn arrival(&self, place: u32) -> u32 {
        self.collection().arrival(place)
    }

    fn text_of(&self) -> Vec<u32> {
        self.collection().text_of()
    }

    fn characters(&self, place: u32) -> usize {
        self.document(place).text.chars().count()
    }

    fn written(&self, place: u32) -> Option<Moment> {
        self.document(place).written()
    }

    fn compared(&self, pairs: Vec<(u32, u32)>) -> Result<ComparedPairs> {
        let of_batch = |batch: Batch| {
            let runs = batch.places.par_iter();
            let runs = runs.map(|&place| self.words(place).shingles(RUN));
            let runs: Vec<Vec<u64>> = runs.collect();
            let compared = batch.pairs.par_iter().map(|&(removed, kept)| {
                let pair = (batch.places[removed], batch.places[kept]);
                (pair, Runs::of(&runs[removed], &runs[kept]))
            });
            compared.collect::<Vec<_>>()
        };
        let texts = Texts::of(self.collection().documents());
        Ok(batches(texts, pairs).flat_map(of_batch).collect())
    }
}
