//! The place of an error.

use std::fmt;
use std::path::Path;

/// Place in the input: a file or stream, and a line where there is one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file's path as the user gave it, or `stdin`.
    pub source: String,
    /// The line, counted from 1.
    pub line: Option<u64>,
}

impl Place {
    /// A whole file.
    pub fn file(path: &Path) -> Self {
        Place::named(path.display())
    }

    /// A whole source of this name.
    pub fn named(source: impl fmt::Display) -> Self {
        Place {
            source: source.to_string(),
            line: None,
        }
    }

    /// A line (counted from 1) of the same source.
    pub fn at_line(&self, line: u64) -> Self {
        Place {
            source: self.source.clone(),
            line: Some(line),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}", self.source),
            None => f.write_str(&self.source),
        }
    }
}
