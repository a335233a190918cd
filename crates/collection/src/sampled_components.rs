//! The connected components of candidates that a guess of the threshold looks at.

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::collection::Collection;
use super::components::components;

/// The seed of a sample: another one would give another threshold, so that it is no option.
const SEED: u64 = 42;

/// A pseudo-random number of a place.
pub(super) fn random(place: u32) -> u64 {
    xxh3_64_with_seed(&place.to_le_bytes(), SEED)
}

/// Of a component with more than twice as many candidates the guess looks at about so many, those of drawn documents.
const MOST_OF_COMPONENT: usize = 20_000;

/// The connected components of candidates, to sample them; a document without any is one as well.
pub(super) struct SampledComponents {
    /// The component of each document: its first one.
    of_document: Vec<u32>,
    /// Of each document how early its component is sampled: a hash, the lowest first.
    priorities: Vec<u64>,
    /// The candidates of each document, as the smaller place.
    pub(super) pairs: Vec<usize>,
    /// The candidates of each component, by its first document.
    pairs_of_each: Vec<usize>,
}

impl SampledComponents {
    pub(super) fn of(
        collection: &Collection,
        candidates: impl Iterator<Item = (u32, u32)>,
    ) -> Self {
        let documents = collection.documents().len();
        let mut pairs = vec![0; documents];
        let counted = candidates.inspect(|&(left, _)| pairs[left as usize] += 1);
        let components = components(documents, counted);
        SampledComponents {
            pairs_of_each: pairs_of_each(&components, &pairs),
            priorities: components.iter().map(|&first| random(first)).collect(),
            pairs,
            of_document: components,
        }
    }

    /// Returns whether each document belongs to a sample of at least so many candidates, or of all.
    pub(super) fn sampled(&self, at_least: usize) -> Vec<bool> {
        let pairs = self.pairs.iter().copied();
        let mut of_each: Vec<(u64, usize)> = self.priorities.iter().copied().zip(pairs).collect();
        of_each.sort_unstable();
        let mut sum = 0;
        let last = of_each.iter().find(|(_, pairs)| {
            sum += pairs;
            sum >= at_least
        });
        let last = last.map_or(u64::MAX, |(priority, _)| *priority);
        self.priorities.iter().map(|&it| it <= last).collect()
    }

    /// Of the sampled documents those that are looked at: all, but for components with too many candidates.
    pub(super) fn drawn(&self, is_sampled: &[bool]) -> Vec<bool> {
        let share = |component: u32| match self.pairs_of_each[component as usize] {
            pairs if pairs <= 2 * MOST_OF_COMPONENT => 1.0,
            // Of the documents a share, of the pairs its square.
            pairs => (MOST_OF_COMPONENT as f64 / pairs as f64).sqrt(),
        };
        let is_drawn = |(place, &is_sampled): (u32, &bool)| {
            let share = share(self.of_document[place as usize]);
            is_sampled && random(place) as f64 <= share * u64::MAX as f64
        };
        (0..).zip(is_sampled).map(is_drawn).collect()
    }

    /// The sampled documents of components that are looked at as a whole.
    pub(super) fn whole(&self, is_sampled: &[bool]) -> Vec<bool> {
        let pairs = &self.pairs_of_each;
        let is_small = |&first: &u32| pairs[first as usize] <= 2 * MOST_OF_COMPONENT;
        let sampled = is_sampled.iter().zip(&self.of_document);
        sampled.map(|(is, first)| *is && is_small(first)).collect()
    }
}

/// The candidates of each component, by its first document, given those of each document.
fn pairs_of_each(components: &[u32], pairs: &[usize]) -> Vec<usize> {
    let mut of_each = vec![0; pairs.len()];
    for (&first, own) in components.iter().zip(pairs) {
        of_each[first as usize] += own;
    }
    of_each
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use dejalu_text::document::Document;

    proptest! {
        #[test]
        fn components_are_sampled_whole_until_there_are_enough(
            pairs in prop::collection::btree_set((0u32..30, 0u32..30), 0..25),
            at_least in 0usize..30,
        ) {
            let mut pairs: Vec<(u32, u32)> =
                pairs.into_iter().filter(|(left, right)| left < right).collect();
            let document = |place: u32| Document::plain(format!("{place:02}"), &format!("ferry x{place}"));
            let collection = Collection::new((0..30).map(document).collect());
            let components = SampledComponents::of(&collection, pairs.iter().copied());
            let sampled = components.sampled(at_least);
            let of = |sampled: &[bool]| {
                pairs.iter().filter(|&&(left, _)| sampled[left as usize]).count()
            };
            for &(left, right) in &pairs {
                prop_assert_eq!(sampled[left as usize], sampled[right as usize]);
            }
            prop_assert!(of(&sampled) >= at_least.min(pairs.len()));
            let of_sampled = || components.priorities.iter().zip(&sampled);
            let last = of_sampled().filter(|(_, is_sampled)| **is_sampled).map(|(it, _)| *it).max();
            let without: Vec<bool> = of_sampled()
                .map(|(it, is_sampled)| *is_sampled && Some(*it) != last)
                .collect();
            prop_assert!(of(&without) < at_least.max(1) || pairs.len() < at_least);
            pairs.reverse();
            let again = SampledComponents::of(&collection, pairs.into_iter());
            prop_assert_eq!(again.sampled(at_least), sampled);
        }
    }

    #[test]
    fn of_a_large_component_some_documents_are_drawn() {
        let document =
            |place: u32| Document::plain(format!("{place:04}"), &format!("ferry x{place}"));
        let collection = Collection::new((0..1_010).map(document).collect());
        let clique = (0..1_000).flat_map(|right| (0..right).map(move |left| (left, right)));
        let mut pairs: Vec<(u32, u32)> = clique.collect();
        pairs.extend((1_001..1_010).map(|it| (1_000, it)));
        let components = SampledComponents::of(&collection, pairs.iter().copied());
        let all = vec![true; 1_010];
        let drawn = components.drawn(&all);
        let looked_at = pairs
            .iter()
            .filter(|(a, b)| drawn[*a as usize] && drawn[*b as usize]);
        let count = looked_at.count();
        assert!((15_000..25_000).contains(&count), "{count}");
        assert!(drawn[1_000..].iter().all(|it| *it));
        let whole = components.whole(&all);
        assert!(
            whole
                .iter()
                .enumerate()
                .all(|(place, is)| *is == (place >= 1_000))
        );
    }
}
