//! [`Certificate`]: what the kept document has of a removed one, for anybody to check.

use std::ops::Range;

use serde::Serialize;

use super::collection::Collection;
use super::groups::Grouping;
use super::verbatim::verbatim;
use dejalu_text::document::Document;

/// A statement about a removal that follows from the two texts alone. `examples/check_certificates` checks it and uses
/// nothing of this program.
///
/// Words are the longest runs of letters and digits, in lower case. Positions count characters, from 0, of the text without
/// white space at its ends and without a byte order mark, each line end one character; the end is exclusive.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Certificate {
    /// The removed document.
    pub removed: String,
    /// The one kept in its place.
    pub kept: String,
    /// The share of the letters and digits of the removed text that are in a passage, in \[0, 1\]; 1 where it has none.
    pub shared: f64,
    /// Passages of the same words in both texts; in the removed one they rise and do not overlap.
    pub passages: Vec<CertifiedPassage>,
    /// The stretches of the removed text that hold every word which is in no passage: what is lost.
    pub lost: Vec<[usize; 2]>,
}

/// A passage of the same words in both texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct CertifiedPassage {
    /// Its beginning and its end in the removed text.
    pub removed: [usize; 2],
    /// Its beginning and its end in the kept text.
    pub kept: [usize; 2],
}

impl Certificate {
    /// The certificate of a removal.
    pub fn of(removed: &Document, kept: &Document) -> Self {
        let found = verbatim(&removed.text, &kept.text);
        let ends = |span: &Range<usize>| [span.start, span.end];
        let passage = |[removed, kept]: &[Range<usize>; 2]| CertifiedPassage {
            removed: ends(removed),
            kept: ends(kept),
        };
        Certificate {
            removed: removed.id.to_string(),
            kept: kept.id.to_string(),
            shared: found.held,
            passages: found.passages.iter().map(passage).collect(),
            lost: found.lost.iter().map(ends).collect(),
        }
    }

    /// The certificates of all removals of a grouping, in the order of the documents.
    pub fn of_removals<'a>(
        collection: &'a Collection,
        grouping: &'a Grouping,
    ) -> impl Iterator<Item = Certificate> + 'a {
        let document = |place: u32| &collection.documents()[place as usize];
        let removed = grouping.removed();
        removed.map(move |(place, it)| Certificate::of(document(place), document(it.in_favour_of)))
    }
}
