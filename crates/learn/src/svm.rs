//! [`Svm`]: the learners behind linfa's traits.
//!
//! A program written for `linfa_svm::Svm` imports this one instead and changes nothing else:
//!
//! ```
//! use dejalu_learn::Svm; // was: use linfa_svm::Svm;
//! use linfa::prelude::*;
//! use ndarray::Array2;
//!
//! let records = Array2::from_shape_fn((40, 2), |(i, j)| (i + j) as f64 / 40.0);
//! let dataset = Dataset::new(records, (0..40).map(|i| i >= 20).collect());
//! let model = Svm::<_, bool>::params()
//!     .pos_neg_weights(10.0, 10.0)
//!     .gaussian_kernel(0.5)
//!     .fit(&dataset)?;
//! let found = model.predict(&dataset);
//! assert!(found[39] && !found[0]);
//! # Ok::<(), dejalu_base::Error>(())
//! ```

use std::fmt;
use std::marker::PhantomData;

use linfa::dataset::{AsSingleTargets, DatasetBase, Pr};
use linfa::traits::{Fit, Predict, PredictInplace};
use linfa::{Float, ParamGuard};
use ndarray::{Array1, Array2, ArrayBase, ArrayView2, Axis, Data, Ix1, Ix2};

use super::calibration::Calibration;
use super::checks::count;
use super::discriminant::Discriminant;
use super::fold::Fold;
use super::kernel::Kernel;
use super::learner::Learner;
use dejalu_base::error::{Error, LearnError, Parameter, Result};

/// The folds whose held-out scores calibrate probabilities.
const FOLDS: usize = 5;

/// The parameters of an [`Svm`], checked before it is fitted.
///
/// `T` is what is predicted: `bool`, or `linfa::dataset::Pr` for probabilities. What differs from
/// `linfa_svm::SvmParams`:
///
/// - [`eps`](Self::eps) is 1e-3 by default, as in LIBSVM, and not 1e-7;
/// - [`shrinking`](Self::shrinking) changes nothing: the solver always shrinks, and its solution is the same;
/// - probabilities are calibrated on scores of five held-out folds, not on those of the training rows;
/// - there are more kernels: [`monotone_kernel`](Self::monotone_kernel) and
///   [`laplacian_kernel`](Self::laplacian_kernel);
/// - the memory of a fit is at most 40 MiB beside the rows, however many there are;
/// - values that are not finite, a single class, and parameters that are NaN are refused;
/// - ν-classification, one-class problems and regression are left to linfa-svm.
///
/// ```
/// use dejalu_learn::Svm;
/// use linfa::ParamGuard;
///
/// let parameters = Svm::<f64, bool>::params().pos_neg_weights(0.0, 1.0);
/// assert_eq!(
///     parameters.check().unwrap_err().to_string(),
///     "c '0': expected a finite number above 0"
/// );
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SvmParams<F: Float, T>(SvmValidParams<F, T>);

/// Checked parameters of an [`Svm`]; [`SvmParams`] makes them.
#[derive(Debug, Clone, PartialEq)]
pub struct SvmValidParams<F: Float, T> {
    penalties: (F, F),
    tolerance: F,
    kernel: Kernel,
    rising: Option<Vec<bool>>,
    is_balanced: bool,
    /// The degree as it was given, since that of a [`Kernel`] is whole.
    degree: F,
    predicted: PhantomData<T>,
}

impl<F: Float, T> SvmParams<F, T> {
    /// C = 1 for both classes, a linear kernel, eps = 1e-3.
    pub fn new() -> Self {
        SvmParams(SvmValidParams {
            penalties: (F::one(), F::one()),
            tolerance: F::cast(1e-3),
            kernel: Kernel::Linear,
            rising: None,
            is_balanced: false,
            degree: F::one(),
            predicted: PhantomData,
        })
    }

    /// Sets the penalty C of a positive and of a negative row on the wrong side of the margin, both above 0.
    pub fn pos_neg_weights(mut self, positive: F, negative: F) -> Self {
        self.0.penalties = (positive, negative);
        self
    }

