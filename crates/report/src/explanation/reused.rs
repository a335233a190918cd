//! The reused passages of two documents, placed in the texts that are compared.

use std::ops::Range;

use crate::evidence::chain::{Link, heaviest_chain};
use dejalu_passages::{Coverage, Passage, PassageModel, Segmented, find};
use dejalu_text::{AnalysisOptions, Analyzer, Document};

/// The passages of A that were made of text of B, as `dejalu passages` finds them.
#[derive(Debug, Clone)]
pub struct ReusedPassages {
    /// In the order of A.
    pub found: Vec<PlacedPassage>,
    /// How much of both documents they are.
    pub coverage: Coverage,
}

/// A passage of the texts that are compared.
#[derive(Debug, Clone)]
pub struct PlacedPassage {
    /// The passage; its places are in characters.
    pub passage: Passage,
    /// The same places, in bytes.
    pub spans: [Range<usize>; 2],
    /// True if it is in a different order than the rest.
    pub moved: bool,
}

impl ReusedPassages {
    /// Finds them.
    pub(super) fn of(documents: &[Document; 2]) -> Self {
        let analyzer = Analyzer::new(AnalysisOptions::default().resolved(documents));
        let cut = |document: &Document| Segmented::of(&analyzer.analyze(document));
        let [a, b] = documents.each_ref().map(cut);
        let found = find(&a, &b, PassageModel::built_in());
        let characters = documents.each_ref().map(|it| characters(&it.text));
        let lengths = characters.each_ref().map(|it| it.len() as u32 - 1);
        let coverage = Coverage::of(&found, lengths);
        let moved = moved(&found);
        let placed = found.into_iter().zip(moved).map(|(passage, moved)| {
            let span = |side: usize, place: &Range<u32>| {
                characters[side][place.start as usize]..characters[side][place.end as usize]
            };
            PlacedPassage {
                spans: [span(0, &passage.a), span(1, &passage.b)],
                passage,
                moved,
            }
        });
        ReusedPassages {
            found: placed.collect(),
            coverage,
        }
    }
}

/// The byte at which each character begins, and the end.
fn characters(text: &str) -> Vec<usize> {
    let starts = text.char_indices().map(|(at, _)| at);
    starts.chain([text.len()]).collect()
}

/// Those outside the longest text that is in one order.
fn moved(passages: &[Passage]) -> Vec<bool> {
    let mut starts: Vec<u32> = passages.iter().map(|it| it.b.start).collect();
    starts.sort_unstable();
    let link = |(place, passage): (u32, &Passage)| Link {
        places: [
            place,
            starts.partition_point(|&start| start < passage.b.start) as u32,
        ],
        weight: passage.a.len() as f64,
    };
    let links: Vec<Link> = (0..).zip(passages).map(link).collect();
    let mut moved = vec![true; passages.len()];
    for place in heaviest_chain(&links) {
        moved[place] = false;
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_passages::Kind;

    #[test]
    fn what_stands_in_another_order_is_moved() {
        let passage = |a: Range<u32>, b| Passage {
            a,
            b,
            kind: Kind::Copied,
            score: 1.0,
        };
        let found = [
            passage(0..200, 300..500),
            passage(200..600, 600..1_000),
            passage(700..900, 0..200),
        ];
        assert_eq!(moved(&found), [false, false, true]);
    }
}
