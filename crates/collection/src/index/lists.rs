//! Inverted lists: the documents with a value. Values share lists, so that the number of lists is
//! bounded however many values there are: a list may contain a few documents too many.

use super::store::{PART, Store};
use dejalu_base::error::Result;

/// Lists are distinguished by so many leading bits of a value, which is a hash.
const BITS: u32 = 20;

/// Entries in memory are written when there are this many.
const MOST: usize = 1 << 24;

/// The list of a value.
pub(super) fn of(value: u64) -> u32 {
    (value >> (u64::BITS - BITS)) as u32
}

/// What documents that are being added bring, until it is written: every list once, which is what
/// makes adding many documents fast.
pub(super) struct PendingEntries {
    /// How many values each document has, those known before included.
    sizes: Vec<u32>,
    /// The first part whose sizes are not written.
    part: usize,
    entries: Vec<(u32, u32)>,
}

impl PendingEntries {
    pub(super) fn begin(store: &Store) -> Result<Self> {
        let sizes = store.sizes()?;
        Ok(PendingEntries {
            part: sizes.len() / PART,
            sizes,
            entries: Vec::new(),
        })
    }

    /// Takes the values of the next document, and gives it a number.
    pub(super) fn push(&mut self, values: &[u64]) -> u32 {
        let number = self.sizes.len() as u32;
        self.sizes.push(values.len() as u32);
        self.entries
            .extend(values.iter().map(|&value| (of(value), number)));
        number
    }

    /// Writes the entries if there are many.
    pub(super) fn flush_if_many(&mut self, store: &Store) -> Result<()> {
        if self.entries.len() < MOST {
            Ok(())
        } else {
            self.flush(store)
        }
    }

    /// Writes the entries.
    pub(super) fn flush(&mut self, store: &Store) -> Result<()> {
        let part = |number: u32| number / PART as u32;
        self.entries.sort_unstable();
        let same = |a: &(u32, u32), b: &(u32, u32)| (a.0, part(a.1)) == (b.0, part(b.1));
        for block in self.entries.chunk_by(same) {
            let (list, first) = block[0];
            let within = block.iter().map(|&(_, number)| number as u16);
            store.append(list, part(first), &within.collect::<Vec<u16>>())?;
        }
        self.entries.clear();
        let last = self.sizes.len() / PART;
        for part in self.part..=last {
            let end = self.sizes.len().min((part + 1) * PART);
            store.put_sizes(part as u32, &self.sizes[part * PART..end])?;
        }
        self.part = last;
        Ok(())
    }
}
