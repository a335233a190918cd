//! Lists as they lie in the store: in blocks of ascending numbers, each with something that
//! belongs to it. A block's key is the list's number, then the least number that it may hold.

use rusqlite::Row;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Store;
use crate::error::Result;
use crate::seal::seal;

pub(super) const SCHEMA: &str = "
    CREATE TABLE documents_of_sentence (key INTEGER PRIMARY KEY, block BLOB NOT NULL) STRICT;
    CREATE TABLE sentences_of_word (key INTEGER PRIMARY KEY, block BLOB NOT NULL) STRICT;
";

/// What belongs to a number of a list.
pub(crate) trait Item: Serialize + DeserializeOwned + Copy {
    /// The table of these lists.
    const TABLE: &'static str;
}

/// A sentence's document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Occurrence {
    /// The sentence's place among those of the document.
    pub(crate) place: u32,
    /// How many sentences the document has.
    pub(crate) sentences: u32,
}

impl Item for Occurrence {
    const TABLE: &'static str = "documents_of_sentence";
}

/// A word's sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Holder {
    /// Which words the sentence may hold.
    #[serde(with = "postcard::fixint::le")]
    pub(crate) sketch: u64,
}

impl Item for Holder {
    const TABLE: &'static str = "sentences_of_word";
}

/// A block of a list.
#[derive(Debug, Clone)]
pub(crate) struct Block<I> {
    pub(crate) list: u32,
    /// No entry is less, and every entry of the block before is.
    pub(crate) first: u32,
    /// The entries, ascending.
    pub(crate) entries: Vec<(u32, I)>,
}

impl Store {
    /// The blocks of a list, ascending.
    pub(crate) fn blocks<I: Item>(&self, list: u32, mut each: impl FnMut(Block<I>)) -> Result<()> {
        let select = format!(
            "SELECT key, block FROM {} WHERE key BETWEEN ? AND ?",
            I::TABLE
        );
        let range = [key(list, 0), key(list, u32::MAX)];
        self.each(&select, range, |row| {
            each(self.block(row)?);
            Ok(())
        })
    }

    /// The block of a list that holds a number, if any does.
    pub(crate) fn block_with<I: Item>(&self, list: u32, number: u32) -> Result<Option<Block<I>>> {
        let select = format!(
            "SELECT key, block FROM {} WHERE key BETWEEN ? AND ? ORDER BY key DESC LIMIT 1",
            I::TABLE
        );
        let range = [key(list, 0), key(list, number)];
        self.row(&select, range, |row| self.block(row))
    }

    /// The blocks of every list.
    pub(crate) fn all_blocks<I: Item>(&self, mut each: impl FnMut(Block<I>)) -> Result<()> {
        let select = format!("SELECT key, block FROM {}", I::TABLE);
        self.each(&select, (), |row| {
            each(self.block(row)?);
            Ok(())
        })
    }

    /// Writes a block; one without entries is deleted.
    pub(crate) fn put_block<I: Item>(&self, block: &Block<I>) -> Result<()> {
        let key = key(block.list, block.first);
        if block.entries.is_empty() {
            return self.run(&format!("DELETE FROM {} WHERE key = ?", I::TABLE), [key]);
        }
        let mut before = block.first;
        let step = |&(number, item): &(u32, I)| {
            let step = number.wrapping_sub(before);
            before = number;
            (step, item)
        };
        let steps: Vec<(u32, I)> = block.entries.iter().map(step).collect();
        let insert = format!("INSERT OR REPLACE INTO {} VALUES (?, ?)", I::TABLE);
        self.run(&insert, (key, seal(&steps, key.cast_unsigned())))
    }

    fn block<I: Item>(&self, row: &Row) -> Result<Block<I>> {
        let key: i64 = self.cell(row, 0)?;
        // The upper half is the list, the lower the least number.
        let (list, first) = ((key >> 32) as u32, key as u32);
        let mut entries: Vec<(u32, I)> = self.sealed(row, 1, key.cast_unsigned())?;
        let mut number = first;
        for entry in &mut entries {
            number = number.wrapping_add(entry.0);
            entry.0 = number;
        }
        Ok(Block {
            list,
            first,
            entries,
        })
    }
}

/// The key of a block.
fn key(list: u32, first: u32) -> i64 {
    i64::from(list) << 32 | i64::from(first)
}
