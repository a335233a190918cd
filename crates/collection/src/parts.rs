//! A deduplication in parts that know nothing of each other, for collections that one machine cannot hold.
//!
//! Whoever has many machines brings together what a part needs: the texts of a document, the postings of
//! a value, the documents of some pairs, a group of connected documents. What each part says is what
//! [`dedupe`](super::dedupe()) with exact candidates says of the whole.

use dejalu_base::error::{ParallelError, Result, SearchError};
use dejalu_base::progress::Silent;
use dejalu_experiment::model::{Decision, MinimumScore, Model};
use dejalu_similarity::candidates::{Filter, PartedSearch};
use dejalu_text::Analyzer;
use dejalu_text::document::Document;

use super::collection::Collection;
use super::groups::{Constraints, Grouping, GroupingOptions, Keep, Linkage, ResolvedConstraints};
use super::judge::Judge;
use super::scoring::{Edge, Texts, scored_of_kept};
use super::word_reader::WordReader;
use dejalu_text::sorted::distinct;

/// The state that every part shares: the model, the minimum score of a duplicate, the filter.
#[derive(Debug)]
pub struct Parts {
    judge: Judge,
    at: MinimumScore,
    filter: Filter,
    analyzer: Analyzer,
}

impl Parts {
    /// For duplicates by a model, with scores of at least `at`, or the model's own threshold.
    ///
    /// # Errors
    ///
    /// What [`Judge::check_threshold`] refuses; a model without a filter, or with one by weighted terms;
    /// a model of records.
    pub fn new(model: Model, at: Option<f64>) -> Result<Self> {
        if !model.analysis.fields.is_empty() {
            return Err(ParallelError::Records.into());
        }
        let judge = Judge::model(model);
        let at = at.map_or(judge.minimum(), MinimumScore::from);
        judge.check_threshold(at.lowest())?;
        let filter = judge.filter(at.lowest()).ok_or(SearchError::NoBlocking)?;
        PartedSearch::exact(&filter, &[])?;
        Ok(Parts {
            at,
            filter,
            analyzer: Analyzer::new(judge.analysis().clone()),
            judge,
        })
    }

    /// The lowest minimum score of a duplicate: that of two web pages may be higher, if none was given.
    pub fn at(&self) -> f64 {
        self.at.lowest()
    }

    /// The filter of candidates.
    pub fn filter(&self) -> &Filter {
        &self.filter
    }

    /// A model's probability of a score.
    pub fn probability(&self, score: f64) -> f64 {
        self.judge.normalised_score(score)
    }

    /// The score of two documents of the same text.
    pub fn score_of_copies(&self) -> f64 {
        self.judge.score_of_copies()
    }

    /// The values that a document is searched by: distinct values in ascending order.
    pub fn values(&self, document: &Document) -> Vec<u64> {
        let analyzed = self.analyzer.analyze(document);
        self.judge.sketch(&self.filter, &analyzed).values
    }

    /// The duplicates among pairs of different texts, given by place among the documents, each pair once;
    /// ordered by place, the smaller first. Pairs that the filter leaves out are none.
    ///
    /// # Errors
    ///
    /// A place that is not there.
    pub fn duplicates(
        &self,
        documents: &[Document],
        pairs: &[(usize, usize)],
    ) -> Result<Vec<Edge>> {
        check(pairs.iter().copied(), documents.len())?;
        let pair =
            |&(left, right): &(usize, usize)| (left.min(right) as u32, left.max(right) as u32);
        let pairs = pairs.iter().map(pair).collect();
        let least = self.judge.distinct_below(self.at.lowest());
        let (texts, filter) = (Texts::of(documents), Some(&self.filter));
        let mut edges = scored_of_kept(texts, pairs, &self.judge, filter, least, &Silent)?;
        edges.retain(|edge| texts.decision(*edge, &self.judge, self.at) == Decision::Duplicate);
        Ok(edges)
    }

