//! Word–word correlation factors: how far two words occur in the same documents (000, section
//! 3.2.2).
//!
//! c_ij = n_ij / (n_i + n_j − n_ij), where n_i documents hold word i and n_ij hold both; c_ii = 1.

use std::cmp::Ordering;
use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

use super::lists::Lists;
use dejalu_text::TermId;

/// Limits on the correlations that are kept. The defaults keep what can matter to a sentence's
/// similarity: words seen once correlate perfectly by chance, and weak factors cost memory but move
/// no mean.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, SmartDefault)]
#[serde(deny_unknown_fields)]
pub struct CorrelationLimits {
    /// The minimum factor kept, in [0, 1]; 0.05 by default, 0 keeps all.
    #[default(0.05)]
    pub factor: f64,
    /// The fewest documents that hold both words; 3 by default, 1 keeps all.
    #[default(3)]
    pub documents: u32,
    /// The most neighbours of a word: a pair is kept iff each is among the other's strongest, by
    /// descending factor, of equal ones by ascending term, so that the table stays symmetric. 64 by
    /// default; `usize::MAX` keeps all.
    #[default(64)]
    pub neighbours: usize,
}

/// Partners of words that are held at once while they are counted, before the strongest are chosen:
/// 64 MB of them.
const BATCH: usize = 1 << 22;

/// A correlated word.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Neighbour {
    /// Its row in the table.
    pub row: u32,
    /// The correlation factor, in (0, 1].
    pub factor: f64,
}

/// A sparse, symmetric table of correlation factors.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(into = "Stored", from = "Stored")]
pub struct Correlations {
    terms: Vec<TermId>,
    /// Of each row, ascending.
    neighbours: Lists<Neighbour>,
    row_of: FxHashMap<TermId, u32>,
}

impl Correlations {
    /// A table of given factors between different words: for worked examples and tests.
    pub fn from_factors(factors: impl IntoIterator<Item = (TermId, TermId, f64)>) -> Self {
        let mut rows: FxHashMap<TermId, Vec<(TermId, f64)>> = FxHashMap::default();
        for (left, right, factor) in factors {
            rows.entry(left).or_default().push((right, factor));
            rows.entry(right).or_default().push((left, factor));
        }
        let mut terms: Vec<TermId> = rows.keys().copied().collect();
        terms.sort_unstable();
        let lists = terms.iter().map(|term| rows[term].clone()).collect();
        Correlations::assemble(terms, lists)
    }

    /// Counts the correlations of a collection, given each document's distinct words. Beside the
    /// words themselves it holds no more than 64 MB and, of every word, twice the neighbours that are
    /// kept, 16 bytes each.
    pub(super) fn collect(
        bags: &[Vec<TermId>],
        frequencies: &FxHashMap<TermId, u32>,
        limits: &CorrelationLimits,
    ) -> Self {
        let order = WordOrder::new(frequencies, limits.documents);
        let ranked: Vec<Vec<u32>> = bags.par_iter().map(|bag| order.ranks(bag)).collect();
        let postings = postings(&ranked, order.terms.len());
        let mut rows = vec![Vec::new(); order.terms.len()];
        for ranks in batches(&ranked, &postings, BATCH) {
            let first = ranks.start;
            let upper: Vec<Vec<(u32, f64)>> = ranks
                .into_par_iter()
                .map_init(
                    || vec![0u32; order.terms.len()],
                    |together, rank| order.row(rank, &ranked, &postings, limits, together),
                )
                .collect();
            for (rank, row) in (first as usize..).zip(upper) {
                for (other, factor) in row {
                    let other = other as usize;
                    add(
                        &mut rows[rank],
                        (order.terms[other], factor),
                        limits.neighbours,
                    );
                    add(
                        &mut rows[other],
                        (order.terms[rank], factor),
                        limits.neighbours,
                    );
                }
            }
        }
        keep_mutual_strongest(&order.terms, &mut rows, limits.neighbours);
        let mut kept: Vec<(TermId, Vec<(TermId, f64)>)> = order
            .terms
            .into_iter()
            .zip(rows)
            .filter(|(_, row)| !row.is_empty())
            .collect();
        kept.sort_unstable_by_key(|(term, _)| *term);
        let (terms, lists) = kept.into_iter().unzip();
        Correlations::assemble(terms, lists)
    }

