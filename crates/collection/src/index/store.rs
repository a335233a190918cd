//! The index on disk: one file, an SQLite database.
//!
//! What is added is one transaction: all of it is in the file when it ends, or nothing. A process
//! that was killed leaves a journal beside the file, by which the next that opens it undoes what
//! was half done.

use std::cell::Cell;
use std::ops::Deref;
use std::path::Path;

use rusqlite::{Connection, OpenFlags, Row, TransactionBehavior};
use serde::{Deserialize, Serialize};

use super::groups::TABLES;
use crate::bound_sketches::BoundSketches;
use dejalu_base::error::{IndexError, Result};
use dejalu_io::sqlite::{Database, row, with_checksum};

/// The version of the format that this program writes, and the newest it reads.
pub const FORMAT: u32 = 4;

/// The last format without bound sketches. It is read, and becomes the newest when something is added.
const WITHOUT_BOUND_SKETCHES: u32 = 3;

/// The last format without tables for groups. It is read, and becomes the newest when something is added.
const WITHOUT_GROUPS: u32 = 2;

/// The first format: its blocks of lists do not say what follows, so that one which is missing is
/// not missed. It is read, and becomes the newest when something is added.
const UNFENCED: u32 = 1;

/// Marks the file as one of ours, where SQLite keeps a place for it.
const APPLICATION: u32 = 0x646a_6978;

/// What documents are dropped by before their texts are read, from format 4 on.
/// The table has an older name, which files of this format keep.
const BOUND_SKETCHES: &str =
    "CREATE TABLE outlines (number INTEGER PRIMARY KEY, outlines BLOB NOT NULL) STRICT;";

/// Everything but names and settings has a checksum, so that a byte that flipped is found when it is
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
    format: Cell<u32>,
}

/// Documents of one part that are in a list.
#[derive(Default, Serialize, Deserialize)]
struct Block {
    /// The key of the block that follows, of this list or another: who looks for one that is not
    /// there meets the block before it, which proves that.
    next: Option<i64>,
    documents: Vec<u16>,
}

/// The key of a block without documents, before all others.
const FIRST: i64 = -1;

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
            format: Cell::new(FORMAT),
        })
    }

    /// Refuses files of another kind or a newer format.
    pub(super) fn check_format(&self) -> Result<()> {
        self.database.check_format(APPLICATION, FORMAT)?;
        self.read_format()
    }

    fn read_format(&self) -> Result<()> {
        self.format.set(self.number("user_version")?);
        match self.format.get() {
            0 => Err(self.damaged("it does not say its format")),
            _ => Ok(()),
        }
    }

    /// Whether nothing was ever committed.
    pub(super) fn is_empty(&self) -> Result<bool> {
        Ok(self.number("page_count")? == 0)
    }

    /// Makes the tables.
    pub(super) fn lay_out(&self, model: &str) -> Result<()> {
        self.execute(SCHEMA)?;
        self.execute(TABLES)?;
        self.execute(BOUND_SKETCHES)?;
        self.set_format(APPLICATION, FORMAT)?;
        let made_by = concat!("dejalu ", env!("CARGO_PKG_VERSION"));
        for setting in [("made_by", made_by), ("model", model)] {
            self.run("INSERT INTO settings VALUES (?, ?)", setting)?;
        }
        self.put_block(FIRST, &Block::default())?;
        self.put_sizes(0, &[])
    }

    /// Brings an index of an older format to the newest.
    pub(super) fn upgrade(&self) -> Result<()> {
        if self.format.get() == UNFENCED {
            self.fence()?;
        }
        if self.format.get() <= WITHOUT_GROUPS {
            self.execute(TABLES)?;
        }
        if self.format.get() <= WITHOUT_BOUND_SKETCHES {
            self.execute(BOUND_SKETCHES)?;
            for number in 0..self.count()? as u32 {
                self.put_bound_sketches(number, None)?;
            }
        }
        self.set_format(APPLICATION, FORMAT)?;
        self.format.set(FORMAT);
        Ok(())
    }

    /// Whether there are bound sketches of documents.
    pub(super) fn has_bound_sketches(&self) -> bool {
        self.format.get() > WITHOUT_BOUND_SKETCHES
    }

    /// Whether there are tables for groups.
    pub(super) fn has_groups(&self) -> bool {
        self.format.get() > WITHOUT_GROUPS
    }

    /// Lets every block of a list say what follows.
    fn fence(&self) -> Result<()> {
        let sizes = self.sizes()?;
        let last = sizes.len() / PART;
        self.put_sizes(last as u32, &sizes[last * PART..])?;
        let mut keys = Vec::new();
        self.each("SELECT key FROM lists ORDER BY key DESC", (), |row| {
            keys.push(self.cell(row, 0)?);
            Ok(())
        })?;
        let mut next = None;
        for key in keys {
            let select = "SELECT documents FROM lists WHERE key = ?";
            let block = self.row(select, [key], |row| self.block(row, 0, key))?;
            let documents = block.unwrap_or_default().documents;
            self.put_block(key, &Block { next, documents })?;
            next = Some(key);
        }
        let documents = Vec::new();
        self.put_block(FIRST, &Block { next, documents })
    }

    /// Does all of something or, after an error or a panic, nothing.
    pub(super) fn transaction<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let mut format = Restored {
            cell: &self.format,
            value: self.format.get(),
        };
        let transaction = self.begin_transaction(TransactionBehavior::Immediate)?;
        let value = work()?;
        self.checked(transaction.commit())?;
        format.value = self.format.get();
        Ok(value)
    }

    /// Answers from one state of the index, whatever is added meanwhile.
    pub(super) fn snapshot<T>(&self, answer: impl FnOnce() -> Result<T>) -> Result<T> {
        let _undone = self.begin_transaction(TransactionBehavior::Deferred)?;
        // Another process may have brought it to the newest format since it was opened.
        self.read_format()?;
        answer()
    }
}

