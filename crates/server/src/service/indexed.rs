//! [`Indexed`]: an index, searched for near-duplicates.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::searched::{Searched, ServiceModel};
use super::types::{AddResponse, At, FindResponse, Found};
use crate::failure::Failure;
use dejalu_base::error::Result;
use dejalu_base::progress::Silent;
use dejalu_collection::FindOptions;
use dejalu_collection::index::Index;
use dejalu_text::document::Document;

/// An index that many read at once. Each reader has a connection of its own, used again when it is free.
pub(super) struct Indexed {
    folder: PathBuf,
    free: Mutex<Vec<Index>>,
    /// Held by whoever adds; nobody does without it.
    writer: Mutex<Index>,
}

impl Indexed {
    pub(super) fn new(index: Index, folder: &Path) -> Self {
        Indexed {
            folder: folder.to_path_buf(),
            free: Mutex::default(),
            writer: Mutex::new(index),
        }
    }

    fn reader(&self) -> Result<Index> {
        let free = self
            .free
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        free.map_or_else(|| Index::open(&self.folder), Ok)
    }

    fn give_back(&self, index: Index) {
        self.free
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(index);
    }
}

impl Searched for Indexed {
    fn find(
        &self,
        query: Document,
        model: &ServiceModel,
        at: Option<At>,
        limit: usize,
    ) -> Result<FindResponse, Failure> {
        let judge = &model.judge;
        let usual = judge.minimum();
        let least = at.map_or(Ok(usual), |at| at.score(judge))?;
        let options = FindOptions::default().with_at(least);
        let index = self.reader()?;
        let answers = index.find_by(judge, &[query], &options, &Silent);
        self.give_back(index);
        let answers = answers?;
        let (mut matches, mut unsure) = (Vec::new(), 0);
        for answer in answers.answers {
            matches.extend(answer.matches);
            unsure += answer.unsure.len();
        }
        let found: Vec<Found> = matches
            .into_iter()
            .map(|it| Found {
                id: it.id.to_string(),
                score: it.score,
                probability: model.trained.calibration.probability(it.score),
                is_copy: it.is_copy,
                overlap: None,
            })
            .collect();
        Ok(FindResponse {
            count: found.len(),
            unsure,
            found: found.into_iter().take(limit).collect(),
            documents: answers.documents,
        })
    }

    fn add(&self, documents: Vec<Document>) -> Result<AddResponse, Failure> {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let added = writer.add(documents, &Silent)?;
        Ok(AddResponse {
            added: added.added,
            known: added.known,
            changed: Some(added.changed),
            refused: Vec::new(),
        })
    }

    fn count(&self) -> Result<usize> {
        let index = self.reader()?;
        let count = index.count();
        self.give_back(index);
        count
    }
}
