//! Rare duplicates: groups that stand apart, since almost no pair scores just below them.

use crate::components::components;
use crate::scoring::Edge;
use dejalu_base::threshold::reaches;
use dejalu_text::sorted::distinct;

/// Pairs that score less than a threshold by up to so much of every similarity are looked at. With each such step up
/// pairs of unrelated documents become rarer by half or more (in nine collections of one document a cluster), so that
/// no more of them reach the threshold than score in the step below it.
const STEP: f64 = 0.1;

/// Of the groups at most one in so many may be of unrelated documents; fewer groups say nothing.
const LEAST_GROUPS: usize = 100;

/// Many documents that are all alike are rather of one pattern than rare duplicates, and count as unrelated.
const CROWD: usize = 10;

/// So are many smaller groups: rare copies come in twos, and of so many groups one document at most may be a third.
const GROUPS_OF_TWO: usize = 10;

/// From the score of a pair whose similarities are all so large pairs are looked at.
pub(super) const LOWEST: f64 = 0.5;

/// The similarity that is tried first, and last, in hundredths.
const TRIED: std::ops::RangeInclusive<u32> = 60..=90;

/// The lowest threshold whose groups stand apart, given pairs by falling score, how many documents were left out of the
/// sample since they are like many in it, and the score of a pair whose similarities are all so large, where it is
/// known. `None` where there is none, or too few groups to say so.
pub(super) fn gap(
    edges: &[Edge],
    left_out: usize,
    score_alike: impl Fn(f64) -> Option<f64>,
) -> Option<f64> {
    // Few of the documents of a collection are in a sample.
    let documents = distinct(edges.iter().flat_map(|edge| [edge.left, edge.right]));
    let number = |place| documents.partition_point(|&it| it < place) as u32;
    let pairs = edges
        .iter()
        .map(|edge| (number(edge.left), number(edge.right)));
    let pairs: Vec<(u32, u32)> = pairs.collect();
    let reach = |score| edges.partition_point(|edge| reaches(edge.score, score));
    let bounds = TRIED.filter_map(|hundredths| {
        let similarity = f64::from(hundredths) / 100.0;
        Some((score_alike(similarity - STEP)?, score_alike(similarity)?))
    });
    // A model need not score higher what is more alike.
    let mut bounds = bounds.filter(|(below, at)| below < at);
    let stands_apart = |&(below, at): &(f64, f64)| {
        let (duplicates, rest) = pairs.split_at(reach(at));
        let below = &rest[..reach(below) - duplicates.len()];
        stand_apart(documents.len(), duplicates, below, left_out)
    };
    bounds.find(stands_apart).map(|(_, at)| at)
}

