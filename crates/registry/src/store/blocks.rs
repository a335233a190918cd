//! Lists as they lie in the store: in blocks of ascending numbers, each with something that
//! belongs to it. A block's key is the list's number, then the least number that it may hold.
//!
//! A block says where the next one begins, and the first of a list begins at 0: who reads a list
//! knows whether a block is missing.

use rusqlite::{Params, Row};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::store::Store;
use dejalu_base::error::Result;
use dejalu_io::sqlite::{row, with_checksum};

/// The data that belong to a number of a list.
pub(crate) trait Item: Serialize + DeserializeOwned + Copy + Default {
    /// The table of these lists.
    const TABLE: &'static str;
}

/// A sentence's document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Occurrence {
    /// The sentence's place among those of the document.
    pub(crate) place: u32,
    /// Number of sentences in the document.
    pub(crate) sentences: u32,
}

impl Item for Occurrence {
    const TABLE: &'static str = "documents_of_sentence";
}

/// A word's sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Holder {
    /// A sketch of the words that the sentence may hold.
    #[serde(with = "postcard::fixint::le")]
    pub(crate) sketch: u64,
}

impl Item for Holder {
    const TABLE: &'static str = "sentences_of_word";
}

/// A block of a list.
#[derive(Debug, Clone, Default)]
pub(crate) struct Block<I> {
    pub(crate) list: u32,
    /// 0 in the first block of a list; in the others no entry is less, and every entry of the block
    /// before is.
    pub(crate) first: u32,
    /// The same number of the block that follows.
    pub(crate) next: Option<u32>,
    /// The entries, ascending.
    pub(crate) entries: Vec<(u32, I)>,
}

/// Goes from block to block, and finds out whether one is missing.
#[derive(Default)]
struct Walk {
    list: Option<u32>,
    /// Start of the next block of the list; none at its end.
    due: Option<u32>,
}

impl Walk {
    /// Returns whether this block may follow.
    fn step<I>(&mut self, block: &Block<I>) -> bool {
        let follows = match self.due {
            Some(due) => self.list == Some(block.list) && block.first == due,
            None => self.list != Some(block.list) && block.first == 0,
        };
        self.list = Some(block.list);
        self.due = block.next;
        follows
    }
}

impl Store {
    /// The blocks of a list that is not empty, ascending.
    pub(crate) fn blocks<I: Item>(&self, list: u32, each: impl FnMut(Block<I>)) -> Result<()> {
        let select = format!(
            "SELECT key, block FROM {} WHERE key BETWEEN ? AND ? ORDER BY key",
            I::TABLE
        );
        let walk = Walk {
            list: Some(list),
            due: Some(0),
        };
        self.walk(&select, [key(list, 0), key(list, u32::MAX)], walk, each)
    }

    /// The blocks of every list.
    pub(crate) fn all_blocks<I: Item>(&self, each: impl FnMut(Block<I>)) -> Result<()> {
        let select = format!("SELECT key, block FROM {} ORDER BY key", I::TABLE);
        self.walk(&select, (), Walk::default(), each)
    }

    fn walk<I: Item>(
        &self,
        select: &str,
        keys: impl Params,
        mut walk: Walk,
        mut each: impl FnMut(Block<I>),
    ) -> Result<()> {
        self.each(select, keys, |row| {
            let block = self.block(row)?;
            if !walk.step(&block) {
                return Err(self.incomplete());
            }
            each(block);
            Ok(())
        })?;
        match walk.due {
            None => Ok(()),
            Some(_) => Err(self.incomplete()),
        }
    }

    /// The block of a list where a number is, if it is in the list.
    pub(crate) fn block_with<I: Item>(&self, list: u32, number: u32) -> Result<Block<I>> {
        let select = format!(
            "SELECT key, block FROM {} WHERE key BETWEEN ? AND ? ORDER BY key DESC LIMIT 1",
            I::TABLE
        );
        let range = [key(list, 0), key(list, number)];
        let block: Option<Block<I>> = self.row(&select, range, |row| self.block(row))?;
        let holds = |block: &Block<I>| {
            block.list == list
                && block.first <= number
                && block.next.is_none_or(|next| number < next)
        };
        block.filter(holds).ok_or_else(|| self.incomplete())
    }

    /// Writes a block.
    pub(crate) fn put_block<I: Item>(&self, block: &Block<I>) -> Result<()> {
        let key = key(block.list, block.first);
        let mut before = block.first;
        let step = |&(number, item): &(u32, I)| {
            let step = number.wrapping_sub(before);
            before = number;
            (step, item)
        };
        let steps: Vec<(u32, I)> = block.entries.iter().map(step).collect();
        let insert = format!("INSERT OR REPLACE INTO {} VALUES (?, ?)", I::TABLE);
        let value = with_checksum(&(block.next, steps), row_of::<I>(key));
        self.run(&insert, (key, value))
    }

    /// Takes a block away, of which no other says that it follows.
    pub(crate) fn delete_block<I: Item>(&self, block: &Block<I>) -> Result<()> {
        let delete = format!("DELETE FROM {} WHERE key = ?", I::TABLE);
        self.run(&delete, [key(block.list, block.first)])
    }

    fn block<I: Item>(&self, row: &Row) -> Result<Block<I>> {
        let key: i64 = self.cell(row, 0)?;
        // The upper half is the list, the lower the least number.
        let (list, first) = ((key >> 32) as u32, key as u32);
        let (next, mut entries): (Option<u32>, Vec<(u32, I)>) =
            self.verified(row, 1, row_of::<I>(key))?;
        let mut number = first;
        for entry in &mut entries {
            number = number.wrapping_add(entry.0);
            entry.0 = number;
        }
        Ok(Block {
            list,
            first,
            next,
            entries,
        })
    }
}

/// The key of a block.
fn key(list: u32, first: u32) -> i64 {
    i64::from(list) << 32 | i64::from(first)
}

fn row_of<I: Item>(key: i64) -> u64 {
    row(I::TABLE, key.cast_unsigned())
}
