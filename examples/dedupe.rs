//! Finds the groups of near-duplicates in a collection, and which document to keep of each.
//!
//! ```sh
//! cargo run --example dedupe
//! ```

use std::path::Path;

use dejalu::document::reader::{self, OnBad, ReadOptions};
use dejalu::{Collection, DedupeOptions, Judge, Result, Silent, dedupe};

fn main() -> Result<()> {
    let folder = Path::new("datasets/articles");
    let documents = reader::read_all(folder, &ReadOptions::default(), OnBad::Stop)?.documents;
    let collection = Collection::new(documents);

    // Two documents are duplicates if they share at least a third of all their two-word runs. Or use a
    // trained model: `Judge::model(model)`.
    let judge = Judge::rule("resemblance:w=2=1/3", Default::default())?;
    let result = dedupe(&collection, &judge, &DedupeOptions::default(), &Silent)?;

    println!(
        "{} documents, candidates: {}",
        result.counts.documents, result.plan.why
    );
    let name = |place: u32| &collection.documents()[place as usize].id;
    for group in result.groupings[0].groups.iter().take(5) {
        println!("{} of {}", name(group.representative), group.members.len());
        for &member in &group.members {
            println!("    {}", name(member));
        }
    }
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
