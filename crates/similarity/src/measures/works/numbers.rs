//! Volumes, and numbers of issues.

use super::finding::{Finding, Found, Sign, of};
use super::plain::{body, digit_runs, folded, hash, words};
use super::word_lists::month;
use crate::corpus::CorpusStats;
use crate::measures::{Entry, View};
use dejalu_text::AnalyzedDocument;
use dejalu_text::sorted::{distinct, intersection};

pub(super) const FINDINGS: &[Entry] = &[Found::<SameNumber>::ENTRY, Found::<NoOtherNumber>::ENTRY];

/// The numbers of a field, ascending, as hashes: runs of digits without leading zeros, months as numbers. *Unknown* is
/// none.
#[derive(Debug, Default)]
pub(super) struct Numbers(pub(super) Vec<u64>);

impl Numbers {
    /// Returns whether both have numbers, and none in common.
    pub(super) fn differ(&self, other: &Numbers) -> bool {
        !self.0.is_empty() && !other.0.is_empty() && !self.meet(other)
    }

    /// Returns whether they have a number in common.
    pub(super) fn meet(&self, other: &Numbers) -> bool {
        intersection(&self.0, &other.0) > 0
    }
}

impl View for Numbers {
    type Options = ();
    type Joint = ();

    fn of(document: &AnalyzedDocument, _: &CorpusStats, (): &()) -> Self {
        let text = folded(&body(document));
        let months = words(&text).filter_map(month);
        let months = months.map(|month| hash(&month.to_string()));
        Numbers(distinct(digit_runs(&text).map(hash).chain(months)))
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

struct SameNumber;

impl Finding for SameNumber {
    const NAME: &'static str = "same-number";
    const SUMMARY: &'static str = "whether two volumes or issues have a number in common";
    const PHRASE: &'static str = "the same number";
    const SIGN: Sign = Sign::Agreement;
    type Field = Numbers;

    fn value(left: &Numbers, right: &Numbers, (): &()) -> f64 {
        of(left.meet(right))
    }
}

struct NoOtherNumber;

impl Finding for NoOtherNumber {
    const NAME: &'static str = "no-other-number";
    const SUMMARY: &'static str = "0 where two volumes or issues have no number in common";
    const PHRASE: &'static str = "no other number";
    const SIGN: Sign = Sign::NoConflict;
    type Field = Numbers;

    fn value(left: &Numbers, right: &Numbers, (): &()) -> f64 {
        of(left.meet(right))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::values;

    #[test]
    fn numbers_meet_however_they_are_written() {
        for (left, right, expected) in [
            ("12", "v. 012", Some(1.0)),
            ("3 Suppl 2", "3", Some(1.0)),
            ("March", "3", Some(1.0)),
            ("12", "13", Some(0.0)),
            ("12", "unknown", None),
        ] {
            for name in ["same-number", "no-other-number"] {
                assert_eq!(values(name, left, right), expected, "{left} {right}");
            }
        }
    }
}
