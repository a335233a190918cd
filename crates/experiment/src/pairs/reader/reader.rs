//! Reads labelled and unlabelled pairs of any source.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;
use std::path::{Path, PathBuf};

use super::given::Columns;
use super::latest::latest;
use super::options::{Labels, PairOptions};
use super::pool::{Form, Pool};
use crate::pairs::labels::{STREAM, is_unsure};
use crate::pairs::pair_set::PairSet;
use crate::pairs::quality::repeated;
use dejalu_base::error::{Error, PairError, Parameter, Place, Result, nearest};
use dejalu_base::plural::counted;
use dejalu_io::rows::{Row, Rows};
use dejalu_io::{STANDARD_STREAM, TableOptions};
use dejalu_text::document::{Document, DocumentId};

/// Pairs, and what the user should know of them.
#[derive(Debug, Default)]
pub struct LoadedPairs {
    /// The pairs and the documents that occur in them.
    pub set: PairSet,
    /// The rows that were left out, and why.
    pub skipped: Vec<Error>,
    /// Number of audit answers that were left out of a file of answers.
    pub audit: usize,
    /// Warnings about input that is odd but readable.
    pub warnings: Vec<Warning>,
    /// Names of the pairs' rows, if the table has texts, whose ids may be made of rows.
    pub rows: Option<RowNames>,
    /// The character set of the table, where it was another than UTF-8.
    pub charset: Option<&'static str>,
}

/// Names of the rows of pairs, by which results can be joined to rows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RowNames {
    /// `id`, where the table has a column that is called so, in any case; else `row`.
    pub column: &'static str,
    /// The value of that column, or the row's number, for each pair.
    pub names: Vec<String>,
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
    /// Some rows are labelled by someone who could not tell, and are left out.
    Unsure {
        /// Number of rows.
        rows: usize,
    },
    /// Some pairs stand more than once.
    Repeated {
        /// Number of rows that repeat an earlier one.
        rows: usize,
    },
    /// Pairs that stand twice, with either label.
    BothLabels {
        /// The places, and the two documents.
        pairs: Vec<([Place; 2], [DocumentId; 2])>,
    },
    /// Features that a table gives and that are the same for all pairs.
    Constant {
        /// Their columns.
        columns: Vec<String>,
    },
    /// Labels that contradict each other by way of other labels.
    Contradictory {
        /// The place, and the two documents.
        pairs: Vec<(Place, [DocumentId; 2])>,
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
            Warning::Unsure { rows } => {
                let pairs = counted(*rows, "pair", "pairs");
                write!(f, "{pairs} labelled unsure left out")
            }
            Warning::Repeated { rows } => {
                let rows = counted(
                    *rows,
                    "row repeats an earlier pair",
                    "rows repeat earlier pairs",
                );
                write!(f, "{rows}; each counts")
            }
            Warning::Contradictory { pairs } => {
                let labelled = counted(
                    pairs.len(),
                    "pair is labelled distinct though duplicates connect its documents",
                    "pairs are labelled distinct though duplicates connect their documents",
                );
                let line = |(place, [left, right]): &(Place, [DocumentId; 2])| {
                    format!("{place}: '{left}' and '{right}'")
                };
                listed(f, &labelled, pairs.iter().map(line))
            }
            Warning::BothLabels { pairs } => {
                let labelled = counted(
                    pairs.len(),
                    "pair is labelled both duplicate and distinct",
                    "pairs are labelled both duplicate and distinct",
                );
                let line = |(places, [left, right]): &([Place; 2], [DocumentId; 2])| {
                    let [first, second] = places;
                    format!("{first} and {second}: '{left}' and '{right}'")
                };
                let labelled = format!("{labelled}, and both labels count; correct one");
                listed(f, &labelled, pairs.iter().map(line))
            }
            Warning::Constant { columns } => {
                let hold = counted(
                    columns.len(),
                    "column holds one value in all rows and tells no pair from another",
                    "columns hold one value in all rows and tell no pair from another",
                );
                write!(f, "{hold}: {}", columns.join(", "))
            }
        }
    }
}

/// A sentence, and the first of the lines that belong to it.
fn listed(
    f: &mut fmt::Formatter<'_>,
    sentence: &str,
    lines: impl ExactSizeIterator<Item = String>,
) -> fmt::Result {
    const SHOWN: usize = 10;
    let more = lines.len().saturating_sub(SHOWN);
    write!(f, "{sentence}:")?;
    for line in lines.take(SHOWN) {
        write!(f, "\n  {line}")?;
    }
    match more {
        0 => Ok(()),
        more => write!(f, "\n  and {more} more"),
    }
}