    /// Scales both penalties by n / (2·n_class), so that the classes weigh the same. Default `false`.
    pub fn balanced(mut self, balanced: bool) -> Self {
        self.0.is_balanced = balanced;
        self
    }

    /// Sets the largest violation of the optimality conditions at which the solver stops, above 0.
    pub fn eps(mut self, eps: F) -> Self {
        self.0.tolerance = eps;
        self
    }

    /// Changes nothing; here so that programs written for linfa-svm compile.
    pub fn shrinking(self, _shrinking: bool) -> Self {
        self
    }

    /// Sets K(x, y) = x·y.
    pub fn linear_kernel(self) -> Self {
        self.with_kernel(Kernel::Linear)
    }

    /// Sets a linear kernel whose weights are at least 0 on the features that
    /// [rise](Self::rising), all of them by default.
    pub fn monotone_kernel(self) -> Self {
        self.with_kernel(Kernel::Monotone)
    }

    /// Sets whether each feature rises, for [`monotone_kernel`](Self::monotone_kernel): a larger value never
    /// speaks against the positive class. Features beyond the end of the slice do.
    pub fn rising(mut self, rising: &[bool]) -> Self {
        self.0.rising = Some(rising.to_vec());
        self
    }

    /// Sets K(x, y) = exp(−‖x − y‖² / eps).
    pub fn gaussian_kernel(self, eps: F) -> Self {
        let gamma = 1.0 / number(eps);
        self.with_kernel(Kernel::Rbf { gamma })
    }

    /// Sets K(x, y) = exp(−Σ|xᵢ − yᵢ| / eps).
    pub fn laplacian_kernel(self, eps: F) -> Self {
        let gamma = 1.0 / number(eps);
        self.with_kernel(Kernel::Laplacian { gamma, scales: 1 })
    }

    /// Sets K(x, y) = (x·y + constant)^degree, with a whole degree from 1 to 10.
    pub fn polynomial_kernel(mut self, constant: F, degree: F) -> Self {
        self.0.degree = degree;
        self.with_kernel(Kernel::Polynomial {
            degree: degree.to_u32().unwrap_or(0),
            gamma: 1.0,
            coef0: number(constant),
        })
    }

    fn with_kernel(mut self, kernel: Kernel) -> Self {
        self.0.kernel = kernel;
        self
    }
}

impl<F: Float, T> Default for SvmParams<F, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<F: Float, T> ParamGuard for SvmParams<F, T> {
    type Checked = SvmValidParams<F, T>;
    type Error = SvmError;

    fn check_ref(&self) -> std::result::Result<&SvmValidParams<F, T>, SvmError> {
        let (positive, negative) = self.0.penalties;
        let degree = self.0.degree;
        if degree != degree.trunc() {
            let expected = "expected a whole number from 1 to 10";
            return Err(Error::invalid(Parameter::Degree, degree, expected).into());
        }
        for c in [positive, negative] {
            self.0.learner(c).check()?;
        }
        Ok(&self.0)
    }

    fn check(self) -> std::result::Result<SvmValidParams<F, T>, SvmError> {
        self.check_ref()?;
        Ok(self.0)
    }
}

impl<F: Float, T> SvmValidParams<F, T> {
    /// C of the positive and of the negative class, before they are [balanced](SvmParams::balanced).
    pub fn c(&self) -> (F, F) {
        self.penalties
    }

    /// The largest violation of the optimality conditions that is left.
    pub fn eps(&self) -> F {
        self.tolerance
    }

