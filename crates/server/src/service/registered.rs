//! [`Registered`]: a registry, probed for copies.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::searched::{Searched, ServiceModel};
use super::types::{AddResponse, At, FindResponse, Found, Overlap, Refused};
use crate::failure::Failure;
use dejalu_base::error::Result;
use dejalu_experiment::model::Model;
use dejalu_registry::{Access, Class, Found as Shared, ProbeOptions, Registration, Registry};
use dejalu_text::document::Document;

/// A registry. One request at a time reads it: a probe takes milliseconds.
pub(super) struct Registered {
    registry: Mutex<Registry>,
}

impl Registered {
    /// Opens a registry. Where it is written no other process can open it meanwhile.
    ///
    /// # Errors
    ///
    /// As [`Registry::open`]; a model that reads documents otherwise than the registry.
    pub(super) fn open(path: &Path, access: Access, model: &Model) -> Result<Self> {
        let registry = Registry::open(path, access)?;
        registry.check(model)?;
        Ok(Registered {
            registry: Mutex::new(registry),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Registry> {
        // What a registry holds is on disk; a thread that panicked has left nothing half done there.
        self.registry.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Searched for Registered {
    fn find(
        &self,
        query: Document,
        model: &ServiceModel,
        at: Option<At>,
        limit: usize,
    ) -> Result<FindResponse, Failure> {
        if at.is_some() {
            return Err(Failure::bad(
                "at: expected none, since a registry finds copies by its own classes",
            ));
        }
        let registry = self.lock();
        let probed = registry.probe(&query, &ProbeOptions::default())?;
        let best = &probed.found[..limit.min(probed.found.len())];
        let judged = registry.judge(&query, best, &model.trained)?;
        let text = query.identity();
        let found = best.iter().zip(judged);
        let found = found.map(|(shared, (other, judged))| Found {
            id: shared.id.to_string(),
            score: judged.score,
            probability: judged.probability,
            is_copy: text.is_some() && other.identity() == text,
            overlap: Some(Overlap::of(shared)),
        });
        Ok(FindResponse {
            found: found.collect(),
            count: probed.found.len(),
            unsure: 0,
            documents: count(&registry)?,
        })
    }

    /// Copies are left out from [`Class::High`] on, as `dejalu registry register` does.
    fn add(&self, documents: Vec<Document>) -> Result<AddResponse, Failure> {
        let refuse = ProbeOptions {
            at_least: Class::High,
            ..ProbeOptions::default()
        };
        let registrations = self.lock().register(&documents, Some(&refuse))?;
        let mut response = AddResponse::default();
        for (document, registration) in documents.iter().zip(registrations) {
            match registration {
                Registration::Registered => response.added += 1,
                Registration::Known => response.known += 1,
                Registration::Refused(shared) => response.refused.push(refused(document, &shared)),
            }
        }
        Ok(response)
    }

    fn count(&self) -> Result<usize> {
        count(&self.lock())
    }
}

fn count(registry: &Registry) -> Result<usize> {
    Ok(registry.stats()?.documents as usize)
}

fn refused(document: &Document, shared: &Shared) -> Refused {
    Refused {
        id: document.id.to_string(),
        copy_of: shared.id.to_string(),
        overlap: Overlap::of(shared),
    }
}
