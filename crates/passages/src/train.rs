//! Learns where a passage begins from pairs of documents whose passages are known.

use std::ops::Range;

use rayon::prelude::*;

use dejalu_base::error::Result;

use crate::decision::{Linear, PassageModel};
use crate::features::Vector;
use crate::find::{Examined, examine};
use crate::pair::Pair;
use crate::runs::runs;
use crate::score::{Located, plagdet};
use crate::segments::Segmented;
use crate::spans::{common, length};

/// Two documents and their passages: places in characters of both.
#[derive(Debug, Clone)]
pub struct KnownPair<'a> {
    /// The document in which passages are looked for.
    pub a: &'a Segmented,
    /// The document from which they may come.
    pub b: &'a Segmented,
    /// The passages; none where nothing was reused.
    pub passages: Vec<[Range<u32>; 2]>,
}

/// Penalties of the two decisions, chosen on held-out halves (docs/results.md, *Reused passages*).
const KEEP_C: f64 = 0.03;
const CHOOSE_C: f64 = 0.003;
/// The least overlap of a candidate with a passage that makes it one.
const LEAST_OVERLAP: f64 = 0.5;
/// The least difference of two overlaps that says which candidate is better.
const LEAST_DIFFERENCE: f64 = 0.03;

/// How far the least score of a passage may lie from that of the support vector machine, and in which steps.
const LEAST_SCORES: [f64; 21] = [
    0.5, 0.4, 0.3, 0.2, 0.1, 0.0, -0.1, -0.2, -0.3, -0.4, -0.5, -0.6, -0.7, -0.8, -0.9, -1.0, -1.1,
    -1.2, -1.3, -1.4, -1.5,
];

/// Learns both decisions, then the least score of a passage: that with the highest plagdet on pairs that were not
/// learned from, by halves. The same pairs in the same order give the same model.
///
/// # Errors
///
/// No candidate of a passage, or none that is no passage, in all pairs or in every second one.
pub fn train(pairs: &[KnownPair]) -> Result<PassageModel> {
    let examined: Vec<Examined> = pairs.par_iter().map(examined).collect();
    let all: Vec<usize> = (0..pairs.len()).collect();
    let halves = [0, 1].map(|half| {
        all.iter()
            .copied()
            .filter(|it| it % 2 == half)
            .collect::<Vec<_>>()
    });
    let learned = [
        fit(pairs, &examined, &halves[1])?,
        fit(pairs, &examined, &halves[0])?,
    ];
    let mut best = (f64::NEG_INFINITY, 0.0);
    for least in LEAST_SCORES {
        let of_half =
            |half: usize| score(pairs, &examined, &halves[half], &learned[half].from(least));
        let both = of_half(0) + of_half(1);
        if both > best.0 {
            best = (both, least);
        }
    }
    Ok(fit(pairs, &examined, &all)?.from(best.1))
}

fn examined(known: &KnownPair) -> Examined {
    let pair = Pair::new(known.a, known.b);
    examine(&pair, &runs(&pair))
}

/// Both decisions from these pairs.
fn fit(pairs: &[KnownPair], examined: &[Examined], places: &[usize]) -> Result<PassageModel> {
    let of_pairs: Vec<Lessons> = places
        .par_iter()
        .map(|&place| Lessons::of(&pairs[place], &examined[place]))
        .collect();
    let all = Lessons::concat(of_pairs);
    Ok(PassageModel {
        keep: Linear::fit(&all.rows, &all.labels, KEEP_C)?,
        choose: Linear::fit(&all.differences, &all.signs, CHOOSE_C)?,
    })
}

/// Plagdet of a model on these pairs.
fn score(
    pairs: &[KnownPair],
    examined: &[Examined],
    places: &[usize],
    model: &PassageModel,
) -> f64 {
    let (mut passages, mut detections) = (Vec::new(), Vec::new());
    for &place in places {
        let known = &pairs[place];
        let located = |a: Range<u32>, b: Range<u32>| Located { pair: place, a, b };
        passages.extend(
            known
                .passages
                .iter()
                .map(|[a, b]| located(a.clone(), b.clone())),
        );
        let found = examined[place].passages(model).into_iter();
        detections
            .extend(found.map(|(_, it, _)| located(known.a.place(&it.a), known.b.place(&it.b))));
    }
    plagdet(&passages, &detections).plagdet
}

/// The rows of both decisions.
#[derive(Default)]
struct Lessons {
    rows: Vec<Vector>,
    labels: Vec<bool>,
    differences: Vec<Vector>,
    signs: Vec<bool>,
}

impl Lessons {
    fn of(known: &KnownPair, examined: &Examined) -> Self {
        let candidates = &examined.candidates;
        let overlaps: Vec<f64> = candidates
            .iter()
            .map(|it| overlap(known, &known.a.place(&it.a), &known.b.place(&it.b)))
            .collect();
        let mut lessons = Lessons {
            labels: overlaps.iter().map(|&it| it >= LEAST_OVERLAP).collect(),
            rows: examined.vectors.clone(),
            ..Lessons::default()
        };
        for (x, first) in candidates.iter().enumerate() {
            for (y, second) in candidates.iter().enumerate().skip(x + 1) {
                let differ = (overlaps[x] - overlaps[y]).abs() > LEAST_DIFFERENCE;
                if differ && common(&first.a, &second.a) > 0 {
                    lessons.compare(x, y, overlaps[x] > overlaps[y]);
                }
            }
        }
        lessons
    }

    /// Adds that the first of two candidates is the better one, or the second; once each way round, so that neither
    /// order weighs more.
    fn compare(&mut self, x: usize, y: usize, first_is_better: bool) {
        let difference = |x: &Vector, y: &Vector| std::array::from_fn(|it| x[it] - y[it]);
        for (x, y, sign) in [(x, y, first_is_better), (y, x, !first_is_better)] {
            self.differences
                .push(difference(&self.rows[x], &self.rows[y]));
            self.signs.push(sign);
        }
    }

    fn concat(all: Vec<Lessons>) -> Self {
        let mut joined = Lessons::default();
        for mut part in all {
            joined.rows.append(&mut part.rows);
            joined.labels.append(&mut part.labels);
            joined.differences.append(&mut part.differences);
            joined.signs.append(&mut part.signs);
        }
        joined
    }
}

/// The largest overlap of two places with a known passage: characters of both sides, intersection over union.
fn overlap(known: &KnownPair, a: &Range<u32>, b: &Range<u32>) -> f64 {
    let of = |[x, y]: &[Range<u32>; 2]| {
        let (in_a, in_b) = (common(a, x), common(b, y));
        if in_a == 0 || in_b == 0 {
            return 0.0;
        }
        let both = f64::from(in_a + in_b);
        both / (f64::from(length(a) + length(b) + length(x) + length(y)) - both)
    };
    known.passages.iter().map(of).fold(0.0, f64::max)
}
