//! The iteration over working sets.

use super::cache::Cache;
use super::columns::Columns;
use super::rows::Rows;
use super::task::{BLOCK, Task};

/// The curvature of a pair of (nearly) equal rows, as in LIBSVM: the step stays finite.
const FLAT: f64 = 1e-12;

/// K(x, x) of a block of rows where it is 1 for all.
const ONES: [f64; BLOCK] = [1.0; BLOCK];

/// Removing a row from the working arrays costs a pass over the cache, so it is done when this
/// share of the rows can leave.
const WORTH_SHRINKING: f64 = 0.1;

/// The solution of a [`Task`].
pub(crate) struct Solution {
    /// β of each row.
    pub beta: Vec<f64>,
    /// b of g(x) = Σ βⱼK(xⱼ, x) + b.
    pub bias: f64,
    /// True if the tolerance was reached.
    pub solved: bool,
}

/// Solves by at most [`Task::steps`] steps; the β are feasible even where it gave up.
pub(crate) fn solve(task: &Task) -> Solution {
    let columns = Columns::new(task.rows, task.kernel);
    let mut all = Rows::new(task);
    let every: Vec<usize> = (0..all.beta.len()).collect();
    let mut active = Active::new(every.clone(), &columns, &all, task.cache);
    let pause = all.beta.len().min(1000);
    let (mut steps, mut since, mut restored) = (0, 0, false);
    let solved = loop {
        let pair = active.pair();
        let gap = pair.as_ref().map_or(0.0, |pair| pair.gap);
        let whole = active.index.len() == every.len();
        // The rows set aside are looked at once when the end is near, and at the end.
        let near = !restored && gap <= 10.0 * task.tolerance;
        if !whole && (near || gap < task.tolerance) {
            restored = true;
            active.save(&mut all);
            all.correct(&active.index, &columns);
            active = Active::new(every.clone(), &columns, &all, task.cache);
            since = pause - 1;
            continue;
        }
        let Some(pair) = pair.filter(|_| gap >= task.tolerance) else {
            break true;
        };
        if steps >= task.steps {
            break false;
        }
        active.step(&pair);
        (steps, since) = (steps + 1, since + 1);
        if since >= pause {
            since = 0;
            active.shrink(&pair, &mut all);
        }
    };
    active.save(&mut all);
    all.correct(&active.index, &columns);
    Solution {
        bias: all.bias(),
        beta: all.beta,
        solved,
    }
}

/// Two rows to change, as positions among the active ones.
struct Pair {
    rising: usize,
    falling: usize,
    /// Difference between the largest error that may rise and the smallest that may fall.
    gap: f64,
    /// The same two errors.
    bounds: (f64, f64),
}

/// The rows not set aside, side by side in memory.
struct Active {
    /// Their places among all rows, ascending.
    index: Vec<usize>,
    rows: Rows,
    /// −∞ where β may not rise, else 0: added to the error, it takes the row out of a maximum
    /// without a branch.
    no_rise: Vec<f64>,
    /// +∞ where β may not fall, else 0.
    no_fall: Vec<f64>,
    columns: Columns,
    /// K(x, x); `None` where it is 1 for all rows.
    diagonal: Option<Vec<f64>>,
    cache: Cache,
    /// The row whose error is the largest that may rise, and that error.
    top: Option<(usize, f64)>,
}

impl Active {
    fn new(index: Vec<usize>, columns: &Columns, all: &Rows, cache: usize) -> Self {
        let n = index.len();
        let rows = all.select(&index);
        let columns = columns.select(&index);
        let mut active = Active {
            diagonal: columns.diagonal(n),
            columns,
            index,
            rows,
            no_rise: vec![0.0; n],
            no_fall: vec![0.0; n],
            cache: Cache::new(n, cache),
            top: None,
        };
        for row in 0..n {
            active.mark(row);
        }
        active.find_top();
        active
    }

