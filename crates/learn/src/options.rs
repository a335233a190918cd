//! Options of the learner, and the grid of learners that they stand for.

use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

use super::checks::check_positive;
use super::kernel::Kernel;
use super::learner::{Learner, Solver};
use super::linfa_solver;
use super::operating::OperatingRule;
use dejalu_base::error::{Error, Parameter, Result};

/// Kernels of the learner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum KernelChoice {
    /// Linear, with weights that are not negative on the features that rise, only.
    Monotone,
    /// Linear only.
    Linear,
    /// Radial basis functions only.
    Rbf,
    /// Laplacian kernels only.
    Laplacian,
    /// Polynomials only.
    Polynomial,
    /// The monotone and the Laplacian one together, and polynomials where a degree is given: one of each is
    /// chosen, and their log-odds are averaged. \[choice\] Laplacian and not RBF, and no linear one beside the
    /// monotone, by the curves of few labels and the tables with all (`docs/results.md`).
    #[default]
    Auto,
}

impl KernelChoice {
    /// Returns whether a solver has what this choice stands for.
    pub fn is_solved_by(self, solver: Solver) -> bool {
        use KernelChoice::{Linear, Polynomial, Rbf};
        solver == Solver::Own || matches!(self, Linear | Rbf | Polynomial)
    }
}

