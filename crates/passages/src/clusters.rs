//! Seeds that lie close together in both documents.

use crate::pair::Pair;
use crate::seeds::Seed;
use crate::span::{Block, SpanCosine};

/// When seeds belong together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Closeness {
    /// The most segments without a seed between two seeds of one cluster.
    pub(crate) gap: u32,
    /// The least gap with which a cluster that is not alike enough is cut again.
    pub(crate) least_gap: u32,
    /// The least cosine of the two spans of a cluster.
    pub(crate) cosine: f64,
}

/// The spans of all clusters of seeds. A cluster whose spans are not alike is cut again at smaller gaps, and dropped
/// where it is not alike at the least one.
pub(crate) fn clusters(pair: &Pair, seeds: &[Seed], closeness: Closeness) -> Vec<Block> {
    let mut found = Vec::new();
    let mut open = vec![(seeds.to_vec(), closeness.gap)];
    while let Some((seeds, gap)) = open.pop() {
        for cluster in cut(seeds, gap) {
            let block = span(&cluster);
            if SpanCosine::new(pair, block.clone()).value() >= closeness.cosine {
                found.push(block);
            } else if gap > closeness.least_gap {
                open.push((cluster, gap - 1));
            }
        }
    }
    found.sort_unstable_by_key(|it| (it.a.start, it.a.end, it.b.start, it.b.end));
    found
}

/// Cuts seeds by their places in one document and in the other by turns, until nothing is left to cut.
fn cut(seeds: Vec<Seed>, gap: u32) -> Vec<Vec<Seed>> {
    let mut done = Vec::new();
    // With each the number of cuts in a row that changed nothing.
    let mut open = vec![(seeds, 0, false)];
    while let Some((mut seeds, unchanged, by_b)) = open.pop() {
        if unchanged == 2 {
            done.push(seeds);
            continue;
        }
        let place = |seed: &Seed| if by_b { seed.b } else { seed.a };
        seeds.sort_unstable_by_key(|seed| (place(seed), seed.a, seed.b));
        let parts = seeds.chunk_by(|x, y| place(y) - place(x) <= gap + 1);
        let parts: Vec<Vec<Seed>> = parts.map(<[Seed]>::to_vec).collect();
        let unchanged = if parts.len() == 1 { unchanged + 1 } else { 0 };
        open.extend(parts.into_iter().map(|part| (part, unchanged, !by_b)));
    }
    done
}

/// The smallest span of both documents that holds these seeds.
fn span(seeds: &[Seed]) -> Block {
    let range = |place: fn(&Seed) -> u32| {
        let least = seeds.iter().map(place).min().unwrap_or(0) as usize;
        let most = seeds.iter().map(place).max().unwrap_or(0) as usize;
        least..most + 1
    };
    Block {
        a: range(|seed| seed.a),
        b: range(|seed| seed.b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeds(places: &[(u32, u32)]) -> Vec<Seed> {
        let seed = |&(a, b)| Seed {
            a,
            b,
            cosine: 0.5,
            dice: 0.5,
        };
        places.iter().map(seed).collect()
    }

    #[test]
    fn seeds_apart_in_either_document_are_cut() {
        let mut found = cut(seeds(&[(0, 0), (1, 1), (2, 40), (3, 41), (30, 2)]), 3);
        found.sort_by_key(|cluster| cluster[0].b);
        let spans: Vec<Block> = found.iter().map(|it| span(it)).collect();
        let block = |a, b| Block { a, b };
        assert_eq!(
            spans,
            [block(0..2, 0..2), block(30..31, 2..3), block(2..4, 40..42)]
        );
    }
}
