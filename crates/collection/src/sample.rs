//! Candidates for people to label, where there are no labels yet.

use serde::Serialize;

use super::judge::Judge;
use super::scoring::Edge;
use dejalu_text::document::Document;

/// The number of candidates to draw, and the seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Sample {
    /// Number of pairs; all of them if there are fewer.
    pub pairs: usize,
    /// The seed.
    pub seed: u64,
}

impl Sample {
    /// No more candidates than this are drawn: they are kept in memory, for people to label.
    pub const MOST_PAIRS: u64 = 10_000_000;
}

/// Scores are cut into so many strata of equal width in what they are worth.
const STRATA: usize = 10;

/// A candidate after its random key.
type Keyed = (u64, (u32, u32));

/// Candidates drawn so far.
///
/// Drawn evenly they would be nearly all of one kind. So every stratum of scores gives as many as
/// any other, as far as it has them. The sample depends on the documents' names and the seed alone.
pub(super) struct Drawn {
    sample: Sample,
    strata: Vec<Vec<Keyed>>,
}

impl Drawn {
    pub(super) fn new(sample: Sample) -> Self {
        Drawn {
            sample,
            strata: vec![Vec::new(); STRATA],
        }
    }

    /// Adds scored candidates; of each stratum only as many are kept as could be drawn.
    pub(super) fn offer(&mut self, documents: &[Document], edges: &[Edge], judge: &Judge) {
        for edge in edges {
            let stratum = (judge.normalised_score(edge.score) * STRATA as f64) as usize;
            let key = edge.random_key(documents, self.sample.seed);
            self.strata[stratum.min(STRATA - 1)].push((key, (edge.left, edge.right)));
        }
        for candidates in &mut self.strata {
            candidates.sort_unstable();
            candidates.truncate(self.sample.pairs);
        }
    }

    /// The candidates drawn, shuffled.
    pub(super) fn finish(self) -> Vec<(u32, u32)> {
        let mut wanted = self.sample.pairs;
        let mut strata = self.strata;
        // The smallest first: what they lack the others give.
        strata.sort_by_key(Vec::len);
        let mut drawn: Vec<Keyed> = Vec::new();
        for (place, candidates) in strata.into_iter().enumerate() {
            let share = wanted.div_ceil(STRATA - place).min(candidates.len());
            wanted -= share;
            drawn.extend(&candidates[..share]);
        }
        drawn.sort_unstable();
        drawn.into_iter().map(|(_, pair)| pair).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stratum_gives_its_share_in_no_order_of_scores() {
        let documents: Vec<Document> = (0..400)
            .map(|i| Document::plain(format!("d{i}"), "text"))
            .collect();
        // Three hundred poor candidates, ninety good ones, five in between.
        let edges: Vec<Edge> = (0..395)
            .map(|i| Edge {
                left: i,
                right: i + 1,
                score: if i < 300 {
                    0.05
                } else if i < 390 {
                    0.95
                } else {
                    0.5
                },
            })
            .collect();
        let judge = Judge::rule("jaccard=0.5", Default::default()).unwrap();
        let draw = |pairs, seed| {
            let mut drawn = Drawn::new(Sample { pairs, seed });
            for edges in edges.chunks(100) {
                drawn.offer(&documents, edges, &judge);
            }
            drawn.finish()
        };
        let sample = draw(45, 42);
        let kinds = |range: std::ops::Range<u32>| {
            sample.iter().filter(|pair| range.contains(&pair.0)).count()
        };
        assert_eq!(
            (kinds(0..300), kinds(300..390), kinds(390..395)),
            (20, 20, 5)
        );
        assert!(!sample.is_sorted(), "shuffled");
        assert_eq!(draw(45, 42), sample);
        assert_ne!(draw(45, 7), sample);
        assert_eq!(draw(1_000, 42).len(), 395);
    }
}
