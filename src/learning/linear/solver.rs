//! The interior-point iteration.

use ndarray::ArrayView2;

use super::cholesky::Cholesky;
use super::problem::Problem;

/// Newton steps after which to give up.
const STEPS: usize = 200;

/// Where rounding ends the progress (features or a C of extreme size), a point this near to the
/// solution is one.
const GOOD_ENOUGH: f64 = 1e-4;

/// The share of the way to the nearest bound that a step may go.
const SHORT_OF_BOUND: f64 = 0.995;

/// Steps without progress after which to step with care. Bold steps can go round in circles (Cartis
/// 2009): on small separable sets they did once in 15,000.
const PATIENCE: usize = 20;

/// w and b of g(x) = w·x + b.
pub(crate) struct Solution {
    /// One weight a feature.
    pub weights: Vec<f64>,
    /// The bias.
    pub bias: f64,
    /// Whether the precision was reached.
    pub solved: bool,
}

/// Solves for `rows` (n × d), `labels` (n) and C of the `(positive, negative)` class, until the
/// duality gap is below `precision` of the objective.
pub(crate) fn solve(
    rows: ArrayView2<f64>,
    labels: &[bool],
    penalties: (f64, f64),
    precision: f64,
) -> Solution {
    let mut point = Point::new(Problem::new(rows, labels, penalties));
    let mut best = (f64::INFINITY, point.weights.clone());
    let mut without_progress = 0;
    for _ in 0..STEPS {
        let residuals = point.residuals();
        let distance = residuals.distance;
        if !distance.is_finite() {
            break;
        }
        without_progress += 1;
        if distance < best.0 {
            best = (distance, point.weights.clone());
            without_progress = 0;
        }
        let care = if without_progress < PATIENCE {
            Care::BOLD
        } else {
            Care::SAFE
        };
        if distance <= precision || !point.advance(&residuals, care) {
            break;
        }
    }
    let mut weights = best.1;
    let centred = weights.pop().unwrap_or(0.0);
    let shift: f64 = weights
        .iter()
        .zip(&point.problem.mean)
        .map(|(w, m)| w * m)
        .sum();
    let bias = centred - shift;
    Solution {
        weights,
        bias,
        solved: best.0 <= precision.max(GOOD_ENOUGH),
    }
}

/// A row's α, its room C − α, and the multipliers of α ≥ 0 and of α ≤ C (the slack ξ): the four
/// are kept positive.
#[derive(Clone, Copy)]
struct Row {
    alpha: f64,
    room: f64,
    lower: f64,
    slack: f64,
}

struct Point {
    problem: Problem,
    rows: Vec<Row>,
    /// (w, b).
    weights: Vec<f64>,
}

/// How much of what the predictor says is believed.
struct Care {
    /// Of the predictor's reduction, for the reduction aimed at.
    power: i32,
    /// The weight of the predictor's second-order error in the corrector.
    corrector: f64,
}

impl Care {
    /// Mehrotra's (1992).
    const BOLD: Care = Care {
        power: 3,
        corrector: 1.0,
    };
    /// No second order, and nearer to the middle.
    const SAFE: Care = Care {
        power: 1,
        corrector: 0.0,
    };
}

/// How far a point is from each optimality condition.
struct Residuals {
    /// 1 + lower − slack − margin, of each row.
    margin: Vec<f64>,
    /// Σ αᵢzᵢ − (w, 0).
    weights: Vec<f64>,
    /// The mean product of a variable with its multiplier.
    products: f64,
    /// The largest violation and the duality gap, relative.
    distance: f64,
}

/// A change of a [`Point`].
struct Direction {
    rows: Vec<Row>,
    weights: Vec<f64>,
}

impl Point {
    fn new(problem: Problem) -> Self {
        let rows = problem.caps.iter().map(|&cap| Row {
            alpha: cap / 2.0,
            room: cap / 2.0,
            lower: 1.0,
            slack: 2.0,
        });
        Point {
            rows: rows.collect(),
            weights: vec![0.0; problem.width],
            problem,
        }
    }

