//! Opens, reads and writes the database of a registry.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Deref;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use super::table::{Table, Total};
use dejalu_base::error::{Error, IoContext, Place, RegistryError, Result};
use dejalu_io::no_folder;
use dejalu_io::sqlite::{Database, Draft, PATIENCE, beside};
use dejalu_text::AnalysisOptions;

/// The version of the format that this program writes, and the newest it reads.
pub const FORMAT: u32 = 2;

/// Marks the file as one of ours, where SQLite keeps a place for it.
const APPLICATION: u32 = 0x646a_6c75;

/// The most memory that keeps pages of the store, in KiB.
const CACHE: u32 = 128 << 10;

/// Readers go on beside a writer if what is written goes to a log first. What is replaced is
/// overwritten with zeros, so that no old row stays behind that a flipped bit could bring back.
const BEGIN: &str = "
    PRAGMA journal_mode = wal;
    PRAGMA synchronous = full;
    PRAGMA secure_delete = fast;
    BEGIN IMMEDIATE";

/// The access that a store is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// To probe, list and export. Others may read as well.
    Read,
    /// To register and remove as well. No other process may have the store open.
    Write,
}

/// A registry's database.
pub(crate) struct Store {
    database: Database<RegistryError>,
    /// Whether it has written, and to a log first.
    has_log: Cell<bool>,
    /// Number of rows in the tables within a batch, by [`Table`].
    pub(super) totals: Cell<[Total; 3]>,
}

impl Deref for Store {
    type Target = Database<RegistryError>;

    fn deref(&self) -> &Self::Target {
        &self.database
    }
}

impl Store {
    /// Makes an empty store.
    pub(crate) fn create(path: &Path, analysis: &AnalysisOptions) -> Result<Self> {
        // A log that is left of another store would be merged into the new one, or lost.
        for suffix in ["", "-wal", "-journal"] {
            let file = beside(path, suffix);
            if file.symlink_metadata().is_ok() {
                return Err(Error::from(RegistryError::Exists).at(&Place::file(&file)));
            }
        }
        // The system's own words for a folder that is missing or closed.
        File::create_new(path).context("write", path)?;
        let draft = Draft::new(path);
        let store = Store::connect(path, Access::Write)?;
        store.lay_out(analysis)?;
        draft.finish();
        Ok(store)
    }

    /// An empty store that is gone when it is dropped.
    pub(crate) fn in_memory(analysis: &AnalysisOptions) -> Result<Self> {
        let store = Store {
            database: Database::in_memory("registry in memory")?,
            has_log: Cell::new(false),
            totals: Cell::default(),
        };
        store.lay_out(analysis)?;
        Ok(store)
    }

    /// Opens a store and says how it reads documents.
    pub(crate) fn open(path: &Path, access: Access) -> Result<(Self, AnalysisOptions)> {
        if !path.try_exists().context("open", path)? {
            return Err(Error::from(RegistryError::Missing).at(&Place::file(path)));
        }
        // The system's own words for a folder, or a file that may not be read.
        no_folder(path)?;
        if !path.metadata().context("open", path)?.is_file() {
            return Err(Error::from(RegistryError::NotARegistry).at(&Place::file(path)));
        }
        let unfinished = is_unfinished(path).context("open", path)?;
        let log = beside(path, "-wal");
        if unfinished && super::log::is_damaged(&log).context("read", &log)? {
            return Err(Error::from(RegistryError::DamagedLog).at(&Place::file(&log)));
        }
        let store = match access {
            Access::Read if unfinished => Store::recovered(path)?,
            access => Store::connect(path, access)?,
        };
        let analysis = store.check_format()?;
        if access == Access::Write && store.is_read_only()? {
            return Err(store.refuse(RegistryError::ReadOnly));
        }
        Ok((store, analysis))
    }

