//! [`Review`]: the pairs that a deduplication cannot decide, for people to look at.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::Serialize;

use super::boilerplate::leave_out;
use super::collection::Collection;
use super::dedupe::Deduplicated;
use super::dedupe_options::DedupeOptions;
use super::groups::{Grouping, ResolvedConstraints};
use super::judge::Judge;
use super::scoring::{Edge, Texts, scored};
use super::search::{Search, most_listed};
use super::vectors::vectors;
use super::word_reader::WordReader;
use dejalu_base::error::Result;
use dejalu_base::progress::Progress;
use dejalu_base::threshold::reaches;
use dejalu_experiment::model::Decision;
use dejalu_similarity::Feature;
use dejalu_similarity::candidates::CandidateOptions;
use dejalu_text::document::Document;

/// The pairs of a collection that people should look at: kept documents that may be duplicates all the same, and
/// removed ones whose DOI is another than that of their group.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Review {
    /// The pairs, the surest duplicates first, as many as were asked for at most.
    pub pairs: Vec<ReviewPair>,
    /// The number of pairs that were found.
    pub found: usize,
    /// Number of those of each reason, by its [name](ReviewReason::name).
    pub by_reason: BTreeMap<&'static str, usize>,
    /// False if there were too many candidates to look at all of them.
    pub is_complete: bool,
}

/// A pair to look at.
#[derive(Debug, Clone, PartialEq)]
pub struct ReviewPair {
    /// The places of the two documents, in the order of their ids.
    pub documents: [u32; 2],
    /// The score that their features give them, whatever a veto says.
    pub score: f64,
    /// Why it cannot be decided without people.
    pub reason: ReviewReason,
}

/// Why people should look at a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReviewReason {
    /// The score reaches the threshold, and a veto holds, in these words.
    Veto(Arc<str>),
    /// The two are in one group, and each has a DOI that the other does not have.
    OtherDois,
    /// The model leaves the pair undecided.
    Undecided,
    /// The score reaches the threshold, and no group holds both: another pair of their groups is no duplicate.
    NotJoined,
    /// The score is just below the threshold: of a model the odds of a duplicate are at least a fifth of those at the
    /// threshold, of a rule the similarity is at least nine tenths of it.
    JustBelow,
}

/// The field of DOIs, by its name.
const DOI: &str = "doi";

/// The measure that is 0 where two fields hold other codes.
const NO_OTHER_CODE: &str = "no-other-code";

impl ReviewReason {
    /// The reason without what is said of the veto: `veto`, `DOIs differ`, `undecided`, `not joined`, `just below`.
    pub fn name(&self) -> &'static str {
        match self {
            ReviewReason::Veto(_) => "veto",
            ReviewReason::OtherDois => "DOIs differ",
            ReviewReason::Undecided => "undecided",
            ReviewReason::NotJoined => "not joined",
            ReviewReason::JustBelow => "just below",
        }
    }
}

/// As tables have it: `veto: another title`, `just below`.
impl std::fmt::Display for ReviewReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ReviewReason::Veto(says) => write!(f, "veto: {says}"),
            _ => f.write_str(self.name()),
        }
    }
}