    fn mark(&mut self, row: usize) {
        let bar = |free: bool| if free { 0.0 } else { f64::INFINITY };
        self.no_rise[row] = -bar(self.rows.may_rise(row));
        self.no_fall[row] = bar(self.rows.may_fall(row));
    }

    fn find_top(&mut self) {
        let (error, no_rise) = (&self.rows.error, &self.no_rise);
        self.top = largest(error.len(), |from, out| {
            let values = error[from..].iter().zip(&no_rise[from..]);
            for (out, (e, bar)) in out.iter_mut().zip(values) {
                *out = e + bar;
            }
        });
    }

    fn hold(&mut self, row: usize) {
        let columns = &self.columns;
        let compute = |out: &mut [f32]| columns.kernel(&columns.point(row), 0, out);
        self.cache.hold(row, compute);
    }

    /// K(x, x) of a row.
    fn square(&self, row: usize) -> f64 {
        self.diagonal.as_ref().map_or(1.0, |all| all[row])
    }

    /// The row whose error is the largest that may rise, and the row that with it gains most.
    fn pair(&mut self) -> Option<Pair> {
        let (rising, top) = self.top?;
        self.hold(rising);
        let kernel = self.cache.row(rising);
        let (error, no_fall) = (&self.rows.error, &self.no_fall);
        let own = self.square(rising);
        let mut gap = f64::NEG_INFINITY;
        let best = largest(error.len(), |from, out| {
            let mut excess = [f64::NEG_INFINITY; BLOCK];
            let excess = &mut excess[..out.len()];
            let values = error[from..].iter().zip(&no_fall[from..]);
            for (excess, (e, bar)) in excess.iter_mut().zip(values) {
                *excess = top - (e + bar);
            }
            gap = gap.max(maximum(excess));
            let squares = self.diagonal.as_ref().map_or(&ONES[..], |all| &all[from..]);
            let values = excess.iter().zip(squares).zip(&kernel[from..]);
            for (out, ((excess, other), &k)) in out.iter_mut().zip(values) {
                let excess = excess.max(0.0);
                *out = excess * excess / curvature(own, *other, k);
            }
        });
        let (falling, _) = best.filter(|&(_, gain)| gain > 0.0)?;
        Some(Pair {
            rising,
            falling,
            gap,
            bounds: (top, top - gap),
        })
    }

    /// Raises one β and lowers the other as far as the objective grows and the bounds allow.
    fn step(&mut self, pair: &Pair) {
        let (i, j) = (pair.rising, pair.falling);
        self.hold(j);
        let curvature = curvature(self.square(i), self.square(j), self.cache.row(i)[j]);
        let rows = &mut self.rows;
        let room = (rows.high[i] - rows.beta[i], rows.beta[j] - rows.low[j]);
        let wanted = (rows.error[i] - rows.error[j]) / curvature;
        let step = wanted.min(room.0).min(room.1);
        // At a bound exactly, not nearly: rounding must not leave a row that can hardly move.
        rows.beta[i] = if step < room.0 {
            rows.beta[i] + step
        } else {
            rows.high[i]
        };
        rows.beta[j] = if step < room.1 {
            rows.beta[j] - step
        } else {
            rows.low[j]
        };
        self.mark(i);
        self.mark(j);
        self.move_errors(i, j, step);
    }

    /// Brings the errors up to date and finds the top among them in the same pass.
    fn move_errors(&mut self, i: usize, j: usize, step: f64) {
        let (raised, lowered) = (self.cache.row(i), self.cache.row(j));
        let (error, no_rise) = (&mut self.rows.error, &self.no_rise);
        self.top = largest(error.len(), |from, out| {
            let kernels = raised[from..].iter().zip(&lowered[from..]);
            let values = error[from..].iter_mut().zip(&no_rise[from..]);
            for ((out, (e, bar)), (&a, &b)) in out.iter_mut().zip(values).zip(kernels) {
                *e -= step * f64::from(a - b);
                *out = *e + bar;
            }
        });
    }

