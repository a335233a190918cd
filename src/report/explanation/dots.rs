//! The dot plot: the pairs of equal sentences, by their places (000, sections 3.4 and 4.3).

use std::collections::BTreeMap;

use serde::Serialize;

use super::Explanation;
use crate::numerals::counted;

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
    /// How many pairs of equal sentences there are, drawn or not.
    count: String,
    /// What a dot is.
    caption: &'static str,
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
        let equal = &self.evidence.equal;
        let sentences = equal.occurrences().each_ref().map(|it| it.sentences());
        let count = equal.count();
        let are_many = count > (CELLS * CELLS) as u64;
        let cells = match are_many {
            true => sentences.map(|count| count.min(CELLS)),
            false => sentences,
        };
        let cell = |side: usize, place: u32| place as usize * cells[side] / sentences[side];
        let at = |side: usize, place: u32| {
            let middle = (cell(side, place) as f64 + 0.5) / cells[side] as f64;
            (middle * LENGTH * 10.0).round() / 10.0
        };
        // Of each cell the first dot.
        let mut drawn: BTreeMap<[usize; 2], [u32; 2]> = BTreeMap::new();
        for places in equal.groups() {
            let [lefts, rights] =
                [0, 1].map(|side| first_of_cells(places[side], |it| cell(side, it)));
            for &left in &lefts {
                for &right in &rights {
                    let first = drawn.entry([cell(0, left), cell(1, right)]);
                    let first = first.or_insert([left, right]);
                    *first = [left, right].min(*first);
                }
            }
        }
        let mut drawn: Vec<[u32; 2]> = drawn.into_values().collect();
        drawn.sort_unstable();
        let dots = drawn.into_iter().map(|[a, b]| Dot {
            x: at(0, a),
            y: at(1, b),
            a,
            b,
        });
        Dots {
            dots: dots.collect(),
            count: counted(count, "pair of equal sentences", "pairs of equal sentences"),
            caption: match are_many {
                true => "A dot stands for all pairs of equal sentences at its place.",
                false => "A dot is a sentence of A that equals one of B.",
            },
            sentences,
            radius: (LENGTH / cells[0].max(cells[1]).max(1) as f64 / 2.0).clamp(2.5, 6.0),
        }
    }
}

/// Of ascending places the first of each cell.
fn first_of_cells(places: &[u32], cell: impl Fn(u32) -> usize) -> Vec<u32> {
    let mut places = places.to_vec();
    places.dedup_by_key(|place| cell(*place));
    places
}
