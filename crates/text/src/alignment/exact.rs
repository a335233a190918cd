//! The exact solution of a part: a longest common subsequence, bit-parallel.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::align::Aligner;

impl Aligner<'_> {
    /// A longest common subsequence of two parts, 64 cells at a step (Hyyrö 2004, "Bit-parallel
    /// LCS-length computation revisited", section 3; Crochemore et al. 2001). A row's bit is 0
    /// where one more word of the right part makes the subsequence longer.
    pub(super) fn solve(&mut self, left: Range<usize>, right: Range<usize>) {
        let mut rows = std::mem::take(&mut self.rows);
        let grid = Grid::of(self, left, right);
        let width = grid.columns.len().div_ceil(64);
        let cells = (grid.rows.len() + 1) * width;
        if rows.len() < cells {
            rows.resize(cells, !0);
        }
        rows[..width].fill(!0);
        let mut masks = Masks::new(&grid);
        for (row, &(i, places)) in grid.rows.iter().enumerate() {
            let equal = masks.of(self.occurrences[i].start, places);
            let (above, below) = rows[row * width..(row + 2) * width].split_at_mut(width);
            step(above, below, equal);
        }
        for (i, j) in grid.trace(&rows).into_iter().rev() {
            self.push(i, j, 1);
        }
        self.rows = rows;
    }
}

/// A row of the solution from the one above and the columns of its word. The sum carries over from
/// word to word; as one number of twice the width it needs no comparison to find the carry.
#[inline]
fn step(above: &[u64], below: &mut [u64], equal: &[u64]) {
    let mut carry = 0;
    for ((above, below), equal) in above.iter().zip(below).zip(equal) {
        let sum = u128::from(*above) + u128::from(above & equal) + u128::from(carry);
        carry = (sum >> 64) as u64;
        *below = sum as u64 | (above & !equal);
    }
}

/// The words of two parts that occur in both. A word of one part alone is in no common subsequence:
/// its row is the one above, its column never grows, and a walk back passes through either.
struct Grid<'a> {
    /// A place on the left, and the places of its word in the right part.
    rows: Vec<(usize, &'a [u32])>,
    /// Places on the right.
    columns: Vec<usize>,
    /// The column of every place of the right part that has one.
    column_of: Vec<u32>,
    /// Start of the right part.
    start: usize,
}

impl<'a> Grid<'a> {
    fn of(aligner: &Aligner<'a>, left: Range<usize>, right: Range<usize>) -> Self {
        const NONE: u32 = u32::MAX;
        let mut column_of = vec![NONE; right.len()];
        let start = right.start;
        let mut rows = Vec::with_capacity(left.len());
        for i in left {
            let places = aligner.within(i, &right);
            let Some(&first) = places.first() else {
                continue;
            };
            if column_of[first as usize - start] == NONE {
                for &place in places {
                    column_of[place as usize - start] = 0;
                }
            }
            rows.push((i, places));
        }
        let mut columns = Vec::with_capacity(right.len());
        for (place, column) in right.zip(&mut column_of) {
            if *column != NONE {
                *column = columns.len() as u32;
                columns.push(place);
            }
        }
        Grid {
            rows,
            columns,
            column_of,
            start,
        }
    }

    fn column(&self, place: u32) -> usize {
        self.column_of[place as usize - self.start] as usize
    }

    /// Walks back through the rows of the solution and gives the equal words on the way, last first.
    fn trace(&self, rows: &[u64]) -> Vec<(usize, usize)> {
        let width = self.columns.len().div_ceil(64);
        let grows =
            |row: usize, column: usize| rows[row * width + column / 64] >> (column % 64) & 1 == 0;
        let (mut row, mut column) = (self.rows.len(), self.columns.len());
        let mut kept = Vec::new();
        while row > 0 && column > 0 {
            if !grows(row, column - 1) {
                column -= 1;
            } else if grows(row - 1, column - 1) {
                row -= 1;
            } else {
                (row, column) = (row - 1, column - 1);
                kept.push((self.rows[row].0, self.columns[column]));
            }
        }
        kept
    }
}

/// In which columns a word stands, a bit a column. Common words, of which there are at most 64, are
/// remembered, so that no word costs more than a row does.
struct Masks<'a> {
    grid: &'a Grid<'a>,
    common: FxHashMap<u32, Vec<u64>>,
    /// The mask of the last word that is not common, and where its bits are.
    rare: (Vec<u64>, Vec<usize>),
}

impl<'a> Masks<'a> {
    fn new(grid: &'a Grid<'a>) -> Self {
        let rare = (vec![0; grid.columns.len().div_ceil(64)], Vec::new());
        Masks {
            grid,
            common: FxHashMap::default(),
            rare,
        }
    }

    /// The mask of the word that stands at these places; `word` names it.
    fn of(&mut self, word: u32, places: &[u32]) -> &[u64] {
        let (rare, set) = &mut self.rare;
        let columns = places.iter().map(|&place| self.grid.column(place));
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
