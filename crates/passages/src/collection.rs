//! The passages of many pairs: of a collection, or of pairs that are named.

use dejalu_base::progress::Progress;
use dejalu_text::{Analyzer, Document, Ignored, Shortened, TermId};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::decision::PassageModel;
use crate::find::find;
use crate::passage::Passage;
use crate::segments::Segmented;
use crate::shared::SharedPassages;

/// The most documents of which all pairs are compared: half a million pairs, some minutes.
const ALL_PAIRS: usize = 1_000;
/// Runs of words that say that two documents may share a passage.
struct Runs {
    words: usize,
    /// One of so many is looked at, chosen by its words.
    one_of: u64,
    /// The fewest that a pair shares.
    fewest: u32,
    /// The most documents that a run stands in.
    most_documents: usize,
    /// What becomes of one that more documents have: each of them is compared with so many after it.
    neighbours: usize,
}

/// Runs that few documents have, which reworded passages keep.
const RARE: Runs = Runs {
    words: 3,
    one_of: 1,
    fewest: 3,
    most_documents: 50,
    neighbours: 0,
};

/// Longer runs, which nobody writes twice: text that very many documents have.
const LONG: Runs = Runs {
    words: 8,
    one_of: 4,
    fewest: 1,
    most_documents: 50,
    neighbours: 50,
};

/// The passages of a collection.
#[derive(Debug, Clone)]
pub struct Found<'d> {
    /// The pairs with passages, the surest that share most first.
    pub shared: Vec<SharedPassages<'d>>,
    /// Number of pairs that were compared.
    pub compared: usize,
    /// True if these are all pairs. Otherwise they share three runs of three words that at most 50 documents have, or one
    /// of eight words, and passages in which nearly every word was replaced may be missed (docs/results.md, *Reused
    /// passages*). Of documents with a run of eight words that more than 50 have, each was compared with the next 50.
    pub is_all: bool,
}

/// Finds the passages of a collection, or of pairs of places in it; what is ignored is in none. Of up to 1,000
/// documents all pairs are compared, of more those that share rare runs of words. Of a pair of a collection the first
/// document is the one that comes first, and either may have its text from the other; of a listed pair passages are
/// looked for in the first.
pub fn find_all<'d>(
    documents: &'d [Document],
    pairs: Option<Vec<(u32, u32)>>,
    (analyzer, ignored): (&Analyzer, &Ignored),
    model: &PassageModel,
    progress: &dyn Progress,
) -> Found<'d> {
    let shorten =
        |document: &Document| ignored.shorten(analyzer, Shortened::whole(document.clone()));
    let shortened: Vec<Shortened> = documents.par_iter().map(shorten).collect();
    let cut = |it: &Shortened| Segmented::of(&analyzer.analyze(&it.document));
    let segmented: Vec<Segmented> = shortened.par_iter().map(cut).collect();
    let is_listed = pairs.is_some();
    let is_all = is_listed || documents.len() <= ALL_PAIRS;
    let pairs = match pairs {
        Some(pairs) => pairs,
        None if is_all => all_pairs(documents.len() as u32),
        None => sharing_runs(&segmented),
    };
    progress.begin("comparing pairs", pairs.len());
    let shared = pairs.par_iter().filter_map(|&(a, b)| {
        let [a, b] = [a as usize, b as usize];
        let passages = if is_listed {
            find(&segmented[a], &segmented[b], model)
        } else {
            find_either_way(&segmented[a], &segmented[b], model)
        };
        progress.advance(1);
        let (pair, left) = (
            [&documents[a], &documents[b]],
            [&shortened[a], &shortened[b]],
        );
        SharedPassages::new(pair, left, passages)
    });
    let mut shared: Vec<SharedPassages> = shared.collect();
    shared.sort_by(|x, y| {
        y.weight()
            .total_cmp(&x.weight())
            .then_with(|| x.ids().cmp(&y.ids()))
    });
    Found {
        shared,
        compared: pairs.len(),
        is_all,
    }
}

/// The passages of `a` that were made of text of `b`, or those the other way round, whichever weigh more.
fn find_either_way(a: &Segmented, b: &Segmented, model: &PassageModel) -> Vec<Passage> {
    let weight = |passages: &[Passage]| passages.iter().map(Passage::weight).sum::<f64>();
    let ahead = find(a, b, model);
    let back = find(b, a, model);
    if weight(&ahead) >= weight(&back) {
        return ahead;
    }
    let mut turned: Vec<Passage> = back.into_iter().map(Passage::turned).collect();
    turned.sort_by_key(|it| (it.a.start, it.b.start));
    turned
}

fn all_pairs(count: u32) -> Vec<(u32, u32)> {
    (0..count)
        .flat_map(|a| (a + 1..count).map(move |b| (a, b)))
        .collect()
}

fn sharing_runs(documents: &[Segmented]) -> Vec<(u32, u32)> {
    let mut pairs = RARE.pairs(documents);
    pairs.extend(LONG.pairs(documents));
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

impl Runs {
    /// The pairs that share enough of these runs.
    fn pairs(&self, documents: &[Segmented]) -> Vec<(u32, u32)> {
        let mut places: FxHashMap<&[TermId], Vec<u32>> = FxHashMap::default();
        for (place, document) in (0..).zip(documents) {
            let runs = document.words.windows(self.words);
            let distinct: FxHashSet<_> = runs.filter(|run| self.is_sampled(run)).collect();
            for run in distinct {
                places.entry(run).or_default().push(place);
            }
        }
        let mut shared: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        for list in places.into_values() {
            let others = if list.len() > self.most_documents {
                self.neighbours
            } else {
                list.len()
            };
            for (number, &a) in list.iter().enumerate() {
                for &b in list[number + 1..].iter().take(others) {
                    *shared.entry((a, b)).or_default() += 1;
                }
            }
        }
        let enough = |(pair, count)| (count >= self.fewest).then_some(pair);
        shared.into_iter().filter_map(enough).collect()
    }

    fn is_sampled(&self, run: &[TermId]) -> bool {
        let sum = run
            .iter()
            .fold(0, |sum: u64, term| sum.rotate_left(5) ^ term.0);
        sum % self.one_of == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segmented(texts: &[&str]) -> Vec<Segmented> {
        let analyzer = Analyzer::new(Default::default());
        let of = |text: &&str| Segmented::of(&analyzer.analyze(&Document::plain("x", text)));
        texts.iter().map(of).collect()
    }

    #[test]
    fn few_documents_are_all_compared() {
        assert_eq!(all_pairs(3), [(0, 1), (0, 2), (1, 2)]);
    }

    #[test]
    fn of_many_those_that_share_rare_runs_are() {
        let shared = "the ferry waits for the storm at the pier";
        let documents = segmented(&[
            &format!("{shared} today"),
            "nothing is alike in this one at all",
            &format!("yesterday {shared}"),
        ]);
        assert_eq!(sharing_runs(&documents), [(0, 2)]);
    }

    #[test]
    fn text_that_very_many_documents_have_is_compared_with_the_next_ones() {
        let shared = "the ferry waits for the storm at the old pier of Vellan until the lamp on the wall burns again and \
                      the watchman climbs down to the boats that lie there in the mud";
        let documents = segmented(&[shared; 120]);
        let pairs = sharing_runs(&documents);
        assert!(pairs.contains(&(0, 1)) && pairs.contains(&(118, 119)));
        assert_eq!(
            pairs.len(),
            (0..120).map(|it: usize| 50.min(119 - it)).sum::<usize>()
        );
    }
}