    /// The kernel.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    fn learner(&self, c: F) -> Learner {
        Learner {
            tolerance: number(self.tolerance),
            ..Learner::new(self.kernel, number(c))
        }
    }

    /// Finds the discriminant of these rows.
    fn discriminant(&self, rows: ArrayView2<f64>, labels: &[bool]) -> Result<Discriminant> {
        let balance = if self.is_balanced {
            let (positives, negatives) = count(labels);
            let half = labels.len() as f64 / 2.0;
            (half / positives as f64, half / negatives as f64)
        } else {
            (1.0, 1.0)
        };
        let (positive, negative) = self.penalties;
        let penalties = (number(positive) * balance.0, number(negative) * balance.1);
        let rises = |feature: &usize| {
            let given = self.rising.as_ref().and_then(|it| it.get(*feature));
            given.copied().unwrap_or(true)
        };
        let rising: Vec<usize> = (0..rows.ncols()).filter(rises).collect();
        let learner = self.learner(positive);
        learner.fit_penalised(rows, labels, penalties, &rising)
    }

    /// Fits the rows, and calibrates on held-out folds if asked to.
    fn fitted<P>(
        &self,
        rows: Array2<f64>,
        labels: &[bool],
        is_calibrated: bool,
    ) -> Result<Svm<F, P>> {
        let discriminant = self.discriminant(rows.view(), labels)?;
        let scores = discriminant.scores(rows.view());
        // On the margin or inside it, within what the solver leaves.
        let reach = 1.0 + number(self.tolerance);
        let supports =
            |(score, &label): (&f64, &bool)| if label { *score } else { -score } <= reach;
        let on_margin = scores.iter().zip(labels).filter(|&it| supports(it)).count();
        let calibration = is_calibrated
            .then(|| self.calibration(rows.view(), labels))
            .transpose()?;
        Ok(Svm {
            support_vectors: discriminant.support_vectors().unwrap_or(on_margin),
            kernel: self.kernel,
            discriminant,
            calibration,
            float: PhantomData,
            predicted: PhantomData,
        })
    }

    /// Fits probabilities to the scores of rows by discriminants that have not seen them.
    fn calibration(&self, rows: ArrayView2<f64>, labels: &[bool]) -> Result<Calibration> {
        let mut scores = Vec::with_capacity(labels.len());
        let mut tested = Vec::with_capacity(labels.len());
        for fold in stratified(labels)? {
            let select = |places: &[usize]| rows.select(Axis(0), places);
            let of = |places: &[usize]| places.iter().map(|&row| labels[row]).collect::<Vec<_>>();
            let trained = self.discriminant(select(&fold.train).view(), &of(&fold.train))?;
            scores.extend(trained.scores(select(&fold.test).view()));
            tested.extend(of(&fold.test));
        }
        Calibration::fit(&scores, &tested)
    }
}

/// Up to [`FOLDS`] folds to which the rows of each class are dealt in turn.
fn stratified(labels: &[bool]) -> Result<Vec<Fold>> {
    let (positives, negatives) = count(labels);
    let folds = FOLDS.min(positives).min(negatives);
    if folds < 2 {
        return Err(LearnError::NoUsableFold {
            folds,
            positives,
            negatives,
        }
        .into());
    }
    let mut dealt = [0, 0];
    let fold_of: Vec<usize> = labels
        .iter()
        .map(|&label| {
            let next = &mut dealt[usize::from(label)];
            *next += 1;
            (*next - 1) % folds
        })
        .collect();
    let rows = |keep: &dyn Fn(usize) -> bool| {
        (0..labels.len())
            .filter(|&row| keep(fold_of[row]))
            .collect::<Vec<_>>()
    };
    let fold = |k: usize| Fold::new(rows(&|fold| fold != k), rows(&|fold| fold == k));
    Ok((0..folds).map(fold).collect())
}

/// A support vector machine, trained. `T` is what it predicts: `bool`, or probabilities
/// (`linfa::dataset::Pr`).
///
/// It scales nothing, as `linfa_svm::Svm` does not: standardise the records first, with linfa's scalers or
/// with [`Scaling`](super::Scaling).
#[derive(Debug, Clone, PartialEq)]
pub struct Svm<F: Float, T> {
    discriminant: Discriminant,
    calibration: Option<Calibration>,
    kernel: Kernel,
    support_vectors: usize,
    float: PhantomData<F>,
    predicted: PhantomData<T>,
}

