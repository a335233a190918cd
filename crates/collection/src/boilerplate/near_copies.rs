//! Which documents are near copies of each other, directly or over others.

use petgraph::unionfind::UnionFind;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::components::components;
use dejalu_base::error::Result;
use dejalu_similarity::candidates::{
    CandidateOptions, Candidates, Filter, GrowingIndex, Method, Ratio, Sketches, Walk,
};

/// Documents belong to one group if they share so much of their runs of three words.
const NEAR_COPIES: f64 = 0.9;
pub(super) const RUN: usize = 3;

/// A document that shares so much with a leader needs none of its own.
const CLOSE: f64 = 0.95;

/// One less the shared part is a metric: a near copy of what is close to a leader shares at least 0.85 with the leader.
/// A little less, since thresholds have a margin.
const NEARBY: f64 = 0.84;

/// Pairs of near copies that are looked at one by one: so many for each document, and beside.
const EACH: usize = 16;
const FEW: usize = 1 << 17;

/// Documents that are led together.
const TOGETHER: usize = 512;

/// A number for each document, equal for near copies. Where these are too many to be listed, and can be looked for one
/// document after the other, each is compared with a few that stand for them.
pub(super) fn near_copies(sketches: &Sketches) -> Result<Vec<u32>> {
    let candidates = Candidates::new(
        sketches,
        &filter(NEAR_COPIES, 10)?,
        &CandidateOptions::default(),
    )?;
    let most = match candidates.plan().method {
        Method::Exact => FEW + EACH * sketches.len(),
        // Only a search that misses none gives the same groups in both ways.
        _ => usize::MAX,
    };
    let mut pairs = 0;
    let few = Walk::new(&candidates).take_while(|more| {
        pairs += more.len();
        pairs <= most
    });
    let found = components(sketches.len(), few.flatten());
    if pairs <= most {
        return Ok(found);
    }
    drop(candidates);
    of_crowds(sketches, TOGETHER)
}

fn filter(at: f64, steps: u32) -> Result<Filter> {
    let feature = format!("resemblance:w={RUN}").parse()?;
    Filter::new(feature, Ratio::at_most(at, steps))
}

/// The same where thousands are near copies of each other. A document is compared with leaders; with those that
/// follow one only where it may be a near copy of them and is not known to be of their group. So many are led together.
fn of_crowds(sketches: &Sketches, together: usize) -> Result<Vec<u32>> {
    let [near, close] = [filter(NEAR_COPIES, 10)?, filter(CLOSE, 100)?];
    let (filters, nearby) = ([filter(NEARBY, 100)?], [sketches.clone()]);
    let keeps = |filter: &Filter, a: u32, b: u32| {
        filter.keeps(sketches.get(a as usize), sketches.get(b as usize))
    };
    let mut groups = UnionFind::<u32>::new(sketches.len());
    let mut leaders = GrowingIndex::new(&filters, &nearby);
    let mut followers: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    let order: Vec<u32> = (0..sketches.len() as u32).collect();
    for documents in order.chunks(together) {
        let mut earlier = leaders.earlier(documents)?;
        let mut added: FxHashSet<u32> = FxHashSet::default();
        for &document in documents {
            let mut met = earlier.remove(&document).unwrap_or_default();
            met.retain(|before| *before < documents[0] || added.contains(before));
            let mut leader = None;
            for &before in &met {
                if keeps(&near, before, document)? {
                    groups.union(before, document);
                }
                if leader.is_none() && keeps(&close, before, document)? {
                    leader = Some(before);
                }
                for &follower in followers.get(&before).into_iter().flatten() {
                    if groups.find_mut(follower) == groups.find_mut(document) {
                        // All that follow are of the leader's group.
                        break;
                    }
                    if keeps(&near, follower, document)? {
                        groups.union(follower, document);
                    }
                }
            }
            match leader {
                Some(leader) => followers.entry(leader).or_default().push(document),
                None => {
                    added.insert(document);
                }
            }
        }
        let added = documents.iter().filter(|it| added.contains(it));
        leaders.add(added.copied().collect());
    }
    let labels = groups.into_labeling();
    Ok(components(sketches.len(), (0..).zip(labels)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use dejalu_similarity::candidates::SketchRef;

    proptest! {
        #[test]
        fn leaders_give_the_groups_of_all_pairs(
            edits in prop::collection::vec((0u64..3, prop::collection::vec(0u64..100, 0..9)), 1..60),
            together in prop::sample::select(vec![1, 3, TOGETHER]),
        ) {
            let mut sketches = Sketches::default();
            for (number, (family, edits)) in (0u64..).zip(&edits) {
                let value = |place: u64| {
                    if edits.contains(&place) { 10_000 + number * 1_000 + place } else { family * 100 + place }
                };
                let mut values: Vec<u64> = (0..100).map(value).collect();
                values.sort_unstable();
                sketches.push(SketchRef { values: &values, shares: &[] });
            }
            prop_assert_eq!(of_crowds(&sketches, together).unwrap(), near_copies(&sketches).unwrap());
        }
    }
}
