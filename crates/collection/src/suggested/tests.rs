use petgraph::unionfind::UnionFind;

use super::cohesion::steps;
use super::suggested::{ALIKE, LOOKED_AT};
use super::valley::valley;
use super::*;
use crate::judge::{ALIKE_IN_COLLECTIONS, Judge};
use crate::scoring::Edge;

/// Disjoint groups of so many documents each; all pairs of a group have scores from `from` on.
fn groups(count: u32, size: u32, from: f64) -> Vec<Edge> {
    let pairs = (0..size).flat_map(move |right| (0..right).map(move |left| (left, right)));
    let of_group = move |group: u32| {
        pairs
            .clone()
            .enumerate()
            .map(move |(step, (left, right))| Edge {
                left: group * size + left,
                right: group * size + right,
                score: from + (step % 7) as f64 * 0.01 + f64::from(group % 5) * 0.002,
            })
    };
    (0..count).flat_map(of_group).collect()
}

fn suggested(edges: &[Edge], documents: usize) -> SuggestedThreshold {
    let judge = Judge::rule("jaccard=0.2", Default::default()).unwrap();
    SuggestedThreshold::of(edges, all(edges, documents), &judge)
}

fn all(edges: &[Edge], texts: usize) -> SampledCandidates {
    SampledCandidates::new(edges.len(), edges.len(), texts)
}

/// Pairs that join the groups of five into chains, at falling scores.
fn bridges(count: u32, from: f64, to: f64) -> impl Iterator<Item = Edge> {
    (1..count).map(move |group| Edge {
        left: (group - 1) * 5,
        right: group * 5,
        score: from + (to - from) * f64::from(group) / f64::from(count),
    })
}

#[test]
fn cohesive_groups_are_not_chained() {
    let mut edges = groups(40, 5, 0.8);
    edges.extend(bridges(40, 0.5, 0.2));
    let found = suggested(&edges, 200);
    assert_eq!(found.basis, Basis::Cohesion);
    assert!((0.5..=0.8).contains(&found.at), "{found:?}");
    assert!(found.cohesion.unwrap() > 0.9);
    assert!(found.below.is_sorted() && found.below.iter().all(|&score| score < found.at));
    assert!(!found.below.is_empty());
}

#[test]
fn a_valley_between_two_modes_is_found_however_cohesive_the_lower_one_is() {
    let mut edges = groups(40, 5, 0.8);
    edges.extend(groups(30, 5, 0.3).into_iter().map(|edge| Edge {
        left: edge.left + 200,
        right: edge.right + 200,
        ..edge
    }));
    let found = suggested(&edges, 350);
    assert_eq!(found.basis, Basis::Valley);
    assert!((0.4..0.8).contains(&found.at), "{found:?}");
    assert_eq!((found.below.len(), found.cohesion), (300, Some(1.0)));
}

#[test]
fn one_mode_has_no_valley_and_all_of_it_stays() {
    let edges = groups(40, 5, 0.8);
    assert_eq!(valley(&edges), None);
    let found = suggested(&edges, 200);
    assert_eq!(
        (found.at, found.basis, found.below.len()),
        (0.8, Basis::Cohesion, 0)
    );
}

#[test]
fn no_lower_threshold_is_suggested_than_that_of_pairs_which_are_fairly_alike() {
    let judge = Judge::model(dejalu_experiment::model::builtin::model().unwrap());
    let from = |similarity| judge.score_of_all_at(similarity).unwrap();
    let looked_at = SuggestedThreshold::looks_from(&judge);
    assert_eq!(looked_at, from(LOOKED_AT));
    let edges = groups(40, 5, looked_at);
    let found = SuggestedThreshold::of(&edges, all(&edges, 200), &judge);
    assert_eq!((found.at, found.basis), (from(ALIKE), Basis::Alike));
    assert_eq!(found.audited_from(), looked_at);
    assert_eq!((found.from, found.below.len()), (looked_at, 400));
    let least = from(ALIKE_IN_COLLECTIONS) + 0.01;
    let edges = groups(40, 5, least);
    let found = SuggestedThreshold::of(&edges, all(&edges, 200), &judge);
    assert_eq!((found.at, found.basis), (least, Basis::Cohesion));
    assert_eq!(found.audited_from(), least);
}

