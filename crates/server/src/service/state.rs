//! [`Service`]: the model, and the documents that are searched.

use std::path::Path;

use axum::http::StatusCode;

use super::indexed::Indexed;
use super::registered::Registered;
use super::searched::{Searched, ServiceModel};
use super::types::{
    AddRequest, AddResponse, Classified, Explained, FindRequest, FindResponse, Health,
    InputDocument, NextLevel, PairRequest,
};
use crate::failure::Failure;
use dejalu_base::error::Result;
use dejalu_collection::Judge;
use dejalu_collection::index::Index;
use dejalu_experiment::model::{MinimumScore, Model};
use dejalu_registry::Access;
use dejalu_report::Explanation;
use dejalu_text::document::Document;

/// The service: a model, and an index or a registry if there is one.
pub struct Service {
    model: ServiceModel,
    searched: Option<Box<dyn Searched>>,
    /// Access to the documents.
    access: Access,
}

impl Service {
    /// A model alone.
    ///
    /// # Errors
    ///
    /// A model that documents alone do not tell enough.
    pub fn new(model: Model) -> Result<Self> {
        model.check_measurable()?;
        let judge = Judge::model(model.clone());
        Ok(Service {
            model: ServiceModel {
                trained: model,
                judge,
            },
            searched: None,
            access: Access::Read,
        })
    }

    /// With an index to search, and to add to if it is to be written. A model of `None` is the index's own.
    ///
    /// # Errors
    ///
    /// No index in the folder; a model that reads documents otherwise.
    pub fn with_index(model: Option<Model>, folder: &Path, access: Access) -> Result<Self> {
        let index = Index::open(folder)?;
        let own = index.judge();
        let judge = model.clone().map_or(own, Judge::model);
        let service = Service::new(model.unwrap_or_else(|| index.model().clone()))?;
        index.check(&judge)?;
        Ok(Service {
            model: ServiceModel {
                judge,
                ..service.model
            },
            searched: Some(Box::new(Indexed::new(index, folder))),
            access,
        })
    }

    /// With a registry to probe, and to register documents in if it is to be written; then no other process
    /// can open it. A document that is a copy of a registered one, of class `high` or `exact`, is left out.
    ///
    /// # Errors
    ///
    /// As [`Registry::open`](dejalu_registry::Registry::open); a model that reads documents otherwise.
    pub fn with_registry(model: Model, path: &Path, access: Access) -> Result<Self> {
        let service = Service::new(model)?;
        let registered = Registered::open(path, access, &service.model.trained)?;
        Ok(Service {
            searched: Some(Box::new(registered)),
            access,
            ..service
        })
    }

    fn read(&self, document: InputDocument, name: &str) -> Result<Document, Failure> {
        document.read(name, self.model.trained.analysis.main_content)
    }

    /// The documents of a pair, and the score from which on they are duplicates.
    fn two(&self, pair: PairRequest) -> Result<([Document; 2], MinimumScore), Failure> {
        let judge = &self.model.judge;
        let own = judge.minimum();
        let at = pair.at.map_or(Ok(own), |at| at.score(judge))?;
        Ok(([self.read(pair.a, "a")?, self.read(pair.b, "b")?], at))
    }

    pub(super) fn classify(&self, pair: PairRequest) -> Result<Classified, Failure> {
        let (documents, minimum) = self.two(pair)?;
        let model = &self.model.trained;
        let are_pages = documents.iter().all(Document::is_page);
        let threshold = minimum.of(are_pages);
        let analyzed = model.analyze(&documents);
        let vector = model.comparable(&analyzed)?.vector(0, 1);
        let judged = model.judge(&vector);
        let nearest = model.nearest_levels(judged.score, are_pages);
        Ok(Classified {
            decision: model.decide_at(judged.score, threshold).into(),
            score: judged.score,
            probability: judged.probability,
            threshold,
            level: nearest.reached.map(|it| it.level.to_string()),
            next_level: nearest.missed.map(|it| NextLevel {
                level: it.level.to_string(),
                from: it.from,
            }),
            outside: model.features_outside(&vector),
        })
    }

    pub(super) fn explain(&self, pair: PairRequest) -> Result<Explained, Failure> {
        let (documents, minimum) = self.two(pair)?;
        let model = &self.model.trained;
        let explanation = Explanation::new(model, &documents)?
            .decided_at(model, minimum)
            .json();
        let value = serde_json::from_str(&explanation);
        value
            .map(Explained)
            .map_err(|error| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))
    }

    fn searched(&self) -> Result<&dyn Searched, Failure> {
        let none = "this server has no documents to search; start it with --index or --store";
        let none = || Failure::new(StatusCode::NOT_FOUND, none);
        self.searched.as_deref().ok_or_else(none)
    }

    pub(super) fn find(&self, asked: FindRequest) -> Result<FindResponse, Failure> {
        asked.check()?;
        let searched = self.searched()?;
        let query = self.read(asked.document, "query")?;
        searched.find(query, &self.model, asked.at, asked.limit)
    }

    pub(super) fn add(&self, asked: AddRequest) -> Result<AddResponse, Failure> {
        let searched = self.searched()?;
        if self.access == Access::Read {
            let reason = "this server only reads; start it with --writable";
            return Err(Failure::new(StatusCode::FORBIDDEN, reason));
        }
        let read = |(place, document): (usize, InputDocument)| {
            let id = document.id.clone().unwrap_or_default();
            if id.is_empty() {
                let problem = "a document without an id; expected one for each";
                return Err(Failure::bad(problem).at(&format!("documents[{place}]")));
            }
            let named = |failure: Failure| failure.at(&format!("documents[{place}] ('{id}')"));
            self.read(document, "").map_err(named)
        };
        let documents = asked.documents.into_iter().enumerate().map(read);
        searched.add(documents.collect::<Result<_, _>>()?)
    }

    pub(super) fn health(&self) -> Result<Health, Failure> {
        let (searched, judge) = (self.searched.as_deref(), &self.model.judge);
        Ok(Health {
            status: "ok".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            model: judge.named_at(judge.minimum()),
            documents: searched.map(Searched::count).transpose()?,
            writable: self.access == Access::Write,
        })
    }
}
