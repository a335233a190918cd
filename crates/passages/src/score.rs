//! How well detected passages are those that there are: plagdet (Potthast, Stein, Barrón-Cedeño and Rosso 2010).

use std::ops::Range;

use serde::Serialize;

use crate::spans::{common, covered, length};

/// A passage of a known pair, or a detected one: the pair, and its places in both documents in characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    /// The pair of documents, by a number.
    pub pair: usize,
    /// The place in the first document.
    pub a: Range<u32>,
    /// The place in the second document.
    pub b: Range<u32>,
}

impl Located {
    fn length(&self) -> u32 {
        length(&self.a) + length(&self.b)
    }

    fn meets(&self, other: &Located) -> bool {
        self.pair == other.pair && common(&self.a, &other.a) > 0 && common(&self.b, &other.b) > 0
    }

    /// The share of this passage that others of its pair cover.
    fn covered_by<'l>(&self, others: impl Iterator<Item = &'l Located>) -> f64 {
        let (mut a, mut b) = (Vec::new(), Vec::new());
        for other in others {
            a.push(within(&self.a, &other.a));
            b.push(within(&self.b, &other.b));
        }
        f64::from(covered(a) + covered(b)) / f64::from(self.length().max(1))
    }
}

fn within(range: &Range<u32>, other: &Range<u32>) -> Range<u32> {
    range.start.max(other.start)..range.end.min(other.end)
}

/// Figures of detected passages.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Plagdet {
    /// F1 / log₂(1 + granularity), in \[0, 1\].
    pub plagdet: f64,
    /// The mean share of a true passage that was detected, in \[0, 1\]; 0 of none.
    pub recall: f64,
    /// The mean share of a detection that is true, in \[0, 1\]; 0 of none.
    pub precision: f64,
    /// The mean number of detections of a passage that was detected, at least 1.
    pub granularity: f64,
    /// The number of true passages.
    pub passages: usize,
    /// The number of detections.
    pub detections: usize,
}

/// Compares detections with the true passages, over all pairs.
pub fn plagdet(passages: &[Located], detections: &[Located]) -> Plagdet {
    let mean = |of: &[Located], among: &[Located]| {
        let shares = of
            .iter()
            .map(|it| it.covered_by(among.iter().filter(|other| it.meets(other))));
        shares.sum::<f64>() / of.len().max(1) as f64
    };
    let recall = mean(passages, detections);
    let precision = mean(detections, passages);
    let counts = passages
        .iter()
        .map(|it| detections.iter().filter(|other| it.meets(other)).count());
    let counts: Vec<usize> = counts.filter(|&count| count > 0).collect();
    let granularity = if counts.is_empty() {
        1.0
    } else {
        counts.iter().sum::<usize>() as f64 / counts.len() as f64
    };
    let f1 = if recall + precision > 0.0 {
        2.0 * recall * precision / (recall + precision)
    } else {
        0.0
    };
    Plagdet {
        plagdet: f1 / (1.0 + granularity).log2(),
        recall,
        precision,
        granularity,
        passages: passages.len(),
        detections: detections.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(pair: usize, a: Range<u32>, b: Range<u32>) -> Located {
        Located { pair, a, b }
    }

    #[test]
    fn what_is_found_whole_has_one() {
        let all = [at(0, 0..100, 50..150), at(1, 5..25, 5..25)];
        let figures = plagdet(&all, &all);
        assert_eq!((figures.plagdet, figures.granularity), (1.0, 1.0));
        assert_eq!(plagdet(&all, &[]).plagdet, 0.0);
        assert_eq!(plagdet(&[], &all).precision, 0.0);
    }

    #[test]
    fn two_halves_of_a_passage_have_a_granularity_of_two() {
        let passage = [at(0, 0..100, 0..100)];
        let halves = [at(0, 0..50, 0..50), at(0, 50..100, 50..100)];
        let figures = plagdet(&passage, &halves);
        assert_eq!(
            (figures.recall, figures.precision, figures.granularity),
            (1.0, 1.0, 2.0)
        );
        assert!((figures.plagdet - 1.0 / 3.0_f64.log2()).abs() < 1e-12);
    }

    #[test]
    fn another_pair_or_another_source_is_no_detection() {
        let passage = [at(0, 0..100, 0..100)];
        let wrong = [at(1, 0..100, 0..100), at(0, 0..100, 300..400)];
        assert_eq!(plagdet(&passage, &wrong).plagdet, 0.0);
    }
}