    fn connect(path: &Path, access: Access) -> Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX
            | match access {
                Access::Read => OpenFlags::SQLITE_OPEN_READ_ONLY,
                Access::Write => OpenFlags::SQLITE_OPEN_READ_WRITE,
            };
        // Its connections share a lock that keeps other processes out while one of them may write.
        let opened = if cfg!(unix) {
            Connection::open_with_flags_and_vfs(path, flags, c"unix-excl")
        } else {
            Connection::open_with_flags(path, flags)
        };
        let store = Store {
            database: Database::new(path, opened)?,
            has_log: Cell::new(false),
            totals: Cell::default(),
        };
        store.checked(configure(store.connection()))?;
        Ok(store)
    }

    /// A store that was left in the midst of its work, put in order: its log is merged, or what was
    /// half written undone. To be read; where there is no room to merge it is read with its log.
    fn recovered(path: &Path) -> Result<Self> {
        let store = Store::connect(path, Access::Write)?;
        store.has_log.set(store.merge().is_ok());
        Ok(store)
    }

    fn lay_out(&self, analysis: &AnalysisOptions) -> Result<()> {
        let analysis = serde_json::to_string(analysis).unwrap_or_default();
        let made_by = format!("dejalu {}", env!("CARGO_PKG_VERSION"));
        self.execute("PRAGMA auto_vacuum = incremental")?;
        self.execute(BEGIN)?;
        self.has_log.set(true);
        self.execute(super::schema::TABLES)?;
        self.execute(super::schema::BLOCKS)?;
        for table in Table::ALL {
            table.directory().create(self)?;
        }
        self.set("analysis", &analysis)?;
        self.set("made_by", &made_by)?;
        self.set_format(APPLICATION, FORMAT)?;
        self.commit()
    }

    /// Refuses other files and newer stores.
    fn check_format(&self) -> Result<AnalysisOptions> {
        self.database.check_format(APPLICATION, FORMAT)?;
        let found = self.number("user_version")?;
        if found < FORMAT {
            return Err(self.refuse(RegistryError::OlderFormat {
                found,
                known: FORMAT,
            }));
        }
        let analysis = self.verified_setting("analysis")?;
        serde_json::from_str(&analysis)
            .map_err(|_| self.refuse(RegistryError::UnknownAnalysis { found: analysis }))
    }

    fn is_read_only(&self) -> Result<bool> {
        self.checked(self.connection().is_readonly("main"))
    }

    /// Begins a batch: all of it is committed, or nothing.
    pub(crate) fn begin(&self) -> Result<()> {
        self.execute(BEGIN)?;
        self.has_log.set(true);
        let mut totals = [Total::default(); 3];
        for table in Table::ALL {
            totals[table as usize] = self.total(table)?;
        }
        self.totals.set(totals);
        Ok(())
    }

    /// Ends a batch. When this returns, it is on disk.
    pub(crate) fn commit(&self) -> Result<()> {
        for table in Table::ALL {
            self.put_total(table, self.totals.get()[table as usize])?;
        }
        self.execute("COMMIT")?;
        // In vain where the disk is full or another connection reads on: the log is as safe, and is
        // merged the next time.
        let _ = self.merge();
        Ok(())
    }

    /// Merges the log into the store and empties it, if no other connection reads on.
    fn merge(&self) -> Result<()> {
        self.checked(self.connection().busy_timeout(Duration::ZERO))?;
        let merged = self.each("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(()));
        self.checked(self.connection().busy_timeout(PATIENCE))?;
        merged
    }

    /// Undoes a batch.
    pub(crate) fn roll_back(&self) {
        // Nothing is open after a commit, nor after a failure that undid the batch.
        let _ = self.execute("ROLLBACK");
    }

    /// Answers from one state of the store, whatever is committed meanwhile.
    pub(crate) fn snapshot<T>(&self, answer: impl FnOnce() -> Result<T>) -> Result<T> {
        if !self.connection().is_autocommit() {
            return answer();
        }
        let _undone = self.begin_transaction(TransactionBehavior::Deferred)?;
        answer()
    }

    /// Gives the room of removed rows back to the disk.
    pub(crate) fn shrink(&self) -> Result<()> {
        self.each("PRAGMA incremental_vacuum", (), |_| Ok(()))
    }

    /// Returns whether the database's own structure is sound; if not, what is wrong with it.
    pub(crate) fn check_structure(&self) -> Result<()> {
        let check = "PRAGMA integrity_check(1)";
        let found: Option<String> = self.row(check, (), |row| self.cell(row, 0))?;
        // The first line of several names the database.
        match found.as_deref().and_then(|found| found.lines().last()) {
            Some("ok") => Ok(()),
            problem => Err(self.damaged(problem.unwrap_or("it does not answer"))),
        }
    }

    /// Lets the store grow no further, as a full disk does.
    #[cfg(test)]
    pub(crate) fn fill_up(&self) {
        let pages = self.number("page_count").unwrap();
        self.execute(&format!("PRAGMA max_page_count = {pages}"))
            .unwrap();
    }
}

/// At rest a store is one file.
impl Drop for Store {
    fn drop(&mut self) {
        if self.has_log.get() {
            // In vain where another connection reads on; then the log stays until the next time.
            let _ = self.connection().busy_timeout(Duration::ZERO);
            let _ = self.execute("PRAGMA journal_mode = delete");
        }
    }
}

/// Returns whether a process ended in the midst of its work: a log lies beside the store, or the
/// store still says that there is one (bytes 18 and 19 of SQLite's file format, section 1.3: 2 for a
/// log written ahead). Such a store cannot be opened for reading alone, not even where the log is
/// empty.
fn is_unfinished(path: &Path) -> io::Result<bool> {
    let lies_beside = |ending: &str| beside(path, ending).exists();
    let mut header = Vec::with_capacity(20);
    File::open(path)?.take(20).read_to_end(&mut header)?;
    Ok(lies_beside("-wal") || lies_beside("-journal") || header.ends_with(&[2, 2]))
}

fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_prepared_statement_cache_capacity(32);
    connection.pragma_update(None, "cache_size", -i64::from(CACHE))
}
