//! Reads labelled and unlabelled pairs of any source.

use std::collections::{BTreeSet, HashSet};
use std::fmt;
use std::path::{Path, PathBuf};

use super::given::Columns;
use super::options::PairOptions;
use super::pool::{Form, Pool};
use crate::document::{Document, DocumentId};
use crate::error::{Error, PairError, Parameter, Place, Result, nearest};
use crate::io::rows::{Row, Rows};
use crate::io::{STANDARD_STREAM, TableOptions};
use crate::pairs::labels::{STREAM, latest};
use crate::pairs::pair_set::PairSet;
use crate::pairs::quality::repeated;
use crate::plural::counted;

/// Pairs, and what the user should know of them.
#[derive(Debug, Default)]
pub struct LoadedPairs {
    /// The pairs and the documents that occur in them.
    pub set: PairSet,
    /// The rows that were left out, and why.
    pub skipped: Vec<Error>,
    /// What is odd but readable.
    pub warnings: Vec<Warning>,
}

/// Something odd about the pairs.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Warning {
    /// The table has splits and the user chose none.
    SplitsUnused {
        /// The values found.
        splits: Vec<String>,
    },
    /// Some pairs stand more than once.
    Repeated {
        /// How many rows repeat an earlier one.
        rows: usize,
    },
    /// Labels that contradict each other by way of other labels.
    Contradictory {
        /// Where, and which two documents.
        pairs: Vec<(Place, [DocumentId; 2])>,
    },
    /// Some documents hold no word: every similarity with them is missing.
    Wordless {
        /// How many.
        documents: usize,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::SplitsUnused { splits } => write!(
                f,
                "the pairs have a split column ({}) and all rows are used; {} NAME keeps some",
                splits.join(", "),
                Parameter::Split
            ),
            Warning::Repeated { rows } => {
                let rows = counted(
                    *rows as u64,
                    "row repeats an earlier pair",
                    "rows repeat earlier pairs",
                );
                write!(f, "{rows}; each counts")
            }
            Warning::Contradictory { pairs } => {
                let labelled = counted(
                    pairs.len() as u64,
                    "pair is labelled distinct though duplicates connect its documents",
                    "pairs are labelled distinct though duplicates connect their documents",
                );
                write!(f, "{labelled}:")?;
                const SHOWN: usize = 10;
                for (place, [left, right]) in pairs.iter().take(SHOWN) {
                    write!(f, "\n  {place}: '{left}' and '{right}'")?;
                }
                match pairs.len().saturating_sub(SHOWN) {
                    0 => Ok(()),
                    more => write!(f, "\n  and {more} more"),
                }
            }
            Warning::Wordless { documents } => f.write_str(&counted(
                *documents as u64,
                "document holds no word; every similarity with it is missing",
                "documents hold no word; every similarity with them is missing",
            )),
        }
    }
}

/// Reads pairs. `documents` is the collection that ids name; a table with inline texts or paths
/// needs none.
///
/// # Errors
///
/// A source that cannot be opened or is empty, a named column that is not there, columns of none of
/// the three forms, a chosen split that no row is of; and, unless rows may be left out, the first row with an id that is not in the
/// collection, a label or number that cannot be read, a document paired with itself, or one id with
/// two texts.
pub fn read(
    source: &Path,
    options: &PairOptions,
    documents: Option<Vec<Document>>,
) -> Result<LoadedPairs> {
    let folder = source.parent().map(Path::to_path_buf).unwrap_or_default();
    load(
        Rows::open(source, &TableOptions::default())?,
        folder,
        options,
        documents,
    )
}

/// The ids that the rows of a table name, so that of a large collection only their documents have to be
/// held. `None` for stdin, which can be read only once. What is wrong with a row is said by [`read`].
///
/// # Errors
///
/// A source that cannot be opened.
pub fn named(source: &Path, options: &PairOptions) -> Result<Option<HashSet<DocumentId>>> {
    if source.as_os_str() == STANDARD_STREAM {
        return Ok(None);
    }
    let mut ids = HashSet::new();
    for row in Rows::open(source, &TableOptions::default())?.flatten() {
        let both = [&options.left, &options.right].map(|column| row.get(column));
        ids.extend(both.into_iter().flatten().flatten().map(DocumentId::from));
    }
    Ok(Some(ids))
}

