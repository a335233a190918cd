//! The bytes of a file that is one document: on disk, or in an archive.

use std::path::PathBuf;

use crate::error::{Place, Result};
use crate::io::{RawText, place};

/// Where the bytes of a document are.
pub(super) enum Input {
    /// A file, compressed or not.
    File(PathBuf),
    /// Bytes that were taken out of an archive, and where they stand there.
    Bytes(Vec<u8>, Place),
}

impl Input {
    pub(super) fn place(&self) -> Place {
        match self {
            Input::File(path) => place(path),
            Input::Bytes(_, place) => place.clone(),
        }
    }

    /// Its bytes as those of a text.
    ///
    /// # Errors
    ///
    /// The system's reason why they cannot be read, damaged compression, more than 16 MiB.
    pub(super) fn text(&self) -> Result<RawText> {
        match self {
            Input::File(path) => RawText::read(path),
            Input::Bytes(bytes, _) => RawText::of(bytes),
        }
    }

    /// Roughly how much memory it holds, in bytes.
    pub(super) fn size(&self) -> usize {
        match self {
            Input::File(_) => 0,
            Input::Bytes(bytes, _) => bytes.len(),
        }
    }
}
