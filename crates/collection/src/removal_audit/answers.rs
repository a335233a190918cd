//! What people said of pairs.

use std::collections::{BTreeMap, BTreeSet};

use dejalu_experiment::pairs::{LabelRow, Opinion};
use dejalu_text::document::{Document, DocumentId};

/// The last answer of each pair, in whatever order its documents are named.
pub(super) struct Answers<'a>(BTreeMap<[&'a DocumentId; 2], Option<Opinion>>);

impl<'a> Answers<'a> {
    pub(super) fn of(rows: &'a [LabelRow]) -> Self {
        let pairs = rows.iter().map(|row| {
            let [a, b] = &row.pair;
            (ordered([a, b]), row.opinion)
        });
        Answers(pairs.collect())
    }

    /// Returns whether a removal is wrong: whatever is not surely a duplicate is. `None` where nobody has answered.
    pub(super) fn is_wrong(&self, pair: [&DocumentId; 2]) -> Option<bool> {
        let opinion = self.0.get(&ordered(pair)).copied().flatten()?;
        Some(!matches!(opinion, Opinion::Sure(label) if label.is_duplicate()))
    }

    pub(super) fn has_asked(&self, pair: [&DocumentId; 2]) -> bool {
        self.0.contains_key(&ordered(pair))
    }

    /// Documents that answers name and the collection lacks, ascending.
    pub(super) fn unknown(&self, documents: &[Document]) -> Vec<DocumentId> {
        let known: BTreeSet<&DocumentId> = documents.iter().map(|it| &it.id).collect();
        let named: BTreeSet<&DocumentId> = self.0.keys().flatten().copied().collect();
        named.difference(&known).map(|&id| id.clone()).collect()
    }
}

fn ordered([a, b]: [&DocumentId; 2]) -> [&DocumentId; 2] {
    [a.min(b), a.max(b)]
}
