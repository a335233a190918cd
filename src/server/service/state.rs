//! [`Service`]: the model and the index.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::types::{
    AddRequest, AddResponse, Classified, Explained, FindRequest, FindResponse, Found, Health,
    PairRequest,
};
use crate::collection::index::Index;
use crate::collection::{Collection, FindOptions, Judge, find};
use crate::document::Document;
use crate::error::Result;
use crate::model::Model;
use crate::progress::Silent;
use crate::report::Explanation;
use crate::server::failure::Failure;

use axum::http::StatusCode;

/// What answers: a model, and an index if there is one.
pub struct Service {
    model: Model,
    judge: Judge,
    index: Option<Indexed>,
}

/// An index that many read at once. Each reader has a connection of its own, used again when it is free.
struct Indexed {
    folder: PathBuf,
    free: Mutex<Vec<Index>>,
    /// Held by whoever adds; nobody does without it.
    writer: Mutex<Index>,
    is_writable: bool,
}

impl Service {
    /// A model alone.
    ///
    /// # Errors
    ///
    /// A model that documents alone do not tell enough.
    pub fn new(model: Model) -> Result<Self> {
        model.check_measurable()?;
        Ok(Service {
            judge: Judge::model(model.clone()),
            model,
            index: None,
        })
    }

    /// With an index to search, and to add to where it is writable. A model of `None` is the index's own.
    ///
    /// # Errors
    ///
    /// No index in the folder; a model that reads documents otherwise.
    pub fn with_index(model: Option<Model>, folder: &Path, is_writable: bool) -> Result<Self> {
        let index = Index::open(folder)?;
        let own = index.judge();
        let judge = model.clone().map_or(own, Judge::model);
        let service = Service::new(model.unwrap_or_else(|| index.model().clone()))?;
        index.check(&judge)?;
        Ok(Service {
            judge,
            index: Some(Indexed {
                folder: folder.to_path_buf(),
                free: Mutex::new(Vec::new()),
                writer: Mutex::new(index),
                is_writable,
            }),
            ..service
        })
    }

    fn two(&self, pair: PairRequest) -> Result<[Document; 2], Failure> {
        let main_content = self.model.analysis.main_content;
        let read = |document: super::types::InputDocument, name| document.read(name, main_content);
        Ok([read(pair.a, "a")?, read(pair.b, "b")?])
    }

    pub(super) fn classify(&self, pair: PairRequest) -> Result<Classified, Failure> {
        let documents = self.two(pair)?;
        let judged = self.model.classify(&documents, &[(0, 1)], &Silent)?;
        let judged = judged.first().ok_or_else(|| Failure::bad("no pair"))?;
        Ok(Classified {
            decision: judged.decision.into(),
            score: judged.score,
            probability: judged.probability,
            threshold: self.model.operating_point.threshold,
        })
    }

    pub(super) fn explain(&self, pair: PairRequest) -> Result<Explained, Failure> {
        let documents = self.two(pair)?;
        let explanation = Explanation::new(&self.model, &documents)?.json();
        let value = serde_json::from_str(&explanation);
        value
            .map(Explained)
            .map_err(|error| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))
    }

    fn indexed(&self) -> Result<&Indexed, Failure> {
        let none = "this server has no index; start it with --index";
        let none = || Failure::new(StatusCode::NOT_FOUND, none);
        self.index.as_ref().ok_or_else(none)
    }

    pub(super) fn find(&self, asked: FindRequest) -> Result<FindResponse, Failure> {
        asked.check()?;
        let indexed = self.indexed()?;
        let main_content = self.model.analysis.main_content;
        let query = asked.document.read("query", main_content)?;
        let index = indexed.reader()?;
        let least = self.judge.threshold_in_collections();
        let near = index.near(&query, &self.judge, least)?;
        let documents = index.count()?;
        indexed.give_back(index);
        let among = Collection::new(near);
        let queries = Collection::new(vec![query]);
        let answers = find(
            &queries,
            &among,
            &self.judge,
            &FindOptions::default(),
            &Silent,
        )?;
        let matches = answers
            .answers
            .into_iter()
            .flat_map(|answer| answer.matches);
        let found: Vec<Found> = matches
            .map(|it| Found {
                id: among.documents()[it.document as usize].id.to_string(),
                score: it.score,
                probability: self.model.calibration.probability(it.score),
                is_copy: it.is_copy,
            })
            .collect();
        Ok(FindResponse {
            count: found.len(),
            found: found.into_iter().take(asked.limit).collect(),
            documents,
        })
    }

    pub(super) fn add(&self, asked: AddRequest) -> Result<AddResponse, Failure> {
        let indexed = self.indexed()?;
        if !indexed.is_writable {
            let reason = "this server only reads; start it with --writable";
            return Err(Failure::new(StatusCode::FORBIDDEN, reason));
        }
        let main_content = self.model.analysis.main_content;
        let read = |document: super::types::InputDocument| {
            if document.id.as_deref().is_none_or(str::is_empty) {
                return Err(Failure::bad(
                    "a document without an id; expected one for each",
                ));
            }
            document.read("", main_content)
        };
        let documents = asked.documents.into_iter().map(read);
        let documents: Vec<Document> = documents.collect::<Result<_, _>>()?;
        let mut writer = indexed
            .writer
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let added = writer.add(documents, &Silent)?;
        Ok(AddResponse {
            added: added.added,
            known: added.known,
        })
    }

    pub(super) fn health(&self) -> Result<Health, Failure> {
        let documents = self.index.as_ref().map(|indexed| {
            let index = indexed.reader()?;
            let count = index.count();
            indexed.give_back(index);
            count
        });
        Ok(Health {
            status: "ok".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            model: self.judge.to_string(),
            documents: documents.transpose()?,
            writable: self.index.as_ref().is_some_and(|it| it.is_writable),
        })
    }
}

impl Indexed {
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
