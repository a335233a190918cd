//! Judges two texts by the built-in model, and says why.
//!
//! ```sh
//! cargo run --example explain
//! ```

use dejalu::{Result, model};

fn main() -> Result<()> {
    let old = "The ferry to Marlow waits at the pier until 9:40.";
    let new = "The ferry to Marlow is waiting at the pier until 9:40.";
    let explained = model::builtin::model()?.explain(old, new)?;
    println!("{}", explained.judgement.decision);
    for feature in explained.compared().take(5) {
        println!("{:+.2} {}", feature.effect, feature.words);
    }
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
