//! Searches a collection for the near-duplicates of one document or of many.

use std::collections::HashMap;
use std::ops::Range;

use serde::Serialize;

use super::collection::Collection;
use super::judge::Judge;
use super::scoring::{Texts, scored};
use super::search::ROUND;
use super::searcher::{Found, Searcher, holds};
use dejalu_base::error::Result;
use dejalu_base::progress::Progress;
#[cfg(feature = "store")]
use dejalu_base::progress::Silent;
use dejalu_base::setters;
use dejalu_experiment::model::{Decision, MinimumScore};
use dejalu_similarity::candidates::{CandidateOptions, Plan};
use dejalu_text::document::DocumentId;

/// Queries asked at a time.
const BATCH: usize = 1_024;

/// A near-duplicate that was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Match {
    /// Its name.
    pub id: DocumentId,
    /// Its place in the collection; in an index, in the order in which documents were added.
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
    /// How many documents were searched.
    pub documents: usize,
    /// An answer for each query, in the order of their collection.
    pub answers: Vec<Answer>,
}

/// What shapes a search.
///
/// ```
/// use dejalu_collection::{FindOptions, SelfMatches};
///
/// let options = FindOptions::default().with_at(0.8).with_self_matches(SelfMatches::LeftOut);
/// assert_eq!(options.at, Some(0.8.into()));
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct FindOptions {
    /// How candidates are found.
    pub candidates: CandidateOptions,
    /// The score from which on a pair counts; [`Judge::minimum`] by default.
    pub at: Option<MinimumScore>,
    /// Whether a query may find itself.
    pub self_matches: SelfMatches,
}

impl FindOptions {
    setters! {
        /// Sets how candidates are found.
        with_candidates(candidates: CandidateOptions) => candidates = candidates;

        /// Sets the score from which on a pair counts.
        with_at(least: impl Into<MinimumScore>) => at = Some(least.into());

        /// Sets whether a query may find itself.
        with_self_matches(self_matches: SelfMatches) => self_matches = self_matches;
    }
}

/// Whether a query may find itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SelfMatches {
    /// The two collections have nothing to do with each other.
    #[default]
    Found,
    /// What was read from the query's own file is left out, whatever its name. Copies of it in other files
    /// are found.
    FileLeftOut,
    /// The queries occur in the collection themselves, by the same names.
    LeftOut,
}

/// Finds the near-duplicates of each query in a collection: all documents whose score reaches
/// `least` (001, section 3.3), except for those that the judge leaves undecided. Exact copies are
/// found whatever the judge says, even of a text that has nothing to be searched by, such as one of
/// stop words alone.
///
/// ```
/// use dejalu_base::Silent;
/// use dejalu_collection::{Collection, FindOptions, Judge, find};
/// use dejalu_text::Document;
///
/// let among = Collection::new(vec![
///     Document::plain("a", "The ferry waits at the old pier."),
///     Document::plain("b", "Beetles farm fungus in dead wood."),
/// ]);
/// let queries = Collection::new(vec![Document::plain("query", "The ferry waits at the pier.")]);
/// let judge = Judge::rule("jaccard=0.7", Default::default())?;
/// let found = find(&queries, &among, &judge, &FindOptions::default(), &Silent)?;
/// assert_eq!(found.answers[0].matches[0].id.as_str(), "a");
/// # Ok::<(), dejalu_base::Error>(())
/// ```
///
/// # Errors
///
/// A method that the judge's filter does not allow.
pub fn find(
    queries: &Collection,
    among: &Collection,
    judge: &Judge,
    options: &FindOptions,
    progress: &dyn Progress,
) -> Result<Answers> {
    find_in([queries, among], judge, options, false, progress)
}