    fn assemble(terms: Vec<TermId>, lists: Vec<Vec<(TermId, f64)>>) -> Self {
        let row_of = rows_of(&terms);
        let neighbour = |(term, factor)| Neighbour {
            row: row_of[&term],
            factor,
        };
        let rows = lists
            .into_iter()
            .map(|list| list.into_iter().map(neighbour).collect());
        Correlations::of_rows(terms, rows.collect())
    }

    /// Terms in ascending order and each one's neighbours.
    fn of_rows(terms: Vec<TermId>, rows: Vec<Vec<Neighbour>>) -> Self {
        let mut neighbours = Lists::default();
        for mut row in rows {
            row.sort_unstable_by_key(|neighbour| neighbour.row);
            neighbours.push(row);
        }
        Correlations {
            row_of: rows_of(&terms),
            terms,
            neighbours,
        }
    }

    /// The row of a word that correlates with another.
    pub fn row(&self, term: TermId) -> Option<u32> {
        self.row_of.get(&term).copied()
    }

    /// The neighbours of a row, ascending by row; without the word itself.
    pub fn neighbours(&self, row: u32) -> &[Neighbour] {
        self.neighbours.get(row)
    }

    /// c_ij, in [0, 1]: 1 for equal words, 0 for words unseen or not kept.
    pub fn factor(&self, left: TermId, right: TermId) -> f64 {
        if left == right {
            return 1.0;
        }
        let (Some(left), Some(right)) = (self.row(left), self.row(right)) else {
            return 0.0;
        };
        let neighbours = self.neighbours(left);
        match neighbours.binary_search_by_key(&right, |neighbour| neighbour.row) {
            Ok(place) => neighbours[place].factor,
            Err(_) => 0.0,
        }
    }

    /// Number of words with a neighbour.
    pub fn words(&self) -> usize {
        self.terms.len()
    }

    /// Number of correlated pairs of words.
    pub fn pairs(&self) -> usize {
        self.neighbours.items().len() / 2
    }

    pub(super) fn check(&self) -> Result<(), String> {
        let mut factors = self.neighbours.items().iter().map(|it| it.factor);
        match factors.find(|factor| !(0.0..=1.0).contains(factor)) {
            Some(factor) => Err(format!("a correlation factor of {factor}")),
            None => Ok(()),
        }
    }
}

fn rows_of(terms: &[TermId]) -> FxHashMap<TermId, u32> {
    terms.iter().copied().zip(0..).collect()
}

/// Words in ascending order of document frequency (ties by term). In that order c_ij ≤ df_i/df_j
/// for i before j, so that the search for i's partners can stop at df_i/c.
#[derive(Debug)]
pub(super) struct WordOrder {
    terms: Vec<TermId>,
    frequencies: Vec<u32>,
    rank_of: FxHashMap<TermId, u32>,
}

impl WordOrder {
    /// Words below the least number of common documents can have no partner and get no rank.
    pub(super) fn new(frequencies: &FxHashMap<TermId, u32>, least: u32) -> Self {
        let mut words: Vec<(u32, TermId)> = frequencies
            .iter()
            .filter(|&(_, &df)| df >= least)
            .map(|(&term, &df)| (df, term))
            .collect();
        words.sort_unstable();
        let (frequencies, terms): (Vec<u32>, Vec<TermId>) = words.into_iter().unzip();
        WordOrder {
            rank_of: rows_of(&terms),
            terms,
            frequencies,
        }
    }

    pub(super) fn ranks(&self, bag: &[TermId]) -> Vec<u32> {
        let mut ranks: Vec<u32> = bag
            .iter()
            .filter_map(|term| self.rank_of.get(term).copied())
            .collect();
        ranks.sort_unstable();
        ranks
    }

