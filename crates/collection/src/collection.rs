//! The documents of a collection in a fixed order, without exact copies.

use std::collections::HashMap;
use std::path::Path;

use rayon::prelude::*;

use super::judge::Judge;
use super::other_records::OtherWorks;
use dejalu_base::error::Result;
use dejalu_base::progress::Progress;
use dejalu_similarity::candidates::Sketches;
use dejalu_text::document::reader::{self, OnBad, ReadOptions};
use dejalu_text::document::{Document, DocumentId};
use dejalu_text::{AnalyzedDocument, Analyzer, Scope};

/// Documents per batch.
pub(super) const BATCH: usize = 2_048;

/// Documents by name, so that no result depends on the order in which they were read, but for which of a group is
/// kept where that is the first ([`Keep::First`](super::Keep::First)).
///
/// ```
/// use dejalu_collection::Collection;
/// use dejalu_text::Document;
///
/// let texts = [("b", "A storm."), ("a", "The ferry."), ("c", "The ferry.")];
/// let documents = texts.map(|(id, text)| Document::plain(id, text));
/// let collection = Collection::new(documents.into());
/// assert_eq!(collection.documents()[0].id.as_str(), "a");
/// assert_eq!(collection.originals(), [0, 1], "c is a copy of a");
/// ```
#[derive(Debug)]
pub struct Collection {
    documents: Vec<Document>,
    /// The position of each of them in the input.
    arrivals: Vec<u32>,
    /// The first document of each different text.
    originals: Vec<u32>,
    /// The copies of each original, by its index among the originals; ascending.
    copies: Vec<Vec<u32>>,
    /// The index among the originals of each text.
    texts: HashMap<u128, usize>,
    /// The places of the documents without a word; ascending.
    wordless: Vec<u32>,
    /// The places of documents by their names in their sources, where these differ.
    own_ids: HashMap<DocumentId, Vec<u32>>,
}

impl Collection {
    /// Reads the documents of a folder or a table, as `dejalu dedupe` does without further options.
    ///
    /// # Errors
    ///
    /// The first document that cannot be read; no document at all.
    pub fn read(source: impl AsRef<Path>) -> Result<Self> {
        let options = ReadOptions::default();
        let read = reader::read_all(source.as_ref(), &options, OnBad::Stop)?;
        Ok(Collection::new(read.documents))
    }

    /// Orders documents by name and finds the exact copies: documents of the same text
    /// ([`Document::exact_text`]). The one with the smallest name is the original. Records of different works that say
    /// the same are no copies.
    pub fn new(documents: Vec<Document>) -> Self {
        let mut arrived: Vec<(u32, Document)> = (0u32..).zip(documents).collect();
        arrived.par_sort_by(|(_, a), (_, b)| a.id.cmp(&b.id));
        let (arrivals, documents): (Vec<u32>, Vec<Document>) = arrived.into_iter().unzip();
        let text = |document: &Document| (document.exact_text(), document.has_words());
        let identities: Vec<(Option<u128>, bool)> = documents.par_iter().map(text).collect();
        let mut texts: HashMap<u128, usize> = HashMap::new();
        let (mut originals, mut copies) = (Vec::new(), Vec::<Vec<u32>>::new());
        let mut wordless = Vec::new();
        let mut others = OtherWorks::default();
        for (place, (identity, has_words)) in (0u32..).zip(identities) {
            let next = originals.len();
            if !has_words {
                wordless.push(place);
            }
            let original = identity.map_or(next, |identity| {
                let first = *texts.entry(identity).or_insert(next);
                let member = |place: u32| &documents[place as usize];
                let members = |original: usize| {
                    let all = copies.get(original).into_iter().flatten();
                    let all = originals.get(original).into_iter().chain(all);
                    all.map(|place| member(*place))
                };
                others.original(identity, member(place), [first, next], members)
            });
            if original == next {
                originals.push(place);
                copies.push(Vec::new());
            } else {
                copies[original].push(place);
            }
        }
        let mut own_ids: HashMap<DocumentId, Vec<u32>> = HashMap::new();
        for (place, document) in (0u32..).zip(&documents) {
            if let Some(own) = &document.own_id {
                own_ids.entry(own.clone()).or_default().push(place);
            }
        }
        Collection {
            documents,
            arrivals,
            originals,
            copies,
            texts,
            wordless,
            own_ids,
        }
    }

    /// The same collection with other texts to compare, one for each document: what was an exact copy
    /// remains one.
    pub(super) fn compared_by(&self, documents: Vec<Document>) -> Self {
        Collection {
            documents,
            arrivals: self.arrivals.clone(),
            originals: self.originals.clone(),
            copies: self.copies.clone(),
            texts: self.texts.clone(),
            wordless: self.wordless.clone(),
            own_ids: self.own_ids.clone(),
        }
    }

