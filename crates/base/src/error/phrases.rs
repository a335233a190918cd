//! Counts of things, as messages say them.

use crate::plural::counted;

pub(super) fn pairs_of(number: usize) -> String {
    counted(number, "pair", "pairs")
}

pub(super) fn documents_of(number: usize) -> String {
    counted(number, "document", "documents")
}
