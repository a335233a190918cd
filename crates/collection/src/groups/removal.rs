//! Measures what is lost with each document that a grouping would remove.

use std::fmt;

use rustc_hash::FxHashMap;

use super::keep::Keep;
use super::members::ComparedPairs;
use super::relation::Relation;
use dejalu_text::sorted::distinct;

/// The reason why a document is kept or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Kept: it has no duplicate.
    Unique,
    /// Kept: it represents its group, being this one of it.
    Representative(Keep),
    /// Kept beside its representative: more would be lost with it than is allowed.
    LosesMore,
    /// Kept beside it, since the audit did not pass its removal.
    NotPassed,
    /// Not kept: a document of the same text is.
    Copy,
    /// Not kept: a near-duplicate is.
    Duplicate,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Unique => f.write_str("unique"),
            Reason::Representative(keep) => keep.fmt(f),
            Reason::LosesMore => f.write_str("loses-more"),
            Reason::NotPassed => f.write_str("not-passed"),
            Reason::Copy => f.write_str("copy"),
            Reason::Duplicate => f.write_str("duplicate"),
        }
    }
}

/// A document compared with the one that represents its group.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Removal {
    /// The document kept in its place.
    pub in_favour_of: u32,
    /// Its relation to that one.
    pub relation: Relation,
    /// The share of its distinct runs of three words that the kept one lacks, in \[0, 1\]; `None`
    /// where it has no words outside its fields, so that nothing is known.
    pub lost: Option<f64>,
    /// True if it is kept beside its representative, since more would be lost than is allowed.
    pub is_kept: bool,
}

/// The pairs of texts that [`removals`] compares: that of each document and of its representative.
pub(super) fn pairs_of_texts(text_of: &[u32], representative_of: &[u32]) -> Vec<(u32, u32)> {
    let pairs = text_of.iter().zip(representative_of);
    let pairs = pairs.map(|(&text, &representative)| (text, text_of[representative as usize]));
    distinct(pairs.filter(|(removed, kept)| removed != kept))
}

/// Each document compared with its representative, by place; `None` for representatives. A document
/// with which more than `most` would be lost is kept, one without words counting as lost altogether; of
/// several documents of one such text the first in `order` is kept, and the others are removed in its
/// favour. By place are also the text of each document, named by its first, and its representative.
pub(super) fn removals(
    [text_of, representative_of, order]: [&[u32]; 3],
    compared: &ComparedPairs,
    most: Option<f64>,
) -> Vec<Option<Removal>> {
    let mut removals = vec![None; text_of.len()];
    let mut kept_of_text: FxHashMap<u32, u32> = FxHashMap::default();
    for &place in order {
        let representative = representative_of[place as usize];
        if place == representative {
            continue;
        }
        let text = text_of[place as usize];
        let twin = kept_of_text.get(&text).copied();
        let same = (Relation::Identical, Some(0.0));
        let in_favour_of = twin.unwrap_or(representative);
        let pair = (text, text_of[in_favour_of as usize]);
        let runs = compared.get(&pair);
        let (relation, lost) = runs.map_or(same, |runs| (runs.relation(), runs.lost()));
        let is_kept = most.is_some_and(|most| lost.unwrap_or(1.0) > most);
        if is_kept {
            kept_of_text.insert(text, place);
        }
        removals[place as usize] = Some(Removal {
            in_favour_of,
            relation,
            lost,
            is_kept,
        });
    }
    removals
}

#[cfg(test)]
mod tests {
    use super::super::members::Members;
    use super::*;
    use crate::word_reader::WordReader;
    use crate::{Collection, Judge};
    use dejalu_text::document::Document;

    const FERRY: &str =
        "the ferry waits at the old pier until the storm has passed over the harbour";

    fn found(texts: &[&str], representative_of: &[u32], most: Option<f64>) -> Vec<Option<Removal>> {
        let documents = (0..).zip(texts);
        let documents = documents.map(|(place, text)| Document::plain(format!("{place:02}"), text));
        let collection = Collection::new(documents.collect());
        let judge = Judge::rule("jaccard=0.5", Default::default()).unwrap();
        let order: Vec<u32> = (0..texts.len() as u32).collect();
        let text_of = collection.text_of();
        let pairs = pairs_of_texts(&text_of, representative_of);
        let reader = WordReader::uncached(&collection, judge.analysis());
        let compared = reader.compared(pairs).unwrap();
        removals([&text_of, representative_of, &order], &compared, most)
    }

    #[test]
    fn relations_and_losses_are_those_of_runs_of_three_words() {
        let longer =
            format!("{FERRY} and then it leaves for the island with the mail and the goats");
        // One word of fifteen changed: three of thirteen runs.
        let revised = FERRY.replace("storm", "wind");
        let other = "the ferry waits at the old museum where beetles farm fungus in dead wood";
        let texts = [FERRY, FERRY, &longer, &revised, other, "1 2", "!"];
        let found = found(&texts, &[0; 7], None);
        assert_eq!(found[0], None);
        let said = |place: usize| found[place].map(|it| (it.relation, it.lost));
        assert_eq!(said(1), Some((Relation::Identical, Some(0.0))));
        let lost = |place: usize| found[place].unwrap().lost.unwrap();
        assert_eq!(found[2].unwrap().relation, Relation::Contains);
        assert!((lost(2) - 13.0 / 26.0).abs() < 1e-9, "{}", lost(2));
        assert_eq!(found[3].unwrap().relation, Relation::Revised);
        assert!((lost(3) - 3.0 / 13.0).abs() < 1e-9, "{}", lost(3));
        assert_eq!(found[4].unwrap().relation, Relation::Shares);
        assert_eq!(said(5), Some((Relation::Shares, Some(1.0))));
        assert_eq!(said(6), Some((Relation::Shares, None)), "nothing is known");
        assert!(found.iter().flatten().all(|it| !it.is_kept));
    }

    #[test]
    fn the_shorter_is_contained_in_the_longer() {
        let longer =
            format!("{FERRY} and then it leaves for the island with the mail and the goats");
        let found = found(&[&longer, FERRY], &[0, 0], Some(0.0));
        let removal = found[1].unwrap();
        assert_eq!(
            (removal.relation, removal.lost),
            (Relation::Contained, Some(0.0))
        );
        assert!(!removal.is_kept, "nothing is lost");
    }

    #[test]
    fn what_would_lose_too_much_is_kept_once() {
        let revised = FERRY.replace("storm", "wind");
        let texts = [FERRY, &revised, &revised, "!", "?"];
        let with = |most: f64| {
            let found = found(&texts, &[0; 5], Some(most));
            let said = found
                .into_iter()
                .map(|it| it.map(|it| (it.in_favour_of, it.is_kept)));
            said.collect::<Vec<_>>()
        };
        let kept = Some((0, true));
        assert_eq!(with(0.2), [None, kept, Some((1, false)), kept, kept]);
        let removed = Some((0, false));
        assert_eq!(with(0.3), [None, removed, removed, kept, kept]);
        assert_eq!(with(1.0), [None, removed, removed, removed, removed]);
    }
}