    /// Sets rows aside that are at a bound and want to stay there.
    fn shrink(&mut self, pair: &Pair, all: &mut Rows) {
        let (top, bottom) = pair.bounds;
        let stuck = |row: &usize| {
            let error = self.rows.error[*row];
            (!self.rows.may_rise(*row) && error > top)
                || (!self.rows.may_fall(*row) && error < bottom)
        };
        let kept: Vec<usize> = (0..self.index.len()).filter(|row| !stuck(row)).collect();
        let leaving = self.index.len() - kept.len();
        if (leaving as f64) < WORTH_SHRINKING * self.index.len() as f64 {
            return;
        }
        self.save(all);
        self.rows = self.rows.select(&kept);
        self.no_rise = kept.iter().map(|&row| self.no_rise[row]).collect();
        self.no_fall = kept.iter().map(|&row| self.no_fall[row]).collect();
        self.index = kept.iter().map(|&row| self.index[row]).collect();
        self.columns = self.columns.select(&kept);
        self.diagonal = self.columns.diagonal(kept.len());
        self.cache.select(&kept);
        self.find_top();
    }

    fn save(&self, all: &mut Rows) {
        for (position, &row) in self.index.iter().enumerate() {
            all.beta[row] = self.rows.beta[position];
            all.error[row] = self.rows.error[position];
        }
    }
}

/// ‖φ(x) − φ(y)‖² of two rows with kernel value k: K(x, x) + K(y, y) − 2k.
#[inline(always)]
fn curvature(own: f64, other: f64, k: f32) -> f64 {
    (own + other - 2.0 * f64::from(k)).max(FLAT)
}

/// The first position of the largest of n values, which `fill` gives block by block, and that
/// value; `None` where none is above −∞.
#[inline(always)]
fn largest(n: usize, mut fill: impl FnMut(usize, &mut [f64])) -> Option<(usize, f64)> {
    let mut block = [0.0; BLOCK];
    let mut best = (None, f64::NEG_INFINITY);
    for from in (0..n).step_by(BLOCK) {
        let block = &mut block[..BLOCK.min(n - from)];
        fill(from, block);
        let top = maximum(block);
        if top > best.1 {
            best = (Some((from, block.iter().position(|&v| v == top)?)), top);
        }
    }
    let (from, offset) = best.0?;
    Some((from + offset, best.1))
}

/// The largest value, compared in eight lanes.
#[inline(always)]
fn maximum(values: &[f64]) -> f64 {
    let larger = |a: f64, b: f64| if b > a { b } else { a };
    let mut lanes = [f64::NEG_INFINITY; 8];
    let chunks = values.chunks_exact(8);
    let rest = chunks.remainder();
    for chunk in chunks {
        for (lane, &value) in lanes.iter_mut().zip(chunk) {
            *lane = larger(*lane, value);
        }
    }
    lanes
        .iter()
        .chain(rest)
        .fold(f64::NEG_INFINITY, |top, &value| larger(top, value))
}

#[cfg(test)]
mod tests {
    use ndarray::{Array2, ArrayView1, Axis, array};
    use proptest::prelude::*;

    use super::*;
    use crate::kernel::Kernel;
    use crate::testing::{in_pool, overlapping};

    fn rbf(gamma: f64) -> Kernel {
        Kernel::Rbf { gamma }
    }

    fn task<'a>(rows: &'a Array2<f64>, labels: &'a [bool], kernel: Kernel, c: f64) -> Task<'a> {
        Task {
            rows: rows.view(),
            labels,
            penalties: (4.0 * c, c),
            kernel,
            tolerance: 1e-3,
            cache: 1 << 20,
            steps: 1_000_000,
        }
    }