impl Serialize for ReviewReason {
    fn serialize<S: serde::Serializer>(
        &self,
        serializer: S,
    ) -> std::result::Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Looks for the pairs of a deduplication that people should look at, at its first threshold, and lists `most` of them;
/// `collection`, `judge` and `options` are those of the deduplication, and nothing of its result changes.
///
/// The kept documents are compared once more, by candidates of a lower score and without vetoes; of a group each
/// document is compared with one. So the work grows as that of the deduplication does. Where there are more than 16
/// candidates for each document, and 131,072 beside, only the first of them are looked at
/// ([`Review::is_complete`]).
///
/// # Errors
///
/// As [`dedupe`](super::dedupe()).
///
/// ```
/// use dejalu_base::Silent;
/// use dejalu_collection::{Collection, DedupeOptions, Judge, ReviewReason, dedupe, review};
/// use dejalu_text::Document;
///
/// let collection = Collection::new(vec![
///     Document::plain("a", "The ferry waits at the old pier of Vellan harbour in March."),
///     Document::plain("b", "The ferry waits at the new pier of Vellan harbour in March."),
///     Document::plain("c", "Beetles farm fungus in dead wood."),
/// ]);
/// let judge = Judge::rule("jaccard=0.8", Default::default())?;
/// let options = DedupeOptions::default();
/// let result = dedupe(&collection, &judge, &options, &Silent)?;
/// let review = review(&collection, &judge, &options, &result, 10, &Silent)?;
/// assert_eq!(review.pairs[0].reason, ReviewReason::JustBelow);
/// # Ok::<(), dejalu_base::Error>(())
/// ```
pub fn review(
    collection: &Collection,
    judge: &Judge,
    options: &DedupeOptions,
    result: &Deduplicated,
    most: usize,
    progress: &dyn Progress,
) -> Result<Review> {
    let Some(grouping) = result.groupings.first() else {
        return Ok(Review::default());
    };
    let analysis = judge.analysis().clone().resolved(collection.documents());
    let reader = WordReader::uncached(collection, &analysis);
    let constraints = ResolvedConstraints::new(&reader, &options.constraints)?;
    let rest = match options.boilerplate.above(&options.threshold) {
        Some(above) => leave_out(&reader, above, progress)?.map(|(rest, _)| rest),
        None => None,
    };
    let judge = &rest
        .as_ref()
        .unwrap_or(collection)
        .informed(judge, progress)?;
    let reader = &reader.under(judge.analysis());
    let rest = rest.as_ref().map(|rest| reader.of_rest(rest));
    let reviewed = Reviewed {
        reader,
        rest: rest.as_ref(),
        judge,
        grouping,
        constraints: &constraints,
        candidates: &options.candidates,
        progress,
    };
    reviewed.review(most)
}

/// A collection that was grouped.
struct Reviewed<'a> {
    reader: &'a WordReader<'a>,
    /// The same documents without their boilerplate, where they were compared without it.
    rest: Option<&'a WordReader<'a>>,
    judge: &'a Judge,
    grouping: &'a Grouping,
    constraints: &'a ResolvedConstraints,
    candidates: &'a CandidateOptions,
    progress: &'a dyn Progress,
}

