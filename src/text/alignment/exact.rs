//! The exact solution of a part: a longest common subsequence, bit-parallel.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::align::Aligner;

impl Aligner<'_> {
    /// A longest common subsequence of two parts, 64 cells at a step (Hyyrö 2004, "Bit-parallel
    /// LCS-length computation revisited", section 3; Crochemore et al. 2001). A row's bit is 0
    /// where one more word of the right part makes the subsequence longer.
    pub(super) fn solve(&mut self, left: Range<usize>, right: Range<usize>) {
        let width = right.len().div_ceil(64);
        let mut rows = std::mem::take(&mut self.rows);
        rows.clear();
        rows.resize((left.len() + 1) * width, !0);
        let mut masks = Masks::new(right.clone());
        for (row, i) in left.clone().enumerate() {
            let equal = masks.of(self.occurrences[i].start, self.within(i, &right));
            let (above, below) = rows[row * width..(row + 2) * width].split_at_mut(width);
            let mut carry = false;
            for ((above, below), equal) in above.iter().zip(below).zip(equal) {
                let (sum, over) = above.overflowing_add(above & equal);
                let (sum, over_again) = sum.overflowing_add(u64::from(carry));
                carry = over || over_again;
                *below = sum | (above & !equal);
            }
        }
        self.trace(&rows, left, right);
        self.rows = rows;
    }

    /// Walks back through the rows and keeps the words on the way.
    fn trace(&mut self, rows: &[u64], left: Range<usize>, right: Range<usize>) {
        let width = right.len().div_ceil(64);
        let grows =
            |row: usize, column: usize| rows[row * width + column / 64] >> (column % 64) & 1 == 0;
        let (mut row, mut column) = (left.len(), right.len());
        let mut kept = Vec::new();
        while row > 0 && column > 0 {
            if !grows(row, column - 1) {
                column -= 1;
            } else if grows(row - 1, column - 1) {
                row -= 1;
            } else {
                (row, column) = (row - 1, column - 1);
                kept.push((left.start + row, right.start + column));
            }
        }
        for (i, j) in kept.into_iter().rev() {
            self.push(i, j, 1);
        }
    }
}

/// Where the words of a part occur in it, a bit a place. Common words, of which there are at most
/// 64, are remembered, so that no word costs more than a row does.
struct Masks {
    part: Range<usize>,
    common: FxHashMap<u32, Vec<u64>>,
    /// The mask of the last word that is not common, and where its bits are.
    rare: (Vec<u64>, Vec<usize>),
}

impl Masks {
    fn new(part: Range<usize>) -> Self {
        let rare = (vec![0; part.len().div_ceil(64)], Vec::new());
        Masks {
            part,
            common: FxHashMap::default(),
            rare,
        }
    }

    /// The mask of the word that stands at these places; `word` names it.
    fn of(&mut self, word: u32, places: &[u32]) -> &[u64] {
        let (rare, set) = &mut self.rare;
        let columns = places.iter().map(|&place| place as usize - self.part.start);
        if places.len() > rare.len() {
            let width = rare.len();
            return self
                .common
                .entry(word)
                .or_insert_with(|| mask(width, columns));
        }
        set.drain(..).for_each(|column| rare[column / 64] = 0);
        set.extend(columns);
        set.iter()
            .for_each(|column| rare[column / 64] |= 1 << (column % 64));
        rare
    }
}

fn mask(width: usize, columns: impl Iterator<Item = usize>) -> Vec<u64> {
    let mut mask = vec![0; width];
    columns.for_each(|column| mask[column / 64] |= 1 << (column % 64));
    mask
}
