//! Trains on a measure of one's own beside those of the library: here how well two texts compress
//! together (Cilibrasi and Vitányi 2005).
//!
//! A number that the caller gives for every pair is a feature like any other: it is scaled, learned,
//! explained and saved. Such a model can classify only pairs that have the
//! number.
//!
//! ```sh
//! cargo run --example own_measure
//! ```

use dejalu::learning::KernelChoice;
use dejalu::model::builtin;
use dejalu::{Document, Feature, FeatureSet, Result, Silent, TrainOptions, train};

fn main() -> Result<()> {
    let mut pairs = builtin::pairs()?;
    // A quarter of the pairs and a linear kernel make a quick example.
    pairs.pairs.truncate(300);
    pairs.add_column("compression", compression);

    let mut features = FeatureSet::parse("resemblance:w=2 number-agreement")?;
    features.extend([Feature::given("compression")]);
    // No filter for searching collections: learning one takes longest.
    let options = TrainOptions::default()
        .with_features(features)
        .with_kernel(KernelChoice::Linear)
        .with_candidate_recall(None);
    let trained = train(&pairs, &options, &Silent)?;

    let decider = &trained.comparison.deciders[0];
    println!("F1 {:.3}", decider.figures.f1.unwrap_or(0.0));
    let judged = trained.model.judge_all(&pairs, &Silent)?;
    for (pair, (judgement, vector)) in pairs.pairs.iter().zip(judged).take(3) {
        let [left, right] = pair.documents.map(|place| &pairs.documents[place].id);
        println!("{left}, {right}: {} {vector:.2?}", judgement.decision);
    }
    Ok(())
}

/// 1 − the normalized compression distance: about 0 for unrelated texts, about 1 for equal ones.
fn compression(left: &Document, right: &Document) -> f64 {
    let size = |text: &str| {
        let compressed = zstd::bulk::compress(text.as_bytes(), 3);
        compressed.map_or(0.0, |bytes| bytes.len() as f64)
    };
    let (a, b) = (size(&left.text), size(&right.text));
    let together = size(&format!("{}{}", left.text, right.text));
    1.0 - (together - a.min(b)) / a.max(b)
}

#[test]
fn runs() {
    main().unwrap();
}
