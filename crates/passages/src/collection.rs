//! The passages of many pairs: of a collection, or of pairs that are named.

use dejalu_base::progress::Progress;
use dejalu_text::{Analyzer, Document, Ignored, Shortened};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::decision::PassageModel;
use crate::find::find;
use crate::segments::Segmented;
use crate::shared::SharedPassages;

/// The most documents of which all pairs are compared: half a million pairs, some minutes.
const ALL_PAIRS: usize = 1_000;
/// The words of a run that two documents share.
const RUN: usize = 3;
/// The most documents of a run that says something.
const MOST_DOCUMENTS: usize = 50;
/// The fewest such runs of a pair that is compared.
const FEWEST_SHARED: u32 = 3;

/// The passages of a collection.
#[derive(Debug, Clone)]
pub struct Found<'d> {
    /// The pairs with passages, those that share most first.
    pub shared: Vec<SharedPassages<'d>>,
    /// Number of pairs that were compared.
    pub compared: usize,
    /// True if these are all pairs. Otherwise they share at least three runs of three words that stand in at most 50
    /// documents, and passages in which nearly every word was replaced may be missed (docs/results.md, *Reused passages*).
    pub is_all: bool,
}

/// Finds the passages of a collection, or of pairs of places in it; what is ignored is in none. Of up to 1,000
/// documents all pairs are compared, of more those that share rare runs of words. Of a pair of a collection the first
/// document is the one that comes first.
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
    let is_all = pairs.is_some() || documents.len() <= ALL_PAIRS;
    let pairs = match pairs {
        Some(pairs) => pairs,
        None if is_all => all_pairs(documents.len() as u32),
        None => sharing_runs(&segmented),
    };
    progress.begin("comparing pairs", pairs.len());
    let shared = pairs.par_iter().filter_map(|&(a, b)| {
        let [a, b] = [a as usize, b as usize];
        let passages = find(&segmented[a], &segmented[b], model);
        progress.advance(1);
        let (pair, left) = (
            [&documents[a], &documents[b]],
            [&shortened[a], &shortened[b]],
        );
        SharedPassages::new(pair, left, passages)
    });
    let mut shared: Vec<SharedPassages> = shared.collect();
    shared.sort_by(|x, y| {
        y.order()
            .cmp(&x.order())
            .then_with(|| x.ids().cmp(&y.ids()))
    });
    Found {
        shared,
        compared: pairs.len(),
        is_all,
    }
}

fn all_pairs(count: u32) -> Vec<(u32, u32)> {
    (0..count)
        .flat_map(|a| (a + 1..count).map(move |b| (a, b)))
        .collect()
}

fn sharing_runs(documents: &[Segmented]) -> Vec<(u32, u32)> {
    // A run that stands in too many documents keeps one place more than the most, and is passed over.
    let mut places: FxHashMap<&[dejalu_text::TermId], Vec<u32>> = FxHashMap::default();
    for (place, document) in (0..).zip(documents) {
        let distinct: FxHashSet<_> = document.words.windows(RUN).collect();
        for run in distinct {
            let list = places.entry(run).or_default();
            if list.len() <= MOST_DOCUMENTS {
                list.push(place);
            }
        }
    }
    let mut shared: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    for list in places.into_values() {
        if list.len() > MOST_DOCUMENTS {
            continue;
        }
        for (number, &a) in list.iter().enumerate() {
            for &b in &list[number + 1..] {
                *shared.entry((a, b)).or_default() += 1;
            }
        }
    }
    let mut pairs: Vec<(u32, u32)> = shared
        .into_iter()
        .filter_map(|(pair, count)| (count >= FEWEST_SHARED).then_some(pair))
        .collect();
    pairs.sort_unstable();
    pairs
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
}
