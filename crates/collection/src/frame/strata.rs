//! Strata of scores, gathered pair by pair in bounded memory.

use serde::Serialize;

use crate::scoring::Edge;
use dejalu_text::document::Document;

/// Scores are counted in so many bars of equal width.
const BARS: usize = 400;

/// The most strata that are made of them; fewer where there are fewer scores.
const STRATA: usize = 10;

/// Of each bar so many pairs are kept, those with the smallest random keys.
const KEPT: usize = 2_000;

/// Pairs of similar scores.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Stratum {
    /// Its smallest score.
    pub from: f64,
    /// Its largest score.
    pub to: f64,
    /// Number of pairs of the frame in it.
    pub size: u64,
    /// Some of them, or all: the beginning of a random order of all, which depends on the ids and the
    /// seed alone. So whoever takes the first n has a simple random sample of the stratum.
    #[serde(skip)]
    pub drawn: Vec<Edge>,
}

/// The pairs of one bar.
#[derive(Default, Clone)]
struct Bar {
    count: u64,
    range: Option<(f64, f64)>,
    /// After their random keys.
    kept: Vec<(u64, Edge)>,
}

/// Pairs on their way into strata.
pub(super) struct Bars {
    range: (f64, f64),
    seed: u64,
    bars: Vec<Bar>,
}

impl Bars {
    /// Scores are expected in this range; those beyond it come into the outer bars.
    pub(super) fn new(range: (f64, f64), seed: u64) -> Self {
        Bars {
            range,
            seed,
            bars: vec![Bar::default(); BARS],
        }
    }

    pub(super) fn offer(&mut self, documents: &[Document], edges: &[Edge]) {
        let (low, high) = self.range;
        for edge in edges {
            let share = (edge.score - low) / (high - low);
            let place = (share * BARS as f64).max(0.0) as usize;
            let bar = &mut self.bars[place.min(BARS - 1)];
            bar.count += 1;
            let (from, to) = bar.range.unwrap_or((edge.score, edge.score));
            bar.range = Some((from.min(edge.score), to.max(edge.score)));
            bar.kept
                .push((edge.random_key(documents, self.seed), *edge));
            if bar.kept.len() >= 2 * KEPT {
                bar.shorten();
            }
        }
    }

    /// The strata, those of low scores first, with at most `most` pairs in all. Where one ends the
    /// root of the number of pairs decides: so the same number of labels of each makes for the
    /// narrowest estimate (Dalenius and Hodges 1959).
    pub(super) fn finish(mut self, most: usize) -> Vec<Stratum> {
        self.bars.iter_mut().for_each(Bar::shorten);
        let roots: f64 = self.bars.iter().map(|bar| (bar.count as f64).sqrt()).sum();
        let mut strata: Vec<Vec<Bar>> = vec![Vec::new(); STRATA];
        let mut sum = 0.0;
        for bar in self.bars.into_iter().filter(|bar| bar.count > 0) {
            let root = (bar.count as f64).sqrt();
            let place = ((sum + root / 2.0) / roots * STRATA as f64) as usize;
            sum += root;
            strata[place.min(STRATA - 1)].push(bar);
        }
        strata.retain(|bars| !bars.is_empty());
        let each = most / strata.len().max(1);
        strata.into_iter().map(|bars| stratum(bars, each)).collect()
    }
}

impl Bar {
    fn shorten(&mut self) {
        self.kept
            .sort_unstable_by_key(|&(key, edge)| (key, edge.left, edge.right));
        self.kept.truncate(KEPT);
    }

    /// The key up to which all its pairs are there.
    fn complete_to(&self) -> u64 {
        let is_whole = self.kept.len() as u64 == self.count;
        let last = self.kept.last().map(|&(key, _)| key);
        last.filter(|_| !is_whole).unwrap_or(u64::MAX)
    }
}

fn stratum(bars: Vec<Bar>, most: usize) -> Stratum {
    let complete_to = bars.iter().map(Bar::complete_to).min().unwrap_or_default();
    let ranges = || bars.iter().filter_map(|bar| bar.range);
    let (from, to) = (
        ranges().map(|it| it.0).fold(f64::INFINITY, f64::min),
        ranges().map(|it| it.1).fold(f64::NEG_INFINITY, f64::max),
    );
    let size = bars.iter().map(|bar| bar.count).sum();
    let mut kept: Vec<(u64, Edge)> = bars.into_iter().flat_map(|bar| bar.kept).collect();
    kept.retain(|&(key, _)| key <= complete_to);
    kept.sort_unstable_by_key(|&(key, edge)| (key, edge.left, edge.right));
    kept.truncate(most.max(1));
    Stratum {
        from,
        to,
        size,
        drawn: kept.into_iter().map(|(_, edge)| edge).collect(),
    }
}
