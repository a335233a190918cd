//! The index on the disk: one file, an SQLite database.
//!
//! What is added is one transaction: all of it is in the file when it ends, or nothing. A process
//! that was killed leaves a journal beside the file, by which the next that opens it undoes what
//! was half done.

use std::ops::Deref;
use std::path::Path;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::database::{Database, Kind};
use crate::error::{IndexError, Result};
use crate::seal::seal;

/// The version of the format that this program writes, and the newest it reads.
pub const FORMAT: u32 = 1;

/// Marks the file as one of ours, where SQLite keeps a place for it.
const APPLICATION: u32 = 0x646a_6978;

/// Everything but names and settings is sealed, so that a byte that flipped is found when it is
/// read; the model has a digest of its own.
const SCHEMA: &str = "
    CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE documents (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        content BLOB NOT NULL
    ) STRICT;
    CREATE TABLE sizes (part INTEGER PRIMARY KEY, sizes BLOB NOT NULL) STRICT;
    CREATE TABLE lists (key INTEGER PRIMARY KEY, documents BLOB NOT NULL) STRICT;
";

/// An index's database. Documents are numbered from 0; a part is [`PART`] of them.
pub(super) struct Store {
    database: Database<IndexError>,
}

impl Deref for Store {
    type Target = Database<IndexError>;

    fn deref(&self) -> &Self::Target {
        &self.database
    }
}

/// How many documents share a block of a list: within it two bytes tell them apart.
pub(super) const PART: usize = 1 << 16;

impl Store {
    /// Opens a file, or begins one, which is there after the first transaction.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE;
        let opened = Connection::open_with_flags(path, flags);
        Ok(Store {
            database: Database::new(path, opened)?,
        })
    }

    /// Refuses files of another kind or a newer format.
    pub(super) fn check_format(&self) -> Result<()> {
        self.database.check_format(APPLICATION, FORMAT)
    }

    /// Whether nothing was ever committed.
    pub(super) fn is_empty(&self) -> Result<bool> {
        Ok(self.number("page_count")? == 0)
    }

    /// Makes the tables.
    pub(super) fn lay_out(&self, model: &str) -> Result<()> {
        self.execute(SCHEMA)?;
        self.set_format(APPLICATION, FORMAT)?;
        let made_by = concat!("dejalu ", env!("CARGO_PKG_VERSION"));
        for setting in [("made_by", made_by), ("model", model)] {
            self.run("INSERT INTO settings VALUES (?, ?)", setting)?;
        }
        Ok(())
    }

    /// Does all of something or, after an error, nothing.
    pub(super) fn transaction<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        self.execute("BEGIN IMMEDIATE")?;
        let done = work().and_then(|value| self.execute("COMMIT").map(|()| value));
        if done.is_err() {
            // What is open is undone on closing as well.
            let _ = self.execute("ROLLBACK");
        }
        done
    }

    /// Answers from one state of the index, whatever is added meanwhile.
    pub(super) fn snapshot<T>(&self, answer: impl FnOnce() -> Result<T>) -> Result<T> {
        self.execute("BEGIN")?;
        let answer = answer();
        let _ = self.execute("ROLLBACK");
        answer
    }
}

/// Documents.
impl Store {
    /// How many there are.
    pub(super) fn count(&self) -> Result<u32> {
        let count = self.row("SELECT count(*) FROM documents", (), |row| {
            self.cell(row, 0)
        })?;
        Ok(count.unwrap_or_default())
    }

    pub(super) fn holds(&self, id: &str) -> Result<bool> {
        let select = "SELECT 1 FROM documents WHERE id = ?";
        Ok(self.row(select, [id], |_| Ok(()))?.is_some())
    }

    pub(super) fn insert(&self, number: u32, id: &str, content: &[u8]) -> Result<()> {
        let insert = "INSERT INTO documents VALUES (?, ?, ?)";
        self.run(insert, (number, id, seal(content, number.into())))
    }

    pub(super) fn content(&self, number: u32) -> Result<Vec<u8>> {
        let select = "SELECT content FROM documents WHERE number = ?";
        let content = self.row(select, [number], |row| self.sealed(row, 0, number.into()))?;
        content.ok_or_else(|| self.damaged(format!("document {number} is missing")))
    }

    /// How many values each document has.
    pub(super) fn sizes(&self) -> Result<Vec<u32>> {
        let mut all = Vec::new();
        self.each("SELECT part, sizes FROM sizes ORDER BY part", (), |row| {
            let part: u32 = self.cell(row, 0)?;
            all.extend(self.sealed::<Vec<u32>>(row, 1, part.into())?);
            Ok(())
        })?;
        Ok(all)
    }

    /// Sets the sizes of all documents of a part.
    pub(super) fn put_sizes(&self, part: u32, sizes: &[u32]) -> Result<()> {
        let insert = "INSERT OR REPLACE INTO sizes VALUES (?, ?)";
        self.run(insert, (part, seal(sizes, part.into())))
    }
}

/// Lists.
impl Store {
    /// The documents of a list.
    pub(super) fn list(&self, list: u32, mut each: impl FnMut(u32)) -> Result<()> {
        let select = "SELECT key, documents FROM lists WHERE key BETWEEN ? AND ?";
        self.each(select, [key(list, 0), key(list, u32::MAX)], |row| {
            let key: i64 = self.cell(row, 0)?;
            let first = key as u32 * PART as u32;
            let block: Vec<u16> = self.sealed(row, 1, key.cast_unsigned())?;
            block
                .into_iter()
                .for_each(|number| each(first + u32::from(number)));
            Ok(())
        })
    }

    /// Adds documents of one part to a list.
    pub(super) fn append(&self, list: u32, part: u32, added: &[u16]) -> Result<()> {
        let key = key(list, part);
        let select = "SELECT documents FROM lists WHERE key = ?";
        let known = self.row(select, [key], |row| {
            self.sealed(row, 0, key.cast_unsigned())
        })?;
        let mut block: Vec<u16> = known.unwrap_or_default();
        block.extend(added);
        let insert = "INSERT OR REPLACE INTO lists VALUES (?, ?)";
        self.run(insert, (key, seal(&block, key.cast_unsigned())))
    }
}

/// The key of a block: the list, then the part.
fn key(list: u32, part: u32) -> i64 {
    i64::from(list) << 32 | i64::from(part)
}

impl Kind for IndexError {
    fn other_file() -> Self {
        IndexError::NotAnIndex
    }

    fn newer_format(found: u32, known: u32, made_by: String) -> Self {
        IndexError::NewerFormat {
            found,
            known,
            made_by,
        }
    }

    fn damaged(problem: String) -> Self {
        IndexError::Damaged { problem }
    }

    fn in_use() -> Self {
        IndexError::InUse
    }

    fn refused(_code: ErrorCode, problem: String) -> Self {
        IndexError::Unusable { problem }
    }
}
