//! What tells a passage from a chance resemblance: the vector of a candidate.

use std::ops::Range;

use crate::candidates::Candidate;
use crate::pair::{Pair, Side};
use crate::runs::Run;
use crate::seeds::Seed;
use crate::spans::{covered, length};

/// The names of the features, in the order of a vector.
pub const FEATURES: [&str; 23] = [
    "cosine",
    "dice",
    "containment-a",
    "containment-b",
    "containment-in-all",
    "beyond-rest",
    "beyond-neighbours",
    "seed-density-a",
    "seed-density-b",
    "largest-seed",
    "mean-seed",
    "seed-correlation",
    "runs-a",
    "runs-b",
    "length-a",
    "length-b",
    "length-ratio",
    "summary",
    "segments-a",
    "segments-b",
    "shared-words",
    "shared-rare-words",
    "rarity",
];

/// A vector of [`FEATURES`].
pub(crate) type Vector = [f64; FEATURES.len()];

/// Occurrences of each word in a range of words.
struct Counts {
    of: Vec<u32>,
    distinct: Vec<u32>,
}

impl Counts {
    fn new(words: usize) -> Self {
        Counts {
            of: vec![0; words],
            distinct: Vec::new(),
        }
    }

    fn fill(&mut self, words: &[u32]) {
        for word in self.distinct.drain(..) {
            self.of[word as usize] = 0;
        }
        for &word in words {
            if self.of[word as usize] == 0 {
                self.distinct.push(word);
            }
            self.of[word as usize] += 1;
        }
    }

    fn has(&self, word: u32) -> bool {
        self.of[word as usize] > 0
    }
}

/// The words on either side of a candidate that are its neighbourhood.
const NEIGHBOURHOOD: u32 = 100;
/// The most segments of both documents with a rare word.
const RARE: u32 = 3;

/// Makes the vectors of the candidates of a pair.
pub(crate) struct Vectors<'p> {
    pair: &'p Pair<'p>,
    runs: &'p [Run],
    seeds: &'p [Seed],
    counts: [Counts; 2],
    /// The weight of the words of `a` before each place: of those that occur anywhere in `b`, and of all.
    before: Vec<[f64; 2]>,
}

impl<'p> Vectors<'p> {
    pub(crate) fn new(pair: &'p Pair<'p>, runs: &'p [Run], seeds: &'p [Seed]) -> Self {
        let counts = || Counts::new(pair.isf.len());
        let mut before = vec![[0.0; 2]];
        let mut sums = [0.0; 2];
        for &word in &pair.a.words {
            let weight = pair.rarity[word as usize];
            sums[0] += if pair.b.segments_with[word as usize] > 0 {
                weight
            } else {
                0.0
            };
            sums[1] += weight;
            before.push(sums);
        }
        Vectors {
            pair,
            runs,
            seeds,
            counts: [counts(), counts()],
            before,
        }
    }

    /// The vector of a candidate; every value is finite.
    pub(crate) fn of(&mut self, candidate: &Candidate) -> Vector {
        let Candidate { a, b } = candidate;
        let pair = self.pair;
        self.counts[0].fill(pair.a.words(a));
        self.counts[1].fill(pair.b.words(b));
        let [of_a, of_b] = &self.counts;
        let is_shared = |word: &u32| of_b.has(*word);
        let shared: Vec<u32> = of_a.distinct.iter().copied().filter(is_shared).collect();
        let is_rare = |word: &&u32| {
            let word = **word as usize;
            pair.a.segments_with[word] + pair.b.segments_with[word] <= RARE
        };
        let weight = |words: &[u32]| -> f64 {
            let weights = words.iter().map(|&word| pair.rarity[word as usize]);
            weights.sum()
        };
        let both = weight(&shared);
        let seeds = SeedsWithin::of(self.seeds, pair, candidate);
        let [runs_a, runs_b] = self.runs_within(candidate);
        let [length_a, length_b] = [pair.a.text.length(a), pair.b.text.length(b)].map(f64::from);
        let ratio = share(length_b, length_a).max(f64::MIN_POSITIVE).ln();
        let in_all = self.in_all(std::slice::from_ref(a));
        let count = pair.a.words.len() as u32;
        let rest = [0..a.start, a.end..count];
        let neighbours = [
            a.start.saturating_sub(NEIGHBOURHOOD)..a.start,
            a.end..(a.end + NEIGHBOURHOOD).min(count),
        ];
        let distinct = (of_a.distinct.len() + of_b.distinct.len()) as f64;
        [
            cosine(pair, of_a, of_b, &shared),
            share(2.0 * shared.len() as f64, distinct),
            share(both, weight(&of_a.distinct)),
            share(both, weight(&of_b.distinct)),
            in_all,
            in_all - self.in_all(&rest),
            in_all - self.in_all(&neighbours),
            seeds.density[0],
            seeds.density[1],
            seeds.largest,
            seeds.mean,
            seeds.correlation,
            runs_a,
            runs_b,
            length_a.ln_1p(),
            length_b.ln_1p(),
            ratio.abs(),
            (ratio - 0.7).max(0.0),
            (segments(&pair.a, a).len() as f64).ln_1p(),
            (segments(&pair.b, b).len() as f64).ln_1p(),
            (shared.len() as f64).ln_1p(),
            (shared.iter().filter(is_rare).count() as f64).ln_1p(),
            share(both, shared.len() as f64),
        ]
    }

