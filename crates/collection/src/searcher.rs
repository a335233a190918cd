//! The candidates for queries.

use rayon::prelude::*;

use super::collection::Collection;
use super::judge::Judge;
use super::scoring::Edge;
use super::word_reader::WordReader;
use dejalu_base::error::Result;
use dejalu_base::progress::{Progress, Silent};
use dejalu_similarity::candidates::{
    CandidateIndex, CandidateOptions, Candidates, Filter, Hits, Method, Plan, SketchRef, Sketches,
    in_words,
};
use dejalu_text::sorted::distinct;

/// The candidates for queries: by an index for each filter, or all, of which a filter may have to keep some.
pub(super) enum Searcher {
    Indexes(Vec<(Filter, CandidateIndex)>),
    /// These documents, of which the filter has to keep some.
    Near(Filter, Vec<u32>),
    /// These documents.
    All(Vec<u32>),
}

impl Searcher {
    pub(super) fn new(
        among: &Collection,
        judge: &Judge,
        least: f64,
        options: &CandidateOptions,
        near: bool,
        progress: &dyn Progress,
    ) -> Result<(Self, Plan)> {
        let count = among.documents().len();
        judge.check_candidates(options)?;
        let with_words = || {
            let places = 0..count as u32;
            places.filter(|&place| among.has_words(place)).collect()
        };
        let mut filters = judge.filters(least);
        if filters.is_empty() || options.method == Method::All {
            let plan = Candidates::without_filter(count, options.method)?
                .plan()
                .clone();
            return Ok((Searcher::All(with_words()), plan));
        }
        let plan = Plan {
            method: Method::Exact,
            filter: Some(in_words(&filters)),
            why: "queries are searched exactly".into(),
        };
        // An index of texts has one filter.
        if near && filters.len() == 1 && !filters[0].is_of_weights() {
            return Ok((Searcher::Near(filters.remove(0), with_words()), plan));
        }
        let indexed = |filter: Filter| {
            let reader = WordReader::uncached(among, judge.analysis());
            let sketches = reader.sketches(among.originals(), filter.feature(), judge, progress);
            judge.check_sketches(&filter, &sketches)?;
            let sketches = among.with_copies(&sketches);
            let index = CandidateIndex::new(&sketches, &filter, options);
            Ok((filter, index))
        };
        let indexes = filters.into_iter().map(indexed).collect::<Result<_>>()?;
        Ok((Searcher::Indexes(indexes), plan))
    }

    pub(super) fn ask(
        &self,
        queries: &Collection,
        places: &[u32],
        judge: &Judge,
        progress: &dyn Progress,
    ) -> Vec<Found<'_>> {
        let indexes = match self {
            Searcher::Indexes(indexes) => indexes,
            Searcher::Near(_, all) | Searcher::All(all) => {
                let has_words = places.iter().map(|&query| queries.has_words(query));
                let of = |has_words| if has_words { all.as_slice() } else { &[] };
                return has_words.map(|it| Found::All(of(it))).collect();
            }
        };
        let reader = WordReader::uncached(queries, judge.analysis());
        let mut by_each = vec![Vec::with_capacity(indexes.len()); places.len()];
        for (filter, index) in indexes {
            let sketches = reader.sketches(places, filter.feature(), judge, progress);
            let asked = (0..places.len()).into_par_iter();
            let hits = index.ask(asked.map(|query| sketches.get(query)));
            by_each
                .iter_mut()
                .zip(hits)
                .for_each(|(all, hits)| all.push(hits));
        }
        by_each.into_iter().map(Found::of).collect()
    }

    /// The edges that pass the filter, where it comes last: from places of a collection to those of queries,
    /// which are counted on.
    pub(super) fn passing(
        &self,
        edges: Vec<Edge>,
        [among, queries]: [&Collection; 2],
        judge: &Judge,
    ) -> Result<Vec<Edge>> {
        let Searcher::Near(filter, _) = self else {
            return Ok(edges);
        };
        let first = among.documents().len() as u32;
        let found = edges.iter().map(|edge| edge.left).collect();
        let asked = edges.iter().map(|edge| edge.right - first).collect();
        let [found, asked] = [(among, found), (queries, asked)]
            .map(|(collection, places)| SketchesAt::new(collection, places, filter, judge));
        let kept = |edge: Edge| -> Result<Option<Edge>> {
            let [found, asked] = [found.get(edge.left), asked.get(edge.right - first)];
            // Who has nothing to be searched by finds nothing.
            let keeps = !asked.values.is_empty() && filter.keeps(found, asked)?;
            Ok(keeps.then_some(edge))
        };
        let kept = edges.into_iter().map(kept);
        kept.filter_map(Result::transpose).collect()
    }
}

/// The sketches of some documents of a collection.
struct SketchesAt {
    /// Ascending, none twice.
    places: Vec<u32>,
    sketches: Sketches,
}

impl SketchesAt {
    fn new(collection: &Collection, mut places: Vec<u32>, filter: &Filter, judge: &Judge) -> Self {
        places.sort_unstable();
        places.dedup();
        let reader = WordReader::uncached(collection, judge.analysis());
        SketchesAt {
            sketches: reader.sketches(&places, filter.feature(), judge, &Silent),
            places,
        }
    }

    /// The sketch of a document that is among them.
    fn get(&self, place: u32) -> SketchRef<'_> {
        let at = self.places.partition_point(|&other| other < place);
        self.sketches.get(at)
    }
}

/// The result of a query.
pub(super) enum Found<'a> {
    /// By filters.
    Filtered {
        /// By each of them.
        by_each: Vec<Hits>,
        /// The documents that one or more of them found, ascending.
        documents: Vec<u32>,
    },
    /// All of these documents, which ascend: no filter comes first. They are shared by all queries, since there may
    /// be as many of either.
    All(&'a [u32]),
}

impl Found<'_> {
    fn of(by_each: Vec<Hits>) -> Self {
        let documents = distinct(by_each.iter().flat_map(|hits| &hits.documents).copied());
        Found::Filtered { by_each, documents }
    }

    /// The documents that were found, ascending.
    pub(super) fn documents(&self) -> &[u32] {
        match self {
            Found::Filtered { documents, .. } => documents,
            Found::All(documents) => documents,
        }
    }

    /// The documents left after a phase without the query's own: the sum over the filters.
    pub(super) fn left_after(&self, phase: fn(&Hits) -> usize, own: Option<u32>) -> usize {
        let without_own =
            |count: usize, documents: &[u32]| count - usize::from(holds(documents, own));
        match self {
            Found::Filtered { by_each, .. } => {
                let left = |hits: &Hits| without_own(phase(hits), &hits.documents);
                by_each.iter().map(left).sum()
            }
            Found::All(documents) => without_own(documents.len(), documents),
        }
    }
}

/// Returns whether there is such a document and it is among these, which ascend.
pub(super) fn holds(documents: &[u32], document: Option<u32>) -> bool {
    document.is_some_and(|document| documents.binary_search(&document).is_ok())
}
