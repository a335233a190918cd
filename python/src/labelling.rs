//! The page where people label, answered beside the interpreter.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use dejalu::collection::{Collection, Judge};
use dejalu::error::Parameter;
use dejalu::label::{Audited, Journal, Pool, PoolOptions, Session, SessionOptions};
use dejalu::server::{Action, LabelServer, ServerOptions, Stop, labelling};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::error::{raised, wrong};
use crate::model::Model;
use crate::tables::Documents;
use crate::work::detached;

/// A page that is answered until it is stopped, or let go.
#[pyclass(frozen, module = "dejalu._dejalu")]
pub struct Labelling {
    address: String,
    asked: usize,
    stop: Stop,
    thread: Mutex<Option<JoinHandle<dejalu::Result<()>>>>,
}

#[pymethods]
impl Labelling {
    /// The address, with the key that lets people in.
    #[getter]
    fn address(&self) -> &str {
        &self.address
    }

    /// The number of pairs that can be asked about.
    #[getter]
    fn asked(&self) -> usize {
        self.asked
    }

    /// Ends the page; what was answered is in the file. Nothing happens the second time.
    fn stop(&self, py: Python<'_>) -> PyResult<()> {
        self.stop.stop();
        let thread = self
            .thread
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let ended = thread.map(|thread| py.detach(|| thread.join()));
        match ended {
            None => Ok(()),
            Some(Ok(ended)) => ended.map_err(raised),
            Some(Err(_)) => Err(PyRuntimeError::new_err("the page has broken down")),
        }
    }
}

impl Drop for Labelling {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// The buttons of the page: each shows the call that does it where the page was opened.
fn actions(out: &Path) -> BTreeMap<&'static str, Action> {
    let train = format!("dejalu.train(labels={out:?}, documents=documents)");
    let dedupe = format!("dejalu.dedupe(documents, {train})");
    let action = |call: String| -> Action { Arc::new(move || Ok(call.clone())) };
    BTreeMap::from([("train", action(train)), ("dedupe", action(dedupe))])
}

/// Opens a page that asks about the pairs of a collection; answers are written to `out`. `audit` is what the audit
/// asks about, as for the program: `pairs`, `drawn` or `none`.
#[pyfunction]
pub fn label(
    py: Python<'_>,
    documents: &Documents,
    model: &Model,
    out: PathBuf,
    audit: &str,
    seed: u64,
    port: u16,
) -> PyResult<Labelling> {
    let model = (*model.0).clone();
    let documents = documents.documents.clone();
    let journal = Journal::open(&out).map_err(raised)?;
    let audited = match audit {
        "pairs" => Audited::Pairs,
        "drawn" => Audited::drawn(journal.rows()),
        "none" => Audited::Nothing,
        other => {
            let expected = "expected pairs, drawn or none";
            return Err(wrong(Parameter::Audit, other, expected));
        }
    };
    let (server, asked) = detached(py, |watch| {
        model.check_measurable()?;
        let mut options = PoolOptions {
            audited: audited == Audited::Pairs,
            ..PoolOptions::default()
        };
        options.frame.seed = seed;
        let judge = Judge::model(model.clone());
        let pool = Pool::new(Collection::new(documents), &judge, &options, watch)?;
        let asked = pool.len();
        let options = SessionOptions::of(audited, seed);
        let session = Session::new(Arc::new(pool), journal, options)?;
        let server = LabelServer::new(session, model, "the collection")?;
        Ok((server.with_actions(actions(&out)), asked))
    })?;
    let options = ServerOptions {
        port,
        framed: true,
        ..ServerOptions::default()
    };
    let stop = Stop::default();
    let (ready, address) = sync_channel(1);
    let stopped = stop.clone();
    let thread = thread::spawn(move || {
        labelling(server, &options, stopped, |address| {
            // Whoever waits takes it.
            let _ = ready.send(address.to_owned());
        })
    });
    match py.detach(move || address.recv()) {
        Ok(address) => Ok(Labelling {
            address,
            asked,
            stop,
            thread: Mutex::new(Some(thread)),
        }),
        // It has ended before it was ready.
        Err(_) => match thread.join() {
            Ok(Err(error)) => Err(raised(error)),
            _ => Err(PyRuntimeError::new_err("the page has broken down")),
        },
    }
}