    /// The partners of a word among the words after it, with their factors. `together` is scratch
    /// space, zero before and after.
    fn row(
        &self,
        rank: u32,
        ranked: &[Vec<u32>],
        postings: &Lists<(u32, u32)>,
        limits: &CorrelationLimits,
        together: &mut [u32],
    ) -> Vec<(u32, f64)> {
        let own = self.frequencies[rank as usize];
        let beyond = self
            .frequencies
            .partition_point(|&df| f64::from(own) >= limits.factor * f64::from(df))
            as u32;
        let mut met = Vec::new();
        for &(document, place) in postings.get(rank) {
            for &other in &ranked[document as usize][place as usize + 1..] {
                if other >= beyond {
                    break;
                }
                if together[other as usize] == 0 {
                    met.push(other);
                }
                together[other as usize] += 1;
            }
        }
        met.sort_unstable();
        let mut row = Vec::new();
        for other in met {
            let both = std::mem::take(&mut together[other as usize]);
            row.extend(
                self.factor(rank, other, both, limits)
                    .map(|factor| (other, factor)),
            );
        }
        row
    }

    /// The strongest partners of some words, strongest first: the word, its partner, the factor. All documents
    /// of those words are given, as the ranks of their words.
    pub(super) fn partners(
        &self,
        documents: &[Vec<u32>],
        limits: &CorrelationLimits,
        is_asked: impl Fn(u32) -> bool,
    ) -> Vec<(TermId, TermId, f64)> {
        let postings = postings(documents, self.terms.len());
        let mut together = vec![0u32; self.terms.len()];
        let mut found = Vec::new();
        for rank in (0..self.terms.len() as u32).filter(|&rank| is_asked(rank)) {
            let mut met = Vec::new();
            for &(document, _) in postings.get(rank) {
                for &other in documents[document as usize]
                    .iter()
                    .filter(|&&it| it != rank)
                {
                    if together[other as usize] == 0 {
                        met.push(other);
                    }
                    together[other as usize] += 1;
                }
            }
            let partner = |other: u32| {
                let both = std::mem::take(&mut together[other as usize]);
                let factor = self.factor(rank.min(other), rank.max(other), both, limits)?;
                Some((self.terms[other as usize], factor))
            };
            let mut row: Vec<(TermId, f64)> = met.into_iter().filter_map(partner).collect();
            row.sort_unstable_by(strongest_first);
            row.truncate(limits.neighbours);
            let term = self.terms[rank as usize];
            found.extend(row.into_iter().map(|(other, factor)| (term, other, factor)));
        }
        found
    }

    /// The correlation factor of two words that `both` documents hold together, the rarer word first; `None` where that
    /// is not kept.
    fn factor(&self, rarer: u32, other: u32, both: u32, limits: &CorrelationLimits) -> Option<f64> {
        let [own, df] = [rarer, other].map(|rank| self.frequencies[rank as usize]);
        let factor = f64::from(both) / f64::from(own + df - both);
        let may_reach = f64::from(own) >= limits.factor * f64::from(df);
        let is_kept = may_reach && both >= limits.documents && factor >= limits.factor;
        is_kept.then_some(factor)
    }
}

/// The postings of each ranked word: (document, place in its ascending ranks).
fn postings(ranked: &[Vec<u32>], words: usize) -> Lists<(u32, u32)> {
    Lists::gather(words, ranked.len(), |document| {
        let ranks = ranked[document as usize].iter();
        (0..)
            .zip(ranks)
            .map(move |(place, &rank)| (rank, (document, place)))
    })
}

