//! The order of risk and the order of questions: both fixed before anybody answers.

use xxhash_rust::xxh3::{Xxh3, xxh3_64_with_seed};

use super::doubts::{Doubts, RiskBy};
use crate::promise::by_risk;

/// Removals in the order in which they are asked about.
pub(super) struct Order {
    /// Each removed document with the one kept in its place, by rank.
    pub(super) removals: Vec<[u32; 2]>,
    /// The place of each in the order of risk, from 0, by rank.
    pub(super) places: Vec<u64>,
    /// The risk of each, in (0, 1\], by rank.
    pub(super) risks: Vec<f64>,
    /// The measures of doubt.
    pub(super) by: RiskBy,
    /// A digest of the ids in the order of risk, and of the measures.
    pub(super) digest: String,
}

impl Order {
    /// The removed documents, by place, the least doubted first.
    pub(super) fn by_risk(&self) -> Vec<u32> {
        let mut ordered = vec![0; self.removals.len()];
        for (&place, [removed, _]) in self.places.iter().zip(&self.removals) {
            ordered[place as usize] = *removed;
        }
        ordered
    }

    /// Orders removals at random, by a number that depends on the removed document's id and the seed alone: whoever draws
    /// again meets the same documents first.
    pub(super) fn of(doubts: &Doubts<'_>, seed: u64) -> Self {
        let by_risk = by_risk(&doubts.doubts);
        let mut digest = Xxh3::new();
        digest.update(doubts.by.to_string().as_bytes());
        let mut ranked: Vec<(u64, usize, f64)> = (0..)
            .zip(by_risk)
            .map(|(risk_place, (removal, risk))| (risk_place, removal, risk))
            .collect();
        let id = |removal: usize| doubts.doubts[removal].id;
        for (_, removal, _) in &ranked {
            digest.update(id(*removal).as_str().as_bytes());
            digest.update(&[0]);
        }
        ranked.sort_by_cached_key(|&(_, removal, _)| {
            let id = id(removal);
            (xxh3_64_with_seed(id.as_str().as_bytes(), seed), id)
        });
        Order {
            removals: ranked.iter().map(|it| doubts.removals[it.1]).collect(),
            places: ranked.iter().map(|it| it.0).collect(),
            risks: ranked.iter().map(|it| it.2).collect(),
            by: doubts.by,
            digest: format!("{:032x}", digest.digest128()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::promise::{Doubt, Missing, Outcome, Promise, TestPlan, Trial};
    use dejalu_text::document::DocumentId;

    /// As many wrong ones as just break the promise of the first tested set, all among its least doubted, while all others
    /// are equally doubted: which of these belong to the set is decided by a hash of their ids, and that must say nothing
    /// of when they are asked about. Larger sets keep the promise, so that a broken one that passes is looked for in each.
    #[test]
    fn equally_doubted_removals_are_asked_about_at_random_within_each_set() {
        let (removals, share, runs) = (3_000_u32, 0.05, 300);
        let promise = Promise {
            wrong_at_most: share,
            ..Promise::default()
        };
        let plan = TestPlan::new(u64::from(removals), 600, promise);
        let set = plan.chains[0][0].size as u32;
        let least_doubted = set / 4;
        let wrong = (share * f64::from(set)) as u32 + 1;
        for seed in [0, 42] {
            let is_broken = |run: &u32| {
                let ids: Vec<DocumentId> = (0..removals)
                    .map(|place| format!("run {run} document {place}").into())
                    .collect();
                let doubt = |place: u32| Doubt {
                    id: &ids[place as usize],
                    measures: vec![f64::from(u8::from(place >= least_doubted))],
                    score: None,
                };
                let doubts = Doubts {
                    by: RiskBy::SizeAndBetter,
                    removals: (0..removals).map(|place| [place, place]).collect(),
                    doubts: (0..removals).map(doubt).collect(),
                };
                let order = Order::of(&doubts, seed);
                let is_wrong = |rank: usize| Some(order.removals[rank][0] < wrong);
                let trial = Trial::new(plan.clone(), order.places.clone());
                let verdict = trial.verdict(Missing::Waits, is_wrong);
                let by_risk = order.by_risk();
                let mut passed = verdict.tested.iter();
                passed.any(|set| {
                    let inside = &by_risk[..set.size as usize];
                    let inside = inside.iter().filter(|&&place| place < wrong).count() as f64;
                    set.outcome == Outcome::Passed && inside > share * set.size as f64 + 1e-9
                })
            };
            let broken = f64::from((0..runs).filter(is_broken).count() as u32) / f64::from(runs);
            // Three standard errors of a chance of 0.05.
            assert!(broken <= 0.05 + 0.038, "seed {seed}: {broken}");
        }
    }
}
