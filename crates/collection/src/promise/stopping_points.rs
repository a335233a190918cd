//! [`StoppingPoints`]: after how many answers a set passes, and the exact chance that it does.

use dejalu_learn::evaluation::{ln_chance_of, odds_of_one_more};
use serde::Serialize;

/// A state of less than this chance counts as passed, so that no chance is stated too low; the tails that `spread` drops
/// are less than 10⁻¹⁹ of their state.
const NEGLIGIBLE: f64 = 1e-20;

/// A number of first answers about a set, in its own random order, after which it may pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct StoppingPoint {
    /// The number of first answers.
    pub drawn: u64,
    /// The set passes if at most so many of them are wrong.
    pub wrong: u64,
}

/// The stopping points of a set, by rising numbers of answers and of wrong ones. More wrong ones than the last of them
/// allows fail the set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct StoppingPoints(Vec<StoppingPoint>);

impl StoppingPoints {
    /// The stopping points given, which end with `last`; of the earlier ones those that rise and come before it.
    pub(super) fn new(
        earlier: impl IntoIterator<Item = StoppingPoint>,
        last: StoppingPoint,
    ) -> Self {
        let mut points: Vec<StoppingPoint> = Vec::new();
        for point in earlier {
            let rises = points.last().is_none_or(|it| it.drawn < point.drawn);
            if rises && point.drawn < last.drawn {
                points.push(point);
            }
        }
        points.push(last);
        StoppingPoints(points)
    }

    /// The stopping points, the first one first; at least one.
    pub fn iter(&self) -> impl Iterator<Item = StoppingPoint> {
        self.0.iter().copied()
    }

    /// The number of answers before which the set cannot pass.
    pub fn first(&self) -> u64 {
        self.0.first().map_or(0, |it| it.drawn)
    }

    /// The number of answers after which it passes or has failed.
    pub fn last(&self) -> u64 {
        self.0.last().map_or(0, |it| it.drawn)
    }

    /// The most wrong ones that it can pass with.
    pub fn most_wrong(&self) -> u64 {
        self.0.last().map_or(0, |it| it.wrong)
    }

    /// The chance, in \[0, 1\], that a set of `population` removals of which `wrong` are wrong passes: exact, by a walk over
    /// the stopping points. From x wrong ones at one of them, the wrong ones at the next are x and a hypergeometric number
    /// more; what passes leaves the walk, and so does what has failed. More than all are never drawn, nor wrong.
    pub fn chance_to_pass(&self, population: u64, wrong: u64) -> f64 {
        let wrong = wrong.min(population);
        let most = self.most_wrong().min(wrong) as usize;
        let mut before = 0;
        // The chance of so many wrong ones so far, without having passed.
        let mut walking = vec![0.0; most + 1];
        walking[0] = 1.0;
        let mut passed = 0.0;
        for point in self.iter() {
            let drawn = point.drawn.min(population);
            let mut next = vec![0.0; most + 1];
            for (found, &chance) in walking.iter().enumerate() {
                if chance <= NEGLIGIBLE {
                    passed += chance;
                    continue;
                }
                let rest = Rest {
                    population: population - before,
                    wrong: wrong - found as u64,
                    drawn: drawn - before,
                };
                rest.spread(chance, &mut next[found..]);
            }
            let passing = next.iter_mut().take(point.wrong as usize + 1);
            passed += passing.map(std::mem::take).sum::<f64>();
            walking = next;
            before = drawn;
        }
        passed.min(1.0)
    }
}

/// What is not yet looked at.
struct Rest {
    population: u64,
    wrong: u64,
    /// Of it so many are drawn until the next stopping point.
    drawn: u64,
}

impl Rest {
    /// Adds the chance of each number of wrong ones among the drawn, times `chance`; those that do not fit are left out.
    /// From the likeliest number that fits, whose chance is no tiny number, to both sides.
    fn spread(&self, chance: f64, into: &mut [f64]) {
        let (drawn, wrong, population) = (self.drawn, self.wrong, self.population);
        let least = (drawn + wrong).saturating_sub(population);
        let most = drawn.min(wrong).min(into.len() as u64 - 1);
        if least > most {
            return;
        }
        let likeliest = u128::from(drawn + 1) * u128::from(wrong + 1) / u128::from(population + 2);
        let start = (likeliest as u64).clamp(least, most);
        let first = chance * ln_chance_of(start, drawn, wrong, population).exp();
        let odds = |hits| odds_of_one_more(hits, drawn, wrong, population);
        let mut add = |hits: u64, term: f64| {
            into[hits as usize] += term;
            term > NEGLIGIBLE * chance
        };
        let mut term = first;
        let mut hits = start;
        while add(hits, term) && hits < most {
            term *= odds(hits);
            hits += 1;
        }
        let mut term = first;
        let mut hits = start;
        while hits > least && term > 0.0 {
            hits -= 1;
            term /= odds(hits);
            if !add(hits, term) {
                break;
            }
        }
    }
}