    /// The documents, by name.
    pub fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// The position in the input of the document at a place, among all documents.
    pub(super) fn arrival(&self, place: u32) -> u32 {
        self.arrivals[place as usize]
    }

    /// The places of the documents that are not copies of an earlier one.
    pub fn originals(&self) -> &[u32] {
        &self.originals
    }

    /// Number of documents without a word.
    pub fn wordless(&self) -> usize {
        self.wordless.len()
    }

    /// Returns whether a document has a word, be it a stop word. One that has none is compared as an exact text only:
    /// there is nothing else that could be alike.
    pub(super) fn has_words(&self, place: u32) -> bool {
        self.wordless.binary_search(&place).is_err()
    }

    /// The place of the original that has the same text as a document of whatever collection.
    pub(super) fn same_text(&self, document: &Document) -> Option<u32> {
        let original = self.texts.get(&document.exact_text()?)?;
        Some(self.originals[*original])
    }

    /// The place of the document of this name, or if there is none of the only one that has it in its source.
    pub fn place_of(&self, name: &DocumentId) -> Option<u32> {
        let found = self.documents.binary_search_by(|it| it.id.cmp(name));
        match (found, self.own_ids.get(name).map(Vec::as_slice)) {
            (Ok(place), _) => Some(place as u32),
            (Err(_), Some([single])) => Some(*single),
            (Err(_), _) => None,
        }
    }

    /// The names of the documents that have this name in their sources, where they had to be told apart.
    pub fn named_in_sources(&self, name: &DocumentId) -> Vec<String> {
        let places = self.own_ids.get(name).into_iter().flatten();
        let names = places.map(|&place| self.documents[place as usize].id.to_string());
        names.collect()
    }

    /// The places of these two documents, the smaller first; `None` unless both are here.
    pub(crate) fn places_of_pair(&self, ids: &[DocumentId; 2]) -> Option<(u32, u32)> {
        let (a, b) = (self.place_of(&ids[0])?, self.place_of(&ids[1])?);
        Some((a.min(b), a.max(b)))
    }

    /// The sketches of all documents, given those of the originals.
    pub(super) fn with_copies(&self, of_originals: &Sketches) -> Sketches {
        let mut original_of = vec![0; self.documents.len()];
        for (original, (&place, copies)) in self.originals.iter().zip(&self.copies).enumerate() {
            for &place in copies.iter().chain([&place]) {
                original_of[place as usize] = original;
            }
        }
        let mut all = Sketches::default();
        for original in original_of {
            all.push(of_originals.get(original));
        }
        all
    }

    /// Every copy with its original, by place.
    pub fn copies_with_originals(&self) -> impl Iterator<Item = (u32, u32)> {
        let of_each = self.originals.iter().zip(&self.copies);
        of_each.flat_map(|(&original, copies)| copies.iter().map(move |&copy| (copy, original)))
    }

    /// The text of each document, named by the place of its original.
    pub(super) fn text_of(&self) -> Vec<u32> {
        let mut text_of: Vec<u32> = (0..self.documents.len() as u32).collect();
        for (copy, original) in self.copies_with_originals() {
            text_of[copy as usize] = original;
        }
        text_of
    }

    /// The judge with all that it needs to know of this collection.
    pub(super) fn informed(&self, judge: &Judge, progress: &dyn Progress) -> Result<Judge> {
        let originals = self
            .originals
            .iter()
            .map(|&place| &self.documents[place as usize]);
        judge.informed(&self.documents, originals, progress)
    }
}

/// Analyses documents no further than a scope, in parallel, in order.
pub(super) fn analyzed<'d>(
    analyzer: &Analyzer,
    documents: impl Iterator<Item = &'d Document>,
    scope: &Scope,
) -> Vec<AnalyzedDocument> {
    let documents: Vec<&Document> = documents.collect();
    let documents = documents.into_par_iter();
    documents
        .map(|document| analyzer.analyze_within(document, scope))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_set_aside_and_order_is_of_no_account() {
        let texts = [
            ("d", "One  two."),
            ("a", "Three."),
            ("c", "One two."),
            ("b", "One\ntwo."),
            ("e", "!"),
        ];
        let documents = texts.map(|(id, text)| Document::plain(id, text));
        let mut backwards = documents.to_vec();
        backwards.reverse();
        for documents in [documents.to_vec(), backwards] {
            let collection = Collection::new(documents);
            let names: Vec<&str> = collection
                .documents()
                .iter()
                .map(|d| d.id.as_str())
                .collect();
            assert_eq!(names, ["a", "b", "c", "d", "e"]);
            assert_eq!(collection.originals(), [0, 1, 4]);
            let copies: Vec<(u32, u32)> = collection.copies_with_originals().collect();
            assert_eq!(copies, [(2, 1), (3, 1)]);
        }
    }
}
