//! Similar sentences of two long documents, with bounded work.
//!
//! Every word that many sentences of both documents hold costs as many steps as pairs of them. Up to
//! `EXACT` steps all pairs are compared. Beyond, each distinct sentence is compared with the
//! [`CANDIDATES`] that hold its rarest words, of a word that more hold with those that stand at about
//! the same place of their document, and only equal words count. So the work grows with the length of
//! the documents and not with its square.

use super::sentences::{SentencePair, Sentences, Similarities};
use dejalu_text::TermId;
use dejalu_text::sorted::distinct;

/// The most steps for which all pairs are compared, about a third of a second.
const EXACT: u64 = 1 << 25;

/// With how many sentences of the other document a sentence is compared beyond, from either side.
pub const CANDIDATES: usize = 64;

impl Sentences {
    /// The pairs of distinct sentences that are alike by `least`, above 0, in both directions, and
    /// whether all pairs were compared.
    pub fn join_bounded(&self, other: &Sentences, least: f64) -> (Similarities, bool) {
        self.join_within(other, least, EXACT)
    }

    pub(super) fn join_within(
        &self,
        other: &Sentences,
        least: f64,
        steps: u64,
    ) -> (Similarities, bool) {
        let work = self
            .work(other, steps)
            .saturating_add(other.work(self, steps));
        if work <= steps {
            return (Similarities::at_least(self, other, least), true);
        }
        let turned = other.candidates(self).into_iter();
        let turned = turned.map(|[right, left]| [left, right]);
        let compared = distinct(self.candidates(other).into_iter().chain(turned))
            .into_iter()
            .map(|distinct| self.compared(other, distinct));
        let similarities = Similarities {
            pairs: compared
                .filter(|it| it.similarities.iter().all(|&share| share >= least))
                .collect(),
            occurrences: [self, other].map(|it| it.occurrences.clone()),
        };
        (similarities, false)
    }

    /// Number of steps it takes to compare all sentences with all of another document; counting ends
    /// beyond `enough`.
    fn work(&self, other: &Sentences, enough: u64) -> u64 {
        let mut work = 0_u64;
        for &(term, word) in &self.by_term {
            let related = other.related(term, self.words[word as usize]);
            let reached: usize = related
                .map(|(word, _)| other.holders[word as usize].len())
                .sum();
            work += reached as u64 * (1 + self.holders[word as usize].len() as u64);
            if work > enough {
                break;
            }
        }
        work
    }

    /// Each distinct sentence with those of the other document that it is compared with.
    fn candidates(&self, other: &Sentences) -> Vec<[u32; 2]> {
        let mut found = Vec::new();
        for (place, sentence) in (0_u32..).zip(&self.sentences) {
            let words = sentence
                .iter()
                .filter_map(|&word| other.word(self.by_term[word as usize].0));
            let mut holders: Vec<&[u32]> = words
                .map(|word| other.holders[word as usize].as_slice())
                .collect();
            holders.sort_by_key(|holders| holders.len());
            let middle = place as usize * other.sentences.len() / self.sentences.len();
            let mut room = CANDIDATES;
            for holders in holders {
                let near = nearest(holders, middle as u32, room);
                room -= near.len();
                found.extend(near.iter().map(|&partner| [place, partner]));
            }
        }
        found
    }

    /// The degrees to which two distinct sentences hold each other's words.
    fn compared(&self, other: &Sentences, distinct: [u32; 2]) -> SentencePair {
        let [left, right] = [
            &self.sentences[distinct[0] as usize],
            &other.sentences[distinct[1] as usize],
        ];
        let terms = left.iter().map(|&word| self.by_term[word as usize].0);
        let words = terms.filter_map(|term| other.word(term));
        let shared = words
            .filter(|word| right.binary_search(word).is_ok())
            .count() as f64;
        let similarities = [left.len(), right.len()].map(|words| shared / words as f64);
        SentencePair {
            distinct,
            similarities,
        }
    }

    /// The index of a term; none of one that no sentence holds.
    fn word(&self, term: TermId) -> Option<u32> {
        let place = self
            .by_term
            .binary_search_by_key(&term, |&(term, _)| term)
            .ok()?;
        Some(self.by_term[place].1)
    }
}

/// Of ascending places at most so many, around one.
fn nearest(places: &[u32], middle: u32, most: usize) -> &[u32] {
    let most = most.min(places.len());
    let after = places.partition_point(|&place| place < middle);
    let start = after.saturating_sub(most / 2).min(places.len() - most);
    &places[start..start + most]
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// Sentences of eight words, of which one is their own and one counts sentences.
    fn rows(count: u64, shift: u64) -> Sentences {
        let row = |n: u64| {
            let common = (0..6).map(TermId);
            common
                .chain([TermId(1_000 + n), TermId(1_000_000 + shift + n)])
                .collect()
        };
        Sentences::new((0..count).map(row), Arc::default())
    }

    #[test]
    fn thousands_of_near_repeats_are_compared_with_few() {
        let (left, right) = (rows(6_000, 0), rows(6_000, 500_000));
        assert!(left.work(&right, u64::MAX) > 200_000_000);
        let candidates = left.candidates(&right);
        assert!(
            candidates.len() <= 6_000 * CANDIDATES,
            "{}",
            candidates.len()
        );
        let (joint, all) = left.join_bounded(&right, 0.5);
        assert!(!all);
        for n in 0..6_000 {
            let own = joint
                .pairs()
                .binary_search_by_key(&[n, n], |pair| pair.distinct);
            let own = own.map(|place| joint.pairs()[place].similarities);
            assert_eq!(own.ok(), Some([7.0 / 8.0; 2]), "{n}");
        }
    }

    #[test]
    fn short_documents_are_compared_in_full() {
        let (left, right) = (rows(40, 0), rows(30, 500_000));
        let (full, all) = left.join_within(&right, 0.5, u64::MAX);
        assert!(all);
        assert_eq!(full.pairs().len(), 40 * 30);
        // With so few rows the candidates of either side are all there are.
        let (bounded, all) = left.join_within(&right, 0.5, 0);
        assert!(!all);
        assert_eq!(bounded.pairs(), full.pairs());
    }

    #[test]
    fn both_orders_find_the_same_pairs() {
        let (left, right) = (rows(300, 0), rows(500, 100));
        let turned = |of: &Similarities| {
            let mut pairs: Vec<_> = of
                .pairs()
                .iter()
                .map(|it| [it.distinct[1], it.distinct[0]])
                .collect();
            pairs.sort_unstable();
            pairs
        };
        let (there, _) = left.join_within(&right, 0.5, 0);
        let (back, _) = right.join_within(&left, 0.5, 0);
        let back: Vec<_> = back.pairs().iter().map(|it| it.distinct).collect();
        assert_eq!(turned(&there), back);
    }

    #[test]
    fn the_nearest_places_lie_around_the_middle() {
        let places = [2, 4, 6, 8, 10];
        assert_eq!(nearest(&places, 7, 2), [6, 8]);
        assert_eq!(nearest(&places, 0, 2), [2, 4]);
        assert_eq!(nearest(&places, 99, 2), [8, 10]);
        assert_eq!(nearest(&places, 7, 9), places);
        assert!(nearest(&[], 7, 9).is_empty());
    }
}
