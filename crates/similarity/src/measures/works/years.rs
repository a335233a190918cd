//! Years of publication.

use super::finding::{Finding, Found, Sign, of};
use super::plain::body;
use crate::corpus::CorpusStats;
use crate::measures::{Entry, Reads, View};
use dejalu_text::AnalyzedDocument;

pub(super) const FINDINGS: &[Entry] = &[Found::<SameYear>::ENTRY, Found::<NoOtherYear>::ENTRY];

/// The first year of a field, from 1000 to 2999.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Year(pub(super) Option<u16>);

impl Year {
    /// How many years two years are apart; none where one is missing.
    pub(super) fn apart(&self, other: &Year) -> Option<u16> {
        Some(self.0?.abs_diff(other.0?))
    }
}

impl View for Year {
    type Options = ();
    type Joint = ();

    const READS: Reads = Reads::TEXT;

    fn of(document: &AnalyzedDocument, _: &CorpusStats, (): &()) -> Self {
        let text = body(document);
        let mut runs = text.split(|c: char| !c.is_ascii_digit());
        let year = runs.find(|run| run.len() == 4 && run.starts_with(['1', '2']));
        Year(year.and_then(|year| year.parse().ok()))
    }

    fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

struct SameYear;

impl Finding for SameYear {
    const NAME: &'static str = "same-year";
    const SUMMARY: &'static str = "whether the first years are equal";
    const PHRASE: &'static str = "the same year";
    const SIGN: Sign = Sign::Agreement;
    type Field = Year;

    fn value(left: &Year, right: &Year, (): &()) -> f64 {
        of(left.apart(right) == Some(0))
    }
}

/// A year's difference is none: a work is dated by its first appearance here and by its printing there.
struct NoOtherYear;

impl Finding for NoOtherYear {
    const NAME: &'static str = "no-other-year";
    const SUMMARY: &'static str = "1 for years at most one apart, 0.5 for two, 0 for more";
    const PHRASE: &'static str = "no other year";
    const SIGN: Sign = Sign::NoConflict;
    type Field = Year;

    fn value(left: &Year, right: &Year, (): &()) -> f64 {
        match left.apart(right) {
            None | Some(0 | 1) => 1.0,
            Some(2) => 0.5,
            Some(_) => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::values;

    #[test]
    fn neighbours_neither_agree_nor_disagree() {
        for (other, expected) in [
            ("May 2008", [Some(1.0), Some(1.0)]),
            ("2009", [Some(0.0), Some(1.0)]),
            ("2010", [Some(0.0), Some(0.5)]),
            ("1999", [Some(0.0), Some(0.0)]),
            ("in press", [None, None]),
        ] {
            let found = ["same-year", "no-other-year"].map(|name| values(name, "2008", other));
            assert_eq!(found, expected, "{other}");
        }
    }
}
