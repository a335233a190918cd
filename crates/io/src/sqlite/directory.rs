//! Directories: from a key to a number, in a table of a database, so that what is *not* there is
//! known as surely as what is.
//!
//! A checksum proves that a value is the one that was written. It does not prove that a value is
//! missing: where a bit flips in a key or in an inner page of the database, a look-up misses, and
//! nothing says so. So the checksum of an entry counts fence keys as well, its own key and that of the
//! entry that follows. Who looks a key up reads the entry at it or before it. Either that is the key's, or
//! the key lies between the fences, which only a directory without the key can hold.

use serde::{Deserialize, Serialize};

use super::checksum::{row, with_checksum};
use super::database::Database;
use dejalu_base::error::{DatabaseError, Error, Result};

/// A directory, by the name of its table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Directory(pub &'static str);

/// The entry of a key.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Entry {
    /// None at the least key, where nothing was entered: every key has an entry at it or before it.
    number: Option<u32>,
    /// The key of the entry that follows.
    next: Option<i64>,
}

impl Directory {
    /// Makes the table.
    pub fn create<K: DatabaseError + Into<Error>>(self, database: &Database<K>) -> Result<()> {
        let Directory(table) = self;
        database.execute(&format!(
            "CREATE TABLE {table} (key INTEGER PRIMARY KEY, entry BLOB NOT NULL) STRICT"
        ))?;
        let nothing = Entry {
            number: None,
            next: None,
        };
        self.put(database, i64::MIN, nothing)
    }

    /// The number of a key, if it has one.
    pub fn get<K: DatabaseError + Into<Error>>(
        self,
        database: &Database<K>,
        key: u64,
    ) -> Result<Option<u32>> {
        let key = key.cast_signed();
        let (at, entry) = self.before(database, key)?;
        Ok(entry.number.filter(|_| at == key))
    }

    /// Gives a number to a key that has none.
    pub fn insert<K: DatabaseError + Into<Error>>(
        self,
        database: &Database<K>,
        key: u64,
        number: u32,
    ) -> Result<()> {
        let key = key.cast_signed();
        let (at, before) = self.before(database, key)?;
        let number = Some(number);
        let next = before.next;
        if at != key {
            let next = Some(key);
            self.put(database, at, Entry { next, ..before })?;
        }
        self.put(database, key, Entry { number, next })
    }

    /// Takes a key away.
    pub fn remove<K: DatabaseError + Into<Error>>(
        self,
        database: &Database<K>,
        key: u64,
    ) -> Result<()> {
        let Directory(table) = self;
        let key = key.cast_signed();
        let (at, entry) = self.before(database, key)?;
        let next = entry.next;
        match key.checked_sub(1) {
            _ if at != key => Ok(()),
            None => self.put(database, key, Entry { number: None, next }),
            Some(less) => {
                let (at, before) = self.before(database, less)?;
                self.put(database, at, Entry { next, ..before })?;
                database.run(&format!("DELETE FROM {table} WHERE key = ?"), [key])
            }
        }
    }

    /// Every key and its number.
    pub fn each<K: DatabaseError + Into<Error>>(
        self,
        database: &Database<K>,
        mut each: impl FnMut(u64, u32),
    ) -> Result<()> {
        let Directory(table) = self;
        let select = format!("SELECT key, entry FROM {table} ORDER BY key");
        let mut expected = Some(i64::MIN);
        database.each(&select, (), |cells| {
            let key: i64 = database.cell(cells, 0)?;
            let entry: Entry = database.verified(cells, 1, self.row(key))?;
            if expected != Some(key) {
                return Err(database.incomplete());
            }
            expected = entry.next;
            if let Some(number) = entry.number {
                each(key.cast_unsigned(), number);
            }
            Ok(())
        })?;
        match expected {
            None => Ok(()),
            Some(_) => Err(database.incomplete()),
        }
    }

    /// The entry at a key, or the last before it.
    fn before<K: DatabaseError + Into<Error>>(
        self,
        database: &Database<K>,
        key: i64,
    ) -> Result<(i64, Entry)> {
        let Directory(table) = self;
        let select =
            format!("SELECT key, entry FROM {table} WHERE key <= ? ORDER BY key DESC LIMIT 1");
        let found = database.row(&select, [key], |cells| {
            let at: i64 = database.cell(cells, 0)?;
            let entry: Entry = database.verified(cells, 1, self.row(at))?;
            Ok((at, entry))
        })?;
        let holds =
            |&(at, entry): &(i64, Entry)| at <= key && entry.next.is_none_or(|next| key < next);
        found.filter(holds).ok_or_else(|| database.incomplete())
    }

    fn put<K: DatabaseError + Into<Error>>(
        self,
        database: &Database<K>,
        key: i64,
        entry: Entry,
    ) -> Result<()> {
        let Directory(table) = self;
        let insert = format!("INSERT OR REPLACE INTO {table} VALUES (?, ?)");
        database.run(&insert, (key, with_checksum(&entry, self.row(key))))
    }

    fn row(self, key: i64) -> u64 {
        row(self.0, key.cast_unsigned())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use dejalu_base::error::RegistryError;

    const PLACES: Directory = Directory("places");

    fn database() -> Database<RegistryError> {
        let database = Database::in_memory("here").unwrap();
        PLACES.create(&database).unwrap();
        database
    }

    fn all(database: &Database<RegistryError>) -> Result<BTreeMap<u64, u32>> {
        let mut all = BTreeMap::new();
        PLACES.each(database, |key, number| {
            all.insert(key, number);
        })?;
        Ok(all)
    }

    /// The ends of both halves, and keys in no order.
    fn keys() -> Vec<u64> {
        let ends = [0, 1, u64::MAX, u64::MAX / 2, u64::MAX / 2 + 1, 1 << 40];
        let others = (1..60u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        ends.into_iter().chain(others).collect()
    }

    #[test]
    fn what_is_there_is_found_and_what_is_not_is_not() {
        let database = database();
        let mut expected = BTreeMap::new();
        for (number, key) in (1..).zip(keys()) {
            assert_eq!(PLACES.get(&database, key).unwrap(), None);
            PLACES.insert(&database, key, number).unwrap();
            expected.insert(key, number);
        }
        for key in keys().into_iter().step_by(2) {
            PLACES.remove(&database, key).unwrap();
            // A key that is not there stays so.
            PLACES.remove(&database, key).unwrap();
            expected.remove(&key);
        }
        assert_eq!(all(&database).unwrap(), expected);
        for key in keys() {
            let number = expected.get(&key).copied();
            assert_eq!(PLACES.get(&database, key).unwrap(), number, "{key}");
        }
    }

    #[test]
    fn an_entry_that_is_lost_or_moved_is_missed() {
        let lose = "DELETE FROM places WHERE key = 700";
        let moved = "UPDATE places SET key = 701 WHERE key = 700";
        let swapped = "UPDATE places SET entry = (SELECT entry FROM places WHERE key = 900)
            WHERE key = 700";
        for damage in [lose, moved, swapped] {
            let database = database();
            for key in [500, 700, 900] {
                PLACES.insert(&database, key, 1).unwrap();
            }
            database.execute(damage).unwrap();
            assert!(PLACES.get(&database, 700).is_err(), "{damage}");
            assert!(PLACES.get(&database, 800).is_err(), "{damage}");
            assert!(all(&database).is_err(), "{damage}");
            assert_eq!(PLACES.get(&database, 900).unwrap(), Some(1));
            assert_eq!(PLACES.get(&database, 600).unwrap(), None);
        }
    }
}
