//! Lists of ascending numbers: a sentence's documents, a word's sentences. What a batch adds waits
//! in memory, is found there, and is written once: the end of a list is rewritten once a batch.

use std::collections::BTreeMap;

use super::store::{Block, Item, Store};
use dejalu_base::error::Result;

/// The most entries of a block: two blocks fit on a page of the database.
const BLOCK: usize = 160;

/// All lists of a kind, as one connection sees them.
#[derive(Default)]
pub(super) struct Lists<I> {
    waiting: BTreeMap<u32, Waiting<I>>,
}

/// Entries that a batch adds to a list.
#[derive(Default)]
struct Waiting<I> {
    /// True if the store has nothing of the list yet. If it should have, that must be there.
    is_new: bool,
    entries: Vec<(u32, I)>,
}

impl<I: Item> Lists<I> {
    /// The numbers of a list that is not empty, ascending.
    pub(super) fn each(
        &self,
        store: &Store,
        list: u32,
        mut each: impl FnMut(u32, I),
    ) -> Result<()> {
        let waiting = self.waiting.get(&list);
        if !waiting.is_some_and(|waiting| waiting.is_new) {
            store.blocks(list, |block| {
                for (number, item) in block.entries {
                    each(number, item);
                }
            })?;
        }
        for &(number, item) in waiting.iter().flat_map(|waiting| &waiting.entries) {
            each(number, item);
        }
        Ok(())
    }

    /// Begins a list.
    pub(super) fn begin(&mut self, list: u32) {
        self.waiting(list).is_new = true;
    }

    /// Adds a number above all that are in the list.
    pub(super) fn add(&mut self, list: u32, number: u32, item: I) {
        self.waiting(list).entries.push((number, item));
    }

    fn waiting(&mut self, list: u32) -> &mut Waiting<I> {
        self.waiting.entry(list).or_default()
    }

    /// Removes a number from a list without pending additions; returns whether the list is then
    /// empty.
    pub(super) fn remove(&self, store: &Store, list: u32, number: u32) -> Result<bool> {
        let mut block = store.block_with::<I>(list, number)?;
        let known = block.entries.len();
        block.entries.retain(|entry| entry.0 != number);
        if block.entries.len() == known {
            return Err(store.incomplete());
        }
        if !block.entries.is_empty() {
            store.put_block(&block)?;
            return Ok(false);
        }
        match (block.first, block.next) {
            (0, None) => {
                store.delete_block(&block)?;
                return Ok(true);
            }
            // The next block becomes the first.
            (0, Some(next)) => {
                let next = store.block_with::<I>(list, next)?;
                store.delete_block(&next)?;
                store.put_block(&Block { first: 0, ..next })?;
            }
            (first, next) => {
                let before = store.block_with::<I>(list, first - 1)?;
                store.delete_block(&block)?;
                store.put_block(&Block { next, ..before })?;
            }
        }
        Ok(false)
    }

    /// Number of entries that wait for each list.
    pub(super) fn added(&self) -> impl Iterator<Item = (u32, usize)> {
        self.waiting
            .iter()
            .map(|(&list, waiting)| (list, waiting.entries.len()))
    }

    /// Writes what waits.
    pub(super) fn flush(&mut self, store: &Store) -> Result<()> {
        for (list, waiting) in std::mem::take(&mut self.waiting) {
            let mut end = if waiting.is_new {
                Block {
                    list,
                    ..Block::default()
                }
            } else {
                store.block_with(list, u32::MAX)?
            };
            end.entries.extend(waiting.entries);
            let firsts = end.entries.chunks(BLOCK).skip(1).map(|part| part[0].0);
            let firsts: Vec<u32> = std::iter::once(end.first).chain(firsts).collect();
            for (place, entries) in end.entries.chunks(BLOCK).enumerate() {
                store.put_block(&Block {
                    list,
                    first: firsts[place],
                    next: firsts.get(place + 1).copied(),
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
