//! The words of a span of each document, and how alike they are while the ends of the spans move.

use std::ops::Range;

use crate::pair::Pair;

/// Two ranges of segments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) a: Range<usize>,
    pub(crate) b: Range<usize>,
}

/// Which of the four ends of two spans moves, and where to.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Ends {
    StartA(usize),
    EndA(usize),
    StartB(usize),
    EndB(usize),
}

/// Summed vectors of tf·isf of two ranges of segments, with their product and squares.
pub(crate) struct SpanCosine<'p> {
    pair: &'p Pair<'p>,
    block: Block,
    weights: [Vec<f64>; 2],
    squares: [f64; 2],
    product: f64,
}

impl<'p> SpanCosine<'p> {
    pub(crate) fn new(pair: &'p Pair<'p>, block: Block) -> Self {
        let mut sums = SpanCosine {
            pair,
            weights: [vec![0.0; pair.isf.len()], vec![0.0; pair.isf.len()]],
            squares: [0.0; 2],
            product: 0.0,
            block: block.clone(),
        };
        for segment in block.a {
            sums.add(0, segment, 1.0);
        }
        for segment in block.b {
            sums.add(1, segment, 1.0);
        }
        sums
    }

    /// The cosine, in \[0, 1\]; 0 where a span has no weight.
    pub(crate) fn value(&self) -> f64 {
        let norm = (self.squares[0] * self.squares[1]).sqrt();
        if norm > 0.0 { self.product / norm } else { 0.0 }
    }

    fn add(&mut self, side: usize, segment: usize, sign: f64) {
        let bag = [&self.pair.a, &self.pair.b][side].bag(segment);
        for &(word, count) in bag {
            let word = word as usize;
            let more = sign * count * self.pair.isf[word];
            let before = self.weights[side][word];
            self.squares[side] += more * (2.0 * before + more);
            self.product += more * self.weights[1 - side][word];
            self.weights[side][word] = before + more;
        }
    }

    /// The cosine after a move, without making it.
    fn after(&self, end: Ends) -> f64 {
        let (side, segment, sign) = self.changed(end);
        let bag = [&self.pair.a, &self.pair.b][side].bag(segment);
        let (mut square, mut product) = (self.squares[side], self.product);
        for &(word, count) in bag {
            let word = word as usize;
            let more = sign * count * self.pair.isf[word];
            square += more * (2.0 * self.weights[side][word] + more);
            product += more * self.weights[1 - side][word];
        }
        let norm = (square * self.squares[1 - side]).sqrt();
        if norm > 0.0 { product / norm } else { 0.0 }
    }

    /// The side and the segment that a move adds (1) or takes away (−1).
    fn changed(&self, end: Ends) -> (usize, usize, f64) {
        let block = &self.block;
        let start = |side, range: &Range<usize>, to: usize| {
            if to < range.start {
                (side, to, 1.0)
            } else {
                (side, range.start, -1.0)
            }
        };
        let stop = |side, range: &Range<usize>, to: usize| {
            if to > range.end {
                (side, range.end, 1.0)
            } else {
                (side, to, -1.0)
            }
        };
        match end {
            Ends::StartA(to) => start(0, &block.a, to),
            Ends::EndA(to) => stop(0, &block.a, to),
            Ends::StartB(to) => start(1, &block.b, to),
            Ends::EndB(to) => stop(1, &block.b, to),
        }
    }

    /// Every move of one end by one segment that leaves a segment on both sides.
    fn moves(&self) -> impl Iterator<Item = Ends> {
        let (a, b) = (self.block.a.clone(), self.block.b.clone());
        let (most_a, most_b) = (self.pair.a.len(), self.pair.b.len());
        let starts = |range: &Range<usize>| {
            let out = range.start.checked_sub(1);
            let inward = (range.len() > 1).then_some(range.start + 1);
            out.into_iter().chain(inward)
        };
        let stops = |range: &Range<usize>, most: usize| {
            let out = (range.end < most).then_some(range.end + 1);
            let inward = (range.len() > 1).then_some(range.end - 1);
            out.into_iter().chain(inward)
        };
        let of_a = starts(&a)
            .map(Ends::StartA)
            .chain(stops(&a, most_a).map(Ends::EndA));
        let of_b = starts(&b)
            .map(Ends::StartB)
            .chain(stops(&b, most_b).map(Ends::EndB));
        of_a.chain(of_b)
    }

    /// Moves the end that raises the cosine most by one segment, until none raises it.
    pub(crate) fn climb(mut self) -> Block {
        // A rise below what rounding makes could go back and forth.
        const LEAST_RISE: f64 = 1.0 + 1e-9;
        let steps = 4 * (self.pair.a.len() + self.pair.b.len());
        for _ in 0..steps {
            let moves: Vec<Ends> = self.moves().collect();
            let values = moves.into_iter().map(|end| (self.after(end), end));
            let best = values.reduce(|best, it| if it.0 > best.0 { it } else { best });
            let Some((value, end)) = best.filter(|(value, _)| *value > self.value() * LEAST_RISE)
            else {
                break;
            };
            debug_assert!(value.is_finite());
            let (side, segment, sign) = self.changed(end);
            self.add(side, segment, sign);
            match end {
                Ends::StartA(to) => self.block.a.start = to,
                Ends::EndA(to) => self.block.a.end = to,
                Ends::StartB(to) => self.block.b.start = to,
                Ends::EndB(to) => self.block.b.end = to,
            }
        }
        self.block
    }
}
