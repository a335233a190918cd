//! What each of several sources gave and lost: the counts that a PRISMA diagram wants.

use std::collections::BTreeMap;

use dejalu_base::plural::{count, counted};
use serde::Serialize;

use crate::cli::options::{Inputs, LeftOut};

/// The documents of one source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct SourceCounts {
    source: String,
    /// Number of documents that were read and compared.
    read: u64,
    kept: u64,
    removed: u64,
    /// Number of records and files that could not be read.
    left_out: u64,
}

/// The counts of each source, in their order; nothing where there is one. `documents` are the sources of those that were
/// read, each with whether it is kept.
pub(super) fn by_source<'d>(
    inputs: Option<&Inputs>,
    documents: impl Iterator<Item = (Option<&'d str>, bool)>,
    left_out: &LeftOut,
) -> Vec<SourceCounts> {
    let Some(inputs) = inputs.filter(|inputs| inputs.single().is_none()) else {
        return Vec::new();
    };
    let mut counts: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
    for (source, is_kept) in documents {
        if let Some(source) = source {
            counts.entry(source).or_default()[usize::from(is_kept)] += 1;
        }
    }
    let of_source = |source: &str| {
        let [removed, kept] = counts.get(source).copied().unwrap_or_default();
        SourceCounts {
            source: source.to_owned(),
            read: removed + kept,
            kept,
            removed,
            left_out: left_out.of_source(source),
        }
    };
    inputs.iter().map(|input| of_source(&input.name)).collect()
}

/// For people, a line for each source.
pub(super) fn lines(sources: &[SourceCounts]) -> String {
    let line = |of: &SourceCounts| {
        let left_out = match of.left_out {
            0 => String::new(),
            found => format!(", {} left out", count(found)),
        };
        format!(
            "{}: {} read, {} kept, {} removed{left_out}\n",
            of.source,
            counted(of.read, "document", "documents"),
            count(of.kept),
            count(of.removed)
        )
    };
    sources.iter().map(line).collect()
}
