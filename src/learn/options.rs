//! What a user may choose, and the grid of learners that the choice stands for.

use serde::{Deserialize, Serialize};

use super::{Kernel, Learner, OperatingRule, check_positive};
use crate::error::Result;

/// Which kernels the search tries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum KernelChoice {
    /// Linear only.
    Linear,
    /// Radial basis functions only.
    #[default]
    Rbf,
    /// Both; where they are equally good the linear one is taken.
    Auto,
}

/// The choice that leaves this kernel alone.
impl From<Kernel> for KernelChoice {
    fn from(kernel: Kernel) -> Self {
        match kernel {
            Kernel::Linear => KernelChoice::Linear,
            Kernel::Rbf { .. } => KernelChoice::Rbf,
        }
    }
}

/// A number that is given, or that the search finds.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Setting {
    /// Searched on a grid.
    #[default]
    Auto,
    /// This value.
    Fixed(f64),
}

impl Setting {
    fn values(self, grid: &[f64]) -> Vec<f64> {
        match self {
            Setting::Auto => grid.to_vec(),
            Setting::Fixed(value) => vec![value],
        }
    }
}

/// How many rows are trained on at once. A curved boundary takes time that grows with about the
/// square of the rows, so above these a deterministic stratified sample is trained on, and a
/// [`Note`](super::Note) says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// For each fit of the search; 4,000 by default. Testing is never limited.
    pub search_rows: usize,
    /// For the final fit; 100,000 by default.
    pub fit_rows: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            search_rows: 4_000,
            fit_rows: 100_000,
        }
    }
}

/// The choices of a user for [`fit_calibrated`](super::fit_calibrated).
///
/// The default: RBF kernel, C and gamma searched, class weights on, tolerance 1e-3, operating point
/// of the best F1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct LearnerOptions {
    /// The kernels to try.
    pub kernel: KernelChoice,
    /// The penalty C; searched over 1, 10, 100 (RBF) or 0.001, 0.01, 0.1, 1 (linear). A linear
    /// boundary with few features no longer changes above 1: on 1,000 overlapping rows of 10 features
    /// C = 0.01, 1, 10 and 100 gave an F1 of 0.69 and then three times 0.70.
    pub c: Setting,
    /// The width of the RBF kernel; searched over 0.03, 0.1, 0.3, 1, each divided by the number of
    /// features: standardised rows of d features lie 2d apart (squared, on average), so that the
    /// same multiple means the same curvature whatever d is.
    pub gamma: Setting,
    /// See [`Learner::class_weights`].
    pub class_weights: bool,
    /// See [`Learner::tolerance`].
    pub tolerance: f64,
    /// How the threshold is chosen.
    pub operating_point: OperatingRule,
    /// How many rows are trained on at once.
    pub limits: Limits,
}

impl Default for LearnerOptions {
    fn default() -> Self {
        LearnerOptions {
            kernel: KernelChoice::default(),
            c: Setting::Auto,
            gamma: Setting::Auto,
            class_weights: true,
            tolerance: 1e-3,
            operating_point: OperatingRule::default(),
            limits: Limits::default(),
        }
    }
}

impl LearnerOptions {
    /// The learners to try for rows of `features` features, the simplest first: linear before RBF,
    /// then the smaller C, then the smaller gamma.
    ///
    /// # Errors
    ///
    /// A fixed C or gamma, or a tolerance, that is not finite and positive.
    pub fn grid(&self, features: usize) -> Result<Vec<Learner>> {
        check_positive("tolerance", self.tolerance)?;
        let mut grid = Vec::new();
        if self.kernel != KernelChoice::Rbf {
            for c in self.c.values(&[0.001, 0.01, 0.1, 1.0]) {
                grid.push(self.learner(Kernel::Linear, c));
            }
        }
        if self.kernel != KernelChoice::Linear {
            let gammas = [0.03, 0.1, 0.3, 1.0].map(|multiple| multiple / features.max(1) as f64);
            for c in self.c.values(&[1.0, 10.0, 100.0]) {
                for gamma in self.gamma.values(&gammas) {
                    grid.push(self.learner(Kernel::Rbf { gamma }, c));
                }
            }
        }
        grid.iter().try_for_each(Learner::check)?;
        Ok(grid)
    }

    fn learner(&self, kernel: Kernel, c: f64) -> Learner {
        Learner {
            kernel,
            c,
            class_weights: self.class_weights,
            tolerance: self.tolerance,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grid_is_twelve_rbf_points_and_four_linear_ones() {
        let mut options = LearnerOptions::default();
        assert_eq!(options.grid(10).unwrap().len(), 12);
        options.kernel = KernelChoice::Auto;
        let grid = options.grid(10).unwrap();
        assert_eq!(grid.len(), 16);
        assert_eq!(grid[0], Learner::new(Kernel::Linear, 0.001));
        assert_eq!(grid[4], Learner::new(Kernel::Rbf { gamma: 0.003 }, 1.0));
    }

    #[test]
    fn fixed_values_leave_one_point() {
        let options = LearnerOptions {
            c: Setting::Fixed(2.0),
            gamma: Setting::Fixed(0.5),
            ..LearnerOptions::default()
        };
        let expected = Learner::new(Kernel::Rbf { gamma: 0.5 }, 2.0);
        assert_eq!(options.grid(3).unwrap(), vec![expected]);
    }

    #[test]
    fn values_that_no_solver_can_use_are_refused() {
        let options = LearnerOptions {
            c: Setting::Fixed(-1.0),
            ..LearnerOptions::default()
        };
        assert_eq!(
            options.grid(3).unwrap_err().to_string(),
            "C -1: expected a finite number above 0"
        );
    }
}
