//! The choice of the training stream's pairs.
//!
//! As long as nothing can be learned, as many of each stratum of scores. Then half of a round nearest
//! the boundary, a quarter where learners differ most, and a quarter again of each stratum, so that no
//! kind of pair is overlooked. At most one pair of a group and round: its pairs tell much the same.

use rustc_hash::FxHashSet;

use super::learned::Learned;
use super::pool::Pool;

/// Why a pair was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    /// It was the next of its stratum of scores.
    Stratum,
    /// It lies nearest the boundary.
    Boundary,
    /// Learners differ most about it.
    Disagreement,
}

impl Reason {
    /// As the file of answers has it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Reason::Stratum => "score",
            Reason::Boundary => "boundary",
            Reason::Disagreement => "disagreement",
        }
    }
}

/// A round on its way.
struct Round<'a> {
    pool: &'a Pool,
    learned: Option<&'a Learned>,
    is_taken: &'a dyn Fn(usize) -> bool,
    /// Documents of its pairs, and what is called a duplicate of them.
    met: FxHashSet<u32>,
    chosen: Vec<(usize, Reason)>,
}

/// The next so many pairs of the pool that are not taken; fewer where there are no more. `turn` says
/// with which stratum to begin.
pub(super) fn choose(
    pool: &Pool,
    learned: Option<&Learned>,
    is_taken: &dyn Fn(usize) -> bool,
    count: usize,
    turn: usize,
) -> Vec<(usize, Reason)> {
    let mut round = Round {
        pool,
        learned,
        is_taken,
        met: FxHashSet::default(),
        chosen: Vec::new(),
    };
    if let Some(learned) = learned {
        let boundary = |row: usize| learned.margins[row].abs();
        round.take_least(count.div_ceil(2), Reason::Boundary, &boundary);
        let agreement = |row: usize| -learned.disagreement[row];
        round.take_least(count.div_ceil(4), Reason::Disagreement, &agreement);
    }
    let rest = count.saturating_sub(round.chosen.len());
    round.take_of_strata(rest, turn);
    round.chosen
}

impl Round<'_> {
    /// Takes a pair if it may be asked about and none of its group is in the round.
    fn take(&mut self, row: usize, reason: Reason) -> bool {
        let edge = self.pool.edge(row);
        let is_met = self.met.contains(&edge.left) || self.met.contains(&edge.right);
        if is_met || (self.is_taken)(row) {
            return false;
        }
        for place in [edge.left, edge.right] {
            self.met.insert(place);
            for &other in self.pool.rows_of_document(place) {
                let other = other as usize;
                let is_duplicate = match self.learned {
                    Some(learned) => learned.is_duplicate(other),
                    None => self.pool.is_duplicate(other),
                };
                if is_duplicate {
                    let edge = self.pool.edge(other);
                    self.met.extend([edge.left, edge.right]);
                }
            }
        }
        self.chosen.push((row, reason));
        true
    }

    /// Takes those of the pairs to learn from that a number is least of.
    fn take_least(&mut self, count: usize, reason: Reason, number: &dyn Fn(usize) -> f64) {
        let mut rows: Vec<usize> = (0..self.pool.strata().len())
            .flat_map(|stratum| {
                self.pool
                    .rows_of_stratum(stratum)
                    .skip(self.pool.audited(stratum))
            })
            .filter(|&row| !(self.is_taken)(row))
            .collect();
        rows.sort_by(|&a, &b| number(a).total_cmp(&number(b)).then(a.cmp(&b)));
        let mut missing = count;
        for row in rows {
            if missing == 0 {
                break;
            }
            missing -= usize::from(self.take(row, reason));
        }
    }

    /// Takes the next of each stratum by turns, the highest scores first.
    fn take_of_strata(&mut self, count: usize, turn: usize) {
        let strata = self.pool.strata().len();
        let mut rows: Vec<_> = (0..strata)
            .rev()
            .map(|stratum| {
                self.pool
                    .rows_of_stratum(stratum)
                    .skip(self.pool.audited(stratum))
            })
            .collect();
        let wanted = self.chosen.len() + count;
        let mut without = 0;
        let mut place = turn % strata.max(1);
        while self.chosen.len() < wanted && without < strata {
            let found = rows[place]
                .by_ref()
                .any(|row| self.take(row, Reason::Stratum));
            without = if found { 0 } else { without + 1 };
            place = (place + 1) % strata;
        }
    }
}