/// Words in the order of their ranks, so many at a time that they have about `most` partners. In
/// documents of random words any two words correlate.
fn batches(ranked: &[Vec<u32>], postings: &Lists<(u32, u32)>, most: usize) -> Vec<Range<u32>> {
    let words = postings.len();
    let mut batches = Vec::new();
    let (mut first, mut partners) = (0, 0);
    for rank in 0..words as u32 {
        let after =
            |&(document, place): &(u32, u32)| ranked[document as usize].len() - place as usize - 1;
        let met: usize = postings.get(rank).iter().map(after).sum();
        partners += met.min(words - rank as usize - 1);
        if partners >= most {
            batches.push(first..rank + 1);
            (first, partners) = (rank + 1, 0);
        }
    }
    batches.push(first..words as u32);
    batches
}

fn strongest_first(a: &(TermId, f64), b: &(TermId, f64)) -> Ordering {
    b.1.total_cmp(&a.1).then(a.0.cmp(&b.0))
}

/// Adds a neighbour to a word's; of twice as many as will be kept the weaker half is dropped.
fn add(row: &mut Vec<(TermId, f64)>, neighbour: (TermId, f64), most: usize) {
    row.push(neighbour);
    if row.len() >= most.saturating_mul(2) && most > 0 {
        row.select_nth_unstable_by(most - 1, strongest_first);
        row.truncate(most);
    }
}

/// Keeps a pair iff each word is among the other's `most` strongest neighbours.
fn keep_mutual_strongest(terms: &[TermId], rows: &mut [Vec<(TermId, f64)>], most: usize) {
    for row in rows.iter_mut() {
        row.sort_unstable_by(strongest_first);
    }
    if most == usize::MAX {
        return;
    }
    let weakest: FxHashMap<TermId, (TermId, f64)> = terms
        .iter()
        .zip(rows.iter())
        .filter_map(|(&term, row)| Some((term, *row.get(most.min(row.len()).checked_sub(1)?)?)))
        .collect();
    for (&term, row) in terms.iter().zip(rows.iter_mut()) {
        row.truncate(most);
        row.retain(|&(other, factor)| {
            weakest
                .get(&other)
                .is_some_and(|last| strongest_first(&(term, factor), last).is_le())
        });
    }
}

/// A table as a file holds it: every pair once, at its smaller row.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    terms: Vec<TermId>,
    /// For each row its partners with a larger row: (row, factor).
    partners: Vec<Vec<(u32, f64)>>,
}

impl From<Correlations> for Stored {
    fn from(table: Correlations) -> Self {
        let later_partners = |row: u32| {
            let neighbours = table.neighbours(row).iter();
            neighbours
                .filter(|neighbour| neighbour.row > row)
                .map(|neighbour| (neighbour.row, neighbour.factor))
                .collect()
        };
        Stored {
            partners: (0..table.terms.len() as u32).map(later_partners).collect(),
            terms: table.terms,
        }
    }
}

