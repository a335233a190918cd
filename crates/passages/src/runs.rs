//! Runs of equal words in both documents.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::pair::Pair;
use crate::spans::{common, hull, length};

/// The fewest words of a run.
const FEWEST_WORDS: usize = 8;
/// The most places in `b` that eight words are all compared at.
const MOST_PLACES: usize = 5;

/// Equal words in both documents: ranges of words of one length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) a: Range<u32>,
    pub(crate) b: Range<u32>,
}

/// The most words that are compared to find how far runs go; where a text repeats itself without end, later runs are
/// not found.
const MOST_COMPARED: usize = 1 << 26;

/// All runs of at least eight words that go on in neither direction, by their place in `a`. Words that stand in `b`
/// more than five times are compared with the occurrence of the same number.
pub(crate) fn runs(pair: &Pair) -> Vec<Run> {
    let (a, b) = (&pair.a.words, &pair.b.words);
    let mut places: FxHashMap<&[u32], (Vec<usize>, usize)> = FxHashMap::default();
    for (place, words) in b.windows(FEWEST_WORDS).enumerate() {
        places.entry(words).or_default().0.push(place);
    }
    // Where the last run of each diagonal ends in `a`.
    let mut ends: FxHashMap<i64, usize> = FxHashMap::default();
    let mut left = MOST_COMPARED;
    let mut found = Vec::new();
    for (from, words) in a.windows(FEWEST_WORDS).enumerate() {
        let Some((places, met)) = places.get_mut(words) else {
            continue;
        };
        let one = (*met).min(places.len() - 1);
        *met += 1;
        let places = if places.len() <= MOST_PLACES {
            &places[..]
        } else {
            &places[one..=one]
        };
        for &to in places {
            let end = ends.entry(to as i64 - from as i64).or_default();
            if *end > from || left == 0 {
                continue;
            }
            let before = a[*end..from].iter().rev().zip(b[..to].iter().rev());
            let back = before.take_while(|(x, y)| x == y).count();
            let after = a[from..].iter().zip(&b[to..]).take(left);
            let length = after.take_while(|(x, y)| x == y).count();
            left = left.saturating_sub(back + length);
            *end = from + length;
            found.push(Run {
                a: (from - back) as u32..(from + length) as u32,
                b: (to - back) as u32..(to + length) as u32,
            });
        }
    }
    found
}

/// The ranges of words of a passage whose ends are exact where it was copied: of the longest run that touches both
/// ranges, if that has this many characters in `a`, of the other runs within both, and of runs that follow at less than
/// 100 characters in both documents. Otherwise the ranges themselves.
pub(crate) fn exact_ends(
    pair: &Pair,
    runs: &[Run],
    (a, b): (Range<u32>, Range<u32>),
    characters: u32,
) -> (Range<u32>, Range<u32>) {
    let touches = |run: &&Run| common(&run.a, &a) > 0 && common(&run.b, &b) > 0;
    let longest = runs
        .iter()
        .filter(touches)
        .map(|run| (pair.a.text.length(&run.a), run))
        .reduce(|best, it| if it.0 > best.0 { it } else { best });
    let Some((_, longest)) = longest.filter(|(length, _)| *length >= characters) else {
        return (a, b);
    };
    let is_within =
        |run: &&Run| common(&run.a, &a) == length(&run.a) && common(&run.b, &b) == length(&run.b);
    let whole = runs
        .iter()
        .filter(is_within)
        .fold(longest.clone(), |whole, run| whole.with(run));
    let Run { mut a, mut b } = whole;
    loop {
        let before = (a.clone(), b.clone());
        for run in runs {
            if is_close(&pair.a.text.spans, &run.a, &a) && is_close(&pair.b.text.spans, &run.b, &b)
            {
                (a, b) = (hull(&a, &run.a), hull(&b, &run.b));
            }
        }
        if before == (a.clone(), b.clone()) {
            return before;
        }
    }
}

impl Run {
    /// The smallest ranges that hold both.
    fn with(&self, other: &Run) -> Run {
        Run {
            a: hull(&self.a, &other.a),
            b: hull(&self.b, &other.b),
        }
    }
}

/// Returns whether less than 100 characters lie between two ranges of words.
fn is_close(spans: &[Range<u32>], x: &Range<u32>, y: &Range<u32>) -> bool {
    const BETWEEN: u32 = 100;
    let (first, second) = if x.start <= y.start { (x, y) } else { (y, x) };
    let Some(last) = first.end.checked_sub(1) else {
        return false;
    };
    let from = spans[last as usize].end;
    spans[second.start as usize].start < from + BETWEEN
}

#[cfg(test)]
mod tests {
    use dejalu_text::{Analyzer, Document};

    use super::*;
    use crate::segments::Segmented;

    #[test]
    fn runs_go_as_far_as_they_can_and_no_farther() {
        let shared = "the ferry waits for the storm at the old pier of Vellan";
        let texts = [
            format!("Nobody says that {shared} today"),
            format!("Somebody knew {shared} yesterday and {shared}"),
        ];
        let [a, b] = texts.map(|text| {
            Segmented::of(&Analyzer::new(Default::default()).analyze(&Document::plain("x", &text)))
        });
        let pair = Pair::new(&a, &b);
        let found = runs(&pair);
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|run| run.a == (3..15)));
        assert_eq!((found[0].b.clone(), found[1].b.clone()), (2..14, 16..28));
    }
}