    fn residuals(&self) -> Residuals {
        let margins = self.problem.margins(&self.weights);
        let rows = self.rows.iter();
        let margin: Vec<f64> = rows
            .clone()
            .zip(&margins)
            .map(|(row, m)| 1.0 + row.lower - row.slack - m)
            .collect();
        let alpha: Vec<f64> = rows.clone().map(|row| row.alpha).collect();
        let mut weights = self.problem.weighted_sum(&alpha);
        let last = weights.len() - 1;
        for (sum, w) in weights[..last].iter_mut().zip(&self.weights) {
            *sum -= w;
        }
        let gap: f64 = rows
            .clone()
            .map(|row| row.alpha * row.lower + row.room * row.slack)
            .sum();
        let squares: f64 = self.weights[..last].iter().map(|w| w * w).sum();
        let hinge: f64 = self
            .problem
            .caps
            .iter()
            .zip(&margins)
            .map(|(c, m)| c * (1.0 - m).max(0.0))
            .sum();
        let objective = squares / 2.0 + hinge;
        let total: f64 = alpha.iter().sum();
        let size = |values: &[f64]| values.iter().fold(0.0, |top: f64, v| top.max(v.abs()));
        let violations = [
            size(&margin),
            size(&weights[..last]) / (1.0 + size(&self.weights[..last])),
            weights[last].abs() / total.max(f64::MIN_POSITIVE),
            gap / objective.max(f64::MIN_POSITIVE),
        ];
        Residuals {
            margin,
            weights,
            products: gap / (2.0 * self.rows.len() as f64),
            distance: violations.into_iter().fold(0.0, worse),
        }
    }

    /// One predictor and corrector step; `false` where no step can be taken any more.
    fn advance(&mut self, residuals: &Residuals, care: Care) -> bool {
        let inverse: Vec<f64> = self.rows.iter().map(Row::inverse_curvature).collect();
        let mut matrix = self.problem.weighted_square(&inverse);
        for k in 0..self.problem.width - 1 {
            matrix[k * self.problem.width + k] += 1.0;
        }
        let factor = Cholesky::new(matrix, self.problem.width);
        let solver = Newton {
            point: self,
            residuals,
            inverse,
            factor,
        };

        let predicted = solver.direction(|row| (-row.alpha * row.lower, -row.room * row.slack));
        let reach = self.reach(&predicted);
        let after: f64 = self
            .rows
            .iter()
            .zip(&predicted.rows)
            .map(|(row, change)| {
                let next = row.moved(change, reach);
                next.alpha * next.lower + next.room * next.slack
            })
            .sum();
        let ratio = after / (2.0 * self.rows.len() as f64) / residuals.products;
        let centre = ratio.powi(care.power) * residuals.products;

        let mut changes = predicted.rows.iter();
        let corrected = solver.direction(|row| {
            let change = changes.next().copied().unwrap_or(Row {
                alpha: 0.0,
                room: 0.0,
                lower: 0.0,
                slack: 0.0,
            });
            (
                centre - row.alpha * row.lower - care.corrector * change.alpha * change.lower,
                centre - row.room * row.slack - care.corrector * change.room * change.slack,
            )
        });
        let step = (SHORT_OF_BOUND * self.reach(&corrected)).min(1.0);
        for (row, change) in self.rows.iter_mut().zip(&corrected.rows) {
            *row = row.moved(change, step);
        }
        for (w, change) in self.weights.iter_mut().zip(&corrected.weights) {
            *w += step * change;
        }
        step > 1e-12
    }

    /// The largest step to the nearest bound, at most 1 / [`SHORT_OF_BOUND`].
    fn reach(&self, direction: &Direction) -> f64 {
        let changes = self.rows.iter().zip(&direction.rows);
        changes.fold(1.0 / SHORT_OF_BOUND, |reach, (row, change)| {
            let to_zero = |value: f64, change: f64| {
                if change < 0.0 {
                    -value / change
                } else {
                    f64::INFINITY
                }
            };
            reach
                .min(to_zero(row.alpha, change.alpha))
                .min(to_zero(row.room, change.room))
                .min(to_zero(row.lower, change.lower))
                .min(to_zero(row.slack, change.slack))
        })
    }
}

/// The larger one, and NaN where either is.
fn worse(a: f64, b: f64) -> f64 {
    if b > a || b.is_nan() { b } else { a }
}

impl Row {
    /// 1 / (lower/α + slack/room), written so that no quotient overflows.
    fn inverse_curvature(&self) -> f64 {
        let (a, r) = (self.alpha, self.room);
        a * r / (self.lower * r + self.slack * a)
    }

    fn moved(&self, change: &Row, step: f64) -> Row {
        Row {
            alpha: self.alpha + step * change.alpha,
            room: self.room + step * change.room,
            lower: self.lower + step * change.lower,
            slack: self.slack + step * change.slack,
        }
    }
}

/// The linearised optimality conditions at a point, reduced to the d + 1 unknowns (Δw, Δb).
struct Newton<'a> {
    point: &'a Point,
    residuals: &'a Residuals,
    inverse: Vec<f64>,
    factor: Cholesky,
}

