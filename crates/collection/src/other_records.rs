//! Records that say the same of different works.
//!
//! A database has one record of a work, so two numbers of one database in one export are two works, be they called
//! *Editorial* by one author in one year. Where a title tells what a work is about, it is a record that the database
//! has twice. Between exports the numbers say nothing: another database counts otherwise.

use std::collections::HashMap;

use dejalu_similarity::measures::works::has_generic_title;
use dejalu_text::Document;

/// Returns whether one database has given two records of one source different numbers.
pub(super) fn are_numbered_apart(a: &Document, b: &Document) -> bool {
    let (Some(own), Some(other)) = (&a.accession, &b.accession) else {
        return false;
    };
    let database = |number: &str| number.split(' ').next().map(str::to_owned);
    a.source == b.source && own != other && database(own) == database(other)
}

/// Returns whether two records that say the same are of different works.
pub(super) fn are_other_works(a: &Document, b: &Document) -> bool {
    are_numbered_apart(a, b) && a.exact_text() == b.exact_text()
}

/// Returns whether the title of a record could be that of many works.
fn is_called_as_others(record: &Document) -> bool {
    let field = |name: &str| {
        let field = record.named.iter().find(|field| &*field.name == name);
        field.map_or("", |field| &record.text[field.span.clone()])
    };
    has_generic_title(field("title"), field("journal"))
}

/// Classes of copies beyond the first of a text.
#[derive(Default)]
pub(super) struct OtherWorks {
    /// By text, the indices of the originals.
    classes: HashMap<u128, Vec<usize>>,
    is_generic: HashMap<u128, bool>,
}

impl OtherWorks {
    /// The original of which a document is a copy; `next` is the index that it gets if it is of none. `members` gives
    /// the documents of an original.
    pub(super) fn original<'d, M: Iterator<Item = &'d Document>>(
        &mut self,
        text: u128,
        document: &Document,
        [first, next]: [usize; 2],
        members: impl Fn(usize) -> M,
    ) -> usize {
        let others = self.classes.get(&text).into_iter().flatten().copied();
        let is_of = |original: &usize| {
            members(*original).all(|member| !are_numbered_apart(member, document))
        };
        if let Some(own) = std::iter::once(first).chain(others).find(is_of) {
            return own;
        }
        let is_generic = self.is_generic.entry(text);
        if !*is_generic.or_insert_with(|| is_called_as_others(document)) {
            return first;
        }
        self.classes.entry(text).or_default().push(next);
        next
    }
}

#[cfg(test)]
mod tests {
    use dejalu_text::document::{Builder, FieldKind};

    use super::*;
    use crate::Collection;

    /// A record of this title, with the number that PubMed gave it and its source.
    fn record(id: &str, title: &str, number: &str, source: &str) -> Document {
        let builder = Builder::new(id);
        let builder = builder.named(&"title".into(), FieldKind::Title.into(), title);
        let builder = builder.named(&"author".into(), FieldKind::Main.into(), "Kim, S");
        Document {
            accession: (!number.is_empty()).then(|| format!("PubMed {number}").into()),
            source: Some(source.into()),
            ..builder.build()
        }
    }

    #[test]
    fn records_of_one_database_with_a_generic_title_are_different_works() {
        let telling = "Singing for lung health in bronchiectasis and asthma";
        let collection = Collection::new(vec![
            record("1", "Editorial.", "7", "a"),
            record("2", "Editorial.", "8", "a"),
            record("3", "Editorial.", "7", "a"),
            record("4", "Editorial.", "", "a"),
            record("5", "Editorial.", "9", "b"),
            record("6", "Editorial.", "10", "b"),
            record("7", telling, "11", "a"),
            record("8", telling, "12", "a"),
        ]);
        assert_eq!(collection.originals(), [0, 1, 6]);
        let copies: Vec<_> = collection.copies_with_originals().collect();
        assert_eq!(copies, [(2, 0), (3, 0), (4, 0), (5, 1), (7, 6)]);
        let documents = collection.documents();
        assert!(are_other_works(&documents[0], &documents[1]));
        assert!(!are_other_works(&documents[0], &documents[2]));
        assert!(!are_other_works(&documents[0], &documents[4]));
    }
}
