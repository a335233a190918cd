//! Searches a collection for the near-duplicates of one document or of many.

use std::collections::HashMap;

use rayon::prelude::*;
use serde::Serialize;

use super::collection::Collection;
use super::judge::Judge;
use super::scoring::{Edge, Texts, scored};
use crate::candidates::{
    CandidateIndex, CandidateOptions, Candidates, Choice, Filter, Hits, Plan, SketchRef, Sketches,
    in_words,
};
use crate::document::DocumentId;
use crate::error::Result;
use crate::model::Decision;
use crate::progress::{Progress, Silent};

/// Queries per batch.
const ROUND: usize = 1_024;

/// A near-duplicate that was found.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Match {
    /// Its place in the collection.
    pub document: u32,
    /// The score of the pair.
    pub score: f64,
    /// Whether it has the query's own text.
    pub is_copy: bool,
}

/// What was found for one query, phase by phase (002, section 3). Every document counts, copies of
/// others too, except for the query's own where it occurs in the collection and is left out.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Answer {
    /// Documents left after the prefix filter; where there are several filters, one counts under each.
    pub by_prefix: usize,
    /// Documents left after the positional filter, likewise.
    pub by_position: usize,
    /// Candidates: documents left after verification.
    pub candidates: usize,
    /// The near-duplicates, exact copies first, then the best, of equal ones by name.
    pub matches: Vec<Match>,
    /// The documents of which the judge leaves undecided whether they are, likewise.
    pub unsure: Vec<Match>,
}

/// What was found for every query.
#[derive(Debug)]
pub struct Answers {
    /// How candidates were found.
    pub plan: Plan,
    /// An answer for each query, in the order of their collection.
    pub answers: Vec<Answer>,
}

/// What shapes a search.
///
/// ```
/// use dejalu::FindOptions;
/// use dejalu::collection::SelfMatches;
///
/// let options = FindOptions {
///     at: Some(0.8),
///     self_matches: SelfMatches::LeftOut,
///     ..FindOptions::default()
/// };
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FindOptions {
    /// How candidates are found.
    pub candidates: CandidateOptions,
    /// The score from which on a pair counts; [`Judge::threshold_in_collections`] by default.
    pub at: Option<f64>,
    /// Whether a query may find a document of its own name.
    pub self_matches: SelfMatches,
    /// Whether the collection is what an index gave as near the query. Nearly all of it passes the judge's
    /// filter, which is then applied last, to the pairs whose scores count: so most documents are
    /// analysed once, and no phase of an answer leaves any out.
    pub near: bool,
}

/// Whether a query may find a document of its own name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SelfMatches {
    /// Names of the two collections have nothing to do with each other.
    #[default]
    Found,
    /// The queries occur in the collection themselves.
    LeftOut,
}

