//! Counts and figures of answers.

use std::collections::BTreeMap;

use serde::Serialize;

use dejalu_experiment::pairs::{LabelRow, Opinion};
use dejalu_learn::evaluation::{Estimate, most_marked};
use dejalu_text::document::DocumentId;

/// Answers of a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Tally {
    /// Pairs called duplicates.
    pub duplicates: usize,
    /// Pairs called distinct.
    pub distinct: usize,
    /// Pairs of which nobody was sure.
    pub unsure: usize,
}

impl Tally {
    /// All of them.
    pub fn all(&self) -> usize {
        self.duplicates + self.distinct + self.unsure
    }

    pub(super) fn of<'a>(rows: impl Iterator<Item = &'a LabelRow>) -> Self {
        let mut tally = Tally::default();
        for row in rows {
            match row.opinion {
                Some(Opinion::Sure(label)) if label.is_duplicate() => tally.duplicates += 1,
                Some(Opinion::Sure(_)) => tally.distinct += 1,
                Some(Opinion::Unsure) => tally.unsure += 1,
                None => {}
            }
        }
        tally
    }
}

/// Removed documents that people have looked at.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct AuditedRemovals {
    /// Number of answers.
    pub answered: usize,
    /// Number of documents that were not removed in favour of a duplicate; "unsure" counts as wrong.
    pub wrong: usize,
    /// Number of documents that would be removed; `None` if the questions do not tell.
    pub of: Option<u64>,
    /// The largest share of them that may be wrong, with 95 % confidence.
    pub wrong_at_most: f64,
}

impl AuditedRemovals {
    /// Of questions about removed documents, each with its answer if it has one, in a random sample drawn with
    /// this probability; `None` without an answer. A document may be asked about beside several kept ones, at
    /// several thresholds: it is wrong if there is one among them that it is no duplicate of, and looked at if
    /// it is wrong or no question about it is open.
    pub(super) fn of<'q>(
        questions: impl Iterator<Item = (&'q DocumentId, Option<Opinion>)>,
        probability: Option<f64>,
    ) -> Option<Self> {
        let mut of_documents: BTreeMap<&DocumentId, Vec<Option<Opinion>>> = BTreeMap::new();
        for (removed, opinion) in questions {
            of_documents.entry(removed).or_default().push(opinion);
        }
        let is_wrong = |it: &Opinion| !matches!(it, Opinion::Sure(label) if label.is_duplicate());
        let (mut answered, mut wrong) = (0, 0);
        for opinions in of_documents.values() {
            let found = opinions.iter().flatten().any(is_wrong);
            answered += usize::from(found || opinions.iter().all(Option::is_some));
            wrong += usize::from(found);
        }
        let all = |drawn: f64| (of_documents.len() as f64 / drawn).round() as u64;
        (answered > 0).then(|| AuditedRemovals::bounded(answered, wrong, probability.map(all)))
    }

    /// The bound that follows from `wrong` of `answered` documents for `of` in all, or for any
    /// number of them.
    pub(super) fn bounded(answered: usize, wrong: usize, of: Option<u64>) -> Self {
        let population = of.unwrap_or(ANY_NUMBER);
        let most = most_marked(wrong as u64, answered as u64, population, 0.95);
        AuditedRemovals {
            answered,
            wrong,
            of,
            wrong_at_most: most as f64 / population as f64,
        }
    }
}

/// A population so large that its share is bounded as that of any larger one.
const ANY_NUMBER: u64 = 10_000_000;

/// F1 with this number of answers to learn from.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct CurvePoint {
    /// Number of answers.
    pub answers: usize,
    /// F1 on the answers of the audit, where it can be told.
    pub f1: Option<Estimate>,
}

impl CurvePoint {
    /// The points with an F1, if they tell whether it grows: from some number of answers to at least twice as
    /// many.
    pub(super) fn grown(points: &[CurvePoint]) -> Vec<CurvePoint> {
        let known: Vec<CurvePoint> = points
            .iter()
            .filter(|it| it.f1.is_some())
            .copied()
            .collect();
        match &known[..] {
            [first, .., last] if last.answers >= 2 * first.answers => known,
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_experiment::pairs::Label::{Distinct, Duplicate};

    #[test]
    fn points_that_tell_of_no_growth_are_left_out() {
        use dejalu_learn::evaluation::Interval;

        let grown = |answers: &[usize]| {
            let interval = Interval {
                low: 0.8,
                high: 1.0,
            };
            let f1 = Some(Estimate {
                value: 0.9,
                interval,
            });
            let points = answers.iter().map(|&answers| CurvePoint { answers, f1 });
            let unknown = CurvePoint {
                answers: 1,
                f1: None,
            };
            let points: Vec<CurvePoint> = std::iter::once(unknown).chain(points).collect();
            CurvePoint::grown(&points).len()
        };
        assert_eq!([grown(&[]), grown(&[30]), grown(&[30, 30])], [0, 0, 0]);
        assert_eq!([grown(&[30, 59]), grown(&[30, 40, 60])], [0, 3]);
    }

    #[test]
    fn removed_documents_are_counted_and_not_their_pairs() {
        let said = |label| Some(Opinion::Sure(label));
        let questions = [
            ("a", said(Duplicate)),
            ("a", said(Duplicate)),
            ("b", said(Duplicate)),
            ("b", said(Distinct)),
            ("c", Some(Opinion::Unsure)),
            ("c", None),
            ("d", said(Duplicate)),
            ("d", None),
            ("e", None),
        ]
        .map(|(removed, opinion)| (DocumentId::from(removed), opinion));
        let of = |from: usize, probability| {
            let questions = questions[from..].iter();
            AuditedRemovals::of(questions.map(|(removed, it)| (removed, *it)), probability)
        };
        let found = of(0, Some(0.5)).unwrap();
        assert_eq!((found.answered, found.wrong, found.of), (3, 2, Some(10)));
        assert_eq!(of(6, Some(0.5)), None);
        // Of how many is not known, so that nothing is sure of the others.
        let found = of(0, None).unwrap();
        assert_eq!(found.of, None);
        assert!((0.9..1.0).contains(&found.wrong_at_most), "{found:?}");
    }
}
