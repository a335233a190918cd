//! [`Registry`]: documents are registered, probed and exported.

use std::collections::BTreeSet;
use std::path::Path;

use rayon::prelude::*;
use serde::Serialize;

use super::answer::{Found, ProbeOptions, Probed};
use super::find::find;
use super::index::Index;
use super::prepare::Prepared;
use super::registration::Registration;
use super::store::{Access, DocumentRow, FORMAT, Store, Table};
use dejalu_base::error::{RegistryError, Result};
use dejalu_base::progress::Silent;
use dejalu_experiment::model::{Judgement, Model};
use dejalu_text::document::packed::DocumentRecord;
use dejalu_text::document::{Document, DocumentId};
use dejalu_text::{AnalysisOptions, Analyzer};

/// Registered documents, and one connection to where they are kept.
///
/// Other connections of the same process read on while one writes, each from the last commit.
///
/// ```
/// use dejalu_registry::{Class, ProbeOptions};
/// use dejalu_registry::Registry;
/// use dejalu_text::Document;
///
/// let mut registry = Registry::in_memory(Default::default())?;
/// let old = Document::plain("old", "The ferry waits at the pier. A storm broke the pier in March.");
/// registry.register(&[old], None)?;
/// let new = Document::plain("new", "It was a cold day in town. In March, a storm broke the pier.");
/// let probed = registry.probe(&new, &ProbeOptions::default())?;
/// assert_eq!(probed.found[0].id.as_str(), "old");
/// assert_eq!(probed.found[0].class, Class::High);
/// # Ok::<(), dejalu_base::Error>(())
/// ```
pub struct Registry {
    pub(super) index: Index,
    pub(super) analyzer: Analyzer,
}

/// A registered document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Listed {
    /// Its name.
    pub id: DocumentId,
    /// Number of sentences, as 004 cuts them: [chunks](dejalu_text::Chunk).
    pub sentences: usize,
}

/// The size of a registry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// Registered documents.
    pub documents: u64,
    /// Their different sentences, as 004 cuts them: [chunks](dejalu_text::Chunk).
    pub sentences: u64,
    /// Their different words.
    pub words: u64,
    /// The version of the store's format.
    pub format: u32,
    /// Program that made the store.
    pub made_by: String,
    /// Options by which documents are read.
    pub analysis: AnalysisOptions,
}

impl Registry {
    /// Makes an empty registry. Refuses a path where something is.
    pub fn create(path: &Path, analysis: AnalysisOptions) -> Result<Self> {
        let store = Store::create(path, &analysis)?;
        Ok(Registry::new(store, analysis))
    }

    /// An empty registry that is gone when it is dropped.
    pub fn in_memory(analysis: AnalysisOptions) -> Result<Self> {
        let store = Store::in_memory(&analysis)?;
        Ok(Registry::new(store, analysis))
    }

    /// Opens a registry.
    ///
    /// # Errors
    ///
    /// There is none, it is something else, damaged or of a newer format, or another process has
    /// it open and one of the two may write.
    pub fn open(path: &Path, access: Access) -> Result<Self> {
        let (store, analysis) = Store::open(path, access)?;
        Ok(Registry::new(store, analysis))
    }

    fn new(store: Store, analysis: AnalysisOptions) -> Self {
        Registry {
            index: Index::new(store),
            analyzer: Analyzer::new(analysis),
        }
    }

    /// The analyzer of the documents.
    pub fn analyzer(&self) -> &Analyzer {
        &self.analyzer
    }

    /// Finds the registered documents that share sentences with this one.
    ///
    /// # Errors
    ///
    /// A threshold out of range, a store that is damaged where it was read.
    pub fn probe(&self, document: &Document, options: &ProbeOptions) -> Result<Probed> {
        let chunks = super::prepare::counting(&self.analyzer, document, options);
        let index = &self.index;
        index.store.snapshot(|| find(index, &chunks, options))
    }

    /// The result of a probe, with a model's decision on the document and each one found.
    ///
    /// # Errors
    ///
    /// A model that reads documents otherwise than the registry.
    pub fn judge(
        &self,
        document: &Document,
        found: &[Found],
        model: &Model,
    ) -> Result<Vec<(Document, Judgement)>> {
        self.check(model)?;
        let mut documents = vec![document.clone()];
        for other in found {
            documents.push(self.document(&other.id)?);
        }
        let pairs: Vec<(usize, usize)> = (1..documents.len()).map(|other| (0, other)).collect();
        let judged = model.classify(&documents, &pairs, &Silent)?;
        Ok(documents.into_iter().skip(1).zip(judged).collect())
    }

