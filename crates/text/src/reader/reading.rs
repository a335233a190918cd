//! The analysis of one word.

use crate::{TermId, WordIndex};

/// The analysis of one word.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    /// The number of its raw form.
    pub(super) raw: TermId,
    pub(super) is_stop_word: bool,
    /// Its refined form, an index into the lexicon's.
    pub(super) stem: Option<WordIndex>,
}
