//! How records are written again: unchanged, or with fields that others had.

use std::path::Path;

use super::options::TableOptions;
use super::pieces::{Fill, Syntax};
use super::target::Target;
use crate::error::Result;
use crate::io::OutputFile;

/// How a format writes records again.
pub(super) enum Writing {
    /// Records are ranges of bytes of their source.
    Bytes {
        /// Gives the target the bytes of the records of these numbers (counted from 1, unreadable ones
        /// included; ascending), and those around them; says how many were not there.
        copy: Copy,
        /// How fields stand in a record.
        syntax: fn(&Path, &TableOptions) -> Result<Box<dyn Syntax>>,
    },
    /// Records are written anew, with fields of other records, in the format whose files have this ending.
    As(&'static str, Rewrite),
}

pub(super) type Rewrite = fn(&Path, &[u64], &[Fill], (&Path, &mut OutputFile)) -> Result<usize>;

pub(super) type Copy = fn(&Path, &TableOptions, &[u64], &mut dyn Target) -> Result<usize>;