/// Finds the near-duplicates of each query in a collection: all documents whose score reaches
/// `least` (001, section 3.3), except for those that the judge leaves undecided. Exact copies are
/// found whatever the judge says, even of a text that has nothing to be searched by, such as one of
/// stop words alone.
///
/// # Errors
///
/// A choice of candidates that the judge's filter does not allow.
pub fn find(
    queries: &Collection,
    among: &Collection,
    judge: &Judge,
    options: &FindOptions,
    progress: &dyn Progress,
) -> Result<Answers> {
    let least = options.at.unwrap_or(judge.threshold_in_collections());
    let judge = &among.informed(judge, progress)?;
    let (searcher, plan) = Searcher::new(among, judge, least, options, progress)?;
    let copies = Copies::of(among);
    let mut answers = vec![Answer::default(); queries.documents().len()];
    for places in queries.originals().chunks(ROUND) {
        let found = searcher.ask(queries, places, judge, progress);
        let first = among.documents().len() as u32;
        let pairs = places.iter().zip(&found).flat_map(|(&query, found)| {
            // A copy has the score of its original.
            let is_original = |place: &&u32| among.originals().binary_search(place).is_ok();
            let originals = found.documents.iter().filter(is_original);
            originals.map(move |&document| (document, first + query))
        });
        let texts = Texts::of_two(among.documents(), queries.documents());
        let mut matches: HashMap<u32, [Vec<Match>; 2]> = HashMap::new();
        let scored_from = judge.distinct_below(least);
        let edges = scored(texts, pairs.collect(), judge, scored_from, progress)?;
        for edge in searcher.passing(edges, [among, queries], judge)? {
            let [sure, unsure] = matches.entry(edge.right - first).or_default();
            let found = Match {
                document: edge.left,
                score: edge.score,
                is_copy: false,
            };
            match judge.decide(edge.score, least) {
                Decision::Duplicate => sure.push(found),
                Decision::Unsure => unsure.push(found),
                Decision::Distinct => {}
            }
        }
        for (&query, found) in places.iter().zip(found) {
            let [mut matches, mut unsure] = matches.remove(&query).unwrap_or_default();
            let asked = &queries.documents()[query as usize];
            let own = among.place_of(&asked.id);
            let own = own.filter(|_| options.self_matches == SelfMatches::LeftOut);
            if let Some(document) = among.same_text(asked) {
                for matches in [&mut matches, &mut unsure] {
                    matches.retain(|found| found.document != document);
                }
                matches.push(Match {
                    document,
                    score: judge.score_of_copies(),
                    is_copy: true,
                });
            }
            answers[query as usize] = Answer {
                by_prefix: found.left_after(|hits| hits.by_prefix, own),
                by_position: found.left_after(|hits| hits.by_position, own),
                candidates: found.documents.len() - usize::from(holds(&found.documents, own)),
                matches: copies.added(&matches),
                unsure: copies.added(&unsure),
            };
        }
    }
    for (copy, original) in queries.copies_with_originals() {
        answers[copy as usize] = answers[original as usize].clone();
    }
    if options.self_matches == SelfMatches::LeftOut {
        leave_out_self_matches(&mut answers, queries, among);
    }
    Ok(Answers { plan, answers })
}

/// The candidates for queries: by an index for each filter, or all, of which a filter may have to keep some.
enum Searcher {
    Indexes(Vec<(Filter, CandidateIndex)>),
    Near { filter: Filter, count: u32 },
    All(u32),
}

impl Searcher {
    fn new(
        among: &Collection,
        judge: &Judge,
        least: f64,
        &FindOptions {
            candidates: ref options,
            near,
            ..
        }: &FindOptions,
        progress: &dyn Progress,
    ) -> Result<(Self, Plan)> {
        let count = among.documents().len();
        judge.check_choice(options.choice)?;
        let mut filters = judge.filters(least);
        if filters.is_empty() || options.choice == Choice::All {
            let plan = Candidates::without_filter(count, options.choice)?
                .plan()
                .clone();
            return Ok((Searcher::All(count as u32), plan));
        }
        let plan = Plan {
            method: Choice::Exact,
            filter: Some(in_words(&filters)),
            why: "queries are searched exactly".into(),
        };
        // An index of texts has one filter.
        if near && filters.len() == 1 && !filters[0].is_of_weights() {
            let (filter, count) = (filters.remove(0), count as u32);
            return Ok((Searcher::Near { filter, count }, plan));
        }
        let indexed = |filter: Filter| {
            let sketches = among.sketches(filter.feature(), judge, progress);
            judge.check_sketches(&filter, &sketches)?;
            let sketches = among.with_copies(&sketches);
            let index = CandidateIndex::new(&sketches, &filter, options);
            Ok((filter, index))
        };
        let indexes = filters.into_iter().map(indexed).collect::<Result<_>>()?;
        Ok((Searcher::Indexes(indexes), plan))
    }

    fn ask(
        &self,
        queries: &Collection,
        places: &[u32],
        judge: &Judge,
        progress: &dyn Progress,
    ) -> Vec<Found> {
        let mut found = vec![Found::default(); places.len()];
        let mut add = |hits: Vec<Hits>| {
            for (found, hits) in found.iter_mut().zip(hits) {
                found.by_each.push(hits);
            }
        };
        match self {
            Searcher::Indexes(indexes) => {
                for (filter, index) in indexes {
                    let sketches = queries.sketches_at(places, filter.feature(), judge, progress);
                    let asked = (0..places.len()).into_par_iter();
                    add(index.ask(asked.map(|query| sketches.get(query))));
                }
            }
            Searcher::Near { count, .. } | Searcher::All(count) => {
                let all = Hits {
                    by_prefix: *count as usize,
                    by_position: *count as usize,
                    documents: (0..*count).collect(),
                };
                add(vec![all; places.len()]);
            }
        }
        found.iter_mut().for_each(Found::gather);
        found
    }