impl From<Stored> for Correlations {
    fn from(stored: Stored) -> Self {
        let mut rows = vec![Vec::new(); stored.terms.len()];
        // A row that does not exist is dropped: a damaged file is refused by its digest, and one
        // made by hand must not bring the program down.
        for (row, partners) in stored.partners.iter().enumerate().take(rows.len()) {
            for &(other, factor) in partners {
                if (other as usize) < rows.len() && other as usize != row {
                    rows[row].push(Neighbour { row: other, factor });
                    rows[other as usize].push(Neighbour {
                        row: row as u32,
                        factor,
                    });
                }
            }
        }
        Correlations::of_rows(stored.terms, rows)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use dejalu_text::sorted::distinct;

    /// The definition, word by word.
    fn slow(bags: &[Vec<TermId>], limits: &CorrelationLimits) -> Vec<(TermId, TermId, f64)> {
        let words = distinct(bags.iter().flatten().copied());
        let holding = |word: TermId| bags.iter().filter(move |bag| bag.contains(&word));
        let mut all = Vec::new();
        for &left in &words {
            for &right in words.iter().filter(|&&right| right > left) {
                let both = holding(left).filter(|bag| bag.contains(&right)).count();
                let either = holding(left).count() + holding(right).count() - both;
                let factor = both as f64 / either as f64;
                if both > 0 && both >= limits.documents as usize && factor >= limits.factor {
                    all.push((left, right, factor));
                }
            }
        }
        let rank = |of: TermId, other: TermId, factor: f64| {
            let stronger = |&&(a, b, f): &&(TermId, TermId, f64)| {
                let partner = if a == of { b } else { a };
                (a == of || b == of) && (f > factor || (f == factor && partner < other))
            };
            all.iter().filter(stronger).count()
        };
        all.iter()
            .copied()
            .filter(|&(a, b, f)| {
                rank(a, b, f) < limits.neighbours && rank(b, a, f) < limits.neighbours
            })
            .collect()
    }

    proptest! {
        #[test]
        fn equals_the_definition(
            bags in prop::collection::vec(prop::collection::btree_set(0u64..12, 0..8), 0..14),
            factor in prop::sample::select(vec![0.0, 0.05, 0.3, 0.5]),
            documents in 1u32..4,
            neighbours in prop::sample::select(vec![1, 2, 3, usize::MAX]),
        ) {
            let limits = CorrelationLimits { factor, documents, neighbours };
            let bags: Vec<Vec<TermId>> =
                bags.into_iter().map(|bag| bag.into_iter().map(TermId).collect()).collect();
            let mut frequencies = FxHashMap::default();
            for &term in bags.iter().flatten() {
                *frequencies.entry(term).or_insert(0) += 1;
            }
            let fast = Correlations::collect(&bags, &frequencies, &limits);
            let slow = slow(&bags, &limits);
            prop_assert_eq!(fast.pairs(), slow.len());
            for (left, right, factor) in slow {
                prop_assert_eq!(fast.factor(left, right), factor);
                prop_assert_eq!(fast.factor(right, left), factor);
            }
        }
    }

    #[test]
    fn of_equally_strong_neighbours_the_first_terms_are_kept() {
        // Every document holds word 0 and one more: all others are equally strong.
        let most = CorrelationLimits::default().neighbours as u64;
        let mut bags: Vec<Vec<TermId>> = (1..=most + 6)
            .map(|other| vec![TermId(0), TermId(other)])
            .collect();
        // Except the last, which is stronger.
        bags.push(vec![TermId(most + 6)]);
        bags.last_mut().unwrap().insert(0, TermId(0));
        let mut frequencies = FxHashMap::default();
        for &term in bags.iter().flatten() {
            *frequencies.entry(term).or_insert(0) += 1;
        }
        let limits = CorrelationLimits {
            factor: 0.0,
            documents: 1,
            ..CorrelationLimits::default()
        };
        let found = |bags: &[Vec<TermId>]| {
            let table = Correlations::collect(bags, &frequencies, &limits);
            let kept = (1..=most + 6).filter(|&it| table.factor(TermId(0), TermId(it)) > 0.0);
            kept.collect::<Vec<u64>>()
        };
        let expected: Vec<u64> = (1..most).chain([most + 6]).collect();
        assert_eq!(found(&bags), expected);
        bags.reverse();
        assert_eq!(found(&bags), expected);
    }

    #[test]
    fn every_word_is_in_one_batch() {
        let ranked: Vec<Vec<u32>> = vec![(0..40).collect(), (10..40).collect(), (0..5).collect()];
        let postings = postings(&ranked, 40);
        for (most, count) in [(0, 41), (100, 8), (BATCH, 1)] {
            let batches = batches(&ranked, &postings, most);
            assert_eq!(batches.len(), count, "{most}");
            let words: Vec<u32> = batches.into_iter().flatten().collect();
            assert_eq!(words, (0..40).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_word_correlates_fully_with_itself_and_not_with_the_unseen() {
        let table = Correlations::from_factors([(TermId(1), TermId(2), 0.25)]);
        assert_eq!(table.factor(TermId(9), TermId(9)), 1.0);
        assert_eq!(table.factor(TermId(1), TermId(9)), 0.0);
        assert_eq!(table.factor(TermId(2), TermId(1)), 0.25);
    }
}
