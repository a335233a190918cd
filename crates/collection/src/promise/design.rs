//! The choice of the stopping points of a set, before any answer.

use dejalu_learn::evaluation::{fewest_to_draw, most_to_find};

use super::stopping_points::{StoppingPoint, StoppingPoints};

/// A set of removals, and what is to be ruled out of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct SetToTest {
    /// Removals in it.
    pub(super) size: u64,
    /// The fewest wrong ones that break the promise.
    pub(super) too_many: u64,
    /// The wrong ones to expect where much less is wrong than may be: the stopping points are chosen to pass then.
    pub(super) expected: u64,
    /// The most answers about it.
    pub(super) answers: u64,
    /// The largest chance to pass wrongly.
    pub(super) level: f64,
}

/// Stopping points of so many numbers of wrong ones are tried: the most that the answers allow, and one less.
const NUMBERS: u64 = 2;

/// So many last stopping points are tried for each, evenly from the first possible to the most answers.
const LAST_POINTS: u64 = 8;

/// Halvings of the range that the level of the earlier stopping points is in.
const HALVINGS: u32 = 9;

/// Of designs whose chances to pass differ by less, the one that can pass first is taken.
const AS_GOOD: f64 = 0.02;

/// \[choice\] More stopping points than this cost time and save nearly no answers.
const MOST_POINTS: u64 = 24;

impl SetToTest {
    /// The most wrong ones that it can pass with; `None` where so few answers rule out nothing.
    pub(super) fn most_wrong(&self) -> Option<u64> {
        most_to_find(self.answers, self.too_many, self.size, self.level)
    }

    /// The stopping points; `None` where it cannot pass.
    pub(super) fn stopping_points(&self) -> Option<StoppingPoints> {
        let most = self.most_wrong()?;
        let numbers = (0..NUMBERS).filter_map(|less| most.checked_sub(less));
        let designs: Vec<StoppingPoints> = numbers.flat_map(|wrong| self.designs(wrong)).collect();
        let chances: Vec<f64> = designs
            .iter()
            .map(|it| it.chance_to_pass(self.size, self.expected))
            .collect();
        let best = chances.iter().copied().fold(0.0, f64::max);
        let good = designs.into_iter().zip(chances);
        let good = good.filter(|(_, chance)| *chance >= best - AS_GOOD);
        good.map(|it| it.0).min_by_key(StoppingPoints::first)
    }

    /// Designs that pass with at most so many wrong ones.
    fn designs(&self, wrong: u64) -> Vec<StoppingPoints> {
        let Some(least) = self.fewest(wrong, self.level) else {
            return Vec::new();
        };
        let room = self.answers.saturating_sub(least);
        let last = |part| least + room * part / (LAST_POINTS - 1);
        let mut last: Vec<u64> = (0..LAST_POINTS).map(last).collect();
        last.dedup();
        let designs = last
            .into_iter()
            .filter_map(|drawn| self.design(StoppingPoint { drawn, wrong }));
        designs.collect()
    }

    /// The design that ends with this stopping point, the earlier ones as early as the level allows; `None` where not even
    /// the last is allowed.
    fn design(&self, last: StoppingPoint) -> Option<StoppingPoints> {
        let is_allowed =
            |points: &StoppingPoints| points.chance_to_pass(self.size, self.too_many) <= self.level;
        let at = |level: f64| {
            let earlier = few_of(last.wrong).filter_map(|wrong| {
                let drawn = self.fewest(wrong, level)?;
                Some(StoppingPoint { drawn, wrong })
            });
            StoppingPoints::new(earlier, last)
        };
        let strictest = StoppingPoints::new([], last);
        let all = at(self.level);
        if is_allowed(&all) {
            return Some(all);
        }
        let mut best = is_allowed(&strictest).then_some(strictest)?;
        let (mut allowed, mut refused) = (0.0, self.level);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(allowed, refused);
            let points = at(middle);
            if is_allowed(&points) {
                (allowed, best) = (middle, points);
            } else {
                refused = middle;
            }
        }
        Some(best)
    }

    /// The fewest answers of which so few wrong ones rule out that the promise is broken.
    fn fewest(&self, wrong: u64, level: f64) -> Option<u64> {
        fewest_to_draw(wrong, self.too_many, self.size, level)
    }
}

/// The numbers of wrong ones below `last` to look at: all, or some, evenly.
fn few_of(last: u64) -> impl Iterator<Item = u64> {
    let points = last.min(MOST_POINTS);
    (0..points).map(move |point| point * last / points)
}
