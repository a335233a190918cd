//! Learns from labelled pairs of texts that are in memory, and judges a new pair.
//!
//! ```sh
//! cargo run --example train_from_memory
//! ```

use dejalu::learning::KernelChoice;
use dejalu::model::builtin;
use dejalu::{Label, PairSet, Result, Silent, TrainOptions, train};

fn main() -> Result<()> {
    let mut pairs = PairSet::default();
    for two in builtin::originals()?.windows(2) {
        let edited = two[0].text.replace("the", "this");
        pairs.push(&two[0], &*edited, Label::Duplicate)?;
        pairs.push(&two[0], &two[1], Label::Distinct)?;
    }
    let options = TrainOptions::default().with_kernel(KernelChoice::Linear);
    let model = train(&pairs, &options, &Silent)?.model;
    let judged = model.explain("The ferry waits at the pier.", "The ferry is at the pier.")?;
    println!("{}", judged.judgement.decision);
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
