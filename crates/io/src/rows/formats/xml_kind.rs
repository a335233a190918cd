//! The kinds of XML that hold records.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::cell::Cell;
use super::{endnote_fields, pubmed_fields};
use dejalu_base::error::Result;

/// The cells of a record.
type Cells = BTreeMap<Arc<str>, Cell>;

/// A kind of XML.
pub(super) struct XmlKind {
    /// The element that lists records.
    pub(super) list: &'static str,
    /// The elements that are records.
    records: &'static [&'static str],
    /// True if only such records have these names, so that they need no list.
    are_telling: bool,
    /// The cells of a record.
    pub(super) cells: fn(&str) -> Result<Cells>,
}

pub(super) const KINDS: &[XmlKind] = &[
    XmlKind {
        list: "PubmedArticleSet",
        records: &["PubmedArticle", "PubmedBookArticle"],
        are_telling: true,
        cells: pubmed_fields::cells,
    },
    XmlKind {
        list: "records",
        records: &["record"],
        are_telling: false,
        cells: endnote_fields::cells,
    },
];

impl XmlKind {
    /// Returns whether a file is of this kind that has an element of this name.
    pub(super) fn begins_with(&self, name: &[u8]) -> bool {
        name == self.list.as_bytes() || self.are_telling && self.is_record(name)
    }

    /// Returns whether an element of this name is a record.
    pub(super) fn is_record(&self, name: &[u8]) -> bool {
        self.records.iter().any(|record| record.as_bytes() == name)
    }
}
