//! Abstracts.

use super::finding::{Finding, Found, Sign, rise};
use crate::corpus::CorpusStats;
use crate::measures::{Entry, View};
use dejalu_text::AnalyzedDocument;
use dejalu_text::sorted::{distinct, intersection};

pub(super) const FINDINGS: &[Entry] = &[
    Found::<SameAbstract>::ENTRY,
    Found::<NoOtherAbstract>::ENTRY,
];

/// The distinct words of an abstract, ascending; none of fewer than twenty words, such as *No abstract available*.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Abstract(Vec<u64>);

impl Abstract {
    /// Returns whether both are there, and one has most words of the other.
    pub(super) fn is_of(&self, other: &Abstract) -> bool {
        const MOST: f64 = 0.8;
        !self.0.is_empty() && !other.0.is_empty() && self.join(other) >= MOST
    }
}

impl View for Abstract {
    type Options = ();
    /// Share of the words of the shorter one that the other has, in \[0, 1\].
    type Joint = f64;

    fn of(document: &AnalyzedDocument, _: &CorpusStats, (): &()) -> Self {
        const LEAST: usize = 20;
        let words: Vec<u64> = document.body().map(|token| token.raw.0).collect();
        if words.len() < LEAST {
            return Abstract(Vec::new());
        }
        Abstract(distinct(words))
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn join(&self, other: &Self) -> f64 {
        let shorter = self.0.len().min(other.0.len()).max(1);
        intersection(&self.0, &other.0) as f64 / shorter as f64
    }
}

const COST: &str = "O(n + m) for n and m words";

struct SameAbstract;

impl Finding for SameAbstract {
    const NAME: &'static str = "same-abstract";
    const SUMMARY: &'static str = "0 where the longer abstract has 0.6 of the words of the shorter, rising to 1 where it has all";
    const PHRASE: &'static str = "the same abstract";
    const COST: &'static str = COST;
    const SIGN: Sign = Sign::Agreement;
    type Field = Abstract;

    fn value(_: &Abstract, _: &Abstract, contained: &f64) -> f64 {
        rise(*contained, 0.6, 1.0)
    }
}

struct NoOtherAbstract;

impl Finding for NoOtherAbstract {
    const NAME: &'static str = "no-other-abstract";
    const SUMMARY: &'static str = "1 where the longer abstract has 0.45 of the words of the shorter, falling to 0 where it has none";
    const PHRASE: &'static str = "no other abstract";
    const COST: &'static str = COST;
    const SIGN: Sign = Sign::NoConflict;
    type Field = Abstract;

    fn value(_: &Abstract, _: &Abstract, contained: &f64) -> f64 {
        rise(*contained, 0.0, 0.45)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::values;

    #[test]
    fn half_an_abstract_is_the_same_and_no_abstract_is_none() {
        let half = "Shift work is common in harbour towns so we asked sixty workers to keep diaries for six long weeks of every year";
        let whole = format!("{half}. They slept less after nights, and more on free days.");
        let other = "Quantifier elimination decides which parts fit into a vehicle when customers choose among many options before it is built at last anywhere";
        for (name, other, expected) in [
            ("same-abstract", &*whole, Some(1.0)),
            ("no-other-abstract", &whole, Some(1.0)),
            ("no-other-abstract", "No abstract available.", None),
            ("same-abstract", other, Some(0.0)),
        ] {
            assert_eq!(values(name, half, other), expected, "{name} {other}");
        }
        assert!(values("no-other-abstract", half, other).unwrap() < 0.4);
    }
}
