//! Trains linfa's learners on similarity vectors, and the project's own one behind linfa's traits.
//!
//! ```sh
//! cargo run --release --example linfa
//! ```

use std::error::Error;

use dejalu::learning::Svm; // was: use linfa_svm::Svm;
use dejalu::model::builtin;
use dejalu::pairs::Vectorizer;
use dejalu::{FeatureSet, Silent};
use linfa::dataset::Pr;
use linfa::prelude::*;
use linfa_logistic::LogisticRegression;
use linfa_trees::DecisionTree;
use ndarray::{Array1, Array2};

fn main() -> Result<(), Box<dyn Error>> {
    // The vectors of the built-in labelled pairs, with the names of their features.
    let pairs = builtin::pairs()?;
    let features = FeatureSet::parse("jaccard resemblance:w=2 containment:w=3 number-agreement")?;
    let vectorizer = Vectorizer::fit(&pairs, features, Default::default(), &Silent)?;
    let dataset = vectorizer.dataset(&pairs, &Silent)?;
    println!(
        "{} pairs of {:?}",
        dataset.targets.len(),
        dataset.feature_names()
    );

    // On pairs of other documents a learner has to be measured by `dejalu::compare`: this split has versions
    // of one document on both sides.
    let (train, test) = dataset.split_with_ratio(0.8);
    let svm = Svm::<_, bool>::params().gaussian_kernel(1.0).fit(&train)?;
    print_accuracy("support vector machine", &svm.predict(&test), &test)?;
    let logistic = LogisticRegression::default()
        .max_iterations(200)
        .fit(&train)?;
    print_accuracy("logistic regression", &logistic.predict(&test), &test)?;
    let tree = DecisionTree::params().max_depth(Some(4)).fit(&train)?;
    print_accuracy("decision tree", &tree.predict(&test), &test)?;

    // 20,000 rows, for which linfa_svm::Svm builds a kernel matrix of 3.2 GB.
    let many = rings(20_000);
    let svm = Svm::<_, Pr>::params()
        .gaussian_kernel(0.5)
        .eps(1e-2)
        .fit(&many)?;
    let sure = svm.predict(&many).iter().filter(|it| ***it > 0.9).count();
    println!("{svm}; {sure} of 20000 rows are positive with a probability above 0.9");
    Ok(())
}

fn print_accuracy(
    name: &str,
    found: &Array1<bool>,
    test: &Dataset<f64, bool, ndarray::Ix1>,
) -> Result<(), Box<dyn Error>> {
    let accuracy = found.confusion_matrix(test)?.accuracy();
    println!("{name}: accuracy {accuracy:.3}");
    Ok(())
}

/// Rows inside a circle, and outside of it.
fn rings(rows: usize) -> Dataset<f64, bool, ndarray::Ix1> {
    let point = |(row, column): (usize, usize)| {
        let angle = row as f64 * 2.4;
        let radius = (row as f64 / rows as f64).sqrt() * 2.0;
        radius * [angle.cos(), angle.sin()][column]
    };
    let records = Array2::from_shape_fn((rows, 2), point);
    let inside = records.rows().into_iter().map(|row| row.dot(&row) < 1.5);
    let targets = inside.collect();
    Dataset::new(records, targets)
}

#[test]
fn runs() {
    main().unwrap();
}
