//! Keeps a collection in an index on disk, and finds the near-duplicates of a document in it.
//!
//! ```sh
//! cargo run --example index_and_find
//! ```

use dejalu::model::builtin;
use dejalu::{FindOptions, Index, Silent};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let mut index = Index::create(folder.path(), builtin::model()?)?;
    let documents = builtin::originals()?;
    let query = documents[7].text.replace("the", "this");
    index.add(documents, &Silent)?;

    let found = index.find(&[query.as_str().into()], &FindOptions::default(), &Silent)?;
    for found in &found.answers[0].matches {
        println!("{}: score {:.2}", found.id, found.score);
    }
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
