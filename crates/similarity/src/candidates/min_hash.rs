//! MinHash bands: candidates by chance, with a known chance (Broder 1997; Indyk and Motwani 1998).

use rayon::prelude::*;

use super::join::{Join, work};
use super::mixing::{GOLDEN, mixed};
use super::overlap::SetThreshold;
use super::ranks::Ranks;
use super::ratio::Ratio;
use super::records::Records;
use super::scratch::Scratch;
use super::sketches::Sketches;
use crate::corpus::Lists;

/// Number of minima taken of a set, and number of them in a band.
///
/// Two sets of Jaccard s agree in a minimum with probability s, in a band of r with sʳ, and in one
/// of b bands with 1 − (1 − sʳ)ᵇ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bands {
    /// b.
    pub bands: u32,
    /// r.
    pub rows: u32,
}

impl Bands {
    /// The least chance that a pair at the threshold must have.
    const LEAST_RECALL: f64 = 0.995;
    /// The most minima that are taken of a set.
    const MOST_MINIMA: u32 = 512;

    /// The longest bands, so that the fewest other pairs meet, that find a pair at the threshold
    /// with probability 0.995; of those as few as will do.
    pub(crate) fn for_threshold(at: Ratio) -> Self {
        let enough = |&bands: &Bands| bands.recall(at.value()) >= Self::LEAST_RECALL;
        let of_rows =
            |rows: u32| (1..=Self::MOST_MINIMA / rows).map(move |bands| Bands { bands, rows });
        let most = Bands {
            bands: Self::MOST_MINIMA,
            rows: 1,
        };
        (1..=16)
            .rev()
            .find_map(|rows| of_rows(rows).find(enough))
            .unwrap_or(most)
    }

    /// The probability that a pair of Jaccard `similarity` becomes a candidate.
    pub(crate) fn recall(self, similarity: f64) -> f64 {
        1.0 - (1.0 - similarity.powi(self.rows as i32)).powi(self.bands as i32)
    }
}

/// The join by bands; what meets is verified exactly.
pub(super) struct MinHashJoin {
    threshold: SetThreshold,
    records: Records,
    /// The bands of each record that another one shares, as ranks.
    bands: Ranks,
    postings: Lists<u32>,
}

impl MinHashJoin {
    /// For a self-join.
    pub(super) fn new(
        sketches: &Sketches,
        threshold: SetThreshold,
        bands: Bands,
        seed: u64,
    ) -> Self {
        let (records, _) = Records::of(sketches, 2);
        let of_set = BandKeys::new(bands, seed);
        let keys: Vec<Vec<u64>> = (0..records.len() as u32)
            .into_par_iter()
            .map(|record| {
                let document = records.members(record)[0] as usize;
                of_set.of(sketches.get(document).values)
            })
            .collect();
        let keys: Vec<&[u64]> = keys.iter().map(Vec::as_slice).collect();
        let (bands, _) = Ranks::of(&keys, 2);
        let postings = Lists::gather(bands.len(), records.len(), |record| {
            let bands = bands.get(record).iter();
            bands.map(move |&band| (band, record))
        });
        MinHashJoin {
            threshold,
            records,
            bands,
            postings,
        }
    }
}

impl Join for MinHashJoin {
    fn len(&self) -> usize {
        self.records.len()
    }

    fn members(&self, record: u32) -> &[u32] {
        self.records.members(record)
    }

    fn earlier(&self, record: u32, scratch: &mut Scratch) -> Vec<u32> {
        let bands = self.bands.get(record);
        scratch.counts.restart(bands.len() as u32);
        let this = self.records.get(record);
        let mut similar = Vec::new();
        for &band in bands {
            let before = self.postings.get(band).iter();
            for &other in before.take_while(|&&other| other < record) {
                if scratch.counts.add(other) > 1 {
                    continue;
                }
                let found = self.records.get(other);
                if this.shares(found, self.threshold.shared(this.size, found.size)) {
                    similar.push(other);
                }
            }
        }
        similar
    }

