//! The solver's state of each row.

use rayon::prelude::*;

use super::columns::Columns;
use super::task::{BLOCK, Task};

/// The numbers that belong to a row.
pub(super) struct Rows {
    /// β.
    pub(super) beta: Vec<f64>,
    /// l.
    pub(super) low: Vec<f64>,
    /// u.
    pub(super) high: Vec<f64>,
    /// e.
    pub(super) error: Vec<f64>,
}

impl Rows {
    /// All rows at β = 0.
    pub(super) fn new(task: &Task) -> Self {
        let (positive, negative) = task.penalties;
        let each = |of: fn(bool, f64, f64) -> f64| -> Vec<f64> {
            let labels = task.labels.iter();
            labels.map(|&label| of(label, positive, negative)).collect()
        };
        Rows {
            beta: vec![0.0; task.labels.len()],
            low: each(|label, _, negative| if label { 0.0 } else { -negative }),
            high: each(|label, positive, _| if label { positive } else { 0.0 }),
            error: each(|label, _, _| if label { 1.0 } else { -1.0 }),
        }
    }

    /// The rows in `kept`.
    pub(super) fn select(&self, kept: &[usize]) -> Self {
        let of = |values: &[f64]| kept.iter().map(|&row| values[row]).collect();
        Rows {
            beta: of(&self.beta),
            low: of(&self.low),
            high: of(&self.high),
            error: of(&self.error),
        }
    }

    /// Returns whether β is below its upper bound.
    pub(super) fn may_rise(&self, row: usize) -> bool {
        self.beta[row] < self.high[row]
    }

    /// Returns whether β is above its lower bound.
    pub(super) fn may_fall(&self, row: usize) -> bool {
        self.beta[row] > self.low[row]
    }

    /// Computes the errors of the rows outside `active` (ascending) anew.
    pub(super) fn correct(&mut self, active: &[usize], columns: &Columns) {
        let mut set_aside = vec![true; self.beta.len()];
        for &row in active {
            set_aside[row] = false;
        }
        let stale: Vec<usize> = (0..self.beta.len()).filter(|&row| set_aside[row]).collect();
        let support = (0..self.beta.len()).filter(|&row| self.beta[row] != 0.0);
        let support: Vec<(Vec<f32>, f64)> = support
            .map(|row| (columns.point(row), self.beta[row]))
            .collect();
        let corrected: Vec<Vec<f64>> = stale
            .par_chunks(BLOCK)
            .map(|chunk| {
                let chunk_columns = columns.select(chunk);
                let mut kernel = [0.0; BLOCK];
                let kernel = &mut kernel[..chunk.len()];
                let mut sums = vec![0.0; chunk.len()];
                for (point, beta) in &support {
                    chunk_columns.kernel(point, 0, kernel);
                    for (sum, &k) in sums.iter_mut().zip(kernel.iter()) {
                        *sum += beta * f64::from(k);
                    }
                }
                sums
            })
            .collect();
        for (row, sum) in stale.into_iter().zip(corrected.into_iter().flatten()) {
            let target = if self.high[row] > 0.0 { 1.0 } else { -1.0 };
            self.error[row] = target - sum;
        }
    }

    /// The mean error of the rows strictly between their bounds, whose scores are exactly ±1; where
    /// there is none, the middle of what the bounds allow.
    pub(super) fn bias(&self) -> f64 {
        let rows = 0..self.beta.len();
        let free = rows
            .clone()
            .filter(|&i| self.may_rise(i) && self.may_fall(i));
        let (count, sum) = free.fold((0, 0.0), |(n, sum), i| (n + 1, sum + self.error[i]));
        if count > 0 {
            return sum / f64::from(count);
        }
        let rising = rows.clone().filter(|&i| self.may_rise(i));
        let falling = rows.filter(|&i| self.may_fall(i));
        let from = rising.map(|i| self.error[i]).reduce(f64::max);
        let to = falling.map(|i| self.error[i]).reduce(f64::min);
        match (from, to) {
            (Some(from), Some(to)) => from / 2.0 + to / 2.0,
            (one, other) => one.or(other).unwrap_or(0.0),
        }
    }
}
