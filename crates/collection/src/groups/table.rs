//! [`GroupsTable`]: a table of groups, of this program or of any other.

use std::collections::BTreeSet;
use std::path::Path;
use std::str::FromStr;

use serde::Serialize;

use dejalu_base::error::{Error, GroupsError, Place, Result};
use dejalu_io::rows::{Row, Rows};
use dejalu_io::{Columns, TableOptions};
use dejalu_text::document::DocumentId;

/// The columns of a table of groups, where they have other names than `id`, `group`, `representative` (or `kept_id`, or
/// `duplicate_of`) and `kept` (or `keep`).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct GroupColumns {
    /// The document of a row.
    pub id: Option<String>,
    /// Its group.
    pub group: Option<String>,
    /// The document that is kept in its place.
    pub representative: Option<String>,
    /// Whether it is kept.
    pub kept: Option<String>,
}

impl FromStr for GroupColumns {
    type Err = Error;

    /// Reads one column, as `ROLE=NAME`.
    fn from_str(text: &str) -> Result<Self> {
        let mut columns = GroupColumns::default();
        let no_role = || GroupsError::NoRole { found: text.into() };
        let (role, name) = text.split_once('=').ok_or_else(no_role)?;
        let column = match role.trim() {
            "id" => &mut columns.id,
            "group" => &mut columns.group,
            "representative" | "kept_id" => &mut columns.representative,
            "kept" => &mut columns.kept,
            _ => return Err(no_role().into()),
        };
        *column = Some(name.trim().to_string());
        Ok(columns)
    }
}

impl GroupColumns {
    /// These columns, and those of `other` for roles that have none here.
    pub fn and(self, other: &GroupColumns) -> Self {
        let or = |own: Option<String>, other: &Option<String>| own.or_else(|| other.clone());
        GroupColumns {
            id: or(self.id, &other.id),
            group: or(self.group, &other.group),
            representative: or(self.representative, &other.representative),
            kept: or(self.kept, &other.kept),
        }
    }

    fn named(&self) -> impl Iterator<Item = &str> {
        let columns = [&self.id, &self.group, &self.representative, &self.kept];
        columns.into_iter().flatten().map(String::as_str)
    }
}

/// A table that says of documents which are near-duplicates of which, or which are kept.
///
/// A table of `id` and `representative` (also called `kept_id` or `duplicate_of`) names the document kept in the place of
/// each; one of `id` and `group` only what belongs together; one of `id` alone lists what is kept, all else being removed.
/// A column `kept` (also called `keep`; true or false) may stand beside the first two; of documents that a table with any
/// of these columns does not name, or names with empty cells, nothing is said: they are kept. A column `score` is read where
/// it has finite numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupsTable {
    pub(super) rows: Vec<TableRow>,
    lists_kept: bool,
}

/// What a table says of a document.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TableRow {
    pub(super) place: Place,
    pub(super) id: DocumentId,
    pub(super) group: Option<String>,
    pub(super) representative: Option<DocumentId>,
    pub(super) is_kept: Option<bool>,
    /// The score of the pair that joined it to its group, where the table has a column of that name.
    pub(super) score: Option<f64>,
    /// True if it has another value in that column than a finite number.
    ignores_score: bool,
}

impl GroupsTable {
    /// Reads a table (`.csv`, `.tsv`, `.jsonl`, `.parquet` and others).
    ///
    /// # Errors
    ///
    /// A table that cannot be read or lacks a named column or `id`; the first row without an id, or with a `kept` that is
    /// neither true nor false; no row.
    pub fn read(source: &Path, columns: &GroupColumns) -> Result<Self> {
        GroupsTable::of_rows(Rows::open(source, &TableOptions::default())?, columns)
    }

    /// Takes it out of a table in memory.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    pub fn read_columns(table: Columns, columns: &GroupColumns) -> Result<Self> {
        GroupsTable::of_rows(Rows::in_memory(table), columns)
    }

    fn of_rows(mut rows: Rows, columns: &GroupColumns) -> Result<Self> {
        rows.call_as(["id"].into_iter().chain(ROLES));
        let id = columns.id.as_deref().unwrap_or("id");
        rows.require(columns.named().chain([id]))?;
        let row = |row: Result<Row>| {
            let row = row?;
            TableRow::of(&row, id, columns).map_err(|error| error.at(&row.place))
        };
        let place = rows.place().clone();
        check_columns(rows.columns(), id, columns).map_err(|error| error.at(&place))?;
        let names_a_role = columns.named().any(|name| name != id);
        let mut lists_kept = !names_a_role && !rows.columns().any(|name| ROLES.contains(&name));
        let rows: Vec<TableRow> = rows.map(row).collect::<Result<_>>()?;
        // The first row of a source without a header may lack what others have.
        lists_kept &= rows.iter().all(TableRow::is_bare);
        if rows.is_empty() {
            return Err(Error::from(GroupsError::Empty).at(&place));
        }
        Ok(GroupsTable { rows, lists_kept })
    }

    /// The table of these documents, each with the one that is kept in its place, or itself.
    pub fn of_representatives(pairs: impl IntoIterator<Item = [DocumentId; 2]>) -> Self {
        let row = |(line, [id, representative]): (u64, [DocumentId; 2])| TableRow {
            place: Place::file(Path::new("groups")).at_line(line),
            id,
            group: None,
            representative: Some(representative),
            is_kept: None,
            score: None,
            ignores_score: false,
        };
        GroupsTable {
            rows: (1..).zip(pairs).map(row).collect(),
            lists_kept: false,
        }
    }

    /// This table; where it lists what is kept, with the documents of the other that it does not name, as removed.
    pub(super) fn completed(&self, other: &GroupsTable) -> GroupsTable {
        let mut table = self.clone();
        if self.lists_kept {
            let named: BTreeSet<&DocumentId> = self.rows.iter().map(|row| &row.id).collect();
            let missing = other.rows.iter().filter(|row| !named.contains(&row.id));
            table.rows.extend(missing.map(|row| TableRow {
                place: row.place.clone(),
                id: row.id.clone(),
                group: None,
                representative: None,
                is_kept: Some(false),
                score: None,
                ignores_score: false,
            }));
        }
        table
    }

    /// Number of documents that it names.
    pub fn documents(&self) -> usize {
        self.rows.len()
    }

    /// Number of rows whose score is ignored, since it is no finite number.
    pub(crate) fn ignored_scores(&self) -> usize {
        self.rows.iter().filter(|row| row.ignores_score).count()
    }

    /// Returns whether it says what is kept: not where it has groups alone.
    pub fn says_kept(&self) -> bool {
        let says = |row: &TableRow| row.representative.is_some() || row.is_kept.is_some();
        self.lists_kept() || self.rows.iter().any(says)
    }

    /// Returns whether it says of any document what it belongs to.
    pub(crate) fn relates(&self) -> bool {
        let relates = |row: &TableRow| row.group.is_some() || row.representative.is_some();
        self.rows.iter().any(relates)
    }

    /// Returns whether it lists what is kept, and says nothing of what belongs together.
    pub fn lists_kept(&self) -> bool {
        self.lists_kept
    }
}

