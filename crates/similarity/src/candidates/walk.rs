//! All pairs of a search, a bounded number at a time.
//!
//! A record may stand for any number of equal documents, which bring the square of their number of pairs: so many
//! that they do not fit into memory. A walk stops within a record.

use std::ops::Range;

use rayon::prelude::*;

use super::candidates::Candidates;
use super::listed::Listed;

/// Records that follow each other, but for some members of the first that were walked before.
struct Span {
    records: Range<usize>,
    walked: usize,
}

/// Spans walked in parallel.
const SPANS: usize = 64;

/// Records of a span.
const RECORDS: usize = 64;

/// A span stops after the member of a record that brings so many pairs.
const PAIRS: usize = 1 << 17;

/// Goes through the pairs of a search, every one once, in an order that does not depend on the number of threads.
pub struct Walk<'c> {
    candidates: &'c Candidates,
    /// Spans that were begun and stopped.
    begun: Vec<Span>,
    /// The first record that was not begun.
    next: usize,
}

impl<'c> Walk<'c> {
    /// Begins at the first document.
    pub fn new(candidates: &'c Candidates) -> Self {
        Walk {
            candidates,
            begun: Vec::new(),
            next: 0,
        }
    }
}

impl Iterator for Walk<'_> {
    type Item = Vec<(u32, u32)>;

    fn next(&mut self) -> Option<Self::Item> {
        let all = self.candidates.records();
        let mut spans = std::mem::take(&mut self.begun);
        while spans.len() < SPANS && self.next < all {
            let end = (self.next + RECORDS).min(all);
            spans.push(Span {
                records: self.next..end,
                walked: 0,
            });
            self.next = end;
        }
        if spans.is_empty() {
            return None;
        }
        let walked = spans
            .into_par_iter()
            .map(|span| walk(self.candidates, span));
        let (pairs, begun): (Vec<_>, Vec<_>) = walked.collect::<Vec<_>>().into_iter().unzip();
        self.begun = begun.into_iter().flatten().collect();
        Some(pairs.concat())
    }
}

impl Candidates {
    /// The same candidates of so many documents as a list, which costs nothing to go through again, and true; the
    /// search as it is, and false, if there are more than `most`. The list is made once the search is freed.
    pub fn listed(self, documents: usize, most: usize) -> (Self, bool) {
        let mut pairs = Vec::new();
        let mut walk = Walk::new(&self);
        while pairs.len() <= most
            && let Some(more) = walk.next()
        {
            pairs.extend(more);
        }
        if pairs.len() > most {
            return (self, false);
        }
        let plan = self.plan().clone();
        // A pattern that takes the plan alone would keep the rest until the end.
        drop(self);
        let list = Box::new(Listed::new(documents, &pairs));
        (Candidates::planned(list, plan), true)
    }

    /// Number of items.
    pub(super) fn count(&self) -> usize {
        Walk::new(self).map(|pairs| pairs.len()).sum()
    }
}

/// The first pairs of a span, and what is left of it.
fn walk(candidates: &Candidates, span: Span) -> (Vec<(u32, u32)>, Option<Span>) {
    let mut pairs = Vec::new();
    let mut walked = span.walked;
    for record in span.records.clone() {
        let (found, stopped) =
            candidates.pairs_of_members(record as u32, walked, PAIRS - pairs.len());
        pairs.extend(found);
        walked = stopped.unwrap_or(0);
        let next = record + usize::from(stopped.is_none());
        if pairs.len() >= PAIRS && next < span.records.end {
            let records = next..span.records.end;
            return (pairs, Some(Span { records, walked }));
        }
    }
    (pairs, None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::{CandidateOptions, Filter, Sketches};
    use crate::measures::Sketch;

    #[test]
    fn a_walk_brings_every_pair_once_and_stops_within_a_record() {
        let mut sketches = Sketches::default();
        for document in 0..1_500u64 {
            let values = match document % 3 {
                0 => vec![document, document + 9_000],
                _ => vec![1, 2, 3, 10 + document % 5],
            };
            let shares = Vec::new();
            sketches.push(&Sketch { values, shares });
        }
        let filter = Filter::new("jaccard".parse().unwrap(), "0.6".parse().unwrap()).unwrap();
        let candidates = Candidates::new(&sketches, &filter, &CandidateOptions::default()).unwrap();
        let mut expected = candidates.pairs(0..candidates.records());
        let steps: Vec<Vec<(u32, u32)>> = Walk::new(&candidates).collect();
        assert!(steps.len() > 1 && expected.len() > PAIRS);
        assert!(
            steps
                .iter()
                .all(|step| step.len() <= SPANS * (PAIRS + 1_500))
        );
        let mut found = steps.concat();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }
}
