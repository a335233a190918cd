//! Lists of ascending numbers: a sentence's documents, a word's sentences. What a batch adds waits
//! in memory, is found there, and is written once: the end of a list is rewritten once a batch.

use std::collections::BTreeMap;

use super::store::{Block, Item, Store};
use crate::error::Result;

/// The most entries of a block: two blocks fit on a page of the database.
const BLOCK: usize = 160;

/// All lists of a kind, as one connection sees them.
pub(super) struct Lists<I> {
    waiting: BTreeMap<u32, Vec<(u32, I)>>,
}

impl<I: Item> Lists<I> {
    pub(super) fn new() -> Self {
        Lists {
            waiting: BTreeMap::new(),
        }
    }

    /// The numbers of a list, ascending.
    pub(super) fn each(
        &self,
        store: &Store,
        list: u32,
        mut each: impl FnMut(u32, I),
    ) -> Result<()> {
        store.blocks(list, |block| {
            for (number, item) in block.entries {
                each(number, item);
            }
        })?;
        for &(number, item) in self.waiting.get(&list).into_iter().flatten() {
            each(number, item);
        }
        Ok(())
    }

    /// Adds a number above all that are in the list.
    pub(super) fn add(&mut self, list: u32, number: u32, item: I) {
        self.waiting.entry(list).or_default().push((number, item));
    }

    /// Removes a number from a list for which nothing waits, and says whether it is empty then.
    pub(super) fn remove(&self, store: &Store, list: u32, number: u32) -> Result<bool> {
        if let Some(mut block) = store.block_with::<I>(list, number)? {
            block.entries.retain(|entry| entry.0 != number);
            store.put_block(&block)?;
        }
        Ok(store.block_with::<I>(list, u32::MAX)?.is_none())
    }

    /// The lists for which something waits, and how much.
    pub(super) fn waiting(&self) -> impl Iterator<Item = (u32, usize)> {
        self.waiting
            .iter()
            .map(|(&list, entries)| (list, entries.len()))
    }

    /// Writes what waits.
    pub(super) fn flush(&mut self, store: &Store) -> Result<()> {
        for (list, added) in std::mem::take(&mut self.waiting) {
            let last = store.block_with(list, u32::MAX)?;
            let mut end = last.unwrap_or_else(|| Block {
                list,
                first: added[0].0,
                entries: Vec::new(),
            });
            end.entries.extend(added);
            let blocks = end.entries.chunks(BLOCK);
            let firsts = blocks.clone().skip(1).map(|entries| entries[0].0);
            for (first, entries) in std::iter::once(end.first).chain(firsts).zip(blocks) {
                store.put_block(&Block {
                    list,
                    first,
                    entries: entries.to_vec(),
                })?;
            }
        }
        Ok(())
    }

    /// Forgets what waits.
    pub(super) fn forget(&mut self) {
        self.waiting.clear();
    }
}