    /// The edges that pass the filter, where it comes last: from places of a collection to those of queries,
    /// which are counted on.
    fn passing(
        &self,
        mut edges: Vec<Edge>,
        [among, queries]: [&Collection; 2],
        judge: &Judge,
    ) -> Result<Vec<Edge>> {
        let Searcher::Near { filter, .. } = self else {
            return Ok(edges);
        };
        let first = among.documents().len() as u32;
        let found = edges.iter().map(|edge| edge.left).collect();
        let asked = edges.iter().map(|edge| edge.right - first).collect();
        let [found, asked] = [(among, found), (queries, asked)]
            .map(|(collection, places)| SketchesAt::new(collection, places, filter, judge));
        let keeps = |edge: &Edge| {
            let [found, asked] = [found.get(edge.left), asked.get(edge.right - first)];
            // Who has nothing to be searched by finds nothing.
            Ok(!asked.values.is_empty() && filter.keeps(found, asked)?)
        };
        let mut kept = edges
            .iter()
            .map(keeps)
            .collect::<Result<Vec<bool>>>()?
            .into_iter();
        edges.retain(|_| kept.next().unwrap_or(false));
        Ok(edges)
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
        SketchesAt {
            sketches: collection.sketches_at(&places, filter.feature(), judge, &Silent),
            places,
        }
    }

    /// The sketch of a document that is among them.
    fn get(&self, place: u32) -> SketchRef<'_> {
        let at = self.places.partition_point(|&other| other < place);
        self.sketches.get(at)
    }
}

/// What was found for a query.
#[derive(Clone, Default)]
struct Found {
    /// By each filter.
    by_each: Vec<Hits>,
    /// The documents that one or more of them found, ascending.
    documents: Vec<u32>,
}

impl Found {
    fn gather(&mut self) {
        let documents = self.by_each.iter().flat_map(|hits| &hits.documents);
        self.documents = documents.copied().collect();
        if self.by_each.len() > 1 {
            self.documents.sort_unstable();
            self.documents.dedup();
        }
    }

    /// The documents left after a phase without the query's own: the sum over the filters.
    fn left_after(&self, phase: fn(&Hits) -> usize, own: Option<u32>) -> usize {
        let left = |hits: &Hits| phase(hits) - usize::from(holds(&hits.documents, own));
        self.by_each.iter().map(left).sum()
    }
}

/// Whether there is such a document and it is among these, which ascend.
fn holds(documents: &[u32], document: Option<u32>) -> bool {
    document.is_some_and(|document| documents.binary_search(&document).is_ok())
}

/// The copies of each original of a collection.
struct Copies(HashMap<u32, Vec<u32>>);

impl Copies {
    fn of(collection: &Collection) -> Self {
        let mut copies: HashMap<u32, Vec<u32>> = HashMap::new();
        for (copy, original) in collection.copies_with_originals() {
            copies.entry(original).or_default().push(copy);
        }
        Copies(copies)
    }

    /// The matches with the copies of each, in the order of an answer.
    fn added(&self, matches: &[Match]) -> Vec<Match> {
        let with_copies = |found: &Match| {
            let found = *found;
            let copies = self.0.get(&found.document).into_iter().flatten();
            let copies = copies.map(move |&document| Match { document, ..found });
            std::iter::once(found).chain(copies)
        };
        let mut all: Vec<Match> = matches.iter().flat_map(with_copies).collect();
        let best_first = |a: &Match, b: &Match| b.score.total_cmp(&a.score);
        // Places are in order of name.
        all.sort_by(|a, b| {
            (b.is_copy.cmp(&a.is_copy))
                .then(best_first(a, b))
                .then(a.document.cmp(&b.document))
        });
        all
    }
}

fn leave_out_self_matches(answers: &mut [Answer], queries: &Collection, among: &Collection) {
    let name = |collection: &Collection, place: usize| -> DocumentId {
        collection.documents()[place].id.clone()
    };
    for (place, answer) in answers.iter_mut().enumerate() {
        let own = name(queries, place);
        for matches in [&mut answer.matches, &mut answer.unsure] {
            matches.retain(|found| name(among, found.document as usize) != own);
        }
    }
}
