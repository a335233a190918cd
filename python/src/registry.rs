//! Registered documents, and what new ones share with them.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, TryLockError};

use dejalu::document::DocumentId;
use dejalu::error::Parameter;
use dejalu::model::Judgement;
use dejalu::registry::{self, Access, Class, CopyRule, Found, ProbeOptions, Registration};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::analysis::Reading;
use crate::error::{DejaluError, raised};
use crate::model::Model;
use crate::tables::{Document, Documents};
use crate::work::detached;

/// A registry that is open.
#[pyclass(frozen, module = "dejalu._dejalu")]
pub struct Registry(Mutex<Option<registry::Registry>>);

/// Options of what counts as copied, as Python gives them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Counting {
    rule: String,
    threshold: f64,
    ignore: Vec<Py<Document>>,
    ignore_quotes: bool,
}

impl Counting {
    fn options(&self, at_least: Class, registry: &registry::Registry) -> PyResult<ProbeOptions> {
        let mut options = ProbeOptions {
            rule: self.rule.parse::<CopyRule>().map_err(raised)?,
            threshold: self.threshold,
            at_least,
            ignore_quotes: self.ignore_quotes,
            ..ProbeOptions::default()
        };
        options.check().map_err(raised)?;
        for document in &self.ignore {
            options.ignore(&document.get().0, registry.analyzer());
        }
        Ok(options)
    }
}

#[pymethods]
impl Registry {
    #[staticmethod]
    fn create(path: PathBuf, reading: Reading) -> PyResult<Self> {
        let made = registry::Registry::create(&path, reading.options()?);
        made.map(Registry::new).map_err(raised)
    }

    #[staticmethod]
    fn in_memory(reading: Reading) -> PyResult<Self> {
        let made = registry::Registry::in_memory(reading.options()?);
        made.map(Registry::new).map_err(raised)
    }

    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf, write: bool) -> PyResult<Self> {
        let access = if write { Access::Write } else { Access::Read };
        detached(py, |_| registry::Registry::open(&path, access)).map(Registry::new)
    }

    /// The way the main content of pages is found.
    fn main_content(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |registry| {
            Ok(registry.analyzer().options().main_content.to_string())
        })
    }

    /// Lets go of the file.
    fn close(&self, py: Python<'_>) {
        self.taken(py).take();
    }

    /// Registers documents, and gives the outcome of each as JSON.
    fn register(
        &self,
        py: Python<'_>,
        documents: &Documents,
        refuse: Option<&str>,
        counting: Counting,
    ) -> PyResult<String> {
        self.with(py, |registry| {
            let options = refuse
                .map(|class| Class::parse(Parameter::Refuse, class).map_err(raised))
                .transpose()?
                .map(|class| counting.options(class, registry))
                .transpose()?;
            let of = &documents.documents;
            let registered = detached(py, |_| registry.register(of, options.as_ref()))?;
            let json = of.iter().zip(&registered);
            Ok(json
                .map(|(it, what)| became(&it.id, what))
                .collect::<Value>()
                .to_string())
        })
    }

    /// The overlaps of a document with each registered one, as JSON; with a model's decision on the
    /// first.
    fn probe(
        &self,
        py: Python<'_>,
        document: &Document,
        at_least: &str,
        counting: Counting,
        model: Option<&Model>,
    ) -> PyResult<String> {
        self.with(py, |registry| {
            let class = Class::parse(Parameter::AtLeast, at_least).map_err(raised)?;
            let options = counting.options(class, registry)?;
            let (asked, model) = (&document.0, model.map(|model| &*model.0));
            let (probed, judged) = detached(py, move |_| {
                let probed = registry.probe(asked, &options)?;
                let judge = |model| registry.judge(asked, &probed.found, model);
                let judged = model.map(judge).transpose()?.unwrap_or_default();
                Ok((probed, judged))
            })?;
            let found = probed.found.iter().enumerate();
            let found = found.map(|(place, found)| json(found, judged.get(place).map(|it| &it.1)));
            let found: Vec<Value> = found.collect();
            let json = json!({ "id": asked.id, "sentences": probed.sentences, "found": found });
            Ok(json.to_string())
        })
    }

    fn remove(&self, py: Python<'_>, ids: Vec<String>) -> PyResult<usize> {
        let ids: Vec<DocumentId> = ids.into_iter().map(DocumentId::from).collect();
        self.with(py, |registry| detached(py, move |_| registry.remove(&ids)))
    }

    fn document(&self, py: Python<'_>, id: &str) -> PyResult<Document> {
        self.with(py, |registry| {
            registry
                .document(&id.into())
                .map(Document::named)
                .map_err(raised)
        })
    }

    /// Name and number of sentences of every document.
    fn list(&self, py: Python<'_>) -> PyResult<Vec<(String, usize)>> {
        let listed = self.with(py, |registry| detached(py, move |_| registry.list()))?;
        Ok(listed
            .into_iter()
            .map(|it| (it.id.to_string(), it.sentences))
            .collect())
    }

    fn stats_json(&self, py: Python<'_>) -> PyResult<String> {
        let stats = self.with(py, |registry| registry.stats().map_err(raised))?;
        Ok(json!(stats).to_string())
    }

    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, |registry| detached(py, move |_| registry.verify()))
    }
}

impl Registry {
    fn new(registry: registry::Registry) -> Self {
        Registry(Mutex::new(Some(registry)))
    }

    /// Asks the registry.
    fn with<T>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&mut registry::Registry) -> PyResult<T>,
    ) -> PyResult<T> {
        match &mut *self.taken(py) {
            Some(registry) => ask(registry),
            None => Err(DejaluError::new_err(
                "the registry is closed; open it again",
            )),
        }
    }

    /// The registry for one at a time: whoever waits for another does so without the interpreter's
    /// lock, which that other may need.
    fn taken(&self, py: Python<'_>) -> MutexGuard<'_, Option<registry::Registry>> {
        loop {
            match self.0.try_lock() {
                Ok(open) => break open,
                Err(TryLockError::Poisoned(open)) => break open.into_inner(),
                Err(TryLockError::WouldBlock) => py.detach(|| drop(self.0.lock())),
            }
        }
    }
}

/// A registered document that was found, and what a model says of it.
fn json(found: &Found, judged: Option<&Judgement>) -> Value {
    let mut json = json!(found);
    if let Some(judged) = judged {
        json["decision"] = json!(judged.decision);
        json["score"] = json!(judged.score);
        json["probability"] = json!(judged.probability);
    }
    json
}

fn became(id: &DocumentId, what: &Registration) -> Value {
    match what {
        Registration::Registered => json!({ "id": id, "result": "registered" }),
        Registration::Known => json!({ "id": id, "result": "known" }),
        Registration::Refused(found) => json!({
            "id": id, "result": "refused",
            "copy_of": found.id, "class": found.class, "overlap": found.overlap,
        }),
    }
}
