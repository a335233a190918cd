//! Long work: without the interpreter's lock, with progress, and ended by Ctrl-C.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use dejalu::Progress;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

use crate::error::raised;

/// Interval at which the interpreter is asked whether the user wants to stop.
const TICK: Duration = Duration::from_millis(50);

/// Work that takes longer tells how far it is.
const PATIENCE: Duration = Duration::from_secs(2);

/// As much as a program's main thread has.
const STACK: usize = 8 << 20;

/// Runs the crate's work on a thread of its own, while this one waits without the interpreter's
/// lock and looks after signals.
///
/// # Errors
///
/// The work's own error, or `KeyboardInterrupt`: then the work has ended at the next step that it
/// told of; or else it was done, which a note of the exception says.
pub fn detached<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Watch) -> dejalu::Result<T> + Send,
) -> PyResult<T> {
    py.detach(|| {
        let watch = Watch::default();
        thread::scope(|scope| {
            let (done, outcome) = sync_channel(1);
            let watched = &watch;
            let run = move || {
                // Only `Stopped` unwinds through it, and what it leaves half done is dropped here.
                let outcome = catch_unwind(AssertUnwindSafe(|| work(watched)));
                // Whoever waits takes it.
                let _ = done.send(outcome);
            };
            let builder = thread::Builder::new().stack_size(STACK);
            builder.spawn_scoped(scope, run)?;
            let begun = Instant::now();
            let mut stop = None;
            let outcome = loop {
                match outcome.recv_timeout(TICK) {
                    Ok(outcome) => break outcome,
                    Err(RecvTimeoutError::Timeout) if stop.is_none() => {
                        stop = watch.look(begun.elapsed()).err();
                    }
                    Err(_) => {}
                }
            };
            watch.end();
            match (outcome, stop) {
                (Ok(Ok(_)), Some(stop)) => Err(too_late(stop)),
                (_, Some(stop)) => Err(stop),
                (Ok(outcome), None) => outcome.map_err(raised),
                (Err(panic), None) => resume_unwind(panic),
            }
        })
    })
}

/// Listens to the work, and ends it when the user wants to stop.
#[derive(Default)]
pub struct Watch {
    /// The present stage, and its number of steps.
    stage: Mutex<(String, usize)>,
    /// The steps that are done.
    steps: AtomicUsize,
    stopped: AtomicBool,
    shown: AtomicBool,
}

/// The payload that unwinds through work that is to end: no panic, so that nothing is printed.
struct Stopped;

impl Progress for Watch {
    fn begin(&self, what: &str, steps: usize) {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = (what.to_owned(), steps);
        self.steps.store(0, Ordering::Relaxed);
        self.go_on();
    }

    fn advance(&self, steps: usize) {
        self.steps.fetch_add(steps, Ordering::Relaxed);
        self.go_on();
    }
}

impl Watch {
    fn go_on(&self) {
        if self.stopped.load(Ordering::Relaxed) {
            resume_unwind(Box::new(Stopped));
        }
    }

    /// Lets Python handle its signals, and shows how far the work is.
    fn look(&self, elapsed: Duration) -> PyResult<()> {
        let looked = Python::attach(|py| {
            py.check_signals()?;
            if elapsed > PATIENCE {
                self.show(py)
            } else {
                Ok(())
            }
        });
        if looked.is_err() {
            self.stopped.store(true, Ordering::Relaxed);
        }
        looked
    }

    /// A bar that cannot be shown is no reason to end the work; an interrupt while it is drawn is.
    fn show(&self, py: Python<'_>) -> PyResult<()> {
        let (what, steps) = self
            .stage
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let done = self.steps.load(Ordering::Relaxed);
        self.shown.store(true, Ordering::Relaxed);
        match bar(py).and_then(|bar| bar.call_method1("show", (what, done, steps))) {
            Err(error) if !error.is_instance_of::<PyException>(py) => Err(error),
            _ => Ok(()),
        }
    }

    /// Takes the bar away.
    fn end(&self) {
        if self.shown.load(Ordering::Relaxed) {
            // A bar that stays harms nobody.
            let _ = Python::attach(|py| bar(py)?.call_method0("end").map(drop));
        }
    }
}

/// The interrupt of work that was done before it could be stopped: a document is registered then.
fn too_late(stop: PyErr) -> PyErr {
    const NOTE: &str =
        "The work was done before it could be stopped; what it wrote or registered is kept.";
    Python::attach(|py| {
        // Exceptions have notes from Python 3.11 on.
        let _ = stop.value(py).call_method1("add_note", (NOTE,));
    });
    stop
}

fn bar(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("dejalu._progress")
}
