//! The rows of the kernel matrix that were used last.

/// Marks a row that is in no slot.
const ABSENT: u32 = u32::MAX;

/// Kernel rows of equal length in one block of memory, the least recently used replaced first.
pub(super) struct Cache {
    values: Vec<f32>,
    /// The entries of a row.
    length: usize,
    /// The row in each slot, and when it was last used.
    held: Vec<(u32, u64)>,
    /// The slot of each row, or [`ABSENT`].
    slots: Vec<u32>,
    clock: u64,
    bytes: usize,
}

impl Cache {
    /// An empty cache for a matrix of n × n, of at most `bytes`, though never fewer than two rows.
    /// Memory is taken as it fills.
    pub(super) fn new(n: usize, bytes: usize) -> Self {
        Cache {
            values: Vec::new(),
            length: n,
            held: Vec::new(),
            slots: vec![ABSENT; n],
            clock: 0,
            bytes,
        }
    }

    /// Makes sure that `row` is held: `compute` fills it where it is not. The row asked for before
    /// stays.
    pub(super) fn hold(&mut self, row: usize, compute: impl FnOnce(&mut [f32])) {
        self.clock += 1;
        if self.slots[row] == ABSENT {
            let slot = self.free_slot();
            self.slots[row] = slot as u32;
            self.held[slot].0 = row as u32;
            compute(&mut self.values[slot * self.length..][..self.length]);
        }
        self.held[self.slots[row] as usize].1 = self.clock;
    }

    /// A row that [`Cache::hold`] was last or next to last called for.
    pub(super) fn row(&self, row: usize) -> &[f32] {
        &self.values[self.slots[row] as usize * self.length..][..self.length]
    }

    /// Keeps the rows and the entries in `kept` (ascending); what was n × n becomes m × m. Each
    /// value moves towards the front, so no second block is needed.
    pub(super) fn select(&mut self, kept: &[usize]) {
        let mut place = vec![ABSENT; self.length];
        for (new, &old) in kept.iter().enumerate() {
            place[old] = new as u32;
        }
        self.slots = vec![ABSENT; kept.len()];
        let mut held = Vec::with_capacity(self.held.len());
        for (slot, &(row, used)) in self.held.iter().enumerate() {
            let row = place[row as usize];
            if row == ABSENT {
                continue;
            }
            let (from, to) = (slot * self.length, held.len() * kept.len());
            for (new, &old) in kept.iter().enumerate() {
                self.values[to + new] = self.values[from + old];
            }
            self.slots[row as usize] = held.len() as u32;
            held.push((row, used));
        }
        self.held = held;
        self.length = kept.len();
        self.values.truncate(self.held.len() * self.length);
    }

    fn free_slot(&mut self) -> usize {
        let room = (self.bytes / size_of::<f32>() / self.length.max(1)).max(2);
        if self.held.len() < room {
            self.held.push((ABSENT, 0));
            self.values.resize(self.held.len() * self.length, 0.0);
            return self.held.len() - 1;
        }
        let used = |slot: &usize| self.held[*slot].1;
        let oldest = (0..self.held.len()).min_by_key(used).unwrap_or(0);
        self.slots[self.held[oldest].0 as usize] = ABSENT;
        oldest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Entry j of row i of the matrix: 10i + j.
    fn filled(cache: &mut Cache, row: usize) -> Vec<f32> {
        cache.hold(row, |out| {
            for (j, value) in out.iter_mut().enumerate() {
                *value = (10 * row + j) as f32;
            }
        });
        cache.row(row).to_vec()
    }

    #[test]
    fn the_least_recently_used_row_gives_way() {
        let mut cache = Cache::new(3, 2 * 3 * 4);
        for row in [0, 1, 0, 2] {
            filled(&mut cache, row);
        }
        let mut computed = Vec::new();
        for row in [0, 2, 1] {
            cache.hold(row, |_| computed.push(row));
        }
        assert_eq!(computed, [1]);
        assert_eq!(cache.held.len(), 2);
    }

    #[test]
    fn two_rows_are_held_however_small_the_cache() {
        let mut cache = Cache::new(4, 0);
        assert_eq!(filled(&mut cache, 1), [10.0, 11.0, 12.0, 13.0]);
        assert_eq!(filled(&mut cache, 3), [30.0, 31.0, 32.0, 33.0]);
        assert_eq!(cache.row(1), [10.0, 11.0, 12.0, 13.0]);
    }

    #[test]
    fn what_is_kept_keeps_its_values() {
        let mut cache = Cache::new(4, 1 << 10);
        for row in 0..4 {
            filled(&mut cache, row);
        }
        cache.select(&[1, 3]);
        let none = |_: &mut [f32]| panic!("both rows were held");
        cache.hold(0, none);
        cache.hold(1, none);
        assert_eq!(cache.row(0), [11.0, 13.0]);
        assert_eq!(cache.row(1), [31.0, 33.0]);
    }
}
