//! What a source holds beside its documents, counted.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// How many parts of a source hold no document, by what they are. Clones share the counts, so that a reader of
/// an archive counts while another thread asks.
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
