//! Rows of the kernel matrix.

use ndarray::ArrayView2;

use crate::learn::exponential::exp32;

/// Entries computed at a time: their partial sums stay in the first-level cache.
const BLOCK: usize = 1024;

/// The features of some rows by column, in single precision: a row of the kernel matrix is then a
/// loop over neighbours, which the compiler vectorises. Distances are sums of squared differences
/// rather than ‖x‖² + ‖y‖² − 2x·y, which loses its digits for rows far from the origin.
pub(super) struct Columns {
    columns: Vec<Vec<f32>>,
    gamma: f32,
}

impl Columns {
    /// The columns of `rows` (n × d) for the kernel exp(−gamma·‖x − y‖²).
    pub(super) fn new(rows: ArrayView2<f64>, gamma: f64) -> Self {
        let columns = rows.columns().into_iter();
        Columns {
            columns: columns
                .map(|column| column.iter().map(|&x| x as f32).collect())
                .collect(),
            gamma: gamma as f32,
        }
    }

    /// The columns of the rows in `kept`.
    pub(super) fn select(&self, kept: &[usize]) -> Self {
        let of = |column: &Vec<f32>| kept.iter().map(|&row| column[row]).collect();
        Columns {
            columns: self.columns.iter().map(of).collect(),
            gamma: self.gamma,
        }
    }

    /// The features of a row.
    pub(super) fn point(&self, row: usize) -> Vec<f32> {
        self.columns.iter().map(|column| column[row]).collect()
    }

    /// K(`point`, ·) for the rows from `start` on, as many as `out` has places.
    pub(super) fn kernel(&self, point: &[f32], start: usize, out: &mut [f32]) {
        for (index, block) in out.chunks_mut(BLOCK).enumerate() {
            let from = start + index * BLOCK;
            self.squared_distances(point, from, block);
            for value in block {
                *value = exp32(-self.gamma * *value);
            }
        }
    }

    fn squared_distances(&self, point: &[f32], from: usize, out: &mut [f32]) {
        out.fill(0.0);
        let to = from + out.len();
        let mut fours = self.columns.chunks_exact(4);
        let mut points = point.chunks_exact(4);
        for (columns, x) in fours.by_ref().zip(points.by_ref()) {
            let [a, b, c, d] = [0, 1, 2, 3].map(|k| columns[k][from..to].iter());
            for ((((sum, a), b), c), d) in out.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                let (a, b, c, d) = (a - x[0], b - x[1], c - x[2], d - x[3]);
                *sum += (a * a + b * b) + (c * c + d * d);
            }
        }
        for (column, x) in fours.remainder().iter().zip(points.remainder()) {
            for (sum, a) in out.iter_mut().zip(&column[from..to]) {
                let a = a - x;
                *sum += a * a;
            }
        }
    }
}
