//! Sets for the tests of this folder.

use super::pair_set::{Label, Pair, PairSet};
use dejalu_base::error::Place;
use dejalu_text::document::Document;

/// Documents named by their places, and pairs of them.
pub(super) fn set(texts: &[&str], pairs: impl Iterator<Item = Pair>) -> PairSet {
    let document = |(place, text): (usize, &&str)| Document::plain(place.to_string(), text);
    PairSet {
        documents: texts.iter().enumerate().map(document).collect(),
        pairs: pairs.collect(),
        ..PairSet::default()
    }
}

pub(super) fn pair(left: usize, right: usize, label: Label) -> Pair {
    Pair {
        documents: [left, right],
        label: Some(label),
        category: None,
        group: None,
        given: Vec::new(),
        place: Place {
            source: "pairs.csv".into(),
            line: None,
        },
    }
}
