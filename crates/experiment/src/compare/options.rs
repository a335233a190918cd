//! The options of a comparison and of an evaluation.

use std::sync::Arc;

use smart_default::SmartDefault;

use crate::model::{CrossValidationOptions, MinimumScore};
use crate::pairs::PairSet;
use crate::rules::Tuning;
use crate::terms;
use dejalu_base::setters;
use dejalu_learn::evaluation::Bootstrap;
use dejalu_learn::{KernelChoice, LearnerOptions, Solver};
use dejalu_similarity::corpus::background::Background;
use dejalu_similarity::{Feature, FeatureSet};

/// Options of a comparison.
///
/// The default compares three SVMs over the default features (the average of several kernels, a linear
/// one, and an RBF one, the usual curved kernel) with every published rule, and with every rule re-tuned
/// for F1.
///
/// ```
/// use dejalu_experiment::compare::CompareOptions;
/// use dejalu_similarity::FeatureSet;
///
/// let options = CompareOptions::default().with_features(FeatureSet::parse("papers")?);
/// # Ok::<(), dejalu_base::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, SmartDefault)]
pub struct CompareOptions {
    /// The features of the learners; of a table of vectors, its columns in any case.
    #[default(FeatureSet::parse("default").unwrap_or_default())]
    pub features: FeatureSet,
    /// Folds, seed, analysis.
    pub cross_validation: CrossValidationOptions,
    /// Kernel, parameters and operating point of the learner that the others are compared with.
    pub learner: LearnerOptions,
    /// Further kernels, each a learner of its own with the same parameters.
    #[default(vec![KernelChoice::Linear, KernelChoice::Rbf])]
    pub other_kernels: Vec<KernelChoice>,
    /// Further solvers, each a learner of its own with the first of the [kernels](Self::kernels) that it has, or
    /// the RBF kernel if it has none of them.
    pub other_solvers: Vec<Solver>,
    /// True if the built-in model takes part, beside the default features, where it reads documents as the learners do
    /// and has learned from none of them.
    #[default(true)]
    pub built_in: bool,
    /// True if the published rules take part.
    #[default(true)]
    pub rules: bool,
    /// Ways to choose the thresholds of rules on the training folds; one decider a rule and way.
    #[default(vec![Tuning::BestF1])]
    pub tunings: Vec<Tuning>,
    /// Options of the intervals.
    pub bootstrap: Bootstrap,
    /// A share of duplicates, in (0, 1), at which figures are given besides the usual
    /// [`SHARES`](dejalu_learn::evaluation::SHARES).
    pub base_rate: Option<f64>,
    /// Whether to fit the [`Plane`](super::Plane) of two features, which a report draws.
    pub plane: bool,
}

impl CompareOptions {
    setters! {
        /// Sets the features of the learners.
        with_features(features: FeatureSet) => features = features;

        /// Sets how folds are made and documents are read.
        with_cross_validation(options: CrossValidationOptions) => cross_validation = options;

        /// Sets the learner that the others are compared with.
        with_learner(learner: LearnerOptions) => learner = learner;

        /// Sets the kernel of that learner.
        with_kernel(kernel: KernelChoice) => learner.kernel = kernel;

        /// Sets further kernels, each a learner of its own.
        with_other_kernels(kernels: Vec<KernelChoice>) => other_kernels = kernels;

        /// Sets whether the published rules take part.
        with_rules(rules: bool) => rules = rules;
    }

    /// The kernels that take part, that of [`learner`](Self::learner) first.
    pub fn kernels(&self) -> impl Iterator<Item = KernelChoice> + '_ {
        [self.learner.kernel]
            .into_iter()
            .chain(self.other_kernels.iter().copied())
    }

    /// The learners that take part, that of [`learner`](Self::learner) first.
    pub(super) fn learners(&self) -> Vec<LearnerOptions> {
        let with = |kernel| LearnerOptions {
            kernel,
            ..self.learner
        };
        let solved_by = |&solver: &Solver| LearnerOptions {
            solver,
            ..with(
                self.kernels()
                    .find(|it| it.is_solved_by(solver))
                    .unwrap_or(KernelChoice::Rbf),
            )
        };
        let others = self.other_solvers.iter().map(solved_by);
        self.kernels().map(with).chain(others).collect()
    }

    /// These options for a set: a table of vectors has the features of its columns, and documents have
    /// terms that can be learned.
    pub(crate) fn for_pairs(&self, set: &PairSet) -> Self {
        let mut options = self.clone();
        if set.of_vectors {
            options.features = set.given.clone();
            options.cross_validation.terms = Some(false);
            return options;
        }
        let folds = options.cross_validation.folds.max(2);
        let trained_on = set.pairs.len() / folds * (folds - 1);
        let by_itself = options.features.are_of_typed_fields() && trained_on >= terms::FEWEST_PAIRS;
        if *options.cross_validation.terms.get_or_insert(by_itself) {
            options.features.extend([Feature::difference_terms()]);
        }
        options
    }
}

/// What an evaluation needs besides pairs and a model.
///
/// ```
/// use dejalu_experiment::compare::EvaluateOptions;
///
/// // Precision and F1 also where one pair in a hundred is a duplicate.
/// let options = EvaluateOptions::default().with_base_rate(0.01);
/// assert_eq!(options.base_rate, Some(0.01));
/// ```
#[derive(Debug, Clone, Default)]
pub struct EvaluateOptions {
    /// The statistics of rules that need what the model does not hold; by default those of the
    /// evaluated documents.
    pub background: Option<Arc<Background>>,
    /// Options of the intervals.
    pub bootstrap: Bootstrap,
    /// A share of duplicates, in (0, 1), at which figures are given besides the usual
    /// [`SHARES`](dejalu_learn::evaluation::SHARES).
    pub base_rate: Option<f64>,
    /// The minimum score of a duplicate in place of the model's own.
    pub at: Option<MinimumScore>,
}

impl EvaluateOptions {
    setters! {
        /// Sets the minimum score of a duplicate.
        with_at(minimum: MinimumScore) => at = Some(minimum);

        /// Sets the statistics of rules that need what the model does not hold.
        with_background(background: Arc<Background>) => background = Some(background);

        /// Sets how intervals are drawn.
        with_bootstrap(bootstrap: Bootstrap) => bootstrap = bootstrap;

        /// Sets a share of duplicates, in (0, 1), at which figures are given as well.
        with_base_rate(share: f64) => base_rate = Some(share);
    }
}