    /// The share by weight of the words in these ranges of `a` that occur anywhere in `b`; 0 of none.
    fn in_all(&self, ranges: &[Range<u32>]) -> f64 {
        let sum = |which: usize| -> f64 {
            let within = |range: &Range<u32>| {
                let [start, end] =
                    [range.start, range.end].map(|it| self.before[it as usize][which]);
                end - start
            };
            ranges.iter().map(within).sum()
        };
        share(sum(0), sum(1))
    }

    /// The share of both ranges of a candidate that lies in runs of equal words between them.
    fn runs_within(&self, candidate: &Candidate) -> [f64; 2] {
        let Candidate { a, b } = candidate;
        let mut within = [Vec::new(), Vec::new()];
        for run in self.runs {
            let start = a
                .start
                .saturating_sub(run.a.start)
                .max(b.start.saturating_sub(run.b.start));
            let cut = run
                .a
                .end
                .saturating_sub(a.end)
                .max(run.b.end.saturating_sub(b.end));
            if start + cut < run.a.len() as u32 {
                within[0].push(run.a.start + start..run.a.end - cut);
                within[1].push(run.b.start + start..run.b.end - cut);
            }
        }
        let [of_a, of_b] = within.map(|ranges| f64::from(covered(ranges)));
        [
            share(of_a, f64::from(length(a))),
            share(of_b, f64::from(length(b))),
        ]
    }
}

/// The cosine of the vectors of tf·isf of two ranges of words.
fn cosine(pair: &Pair, a: &Counts, b: &Counts, shared: &[u32]) -> f64 {
    let value =
        |counts: &Counts, word: u32| f64::from(counts.of[word as usize]) * pair.isf[word as usize];
    let product: f64 = shared
        .iter()
        .map(|&word| value(a, word) * value(b, word))
        .sum();
    let square = |counts: &Counts| -> f64 {
        let squares = counts
            .distinct
            .iter()
            .map(|&word| value(counts, word).powi(2));
        squares.sum()
    };
    share(product, (square(a) * square(b)).sqrt())
}

/// The seeds between the two ranges of a candidate.
struct SeedsWithin {
    /// The share of segments with a seed, in both documents.
    density: [f64; 2],
    largest: f64,
    mean: f64,
    /// Correlation of their places in both documents; 0 of fewer than three.
    correlation: f64,
}

impl SeedsWithin {
    fn of(seeds: &[Seed], pair: &Pair, candidate: &Candidate) -> Self {
        let (a, b) = (
            segments(&pair.a, &candidate.a),
            segments(&pair.b, &candidate.b),
        );
        let first = seeds.partition_point(|seed| (seed.a as usize) < a.start);
        let of_a = seeds[first..]
            .iter()
            .take_while(|seed| (seed.a as usize) < a.end);
        let within: Vec<&Seed> = of_a.filter(|seed| b.contains(&(seed.b as usize))).collect();
        let distinct = |place: fn(&Seed) -> u32| {
            let places: std::collections::BTreeSet<u32> =
                within.iter().map(|it| place(it)).collect();
            places.len() as f64
        };
        let count = within.len() as f64;
        let cosines = within.iter().map(|seed| seed.cosine);
        SeedsWithin {
            density: [
                share(distinct(|seed| seed.a), a.len() as f64),
                share(distinct(|seed| seed.b), b.len() as f64),
            ],
            largest: cosines.clone().fold(0.0, f64::max),
            mean: share(cosines.sum(), count),
            correlation: correlation(&within),
        }
    }
}

/// Pearson's correlation of the places of seeds, in \[−1, 1\].
fn correlation(seeds: &[&Seed]) -> f64 {
    if seeds.len() < 3 {
        return 0.0;
    }
    let count = seeds.len() as f64;
    let places = seeds
        .iter()
        .map(|seed| (f64::from(seed.a), f64::from(seed.b)));
    let mean_a = places.clone().map(|(a, _)| a).sum::<f64>() / count;
    let mean_b = places.clone().map(|(_, b)| b).sum::<f64>() / count;
    let (mut product, mut squares) = (0.0, [0.0; 2]);
    for (x, y) in places.map(|(a, b)| (a - mean_a, b - mean_b)) {
        product += x * y;
        squares[0] += x * x;
        squares[1] += y * y;
    }
    share(product, (squares[0] * squares[1]).sqrt())
}

/// The segments that a range of words touches.
fn segments(side: &Side, words: &Range<u32>) -> Range<usize> {
    let text = side.text;
    text.segment_of(words.start)..text.segment_of(words.end.saturating_sub(1)) + 1
}

/// A quotient; 0 where nothing is divided.
fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}