/// The same in a collection that is what an index gave as near the query. Nearly all of it passes the judge's
/// filter, which is then applied last, to the pairs whose scores count: so most documents are
/// analysed once, and no phase of an answer leaves any out.
#[cfg(feature = "store")]
pub(super) fn find_near(
    queries: &Collection,
    near: &Collection,
    judge: &Judge,
    options: &FindOptions,
) -> Result<Answers> {
    find_in([queries, near], judge, options, true, &Silent)
}

fn find_in(
    [queries, among]: [&Collection; 2],
    judge: &Judge,
    options: &FindOptions,
    is_near: bool,
    progress: &dyn Progress,
) -> Result<Answers> {
    let least = options.at.unwrap_or(judge.minimum());
    let judge = &among.informed(judge, progress)?;
    let candidates = &options.candidates;
    let (searcher, plan) =
        Searcher::new(among, judge, least.lowest(), candidates, is_near, progress)?;
    let finder = Finder {
        queries,
        among,
        judge,
        least,
        searcher,
        copies: Copies::of(among),
        self_matches: options.self_matches,
    };
    // Each on its own, copies of one another too: texts that read the same may differ in their lines or
    // marks, so that what is found for one query must not depend on what else is asked.
    let all: Vec<u32> = (0..queries.documents().len() as u32).collect();
    let mut answers = Vec::with_capacity(all.len());
    for places in all.chunks(BATCH) {
        answers.extend(finder.answers(places, progress)?);
    }
    Ok(Answers {
        plan,
        documents: among.documents().len(),
        answers,
    })
}

/// What a search is made with.
struct Finder<'a> {
    queries: &'a Collection,
    among: &'a Collection,
    judge: &'a Judge,
    least: MinimumScore,
    searcher: Searcher,
    copies: Copies,
    self_matches: SelfMatches,
}

/// A document that the judge does not call distinct from a query.
#[derive(Clone, Copy)]
struct Scored {
    document: u32,
    score: f64,
    is_copy: bool,
}

/// What the judge says of the candidates of a query.
#[derive(Default)]
struct Matches {
    sure: Vec<Scored>,
    unsure: Vec<Scored>,
}

impl Finder<'_> {
    /// The answers to some of the queries, given by place.
    fn answers(&self, places: &[u32], progress: &dyn Progress) -> Result<Vec<Answer>> {
        let found = self
            .searcher
            .ask(self.queries, places, self.judge, progress);
        let mut answers = Vec::with_capacity(places.len());
        for round in rounds(&found, ROUND) {
            let (places, found) = (&places[round.clone()], &found[round]);
            let mut matches = self.judged(places, found, progress)?;
            answers.extend(places.iter().zip(found).map(|(query, found)| {
                let matches = matches.remove(query).unwrap_or_default();
                self.answer(*query, found, matches)
            }));
        }
        Ok(answers)
    }

    /// The matches of each query among the originals.
    fn judged(
        &self,
        places: &[u32],
        found: &[Found<'_>],
        progress: &dyn Progress,
    ) -> Result<HashMap<u32, Matches>> {
        let (among, judge) = (self.among, self.judge);
        let first = among.documents().len() as u32;
        let pairs = places.iter().zip(found).flat_map(|(&query, found)| {
            // A copy has the score of its original.
            let is_original = |place: &&u32| among.originals().binary_search(place).is_ok();
            let originals = found.documents().iter().filter(is_original);
            originals.map(move |&document| (document, first + query))
        });
        let texts = Texts::of_two(among.documents(), self.queries.documents());
        let scored_from = judge.distinct_below(self.least.lowest());
        let edges = scored(texts, pairs.collect(), judge, scored_from, progress)?;
        let mut matches: HashMap<u32, Matches> = HashMap::new();
        for edge in self.searcher.passing(edges, [among, self.queries], judge)? {
            let of_query = matches.entry(edge.right - first).or_default();
            let found = Scored {
                document: edge.left,
                score: edge.score,
                is_copy: false,
            };
            match texts.decision(edge, judge, self.least) {
                Decision::Duplicate => of_query.sure.push(found),
                Decision::Unsure => of_query.unsure.push(found),
                Decision::Distinct => {}
            }
        }
        Ok(matches)
    }

    fn answer(&self, query: u32, found: &Found<'_>, matches: Matches) -> Answer {
        let Matches {
            mut sure,
            mut unsure,
        } = matches;
        let asked = &self.queries.documents()[query as usize];
        if let Some(document) = self.among.same_text(asked) {
            for matches in [&mut sure, &mut unsure] {
                matches.retain(|found| found.document != document);
            }
            sure.push(Scored {
                document,
                score: self.judge.score_of_copies(),
                is_copy: true,
            });
        }
        let is_left_out = self.self_matches == SelfMatches::LeftOut;
        let own = self.among.place_of(&asked.id).filter(|_| is_left_out);
        let is_own = |found: &Scored| match self.self_matches {
            SelfMatches::Found => false,
            SelfMatches::FileLeftOut => {
                asked.is_same_file(&self.among.documents()[found.document as usize])
            }
            SelfMatches::LeftOut => Some(found.document) == own,
        };
        let [matches, unsure] = [sure, unsure].map(|matches| {
            let all = self.copies.added(&matches).into_iter();
            let others = all.filter(|found| !is_own(found));
            others.map(|found| self.named(found)).collect()
        });
        Answer {
            by_prefix: found.left_after(|hits| hits.by_prefix, own),
            by_position: found.left_after(|hits| hits.by_position, own),
            candidates: found.documents().len() - usize::from(holds(found.documents(), own)),
            matches,
            unsure,
        }
    }

    fn named(&self, found: Scored) -> Match {
        let Scored {
            document,
            score,
            is_copy,
        } = found;
        Match {
            id: self.among.documents()[document as usize].id.clone(),
            document,
            score,
            is_copy,
        }
    }
}

