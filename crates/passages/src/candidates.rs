//! Spans of both documents that may be passages, found with several settings: which of them are passages, and which
//! of those that overlap, is learned.

use std::ops::Range;

use crate::clusters::{Closeness, clusters};
use crate::pair::Pair;
use crate::runs::{Run, exact_ends};
use crate::seeds::{Seed, seeds};
use crate::span::{Block, SpanCosine};

/// The least length of a candidate in characters, in both documents.
const LEAST_LENGTH: u32 = 120;

/// How candidates are made.
struct Setting {
    /// The least cosine and Dice coefficient of a seed.
    seeds: (f64, f64),
    closeness: Closeness,
    /// True if the ends move to where the spans are most alike.
    climbs: bool,
    /// The characters of a run that makes the ends exact.
    exact_from: u32,
}

const fn setting(
    seeds: (f64, f64),
    (gap, least_gap, cosine): (u32, u32, f64),
    climbs: bool,
    exact_from: u32,
) -> Setting {
    Setting {
        seeds,
        closeness: Closeness {
            gap,
            least_gap,
            cosine,
        },
        climbs,
        exact_from,
    }
}

const USUAL: (f64, f64) = (0.33, 0.15);
const LOOSE: (f64, f64) = (0.25, 0.2);

/// The ends are never those of runs.
const NEVER: u32 = u32::MAX;

/// From narrow to wide.
const SETTINGS: [Setting; 9] = [
    setting(USUAL, (4, 2, 0.34), false, NEVER),
    setting(USUAL, (4, 2, 0.34), true, NEVER),
    setting(USUAL, (4, 2, 0.34), false, 200),
    setting(USUAL, (4, 2, 0.34), true, 200),
    setting(USUAL, (4, 2, 0.34), true, 100),
    setting(USUAL, (2, 1, 0.5), false, 200),
    setting(USUAL, (8, 4, 0.3), false, 200),
    setting(LOOSE, (4, 2, 0.34), false, 200),
    setting(LOOSE, (4, 2, 0.34), true, 200),
];

/// Two ranges of words that may be a passage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) a: Range<u32>,
    pub(crate) b: Range<u32>,
}

/// The candidates of a pair with its seeds, each once and ascending.
pub(crate) fn candidates(pair: &Pair, runs: &[Run]) -> (Vec<Candidate>, Vec<Seed>) {
    let loose = seeds(pair, LOOSE.0.min(USUAL.0), LOOSE.1.min(USUAL.1));
    let above = |(cosine, dice): (f64, f64)| -> Vec<Seed> {
        let is_above = |seed: &&Seed| seed.cosine > cosine && seed.dice > dice;
        loose.iter().filter(is_above).copied().collect()
    };
    let mut found: Vec<Candidate> = Vec::new();
    for setting in &SETTINGS {
        for block in clusters(pair, &above(setting.seeds), setting.closeness) {
            let block = if setting.climbs {
                SpanCosine::new(pair, block).climb()
            } else {
                block
            };
            found.extend(candidate(pair, runs, &block, setting.exact_from));
        }
    }
    found.sort_unstable_by_key(|it| (it.a.start, it.a.end, it.b.start, it.b.end));
    found.dedup();
    (found, above(USUAL))
}

/// The candidate that two ranges of segments make; none where it is short.
fn candidate(pair: &Pair, runs: &[Run], block: &Block, exact_from: u32) -> Option<Candidate> {
    let words = (
        pair.a.text.words_of(&block.a),
        pair.b.text.words_of(&block.b),
    );
    let (a, b) = exact_ends(pair, runs, words, exact_from);
    let is_long = pair.a.text.length(&a) >= LEAST_LENGTH && pair.b.text.length(&b) >= LEAST_LENGTH;
    is_long.then_some(Candidate { a, b })
}
