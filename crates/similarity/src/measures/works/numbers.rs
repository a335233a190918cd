//! Volumes, and numbers of issues.

use super::finding::{Finding, Found, Sign, of};
use super::plain::{body, digit_runs, folded, hash, words};
use crate::corpus::CorpusStats;
use crate::measures::records::month;
use crate::measures::{Entry, Reads, View};
use dejalu_text::AnalyzedDocument;
use dejalu_text::sorted::{distinct, intersection};

pub(super) const FINDINGS: &[Entry] = &[Found::<SameNumber>::ENTRY, Found::<NoOtherNumber>::ENTRY];

/// The numbers of a field: runs of digits without leading zeros, months as numbers. *Unknown* is none.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Numbers {
    /// Ascending, as hashes.
    hashes: Vec<u64>,
    /// True if there are digits, and each run has four or more: issues counted from the first of the journal (*The Lancet 9345*), or
    /// numbers that a database gives to its records.
    is_serial: bool,
}

impl Numbers {
    fn read(text: &str) -> Self {
        const SERIAL_DIGITS: usize = 4;
        let text = folded(text);
        let months = words(&text).filter_map(month);
        let months = months.map(|month| hash(&month.to_string()));
        let mut runs = digit_runs(&text).peekable();
        Numbers {
            hashes: distinct(digit_runs(&text).map(hash).chain(months)),
            is_serial: runs.peek().is_some() && runs.all(|run| run.len() >= SERIAL_DIGITS),
        }
    }

    /// One of them, the same for equal fields.
    pub(super) fn first(&self) -> Option<u64> {
        self.hashes.first().copied()
    }

    /// Returns whether two issues differ: as numbers do, unless one counts within a volume and the other does not.
    pub(super) fn differ_as_issues(&self, other: &Numbers) -> bool {
        self.is_serial == other.is_serial && self.differ(other)
    }

    /// Returns whether both have numbers, and none in common.
    pub(super) fn differ(&self, other: &Numbers) -> bool {
        !self.is_empty() && !other.is_empty() && !self.meet(other)
    }

    /// Returns whether they have a number in common.
    pub(super) fn meet(&self, other: &Numbers) -> bool {
        intersection(&self.hashes, &other.hashes) > 0
    }
}

impl View for Numbers {
    type Options = ();
    type Joint = ();

    const READS: Reads = Reads::TEXT;

    fn of(document: &AnalyzedDocument, _: &CorpusStats, (): &()) -> Self {
        Numbers::read(&body(document))
    }

    fn is_empty(&self) -> bool {
        self.hashes.is_empty()
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
    use super::Numbers;

    #[test]
    fn an_issue_of_a_volume_does_not_differ_from_a_serial_number() {
        let numbers = |text: &str| Numbers::read(text);
        for (left, right, differ) in [
            ("12", "13", true),
            ("12", "9345", false),
            ("9344", "9345", true),
            ("12", "", false),
            ("March", "12", true),
            ("March", "9345", false),
        ] {
            assert_eq!(numbers(left).differ_as_issues(&numbers(right)), differ);
        }
    }

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
