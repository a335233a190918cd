//! The dot plot: the pairs of equal sentences, by their places (000, sections 3.4 and 4.3), and which of
//! them are counterparts.

use std::collections::BTreeMap;

use serde::Serialize;

use super::explanation::Explanation;
use super::trees::pairs;
use crate::evidence::SentenceMatch;
use dejalu_base::plural::counted;

/// The length of an axis.
const LENGTH: f64 = 400.0;

/// The most cells along an axis, where there are more dots than cells: of the dots in a cell one is
/// drawn, so that a document that repeats itself a thousand times does not fill the page with a million
/// of them.
const CELLS: usize = 60;

/// A dot plot.
#[derive(Serialize)]
pub(super) struct Dots {
    /// Sentences along the axes.
    sentences: [usize; 2],
    /// Number of pairs of each kind, drawn or not.
    count: String,
    /// True if a dot stands for all pairs at its place.
    are_many: bool,
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
    look: Look,
}

/// The relation of two sentences; if several pairs fall into one cell the first is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
enum Look {
    /// Each is the other's counterpart, and occurs in the other document.
    Stands,
    /// Counterparts of which one is altered or rewritten.
    Hollow,
    /// Equal by 000's thresholds, and not each other's counterpart: repetitions.
    Equal,
}

/// The dots drawn in each cell.
struct Plot {
    sentences: [usize; 2],
    cells: [usize; 2],
    drawn: BTreeMap<[usize; 2], (Look, [u32; 2])>,
}

impl Explanation {
    /// The dots, ascending by their places.
    pub(super) fn dots(&self) -> Dots {
        let equal = &self.evidence.equal;
        let sentences = equal.occurrences().each_ref().map(|it| it.sentences());
        let (stand, others) = self.pairs_of_matches();
        let all = equal.count() + (stand.len() + others.len()) as u64;
        let are_many = all > (CELLS * CELLS) as u64;
        let mut plot = Plot {
            sentences,
            cells: if are_many {
                sentences.map(|count| count.min(CELLS))
            } else {
                sentences
            },
            drawn: BTreeMap::new(),
        };
        for (look, pairs) in [(Look::Stands, &stand), (Look::Hollow, &others)] {
            pairs.iter().for_each(|&pair| plot.draw(pair, look));
        }
        for places in equal.groups() {
            let [lefts, rights] =
                [0, 1].map(|side| first_of_cells(places[side], |it| plot.cell(side, it)));
            for &left in &lefts {
                rights
                    .iter()
                    .for_each(|&right| plot.draw([left, right], Look::Equal));
            }
        }
        Dots {
            count: count(stand.len(), others.len(), equal.count()),
            are_many,
            radius: (LENGTH / plot.cells[0].max(plot.cells[1]).max(1) as f64 / 2.0).clamp(2.5, 6.0),
            dots: plot.dots(),
            sentences,
        }
    }

    /// The pairs of sentences of matches: those that occur in the other document, and the others.
    fn pairs_of_matches(&self) -> (Vec<[u32; 2]>, Vec<[u32; 2]>) {
        let (stand, others): (Vec<_>, Vec<_>) = self
            .evidence
            .matches
            .iter()
            .partition(|it| it.kind.is_contained());
        let pairs_of = |matches: Vec<&SentenceMatch>| {
            let pairs = matches.into_iter().flat_map(|it| pairs(&it.sentences));
            pairs.collect()
        };
        (pairs_of(stand), pairs_of(others))
    }
}

impl Plot {
    fn cell(&self, side: usize, place: u32) -> usize {
        place as usize * self.cells[side] / self.sentences[side]
    }

    fn draw(&mut self, pair: [u32; 2], look: Look) {
        let cell = [self.cell(0, pair[0]), self.cell(1, pair[1])];
        let drawn = self.drawn.entry(cell).or_insert((look, pair));
        *drawn = (look, pair).min(*drawn);
    }

    fn dots(self) -> Vec<Dot> {
        let at = |side: usize, place: u32| {
            let middle = (self.cell(side, place) as f64 + 0.5) / self.cells[side] as f64;
            (middle * LENGTH * 10.0).round() / 10.0
        };
        let mut dots: Vec<Dot> = self
            .drawn
            .values()
            .map(|&(look, [a, b])| Dot {
                x: at(0, a),
                y: at(1, b),
                a,
                b,
                look,
            })
            .collect();
        dots.sort_unstable_by_key(|dot| [dot.a, dot.b]);
        dots
    }
}

/// `9 pairs of equal sentences; 3 pairs are in both documents, 1 is altered or rewritten`
fn count(stand: usize, others: usize, equal: u64) -> String {
    let equal = counted(equal, "pair of equal sentences", "pairs of equal sentences");
    let stand = counted(
        stand,
        "pair is in both documents",
        "pairs are in both documents",
    );
    let others = counted(
        others,
        "is altered or rewritten",
        "are altered or rewritten",
    );
    format!("{equal}; {stand}, {others}")
}

/// Of ascending places the first of each cell.
fn first_of_cells(places: &[u32], cell: impl Fn(u32) -> usize) -> Vec<u32> {
    let mut places = places.to_vec();
    places.dedup_by_key(|place| cell(*place));
    places
}
