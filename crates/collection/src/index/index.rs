//! [`Index`]: documents are added, found and removed.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::groups::Change;
use super::lists::PendingEntries;
use super::store::Store;
use crate::Judge;
use crate::bound_sketches::{BoundSketcher, BoundSketches};
use dejalu_base::error::{Error, IndexError, Place, Result};
use dejalu_base::progress::Progress;
use dejalu_experiment::model::{Model, builtin};
use dejalu_io::Unpacker;
use dejalu_io::sqlite::Draft;
use dejalu_similarity::candidates::Filter;
use dejalu_text::document::packed::{DocumentRecord, Packer};
use dejalu_text::document::{Document, DocumentId};
use dejalu_text::{AnalysisOptions, Analyzer};

/// The file in an index's folder.
const FILE: &str = "index.sqlite";

/// Documents analysed at a time, which bounds the memory they take.
const BATCH: usize = 2_048;

/// An index of a collection, and the model that it was made with.
///
/// ```
/// use dejalu_base::Silent;
/// use dejalu_collection::index::Index;
/// use dejalu_experiment::model::builtin;
/// use dejalu_text::Document;
///
/// # let folder = tempfile::tempdir().unwrap();
/// let mut index = Index::create(folder.path(), builtin::model()?)?;
/// index.add(vec![Document::plain("a", "The ferry waits at the old pier.")], &Silent)?;
/// drop(index);
/// assert_eq!(Index::open(folder.path())?.count()?, 1);
/// # Ok::<(), dejalu_base::Error>(())
/// ```
pub struct Index {
    pub(super) store: Store,
    pub(super) model: Model,
    is_built_in: bool,
    pub(super) filter: Filter,
    /// Whether nothing was added yet. The file has no tables then.
    pub(super) is_new: bool,
    /// The file, where it was not there before anything is added. Dropped after the store.
    draft: Option<Draft>,
}

/// What is kept of a document.
struct Prepared {
    /// Its text, packed.
    content: Vec<u8>,
    values: Vec<u64>,
    sketches: BoundSketches,
}

/// What became of documents that were to be added.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Added {
    /// How many were added.
    pub added: usize,
    /// How many were left out because their id is already in the index.
    pub known: usize,
    /// Of these the ones of another text than the one that is there, which stays as it is.
    pub changed: usize,
    /// What they did to the groups; `None` if there are none, or nothing was added.
    pub change: Option<Change<DocumentId>>,
}

impl Index {
    /// Whether there is an index in a folder.
    pub fn is_in(folder: &Path) -> bool {
        Index::file(folder).is_file()
    }

    fn file(folder: &Path) -> PathBuf {
        folder.join(FILE)
    }

