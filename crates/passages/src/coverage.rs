//! How much of two documents stands in their passages.

use std::ops::Range;

use crate::passage::Passage;

/// The characters of two documents that stand in a passage, counted once where passages overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Coverage {
    shared: [u32; 2],
    lengths: [u32; 2],
}

impl Coverage {
    /// Counts them, in documents of so many characters.
    pub fn of(passages: &[Passage], lengths: [u32; 2]) -> Self {
        let covered = |side: fn(&Passage) -> &Range<u32>| {
            let mut ranges: Vec<&Range<u32>> = passages.iter().map(side).collect();
            ranges.sort_unstable_by_key(|range| range.start);
            let (mut end, mut all) = (0, 0);
            for range in ranges {
                all += range.end.saturating_sub(range.start.max(end));
                end = end.max(range.end);
            }
            all
        };
        Coverage {
            shared: [covered(|it| &it.a), covered(|it| &it.b)],
            lengths,
        }
    }

    /// The characters of either document that stand in a passage.
    pub fn characters(&self) -> [u32; 2] {
        self.shared
    }

    /// The share of either document that stands in a passage, in \[0, 1\]; 0 of an empty one.
    pub fn shares(&self) -> [f64; 2] {
        [0, 1].map(|side| f64::from(self.shared[side]) / f64::from(self.lengths[side].max(1)))
    }
}
