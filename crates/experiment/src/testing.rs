//! Options for tests that need trained models.

use super::compare::CompareOptions;
use super::train::TrainOptions;
use dejalu_learn::evaluation::Bootstrap;
use dejalu_learn::{KernelChoice, LearnerOptions, Setting};
use dejalu_similarity::FeatureSet;

pub(crate) const KERNELS: [KernelChoice; 4] = [
    KernelChoice::Monotone,
    KernelChoice::Linear,
    KernelChoice::Polynomial,
    KernelChoice::Rbf,
];

/// Options that train in a moment: nothing is searched, and no intervals are drawn.
pub(crate) fn quick(features: &str, kernel: KernelChoice, [c, gamma]: [f64; 2]) -> TrainOptions {
    let comparison = CompareOptions {
        features: FeatureSet::parse(features).unwrap(),
        learner: LearnerOptions {
            kernel,
            c: Setting::Fixed(c),
            gamma: Setting::Fixed(gamma),
            ..LearnerOptions::default()
        },
        bootstrap: Bootstrap {
            draws: 0,
            ..Bootstrap::default()
        },
        ..TrainOptions::default().comparison
    };
    TrainOptions {
        comparison,
        candidate_recall: None,
        ..TrainOptions::default()
    }
}
