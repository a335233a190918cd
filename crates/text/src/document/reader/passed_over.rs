//! Counts the parts of a source that are not documents.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Number of parts of a source that hold no document, by kind. Clones share the counts, so that a reader of an archive
/// counts while another thread asks.
#[derive(Debug, Clone, Default)]
pub(super) struct PassedOver(Arc<Mutex<BTreeMap<&'static str, u64>>>);

impl PassedOver {
    /// Counts one more.
    pub(super) fn count(&self, what: &'static str) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *counts.entry(what).or_default() += 1;
    }

    /// The counts so far.
    pub(super) fn counts(&self) -> BTreeMap<&'static str, u64> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}
