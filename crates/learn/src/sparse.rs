//! A linear support vector machine over sparse rows of length 1: dual coordinate descent (Hsieh et al.
//! 2008), as in LIBLINEAR with squared hinge loss.
//!
//! The interior-point method of `linear/` costs d² a row and is for dozens of features; here there are
//! hundreds of thousands, of which a row has a few hundred. One step costs the entries of a row.
//! The loss is squared, which makes the dual strictly convex: its solution does not depend on where the
//! descent begins. The bias is the weight of a further feature that is 1 in every row, and penalised
//! with the others.

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Passes over all rows after which to stop.
const PASSES: usize = 300;

/// The order of the rows in each pass follows from this: chance alone would differ from run to run.
const SEED: u64 = 42;

/// A linear discriminant over sparse rows.
#[derive(Debug, Clone, PartialEq)]
pub struct SparseLinear {
    /// One a column.
    pub weights: Vec<f64>,
    /// Score of a row without entries.
    pub bias: f64,
}

impl SparseLinear {
    /// Minimises ½(‖w‖² + b²) + Σ Cᵢ·max(0, 1 − yᵢ·g(xᵢ))² over the rows. A row is given by
    /// the columns of its entries, ascending, which are all equal and make its length 1; columns lie below
    /// `width`. `c` is the mean Cᵢ; both classes have the same total. The descent stops where no
    /// optimality condition is violated by more than `tolerance`.
    pub fn fit(rows: &[&[u32]], labels: &[bool], width: usize, c: f64, tolerance: f64) -> Self {
        let positives = labels.iter().filter(|&&label| label).count() as f64;
        let total = labels.len() as f64;
        let balanced = |count: f64| c * total / (2.0 * count);
        let (positive, negative) = (balanced(positives), balanced(total - positives));
        let mut open: Vec<Row> = rows
            .iter()
            .zip(labels)
            .map(|(columns, &label)| Row {
                columns,
                sign: if label { 1.0 } else { -1.0 },
                ridge: 0.5 / if label { positive } else { negative },
                alpha: 0.0,
            })
            .collect();
        let mut order = ChaCha8Rng::seed_from_u64(SEED);
        let mut found = SparseLinear {
            weights: vec![0.0; width],
            bias: 0.0,
        };
        for _ in 0..PASSES {
            open.shuffle(&mut order);
            let steps = open.iter_mut().map(|row| found.step(row));
            if steps.fold(0.0, f64::max) <= tolerance {
                break;
            }
        }
        found
    }

    /// The score of a row of these columns.
    pub fn score(&self, columns: &[u32]) -> f64 {
        let sum: f64 = columns
            .iter()
            .map(|&column| self.weights[column as usize])
            .sum();
        self.bias + sum * entry(columns)
    }

    /// Brings one α to its optimum, all others held; returns how far its condition was violated.
    fn step(&mut self, row: &mut Row) -> f64 {
        let gradient = row.sign * self.score(row.columns) - 1.0 + row.ridge * row.alpha;
        if row.alpha == 0.0 && gradient >= 0.0 {
            return 0.0;
        }
        // The row's square is that of its entries, 1 or 0, and of the bias.
        let square = f64::from(u8::from(!row.columns.is_empty())) + 1.0 + row.ridge;
        let moved = (row.alpha - gradient / square).max(0.0);
        let change = (moved - row.alpha) * row.sign;
        row.alpha = moved;
        if change != 0.0 {
            let each = change * entry(row.columns);
            for &column in row.columns {
                self.weights[column as usize] += each;
            }
            self.bias += change;
        }
        gradient.abs()
    }
}

/// A row during the descent.
struct Row<'a> {
    columns: &'a [u32],
    sign: f64,
    /// 1 / 2C.
    ridge: f64,
    alpha: f64,
}

/// The value of each entry of a row of length 1; 0 of a row without entries.
fn entry(columns: &[u32]) -> f64 {
    match columns.len() {
        0 => 0.0,
        n => (n as f64).sqrt().recip(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The same objective by plain gradient descent on (w, b).
    fn reference(rows: &[Vec<u32>], labels: &[bool], width: usize, c: f64) -> SparseLinear {
        let (n, positives) = (
            labels.len() as f64,
            labels.iter().filter(|&&it| it).count() as f64,
        );
        let cap = |label: bool| c * n / (2.0 * if label { positives } else { n - positives });
        let total: f64 = labels.iter().map(|&label| cap(label)).sum();
        let rate = 1.0 / (1.0 + 4.0 * total);
        let mut at = SparseLinear {
            weights: vec![0.0; width],
            bias: 0.0,
        };
        for _ in 0..200_000 {
            let mut down = at.clone();
            for (row, &label) in rows.iter().zip(labels) {
                let sign = if label { 1.0 } else { -1.0 };
                let slack = (1.0 - sign * at.score(row)).max(0.0);
                let pull = 2.0 * cap(label) * slack * sign;
                row.iter()
                    .for_each(|&j| down.weights[j as usize] -= pull * entry(row));
                down.bias -= pull;
            }
            at.bias -= rate * down.bias;
            at.weights
                .iter_mut()
                .zip(&down.weights)
                .for_each(|(w, d)| *w -= rate * d);
        }
        at
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]
        #[test]
        fn the_solution_is_that_of_plain_gradient_descent(
            sets in prop::collection::vec(prop::collection::btree_set(0u32..6, 0..6), 4..9),
            turns in prop::collection::vec(any::<bool>(), 9),
            c in prop::sample::select(vec![0.1, 1.0]),
        ) {
            let rows: Vec<Vec<u32>> = sets.into_iter().map(|set| set.into_iter().collect()).collect();
            let mut labels = turns[..rows.len()].to_vec();
            (labels[0], labels[1]) = (true, false);
            let columns: Vec<&[u32]> = rows.iter().map(Vec::as_slice).collect();
            let found = SparseLinear::fit(&columns, &labels, 6, c, 1e-10);
            let expected = reference(&rows, &labels, 6, c);
            for row in &rows {
                prop_assert!((found.score(row) - expected.score(row)).abs() < 1e-4, "{found:?} {expected:?}");
            }
        }
    }

    #[test]
    fn a_term_of_one_class_gets_its_sign() {
        let rows: [&[u32]; 3] = [&[0, 1], &[0, 2], &[1]];
        let found = SparseLinear::fit(&rows, &[true, false, true], 3, 1.0, 1e-6);
        assert!(found.weights[1] > 0.0 && found.weights[2] < 0.0);
        assert_eq!(found.score(&[]), found.bias);
    }
}
