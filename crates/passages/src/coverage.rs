//! How much of two documents stands in their passages.

use std::ops::Range;

use crate::passage::{Kind, Passage};

/// The characters of two documents that stand in a passage, counted once where passages overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Coverage {
    shared: [u32; 2],
    lengths: [u32; 2],
}

impl Coverage {
    /// Counts them, in documents of so many characters. What was summarised counts as many as its summary has: the rest of
    /// it was left out.
    pub fn of(passages: &[Passage], lengths: [u32; 2]) -> Self {
        let sides = passages.iter().map(|it| {
            let [mut a, mut b] = [it.a.clone(), it.b.clone()];
            if it.kind == Kind::Summarised {
                let least = (a.end - a.start).min(b.end - b.start);
                (a.end, b.end) = (a.start + least, b.start + least);
            }
            (a, b)
        });
        let (a, b): (Vec<Range<u32>>, Vec<Range<u32>>) = sides.unzip();
        Coverage {
            shared: [covered(a), covered(b)],
            lengths,
        }
    }

    /// The share of either document that stands in a passage, in \[0, 1\]; 0 of an empty one.
    pub fn shares(&self) -> [f64; 2] {
        [0, 1].map(|side| f64::from(self.shared[side]) / f64::from(self.lengths[side].max(1)))
    }
}

fn covered(mut ranges: Vec<Range<u32>>) -> u32 {
    ranges.sort_unstable_by_key(|range| range.start);
    let (mut end, mut all) = (0, 0);
    for range in ranges {
        all += range.end.saturating_sub(range.start.max(end));
        end = end.max(range.end);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_summarised_counts_as_its_summary() {
        let passage = Passage {
            a: 100..300,
            b: 0..5_000,
            kind: Kind::Summarised,
            score: 1.0,
        };
        assert_eq!(
            Coverage::of(&[passage], [1_000, 10_000]).shares(),
            [0.2, 0.02]
        );
    }
}
