//! Buffers of one thread while it searches.

/// Reused from search to search.
pub(super) struct Scratch {
    /// Number of times each record was met.
    pub(super) counts: Counts,
    /// The records that were met often enough, and may be similar.
    pub(super) met: Vec<u32>,
    /// Those that may not.
    pub(super) left_out: Vec<u32>,
    /// α by size, and the size that it is for.
    pub(super) needs: (u32, Vec<u32>),
    /// Positions in long lists, for a search that goes through the records in order.
    pub(super) cursors: Cursors,
    /// The number of the join that it was used for, of several.
    part: usize,
}

impl Scratch {
    /// For a join of so many records.
    pub(super) fn new(records: usize) -> Self {
        Scratch {
            counts: Counts::of(records),
            met: Vec::new(),
            left_out: Vec::new(),
            needs: (0, Vec::new()),
            cursors: Cursors::default(),
            part: 0,
        }
    }

    /// Readies it for a join of several: the next one may ask for another similarity, and has other lists.
    pub(super) fn enter(&mut self, part: usize) {
        if self.part != part {
            self.part = part;
            self.needs = (0, Vec::new());
            self.cursors = Cursors::default();
        }
    }
}

/// A count for each record. All are 0 again in no time: what a count means is how far it is above a base
/// that rises from search to search.
pub(super) struct Counts {
    counts: Vec<u32>,
    base: u32,
    /// An upper bound on the counts of this search, from 0.
    top: u32,
}

impl Counts {
    fn of(records: usize) -> Self {
        Counts {
            counts: vec![0; records],
            base: 0,
            top: 0,
        }
    }

    /// Sets all to 0, for a search that adds to none more often than this.
    pub(super) fn restart(&mut self, most: u32) {
        self.base = self.top;
        self.top = self.base.checked_add(most).unwrap_or_else(|| {
            self.counts.fill(0);
            self.base = 0;
            most
        });
    }

    /// Adds 1 to a record's count, and returns it.
    pub(super) fn add(&mut self, record: u32) -> u32 {
        let count = &mut self.counts[record as usize];
        *count = (*count).max(self.base) + 1;
        *count - self.base
    }

    /// The count of a record that was added to.
    pub(super) fn get(&self, record: u32) -> u32 {
        self.counts[record as usize] - self.base
    }
}

/// The first entry of each long list that a search has to look at. Records are searched by ascending size,
/// and what is too small for one is too small for all after it.
#[derive(Default)]
pub(super) struct Cursors {
    /// The first record that the last search looked at.
    from: u32,
    /// For each list from the first long one on.
    places: Vec<u32>,
}

impl Cursors {
    /// Readies those of so many lists for a search from this record on.
    pub(super) fn enter(&mut self, lists: usize, from: u32) {
        if self.places.len() != lists || from < self.from {
            self.places.clear();
            self.places.resize(lists, 0);
        }
        self.from = from;
    }

    /// The cursor of a list, counted from the first long one.
    pub(super) fn get(&mut self, list: usize) -> &mut u32 {
        &mut self.places[list]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_begin_anew_at_the_end_of_their_range_too() {
        let mut counts = Counts::of(2);
        for most in [3, 2, u32::MAX - 4, 2, u32::MAX] {
            counts.restart(most);
            assert_eq!((counts.add(1), counts.add(1), counts.add(0)), (1, 2, 1));
            assert_eq!((counts.get(0), counts.get(1)), (1, 2));
        }
    }
}
