//! The rows of a linear problem, and the sums over them.

use ndarray::ArrayView2;
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

/// Rows summed by one thread at a time.
pub(super) const CHUNK: usize = 4096;

/// Rows whose margins are summed side by side: one sum alone would wait for each of its additions.
const AT_A_TIME: usize = 8;

/// Values of a vector, as wide as most machines have them.
const LANES: usize = 4;

/// Rows zᵢ = tᵢ·(xᵢ − m, 1) with m the mean row, so that the margin of a row is zᵢ·(w, b + w·m).
/// Shifting the rows changes the bias only, which is not penalised; without it a feature far from
/// zero could hardly be distinguished from the bias.
pub(super) struct Problem {
    z: Vec<f64>,
    /// d + 1.
    pub(super) width: usize,
    /// C of each row.
    pub(super) caps: Vec<f64>,
    /// m.
    pub(super) mean: Vec<f64>,
}

impl Problem {
    /// For `rows` (n × d), `labels` (n) and C of the `(positive, negative)` class.
    pub(super) fn new(
        rows: ArrayView2<f64>,
        labels: &[bool],
        (positive, negative): (f64, f64),
    ) -> Self {
        let n = rows.nrows().max(1) as f64;
        let columns = rows.columns().into_iter();
        let mean: Vec<f64> = columns
            .map(|column| column.iter().sum::<f64>() / n)
            .collect();
        let width = rows.ncols() + 1;
        let mut z = Vec::with_capacity(rows.nrows() * width);
        for (row, &label) in rows.outer_iter().zip(labels) {
            let sign = if label { 1.0 } else { -1.0 };
            z.extend(row.iter().zip(&mean).map(|(x, m)| sign * (x - m)));
            z.push(sign);
        }
        let cap = |&label: &bool| if label { positive } else { negative };
        Problem {
            z,
            width,
            caps: labels.iter().map(cap).collect(),
            mean,
        }
    }

    /// zᵢ·v for each row.
    pub(super) fn margins(&self, v: &[f64]) -> Vec<f64> {
        let width = self.width;
        let mut margins = vec![0.0; self.caps.len()];
        let chunks = margins.par_chunks_mut(CHUNK);
        let chunks = chunks.zip(self.z.par_chunks(CHUNK * width));
        chunks.for_each(|(margins, z)| {
            for (margins, z) in margins
                .chunks_mut(AT_A_TIME)
                .zip(z.chunks(AT_A_TIME * width))
            {
                for (k, v) in v.iter().enumerate() {
                    let column = z[k..].iter().step_by(width);
                    margins
                        .iter_mut()
                        .zip(column)
                        .for_each(|(sum, x)| *sum += x * v);
                }
            }
        });
        margins
    }

    /// Σ valuesᵢ·zᵢ.
    pub(super) fn weighted_sum(&self, values: &[f64]) -> Vec<f64> {
        self.sum(self.width, values, |z, values| {
            let mut sums = vec![0.0; self.width];
            for (z, value) in z.chunks_exact(self.width).zip(values) {
                sums.iter_mut()
                    .zip(z)
                    .for_each(|(sum, x)| *sum += value * x);
            }
            sums
        })
    }

    /// Σ valuesᵢ·zᵢzᵢᵀ by rows, of which only the part from the diagonal on is filled.
    pub(super) fn weighted_square(&self, values: &[f64]) -> Vec<f64> {
        let width = self.width;
        self.sum(width * width, values, |z, values| {
            Arch::new().dispatch(Square { z, values, width })
        })
    }

    /// The sum of what each chunk of rows and their values comes to.
    fn sum(
        &self,
        length: usize,
        values: &[f64],
        of_chunk: impl Fn(&[f64], &[f64]) -> Vec<f64> + Sync,
    ) -> Vec<f64> {
        let chunks = self.z.par_chunks(CHUNK * self.width);
        let partial: Vec<Vec<f64>> = chunks
            .zip(values.par_chunks(CHUNK))
            .map(|(z, values)| of_chunk(z, values))
            .collect();
        partial
            .into_iter()
            .fold(vec![0.0; length], |mut sums, part| {
                sums.iter_mut().zip(part).for_each(|(sum, x)| *sum += x);
                sums
            })
    }
}

/// Σ valuesᵢ·zᵢzᵢᵀ of a chunk, by vectors as wide as the machine has them. Rows are padded to whole vectors, so
/// that no loop has a rest; a third of the time of plain loops, with the same bits.
struct Square<'a> {
    z: &'a [f64],
    values: &'a [f64],
    width: usize,
}

impl WithSimd for Square<'_> {
    type Output = Vec<f64>;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Vec<f64> {
        let padded = self.width.next_multiple_of(LANES);
        let mut row = vec![0.0; padded];
        let mut sums = vec![0.0; self.width * padded];
        for (z, value) in self.z.chunks_exact(self.width).zip(self.values) {
            row[..self.width].copy_from_slice(z);
            for (i, sums) in sums.chunks_exact_mut(padded).enumerate() {
                let scaled = value * row[i];
                let from = i - i % LANES;
                let (sums, _) = sums[from..].as_chunks_mut::<LANES>();
                let (row, _) = row[from..].as_chunks::<LANES>();
                for (sums, x) in sums.iter_mut().zip(row) {
                    for (sum, x) in sums.iter_mut().zip(x) {
                        *sum += scaled * x;
                    }
                }
            }
        }
        let rows = sums.chunks_exact(padded);
        rows.flat_map(|sums| &sums[..self.width]).copied().collect()
    }
}
