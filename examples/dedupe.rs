//! Finds the near-duplicates of a collection, and which document to keep of each group.
//!
//! ```sh
//! cargo run --example dedupe
//! ```

use dejalu::{Collection, DedupeOptions, Judge, Keep, Result, Silent, dedupe};

fn main() -> Result<()> {
    let collection = Collection::read("datasets/articles")?;
    // Two documents are duplicates if they share at least a third of all their two-word runs. Or use a
    // model: `Judge::built_in()` or `Judge::model(model)`.
    let judge = Judge::rule("resemblance:w=2=1/3", Default::default())?;
    let options = DedupeOptions::default().with_keep(Keep::Longest);
    let result = dedupe(&collection, &judge, &options, &Silent)?;
    for (removed, kept) in result.removed() {
        println!("{removed} can go, {kept} stays");
    }
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
