//! The interface of an archive.

use std::path::{Path, PathBuf};

use super::super::passed_over::PassedOver;
use super::super::source::Sources;
use dejalu_base::error::Result;

/// A kind of archive.
pub(in crate::document::reader) struct Archive {
    /// Ending of the names of such files, before `.gz` or `.zst`, in lower case.
    pub(in crate::document::reader) ending: &'static str,
    pub(in crate::document::reader) open: fn(&Path) -> Result<Members>,
}

/// The contents of an archive.
pub(in crate::document::reader) struct Members {
    /// The documents, in the order of the archive.
    pub(in crate::document::reader) sources: Sources,
    /// Members of unknown format, in sorted order.
    pub(in crate::document::reader) unknown: Vec<PathBuf>,
    /// Hidden members that would be documents otherwise, in sorted order.
    pub(in crate::document::reader) hidden: Vec<PathBuf>,
    /// Counts of other parts that hold no document; complete when the last of the sources was taken.
    pub(in crate::document::reader) passed_over: PassedOver,
}
