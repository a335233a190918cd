//! The two documents as strips, one above the other: a stretch a run of sentences of one fate, and
//! bands between the passages that they share.

use serde::Serialize;

use super::explanation::Explanation;

/// The length of a strip.
const LENGTH: f64 = 1000.0;

/// The most stretches and bands that are drawn: more are finer than the strip can show.
const DRAWN: usize = 5_000;

/// Both strips and what links them.
#[derive(Serialize)]
pub(super) struct Strips {
    strips: [Vec<Stretch>; 2],
    bands: Vec<Band>,
}

/// A run of sentences that have the same fate.
#[derive(Serialize)]
struct Stretch {
    from: f64,
    length: f64,
    fate: &'static str,
    moved: bool,
    /// Its first sentence.
    sentence: usize,
}

/// A passage: where it begins and ends above and below.
#[derive(Serialize)]
struct Band {
    above: [f64; 2],
    below: [f64; 2],
    moved: bool,
    sentence: u32,
}

impl Explanation {
    /// The strips; a sentence is as long as it has words.
    pub(super) fn strips(&self) -> Strips {
        let ends = [0, 1].map(|side| self.ends(side));
        let bands = self.evidence.passages.iter().take(DRAWN).map(|passage| {
            let [above, below] = [0, 1].map(|side: usize| {
                let sentences = &passage.sentences[side];
                [sentences.start, sentences.end].map(|place| ends[side][place as usize])
            });
            Band {
                above,
                below,
                moved: passage.moved,
                sentence: passage.sentences[0].start,
            }
        });
        Strips {
            bands: bands.collect(),
            strips: [0, 1].map(|side: usize| self.stretches(side, &ends[side])),
        }
    }

    /// Where each sentence begins, and where the last one ends.
    fn ends(&self, side: usize) -> Vec<f64> {
        let mut sums = vec![0];
        let mut sum = 0;
        for sentence in &self.evidence.sides[side].sentences {
            sum += sentence.tokens.len();
            sums.push(sum);
        }
        let place = |words: usize| words as f64 / sum.max(1) as f64 * LENGTH;
        let places = sums.into_iter().map(place);
        places.map(|at| (at * 10.0).round() / 10.0).collect()
    }

    fn stretches(&self, side: usize, ends: &[f64]) -> Vec<Stretch> {
        let matches = self.match_of_sentence(side);
        let fates = matches.into_iter().map(|matched| self.fate(matched));
        let fates: Vec<_> = fates.collect();
        let mut start = 0;
        let runs = fates.chunk_by(|one, next| one == next).filter_map(|run| {
            let fate = run.first()?;
            let stretch = Stretch {
                from: ends[start],
                length: ends[start + run.len()] - ends[start],
                fate: fate.word(),
                moved: fate.moved,
                sentence: start,
            };
            start += run.len();
            Some(stretch)
        });
        runs.take(DRAWN).collect()
    }
}
