//! Learns from labelled pairs of documents where "near-duplicate" begins, and classifies a new pair.
//!
//! ```sh
//! cargo run --example train_and_classify
//! ```

use std::path::Path;

use dejalu::document::reader::{self, OnBad, ReadOptions};
use dejalu::learning::KernelChoice;
use dejalu::pairs::reader::{PairOptions, read};
use dejalu::{Document, FeatureSet, Result, Silent, TrainOptions, train};

fn main() -> Result<()> {
    // A folder of documents, and a table of pairs: id_a, id_b, label.
    let (folder, table) = (
        Path::new("datasets/articles"),
        Path::new("datasets/pairs.csv"),
    );
    let documents = reader::read_all(folder, &ReadOptions::default(), OnBad::Stop)?.documents;
    let mut pairs = read(table, &PairOptions::default(), Some(documents))?.set;
    // A quarter of the pairs, three features and a linear kernel make a quick example.
    pairs.pairs.truncate(300);

    // No filter for searching collections: learning one takes longest.
    let options = TrainOptions::default()
        .with_features(FeatureSet::parse(
            "resemblance:w=2 containment:w=3 number-agreement",
        )?)
        .with_kernel(KernelChoice::Linear)
        .with_candidate_recall(None);
    let trained = train(&pairs, &options, &Silent)?;

    // What to expect on documents that the model has not seen: measured by cross-validation.
    let figures = &trained.comparison.deciders[0].figures;
    println!(
        "{} pairs, F1 {:.3}",
        trained.comparison.pairs,
        figures.f1.unwrap_or(0.0)
    );

    let documents = [
        Document::plain("old", "The ferry to Marlow waits at the pier until 9:40."),
        Document::plain(
            "new",
            "The ferry to Marlow is waiting at the pier until 9:40.",
        ),
        Document::plain("other", "The council of Marlow voted for a new library."),
    ];
    let judged = trained
        .model
        .classify(&documents, &[(0, 1), (0, 2)], &Silent)?;
    for (name, judgement) in ["new", "other"].iter().zip(judged) {
        println!(
            "old, {name}: {} (probability {:.2})",
            judgement.decision, judgement.probability
        );
    }
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
