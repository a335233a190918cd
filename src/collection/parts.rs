//! A deduplication in parts that know nothing of each other, for collections that one machine cannot hold.
//!
//! Whoever has many machines brings together what a part needs: the texts of a document, the postings of
//! a value, the documents of some pairs, a group of connected documents. What each part says is what
//! [`dedupe`](super::dedupe()) with exact candidates says of the whole.

use crate::candidates::{Filter, Prefixes, SketchRef};
use crate::document::Document;
use crate::error::{ParallelError, Result, SearchError};
use crate::model::{Decision, Model};
use crate::similarity::measures::Sketch;
use crate::text::{AnalyzedDocument, Analyzer};

use super::cascade::Cascade;
use super::collection::Collection;
use super::groups::{Bound, Constraints, Grouping, Keep, Linkage, Rules};
use super::judge::Judge;
use super::scoring::Edge;

/// What every part knows: the model, the minimum score of a duplicate, the filter.
#[derive(Debug)]
pub struct Parts {
    judge: Judge,
    at: f64,
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
        let at = at.unwrap_or(judge.threshold());
        judge.check_threshold(at)?;
        let filter = judge.filter(at).ok_or(SearchError::NoBlocking)?;
        Prefixes::new(&filter, &[])?;
        Ok(Parts {
            at,
            filter,
            analyzer: Analyzer::new(judge.analysis().clone()),
            judge,
        })
    }

    /// The minimum score of a duplicate.
    pub fn at(&self) -> f64 {
        self.at
    }

    /// The filter of candidates.
    pub fn filter(&self) -> &Filter {
        &self.filter
    }

    /// A model's probability of a score.
    pub fn probability(&self, score: f64) -> f64 {
        self.judge.worth(score)
    }

    /// A document, analysed, as bytes for [`scores`](Self::scores), and what it is searched by.
    pub fn read(&self, document: &Document) -> (Vec<u8>, Sketch) {
        let analyzed = self.analyzer.analyze(document);
        (analyzed.pack(), self.sketch(&analyzed))
    }

    /// The scores of pairs of different texts, given by place among the documents, each as
    /// [`read`](Self::read) made it; `None` for a pair that the filter leaves out or that is no duplicate.
    ///
    /// # Errors
    ///
    /// Bytes that [`Analyzer::unpack`] refuses; a place that is not there.
    pub fn scores<B: AsRef<[u8]>>(
        &self,
        documents: &[B],
        pairs: &[(usize, usize)],
    ) -> Result<Vec<Option<f64>>> {
        check(pairs.iter().copied(), documents.len())?;
        let unpacked = documents
            .iter()
            .map(|bytes| self.analyzer.unpack(bytes.as_ref()));
        let documents: Vec<AnalyzedDocument> = unpacked.collect::<Result<_>>()?;
        let sketches: Vec<Sketch> = documents.iter().map(|it| self.sketch(it)).collect();
        let keeps = |&(left, right): &(usize, usize)| {
            let sketch = |place: usize| SketchRef::from(&sketches[place]);
            self.filter.keeps(sketch(left), sketch(right))
        };
        let kept: Vec<bool> = pairs.iter().map(keeps).collect::<Result<_>>()?;
        let chosen = pairs.iter().zip(&kept).filter(|(_, kept)| **kept);
        let chosen: Vec<(usize, usize)> = chosen.map(|(&pair, _)| pair).collect();
        let least = self.judge.distinct_below(self.at);
        let cascade = Cascade::new(&self.judge);
        let mut scores = cascade.scores(&documents, &chosen, least)?.into_iter();
        let is_duplicate = |score: &f64| self.judge.decide(*score, self.at) == Decision::Duplicate;
        let score = |kept: bool| if kept { scores.next()? } else { None };
        let scores = kept.into_iter().map(score);
        Ok(scores.map(|score| score.filter(is_duplicate)).collect())
    }

    /// Star groups of documents that belong together: all copies of each, and all duplicate pairs of
    /// different texts with their scores, by place among the documents as given. Several groups of connected documents may
    /// be given at once.
    ///
    /// # Errors
    ///
    /// A place that is not there.
    pub fn group(
        &self,
        documents: Vec<Document>,
        pairs: &[(usize, usize, f64)],
        keep: Keep,
        lose_at_most: Option<f64>,
    ) -> Result<(Collection, Grouping)> {
        check(
            pairs.iter().map(|&(left, right, _)| (left, right)),
            documents.len(),
        )?;
        let ids: Vec<_> = documents
            .iter()
            .map(|document| document.id.clone())
            .collect();
        let collection = Collection::new(documents);
        let text_of = collection.text_of();
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
        let rules = Rules {
            at: self.at,
            linkage: Linkage::Star,
            keep,
            lose_at_most,
            bound: &Bound::new(&collection, &Constraints::default())?,
            judge: &self.judge,
        };
        let grouping = Grouping::new(&collection, &edges, rules)?;
        Ok((collection, grouping))
    }

    fn sketch(&self, document: &AnalyzedDocument) -> Sketch {
        let measure = self.filter.feature().measure();
        let sketch = measure.and_then(|it| it.sketch(document, self.judge.statistics()));
        sketch.unwrap_or_else(|| Sketch {
            values: Vec::new(),
            shares: Vec::new(),
        })
    }
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
    use proptest::prelude::*;

    use super::*;
    use crate::candidates::{CandidateOptions, Choice};
    use crate::collection::{DedupeOptions, Threshold, dedupe};
    use crate::model::builtin;
    use crate::progress::Silent;
    use crate::similarity::PreparedDocuments;

    const SENTENCES: [&str; 6] = [
        "The ferry waits at pier 7 until the storm has passed over Skagen.",
        "The ferry waits at pier 9 until the storm has passed.",
        "Beetles farm fungus in dead wood, says Irene Baker.",
        "Nobody counted the 1998 lamps of the old harbour.",
        "A tide of 3 metres is expected on Monday.\n\n",
        "!",
    ];

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

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn packed_documents_have_the_same_vectors_to_the_bit(documents in documents()) {
            let model = builtin::model().unwrap();
            let analyzer = Analyzer::new(model.analysis.clone());
            let analyzed: Vec<AnalyzedDocument> =
                documents.iter().map(|it| analyzer.analyze(it)).collect();
            let back: Vec<AnalyzedDocument> =
                analyzed.iter().map(|it| analyzer.unpack(&it.pack()).unwrap()).collect();
            let [before, after] = [&analyzed, &back].map(|documents| {
                PreparedDocuments::new(documents, &model.features, &model.statistics).unwrap()
            });
            for (left, right) in (0..documents.len()).flat_map(|right| (0..right).map(move |left| (left, right))) {
                let bits = |vector: Vec<f64>| vector.into_iter().map(f64::to_bits).collect::<Vec<u64>>();
                prop_assert_eq!(bits(before.vector(left, right)), bits(after.vector(left, right)));
            }
        }

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
                candidates: CandidateOptions { choice: Choice::Exact, ..CandidateOptions::default() },
                threshold: Threshold::At(vec![parts.at()]),
                keep,
                lose_at_most,
                ..DedupeOptions::default()
            };
            let judge = Judge::model(builtin::model().unwrap());
            let whole = dedupe(&collection, &judge, &options, &Silent).unwrap();
            let packed: Vec<Vec<u8>> = collection.documents().iter().map(|it| parts.read(it).0).collect();
            let originals = collection.originals().iter().map(|&place| place as usize);
            let originals: Vec<usize> = originals.collect();
            let pairs = originals.iter().flat_map(|&right| {
                originals.iter().take_while(move |&&left| left < right).map(move |&left| (left, right))
            });
            let pairs: Vec<(usize, usize)> = pairs.collect();
            let scores = parts.scores(&packed, &pairs).unwrap();
            let found = pairs.iter().zip(scores);
            let found: Vec<(usize, usize, f64)> =
                found.filter_map(|(&(left, right), score)| Some((left, right, score?))).collect();
            let (_, grouping) = parts.group(documents, &found, keep, lose_at_most).unwrap();
            prop_assert_eq!(&grouping, &whole.groupings[0]);
        }
    }

    #[test]
    fn what_cannot_be_done_in_parts_is_refused() {
        let mut model = builtin::model().unwrap();
        let parts = Parts::new(model.clone(), None).unwrap();
        let none: [Vec<u8>; 0] = [];
        let refused = parts.scores(&none, &[(0, 1)]).unwrap_err().to_string();
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