    /// Creates an index in this folder, which is written when documents are added. It lists the
    /// values that the model's filter uses.
    ///
    /// # Errors
    ///
    /// An index that is there, or anything else; a model that has learned no filter, or that documents alone do not tell
    /// enough; a folder that is not there.
    pub fn create(folder: &Path, model: Model) -> Result<Self> {
        model.check_measurable()?;
        if !model.analysis.fields.is_empty() {
            return Err(IndexError::OfFields.into());
        }
        let filter = filter(&model)?;
        let file = Index::file(folder);
        if !file.exists() && fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some()) {
            return Err(Error::from(IndexError::FolderInUse).at(&Place::file(folder)));
        }
        let draft = (!file.exists()).then(|| Draft::new(&file));
        let store = Store::open(&file)?;
        check_empty(&store)?;
        Ok(Index {
            store,
            is_built_in: builtin::is_model(&model),
            model,
            filter,
            is_new: true,
            draft,
        })
    }

    /// Opens the index of a folder.
    ///
    /// # Errors
    ///
    /// There is none, it is something else, damaged or of a newer format.
    pub fn open(folder: &Path) -> Result<Self> {
        let missing = || Error::from(IndexError::Missing).at(&Place::file(folder));
        if !Index::is_in(folder) {
            return Err(missing());
        }
        let store = Store::open(&Index::file(folder))?;
        // The first documents never came to be added.
        if store.is_empty()? {
            return Err(missing());
        }
        store.check_format()?;
        let place = Place::file(&Index::file(folder));
        let json = store.setting("model")?;
        let model = Model::from_json(json.as_bytes());
        let model = model.map_err(|error| error.at(&place))?;
        let filter = filter(&model).map_err(|error| error.at(&place))?;
        Ok(Index {
            store,
            is_built_in: builtin::is_model(&model),
            model,
            filter,
            is_new: false,
            draft: None,
        })
    }

    /// The model that it was made with.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// That model as a judge.
    pub fn judge(&self) -> Judge {
        Judge::of(self.model.clone(), self.is_built_in)
    }

    /// How many documents it holds.
    pub fn count(&self) -> Result<usize> {
        if self.is_new {
            Ok(0)
        } else {
            self.store.count()
        }
    }

    /// Refuses a judge that reads documents in another way.
    ///
    /// # Errors
    ///
    /// [`IndexError::OtherAnalysis`].
    pub fn check(&self, judge: &Judge) -> Result<()> {
        if *judge.analysis() == self.model.analysis {
            return Ok(());
        }
        let shown =
            |analysis: &AnalysisOptions| serde_json::to_string(analysis).unwrap_or_default();
        Err(self.store.refuse(IndexError::OtherAnalysis {
            index: shown(&self.model.analysis),
            other: match judge.trained() {
                Some(_) => "model",
                None => "rule",
            },
            found: shown(judge.analysis()),
        }))
    }

    /// Adds documents: when this returns, all of them are on disk; after an error or a crash, none
    /// is. A document whose id is already in the index is left out. Their order is that of
    /// [`documents`](Index::documents), and says which of a group is the first. Groups that were
    /// [formed](Index::form_groups) take them up.
    ///
    /// # Errors
    ///
    /// A folder that may not be written to, a full disk, another process that adds.
    pub fn add(&mut self, documents: Vec<Document>, progress: &dyn Progress) -> Result<Added> {
        self.add_batches([Ok(documents)], progress)
    }

    /// Adds documents batch by batch, all of them or none: no more than a batch is held. How they are cut
    /// into batches does not matter.
    ///
    /// # Errors
    ///
    /// As [`add`](Index::add), and the first error among the batches. A new index that another process has
    /// added to since.
    pub fn add_batches(
        &mut self,
        batches: impl IntoIterator<Item = Result<Vec<Document>>>,
        progress: &dyn Progress,
    ) -> Result<Added> {
        if self.is_new {
            check_empty(&self.store)?;
        }
        let added = self.store.transaction(|| {
            if self.is_new {
                let model = self.model.to_json()?;
                self.store.lay_out(&String::from_utf8_lossy(&model))?;
            }
            self.store.upgrade()?;
            let mut added = self.add_all(batches, progress)?;
            if added.added > 0 {
                added.change = self.extend_groups(progress)?;
            }
            Ok(added)
        })?;
        self.is_new = false;
        self.draft.take().into_iter().for_each(Draft::finish);
        Ok(added)
    }

    fn add_all(
        &self,
        batches: impl IntoIterator<Item = Result<Vec<Document>>>,
        progress: &dyn Progress,
    ) -> Result<Added> {
        let analyzer = Analyzer::new(self.model.analysis.clone());
        let sketcher = BoundSketcher::new(&self.model.features);
        let mut pending = PendingEntries::begin(&self.store)?;
        let mut added = Added::default();
        for batch in batches {
            let documents = batch?;
            self.add_batch(
                documents,
                &analyzer,
                &sketcher,
                &mut pending,
                &mut added,
                progress,
            )?;
        }
        pending.flush(&self.store)?;
        Ok(added)
    }

    fn add_batch(
        &self,
        mut documents: Vec<Document>,
        analyzer: &Analyzer,
        sketcher: &BoundSketcher,
        pending: &mut PendingEntries,
        outcome: &mut Added,
        progress: &dyn Progress,
    ) -> Result<()> {
        progress.begin("indexing documents", documents.len());
        let mut texts: HashMap<DocumentId, Arc<str>> = HashMap::new();
        documents.retain(|document| match texts.entry(document.id.clone()) {
            Entry::Vacant(new) => {
                new.insert(document.text.clone());
                true
            }
            Entry::Occupied(first) => {
                outcome.known += 1;
                outcome.changed += usize::from(*first.get() != document.text);
                false
            }
        });
        for batch in documents.chunks(BATCH) {
            let mut new = Vec::with_capacity(batch.len());
            let (mut known, mut numbers) = (Vec::new(), Vec::new());
            for document in batch {
                match self.store.number_of(document.id.as_str())? {
                    None => new.push(document.clone()),
                    Some(number) => {
                        known.push(document);
                        numbers.push(number);
                    }
                }
            }
            outcome.known += known.len();
            let stored = self.read(numbers.into_iter())?;
            let pairs = known.into_iter().zip(&stored);
            outcome.changed += pairs.filter(|(new, old)| new.text != old.text).count();
            outcome.added += new.len();
            for (document, prepared) in new.iter().zip(self.prepared(analyzer, sketcher, &new)) {
                let number = pending.push(&prepared.values);
                let (id, sketches) = (document.id.as_str(), &prepared.sketches);
                self.store.insert(number, id, &prepared.content)?;
                self.store.put_bound_sketches(number, Some(sketches))?;
            }
            pending.flush_if_many(&self.store)?;
            progress.advance(batch.len());
        }
        Ok(())
    }

    /// What is kept of each document.
    fn prepared(
        &self,
        analyzer: &Analyzer,
        sketcher: &BoundSketcher,
        documents: &[Document],
    ) -> Vec<Prepared> {
        let (measure, statistics) = (self.filter.feature().measure(), &self.model.statistics);
        let prepare = |packer: &mut Packer, document| {
            let analyzed = analyzer.analyze(document);
            let sketch = measure.and_then(|measure| measure.sketch(&analyzed, statistics));
            let values = sketch.map(|sketch| sketch.values).unwrap_or_default();
            Prepared {
                content: DocumentRecord::from(document).pack_by(packer),
                sketches: sketcher.bound_sketches(&analyzed, statistics),
                values,
            }
        };
        documents
            .par_iter()
            .map_init(Packer::new, prepare)
            .collect()
    }

    /// Every document, in the order in which they were added.
    ///
    /// # Errors
    ///
    /// An index that is damaged.
    pub fn documents(&self) -> Result<Vec<Document>> {
        if self.is_new {
            return Ok(Vec::new());
        }
        self.store.snapshot(|| {
            let documents = self.store.count()?;
            self.read(0..documents as u32)
        })
    }

    /// The documents of these numbers, in their order.
    pub(super) fn read(&self, numbers: impl Iterator<Item = u32>) -> Result<Vec<Document>> {
        let packed: Vec<Vec<u8>> = numbers
            .map(|number| self.store.content(number))
            .collect::<Result<_>>()?;
        let unpacked = packed
            .par_iter()
            .map_init(Unpacker::new, |unpacker, bytes| {
                let record = DocumentRecord::unpack_by(unpacker, bytes).ok();
                let document = record.and_then(DocumentRecord::into_document);
                document.ok_or_else(|| IndexError::Damaged {
                    problem: "the text of a document is broken".into(),
                })
            });
        let unpacked: Result<_, IndexError> = unpacked.collect();
        unpacked.map_err(|kind| self.store.refuse(kind))
    }
}

/// Refuses a file that somebody has added documents to.
fn check_empty(store: &Store) -> Result<()> {
    if store.is_empty()? {
        return Ok(());
    }
    Err(store.refuse(IndexError::Exists))
}

/// What a model's documents are listed by.
fn filter(model: &Model) -> Result<Filter> {
    let blocking = model.blocking.as_ref();
    let filter = blocking.and_then(|blocking| blocking.filters().into_iter().next());
    filter.ok_or_else(|| IndexError::NoFilter.into())
}

#[cfg(test)]
mod tests;