impl<F: Float, T> Svm<F, T> {
    /// The parameters to choose, at their defaults.
    pub fn params() -> SvmParams<F, T> {
        SvmParams::new()
    }

    /// The training rows on the margin or on its wrong side.
    pub fn nsupport(&self) -> usize {
        self.support_vectors
    }

    /// g(x) of each row (n × d): positive for the positive class, ±1 on the margins.
    pub fn decision_values<D: Data<Elem = F>>(&self, records: &ArrayBase<D, Ix2>) -> Array1<F> {
        let scores = self.discriminant.scores(numbers(records).view());
        scores.into_iter().map(F::cast).collect()
    }

    /// The function g(x) that is evaluated, with its weights or support vectors.
    pub fn discriminant(&self) -> &Discriminant {
        &self.discriminant
    }

    fn score<D: Data<Elem = F>>(&self, record: &ArrayBase<D, Ix1>) -> f64 {
        let row: Vec<f64> = record.iter().copied().map(number).collect();
        self.discriminant.score(&row)
    }
}

impl<F: Float> Svm<F, Pr> {
    fn probability(&self, score: f64) -> Pr {
        let calibrated = self.calibration.map(|it| it.probability(score));
        // In (0, 1), and so it stays as an f32.
        Pr::new(calibrated.unwrap_or(0.5) as f32)
    }
}

/// Tells the kernel and the number of support vectors.
impl<F: Float, T> fmt::Display for Svm<F, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kernel, vectors) = (self.kernel, self.support_vectors);
        write!(f, "{kernel} kernel, {vectors} support vectors")
    }
}

impl<F: Float, D: Data<Elem = F>, T: AsSingleTargets<Elem = bool>>
    Fit<ArrayBase<D, Ix2>, T, SvmError> for SvmValidParams<F, bool>
{
    type Object = Svm<F, bool>;

    /// Finds the discriminant of the records.
    ///
    /// # Errors
    ///
    /// What [`Learner::fit`] refuses.
    fn fit(
        &self,
        dataset: &DatasetBase<ArrayBase<D, Ix2>, T>,
    ) -> std::result::Result<Svm<F, bool>, SvmError> {
        let labels = dataset.targets().as_single_targets().to_vec();
        Ok(self.fitted(numbers(dataset.records()), &labels, false)?)
    }
}

impl<F: Float, D: Data<Elem = F>, T: AsSingleTargets<Elem = bool>>
    Fit<ArrayBase<D, Ix2>, T, SvmError> for SvmValidParams<F, Pr>
{
    type Object = Svm<F, Pr>;

    /// Finds the discriminant of the records, and calibrates probabilities on the scores of five folds
    /// (fewer where a class has fewer rows), each scored by a discriminant of the others.
    ///
    /// # Errors
    ///
    /// What [`Learner::fit`] refuses; a class of a single row.
    fn fit(
        &self,
        dataset: &DatasetBase<ArrayBase<D, Ix2>, T>,
    ) -> std::result::Result<Svm<F, Pr>, SvmError> {
        let labels = dataset.targets().as_single_targets().to_vec();
        Ok(self.fitted(numbers(dataset.records()), &labels, true)?)
    }
}

impl<F: Float, D: Data<Elem = F>> Predict<ArrayBase<D, Ix1>, bool> for Svm<F, bool> {
    fn predict(&self, record: ArrayBase<D, Ix1>) -> bool {
        self.score(&record) >= 0.0
    }
}

impl<F: Float, D: Data<Elem = F>> Predict<ArrayBase<D, Ix1>, Pr> for Svm<F, Pr> {
    fn predict(&self, record: ArrayBase<D, Ix1>) -> Pr {
        self.probability(self.score(&record))
    }
}