    /// Star groups of documents that belong together, each with the number of documents that have its text;
    /// all duplicate pairs of different texts with their scores, by place among the documents as given. Since they come
    /// in no order, the first of them is the one with the smallest name.
    /// Several groups of connected documents may be given at once.
    ///
    /// Copies need not all be given. All documents of a text have the same pairs, so those of the one to be kept
    /// first (by `keep`, ties by name) stand for all: that one, the one with the smallest name, and
    /// one more where these two are the same are enough.
    ///
    /// # Errors
    ///
    /// A place that is not there.
    pub fn group(
        &self,
        documents: Vec<(Document, usize)>,
        pairs: &[(usize, usize, f64)],
        keep: Keep,
        lose_at_most: Option<f64>,
    ) -> Result<(Collection, Grouping)> {
        check(
            pairs.iter().map(|&(left, right, _)| (left, right)),
            documents.len(),
        )?;
        let (documents, of_text): (Vec<Document>, Vec<usize>) = documents.into_iter().unzip();
        let ids: Vec<_> = documents
            .iter()
            .map(|document| document.id.clone())
            .collect();
        // What comes to a part comes in no order: the first is the one with the smallest name.
        let mut by_name = documents;
        by_name.sort_unstable_by(|a, b| a.id.cmp(&b.id));
        let collection = Collection::new(by_name);
        let text_of = collection.text_of();
        let mut sizes = vec![0; text_of.len()];
        for (id, of_text) in ids.iter().zip(of_text) {
            if let Some(place) = collection.place_of(id) {
                sizes[text_of[place as usize] as usize] = of_text.max(1);
            }
        }
        let text = |place: usize| {
            let place = collection.place_of(&ids[place]);
            place.map(|place| text_of[place as usize])
        };
        let edge = |&(left, right, score): &(usize, usize, f64)| {
            let (left, right) = (text(left)?, text(right)?);
            let (left, right) = (left.min(right), left.max(right));
            Some(Edge { left, right, score })
        };
        let mut edges: Vec<Edge> = pairs.iter().filter_map(edge).collect();
        edges.sort_unstable_by_key(|edge| (edge.left, edge.right));
        let reader = WordReader::uncached(&collection, self.judge.analysis());
        let options = GroupingOptions {
            minimum: self.at,
            linkage: Linkage::Star,
            keep,
            lose_at_most,
            constraints: &ResolvedConstraints::new(&reader, &Constraints::default())?,
            judge: &self.judge,
        };
        let grouping = Grouping::of_part(&reader, &sizes, &edges, options)?;
        Ok((collection, grouping))
    }
}

/// Each end of these pairs, ascending, with the smallest number that it is connected with.
pub fn components(pairs: &[(u64, u64)]) -> Vec<(u64, u64)> {
    let ends = pairs.iter().flat_map(|&(left, right)| [left, right]);
    let numbers = distinct(ends);
    let place = |number: u64| numbers.partition_point(|&it| it < number) as u32;
    let places = pairs
        .iter()
        .map(|&(left, right)| (place(left), place(right)));
    let firsts = super::components::components(numbers.len(), places);
    let firsts = firsts.into_iter().map(|first| numbers[first as usize]);
    numbers.iter().copied().zip(firsts).collect()
}

