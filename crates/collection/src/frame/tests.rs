use super::strata::Bars;
use super::{Frame, FrameOptions, FramePairs};
use crate::{Collection, Edge, Judge};
use dejalu_base::progress::Silent;
use dejalu_text::document::Document;

fn documents(count: usize) -> Vec<Document> {
    let document = |i: usize| Document::plain(format!("d{i:04}"), &format!("word{i} and more{i}"));
    (0..count).map(document).collect()
}

fn edges(count: u32, score: impl Fn(u32) -> f64) -> Vec<Edge> {
    let edge = |i: u32| Edge {
        left: i / 300,
        right: 1_000 + i % 300,
        score: score(i),
    };
    (0..count).map(edge).collect()
}

#[test]
fn every_stratum_is_a_fair_beginning_of_a_random_order() {
    let documents = documents(2_000);
    // Most scores are low; a pair in a hundred is above one half.
    let score = |i: u32| {
        if i.is_multiple_of(100) {
            0.5 + f64::from(i % 1_000) / 2_000.0
        } else {
            f64::from(i % 97) / 400.0
        }
    };
    let edges = edges(60_000, score);
    let strata = |chunk: usize, most: usize, seed: u64| {
        let mut bars = Bars::new((0.0, 1.0), seed);
        edges
            .chunks(chunk)
            .for_each(|edges| bars.offer(&documents, edges));
        bars.finish(most)
    };
    let all = strata(1_000, 10_000, 42);
    assert!((5..=10).contains(&all.len()), "{}", all.len());
    assert_eq!(all.iter().map(|it| it.size).sum::<u64>(), 60_000);
    assert!(all.iter().map(|it| it.drawn.len()).sum::<usize>() <= 10_000);
    assert!(all.windows(2).all(|two| two[0].to < two[1].from));
    assert_eq!(all, strata(60_000, 10_000, 42), "whatever comes together");
    assert_ne!(all, strata(1_000, 10_000, 7));
    let few = strata(1_000, 500, 42);
    for (few, all) in few.iter().zip(&all) {
        assert!(few.drawn.len() <= 100 && few.drawn[..] == all.drawn[..few.drawn.len()]);
        assert_eq!(few.size, all.size);
    }
    // The random keys say nothing of the score: the mean of the first is about that of all.
    let low = &all[0];
    let mean = |edges: &[Edge]| edges.iter().map(|it| it.score).sum::<f64>() / edges.len() as f64;
    let expected = mean(
        &edges
            .iter()
            .copied()
            .filter(|it| it.score <= low.to)
            .collect::<Vec<_>>(),
    );
    let spread = low.to - low.from;
    assert!((mean(&low.drawn) - expected).abs() < spread / 10.0);
}

#[test]
fn scores_beyond_the_range_come_into_the_outer_strata() {
    let documents = documents(2_000);
    let edges = edges(300, |i| f64::from(i) / 100.0 - 1.0);
    let mut bars = Bars::new((0.0, 1.0), 1);
    bars.offer(&documents, &edges);
    let strata = bars.finish(1_000);
    let (low, high) = (strata[0].from, strata[strata.len() - 1].to);
    assert!(low == -1.0 && (high - 1.99).abs() < 1e-9, "{low} {high}");
}

#[test]
fn a_frame_has_the_candidates_and_the_nearest_of_each_text() {
    // Words with digits would be none to the rule.
    let name = |i: usize| {
        format!(
            "q{}{}x",
            char::from(b'a' + (i / 26) as u8),
            char::from(b'a' + (i % 26) as u8)
        )
    };
    let text = |i: usize| match i % 3 {
        0 => format!(
            "The ferry {} waits at the old pier until the storm is over.",
            name(i)
        ),
        1 => format!(
            "The ferry {} waits at the pier until the storm is over.",
            name(i - 1)
        ),
        _ => format!("Beetles farm {} in dead wood.", name(i)),
    };
    let documents: Vec<Document> = (0..60)
        .map(|i| Document::plain(format!("d{i:02}"), &text(i)))
        .chain([Document::plain("copy", &text(0))])
        .collect();
    let collection = Collection::new(documents);
    let judge = Judge::rule("jaccard=0.8", Default::default()).unwrap();
    let frame = |pairs, nearest| {
        let options = FrameOptions {
            nearest,
            ..FrameOptions::default()
        };
        Frame::new(&collection, &judge, pairs, &options, &Silent).unwrap()
    };
    let candidates = frame(FramePairs::OfCollection, 0).size();
    let wide = frame(FramePairs::OfCollection, 10);
    assert!(
        candidates < 100 && wide.size() > candidates + 200,
        "{candidates} {}",
        wide.size()
    );
    let copy = collection
        .documents()
        .iter()
        .position(|it| it.id.as_str() == "copy");
    let original = collection
        .documents()
        .iter()
        .position(|it| it.id.as_str() == "d00");
    let is_of = |place: Option<usize>| {
        let place = place.unwrap() as u32;
        let mut pairs = wide.strata.iter().flat_map(|it| &it.drawn);
        pairs.any(|edge| edge.left == place || edge.right == place)
    };
    // The smaller name is the original.
    assert!(is_of(copy) && !is_of(original));
    let given = frame(FramePairs::Given(vec![(1, 2), (0, 3), (1, 2)]), 10);
    assert_eq!(given.size(), 2);
}
