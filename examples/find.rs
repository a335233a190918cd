//! Finds the documents of a collection that are near-duplicates of one document.
//!
//! ```sh
//! cargo run --example find
//! ```

use dejalu::model::builtin;
use dejalu::{Collection, Document, FindOptions, Judge, Result, Silent, find};

fn main() -> Result<()> {
    let among = Collection::new(builtin::originals()?);
    let query = Document::plain("query", &first_half(&among.documents()[7].text));
    let queries = Collection::new(vec![query]);

    let judge = Judge::model(builtin::model()?);
    let found = find(&queries, &among, &judge, &FindOptions::default(), &Silent)?;

    let answer = &found.answers[0];
    println!(
        "{} of {} documents compared",
        answer.candidates, found.documents
    );
    for found in &answer.matches {
        println!("{}: score {:.2}", found.id, found.score);
    }
    Ok(())
}

fn first_half(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words[..words.len() / 2].join(" ")
}

#[test]
fn runs() {
    main().unwrap();
}
