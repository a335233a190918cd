//! Selects the pairs of equal sentences to examine when there are too many.

use super::alike::Alike;
use super::chain::{Link, heaviest_chain};

/// Two sentences that repeat each other more often than this, as the product of how often each
/// occurs, are not linked every occurrence with every other. \[choice\] The links of a document grow
/// with its sentences then, not with their square: at most 64 a sentence where no others are alike.
const EVERY_PAIR: usize = 64 * 64;

/// The heaviest chain of equal sentences, as (index into `equal`, places), ascending.
///
/// All pairs are looked at but those of sentences that both documents repeat over and over: of these
/// the occurrences between two links of the chain of all others are counted off.
pub(super) fn chain(equal: &[Alike]) -> Vec<(usize, [u32; 2])> {
    chain_within(equal, EVERY_PAIR)
}

/// The same with so many pairs of two sentences at most, before they are counted off.
fn chain_within(equal: &[Alike], every_pair: usize) -> Vec<(usize, [u32; 2])> {
    let is_rare = |alike: &&(usize, &Alike)| {
        let [left, right] = alike.1.stretches.map(<[u32]>::len);
        left.saturating_mul(right) <= every_pair
    };
    let (rare, frequent): (Vec<_>, Vec<_>) = equal.iter().enumerate().partition(|it| is_rare(&it));
    let every = rare.iter().flat_map(|&(index, alike)| {
        let [lefts, rights] = alike.stretches;
        let pairs = lefts
            .iter()
            .flat_map(move |&left| rights.iter().map(move |&right| [left, right]));
        pairs.map(move |places| (index, places))
    });
    let mut links: Vec<(usize, [u32; 2])> = every.collect();
    let chained = heaviest(&mut links, equal);
    if frequent.is_empty() {
        return chained;
    }
    let anchors: Vec<[u32; 2]> = chained.iter().map(|&(_, places)| places).collect();
    for (index, alike) in frequent {
        links.extend(counted_off(alike, &anchors).map(|places| (index, places)));
    }
    heaviest(&mut links, equal)
}

/// Puts the links in order and takes the heaviest chain of them.
fn heaviest(links: &mut [(usize, [u32; 2])], equal: &[Alike]) -> Vec<(usize, [u32; 2])> {
    links.sort_unstable_by_key(|&(_, places)| places);
    let weighed = links.iter().map(|&(index, places)| Link {
        places,
        weight: equal[index].weight,
    });
    let chain = heaviest_chain(&weighed.collect::<Vec<_>>());
    chain.into_iter().map(|at| links[at]).collect()
}

/// Between every two anchors the first occurrence on the left with the first on the right, the second
/// with the second, and so on.
fn counted_off<'a>(alike: &Alike<'a>, anchors: &'a [[u32; 2]]) -> impl Iterator<Item = [u32; 2]> {
    // Places with how many anchors stand before them, and how many occurrences since the last.
    let ranked = |side: usize| {
        let (mut gap, mut rank) = (0, 0);
        alike.stretches[side].iter().map(move |&place| {
            let before = anchors.partition_point(|anchor| anchor[side] < place);
            rank = if before == gap { rank + 1 } else { 1 };
            gap = before;
            ((gap, rank), place)
        })
    };
    let mut rights = ranked(1).peekable();
    ranked(0).filter_map(move |(at, left)| {
        while rights.next_if(|&(other, _)| other < at).is_some() {}
        let (_, right) = rights.next_if(|&(other, _)| other == at)?;
        Some([left, right])
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Sentences named by numbers, those of the same name equal, as long as their name says.
    fn chained(names: [&[u32]; 2], every_pair: usize) -> Vec<[u32; 2]> {
        let places = |side: usize, name: u32| -> Vec<u32> {
            let places = (0..).zip(names[side]).filter(|(_, it)| **it == name);
            places.map(|(place, _)| place).collect()
        };
        let stretches: Vec<[Vec<u32>; 2]> = (0..9)
            .map(|name| [places(0, name), places(1, name)])
            .collect();
        let equal: Vec<Alike> = stretches
            .iter()
            .zip(1..)
            .filter(|(both, _)| both.iter().all(|places| !places.is_empty()))
            .map(|(both, words)| Alike {
                stretches: both.each_ref().map(Vec::as_slice),
                similarities: [1.0, 1.0],
                weight: f64::from(2 * words),
            })
            .collect();
        let chain = chain_within(&equal, every_pair);
        chain.into_iter().map(|(_, places)| places).collect()
    }

    proptest! {
        #[test]
        fn whatever_is_counted_off_is_a_chain_of_equals(
            left in prop::collection::vec(0u32..9, 0..20),
            right in prop::collection::vec(0u32..9, 0..20),
            every_pair in 0usize..6,
        ) {
            let chain = chained([&left, &right], every_pair);
            for pair in chain.windows(2) {
                prop_assert!(pair[0][0] < pair[1][0] && pair[0][1] < pair[1][1]);
            }
            for &[a, b] in &chain {
                prop_assert_eq!(left[a as usize], right[b as usize]);
            }
            let own: Vec<[u32; 2]> = (0..left.len() as u32).map(|place| [place, place]).collect();
            prop_assert_eq!(chained([&left, &left], every_pair), own);
        }
    }

    #[test]
    fn repetitions_are_counted_off_between_what_stands_once() {
        // The refrain 0 is gone from the first verse and new in the last; 1 to 3 stand once.
        let left = [0, 1, 0, 2, 0, 3];
        let right = [1, 0, 2, 0, 3, 0];
        assert_eq!(
            chained([&left, &right], 1),
            [[1, 0], [2, 1], [3, 2], [4, 3], [5, 4]]
        );
    }
}
