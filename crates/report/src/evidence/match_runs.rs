//! Runs of matches that follow one another on both sides.

use std::ops::Range;

use super::pairing::SentenceMatch;

/// Matches that follow one another on both sides without a gap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchRun {
    /// Its matches, as a range of all matches.
    pub matches: Range<usize>,
    /// Its sentences in the two documents.
    pub sentences: [Range<u32>; 2],
    /// True if it is in a different order than the rest.
    pub moved: bool,
}

/// The runs of matches that ascend on the left.
pub(super) fn match_runs(matches: &[SentenceMatch]) -> Vec<MatchRun> {
    let goes_on = |one: &SentenceMatch, next: &SentenceMatch| {
        let adjoins = |side: usize| one.sentences[side].end == next.sentences[side].start;
        one.moved == next.moved && adjoins(0) && adjoins(1)
    };
    let mut start = 0;
    let runs = matches.chunk_by(goes_on).filter_map(|found| {
        let (first, last) = (found.first()?, found.last()?);
        let run = MatchRun {
            matches: start..start + found.len(),
            sentences: [0, 1].map(|side| first.sentences[side].start..last.sentences[side].end),
            moved: first.moved,
        };
        start += found.len();
        Some(run)
    });
    runs.collect()
}

/// The runs of sentences, of so many, that stand on one side alone.
pub(super) fn alone(matches: &[SentenceMatch], side: usize, sentences: usize) -> Vec<Range<u32>> {
    let mut matched: Vec<&Range<u32>> = matches.iter().map(|it| &it.sentences[side]).collect();
    matched.sort_by_key(|range| range.start);
    let end = sentences as u32..sentences as u32;
    let mut at = 0;
    let gaps = matched.into_iter().chain([&end]).map(|next| {
        let gap = at..next.start;
        at = next.end;
        gap
    });
    gaps.filter(|gap| !gap.is_empty()).collect()
}
