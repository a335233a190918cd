//! Writes records again: unchanged, or with fields of others.

use std::path::Path;

use super::options::TableOptions;
use super::pieces::{Fill, Syntax};
use super::target::Target;
use crate::OutputFile;
use dejalu_base::error::Result;

/// The way a format writes records again.
pub(super) enum Writing {
    /// Records are ranges of bytes of their source.
    Bytes {
        /// Gives the target the bytes of the records of these numbers (counted from 1, unreadable ones
        /// included; ascending), and those around them; says how many were not there.
        copy: Copy,
        /// Syntax of the fields in a record; none if they cannot be filled.
        syntax: Option<SyntaxOf>,
        /// The lines around the records of a file.
        frame: Frame,
    },
    /// Records are written anew, with fields of other records, in the format whose files have this ending. Of a
    /// field that is no text the writer says what it is.
    As(&'static str, Rewrite),
}

pub(super) type Rewrite = fn(&Path, &[u64], &mut [Fill], &mut OutputFile) -> Result<usize>;

/// Syntax of the fields in the records of a source.
pub(super) type SyntaxOf = fn(&Path, &TableOptions) -> Result<Box<dyn Syntax>>;

pub(super) type Copy = fn(&Path, &TableOptions, &[u64], &mut dyn Target) -> Result<usize>;

/// Lines that stand around the records of a file, by their tags.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// Those above all records.
    pub(super) head: &'static [&'static str],
    /// The last one.
    pub(super) foot: Option<&'static str>,
}

impl Frame {
    /// No lines.
    pub(super) const NONE: Frame = Frame {
        head: &[],
        foot: None,
    };

    /// Returns whether a line of this tag is one of them.
    pub(super) fn has(&self, tag: &str) -> bool {
        self.head.contains(&tag) || self.foot == Some(tag)
    }
}
