//! `year-closeness`: years that are equal, or neighbours.

use super::words::{numbers, words};
use super::{Agreement, ShortField};
use crate::measures::Entry;
use dejalu_text::AnalyzedDocument;

pub(super) const MEASURE: Entry = Agreement::<Year>::ENTRY;

/// The first year. 1 for equal ones, 0.5 for neighbours, 0 for others: a work is often dated by its first
/// appearance here and by its printing there.
pub(super) struct Year(Option<u16>);

impl ShortField for Year {
    const NAME: &'static str = "year-closeness";
    const SUMMARY: &'static str = "whether the first years are equal, or neighbours (0.5)";
    const SOURCE: &'static str = "for bibliographic records";
    const COST: &'static str = "O(1)";

    fn of(document: &AnalyzedDocument) -> Self {
        let words = words(document);
        let mut numbers = numbers(&words);
        let year = numbers.find(|run| run.len() == 4 && run.starts_with(['1', '2']));
        Year(year.and_then(|year| year.parse().ok()))
    }

    fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    fn similarity(&self, other: &Self) -> f64 {
        match (self.0, other.0) {
            (Some(here), Some(there)) if here == there => 1.0,
            (Some(here), Some(there)) if here.abs_diff(there) == 1 => 0.5,
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::assert_similarities;
    use super::*;

    #[test]
    fn years_agree_or_are_neighbours() {
        assert_similarities::<Year>(&[
            ("2008", "May 2008", 1.0),
            ("2008", "2009", 0.5),
            ("2008", "2010", 0.0),
        ]);
    }
}