impl Reviewed<'_> {
    fn review(&self, most: usize) -> Result<Review> {
        let free = self.judge.without_vetoes();
        let (mut pairs, is_complete) = self.among_kept(&free)?;
        pairs.extend(self.of_other_dois(&free)?);
        let documents = self.documents();
        let id = |place: u32| &documents[place as usize].id;
        for pair in &mut pairs {
            pair.documents.sort_by_key(|&place| id(place));
        }
        pairs.sort_by(|a, b| {
            let ids = |pair: &ReviewPair| pair.documents.map(id);
            let by_score = b.score.total_cmp(&a.score);
            by_score.then_with(|| ids(a).cmp(&ids(b)))
        });
        let mut by_reason = BTreeMap::new();
        for pair in &pairs {
            *by_reason.entry(pair.reason.name()).or_default() += 1;
        }
        let found = pairs.len();
        pairs.truncate(most);
        Ok(Review {
            pairs,
            found,
            by_reason,
            is_complete,
        })
    }

    fn documents(&self) -> &[Document] {
        self.reader.collection().documents()
    }

    /// The pairs of kept documents of different groups, and whether all candidates were looked at.
    fn among_kept(&self, free: &Judge) -> Result<(Vec<ReviewPair>, bool)> {
        let text_of = self.reader.collection().text_of();
        let mut kept_of: BTreeMap<u32, u32> = BTreeMap::new();
        for place in self.grouping.kept() {
            kept_of.entry(text_of[place as usize]).or_insert(place);
        }
        let places: Vec<u32> = kept_of.keys().copied().collect();
        let mut left = most_listed(places.len());
        let least = self.judge.just_below(self.grouping.minimum).lowest();
        let mut search = Search::new(self.reader, self.rest, free, self.progress).among(places);
        let candidates = search.candidates(least, self.candidates)?;
        search.forget_sketches();
        let mut found = Vec::new();
        for mut pairs in search.rounds(&candidates) {
            let is_too_many = pairs.len() > left;
            pairs.truncate(left);
            left -= pairs.len();
            let mut edges = search.scored(pairs, least, self.progress)?;
            for edge in &mut edges {
                [edge.left, edge.right] = [edge.left, edge.right].map(|text| kept_of[&text]);
            }
            edges.retain(|edge| !self.is_settled(edge));
            found.extend(self.reasoned(&edges)?);
            if is_too_many {
                return Ok((found, false));
            }
        }
        Ok((found, true))
    }

    /// Returns whether two documents are in one group, or people have said of them, or of what they are linked with,
    /// that they must not be.
    fn is_settled(&self, edge: &Edge) -> bool {
        let group = |place: u32| self.grouping.group_of[place as usize];
        group(edge.left) == group(edge.right) || self.constraints.are_apart(edge.left, edge.right)
    }

    /// The pairs that cannot be decided, of pairs with scores without vetoes.
    fn reasoned(&self, edges: &[Edge]) -> Result<Vec<ReviewPair>> {
        let texts = Texts::of(self.documents());
        let minimum = self.grouping.minimum;
        let just_below = self.judge.just_below(minimum);
        let vetoes = self.vetoes(edges)?;
        let pair = |(edge, veto): (&Edge, Option<Arc<str>>)| {
            let places = [edge.left, edge.right];
            let at = texts.minimum(places, minimum);
            let reason = match (veto, self.judge.decide(edge.score, at)) {
                (Some(says), _) if reaches(edge.score, at) => ReviewReason::Veto(says),
                // Two conditions, either of which is enough, are not met.
                (Some(_), _) => return None,
                (None, Decision::Unsure) => ReviewReason::Undecided,
                (None, Decision::Duplicate) => ReviewReason::NotJoined,
                (None, Decision::Distinct) => {
                    let is_just_below = reaches(edge.score, texts.minimum(places, just_below));
                    is_just_below.then_some(ReviewReason::JustBelow)?
                }
            };
            Some(ReviewPair {
                documents: places,
                score: edge.score,
                reason,
            })
        };
        Ok(edges.iter().zip(vetoes).filter_map(pair).collect())
    }

    /// The veto that holds of each pair, in words.
    fn vetoes(&self, edges: &[Edge]) -> Result<Vec<Option<Arc<str>>>> {
        let model = self.judge.trained();
        let Some(model) = model.filter(|it| !it.vetoes.is_empty() && !edges.is_empty()) else {
            return Ok(vec![None; edges.len()]);
        };
        let pairs = pairs_of(edges);
        let vectorizer = self.judge.vectorizer(self.judge.features().clone());
        let rows = vectors(self.reader.collection(), &pairs, &vectorizer, self.progress)?;
        let mut said: FxHashMap<&str, Arc<str>> = FxHashMap::default();
        let veto = |row: ndarray::ArrayView1<f64>| {
            let veto = model.veto(&row.to_vec())?;
            let says = said
                .entry(&veto.name)
                .or_insert_with(|| veto.says.as_str().into());
            Some(says.clone())
        };
        Ok(rows.outer_iter().map(veto).collect())
    }

    /// The documents of groups that have another DOI than the first one of the group that has any, where it is not of
    /// the same text or linked by people.
    fn of_other_dois(&self, free: &Judge) -> Result<Vec<ReviewPair>> {
        let documents = self.documents();
        let has_doi = |place: &u32| {
            let fields = &documents[*place as usize].named;
            fields.iter().any(|field| *field.name == *DOI)
        };
        let mut pairs = Vec::new();
        for group in self.grouping.groups.iter().filter(|it| it.texts > 1) {
            let representative = std::iter::once(group.representative);
            let mut with_doi = representative
                .chain(group.members.iter().copied())
                .filter(has_doi);
            let Some(first) = with_doi.next() else {
                continue;
            };
            let others = with_doi.filter(|&other| !self.constraints.are_one(first, other));
            pairs.extend(others.map(|other| (first.min(other), first.max(other))));
        }
        if pairs.is_empty() {
            return Ok(Vec::new());
        }
        pairs.sort_unstable();
        let vectorizer = self
            .judge
            .vectorizer(std::iter::once(no_other_doi()?).collect());
        let rows = vectors(self.reader.collection(), &pairs, &vectorizer, self.progress)?;
        let mut differs = rows.column(0).into_iter().map(|&value| value == 0.0);
        pairs.retain(|_| differs.next().unwrap_or(false));
        let texts = Texts::of(documents);
        let edges = scored(texts, pairs, free, f64::NEG_INFINITY, self.progress)?;
        let pair = |edge: Edge| ReviewPair {
            documents: [edge.left, edge.right],
            score: edge.score,
            reason: ReviewReason::OtherDois,
        };
        Ok(edges.into_iter().map(pair).collect())
    }
}

fn no_other_doi() -> Result<Feature> {
    format!("{NO_OTHER_CODE}:field={DOI}").parse()
}

fn pairs_of(edges: &[Edge]) -> Vec<(u32, u32)> {
    edges.iter().map(|edge| (edge.left, edge.right)).collect()
}