    /// The largest violation of the optimality conditions, every kernel value computed anew.
    fn violation(task: &Task, solution: &Solution) -> f64 {
        let rows: Vec<Vec<f64>> = task.rows.outer_iter().map(|row| row.to_vec()).collect();
        let (mut top, mut bottom) = (f64::NEG_INFINITY, f64::INFINITY);
        for (i, row) in rows.iter().enumerate() {
            let terms = rows.iter().zip(&solution.beta);
            let sum: f64 = terms.map(|(x, b)| b * task.kernel.value(x, row)).sum();
            let (positive, negative) = task.penalties;
            let (target, low, high) = if task.labels[i] {
                (1.0, 0.0, positive)
            } else {
                (-1.0, -negative, 0.0)
            };
            let beta = solution.beta[i];
            assert!((low..=high).contains(&beta), "{beta}");
            if beta < high {
                top = top.max(target - sum);
            }
            if beta > low {
                bottom = bottom.min(target - sum);
            }
        }
        assert!(solution.beta.iter().sum::<f64>().abs() < 1e-9 * task.penalties.0);
        top - bottom
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]
        #[test]
        fn the_optimality_conditions_hold(
            n in 2..120usize, d in 0..6usize, seed in 0..1000u64,
            gamma in 0.001..3.0f64, degree in 0..5u32, exponent in -3..3i32, cache in 0..4000usize,
        ) {
            let (rows, labels) = overlapping(n, d, seed);
            let kernel = match degree {
                0 => rbf(gamma),
                4 => Kernel::laplacian(gamma),
                degree => Kernel::Polynomial { degree, gamma: gamma / 3.0, coef0: 1.0 },
            };
            let mut task = task(&rows, &labels, kernel, 10f64.powi(exponent));
            task.cache = cache;
            let solution = solve(&task);
            // High powers at a high penalty may take more steps than are allowed, and it says so.
            prop_assume!(solution.solved || !(2..4).contains(&degree) || exponent < 1);
            prop_assert!(solution.solved);
            // Single precision kernel values: some digits beyond the tolerance.
            let square = |row: ArrayView1<f64>| kernel.value(&row.to_vec(), &row.to_vec());
            let largest = rows.outer_iter().map(square).fold(1.0, f64::max);
            let rounding = 1e-6 * largest * solution.beta.iter().map(|b| b.abs()).sum::<f64>();
            prop_assert!(violation(&task, &solution) <= 1e-3 + rounding);
        }
    }

    #[test]
    fn rows_set_aside_come_back() {
        // Large enough to shrink several times.
        let (rows, labels) = overlapping(1500, 4, 3);
        let task = task(&rows, &labels, rbf(0.2), 5.0);
        let solution = solve(&task);
        assert!(solution.solved);
        assert!(violation(&task, &solution) <= 2e-3);
    }

    #[test]
    fn the_same_bits_for_any_number_of_threads_and_any_cache() {
        let (rows, labels) = overlapping(1200, 5, 4);
        let mut task = task(&rows, &labels, rbf(0.1), 10.0);
        let one = in_pool(1, || solve(&task).beta);
        assert_eq!(one, in_pool(2, || solve(&task).beta));
        task.cache = 0;
        assert_eq!(one, solve(&task).beta);
    }

    #[test]
    fn what_is_degenerate_ends_finite() {
        let twice = array![[1.0, 2.0], [1.0, 2.0], [1.0, 2.0], [3.0, 2.0]];
        let labels = [true, false, false, true];
        for c in [1e-12, 1.0, 1e12] {
            for rows in [twice.clone(), &twice * 1e5, Array2::zeros((4, 0))] {
                let solution = solve(&task(&rows, &labels, rbf(0.5), c));
                assert!(solution.solved && solution.bias.is_finite());
                assert!(solution.beta.iter().all(|b| b.is_finite()));
            }
        }
        let two = twice.select(Axis(0), &[0, 3]);
        let solution = solve(&task(&two, &[true, false], rbf(0.5), 100.0));
        assert!((solution.beta[0] + solution.beta[1]).abs() < 1e-12);
        assert!(solution.bias.abs() < 1e-6, "{}", solution.bias);
    }

    #[test]
    fn it_gives_up_rather_than_hang() {
        let (rows, labels) = overlapping(300, 4, 3);
        let mut task = task(&rows, &labels, rbf(1.0), 1e6);
        task.steps = 50;
        assert!(!solve(&task).solved);
    }
}