    fn joins(&self, left: u32, right: u32) -> bool {
        let bands = self.bands.get(right);
        let mut others = self.bands.get(left).iter();
        let (left, right) = (self.records.get(left), self.records.get(right));
        others.any(|band| bands.binary_search(band).is_ok())
            && right.shares(left, self.threshold.shared(right.size, left.size))
    }

    fn work(&self) -> u64 {
        work(self.postings.lengths())
    }
}

/// The keys by which a set is found: one key a band.
#[derive(Debug, Clone)]
pub(super) struct BandKeys {
    bands: Bands,
    /// The seed of each minimum's function.
    functions: Vec<u64>,
}

impl BandKeys {
    /// Of so many bands.
    pub(super) fn new(bands: Bands, seed: u64) -> Self {
        let function =
            |number: u32| mixed(seed.wrapping_add(u64::from(number)).wrapping_mul(GOLDEN));
        BandKeys {
            bands,
            functions: (0..bands.bands * bands.rows).map(function).collect(),
        }
    }

    /// The probability that a pair of Jaccard `similarity` has a key in common.
    pub(super) fn recall(&self, similarity: f64) -> f64 {
        self.bands.recall(similarity)
    }

    /// The keys of a set: a hash of the minima of each band and of its number, so that bands are not mixed
    /// up; ascending.
    pub(super) fn of(&self, values: &[u64]) -> Vec<u64> {
        let mut minima = vec![u64::MAX; self.functions.len()];
        for &value in values {
            for (minimum, function) in minima.iter_mut().zip(&self.functions) {
                *minimum = (*minimum).min(mixed(value ^ function));
            }
        }
        let rows = minima.chunks_exact(self.bands.rows as usize).zip(0u64..);
        let mut keys: Vec<u64> = rows
            .map(|(rows, band)| rows.iter().fold(mixed(band), |key, &row| mixed(key ^ row)))
            .collect();
        keys.sort_unstable();
        keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::sketches::SketchRef;

    #[test]
    fn bands_reach_the_recall_that_they_promise() {
        for text in ["0.1", "0.3", "0.5", "0.8", "0.95"] {
            let at: Ratio = text.parse().unwrap();
            let bands = Bands::for_threshold(at);
            assert!(bands.recall(at.value()) >= 0.995, "{bands:?}");
            assert!(bands.recall(1.0) == 1.0 && bands.recall(0.0) == 0.0);
        }
        // 1 − (1 − 0.8⁵)²⁰
        let bands = Bands { bands: 20, rows: 5 };
        assert!((bands.recall(0.8) - 0.999_644).abs() < 1e-6);
    }

    #[test]
    fn the_share_of_pairs_found_is_the_probability() {
        // Pairs of sets of 60 values that share 30: Jaccard 1/3.
        let sets: Vec<Vec<u64>> = (0..4_000u64)
            .map(|set| {
                let pair = set / 2;
                let own = (0..30).map(|i| mixed(set * 100 + i));
                let shared = (0..30).map(|i| mixed(1_000_000 + pair * 100 + i));
                let mut values: Vec<u64> = own.chain(shared).collect();
                values.sort_unstable();
                values
            })
            .collect();
        let mut sketches = Sketches::default();
        for values in &sets {
            sketches.push(SketchRef {
                values,
                shares: &[],
            });
        }
        let threshold = SetThreshold {
            overlap: crate::measures::Overlap::Jaccard,
            at: "1/3".parse().unwrap(),
        };
        let bands = Bands { bands: 20, rows: 3 };
        let join = MinHashJoin::new(&sketches, threshold, bands, 42);
        let mut scratch = Scratch::new(join.len());
        let found: usize = (0..join.len() as u32)
            .map(|record| join.earlier(record, &mut scratch).len())
            .sum();
        let expected = 2_000.0 * bands.recall(1.0 / 3.0);
        // Four standard deviations.
        let spread = 4.0 * (expected * (1.0 - bands.recall(1.0 / 3.0))).sqrt();
        assert!(
            (found as f64 - expected).abs() < spread,
            "{found} {expected}"
        );
    }
}