/// Sets a cell to a value when it is dropped.
struct Restored<'a> {
    cell: &'a Cell<u32>,
    value: u32,
}

impl Drop for Restored<'_> {
    fn drop(&mut self) {
        self.cell.set(self.value);
    }
}

/// Documents.
impl Store {
    /// The number of the document of this id.
    pub(super) fn number_of(&self, id: &str) -> Result<Option<u32>> {
        let select = "SELECT number FROM documents WHERE id = ?";
        self.row(select, [id], |row| self.cell(row, 0))
    }

    pub(super) fn insert(&self, number: u32, id: &str, content: &[u8]) -> Result<()> {
        let insert = "INSERT INTO documents VALUES (?, ?, ?)";
        self.run(insert, (number, id, with_checksum(content, number.into())))
    }

    /// Keeps the bound sketches of a document; none of one that was added to an older format.
    pub(super) fn put_bound_sketches(
        &self,
        number: u32,
        sketches: Option<&BoundSketches>,
    ) -> Result<()> {
        let insert = "INSERT INTO outlines VALUES (?, ?)";
        let row = row("outlines", number.into());
        self.run(insert, (number, with_checksum(&sketches, row)))
    }

    pub(super) fn bound_sketches(&self, number: u32) -> Result<Option<BoundSketches>> {
        let select = "SELECT outlines FROM outlines WHERE number = ?";
        let key = row("outlines", number.into());
        let found = self.row(select, [number], |row| self.verified(row, 0, key))?;
        found.ok_or_else(|| self.incomplete())
    }

    pub(super) fn content(&self, number: u32) -> Result<Vec<u8>> {
        let select = "SELECT content FROM documents WHERE number = ?";
        let content = self.row(select, [number], |row| self.verified(row, 0, number.into()))?;
        content.ok_or_else(|| self.damaged(format!("document {number} is missing")))
    }

    /// How many values each document has. Every part is full but the last, which is not: so none is
    /// missing.
    pub(super) fn sizes(&self) -> Result<Vec<u32>> {
        let (mut all, mut parts) = (Vec::new(), 0);
        self.each("SELECT part, sizes FROM sizes ORDER BY part", (), |row| {
            let part: u32 = self.cell(row, 0)?;
            if all.len() != parts * PART || part as usize != parts {
                return Err(self.incomplete());
            }
            all.extend(self.verified::<Vec<u32>>(row, 1, part.into())?);
            parts += 1;
            Ok(())
        })?;
        if parts == all.len() / PART + 1 || self.format.get() == UNFENCED {
            Ok(all)
        } else {
            Err(self.incomplete())
        }
    }