impl TableRow {
    fn is_bare(&self) -> bool {
        self.group.is_none() && self.representative.is_none() && self.is_kept.is_none()
    }

    fn of(row: &Row, id: &str, columns: &GroupColumns) -> Result<Self> {
        let cell = |named: &Option<String>, usual: &[&str]| -> Result<Option<&str>> {
            let named = named.as_deref();
            let names = named
                .into_iter()
                .chain(usual.iter().copied().filter(|_| named.is_none()));
            for name in names {
                if let Some(cell) = row.get(name)?.filter(|cell| !cell.trim().is_empty()) {
                    return Ok(Some(cell));
                }
            }
            Ok(None)
        };
        let group = cell(&columns.group, &["group"])?;
        let (score, ignores_score) = score(row);
        let kept = cell(&columns.kept, &KEPT)?;
        Ok(TableRow {
            place: row.place.clone(),
            id: row.name(id)?.into(),
            // As ids: two names may differ in nothing but white space.
            group: group.map(str::to_string),
            representative: cell(&columns.representative, &REPRESENTATIVE)?.map(DocumentId::from),
            is_kept: kept.map(is_kept).transpose()?,
            score,
            ignores_score,
        })
    }
}

/// What tools call the document that is kept in the place of another; the last name is semhash's.
const REPRESENTATIVE: [&str; 3] = ["representative", "kept_id", "duplicate_of"];

/// What they call whether a document is kept.
const KEPT: [&str; 2] = ["kept", "keep"];

/// The usual columns that say something of a document.
const ROLES: [&str; 6] = [
    "group",
    REPRESENTATIVE[0],
    REPRESENTATIVE[1],
    REPRESENTATIVE[2],
    KEPT[0],
    KEPT[1],
];

/// Columns of documents themselves: a table with one of them may be what another tool kept.
const OF_DOCUMENTS: [&str; 12] = [
    "abstract", "author", "authors", "body", "content", "date", "doi", "html", "text", "title",
    "url", "year",
];

/// Refuses a table that says neither what belongs together nor holds the documents that are kept: its ids would be
/// taken for those of kept documents.
fn check_columns<'c>(
    names: impl Iterator<Item = &'c str>,
    id: &str,
    columns: &GroupColumns,
) -> Result<()> {
    let mut others: Vec<&str> = names.filter(|name| *name != id).collect();
    others.sort_unstable();
    let is_known = |name: &&str| {
        let lower = name.to_lowercase();
        ROLES.contains(&&*lower) || OF_DOCUMENTS.contains(&&*lower)
    };
    let names_a_role = columns.named().any(|name| name != id);
    match others.first() {
        Some(example) if !names_a_role && !others.iter().any(is_known) => {
            Err(GroupsError::NoGroups {
                columns: others.join(", "),
                example: example.to_string(),
                id: id.into(),
            }
            .into())
        }
        _ => Ok(()),
    }
}

/// The score of a row, and whether there is one that is ignored. Of no other tool it is known what its scores mean, and
/// none of them decides anything: a table is read without them.
fn score(row: &Row) -> (Option<f64>, bool) {
    let Ok(cell) = row.get("score") else {
        return (None, true);
    };
    let cell = cell.map(str::trim).filter(|cell| !cell.is_empty());
    let score = cell.and_then(|cell| cell.parse().ok());
    let score = score.filter(|score: &f64| score.is_finite());
    (score, cell.is_some() && score.is_none())
}

fn is_kept(cell: &str) -> Result<bool> {
    match cell.trim().to_lowercase().as_str() {
        "true" | "1" | "yes" => Ok(true),
        "false" | "0" | "no" => Ok(false),
        _ => Err(GroupsError::NotKept { found: cell.into() }.into()),
    }
}