#[test]
fn chains_alone_say_nothing() {
    let edges: Vec<Edge> = bridges(400, 0.9, 0.3).collect();
    let found = suggested(&edges, 400);
    assert_eq!((found.at, found.basis), (0.2, Basis::Own));
}

#[test]
fn a_sample_stands_for_as_large_a_share_of_the_texts() {
    let texts = |sampled, candidates| SampledCandidates::new(sampled, candidates, 900).texts;
    assert_eq!([texts(0, 0), texts(20, 20), texts(20, 60)], [900, 900, 300]);
    let part = SampledCandidates::new(20_000, 90_000, 900);
    let edges = groups(40, 5, 0.8);
    let judge = Judge::rule("jaccard=0.2", Default::default()).unwrap();
    let found = SuggestedThreshold::of(&edges, part, &judge);
    let said = "(from a sample of 20,000 of 90,000 pairs)";
    assert!(found.reason().ends_with(said), "{}", found.reason());
}

#[test]
fn few_pairs_say_nothing() {
    let rare = groups(40, 5, 0.8);
    for (edges, texts) in [(groups(5, 3, 0.8), 15), (Vec::new(), 20), (rare, 1_000)] {
        let found = suggested(&edges, texts);
        assert_eq!((found.at, found.basis), (0.2, Basis::Own));
        assert_eq!(found.cohesion, (!edges.is_empty()).then_some(1.0));
    }
}

#[test]
fn equal_scores_and_the_order_of_the_pairs_change_nothing() {
    let mut edges = groups(40, 5, 0.8);
    edges.extend(bridges(40, 0.3, 0.3));
    let found = suggested(&edges, 200);
    edges.reverse();
    assert_eq!(suggested(&edges, 200), found);
    let all: Vec<Edge> = groups(40, 5, 0.8)
        .iter()
        .map(|edge| Edge {
            score: 0.7,
            ..*edge
        })
        .collect();
    assert_eq!(suggested(&all, 200).at, 0.7);
}

#[test]
fn steps_count_pairs_as_a_slow_count_does() {
    let mut edges = groups(6, 4, 0.6);
    edges.extend(bridges(4, 0.65, 0.5));
    edges.sort_unstable_by(|a, b| b.score.total_cmp(&a.score));
    for step in steps(&edges) {
        let mut components = UnionFind::<u32>::new(30);
        let reached = edges.iter().filter(|edge| edge.score >= step.at);
        let duplicates = reached
            .map(|edge| components.union(edge.left, edge.right))
            .count();
        let label = components.into_labeling();
        let pairs = (0..30).flat_map(|right| (0..right).map(move |left| (left, right)));
        let together = pairs.filter(|&(left, right): &(usize, usize)| label[left] == label[right]);
        assert_eq!(
            (step.duplicates, step.pairs),
            (duplicates, together.count())
        );
    }
}

#[test]
fn rare_duplicates_that_stand_apart_are_seen() {
    let judge = Judge::model(dejalu_experiment::model::builtin::model().unwrap());
    let score = |similarity: f64| judge.score_of_all_at(similarity).unwrap();
    let (edges, sample) = (
        groups(200, 2, score(0.65)),
        SampledCandidates::new(200, 200, 60_000),
    );
    let found = SuggestedThreshold::of(&edges, sample, &judge);
    assert_eq!((found.at, found.basis), (score(0.9), Basis::Alike));
    assert_eq!(found.looks_for_gap_from(&edges[..99], &judge), None);
    assert_eq!(found.looks_for_gap_from(&edges, &judge), Some(score(0.5)));
    let found = found.or_gap(&edges, sample, &judge);
    assert_eq!((found.at, found.basis), (score(0.6), Basis::Gap));
    assert_eq!((found.from, found.below.len()), (score(0.6), 0));
    assert_eq!(found.looks_for_gap_from(&edges, &judge), None);
}
