//! Measures how similar two texts are, in several ways.
//!
//! ```sh
//! cargo run --example vector
//! ```

use dejalu::{FeatureSet, Result, similarity};

fn main() -> Result<()> {
    let old = "The ferry to Marlow waits at the pier until 9:40.";
    let new = "The ferry to Marlow is waiting at the pier until 9:40.";
    let features = FeatureSet::parse("jaccard containment:w=2 number-agreement")?;
    for (name, similarity) in similarity::vector(old, new, &features)? {
        println!("{name}: {similarity:.2}");
    }
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