fn check(pairs: impl Iterator<Item = (usize, usize)>, documents: usize) -> Result<()> {
    let places = pairs.flat_map(|(left, right)| [left, right]);
    match places.max() {
        Some(place) if place >= documents => {
            Err(ParallelError::NoSuchPlace { place, documents }.into())
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap};

    use proptest::prelude::*;

    use super::*;
    use crate::testing::SENTENCES;
    use crate::{DedupeOptions, GroupRow, Threshold, dedupe};
    use dejalu_experiment::model::builtin;
    use dejalu_similarity::candidates::{CandidateOptions, Method};

    fn documents() -> impl Strategy<Value = Vec<Document>> {
        let sentences = prop::collection::vec(prop::sample::select(SENTENCES.to_vec()), 0..6);
        let texts = prop::collection::vec(sentences, 2..9);
        texts.prop_map(|texts| {
            let documents = texts.iter().enumerate();
            let document = |(place, text): (usize, &Vec<&str>)| {
                Document::plain(format!("{place}"), &text.join(" "))
            };
            documents.map(document).collect()
        })
    }

    fn with_sizes(collection: &Collection) -> Vec<(Document, usize)> {
        let text_of = collection.text_of();
        let of_text = |text: u32| text_of.iter().filter(|&&it| it == text).count();
        let documents = collection.documents().iter().cloned();
        documents
            .zip(text_of.iter().map(|&text| of_text(text)))
            .collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn in_parts_the_groups_are_those_of_the_whole(
            documents in documents(),
            at in prop::sample::select(vec![None, Some(0.5), Some(1.2)]),
            keep in prop::sample::select(vec![Keep::Longest, Keep::First, Keep::Centroid]),
            lose_at_most in prop::option::of(0.0..1.0f64),
        ) {
            let parts = Parts::new(builtin::model().unwrap(), at).unwrap();
            let collection = Collection::new(documents.clone());
            let options = DedupeOptions {
                candidates: CandidateOptions { method: Method::Exact, ..CandidateOptions::default() },
                threshold: at.map_or(Threshold::Own, |at| Threshold::At(vec![at])),
                keep,
                lose_at_most,
                ..DedupeOptions::default()
            };
            let judge = Judge::model(builtin::model().unwrap());
            let whole = dedupe(&collection, &judge, &options, &Silent).unwrap();
            let originals = collection.originals().iter().map(|&place| place as usize);
            let originals: Vec<usize> = originals.collect();
            let pairs = originals.iter().flat_map(|&right| {
                originals.iter().take_while(move |&&left| left < right).map(move |&left| (left, right))
            });
            let pairs: Vec<(usize, usize)> = pairs.collect();
            let found = parts.duplicates(collection.documents(), &pairs).unwrap();
            let place = |place: u32| place as usize;
            let found: Vec<(usize, usize, f64)> =
                found.iter().map(|it| (place(it.left), place(it.right), it.score)).collect();
            let (_, grouping) = parts.group(with_sizes(&collection), &found, keep, lose_at_most).unwrap();
            prop_assert_eq!(&grouping, &whole.groupings[0]);
        }

        #[test]
        fn copies_that_are_not_given_are_as_those_that_are(
            drawn in prop::collection::vec((0usize..3, 0usize..3), 1..24),
            keep in prop::sample::select(vec![Keep::Longest, Keep::First, Keep::Centroid]),
            lose_at_most in prop::option::of(0.0..0.5f64),
        ) {
            let text = |(place, (sentence, blanks)): (usize, &(usize, usize))| {
                let text = SENTENCES[*sentence].replace(' ', &" ".repeat(1 + blanks));
                Document::plain(format!("{place:02}"), &text)
            };
            let collection = Collection::new(drawn.iter().enumerate().map(text).collect());
            let parts = Parts::new(builtin::model().unwrap(), Some(0.5)).unwrap();
            let text_of = collection.text_of();
            let pairs = collection.originals().iter().flat_map(|&right| {
                collection.originals().iter().take_while(move |&&left| left < right).map(move |&left| (left as usize, right as usize))
            });
            let edges = parts.duplicates(collection.documents(), &pairs.collect::<Vec<_>>()).unwrap();
            let with_scores = |place: &dyn Fn(u32) -> usize| -> Vec<(usize, usize, f64)> {
                edges.iter().map(|it| (place(it.left), place(it.right), it.score)).collect()
            };
            let all = with_sizes(&collection);
            let (_, whole) = parts.group(all.clone(), &with_scores(&|place| place as usize), keep, lose_at_most).unwrap();
            // Of each document the one whose row is its own.
            let like = |place: u32| {
                let text = text_of[place as usize];
                let of_text = || (0..text_of.len() as u32).filter(|&it| text_of[it as usize] == text);
                let length = |it: &u32| collection.documents()[*it as usize].text.chars().count();
                let first = match keep {
                    Keep::Longest => of_text().max_by_key(|it| (length(it), std::cmp::Reverse(*it))).unwrap(),
                    _ => text,
                };
                let other = if first == text { of_text().next_back().unwrap() } else { text };
                if place == first { first } else { other }
            };
            let given: Vec<u32> = (0..text_of.len() as u32).filter(|&place| like(place) == place).collect();
            let place_of = |place: u32| given.iter().position(|&it| it == place).unwrap();
            let documents = given.iter().map(|&place| all[place as usize].clone()).collect();
            let (_, part) = parts.group(documents, &with_scores(&place_of), keep, lose_at_most).unwrap();
            for place in 0..text_of.len() as u32 {
                let row = part.row(place_of(like(place)) as u32);
                let [group, representative] = [row.group, row.representative].map(|it| given[it as usize]);
                prop_assert_eq!(GroupRow { group, representative, ..row }, whole.row(place), "{}", place);
            }
        }

        #[test]
        fn components_are_named_by_their_smallest_number(
            pairs in prop::collection::vec((0u64..30, 0u64..30), 0..40),
        ) {
            let found: HashMap<u64, u64> = components(&pairs).into_iter().collect();
            let is_end = |number: u64| pairs.iter().any(|&(a, b)| a == number || b == number);
            for number in 0..30 {
                prop_assert_eq!(found.contains_key(&number), is_end(number));
            }
            // Each component is closed, its name is in it, and it is as small as it can be: what is
            // reached from its name.
            prop_assert!(pairs.iter().all(|(a, b)| found[a] == found[b]));
            for (&number, &name) in &found {
                prop_assert!(name <= number && found[&name] == name);
                let mut reached = BTreeSet::from([name]);
                for _ in 0..pairs.len() {
                    for &(a, b) in pairs.iter().filter(|(a, b)| reached.contains(a) || reached.contains(b)).collect::<Vec<_>>() {
                        reached.extend([a, b]);
                    }
                }
                prop_assert!(reached.contains(&number));
            }
        }
    }

    #[test]
    fn what_cannot_be_done_in_parts_is_refused() {
        let mut model = builtin::model().unwrap();
        let parts = Parts::new(model.clone(), None).unwrap();
        let refused = parts.duplicates(&[], &[(0, 1)]).unwrap_err().to_string();
        assert_eq!(
            refused,
            "a pair names the document at place 1, and there are 0"
        );
        model.blocking = None;
        let refused = Parts::new(model, None).unwrap_err().to_string();
        assert!(
            refused.starts_with("there is no filter that keeps"),
            "{refused}"
        );
    }
}
