//! The sources of a collection, as they are typed.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dejalu::document::reader::{Expanded, expanded, with_names};
use dejalu::error::Result;
use dejalu_io::has_rows;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// One source, or several that are read as one collection.
#[derive(Debug, Clone, Default)]
pub(in crate::cli) struct Inputs {
    sources: Vec<Input>,
    /// Each folder of exports with the texts in it that are not read.
    pub(super) beside: Vec<(PathBuf, Vec<PathBuf>)>,
}

/// A source and its name, which no other of the run has.
#[derive(Debug, Clone)]
pub(in crate::cli) struct Input {
    pub(in crate::cli) path: PathBuf,
    pub(in crate::cli) name: Arc<str>,
}

impl Inputs {
    /// The sources at these paths: for a folder of exports the files in it.
    pub(in crate::cli) fn of(typed: &[PathBuf]) -> Result<Self> {
        let found = if typed.len() == 1 && !typed[0].is_dir() {
            let paths = typed.to_vec();
            let beside = Vec::new();
            Expanded { paths, beside }
        } else {
            expanded(typed)?
        };
        let sources = with_names(found.paths).into_iter();
        let sources = sources.map(|(path, name)| Input { path, name }).collect();
        Ok(Inputs {
            sources,
            beside: found.beside,
        })
    }

    /// The path, if there is one.
    pub(in crate::cli) fn single(&self) -> Option<&Path> {
        match &self.sources[..] {
            [single] => Some(&single.path),
            _ => None,
        }
    }

    /// The sources in their order.
    pub(in crate::cli) fn iter(&self) -> std::slice::Iter<'_, Input> {
        self.sources.iter()
    }

    /// Returns whether the documents of any of them are rows, whose columns can be named.
    pub(in crate::cli) fn have_columns(&self) -> bool {
        self.iter().any(|input| has_columns(&input.path))
    }
}

/// Returns whether the documents there are rows, and no files.
pub(in crate::cli) fn has_columns(source: &Path) -> bool {
    !source.is_dir() && has_rows(source)
}

/// Paths as they were typed, for settings: one by itself.
pub(in crate::cli) fn typed(paths: &[PathBuf]) -> Value {
    match paths {
        [] => Value::Null,
        [single] => json!(single),
        several => json!(several),
    }
}

/// Paths for people, all of them.
pub(in crate::cli) fn listed(paths: &[PathBuf]) -> String {
    let paths = paths.iter().map(|path| path.display().to_string());
    paths.collect::<Vec<_>>().join(", ")
}

/// The same, where settings are derived.
pub(in crate::cli) fn serialize_typed<S: Serializer>(
    paths: &[PathBuf],
    serializer: S,
) -> std::result::Result<S::Ok, S::Error> {
    typed(paths).serialize(serializer)
}

/// The paths: of more than three the first ones.
impl fmt::Display for Inputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 3;
        for (place, input) in self.iter().take(SHOWN).enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            write!(f, "{comma}{}", input.path.display())?;
        }
        match self.sources.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}
