//! Which pairs of a collection may share a passage.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::segments::Segmented;

/// The most documents of which all pairs are compared: half a million pairs, some minutes.
const ALL_PAIRS: usize = 1_000;
/// The words of a run that two documents share.
const RUN: usize = 3;
/// The most documents of a run that says something.
const MOST_DOCUMENTS: usize = 50;
/// The fewest such runs of a pair that is compared.
const FEWEST_SHARED: u32 = 3;

/// The pairs of a collection that are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// Places of two documents, the first before the second, ascending.
    pub pairs: Vec<(u32, u32)>,
    /// True if these are all pairs. Otherwise they share at least three runs of three words that stand in at most 50
    /// documents, and passages in which nearly every word was replaced may be missed (docs/results.md, *Passages*).
    pub is_all: bool,
}

/// All pairs of up to 1,000 documents; of more those that share rare runs of words.
pub fn compared(documents: &[Segmented]) -> Compared {
    if documents.len() <= ALL_PAIRS {
        let count = documents.len() as u32;
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        return Compared {
            pairs: pairs.collect(),
            is_all: true,
        };
    }
    Compared {
        pairs: sharing_runs(documents),
        is_all: false,
    }
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
    use dejalu_text::{Analyzer, Document};

    use super::*;

    fn segmented(texts: &[&str]) -> Vec<Segmented> {
        let analyzer = Analyzer::new(Default::default());
        let of = |text: &&str| Segmented::of(&analyzer.analyze(&Document::plain("x", text)));
        texts.iter().map(of).collect()
    }

    #[test]
    fn few_documents_are_all_compared() {
        let found = compared(&segmented(&["one", "two", "three"]));
        assert_eq!(
            (found.pairs, found.is_all),
            (vec![(0, 1), (0, 2), (1, 2)], true)
        );
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
