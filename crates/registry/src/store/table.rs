//! The tables of the store, and how many rows each has.

use serde::{Deserialize, Serialize};

use dejalu_io::sqlite::{Directory, row};

/// The tables whose rows have numbers, which are never given a second time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Table {
    Documents,
    Sentences,
    Words,
}

impl Table {
    pub(crate) const ALL: [Table; 3] = [Table::Documents, Table::Sentences, Table::Words];

    pub(super) fn name(self) -> &'static str {
        match self {
            Table::Documents => "documents",
            Table::Sentences => "sentences",
            Table::Words => "words",
        }
    }

    /// The directory of its rows' numbers, by the hashes of names, word sequences and terms.
    pub(super) fn directory(self) -> Directory {
        Directory(match self {
            Table::Documents => "documents_by_id",
            Table::Sentences => "sentences_by_sequence",
            Table::Words => "words_by_term",
        })
    }

    pub(super) fn row(self, number: u32) -> u64 {
        row(self.name(), number.into())
    }
}

/// Number of rows in a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Total {
    pub(super) rows: u64,
    /// The number that was given last.
    pub(super) last: u32,
}
