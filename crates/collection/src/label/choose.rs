//! The choice of the training stream's pairs.
//!
//! As long as nothing can be learned, half of a round lies at equal distances from the highest score to the
//! lowest, so that a handful of pairs are duplicates, of which strata hold few. The other half is taken from
//! the strata in turn, which hold enough distinct pairs. Later, half of a round lies nearest the boundary, a
//! quarter where learners differ most, and a quarter comes from the strata in turn, so that no kind of pair is
//! overlooked. A round holds at most one pair of a group, as long as there are others: the pairs of a group
//! tell much the same.

use rustc_hash::FxHashSet;

use super::learned::Learned;
use super::pool::Pool;
use crate::Edge;

/// The reason why a pair was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    /// For its score: the next of its stratum, or the nearest to a score that was looked for.
    Score,
    /// It lies nearest the boundary.
    Boundary,
    /// Learners differ most about it.
    Disagreement,
}

impl Reason {
    /// As the file of answers has it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Reason::Score => "score",
            Reason::Boundary => "boundary",
            Reason::Disagreement => "disagreement",
        }
    }
}

/// 1 / φ = (√5 − 1) / 2.
const GOLDEN_SECTION: f64 = 0.618_033_988_749_895;

/// A round that is being filled.
struct Round<'a> {
    pool: &'a Pool,
    learned: Option<&'a Learned>,
    /// The pairs to learn from that may be asked about, by stratum.
    free: &'a [Vec<usize>],
    /// The documents of its pairs and, while groups are kept apart, what is called a duplicate of them.
    met: FxHashSet<u32>,
    keeps_groups_apart: bool,
    chosen: Vec<(usize, Reason)>,
}

/// The next `count` pairs of the pool that are not taken; fewer where there are no more. `turn` says
/// with which stratum to begin.
pub(super) fn choose(
    pool: &Pool,
    learned: Option<&Learned>,
    is_taken: &dyn Fn(usize) -> bool,
    count: usize,
    turn: usize,
) -> Vec<(usize, Reason)> {
    let strata = (0..pool.strata().len()).map(|stratum| pool.rows_to_learn_from(stratum));
    let free: Vec<Vec<usize>> = strata
        .map(|rows| rows.filter(|&row| !is_taken(row)).collect())
        .collect();
    let mut round = Round {
        pool,
        learned,
        free: &free,
        met: FxHashSet::default(),
        keeps_groups_apart: true,
        chosen: Vec::new(),
    };
    if let Some(learned) = learned {
        let boundary = |row: usize| learned.margins[row].abs();
        round.take_least(count.div_ceil(2), Reason::Boundary, &boundary);
        let agreement = |row: usize| -learned.disagreement[row];
        round.take_least(count.div_ceil(4), Reason::Disagreement, &agreement);
    }
    round.fill(count, turn);
    // A model that calls most pairs duplicates makes one group of all documents.
    round.let_groups_meet();
    round.fill(count, turn);
    round.chosen
}

impl<'a> Round<'a> {
    /// Fills the round with pairs chosen for their scores.
    fn fill(&mut self, count: usize, turn: usize) {
        if self.learned.is_none() {
            self.take_of_scores(count.div_ceil(2), turn);
        }
        self.take_of_strata(count, turn);
    }

    /// From now on only the documents in the round are kept apart, not their groups.
    fn let_groups_meet(&mut self) {
        self.keeps_groups_apart = false;
        let edges = self.chosen.iter().map(|it| self.pool.edge(it.0));
        self.met = edges.flat_map(|edge| [edge.left, edge.right]).collect();
    }

    /// Takes a pair if none of its group is in the round.
    fn take(&mut self, row: usize, reason: Reason) -> bool {
        let edge = self.pool.edge(row);
        let is_met = self.met.contains(&edge.left) || self.met.contains(&edge.right);
        if is_met {
            return false;
        }
        self.met.extend([edge.left, edge.right]);
        self.chosen.push((row, reason));
        if self.keeps_groups_apart {
            self.meet_duplicates(edge);
        }
        true
    }

    /// Meets what is called a duplicate of these documents.
    fn meet_duplicates(&mut self, edge: Edge) {
        for place in [edge.left, edge.right] {
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
    }

    /// The pairs to learn from that may be asked about.
    fn free(&self) -> impl Iterator<Item = usize> + use<'a> {
        self.free.iter().flatten().copied()
    }

    /// Fills the round up to `count` with the pairs nearest to scores at equal distances, the highest first; the
    /// scores differ from turn to turn.
    fn take_of_scores(&mut self, count: usize, turn: usize) {
        let count = count.saturating_sub(self.chosen.len());
        let scores = self.free().map(|row| self.pool.edge(row).score);
        let (low, high) = scores.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), score| {
            (low.min(score), high.max(score))
        });
        // Steps by the golden section stay apart, however many there are.
        let begin = (turn as f64 * GOLDEN_SECTION).fract();
        let step = (high - low) / count as f64;
        for place in 0..count {
            let wanted = high - step * (place as f64 + begin);
            let pool = self.pool;
            let distance = |row: usize| {
                let distance = (pool.edge(row).score - wanted).abs();
                // A pair farther away does not stand for this score.
                if distance <= step {
                    distance
                } else {
                    f64::INFINITY
                }
            };
            self.take_least(1, Reason::Score, &distance);
        }
    }

    /// Takes the `count` pairs to learn from with the least `number`, and none whose number is infinite.
    fn take_least(&mut self, count: usize, reason: Reason, number: &dyn Fn(usize) -> f64) {
        let rows = self.free().filter(|&row| number(row) < f64::INFINITY);
        let mut rows: Vec<usize> = rows.collect();
        rows.sort_by(|&a, &b| number(a).total_cmp(&number(b)).then(a.cmp(&b)));
        let mut missing = count;
        for row in rows {
            if missing == 0 {
                break;
            }
            missing -= usize::from(self.take(row, reason));
        }
    }

    /// Fills the round up to `count` from the strata in turn, the highest scores first.
    fn take_of_strata(&mut self, count: usize, turn: usize) {
        let strata = self.free.len();
        let mut rows: Vec<_> = self.free.iter().rev().map(|rows| rows.iter()).collect();
        let mut without = 0;
        let mut place = turn % strata.max(1);
        while self.chosen.len() < count && without < strata {
            let found = rows[place]
                .by_ref()
                .any(|&row| self.take(row, Reason::Score));
            without = if found { 0 } else { without + 1 };
            place = (place + 1) % strata;
        }
    }
}
