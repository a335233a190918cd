//! How records are written again: unchanged, or with fields that others had.

use std::path::Path;

use super::options::TableOptions;
use super::pieces::{Fill, Syntax};
use super::target::Target;
use crate::OutputFile;
use dejalu_base::error::Result;

/// How a format writes records again.
pub(super) enum Writing {
    /// Records are ranges of bytes of their source.
    Bytes {
        /// Gives the target the bytes of the records of these numbers (counted from 1, unreadable ones
        /// included; ascending), and those around them; says how many were not there.
        copy: Copy,
        /// How fields stand in a record; none where they cannot be filled.
        syntax: Option<SyntaxOf>,
    },
    /// Records are written anew, with fields of other records, in the format whose files have this ending. Of a
    /// field that is no text the writer says what it is.
    As(&'static str, Rewrite),
}

pub(super) type Rewrite = fn(&Path, &[u64], &mut [Fill], &mut OutputFile) -> Result<usize>;

/// How fields stand in the records of a source.
pub(super) type SyntaxOf = fn(&Path, &TableOptions) -> Result<Box<dyn Syntax>>;

pub(super) type Copy = fn(&Path, &TableOptions, &[u64], &mut dyn Target) -> Result<usize>;
