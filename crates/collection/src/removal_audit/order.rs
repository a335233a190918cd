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
