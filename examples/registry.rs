//! Registers documents and asks which of them another one copies, and where.
//!
//! ```sh
//! cargo run --example registry
//! ```

use dejalu::registry::ProbeOptions;
use dejalu::{Document, Registry, Result};

fn main() -> Result<()> {
    // `Registry::create` and `Registry::open` keep one in a file.
    let mut registry = Registry::in_memory(Default::default())?;
    let ferry = "A storm broke the old pier in March. The ferries wait. Nobody knows until when.";
    let council = "The council voted for a new library. Its roof will carry solar cells.";
    let documents = [
        Document::plain("ferry", ferry),
        Document::plain("council", council),
    ];
    registry.register(&documents, None)?;

    let essay = "I like storms. A storm broke the old pier in March! Nobody knows until when.";
    let probed = registry.probe(&Document::plain("essay", essay), &ProbeOptions::default())?;
    for found in &probed.found {
        println!(
            "{}: {} copy, {:.0} %",
            found.id,
            found.class,
            found.overlap * 100.0
        );
        for copied in &found.matches {
            let span = copied.probed.start as usize..copied.probed.end as usize;
            println!("    {}", &essay[span]);
        }
    }
    Ok(())
}

#[test]
fn runs() {
    main().unwrap();
}