impl<F: Float, D: Data<Elem = F>> PredictInplace<ArrayBase<D, Ix2>, Array1<bool>> for Svm<F, bool> {
    fn predict_inplace(&self, records: &ArrayBase<D, Ix2>, targets: &mut Array1<bool>) {
        let scores = self.discriminant.scores(numbers(records).view());
        *targets = scores.into_iter().map(|score| score >= 0.0).collect();
    }

    fn default_target(&self, records: &ArrayBase<D, Ix2>) -> Array1<bool> {
        Array1::default(records.nrows())
    }
}

impl<F: Float, D: Data<Elem = F>> PredictInplace<ArrayBase<D, Ix2>, Array1<Pr>> for Svm<F, Pr> {
    fn predict_inplace(&self, records: &ArrayBase<D, Ix2>, targets: &mut Array1<Pr>) {
        let scores = self.discriminant.scores(numbers(records).view());
        *targets = scores
            .into_iter()
            .map(|score| self.probability(score))
            .collect();
    }

    fn default_target(&self, records: &ArrayBase<D, Ix2>) -> Array1<Pr> {
        Array1::default(records.nrows())
    }
}

/// The reason why [`SvmParams`] cannot be fitted: linfa asks for a type that its own errors become
/// too.
#[derive(Debug)]
pub struct SvmError(Error);

impl std::fmt::Display for SvmError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for SvmError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source()
    }
}

impl From<Error> for SvmError {
    fn from(error: Error) -> Self {
        SvmError(error)
    }
}

impl From<linfa::Error> for SvmError {
    fn from(error: linfa::Error) -> Self {
        SvmError(Error::other(error))
    }
}

impl From<SvmError> for Error {
    fn from(error: SvmError) -> Self {
        error.0
    }
}

/// As the solvers count; every f32 is an f64.
fn number<F: Float>(value: F) -> f64 {
    value.to_f64().unwrap_or(f64::NAN)
}

fn numbers<F: Float, D: Data<Elem = F>>(records: &ArrayBase<D, Ix2>) -> Array2<f64> {
    records.mapv(number)
}

#[cfg(test)]
mod tests {
    use linfa::Dataset;
    use linfa::prelude::ToConfusionMatrix;
    use ndarray::{Array, array};

    use super::*;
    use crate::testing::{overlapping, two_clouds};

    fn dataset(rows: usize, seed: u64) -> Dataset<f64, bool, Ix1> {
        let (records, labels) = overlapping(rows, 3, seed);
        Dataset::new(records, Array::from(labels))
    }

    #[test]
    fn a_program_for_linfa_svm_runs_with_this_one_and_decides_alike() {
        let (train, test) = (dataset(300, 1), dataset(500, 2));
        // The same text for both.
        macro_rules! accuracy {
            ($svm:ident, $with:ident($($value:expr),*)) => {{
                let parameters = $svm::<f64, bool>::params().pos_neg_weights(2.0, 1.0);
                let model = parameters.eps(1e-5).$with($($value),*).fit(&train).unwrap();
                let found = model.predict(&test);
                let matrix = found.confusion_matrix(&test).unwrap();
                (found, matrix.accuracy())
            }};
        }
        use linfa_svm::Svm as Theirs;
        for (ours, theirs) in [
            (
                accuracy!(Svm, gaussian_kernel(3.0)),
                accuracy!(Theirs, gaussian_kernel(3.0)),
            ),
            (
                accuracy!(Svm, polynomial_kernel(1.0, 2.0)),
                accuracy!(Theirs, polynomial_kernel(1.0, 2.0)),
            ),
            (
                accuracy!(Svm, linear_kernel()),
                accuracy!(Theirs, linear_kernel()),
            ),
        ] {
            let alike = ours.0.iter().zip(&theirs.0).filter(|(a, b)| a == b).count();
            assert!(alike >= 499, "{alike} of 500 decisions are the same");
            assert!((ours.1 - theirs.1).abs() <= 0.002);
        }
    }