/// Reads pairs. `documents` is the collection that ids name; a table with inline texts or paths
/// needs none.
///
/// # Errors
///
/// A source that cannot be opened or is empty, a named column that is not there, columns of none of
/// the three forms, a chosen split that no row is of; and, unless rows may be left out, the first row with an id that is not in the
/// collection, a label or number that cannot be read, a text without a word, a document paired with
/// itself, or one id with two texts.
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
    let mut rows = Rows::open(source, &TableOptions::default())?;
    rows.call_as(options.asked());
    for row in rows.flatten() {
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
    columns: dejalu_io::Columns,
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
    rows.call_as(options.asked());
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
    let own_id = rows.columns().find(|it| it.eq_ignore_ascii_case("id"));
    let own_id = own_id.map(str::to_owned);
    let mut row_names = matches!(form, Form::Inline(_)).then(|| RowNames {
        column: if own_id.is_some() { "id" } else { "row" },
        names: Vec::new(),
    });
    let columns = Columns::of(&rows, options)?;
    let mut loaded = LoadedPairs {
        charset: rows.charset(),
        ..LoadedPairs::default()
    };
    loaded.set.given = columns.features.clone();
    loaded.set.of_vectors = options.vectors;
    let mut pool = Pool::new(form, columns, options, documents);
    let mut splits = Splits::default();
    let latest = latest(rows, options);
    let mut unsure = 0;
    for (number, row) in latest.rows {
        let mut name = number.to_string();
        let read = row.and_then(|row| {
            if let Some(own_id) = &own_id {
                let cell = row.get(own_id).ok().flatten();
                name = cell.unwrap_or_default().to_owned();
            }
            let split = row.get("split")?;
            let kept =
                options.splits.is_empty() || options.splits.iter().any(|it| Some(&**it) == split);
            splits.add(&row, split);
            if kept && options.labels == Labels::Required && is_unsure(&row, &options.label)? {
                unsure += 1;
                return Ok(None);
            }
            kept.then(|| pool.pair(number, &row, options)).transpose()
        });
        match read {
            Ok(None) => {}
            Ok(Some(pair)) => {
                loaded.set.pairs.push(pair);
                if let Some(rows) = &mut row_names {
                    rows.names.push(name);
                }
            }
            Err(error) if error.is_of_source() => return Err(error),
            Err(error) if options.skip_bad || error.is_remark() => loaded.skipped.push(error),
            Err(error) => return Err(error),
        }
    }
    loaded.rows = row_names;
    loaded.set.documents = pool.documents;
    loaded.audit = latest.left_out.map_or(0, |[audit, _]| audit);
    splits
        .check(&options.splits)
        .map_err(|error| error.at(&source))?;
    if loaded.set.pairs.is_empty() {
        let [audit, open] = latest.left_out.unwrap_or_default();
        let empty = nothing_left(loaded.skipped.len(), [audit, open + unsure]);
        return Err(Error::from(empty).at(&source));
    }
    if options.splits.is_empty() && !splits.met.is_empty() {
        let splits = splits.met.into_iter().collect();
        loaded.warnings.push(Warning::SplitsUnused { splits });
    }
    if unsure > 0 {
        loaded.warnings.push(Warning::Unsure { rows: unsure });
    }
    loaded.warnings.extend(oddities(&loaded.set));
    Ok(loaded)
}

/// Explains why no pair was read: rows that were skipped, or answers that do not count.
fn nothing_left(skipped: usize, [audit, open]: [usize; 2]) -> PairError {
    if skipped == 0 && audit + open > 0 {
        PairError::NoAnswers { audit, open }
    } else {
        PairError::NoPairs { skipped }
    }
}

/// The splits that rows are of.
#[derive(Default)]
struct Splits {
    met: BTreeSet<String>,
    /// True if there is a column of them.
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
    let both = both_labels(set);
    let contradictions = set.contradictions().into_iter();
    let is_indirect = |&place: &usize| !both.contains_key(&unordered(set, place));
    let contradictions: Vec<usize> = contradictions.filter(is_indirect).collect();
    if !both.is_empty() {
        let mut places: Vec<[usize; 2]> = both.into_values().collect();
        places.sort_unstable();
        let pair = |[first, second]: [usize; 2]| {
            let ((first, ids), (second, _)) = (named(first), named(second));
            ([first, second], ids)
        };
        let pairs = places.into_iter().map(pair).collect();
        found.push(Warning::BothLabels { pairs });
    }
    if !contradictions.is_empty() {
        let pairs = contradictions.into_iter().map(named).collect();
        found.push(Warning::Contradictory { pairs });
    }
    let columns = constant(set);
    if !columns.is_empty() {
        found.push(Warning::Constant { columns });
    }
    found
}

/// The two documents of a pair, in one order for both of its orders.
fn unordered(set: &PairSet, place: usize) -> [usize; 2] {
    let [left, right] = set.pairs[place].documents;
    [left.min(right), left.max(right)]
}

/// The pairs with either label, and where they stand first with each.
fn both_labels(set: &PairSet) -> BTreeMap<[usize; 2], [usize; 2]> {
    let mut first: BTreeMap<[usize; 2], usize> = BTreeMap::new();
    let mut both = BTreeMap::new();
    for (place, pair) in set
        .pairs
        .iter()
        .enumerate()
        .filter(|(_, it)| it.label.is_some())
    {
        let documents = unordered(set, place);
        let before = *first.entry(documents).or_insert(place);
        if set.pairs[before].label != pair.label {
            both.entry(documents).or_insert([before, place]);
        }
    }
    both
}

/// The columns of features that have one value, or none, for all of several pairs.
fn constant(set: &PairSet) -> Vec<String> {
    let [first, rest @ ..] = &set.pairs[..] else {
        return Vec::new();
    };
    let is_same = |place: usize| {
        let same = |it: f64| it == first.given[place] || it.is_nan() && first.given[place].is_nan();
        !rest.is_empty() && rest.iter().all(|pair| same(pair.given[place]))
    };
    let features = set.given.iter().enumerate();
    let constant = features.filter(|(place, _)| is_same(*place));
    constant
        .map(|(_, feature)| feature.name().to_string())
        .collect()
}

#[cfg(test)]
mod tests;
