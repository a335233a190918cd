//! The dot plot: every pair of equal sentences, by their places (000, sections 3.4 and 4.3).

use serde::Serialize;

use super::Explanation;

/// The length of an axis.
const LENGTH: f64 = 400.0;

/// The most cells along an axis: of the dots in a cell one is drawn, so that a document that repeats
/// itself a thousand times does not fill the page with a million of them.
const CELLS: usize = 200;

/// A dot plot.
#[derive(Serialize)]
pub(super) struct Dots {
    /// Sentences along the axes.
    sentences: [usize; 2],
    /// The radius of a dot.
    radius: f64,
    dots: Vec<Dot>,
}

#[derive(Serialize)]
struct Dot {
    x: f64,
    y: f64,
    /// The two sentences.
    a: u32,
    b: u32,
}

impl Explanation {
    /// The dots, ascending by their places.
    pub(super) fn dots(&self) -> Dots {
        let sentences = self
            .evidence
            .sides
            .each_ref()
            .map(|side| side.sentences.len());
        let cells = sentences.map(|count| count.clamp(1, CELLS));
        let cell = |side: usize, place: u32| place as usize * cells[side] / sentences[side];
        let mut drawn = std::collections::BTreeSet::new();
        let first_of_cell =
            |pair: &&[u32; 2]| drawn.insert([0, 1].map(|side| cell(side, pair[side])));
        let at = |side: usize, place: u32| {
            let middle = (cell(side, place) as f64 + 0.5) / cells[side] as f64;
            (middle * LENGTH * 10.0).round() / 10.0
        };
        let equal = self.evidence.equal.iter().filter(first_of_cell);
        let dots = equal.map(|&[a, b]| Dot {
            x: at(0, a),
            y: at(1, b),
            a,
            b,
        });
        Dots {
            dots: dots.collect(),
            sentences,
            radius: (LENGTH / cells[0].max(cells[1]) as f64 / 2.0).clamp(2.5, 6.0),
        }
    }
}