    #[test]
    fn single_records_and_all_of_them_are_decided_alike() {
        let set = dataset(200, 3);
        let model = Svm::<_, bool>::params()
            .gaussian_kernel(1.0)
            .fit(&set)
            .unwrap();
        let all = model.predict(&set);
        let values = model.decision_values(set.records());
        for ((row, &found), value) in set.records().outer_iter().zip(&all).zip(&values) {
            assert_eq!((model.predict(row), *value >= 0.0), (found, found));
        }
        assert!(model.nsupport() > 0 && model.nsupport() < 200);
        let told = format!(
            "rbf (gamma = 1.0) kernel, {} support vectors",
            model.nsupport()
        );
        assert_eq!(model.to_string(), told);
    }

    #[test]
    fn probabilities_are_those_of_rows_that_were_held_out() {
        let (train, test) = (dataset(400, 4), dataset(2_000, 5));
        // A kernel so narrow that every training row is learned by heart.
        let parameters = Svm::<_, Pr>::params()
            .gaussian_kernel(0.02)
            .pos_neg_weights(100.0, 100.0);
        let model = parameters.fit(&train).unwrap();
        let loss = |set: &Dataset<f64, bool, Ix1>| {
            let probabilities = model.predict(set.records());
            let losses = probabilities.iter().zip(set.targets()).map(|(p, &label)| {
                let p = f64::from(**p).clamp(1e-6, 1.0 - 1e-6);
                if label { -p.ln() } else { -(1.0 - p).ln() }
            });
            losses.sum::<f64>() / set.targets().len() as f64
        };
        // What calibrates on its training rows is sure and wrong: above 2 nats here.
        assert!(loss(&test) < std::f64::consts::LN_2, "{}", loss(&test));
    }

    #[test]
    fn weights_of_rising_features_are_not_negative() {
        let (records, labels) = two_clouds(100, 2, 6);
        let fallen = &records * -1.0;
        let set = Dataset::new(fallen, Array::from(labels));
        let weights = |params: SvmParams<f64, bool>| match params.fit(&set).unwrap().discriminant()
        {
            Discriminant::Linear { weights, .. } => weights.clone(),
            _ => unreachable!("a linear kernel has weights"),
        };
        let monotone = Svm::<f64, bool>::params().monotone_kernel();
        assert!(weights(monotone.clone()).iter().all(|&it| it == 0.0));
        let free = weights(monotone.rising(&[false]));
        assert!(free[0] < 0.0 && free[1] == 0.0);
    }

    #[test]
    fn single_precision_is_taken_and_what_no_solver_can_use_is_refused() {
        let records = array![[0.0_f32], [1.0], [2.0], [3.0]];
        let set = Dataset::new(records, array![false, false, true, true]);
        let model = Svm::<f32, bool>::params()
            .laplacian_kernel(1.0)
            .balanced(true)
            .fit(&set)
            .unwrap();
        assert_eq!(model.predict(&set), array![false, false, true, true]);

        let refused =
            |parameters: SvmParams<f32, bool>| parameters.fit(&set).unwrap_err().to_string();
        let parameters = Svm::<f32, bool>::params;
        assert_eq!(
            refused(parameters().polynomial_kernel(1.0, 2.5)),
            "degree '2.5': expected a whole number from 1 to 10"
        );
        assert_eq!(
            refused(parameters().eps(f32::NAN)),
            "tolerance 'NaN': expected a finite number above 0"
        );
        assert_eq!(
            refused(parameters().gaussian_kernel(0.0)),
            "gamma 'inf': expected a finite number above 0"
        );
        let single = Dataset::new(array![[0.0_f32], [1.0], [2.0]], array![true, false, false]);
        let refused = Svm::<f32, Pr>::params()
            .fit(&single)
            .unwrap_err()
            .to_string();
        assert_eq!(
            refused,
            "none of 1 folds trains on both classes (1 duplicate and 2 distinct pairs in all); expected at least one such fold; label more pairs of the rarer class, from other documents"
        );
    }
}