/// The choice that leaves this kernel alone.
impl From<Kernel> for KernelChoice {
    fn from(kernel: Kernel) -> Self {
        match kernel {
            Kernel::Monotone => KernelChoice::Monotone,
            Kernel::Linear => KernelChoice::Linear,
            Kernel::Polynomial { .. } => KernelChoice::Polynomial,
            Kernel::Rbf { .. } => KernelChoice::Rbf,
            Kernel::Laplacian { .. } => KernelChoice::Laplacian,
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

/// Number of rows that are trained on at once. A curved boundary takes time that grows with about
/// the square of the rows, so above these a deterministic stratified sample is trained on, and a
/// [`Note`](super::fitted::Note) says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, SmartDefault)]
pub struct Limits {
    /// For each fit of the search; 3,000 by default. Testing is never limited.
    #[default(3_000)]
    pub search_rows: usize,
    /// For the final fit; 100,000 by default.
    #[default(100_000)]
    pub fit_rows: usize,
}

/// The choices of a user for [`fit_calibrated`](super::fitted::fit_calibrated).
///
/// The default: two kernels together, C and gamma searched, no class weights, tolerance 1e-3,
/// operating point of the best F1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, SmartDefault)]
pub struct LearnerOptions {
    /// The kernels to try.
    pub kernel: KernelChoice,
    /// The penalty C; searched over 0.1, 1, 10, 100 (RBF), 0.1, 1, 10 (Laplacian, and polynomial, whose values
    /// are larger) or 0.001, 0.01, 0.1, 1 (linear and monotone). A linear
    /// boundary with few features no longer changes above 1: on 1,000 overlapping rows of 10 features
    /// C = 0.01, 1, 10 and 100 gave an F1 of 0.69 and then three times 0.70.
    pub c: Setting,
    /// Gamma of the RBF kernel, searched over 0.03, 0.1, 0.3, 1, or of the polynomial one, over 0.1, 0.3, 1; each
    /// divided by the number of features: standardised rows of d features lie 2d apart (squared, on average), so
    /// that the same multiple means the same curvature whatever d is. That of the Laplacian kernel is 1, divided in
    /// the same way: at three scales it does as well as one whose gamma is searched (`benches/peers/learners.py`).
    pub gamma: Setting,
    /// The degree of the polynomial kernel; without one 2 and 3 are tried, and with
    /// [`KernelChoice::Auto`] no polynomial is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub degree: Option<u32>,
    /// coef0 of the polynomial kernel, 1 by default: single features count beside products.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    #[default(one())]
    pub coef0: f64,
    /// See [`Learner::class_weights`].
    pub class_weights: bool,
    /// See [`Learner::tolerance`].
    #[default(1e-3)]
    pub tolerance: f64,
    /// The solver of each training problem.
    #[serde(default, skip_serializing_if = "Solver::is_own")]
    pub solver: Solver,
    /// The rule for choosing the threshold.
    pub operating_point: OperatingRule,
    /// The chance of error above which no decision is made, in (0, 0.5); by default all are made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub abstain: Option<f64>,
    /// Limits on the number of rows that are trained on at once.
    pub limits: Limits,
}

fn one() -> f64 {
    1.0
}

fn is_one(coef0: &f64) -> bool {
    *coef0 == one()
}

impl LearnerOptions {
    /// The learners to try for rows of which `features` features differ, the simplest first: monotone before
    /// linear before polynomial before RBF before Laplacian, then the smaller C, degree and gamma.
    ///
    /// # Errors
    ///
    /// A fixed C or gamma, or a tolerance, that is not finite and positive.
    pub fn grid(&self, features: usize) -> Result<Vec<Learner>> {
        check_positive(Parameter::Tolerance, self.tolerance)?;
        check_abstain(self.abstain)?;
        self.check_margin()?;
        let all = self.kernel == KernelChoice::Auto;
        let tries = |kernel| self.kernel == kernel || all;
        let mut grid = Vec::new();
        if tries(KernelChoice::Monotone) {
            grid.extend(self.points(&[0.001, 0.01, 0.1, 1.0], &[Kernel::Monotone]));
        }
        if self.kernel == KernelChoice::Linear {
            grid.extend(self.points(&[0.001, 0.01, 0.1, 1.0], &[Kernel::Linear]));
        }
        if self.kernel == KernelChoice::Polynomial || all && self.degree.is_some() {
            grid.extend(self.points(&[0.1, 1.0, 10.0], &self.polynomials(features)));
        }
        if self.kernel == KernelChoice::Rbf {
            let kernels = self.with_gammas(&[0.03, 0.1, 0.3, 1.0], features, |gamma| Kernel::Rbf {
                gamma,
            });
            grid.extend(self.points(&[0.1, 1.0, 10.0, 100.0], &kernels));
        }
        if tries(KernelChoice::Laplacian) {
            let kernels = self.with_gammas(&[1.0], features, Kernel::laplacian);
            grid.extend(self.points(&[0.1, 1.0, 10.0], &kernels));
        }
        grid.iter().try_for_each(Learner::check)?;
        Ok(grid)
    }

    /// Refuses more rows to train on than the solver is given.
    ///
    /// # Errors
    ///
    /// More than [`LINFA_MOST_ROWS`](super::LINFA_MOST_ROWS) rows for [`Solver::Linfa`].
    pub fn check_rows(&self, rows: usize) -> Result<()> {
        match self.solver {
            Solver::Own => Ok(()),
            Solver::Linfa => linfa_solver::check_rows(rows.min(self.limits.fit_rows)),
        }
    }

    /// Refuses the margin of several kernels together, whose mean has none.
    fn check_margin(&self) -> Result<()> {
        if self.kernel != KernelChoice::Auto || self.operating_point != OperatingRule::Margin {
            return Ok(());
        }
        let expected = format!(
            "expected f1, precision=X or recall=X, since several kernels together have no margin; or choose one kernel ({})",
            Parameter::Kernel
        );
        Err(Error::invalid(
            Parameter::OperatingPoint,
            "margin",
            expected,
        ))
    }

    fn points(&self, c: &[f64], kernels: &[Kernel]) -> Vec<Learner> {
        let with = |c: f64| kernels.iter().map(move |&kernel| self.learner(kernel, c));
        self.c.values(c).into_iter().flat_map(with).collect()
    }

    fn with_gammas(
        &self,
        multiples: &[f64],
        features: usize,
        kernel: fn(f64) -> Kernel,
    ) -> Vec<Kernel> {
        let gammas = self.gamma.values(&shared(multiples, features));
        gammas.into_iter().map(kernel).collect()
    }

    fn polynomials(&self, features: usize) -> Vec<Kernel> {
        let degrees = self.degree.map_or(vec![2, 3], |degree| vec![degree]);
        let gammas = self.gamma.values(&shared(&[0.1, 0.3, 1.0], features));
        let with = |degree: u32| {
            let kernel = move |gamma: &f64| Kernel::Polynomial {
                degree,
                gamma: *gamma,
                coef0: self.coef0,
            };
            gammas.iter().map(kernel).collect::<Vec<_>>()
        };
        degrees.into_iter().flat_map(with).collect()
    }

    fn learner(&self, kernel: Kernel, c: f64) -> Learner {
        Learner {
            kernel,
            c,
            class_weights: self.class_weights,
            tolerance: self.tolerance,
            solver: self.solver,
        }
    }
}

/// Multiples of 1/d.
fn shared(multiples: &[f64], features: usize) -> Vec<f64> {
    let d = features.max(1) as f64;
    multiples.iter().map(|multiple| multiple / d).collect()
}

fn check_abstain(abstain: Option<f64>) -> Result<()> {
    match abstain.filter(|error| !(*error > 0.0 && *error < 0.5)) {
        None => Ok(()),
        Some(error) => {
            let expected = "expected an error probability above 0 and below 0.5";
            Err(Error::invalid(Parameter::Abstain, error, expected))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grid_begins_with_the_simplest() {
        let grid = |kernel| {
            let options = LearnerOptions {
                kernel,
                ..LearnerOptions::default()
            };
            let grid = options.grid(10).unwrap().into_iter();
            grid.map(|it| (it.kernel, it.c)).collect::<Vec<_>>()
        };
        let monotone = grid(KernelChoice::Monotone);
        assert_eq!(
            (monotone.len(), monotone[0]),
            (4, (Kernel::Monotone, 0.001))
        );
        let linear = grid(KernelChoice::Linear);
        assert_eq!((linear.len(), linear[0]), (4, (Kernel::Linear, 0.001)));
        let polynomial = grid(KernelChoice::Polynomial);
        let flattest = Kernel::Polynomial {
            degree: 2,
            gamma: 0.01,
            coef0: 1.0,
        };
        assert_eq!((polynomial.len(), polynomial[0]), (18, (flattest, 0.1)));
        let rbf = grid(KernelChoice::Rbf);
        assert_eq!(
            (rbf.len(), rbf[0]),
            (16, (Kernel::Rbf { gamma: 0.003 }, 0.1))
        );
        let laplacian = grid(KernelChoice::Laplacian);
        assert_eq!(
            (laplacian.len(), laplacian[0]),
            (3, (Kernel::laplacian(0.1), 0.1))
        );
        let all = [&monotone[..], &laplacian].concat();
        assert_eq!(grid(KernelChoice::Auto), all);
        let options = LearnerOptions::default().with_polynomial(Some(2), None);
        let all = options.unwrap().grid(10).unwrap();
        assert_eq!((all.len(), all[4].kernel), (4 + 9 + 3, flattest));
    }

    #[test]
    fn several_kernels_have_no_margin() {
        let options = LearnerOptions {
            operating_point: OperatingRule::Margin,
            ..LearnerOptions::default()
        };
        assert_eq!(
            options.grid(3).unwrap_err().to_string(),
            "operating_point 'margin': expected f1, precision=X or recall=X, since several kernels together have no margin; or choose one kernel (kernel)"
        );
    }

    #[test]
    fn linfa_svm_is_given_no_more_rows_than_it_can_take() {
        let options = LearnerOptions {
            solver: Solver::Linfa,
            ..LearnerOptions::default()
        };
        assert!(options.check_rows(5_000).is_ok());
        assert_eq!(
            options.check_rows(5_001).unwrap_err().to_string(),
            "5,001 pairs to train on; expected at most 5,000 with solver linfa, whose memory grows with their square; use solver own, or fewer pairs"
        );
        assert!(LearnerOptions::default().check_rows(1 << 40).is_ok());
    }

    #[test]
    fn fixed_values_leave_one_point() {
        let options = LearnerOptions {
            c: Setting::Fixed(2.0),
            gamma: Setting::Fixed(0.5),
            kernel: KernelChoice::Rbf,
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
            "c '-1': expected a finite number above 0"
        );
    }
}
