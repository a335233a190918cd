//! `number-equality`: numbers that are the same but for rounding.

use super::number_closeness::Quantity;
use super::{Agreement, ShortField};
use crate::measures::Entry;
use dejalu_text::AnalyzedDocument;

pub(super) const MEASURE: Entry = Agreement::<Number>::ENTRY;

/// The first number of a field, as `number-closeness` reads it. 1 where two are equal, 0 where they are a fiftieth or more apart: of
/// two songs that last 3:45 and 3:58 the closeness is 0.95, and they are two.
pub(super) struct Number(Quantity);

impl ShortField for Number {
    const NAME: &'static str = "number-equality";
    const SUMMARY: &'static str =
        "1 for equal numbers, in one unit, falling to 0 for those 2 % apart";
    const SOURCE: &'static str = "for sizes and times";
    const COST: &'static str = "O(1)";

    fn of(document: &AnalyzedDocument) -> Self {
        Number(Quantity::of(document))
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn similarity(&self, other: &Self) -> f64 {
        const APART: f64 = 0.02;
        (1.0 - (1.0 - self.0.similarity(&other.0)) / APART).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::assert_similarities;
    use super::*;

    #[test]
    fn numbers_are_equal_or_nearly() {
        assert_similarities::<Number>(&[
            ("3:45", "225 s", 1.0),
            ("3:45", "3:58", 0.0),
            ("200", "202", 1.0 - (2.0 / 202.0) / 0.02),
            ("5.00 %", "5 %", 1.0),
            ("$ 5", "5 EUR", 0.0),
        ]);
    }
}
