//! [`align`]: a longest common subsequence of two word sequences, within bounded work.

use std::ops::Range;

/// Cells of the largest part that is solved exactly.
const EXACT: usize = 4096 * 4096;

/// Number of times a part is cut at unique words before the rest counts as replaced.
const DEPTH: u32 = 6;

/// A sequence of words, ready to be aligned with others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sequence {
    words: Vec<u64>,
    /// The places of the words, in ascending order of (word, place).
    places: Vec<u32>,
}

impl From<Vec<u64>> for Sequence {
    fn from(words: Vec<u64>) -> Self {
        let mut places: Vec<u32> = (0..words.len() as u32).collect();
        places.sort_unstable_by_key(|&place| (words[place as usize], place));
        Sequence { words, places }
    }
}

impl Sequence {
    /// The words, in order.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// For every place of this sequence, the places of its word in `other` as a range of
    /// `other.places`.
    fn occurrences(&self, other: &Sequence) -> Vec<Range<u32>> {
        let mut found = vec![0..0; self.words.len()];
        let (mut start, mut end) = (0, 0);
        let mut previous = None;
        for &place in &self.places {
            let word = self.words[place as usize];
            if previous != Some(word) {
                let at = |i: usize| other.places.get(i).map(|&j| other.words[j as usize]);
                start = end;
                while at(start).is_some_and(|theirs| theirs < word) {
                    start += 1;
                }
                end = start;
                while at(end) == Some(word) {
                    end += 1;
                }
                previous = Some(word);
            }
            found[place as usize] = start as u32..end as u32;
        }
        found
    }
}

/// A run of words that occurs in both documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchingBlock {
    /// Start in the left document.
    pub left: usize,
    /// Start in the right document.
    pub right: usize,
    /// Number of words, at least one.
    pub len: usize,
}

/// The blocks that two sequences share, ascending in both; between two of them at least one word
/// is of one side alone. Their words are a longest common subsequence if the sequences, less what
/// they share at both ends, have at most 4,096 words each (the module says what happens beyond).
///
/// Which of several longest ones is a matter of the order of the arguments; whoever needs one
/// answer for (a, b) and (b, a) puts them in order first.
pub fn align(left: &Sequence, right: &Sequence) -> Vec<MatchingBlock> {
    align_within(left, right, EXACT)
}

/// 2·c/(n + m) for sequences of n and m words, not both empty, of which [`align`] finds c in common
/// order. In [0, 1], the same for (a, b) and (b, a).
pub fn common_order(left: &Sequence, right: &Sequence) -> f64 {
    let (left, right) = if left.words <= right.words {
        (left, right)
    } else {
        (right, left)
    };
    let common: usize = align(left, right).iter().map(|block| block.len).sum();
    (2 * common) as f64 / (left.words.len() + right.words.len()) as f64
}

fn align_within(left: &Sequence, right: &Sequence, exact: usize) -> Vec<MatchingBlock> {
    let mut aligner = Aligner {
        left: &left.words,
        right: &right.words,
        occurrences: left.occurrences(right),
        places: &right.places,
        exact,
        rows: Vec::new(),
        blocks: Vec::new(),
    };
    aligner.align(0..left.words.len(), 0..right.words.len(), 0);
    aligner.blocks
}

pub(super) struct Aligner<'a> {
    left: &'a [u64],
    right: &'a [u64],
    /// For every place on the left its word's places on the right, as a range of `places`.
    pub(super) occurrences: Vec<Range<u32>>,
    places: &'a [u32],
    exact: usize,
    /// Room for the rows of the exact solution, used again for every part.
    pub(super) rows: Vec<u64>,
    blocks: Vec<MatchingBlock>,
}

impl<'a> Aligner<'a> {
    /// Aligns a part of the left document with one of the right.
    fn align(&mut self, mut left: Range<usize>, mut right: Range<usize>, depth: u32) {
        let pairs = self.left[left.clone()]
            .iter()
            .zip(&self.right[right.clone()]);
        let head = pairs.take_while(|(a, b)| a == b).count();
        self.push(left.start, right.start, head);
        left.start += head;
        right.start += head;
        let pairs = self.left[left.clone()]
            .iter()
            .rev()
            .zip(self.right[right.clone()].iter().rev());
        let tail = pairs.take_while(|(a, b)| a == b).count();
        left.end -= tail;
        right.end -= tail;
        let end = (left.end, right.end);
        if left.len() * right.len() <= self.exact {
            self.solve(left, right);
        } else if depth < DEPTH {
            self.cut(left, right, depth);
        }
        self.push(end.0, end.1, tail);
    }

    /// Cuts a part at words that stand once in either document.
    fn cut(&mut self, mut left: Range<usize>, mut right: Range<usize>, depth: u32) {
        let end = (left.end, right.end);
        let anchors = self.anchors(&left, &right);
        if anchors.is_empty() {
            return;
        }
        for (i, j) in anchors.into_iter().chain([end]) {
            (left.end, right.end) = (i, j);
            self.align(left.clone(), right.clone(), depth + 1);
            // The anchor itself is the first word of the next part.
            (left.start, right.start) = (i, j);
        }
    }

    /// The longest chain of words that stand once in both parts, ascending in both.
    fn anchors(&self, left: &Range<usize>, right: &Range<usize>) -> Vec<(usize, usize)> {
        const NONE: usize = usize::MAX;
        const MANY: usize = usize::MAX - 1;
        // Of every place on the right, the one place on the left that it alone corresponds to.
        let mut partner = vec![NONE; right.len()];
        for i in left.clone() {
            if let [j] = self.within(i, right) {
                let partner = &mut partner[*j as usize - right.start];
                *partner = if *partner == NONE { i } else { MANY };
            }
        }
        let pairs = partner
            .into_iter()
            .zip(right.clone())
            .filter(|&(i, _)| i < MANY);
        increasing(&pairs.collect::<Vec<_>>())
    }

    /// The places of the left word `i` in a part of the right document.
    pub(super) fn within(&self, i: usize, right: &Range<usize>) -> &'a [u32] {
        let all =
            &self.places[self.occurrences[i].start as usize..self.occurrences[i].end as usize];
        let is_within = |place: Option<&u32>| place.is_none_or(|&j| right.contains(&(j as usize)));
        if is_within(all.first()) && is_within(all.last()) {
            return all;
        }
        let start = all.partition_point(|&j| (j as usize) < right.start);
        let end = all.partition_point(|&j| (j as usize) < right.end);
        &all[start..end]
    }

    /// Adds equal words, to the last block where they follow it.
    pub(super) fn push(&mut self, left: usize, right: usize, len: usize) {
        match self.blocks.last_mut() {
            _ if len == 0 => {}
            Some(last) if (last.left + last.len, last.right + last.len) == (left, right) => {
                last.len += len;
            }
            _ => self.blocks.push(MatchingBlock { left, right, len }),
        }
    }
}

/// A longest subsequence of pairs whose first numbers ascend, by "patience" sorting: O(n log n).
fn increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // Of every length, the chain that ends lowest: the place of its last pair.
    let mut ends: Vec<usize> = Vec::new();
    let mut before = vec![None; pairs.len()];
    for (place, &(i, _)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|&end| pairs[end].0 < i);
        before[place] = length.checked_sub(1).map(|shorter| ends[shorter]);
        match ends.get_mut(length) {
            Some(end) => *end = place,
            None => ends.push(place),
        }
    }
    let mut chain: Vec<_> = std::iter::successors(ends.last().copied(), |&place| before[place])
        .map(|place| pairs[place])
        .collect();
    chain.reverse();
    chain
}

#[cfg(test)]
mod tests;
