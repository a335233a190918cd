//! The number of values that two sets must share to be similar enough, in integers.

use super::ratio::Ratio;
use crate::measures::{Direction, Overlap};

/// A similarity of sets and the least value that counts.
///
/// With α(a, b) the least number of values that sets of sizes a and b must share, a set of size l
/// has among its first l − α + 1 values (in any order common to all sets) one that it shares with
/// every set that is similar enough: the prefix filter (002, section 3).
#[derive(Debug, Clone, Copy)]
pub(super) struct SetThreshold {
    pub(super) overlap: Overlap,
    pub(super) at: Ratio,
}

impl SetThreshold {
    /// α(a, b), at least 1: sets that share nothing are never similar. Never falls as a or b rises.
    pub(super) fn shared(self, a: u32, b: u32) -> u32 {
        let least = match self.overlap {
            Overlap::Containment(Direction::Max) => self.at.of(a.min(b)),
            Overlap::Containment(Direction::Min) => self.at.of(a.max(b)),
            _ => self.at.shared_of(u64::from(a) + u64::from(b)),
        };
        least.max(1)
    }

    /// The size of the smallest set that can be similar enough to one of size l.
    pub(super) fn smallest(self, l: u32) -> u32 {
        match self.overlap {
            Overlap::Containment(Direction::Max) => 1,
            _ => self.at.of(l).max(1),
        }
    }

    /// Number of a set's l values that must be looked at to meet every similar set of size
    /// [`smallest`](Self::smallest) or more.
    pub(super) fn prefix(self, l: u32) -> u32 {
        (l + 1).saturating_sub(self.shared(l, self.smallest(l)))
    }

    /// The same where the other sets have l values or more.
    pub(super) fn prefix_for_larger(self, l: u32) -> u32 {
        (l + 1).saturating_sub(self.shared(l, l))
    }

    /// Returns whether sets of these sizes can be similar enough at all.
    pub(super) fn possible(self, a: u32, b: u32) -> bool {
        self.shared(a, b) <= a.min(b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [Overlap; 3] = [
        Overlap::Jaccard,
        Overlap::Containment(Direction::Max),
        Overlap::Containment(Direction::Min),
    ];

    fn is_similar(overlap: Overlap, at: (u64, u64), shared: u64, a: u64, b: u64) -> bool {
        let base = match overlap {
            Overlap::Containment(Direction::Max) => a.min(b),
            Overlap::Containment(Direction::Min) => a.max(b),
            _ => a + b - shared,
        };
        shared > 0 && shared * at.1 >= at.0 * base
    }

    #[test]
    fn the_least_shared_number_is_the_least_that_is_similar() {
        for overlap in KINDS {
            for at in [(1, 2), (2, 3), (4, 5), (9, 10), (1, 1), (1, 50)] {
                let threshold = SetThreshold {
                    overlap,
                    at: format!("{}/{}", at.0, at.1).parse().unwrap(),
                };
                for (a, b) in (1..30).flat_map(|a| (1..30).map(move |b| (a, b))) {
                    let least = (1..=a.min(b))
                        .find(|&shared| is_similar(overlap, at, shared.into(), a.into(), b.into()));
                    assert_eq!(threshold.possible(a, b), least.is_some());
                    if let Some(least) = least {
                        assert_eq!(threshold.shared(a, b), least, "{overlap:?} {at:?} {a} {b}");
                        assert!(threshold.smallest(a) <= b);
                        assert!(threshold.prefix(a) >= a + 1 - least);
                    }
                }
            }
        }
    }
}
