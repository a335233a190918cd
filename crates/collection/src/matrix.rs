//! The scores of all pairs of a small collection.

use super::collection::Collection;
use super::judge::Judge;
use super::scoring::{Texts, scored};
use dejalu_base::error::{Error, Parameter, Result};
use dejalu_base::plural::counted;
use dejalu_base::progress::Progress;

/// Half a million pairs, and a table of a million cells, which a spreadsheet still opens.
const MOST: usize = 1_000;

/// Refuses a collection of more than a thousand documents.
///
/// # Errors
///
/// It is larger.
pub fn check_matrix(documents: usize) -> Result<()> {
    if documents <= MOST {
        return Ok(());
    }
    let found = counted(documents, "document", "documents");
    let expected = format!("expected at most {MOST} for a square table");
    Err(Error::invalid(Parameter::Matrix, found, expected))
}

/// The score of every pair of documents, row by row in their order; a document and its copies have the
/// score of copies.
///
/// # Errors
///
/// What [`check_matrix`] refuses; what scoring refuses.
pub fn matrix(
    collection: &Collection,
    judge: &Judge,
    progress: &dyn Progress,
) -> Result<Vec<Vec<f64>>> {
    let count = collection.documents().len();
    check_matrix(count)?;
    let judge = &collection.informed(judge, progress)?;
    let originals = collection.originals();
    let later = |(place, &left): (usize, &u32)| {
        let right = originals[place + 1..].iter();
        right.map(move |&right| (left, right)).collect::<Vec<_>>()
    };
    let pairs = originals.iter().enumerate().flat_map(later).collect();
    let texts = Texts::of(collection.documents());
    let edges = scored(texts, pairs, judge, f64::NEG_INFINITY, progress)?;
    let mut of_texts = vec![vec![judge.score_of_copies(); count]; count];
    for edge in edges {
        let (left, right) = (edge.left as usize, edge.right as usize);
        of_texts[left][right] = edge.score;
        of_texts[right][left] = edge.score;
    }
    let text_of = collection.text_of();
    let row = |&left: &u32| {
        let cell = |&right: &u32| of_texts[left as usize][right as usize];
        text_of.iter().map(cell).collect()
    };
    Ok(text_of.iter().map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_base::progress::Silent;
    use dejalu_text::document::Document;

    #[test]
    fn every_pair_has_its_score_and_copies_that_of_copies() {
        let texts = [
            ("a", "one two"),
            ("b", "one two three four"),
            ("c", "one  two"),
            ("d", "five"),
        ];
        let documents = texts.map(|(id, text)| Document::plain(id, text));
        let judge = Judge::rule("jaccard=0.9", Default::default()).unwrap();
        let found = matrix(&Collection::new(documents.to_vec()), &judge, &Silent).unwrap();
        assert_eq!(
            found,
            [
                [1.0, 0.5, 1.0, 0.0],
                [0.5, 1.0, 0.5, 0.0],
                [1.0, 0.5, 1.0, 0.0],
                [0.0, 0.0, 0.0, 1.0]
            ]
        );
    }

    #[test]
    fn a_large_collection_is_refused() {
        assert_eq!(
            check_matrix(1_001).unwrap_err().to_string(),
            "matrix '1,001 documents': expected at most 1000 for a square table"
        );
    }
}
