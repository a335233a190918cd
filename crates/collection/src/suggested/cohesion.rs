//! How cohesive groups are at each threshold.

use petgraph::unionfind::UnionFind;

use crate::scoring::Edge;
use dejalu_learn::evaluation::wilson;

/// Fewer pairs within groups say nothing about cohesion.
const LEAST_PAIRS: usize = 30;

/// Nor do fewer pairs than this part of the texts: where duplicates are rare, the chance
/// likenesses of a collection may be just as cohesive.
const LEAST_OF_TEXTS: f64 = 0.5;

/// Groups that are less cohesive than this at every threshold say nothing either.
const LEAST_COHESION: f64 = 0.8;

/// Groups are nearly as cohesive as the best if they fall short by at most this.
const TOLERANCE: f64 = 0.02;

/// The groups at a threshold.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) at: f64,
    /// Pairs that reach it; all are within groups.
    pub(super) duplicates: usize,
    /// Pairs within groups.
    pub(super) pairs: usize,
}

impl Step {
    pub(super) fn cohesion(&self) -> f64 {
        self.duplicates as f64 / self.pairs as f64
    }

    /// The lower end of its interval: of few pairs all may be duplicates by chance.
    fn surely(&self) -> f64 {
        let interval = wilson(self.duplicates as u64, self.pairs as u64, 0.95);
        interval.map_or(0.0, |interval| interval.low)
    }
}

/// Every score as a threshold, from the highest on, given edges by falling score.
pub(super) fn steps(edges: &[Edge]) -> Vec<Step> {
    let last = edges.iter().map(|edge| edge.left.max(edge.right)).max();
    let documents = last.map_or(0, |last| last as usize + 1);
    let mut groups = UnionFind::<u32>::new(documents);
    let mut sizes = vec![1usize; documents];
    let mut pairs = 0;
    let mut steps = Vec::new();
    for (place, edge) in edges.iter().enumerate() {
        let [left, right] = [edge.left, edge.right].map(|end| groups.find_mut(end));
        if groups.union(left, right) {
            let [a, b] = [left, right].map(|group| sizes[group as usize]);
            pairs += a * b;
            sizes[groups.find_mut(left) as usize] = a + b;
        }
        let next = edges.get(place + 1);
        if next.is_none_or(|next| next.score < edge.score) {
            steps.push(Step {
                at: edge.score,
                duplicates: place + 1,
                pairs,
            });
        }
    }
    steps
}

/// The lowest threshold whose groups are nearly as cohesive as those of any. `None` where there are
/// too few pairs, or no cohesive groups.
pub(super) fn cohesive(steps: &[Step], texts: usize) -> Option<f64> {
    let least = LEAST_PAIRS.max((LEAST_OF_TEXTS * texts as f64).ceil() as usize);
    let enough = || steps.iter().filter(|step| step.duplicates >= least);
    let best = enough().map(Step::surely).reduce(f64::max)?;
    if best < LEAST_COHESION {
        return None;
    }
    let nearly = enough().filter(|step| step.cohesion() >= best - TOLERANCE);
    nearly.map(|step| step.at).reduce(f64::min)
}