/// Takes pairs out of a table in memory, as [`read`] reads them from a file. Paths are relative to
/// the working folder.
///
/// # Errors
///
/// As [`read`].
pub fn read_columns(
    columns: crate::io::Columns,
    options: &PairOptions,
    documents: Option<Vec<Document>>,
) -> Result<LoadedPairs> {
    load(Rows::in_memory(columns), PathBuf::new(), options, documents)
}

fn load(
    mut rows: Rows,
    folder: PathBuf,
    options: &PairOptions,
    documents: Option<Vec<Document>>,
) -> Result<LoadedPairs> {
    let source = rows.place().clone();
    let mut columns: BTreeSet<String> = rows.columns().map(str::to_string).collect();
    if columns.is_empty() {
        // Of JSONL the first row names the columns: it is missing, or an error that says more.
        rows.next().transpose()?;
    }
    if columns.contains(STREAM) && !rows.have_header() {
        // The first line of a file of answers may have none yet.
        columns.insert(options.label.clone());
    }
    rows.require(options.named())?;
    let form = Form::of(&columns, options, folder, &rows)?;
    let columns = Columns::of(&rows, options)?;
    let mut loaded = LoadedPairs::default();
    loaded.set.given = columns.features.clone();
    loaded.set.of_vectors = options.vectors;
    let mut pool = Pool::new(form, columns, options, documents);
    let mut splits = Splits::default();
    let names = [&*options.left, &*options.right, &*options.label];
    let rows = latest(rows, names, options.unlabelled, options.without_audit);
    for (number, row) in rows {
        let read = row.and_then(|row| {
            let split = row.get("split")?;
            let kept =
                options.splits.is_empty() || options.splits.iter().any(|it| Some(&**it) == split);
            splits.add(&row, split);
            kept.then(|| pool.pair(number, &row, options)).transpose()
        });
        match read {
            Ok(pair) => loaded.set.pairs.extend(pair),
            Err(error) if error.is_of_source() => return Err(error),
            Err(error) if options.skip_bad => loaded.skipped.push(error),
            Err(error) => return Err(error),
        }
    }
    loaded.set.documents = pool.documents;
    splits
        .check(&options.splits)
        .map_err(|error| error.at(&source))?;
    if loaded.set.pairs.is_empty() {
        let skipped = loaded.skipped.len();
        return Err(Error::from(PairError::NoPairs { skipped }).at(&source));
    }
    if options.splits.is_empty() && !splits.met.is_empty() {
        let splits = splits.met.into_iter().collect();
        loaded.warnings.push(Warning::SplitsUnused { splits });
    }
    loaded.warnings.extend(oddities(&loaded.set));
    Ok(loaded)
}

/// The splits that rows are of.
#[derive(Default)]
struct Splits {
    met: BTreeSet<String>,
    /// Whether there is a column of them.
    named: bool,
}

impl Splits {
    fn add(&mut self, row: &Row, split: Option<&str>) {
        self.named |= split.is_some() || row.columns().any(|name| name == "split");
        if let Some(split) = split.filter(|split| !split.is_empty() && !self.met.contains(*split)) {
            self.met.insert(split.to_owned());
        }
    }

    /// Refuses a split that no row is of.
    fn check(&self, wanted: &[String]) -> Result<()> {
        match wanted.iter().find(|split| !self.met.contains(*split)) {
            None => Ok(()),
            Some(split) => Err(PairError::UnknownSplit {
                split: split.clone(),
                nearest: nearest(split, self.met.iter().map(String::as_str)),
                found: self.met.iter().cloned().collect(),
                named: self.named,
            }
            .into()),
        }
    }
}

fn oddities(set: &PairSet) -> Vec<Warning> {
    let mut found = Vec::new();
    match repeated(set) {
        0 => {}
        rows => found.push(Warning::Repeated { rows }),
    }
    let named = |place: usize| {
        let pair = &set.pairs[place];
        let ids = pair
            .documents
            .map(|document| set.documents[document].id.clone());
        (pair.place.clone(), ids)
    };
    let contradictions = set.contradictions();
    if !contradictions.is_empty() {
        let pairs = contradictions.into_iter().map(named).collect();
        found.push(Warning::Contradictory { pairs });
    }
    let is_wordless = |document: &&Document| document.identity().is_none();
    match set.documents.iter().filter(is_wordless).count() {
        documents if documents > 0 && !set.of_vectors => {
            found.push(Warning::Wordless { documents });
        }
        _ => {}
    }
    found
}

#[cfg(test)]
mod tests;
