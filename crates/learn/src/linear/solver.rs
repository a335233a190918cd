//! The interior-point iteration.

use ndarray::ArrayView2;

use super::cholesky::Cholesky;
use super::non_negative::NonNegative;
use super::problem::Problem;

/// Newton steps after which to give up.
const STEPS: usize = 200;

/// If rounding ends the progress (features or a C of extreme size), a point this near to the
/// solution is one.
const GOOD_ENOUGH: f64 = 1e-4;

/// The share of the way to the nearest bound that a step may go.
const SHORT_OF_BOUND: f64 = 0.995;

/// Steps without progress after which to step with care. Bold steps can go round in circles (Cartis
/// 2009): on small separable sets they did once in 15,000.
const PATIENCE: usize = 20;

/// A step to this share of the best distance is progress. Circles may narrow by a millionth each time
/// (29 rows of 34 features, C = 0.001).
const PROGRESS: f64 = 0.9;

/// w and b of g(x) = w·x + b.
pub(crate) struct Solution {
    /// One weight a feature.
    pub weights: Vec<f64>,
    /// The bias.
    pub bias: f64,
    /// True if the precision was reached.
    pub solved: bool,
}

/// Solves for `rows` (n × d), `labels` (n), C of the `(positive, negative)` class, and weights of at
/// least 0 at the places of the features that rise, until the duality gap is below `precision` of the
/// objective.
pub(crate) fn solve(
    rows: ArrayView2<f64>,
    labels: &[bool],
    penalties: (f64, f64),
    rising: &[usize],
    precision: f64,
) -> Solution {
    let mut point = Point::new(Problem::new(rows, labels, penalties), rising);
    let mut best = (f64::INFINITY, point.settled());
    let mut without_progress = 0;
    for _ in 0..STEPS {
        let residuals = point.residuals();
        let distance = residuals.distance;
        if !distance.is_finite() {
            break;
        }
        without_progress += 1;
        if distance < PROGRESS * best.0 {
            without_progress = 0;
        }
        if distance < best.0 {
            best = (distance, point.settled());
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
#[derive(Clone, Copy, Default)]
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
    limited: NonNegative,
}

/// Weight given to the predictor.
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

/// Distance of a point from each optimality condition.
struct Residuals {
    /// 1 + lower − slack − margin, of each row.
    margin: Vec<f64>,
    /// Σ αᵢzᵢ + v − (w, 0).
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
    limited: NonNegative,
}

impl Point {
    fn new(problem: Problem, rising: &[usize]) -> Self {
        let rows = problem.caps.iter().map(|&cap| Row {
            alpha: cap / 2.0,
            room: cap / 2.0,
            lower: 1.0,
            slack: 2.0,
        });
        let mut weights = vec![0.0; problem.width];
        Point {
            rows: rows.collect(),
            limited: NonNegative::new(rising, &mut weights),
            weights,
            problem,
        }
    }

    /// (w, b), with weights that go to 0 at 0.
    fn settled(&self) -> Vec<f64> {
        let mut weights = self.weights.clone();
        self.limited.settle(&mut weights);
        weights
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
        self.limited.add_to(&mut weights);
        let gap: f64 = rows
            .clone()
            .map(|row| row.alpha * row.lower + row.room * row.slack)
            .sum();
        let limited = self.limited.pairs(&self.weights);
        let gap = gap + limited.map(|(w, v)| w * v).sum::<f64>();
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
            size(&weights[..last])
                / (1.0 + size(&self.weights[..last]).max(self.limited.largest())),
            weights[last].abs() / total.max(f64::MIN_POSITIVE),
            gap / objective.max(f64::MIN_POSITIVE),
        ];
        Residuals {
            margin,
            weights,
            products: gap / self.conditions(),
            distance: violations.into_iter().fold(0.0, worse),
        }
    }

    /// The number of products of a variable with its multiplier.
    fn conditions(&self) -> f64 {
        (2 * self.rows.len() + self.limited.len()) as f64
    }

    /// One predictor and corrector step; `false` where no step can be taken any more.
    fn advance(&mut self, residuals: &Residuals, care: Care) -> bool {
        let solver = self.newton(residuals);
        let predicted = solver.direction(
            |row| (-row.alpha * row.lower, -row.room * row.slack),
            |(w, v)| -w * v,
        );
        let ratio = self.products_after(&predicted) / residuals.products;
        let centre = ratio.powi(care.power) * residuals.products;

        let mut changes = predicted.rows.iter();
        let of_row = |row: &Row| {
            let change = changes.next().copied().unwrap_or_default();
            (
                centre - row.alpha * row.lower - care.corrector * change.alpha * change.lower,
                centre - row.room * row.slack - care.corrector * change.room * change.slack,
            )
        };
        let mut changes = predicted.limited.pairs(&predicted.weights);
        let of_weight = |(w, v): (f64, f64)| {
            let (dw, dv) = changes.next().unwrap_or_default();
            centre - w * v - care.corrector * dw * dv
        };
        let corrected = solver.direction(of_row, of_weight);
        let step = (SHORT_OF_BOUND * self.reach(&corrected)).min(1.0);
        for (row, change) in self.rows.iter_mut().zip(&corrected.rows) {
            *row = row.moved(change, step);
        }
        for (w, change) in self.weights.iter_mut().zip(&corrected.weights) {
            *w += step * change;
        }
        self.limited.advance(&corrected.limited, step);
        step > 1e-12
    }

    /// Newton's equations at this point.
    fn newton<'a>(&'a self, residuals: &'a Residuals) -> Newton<'a> {
        let width = self.problem.width;
        let inverse: Vec<f64> = self.rows.iter().map(Row::inverse_curvature).collect();
        let mut matrix = self.problem.weighted_square(&inverse);
        for k in 0..width - 1 {
            matrix[k * width + k] += 1.0;
        }
        self.limited
            .add_curvature(&self.weights, &mut matrix, width);
        Newton {
            point: self,
            residuals,
            inverse,
            factor: Cholesky::new(matrix, width),
        }
    }

    /// The mean product of a variable with its multiplier where this direction reaches a bound.
    fn products_after(&self, direction: &Direction) -> f64 {
        let reach = self.reach(direction);
        let rows = self.rows.iter().zip(&direction.rows);
        let of_rows: f64 = rows
            .map(|(row, change)| {
                let next = row.moved(change, reach);
                next.alpha * next.lower + next.room * next.slack
            })
            .sum();
        let limited = self.limited.pairs(&self.weights);
        let changes = direction.limited.pairs(&direction.weights);
        let moved = |((w, v), (dw, dv))| (w + reach * dw) * (v + reach * dv);
        (of_rows + limited.zip(changes).map(moved).sum::<f64>()) / self.conditions()
    }

    /// The largest step to the nearest bound, at most 1 / [`SHORT_OF_BOUND`].
    fn reach(&self, direction: &Direction) -> f64 {
        let to_zero = |value: f64, change: f64| {
            if change < 0.0 {
                -value / change
            } else {
                f64::INFINITY
            }
        };
        let limited = self.limited.pairs(&self.weights);
        let changes = direction.limited.pairs(&direction.weights);
        let reach = limited
            .zip(changes)
            .fold(1.0 / SHORT_OF_BOUND, |reach: f64, ((w, v), (dw, dv))| {
                reach.min(to_zero(w, dw)).min(to_zero(v, dv))
            });
        let changes = self.rows.iter().zip(&direction.rows);
        changes.fold(reach, |reach, (row, change)| {
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
    /// The direction in which α·lower and room·slack change by the two `targets` of each row, w·v by
    /// that of each limited weight, and all residuals vanish.
    fn direction(
        &self,
        targets: impl FnMut(&Row) -> (f64, f64),
        limits: impl FnMut((f64, f64)) -> f64,
    ) -> Direction {
        let (rows, limited) = (&self.point.rows, &self.point.limited);
        let limits: Vec<f64> = limited.pairs(&self.point.weights).map(limits).collect();
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
        limited.add_pulls(&self.point.weights, &limits, &mut weights);
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
            limited: limited.change(&self.point.weights, &weights, &limits),
            weights,
        }
    }
}

#[cfg(test)]
mod tests;
