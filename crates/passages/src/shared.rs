//! The passages of two documents, placed in the texts as they were read.

use std::ops::Range;

use crate::coverage::Coverage;
use crate::passage::Passage;
use dejalu_text::{Document, Shortened};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// Two documents and the passages of the first that were made of the second.
#[derive(Debug, Clone)]
pub struct SharedPassages<'d> {
    documents: [&'d Document; 2],
    /// By place in the first document; places in characters of the texts as they were read.
    pub passages: Vec<Passage>,
    coverage: Coverage,
}

impl<'d> SharedPassages<'d> {
    /// Places passages that were found in what was left of two documents; none where there is no passage.
    pub fn new(
        documents: [&'d Document; 2],
        shortened: [&Shortened; 2],
        mut passages: Vec<Passage>,
    ) -> Option<Self> {
        if passages.is_empty() {
            return None;
        }
        for passage in &mut passages {
            passage.a = in_whole(documents[0], shortened[0], &passage.a);
            passage.b = in_whole(documents[1], shortened[1], &passage.b);
        }
        let lengths = documents.map(|document| document.text.chars().count() as u32);
        Some(SharedPassages {
            coverage: Coverage::of(&passages, lengths),
            documents,
            passages,
        })
    }

    /// The names of both documents.
    pub fn ids(&self) -> [&'d str; 2] {
        self.documents.map(|document| document.id.as_str())
    }

    /// The greater, the more the two share, and the surer: the [weight](Passage::weight) of their passages.
    pub fn weight(&self) -> f64 {
        self.passages.iter().map(Passage::weight).sum()
    }

    /// The share of either document that stands in a passage, in \[0, 1\].
    pub fn shares(&self) -> [f64; 2] {
        self.coverage.shares()
    }

    /// The text of a passage in both documents.
    pub fn texts(&self, passage: &Passage) -> [String; 2] {
        let text = |side: usize, place: &Range<u32>| -> String {
            let characters = self.documents[side].text.chars().skip(place.start as usize);
            characters.take(place.len()).collect()
        };
        [text(0, &passage.a), text(1, &passage.b)]
    }
}

impl Serialize for SharedPassages<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [a, b] = self.ids();
        let [share_a, share_b] = self.shares();
        let mut object = serializer.serialize_struct("SharedPassages", 5)?;
        object.serialize_field("id_a", a)?;
        object.serialize_field("id_b", b)?;
        object.serialize_field("share_a", &share_a)?;
        object.serialize_field("share_b", &share_b)?;
        object.serialize_field("passages", &self.passages)?;
        object.end()
    }
}

/// A place in what is left of a document, in the whole; both in characters.
fn in_whole(document: &Document, left: &Shortened, place: &Range<u32>) -> Range<u32> {
    if left.omissions.is_empty() {
        return place.clone();
    }
    let place = place.start as usize..place.end as usize;
    let place = left.passage_of(&document.text, place);
    place.start as u32..place.end as u32
}

#[cfg(test)]
mod tests {
    use crate::passage::Kind;

    use super::*;

    #[test]
    fn shares_count_what_overlaps_once() {
        let documents = [
            Document::plain("a", "ten letter"),
            Document::plain("b", "twenty characters of"),
        ];
        let passage = |a, b| Passage {
            a,
            b,
            kind: Kind::Edited,
            score: 1.0,
        };
        let whole = documents.clone().map(Shortened::whole);
        let passages = vec![passage(0..2, 0..10), passage(5..8, 5..15)];
        let shared = SharedPassages::new(
            [&documents[0], &documents[1]],
            [&whole[0], &whole[1]],
            passages,
        );
        let shared = shared.unwrap();
        assert_eq!(shared.shares(), [0.5, 0.75]);
        assert_eq!(shared.texts(&shared.passages[1]), ["ett", "y characte"]);
        assert_eq!(shared.weight(), 5.0);
    }
}