    /// How many documents there are, by the last part.
    pub(super) fn count(&self) -> Result<usize> {
        let select = "SELECT part, sizes FROM sizes ORDER BY part DESC LIMIT 1";
        let last = self.row(select, (), |row| {
            let part: u32 = self.cell(row, 0)?;
            Ok((part, self.verified::<Vec<u32>>(row, 1, part.into())?.len()))
        })?;
        let is_last = |&(_, count): &(u32, usize)| count < PART || self.format.get() == UNFENCED;
        let (part, count) = last.filter(is_last).ok_or_else(|| self.incomplete())?;
        Ok(part as usize * PART + count)
    }

    /// Sets the sizes of all documents of a part.
    pub(super) fn put_sizes(&self, part: u32, sizes: &[u32]) -> Result<()> {
        let insert = "INSERT OR REPLACE INTO sizes VALUES (?, ?)";
        self.run(insert, (part, with_checksum(sizes, part.into())))
    }
}

/// Lists.
impl Store {
    /// The documents of a list.
    pub(super) fn list(&self, list: u32, mut each: impl FnMut(u32)) -> Result<()> {
        let (start, end) = (key(list, 0), key(list, u32::MAX));
        let is_fenced = self.format.get() != UNFENCED;
        let mut due = if is_fenced {
            self.block_before(start - 1)?.1.next
        } else {
            None
        };
        let select = "SELECT key, documents FROM lists WHERE key BETWEEN ? AND ? ORDER BY key";
        self.each(select, [start, end], |row| {
            let key: i64 = self.cell(row, 0)?;
            let block = self.block(row, 1, key)?;
            if is_fenced && due != Some(key) {
                return Err(self.incomplete());
            }
            due = block.next;
            let first = key as u32 * PART as u32;
            let documents = block.documents.into_iter();
            documents.for_each(|number| each(first + u32::from(number)));
            Ok(())
        })?;
        if due.is_some_and(|due| due <= end) {
            Err(self.incomplete())
        } else {
            Ok(())
        }
    }

    /// Adds documents of one part to a list.
    pub(super) fn append(&self, list: u32, part: u32, added: &[u16]) -> Result<()> {
        let key = key(list, part);
        let (at, mut block) = self.block_before(key)?;
        if at != key {
            let next = block.next.replace(key);
            self.put_block(at, &block)?;
            block = Block {
                next,
                documents: Vec::new(),
            };
        }
        block.documents.extend(added);
        self.put_block(key, &block)
    }

    /// The block at a key, or the last before it.
    fn block_before(&self, key: i64) -> Result<(i64, Block)> {
        let select = "SELECT key, documents FROM lists WHERE key <= ? ORDER BY key DESC LIMIT 1";
        let found = self.row(select, [key], |row| {
            let at: i64 = self.cell(row, 0)?;
            Ok((at, self.block(row, 1, at)?))
        })?;
        let holds =
            |(at, block): &(i64, Block)| *at <= key && block.next.is_none_or(|next| key < next);
        found.filter(holds).ok_or_else(|| self.incomplete())
    }

    fn block(&self, cells: &Row, column: usize, key: i64) -> Result<Block> {
        match self.format.get() {
            UNFENCED => Ok(Block {
                next: None,
                documents: self.verified(cells, column, key.cast_unsigned())?,
            }),
            _ => self.verified(cells, column, row_of(key)),
        }
    }

    fn put_block(&self, key: i64, block: &Block) -> Result<()> {
        let insert = "INSERT OR REPLACE INTO lists VALUES (?, ?)";
        self.run(insert, (key, with_checksum(block, row_of(key))))
    }
}

/// The identity of the block of a key, for its checksum.
fn row_of(key: i64) -> u64 {
    row("lists", key.cast_unsigned())
}

/// The key of a block: the list, then the part.
fn key(list: u32, part: u32) -> i64 {
    i64::from(list) << 32 | i64::from(part)
}
