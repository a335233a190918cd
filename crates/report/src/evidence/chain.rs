//! The heaviest chain: of pairs of places those that keep their order on both sides and weigh most.

/// Two places and what it is worth that they correspond.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Link {
    /// The places on the left and on the right.
    pub(crate) places: [u32; 2],
    /// Above 0.
    pub(crate) weight: f64,
}

/// The indices of the links that together weigh most and ascend on both sides, in order. Of equally
/// heavy chains one is taken, always the same. `links` ascend by their places.
///
/// O(n log n): the best chain that ends before each place on the right is kept in a tree of prefix
/// maxima (Fenwick 1994).
pub(crate) fn heaviest_chain(links: &[Link]) -> Vec<usize> {
    let places = links.iter().map(|link| link.places[1] as usize + 1).max();
    let mut best = PrefixMaxima::new(places.unwrap_or(0));
    let mut before: Vec<Option<usize>> = vec![None; links.len()];
    let mut ends = vec![0.0; links.len()];
    // Links that share their left place cannot follow each other: all are asked before any is told.
    let mut start = 0;
    for group in links.chunk_by(|a, b| a.places[0] == b.places[0]) {
        for (link, index) in group.iter().zip(start..) {
            let (weight, end) = best.below(link.places[1] as usize);
            before[index] = end;
            ends[index] = weight + link.weight;
        }
        for (link, index) in group.iter().zip(start..) {
            best.raise(link.places[1] as usize, (ends[index], Some(index)));
        }
        start += group.len();
    }
    let last = best.below(places.unwrap_or(0)).1;
    let mut chain: Vec<usize> = std::iter::successors(last, |&index| before[index]).collect();
    chain.reverse();
    chain
}

/// The weight of a chain and its last link.
type End = (f64, Option<usize>);

/// The heaviest end among those at places below a bound.
struct PrefixMaxima(Vec<End>);

impl PrefixMaxima {
    fn new(places: usize) -> Self {
        PrefixMaxima(vec![(0.0, None); places + 1])
    }

    fn below(&self, mut place: usize) -> End {
        let mut heaviest = (0.0, None);
        while place > 0 {
            if self.0[place].0 > heaviest.0 {
                heaviest = self.0[place];
            }
            place &= place - 1;
        }
        heaviest
    }

    fn raise(&mut self, place: usize, end: End) {
        let mut place = place + 1;
        while let Some(kept) = self.0.get_mut(place) {
            if end.0 > kept.0 {
                *kept = end;
            }
            place += place & place.wrapping_neg();
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The weight of the heaviest chain, each link behind every lighter chain.
    fn slow(links: &[Link]) -> f64 {
        let mut ends: Vec<f64> = Vec::new();
        for link in links {
            let follows = |other: &Link| (0..2).all(|side| other.places[side] < link.places[side]);
            let chains = links.iter().zip(&ends).filter(|(other, _)| follows(other));
            ends.push(link.weight + chains.map(|(_, &end)| end).fold(0.0, f64::max));
        }
        ends.into_iter().fold(0.0, f64::max)
    }

    proptest! {
        #[test]
        fn no_chain_is_heavier(
            drawn in prop::collection::btree_map((0u32..12, 0u32..12), 1u32..9, 0..50),
        ) {
            let link = |((i, j), weight): ((u32, u32), u32)| Link { places: [i, j], weight: weight.into() };
            let links: Vec<Link> = drawn.into_iter().map(link).collect();
            let chain = heaviest_chain(&links);
            let weight: f64 = chain.iter().map(|&index| links[index].weight).sum();
            prop_assert_eq!(weight, slow(&links));
            for pair in chain.windows(2) {
                let (one, next) = (links[pair[0]].places, links[pair[1]].places);
                prop_assert!(one[0] < next[0] && one[1] < next[1]);
            }
        }
    }
}