impl Newton<'_> {
    /// The direction in which α·lower and room·slack change by the two `targets` of each row and
    /// all residuals vanish.
    fn direction(&self, targets: impl FnMut(&Row) -> (f64, f64)) -> Direction {
        let rows = &self.point.rows;
        let targets: Vec<(f64, f64)> = rows.iter().map(targets).collect();
        let pulls: Vec<f64> = rows
            .iter()
            .zip(&targets)
            .zip(&self.residuals.margin)
            .map(|((row, t), margin)| margin + t.0 / row.alpha - t.1 / row.room)
            .collect();
        let scaled: Vec<f64> = pulls
            .iter()
            .zip(&self.inverse)
            .map(|(p, v)| p * v)
            .collect();
        let mut weights = self.point.problem.weighted_sum(&scaled);
        for (sum, residual) in weights.iter_mut().zip(&self.residuals.weights) {
            *sum += residual;
        }
        self.factor.solve(&mut weights);
        let margins = self.point.problem.margins(&weights);
        let changes = rows
            .iter()
            .zip(&targets)
            .zip(pulls.iter().zip(&margins))
            .zip(&self.inverse);
        let changes = changes.map(|(((row, t), (pull, margin)), inverse)| {
            let alpha = inverse * (pull - margin);
            Row {
                alpha,
                room: -alpha,
                lower: (t.0 - row.lower * alpha) / row.alpha,
                slack: (t.1 + row.slack * alpha) / row.room,
            }
        });
        Direction {
            rows: changes.collect(),
            weights,
        }
    }
}

#[cfg(test)]
mod tests {
    use ndarray::{Array2, array};
    use proptest::prelude::*;

    use super::*;
    use crate::learning::linear::problem::CHUNK;
    use crate::learning::testing::{in_pool, overlapping};

    fn objective(
        rows: &Array2<f64>,
        labels: &[bool],
        (positive, negative): (f64, f64),
        (weights, bias): (&[f64], f64),
    ) -> f64 {
        let hinge = rows.outer_iter().zip(labels).map(|(row, &label)| {
            let score: f64 = row.iter().zip(weights).map(|(x, w)| x * w).sum::<f64>() + bias;
            if label {
                positive * (1.0 - score).max(0.0)
            } else {
                negative * (1.0 + score).max(0.0)
            }
        });
        hinge.sum::<f64>() + weights.iter().map(|w| w * w).sum::<f64>() / 2.0
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        /// The objective is convex: where no small change of w or b betters it, it is the least.
        #[test]
        fn no_change_betters_the_objective(
            n in 2..200usize, d in 0..6usize, seed in 0..1000u64, exponent in -4..5i32,
            to in prop::collection::vec(-1.0..1.0f64, 7), reach in 1e-4..1.0f64,
        ) {
            let (rows, labels) = overlapping(n, d, seed);
            let c = 10f64.powi(exponent);
            let found = solve(rows.view(), &labels, (3.0 * c, c), 1e-6);
            prop_assert!(found.solved);
            let least = objective(&rows, &labels, (3.0 * c, c), (&found.weights, found.bias));
            let moved: Vec<f64> = found.weights.iter().zip(&to).map(|(w, t)| w + reach * t).collect();
            let other = objective(&rows, &labels, (3.0 * c, c), (&moved, found.bias + reach * to[6]));
            prop_assert!(least <= other * (1.0 + 3e-6), "{least} {other}");
        }
    }

    /// Bold steps alone never solve these.
    #[test]
    fn steps_that_go_round_in_circles_are_left() {
        for (n, d, seed, c) in [(17, 5, 103, 100.0), (4, 3, 528, 10.0), (5, 2, 264, 1e3)] {
            let (rows, labels) = overlapping(n, d, seed);
            assert!(solve(rows.view(), &labels, (3.0 * c, c), 1e-6).solved);
        }
    }

    #[test]
    fn the_same_bits_for_any_number_of_threads() {
        let (rows, labels) = overlapping(3 * CHUNK + 7, 3, 5);
        let run = || {
            let found = solve(rows.view(), &labels, (1.0, 1.0), 1e-6);
            (found.weights, found.bias)
        };
        assert_eq!(in_pool(1, run), in_pool(2, run));
    }

    #[test]
    fn what_is_degenerate_ends_finite() {
        let twice = array![[1.0, 2.0], [1.0, 2.0], [1.0, 2.0], [3.0, 2.0]];
        let labels = [true, false, false, true];
        for c in [1e-9, 1.0, 1e9] {
            for rows in [twice.clone(), &twice * 1e5, Array2::zeros((4, 2))] {
                let found = solve(rows.view(), &labels, (c, c), 1e-6);
                assert!(found.solved, "{c} {rows}");
                assert!(found.bias.is_finite() && found.weights.iter().all(|w| w.is_finite()));
            }
        }
    }

    #[test]
    fn two_rows_are_parted_in_the_middle() {
        let found = solve(
            array![[1.0], [3.0]].view(),
            &[false, true],
            (1e3, 1e3),
            1e-10,
        );
        assert!((found.weights[0] - 1.0).abs() < 1e-6, "{:?}", found.weights);
        assert!((found.bias + 2.0).abs() < 1e-6, "{}", found.bias);
    }
}
