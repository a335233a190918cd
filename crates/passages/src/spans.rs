//! Ranges of numbers.

use std::ops::Range;

/// The length that two ranges share.
pub(crate) fn common(a: &Range<u32>, b: &Range<u32>) -> u32 {
    a.end.min(b.end).saturating_sub(a.start.max(b.start))
}

/// The length of a range.
pub(crate) fn length(range: &Range<u32>) -> u32 {
    range.end.saturating_sub(range.start)
}

/// The smallest range that holds both.
pub(crate) fn hull(a: &Range<u32>, b: &Range<u32>) -> Range<u32> {
    a.start.min(b.start)..a.end.max(b.end)
}

/// The total length of ranges, where they overlap once.
pub(crate) fn covered(mut ranges: Vec<Range<u32>>) -> u32 {
    ranges.sort_unstable_by_key(|range| range.start);
    let mut end = 0;
    let mut all = 0;
    for range in ranges {
        let from = range.start.max(end);
        all += range.end.saturating_sub(from);
        end = end.max(range.end);
    }
    all
}
