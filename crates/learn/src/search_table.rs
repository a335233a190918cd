//! The search as a table, for a heat map or a glance.

use serde::{Deserialize, Serialize};

use super::learner::Learner;
use super::search::{Search, SearchPoint};

/// Every learner that was tried, and its F1 on the inner folds; of one search or of several over
/// the same grid.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct SearchTable {
    /// One a learner, in the order of the grid.
    pub rows: Vec<SearchRow>,
}

/// A learner and how good it was.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SearchRow {
    /// Kernel, C and the rest.
    pub learner: Learner,
    /// Its loss in each search.
    pub loss: Vec<f64>,
    /// Its F1 in each inner fold that has one, in \[0, 1\].
    pub f1: Vec<f64>,
    /// Number of searches that chose it.
    pub chosen: usize,
}

impl SearchTable {
    /// The table of one search.
    pub fn of(search: &Search) -> Self {
        SearchTable::new(&search.points, &search.learners())
    }

    /// The table of the points of one search, which chose these learners.
    pub fn new(points: &[SearchPoint], chosen: &[Learner]) -> Self {
        let row = |point: &SearchPoint| SearchRow {
            learner: point.learner,
            loss: point.loss.into_iter().collect(),
            f1: point.folds.iter().copied().flatten().collect(),
            chosen: usize::from(chosen.contains(&point.learner)),
        };
        SearchTable {
            rows: points.iter().map(row).collect(),
        }
    }

    /// Adds another search; what it tried and this one did not stands at the end.
    pub fn add(&mut self, other: SearchTable) {
        for row in other.rows {
            match self.rows.iter_mut().find(|it| it.learner == row.learner) {
                Some(known) => {
                    known.loss.extend(row.loss);
                    known.f1.extend(row.f1);
                    known.chosen += row.chosen;
                }
                None => self.rows.push(row),
            }
        }
    }

    /// The rows from the smallest mean loss up, or from the best mean F1 down where there is none;
    /// equal ones in the order of the grid.
    pub fn best_first(&self) -> Vec<&SearchRow> {
        let mut rows: Vec<&SearchRow> = self.rows.iter().collect();
        let rank = |row: &SearchRow| {
            let f1 = row.mean().unwrap_or(f64::NEG_INFINITY);
            (row.mean_loss().unwrap_or(0.0), -f1)
        };
        rows.sort_by(|a, b| {
            rank(a)
                .0
                .total_cmp(&rank(b).0)
                .then(rank(a).1.total_cmp(&rank(b).1))
        });
        rows
    }
}

impl SearchRow {
    /// The mean loss of the searches; `None` of models from before searches chose by it.
    pub fn mean_loss(&self) -> Option<f64> {
        let searches = self.loss.len();
        (searches > 0).then(|| self.loss.iter().sum::<f64>() / searches as f64)
    }

    /// The mean F1 of its folds; `None` without one.
    pub fn mean(&self) -> Option<f64> {
        let folds = self.f1.len();
        (folds > 0).then(|| self.f1.iter().sum::<f64>() / folds as f64)
    }

    /// The standard deviation of F1 between folds; `None` of fewer than two.
    pub fn spread(&self) -> Option<f64> {
        let mean = self.mean().filter(|_| self.f1.len() > 1)?;
        let squares: f64 = self.f1.iter().map(|f1| (f1 - mean) * (f1 - mean)).sum();
        Some((squares / (self.f1.len() - 1) as f64).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Kernel;

    fn points(c: f64, folds: &[Option<f64>]) -> SearchPoint {
        SearchPoint {
            learner: Learner::new(Kernel::Linear, c),
            loss: None,
            best_f1: Some(0.5),
            average_precision: None,
            folds: folds.to_vec(),
        }
    }

    #[test]
    fn searches_over_the_same_grid_are_put_together() {
        let weak = points(1.0, &[Some(0.25), None]);
        let strong = points(2.0, &[Some(0.5), Some(1.0)]);
        let mut table = SearchTable::new(&[weak.clone(), strong.clone()], &[strong.learner]);
        table.add(SearchTable::new(
            &[weak.clone(), strong.clone()],
            &[weak.learner],
        ));
        assert_eq!(table.rows.len(), 2);
        let best = table.best_first()[0];
        assert_eq!((best.learner, best.chosen), (strong.learner, 1));
        assert_eq!(best.f1, [0.5, 1.0, 0.5, 1.0]);
        assert_eq!(best.mean(), Some(0.75));
        assert!((best.spread().unwrap() - (0.25f64 / 3.0).sqrt()).abs() < 1e-12);
        assert_eq!(table.rows[0].f1, [0.25, 0.25]);
    }

    #[test]
    fn a_learner_without_a_fold_has_no_figure_and_stands_last() {
        let none = points(1.0, &[None]);
        let some = points(2.0, &[Some(0.1)]);
        let table = SearchTable::new(&[none.clone(), some.clone()], &[none.learner]);
        assert_eq!(table.best_first()[0].learner, some.learner);
        assert_eq!((table.rows[0].mean(), table.rows[0].spread()), (None, None));
        assert_eq!(table.rows[1].spread(), None);
    }
}