/// Returns whether the groups of the duplicates stand apart, given the pairs that score just below them.
fn stand_apart(
    documents: usize,
    duplicates: &[(u32, u32)],
    below: &[(u32, u32)],
    left_out: usize,
) -> bool {
    let group_of = components(documents, duplicates.iter().copied());
    let mut sizes = vec![0usize; documents];
    for &group in &group_of {
        sizes[group as usize] += 1;
    }
    let groups = sizes.iter().filter(|&&size| size > 1).count();
    let crowded: usize = sizes.iter().filter(|&&size| size > CROWD).sum();
    let thirds: usize = sizes.iter().map(|size| size.saturating_sub(2)).sum();
    let joins_groups = |&&(a, b): &&(u32, u32)| group_of[a as usize] != group_of[b as usize];
    let between = below.iter().filter(joins_groups).count();
    let unrelated = between + crowded + left_out + 1;
    unrelated * LEAST_GROUPS <= groups && thirds * GROUPS_OF_TWO <= groups
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many pairs of two documents each, with scores between two.
    fn pairs(first: u32, count: u32, from: f64, to: f64) -> impl Iterator<Item = Edge> {
        (0..count).map(move |pair| Edge {
            left: first + 2 * pair,
            right: first + 2 * pair + 1,
            score: from + (to - from) * f64::from(pair) / f64::from(count),
        })
    }

    fn found(edges: impl Iterator<Item = Edge>) -> Option<f64> {
        let mut edges: Vec<Edge> = edges.collect();
        edges.sort_unstable_by(|a, b| b.score.total_cmp(&a.score));
        gap(&edges, 0, Some)
    }

    #[test]
    fn what_stands_apart_is_found_from_the_lowest_such_threshold_on() {
        assert_eq!(found(pairs(0, 200, 0.7, 0.9)), Some(0.6));
        let above = |last| found(pairs(0, 200, 0.7, 0.9).chain(pairs(900, 300, 0.3, last)));
        assert_eq!([above(0.4), above(0.55)], [Some(0.6), Some(0.65)]);
        // The steps below all thresholds that keep enough groups hold something.
        assert_eq!(above(0.7), None);
    }

    #[test]
    fn scores_without_a_gap_have_none() {
        assert_eq!(found(pairs(0, 2_000, 0.5, 1.0)), None);
        let halving = (0..8).flat_map(|step| {
            let from = 0.5 + 0.05 * f64::from(step);
            pairs(step * 10_000, 3_000 >> step, from, from + 0.05)
        });
        assert_eq!(found(halving), None);
    }

    #[test]
    fn few_groups_and_crowds_say_nothing() {
        assert_eq!(found(pairs(0, 99, 0.7, 0.9)), None);
        assert_eq!(found(pairs(0, 100, 0.7, 0.9)), Some(0.6));
        let crowd = |size: u32| {
            (0..size)
                .flat_map(move |right| (0..right).map(move |left| (left, right)))
                .map(|(left, right)| Edge {
                    left: 9_000 + left,
                    right: 9_000 + right,
                    score: 0.8,
                })
        };
        assert_eq!(found(crowd(200)), None);
        assert_eq!(found(pairs(0, 400, 0.7, 0.9).chain(crowd(11))), None);
        assert_eq!(found(pairs(0, 400, 0.7, 0.9).chain(crowd(10))), Some(0.6));
    }

    #[test]
    fn pairs_within_groups_do_not_fill_the_gap() {
        let chains = (0..20u32).flat_map(|group| {
            let [a, b, c] = [0, 1, 2].map(|member| 3 * group + member);
            [(a, b, 0.8), (b, c, 0.8), (a, c, 0.55)].map(|(left, right, score)| Edge {
                left,
                right,
                score,
            })
        });
        assert_eq!(found(chains.chain(pairs(900, 200, 0.7, 0.9))), Some(0.6));
    }

    #[test]
    fn many_groups_of_more_than_two_say_nothing() {
        let forms = |groups: u32| {
            let of = |group: u32| {
                [(0, 1), (0, 2), (1, 2)].map(|(a, b)| Edge {
                    left: 3 * group + a,
                    right: 3 * group + b,
                    score: 0.8,
                })
            };
            (0..groups).flat_map(of)
        };
        assert_eq!(found(forms(200)), None);
        let beside_pairs = |groups| found(forms(groups).chain(pairs(900, 180, 0.7, 0.9)));
        assert_eq!([beside_pairs(20), beside_pairs(21)], [Some(0.6), None]);
    }

    #[test]
    fn what_was_left_out_of_the_sample_counts_as_unrelated() {
        let edges: Vec<Edge> = pairs(0, 1_000, 0.8, 0.8).collect();
        assert_eq!(
            [gap(&edges, 9, Some), gap(&edges, 10, Some)],
            [Some(0.6), None]
        );
    }

    #[test]
    fn a_judge_without_such_a_score_has_none() {
        let mut edges: Vec<Edge> = pairs(0, 200, 0.7, 0.9).collect();
        edges.reverse();
        assert_eq!(gap(&edges, 0, |_| None), None);
        assert_eq!(gap(&edges, 0, |_| Some(0.5)), None);
        assert_eq!(gap(&edges, 0, |similarity| Some(-similarity)), None);
    }
}