/// Which queries are judged at a time: as many as bring at most so many pairs; one at least.
fn rounds(found: &[Found<'_>], most: usize) -> Vec<Range<usize>> {
    let mut rounds: Vec<Range<usize>> = Vec::new();
    let mut left = 0;
    for (query, found) in found.iter().enumerate() {
        let pairs = found.documents().len();
        match rounds.last_mut().filter(|_| pairs <= left) {
            Some(round) => round.end = query + 1,
            None => {
                rounds.push(query..query + 1);
                left = most.max(pairs);
            }
        }
        left -= pairs;
    }
    rounds
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
    fn added(&self, matches: &[Scored]) -> Vec<Scored> {
        let with_copies = |found: &Scored| {
            let found = *found;
            let copies = self.0.get(&found.document).into_iter().flatten();
            let copies = copies.map(move |&document| Scored { document, ..found });
            std::iter::once(found).chain(copies)
        };
        let mut all: Vec<Scored> = matches.iter().flat_map(with_copies).collect();
        let best_first = |a: &Scored, b: &Scored| b.score.total_cmp(&a.score);
        // Places are in order of name.
        all.sort_by(|a, b| {
            (b.is_copy.cmp(&a.is_copy))
                .then(best_first(a, b))
                .then(a.document.cmp(&b.document))
        });
        all
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_query_is_judged_once_and_rounds_are_bounded(
            counts in prop::collection::vec(0usize..9, 0..20),
            most in 0usize..20,
        ) {
            let found: Vec<Found<'_>> = counts.iter().map(|&count| Found::All(&[0; 9][..count])).collect();
            let rounds = rounds(&found, most);
            let queries: Vec<usize> = rounds.iter().cloned().flatten().collect();
            prop_assert_eq!(queries, (0..counts.len()).collect::<Vec<_>>());
            let pairs = |round: &Range<usize>| counts[round.clone()].iter().sum::<usize>();
            for two in rounds.windows(2) {
                prop_assert!(pairs(&(two[0].start..two[1].start + 1)) > most);
            }
            prop_assert!(rounds.iter().all(|round| pairs(round) <= most.max(counts[round.start])));
        }
    }
}