    /// Refuses a model that reads documents otherwise than the registry.
    ///
    /// # Errors
    ///
    /// [`RegistryError::OtherAnalysis`].
    pub fn check(&self, model: &Model) -> Result<()> {
        if model.analysis == *self.analyzer.options() {
            return Ok(());
        }
        let shown = |analysis| serde_json::to_string(analysis).unwrap_or_default();
        Err(self.index.store.refuse(RegistryError::OtherAnalysis {
            registry: shown(self.analyzer.options()),
            other: "model",
            found: shown(&model.analysis),
        }))
    }

    /// Registers documents as one batch: when this returns, all that are not left out are safely on
    /// disk; after an error none is. With `refuse`, copies from that class on are left out, also
    /// those of documents earlier in the batch.
    ///
    /// # Errors
    ///
    /// A store that may not be written to, a full disk, a threshold out of range.
    pub fn register(
        &mut self,
        documents: &[Document],
        refuse: Option<&ProbeOptions>,
    ) -> Result<Vec<Registration>> {
        let analyzer = &self.analyzer;
        let prepared: Vec<Prepared> = documents
            .par_iter()
            .map(|document| Prepared::new(analyzer, document, refuse))
            .collect();
        self.index.batch(|index| {
            let admit = |document: &Prepared| document.admit(index, refuse);
            prepared.iter().map(admit).collect()
        })
    }

    /// Takes documents away, all of them or, after an error, none; says how many.
    ///
    /// # Errors
    ///
    /// One that is not registered.
    pub fn remove(&mut self, ids: &[DocumentId]) -> Result<usize> {
        let ids: BTreeSet<&DocumentId> = ids.iter().collect();
        let rows = ids.iter().map(|id| row(&self.index.store, id));
        let rows: Vec<DocumentRow> = rows.collect::<Result<_>>()?;
        self.index
            .batch(|index| rows.iter().try_for_each(|row| index.remove(row)))?;
        self.index.store.shrink()?;
        Ok(ids.len())
    }

    /// Every registered document, in ascending order of their names.
    pub fn list(&self) -> Result<Vec<Listed>> {
        let store = &self.index.store;
        let mut listed = Vec::new();
        let list = |row: DocumentRow| {
            listed.push(Listed {
                id: row.id,
                sentences: row.sentences.len(),
            });
            Ok(())
        };
        store.snapshot(|| store.documents(list))?;
        Ok(listed)
    }

    /// A registered document as it was.
    ///
    /// # Errors
    ///
    /// It is not registered.
    pub fn document(&self, id: &DocumentId) -> Result<Document> {
        let store = &self.index.store;
        store.snapshot(|| self.read(&row(store, id)?))
    }

    /// Gives every registered document, in ascending order of their names.
    pub fn export(&self, mut each: impl FnMut(Document) -> Result<()>) -> Result<()> {
        let store = &self.index.store;
        store.snapshot(|| store.documents(|row| each(self.read(&row)?)))
    }

    /// Reads everything and checks that all of it fits together.
    ///
    /// # Errors
    ///
    /// What does not.
    pub fn verify(&self) -> Result<()> {
        let index = &self.index;
        index
            .store
            .snapshot(|| super::verify::verify(index, &self.analyzer))
    }

    /// Its size.
    pub fn stats(&self) -> Result<Stats> {
        let store = &self.index.store;
        store.snapshot(|| {
            Ok(Stats {
                documents: store.count(Table::Documents)?,
                sentences: store.count(Table::Sentences)?,
                words: store.count(Table::Words)?,
                format: FORMAT,
                made_by: store.verified_setting("made_by")?,
                analysis: self.analyzer.options().clone(),
            })
        })
    }

    fn read(&self, row: &DocumentRow) -> Result<Document> {
        let store = &self.index.store;
        let broken = || store.damaged(format!("the text of document '{}' is damaged", row.id));
        let record = DocumentRecord::unpack(&store.content(row)?).map_err(|_| broken())?;
        record.into_document().ok_or_else(broken)
    }
}

fn row(store: &Store, id: &DocumentId) -> Result<DocumentRow> {
    match store.document_of(id)? {
        Some(row) => Ok(row),
        None => Err(store.refuse(RegistryError::NotRegistered {
            id: id.to_string(),
            documents: store.count(Table::Documents)?,
        })),
    }
}

#[cfg(test)]
mod tests;
