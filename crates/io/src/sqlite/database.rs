//! A database in one file (SQLite). Every failure names the file, in the words of what is kept in
//! it; every value that is not a plain number has a checksum, so that a byte that flipped on disk is
//! found when it is read.

use std::marker::PhantomData;
use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::types::FromSql;
use rusqlite::{
    Connection, ErrorCode, OptionalExtension, Params, Row, Transaction, TransactionBehavior,
};
use serde::de::DeserializeOwned;

use super::checksum::verified;
use dejalu_base::error::{DatabaseError, Error, Place, Result};

/// Time that a process waits for another that is only passing.
pub const PATIENCE: Duration = Duration::from_millis(500);

/// Words a failure as an error of the kind of database that met it.
fn worded<K: DatabaseError + Into<Error>>(failure: rusqlite::Error) -> K {
    use ErrorCode::*;
    let problem = failure.to_string();
    match failure.sqlite_error_code() {
        Some(DatabaseBusy | DatabaseLocked) => K::in_use(),
        Some(NotADatabase) => K::other_file(),
        Some(ReadOnly) => K::read_only(problem),
        Some(DiskFull) => K::full(problem),
        Some(CannotOpen | SystemIoFailure | OutOfMemory) => K::unusable(problem),
        // A table or column that is missing, a value of another type.
        _ => K::damaged(problem),
    }
}

/// A connection to a database whose failures are of kind `K`.
pub struct Database<K> {
    connection: Connection,
    place: Place,
    kind: PhantomData<K>,
}

impl<K: DatabaseError + Into<Error>> Database<K> {
    /// Wraps the result of opening a file.
    pub fn new(path: &Path, opened: rusqlite::Result<Connection>) -> Result<Self> {
        Database::at(Place::file(path), opened)
    }

    /// One that is gone when it is dropped. `name` stands for the file's.
    pub fn in_memory(name: &str) -> Result<Self> {
        Database::at(Place::named(name), Connection::open_in_memory())
    }

    fn at(place: Place, opened: rusqlite::Result<Connection>) -> Result<Self> {
        let careful = opened.and_then(|connection| {
            connection.busy_timeout(PATIENCE)?;
            // Damage is found where it is read, and not by what it breaks later.
            connection.pragma_update(None, "cell_size_check", true)?;
            // A file from elsewhere may hold statements of its own: none of them runs.
            connection.pragma_update(None, "trusted_schema", false)?;
            connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
            connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
            Ok(connection)
        });
        match careful {
            Ok(connection) => Ok(Database {
                connection,
                place,
                kind: PhantomData,
            }),
            Err(failure) => Err(worded::<K>(failure).into().at(&place)),
        }
    }

    /// The connection, for what only one kind of database needs.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Refuses files of another sort (`application` marks ours, where SQLite keeps a place for it)
    /// and of a newer format than `known`.
    pub fn check_format(&self, application: u32, known: u32) -> Result<()> {
        if self.number("application_id")? != application {
            return Err(self.refuse(K::other_file()));
        }
        let found = self.number("user_version")?;
        if found <= known {
            Ok(())
        } else {
            Err(self.refuse(K::newer_format(found, known, self.setting("made_by")?)))
        }
    }

    /// Writes what [`check_format`](Self::check_format) reads, except for the program's name.
    pub fn set_format(&self, application: u32, format: u32) -> Result<()> {
        self.execute(&format!("PRAGMA application_id = {application}"))?;
        self.execute(&format!("PRAGMA user_version = {format}"))
    }

    /// A value of the table `settings`.
    pub fn setting(&self, name: &str) -> Result<String> {
        let select = "SELECT value FROM settings WHERE name = ?";
        let value = self.row(select, [name], |row| self.cell(row, 0))?;
        value.ok_or_else(|| self.damaged(format!("it does not say its '{name}'")))
    }
}

/// Statements.
impl<K: DatabaseError + Into<Error>> Database<K> {
    /// Runs statements that give no rows.
    pub fn execute(&self, statements: &str) -> Result<()> {
        self.checked(self.connection.execute_batch(statements))
    }

    /// Begins a transaction. It is undone when it is dropped uncommitted, as after an error or a panic.
    pub fn begin_transaction(&self, behavior: TransactionBehavior) -> Result<Transaction<'_>> {
        self.checked(Transaction::new_unchecked(&self.connection, behavior))
    }

    /// A number that SQLite keeps of the database.
    pub fn number(&self, pragma: &str) -> Result<u32> {
        let read = |row: &Row| row.get(0);
        self.checked(self.connection.pragma_query_value(None, pragma, read))
    }

    /// Runs a statement that gives no rows.
    pub fn run(&self, statement: &str, values: impl Params) -> Result<()> {
        let mut statement = self.checked(self.connection.prepare_cached(statement))?;
        self.checked(statement.execute(values)).map(drop)
    }

    /// The first row that a statement gives.
    pub fn row<T>(
        &self,
        statement: &str,
        values: impl Params,
        read: impl FnOnce(&Row) -> Result<T>,
    ) -> Result<Option<T>> {
        let mut statement = self.checked(self.connection.prepare_cached(statement))?;
        let found = statement.query_row(values, |row| Ok(read(row)));
        self.checked(found.optional())?.transpose()
    }

    /// Every row that a statement gives.
    pub fn each(
        &self,
        statement: &str,
        values: impl Params,
        mut read: impl FnMut(&Row) -> Result<()>,
    ) -> Result<()> {
        let mut statement = self.checked(self.connection.prepare_cached(statement))?;
        let mut rows = self.checked(statement.query(values))?;
        while let Some(row) = self.checked(rows.next())? {
            read(row)?;
        }
        Ok(())
    }
}

/// Cells.
impl<K: DatabaseError + Into<Error>> Database<K> {
    /// A plain number or name.
    pub fn cell<T: FromSql>(&self, row: &Row, column: usize) -> Result<T> {
        self.checked(row.get(column))
    }

    /// A value whose checksum has this key.
    pub fn verified<T: DeserializeOwned>(&self, row: &Row, column: usize, key: u64) -> Result<T> {
        let cell = row.get_ref(column);
        let bytes = self.checked(cell.and_then(|value| Ok(value.as_blob()?)))?;
        verified(bytes, key).ok_or_else(|| self.damaged("a checksum does not match its content"))
    }
}

/// Errors.
impl<K: DatabaseError + Into<Error>> Database<K> {
    /// An error with the database's place.
    pub fn refuse(&self, kind: K) -> Error {
        kind.into().at(&self.place)
    }

    /// An error that says what nothing writes there.
    pub fn damaged(&self, problem: impl Into<String>) -> Error {
        self.refuse(K::damaged(problem.into()))
    }

    /// A look-up met none of the rows that must be there, or one that belongs elsewhere.
    pub fn incomplete(&self) -> Error {
        self.damaged("rows are missing or in the wrong place")
    }

    /// The outcome of a call to SQLite.
    pub fn checked<T>(&self, outcome: rusqlite::Result<T>) -> Result<T> {
        outcome.map_err(|failure| self.refuse(worded(failure)))
    }
}
