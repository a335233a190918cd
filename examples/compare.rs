//! Compares learned models with the thresholds that five papers published, on the same pairs and folds.
//!
//! ```sh
//! cargo run --example compare
//! ```

use dejalu::learning::KernelChoice;
use dejalu::model::builtin;
use dejalu::{CompareOptions, FeatureSet, Result, Silent, compare};

fn main() -> Result<()> {
    let mut pairs = builtin::pairs()?;
    // A quarter of the pairs and a linear kernel make a quick example.
    pairs.pairs.truncate(300);
    let features = FeatureSet::parse("jaccard cosine resemblance:w=2 containment:w=3")?;
    let options = CompareOptions::default()
        .with_features(features)
        .with_kernel(KernelChoice::Linear)
        .with_other_kernels(Vec::new());
    let comparison = compare(&pairs, &options, &Silent)?;
    println!(
        "{} pairs, {} duplicates",
        comparison.pairs, comparison.positives
    );

    let mut deciders: Vec<_> = comparison.deciders.iter().collect();
    let f1 = |it: &&dejalu::experiment::compare::Decider| it.figures.f1.unwrap_or(0.0);
    deciders.sort_by(|a, b| f1(b).total_cmp(&f1(a)));
    for decider in deciders {
        println!(
            "{:.3}  {} ({})",
            f1(&decider),
            decider.name,
            decider.kind.word()
        );
    }
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
