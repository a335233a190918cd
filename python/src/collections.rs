//! Near-duplicates in collections.

use std::collections::BTreeSet;
use std::path::PathBuf;

use dejalu::candidates::CandidateOptions;
use dejalu::collection::{
    self, Answers, AuditOptions, Collection, Constraints, DedupeOptions, FindOptions, GivenPromise,
    MoveOptions, Moved, Sample, SelfMatches, Shared, Threshold,
};
use dejalu::corpus::background::Background;
use dejalu::document::{Document, DocumentId};
use dejalu::error::Parameter;
use dejalu::pairs::read_labels;
use numpy::{PyArray1, PyArray2, ToPyArray};
use pyo3::prelude::*;

use crate::analysis::{Reading, fields};
use crate::error::raised;
use crate::model::Model;
use crate::tables::Documents;
use crate::whole::Whole;
use crate::work::detached;

/// The message about an interrupted move that has been put back.
const UNDONE: &str =
    "an interrupted move was undone first, and its files were not compared: read the folder again";

/// Decides whether two documents are duplicates.
#[pyclass(frozen, module = "dejalu._dejalu")]
pub struct Judge(pub(crate) collection::Judge);

#[pymethods]
impl Judge {
    /// A model.
    #[staticmethod]
    fn model(model: &Model) -> Self {
        Judge(collection::Judge::model((*model.0).clone()))
    }

    /// The built-in model.
    #[staticmethod]
    fn built_in() -> PyResult<Self> {
        collection::Judge::built_in().map(Judge).map_err(raised)
    }

    /// A rule, written `NAME=T`.
    #[staticmethod]
    fn rule(rule: &str, reading: Reading, background: Option<PathBuf>) -> PyResult<Self> {
        let analysis = reading.options()?;
        let judge = collection::Judge::rule(rule, analysis.clone()).map_err(raised)?;
        let Some(path) = background else {
            return Ok(Judge(judge));
        };
        let background = Background::load(&path).map_err(raised)?;
        background.check(&analysis).map_err(raised)?;
        Ok(Judge(judge.with_background(&background)))
    }

    /// The same with candidates by fields: `title`, `title=0.5,doi`.
    fn block_by(&self, fields: &str) -> PyResult<Self> {
        let fields = fields.parse().map_err(raised)?;
        let judge = self.0.clone().block_by(&fields);
        judge.map(Judge).map_err(raised)
    }

    /// The fields of records that are compared, with their columns. Refuses those that a model does not
    /// know.
    fn fields(&self, given: &str) -> PyResult<String> {
        let known = &self.0.analysis().fields;
        if given.is_empty() {
            return Ok(known.to_string());
        }
        let given = fields(given)?;
        known.check(&given).map_err(raised)?;
        Ok(given.to_string())
    }

    /// The way the main content of pages is found.
    #[getter]
    fn main_content(&self) -> String {
        self.0.analysis().main_content.to_string()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }
}

impl Judge {
    /// A model's probability of a score; a rule has none.
    fn probability(&self, score: f64) -> f64 {
        match self.0.trained() {
            Some(_) => self.0.normalised_score(score),
            None => f64::NAN,
        }
    }
}

/// The ids of queries and of what was found, scores and probabilities, row by row.
pub(crate) type Scored<'py> = (
    Vec<String>,
    Vec<String>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<f64>>,
);

/// Options of a search, as Python gives them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Finding {
    candidates: String,
    /// How many documents to find for each query.
    pub(crate) top: Option<usize>,
    at: Option<String>,
}

impl Finding {
    pub(crate) fn options(&self, judge: &Judge) -> PyResult<FindOptions> {
        let options = FindOptions::default()
            .with_candidates(candidates(&self.candidates, 42)?)
            .with_self_matches(SelfMatches::FileLeftOut);
        match &self.at {
            Some(at) => Ok(options.with_at(Threshold::of_search(at, &judge.0).map_err(raised)?)),
            None => Ok(options),
        }
    }
}

/// The near-duplicates of each query in a collection, no more than `top` each: the queries by id,
/// what is found best first.
#[pyfunction]
pub fn find<'py>(
    py: Python<'py>,
    queries: &Documents,
    documents: &Documents,
    judge: &Judge,
    how: Finding,
) -> PyResult<Scored<'py>> {
    let options = how.options(judge)?;
    let (found, queries) = detached(py, |watch| {
        let queries = Collection::new(queries.documents.clone());
        let among = Collection::new(documents.documents.clone());
        let found = collection::find(&queries, &among, &judge.0, &options, watch)?;
        Ok((found, queries))
    })?;
    Ok(scored(py, (queries.documents(), found), judge, how.top))
}

/// What was found for queries, no more than `top` for each.
pub(crate) fn scored<'py>(
    py: Python<'py>,
    (queries, answers): (&[Document], Answers),
    judge: &Judge,
    top: Option<usize>,
) -> Scored<'py> {
    let top = top.unwrap_or(usize::MAX);
    let (mut asked, mut found, mut scores) = (Vec::new(), Vec::new(), Vec::new());
    for (query, answer) in queries.iter().zip(&answers.answers) {
        for best in answer.matches.iter().take(top) {
            asked.push(query.id.to_string());
            found.push(best.id.to_string());
            scores.push(best.score);
        }
    }
    let probabilities = scores.iter().map(|&score| judge.probability(score));
    let probabilities: Vec<f64> = probabilities.collect();
    (
        asked,
        found,
        scores.to_pyarray(py),
        probabilities.to_pyarray(py),
    )
}

/// Options of a deduplication, as Python gives them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Deduplication {
    at: Option<String>,
    keep: String,
    linkage: String,
    lose_at_most: Option<f64>,
    boilerplate: String,
    candidates: String,
    evaluate: bool,
    sample: Option<Whole>,
    constraints: Option<PathBuf>,
    audit: Option<PathBuf>,
    audit_sample: Option<Whole>,
    wrong_at_most: Option<f64>,
    confidence: Option<f64>,
    looks: Option<Whole>,
    seed: Whole,
}

impl Deduplication {
    fn options(&self, judge: &collection::Judge) -> PyResult<DedupeOptions> {
        let seed = self.seed.within(Parameter::Seed, 0, u64::MAX)?;
        let sample = self.sample.as_ref();
        let sample = sample.map(|it| it.within(Parameter::Sample, 1, Sample::MOST_PAIRS));
        let constraints = self.constraints.as_deref().map(Constraints::read);
        Ok(DedupeOptions {
            constraints: constraints.transpose().map_err(raised)?.unwrap_or_default(),
            candidates: candidates(&self.candidates, seed)?,
            linkage: self.linkage.parse().map_err(raised)?,
            keep: self.keep.parse().map_err(raised)?,
            threshold: Threshold::of_groups(self.at.as_slice(), judge).map_err(raised)?,
            lose_at_most: self.lose_at_most,
            boilerplate: self.boilerplate.parse().map_err(raised)?,
            evaluate: self.evaluate,
            audit: self.audit(seed)?,
            sample: sample.transpose()?.map(|pairs| Sample {
                pairs: pairs as usize,
                seed,
            }),
            // A result lists its pairs when it is asked for them, later.
            all_pairs: true,
            count_at_default: false,
        })
    }

    /// The audit, if one was asked for.
    fn audit(&self, seed: u64) -> PyResult<Option<AuditOptions>> {
        let given = given_promise(self.wrong_at_most, self.confidence, self.looks.as_ref())?;
        let is_audited = self.audit.is_some() || self.audit_sample.is_some();
        let answers = self.audit.as_deref().map(read_labels).transpose();
        let answers = answers.map_err(raised)?.unwrap_or_default();
        let by = format!("{} or {}", Parameter::Audit, Parameter::AuditSample);
        let promise = given.promise(is_audited.then_some(&answers), &by);
        let Some(promise) = promise.map_err(raised)? else {
            return Ok(None);
        };
        let most = AuditOptions::MOST_DOCUMENTS as u64;
        let sample = self.audit_sample.as_ref();
        let sample = sample.map(|drawn| drawn.within(Parameter::AuditSample, 1, most));
        Ok(Some(AuditOptions {
            promise,
            sample: sample.transpose()?.map(|drawn| drawn as usize),
            seed,
            answers,
        }))
    }
}

/// A duplicate pair: its ids, score, probability, how the first relates to the second, and where the
/// longest passage that they share begins and ends in either.
type PairRow<'a> = (&'a str, &'a str, f64, f64, String, Option<[usize; 4]>);

/// Pairs to review, each by its ids, score and reason; the number found; whether all candidates were looked at.
type ReviewRows = (Vec<(String, String, f64, String)>, usize, bool);

/// A document's row: its id, its group (the document that represents it, or a number), the document kept in its place, the score of the pair
/// that joined it, whether it is kept, what would be lost, why, and how it relates to the kept one.
pub(crate) type GroupsRow<'a, G = &'a str> = (
    &'a str,
    G,
    &'a str,
    Option<f64>,
    bool,
    Option<f64>,
    String,
    String,
);

/// The row of the document at a place.
pub(crate) fn groups_row<'a>(
    grouping: &collection::Grouping,
    place: u32,
    id: impl Fn(u32) -> &'a str,
) -> GroupsRow<'a> {
    let group = id(grouping.row(place).group);
    row_of_group(grouping, (place, group), id)
}

/// The row of the document at a place, whose group is called like this.
pub(crate) fn row_of_group<'a, G>(
    grouping: &collection::Grouping,
    (place, group): (u32, G),
    id: impl Fn(u32) -> &'a str,
) -> GroupsRow<'a, G> {
    let row = grouping.row(place);
    (
        id(place),
        group,
        id(row.representative),
        row.score,
        row.is_kept,
        row.lost,
        row.reason.to_string(),
        row.relation.map_or(String::new(), |it| it.to_string()),
    )
}

/// A collection, deduplicated.
#[pyclass(frozen, module = "dejalu._dejalu")]
pub struct Deduplicated {
    collection: Collection,
    judge: collection::Judge,
    result: collection::Deduplicated,
    options: DedupeOptions,
}

#[pymethods]
impl Deduplicated {
    /// For every threshold and document, by id, what the table of groups says.
    fn groups(&self) -> Vec<GroupsRow<'_>> {
        let documents = 0..self.collection.documents().len() as u32;
        let groupings = self.result.groupings.iter();
        let places = groupings.flat_map(|grouping| documents.clone().map(move |it| (grouping, it)));
        let row = |(grouping, place): (&collection::Grouping, u32)| {
            groups_row(grouping, place, |place| self.id(place))
        };
        places.map(row).collect()
    }

    /// The thresholds, each of which has its groups.
    fn thresholds(&self) -> Vec<f64> {
        let groupings = self.result.groupings.iter();
        groupings.map(|grouping| grouping.at).collect()
    }

    /// The documents that are kept, and whether their ids are whole numbers.
    fn kept(&self, whole_ids: bool, origin: Option<Py<PyAny>>) -> Documents {
        let grouping = self.result.groupings.first();
        let kept = grouping.into_iter().flat_map(collection::Grouping::kept);
        Documents::with_ids(self.documents(kept), whole_ids, origin)
    }

    /// The documents that are removed.
    fn removed(&self, whole_ids: bool, origin: Option<Py<PyAny>>) -> Documents {
        let grouping = self.result.groupings.first();
        let kept = grouping.into_iter().flat_map(collection::Grouping::kept);
        let kept: BTreeSet<u32> = kept.collect();
        let all = 0..self.collection.documents().len() as u32;
        let removed = all.filter(|place| !kept.contains(place));
        Documents::with_ids(self.documents(removed), whole_ids, origin)
    }

    /// The documents that are removed for each kept one, surest first.
    fn removed_for(&self) -> Vec<(&str, Vec<&str>)> {
        let grouping = self.result.groupings.first();
        let removed_for = grouping.map(collection::Grouping::removed_for);
        let removed_for = removed_for.unwrap_or_default().into_iter();
        let ids = |(kept, removed): (u32, Vec<u32>)| {
            let removed = removed.into_iter().map(|place| self.id(place));
            (self.id(kept), removed.collect())
        };
        removed_for.map(ids).collect()
    }

    /// The duplicate pairs of different texts.
    fn pairs(&self) -> Vec<PairRow<'_>> {
        let judge = Judge(self.judge.clone());
        let document = |place: u32| &self.collection.documents()[place as usize];
        let edges = self.result.edges.iter();
        let pairs: Vec<[&Document; 2]> = edges
            .map(|edge| [edge.left, edge.right].map(document))
            .collect();
        let shared = collection::shared(&self.judge, &pairs);
        let row = |(edge, shared): (&collection::Edge, Shared)| {
            let [left, right] = [edge.left, edge.right].map(|place| self.id(place));
            let passage = shared.passage;
            let passage = passage.map(|[a, b]| [a.start, a.end, b.start, b.end]);
            let (score, probability) = (edge.score, judge.probability(edge.score));
            (
                left,
                right,
                score,
                probability,
                shared.relation.to_string(),
                passage,
            )
        };
        self.result.edges.iter().zip(shared).map(row).collect()
    }

    /// The pairs that people should look at, no more than `top`: ids, score and why; the number of those that were found;
    /// whether all candidates were looked at.
    fn review(&self, py: Python<'_>, top: Option<usize>) -> PyResult<ReviewRows> {
        let most = top.unwrap_or(usize::MAX);
        let review = detached(py, |watch| {
            let (collection, options) = (&self.collection, &self.options);
            collection::review(collection, &self.judge, options, &self.result, most, watch)
        })?;
        let row = |pair: &collection::ReviewPair| {
            let [a, b] = pair.documents.map(|place| self.id(place).to_owned());
            (a, b, pair.score, pair.reason.to_string())
        };
        let rows = review.pairs.iter().map(row).collect();
        Ok((rows, review.found, review.is_complete))
    }

    /// The questions of a draw and the answers so far, each as a line of a `labels.jsonl`.
    fn questions_json(&self) -> Vec<String> {
        let audit = self.result.audit.iter();
        let rows = audit.flat_map(collection::Audit::questions);
        rows.map(|row| row.to_json().to_string()).collect()
    }

    /// The report of an audit.
    fn verdict(&self) -> Vec<String> {
        let audit = self.result.audit.iter();
        audit.flat_map(collection::Audit::sentences).collect()
    }

    /// The candidates drawn for labelling.
    fn sample(&self) -> Vec<(&str, &str)> {
        let sample = self.result.sample.iter();
        sample
            .map(|&(left, right)| (self.id(left), self.id(right)))
            .collect()
    }

    /// The decider, the way candidates were found, the counts, and the agreement with clusters.
    fn figures_json(&self) -> String {
        let result = &self.result;
        serde_json::json!({
            "judge": self.judge.to_string(),
            "plan": result.plan,
            "counts": result.counts,
            "boilerplate": result.boilerplate,
            "suggested": result.suggested,
            "audit": result.audit,
            "quality": result.quality.first(),
        })
        .to_string()
    }

    /// Moves the removed files of a folder into another one: how many, and why others stay.
    fn move_removed(
        &self,
        py: Python<'_>,
        from: PathBuf,
        into: PathBuf,
        unaudited: bool,
    ) -> PyResult<(usize, Vec<String>)> {
        let options = MoveOptions {
            from,
            into,
            unaudited,
        };
        let done = py.detach(|| {
            let was_undone = options.prepare(&self.options, &self.judge)?;
            Ok((was_undone, options.run(&self.collection, &self.result)?))
        });
        done.map(moved).map_err(raised)
    }
}

impl Deduplicated {
    fn id(&self, place: u32) -> &str {
        let id: &DocumentId = &self.collection.documents()[place as usize].id;
        id.as_str()
    }

    fn documents(&self, places: impl IntoIterator<Item = u32>) -> Vec<Document> {
        let documents = self.collection.documents();
        let document = |place: u32| documents[place as usize].clone();
        places.into_iter().map(document).collect()
    }
}

/// How many files were moved, and why others stay; first, whether an interrupted move was undone.
pub(crate) fn moved((was_undone, moved): (bool, Moved)) -> (usize, Vec<String>) {
    let undone = was_undone.then(|| UNDONE.to_string());
    let left = moved.left.iter().map(ToString::to_string);
    (moved.files, undone.into_iter().chain(left).collect())
}

/// Groups the near-duplicates of a collection.
#[pyfunction]
pub fn dedupe(
    py: Python<'_>,
    documents: &Documents,
    judge: &Judge,
    how: Deduplication,
) -> PyResult<Deduplicated> {
    let options = how.options(&judge.0)?;
    detached(py, |watch| {
        let collection = Collection::new(documents.documents.clone());
        let result = collection::dedupe(&collection, &judge.0, &options, watch)?;
        Ok(Deduplicated {
            collection,
            judge: judge.0.clone(),
            result,
            options,
        })
    })
}

/// The ids of documents, and the score of every pair of them.
#[pyfunction]
pub fn matrix<'py>(
    py: Python<'py>,
    documents: &Documents,
    judge: &Judge,
) -> PyResult<(Vec<String>, Bound<'py, PyArray2<f64>>)> {
    let (ids, scores) = detached(py, |watch| {
        let collection = Collection::new(documents.documents.clone());
        let scores = collection::matrix(&collection, &judge.0, watch)?;
        let ids = collection.documents().iter();
        Ok((ids.map(|it| it.id.to_string()).collect(), scores))
    })?;
    let scores = PyArray2::from_vec2(py, &scores).expect("rows as long as there are documents");
    Ok((ids, scores))
}

/// What a user promises of an audit.
pub(crate) fn given_promise(
    wrong_at_most: Option<f64>,
    confidence: Option<f64>,
    looks: Option<&Whole>,
) -> PyResult<GivenPromise> {
    let looks = looks.map(|looks| looks.within(Parameter::Looks, 1, 1_000));
    Ok(GivenPromise {
        wrong_at_most,
        confidence,
        looks: looks.transpose()?.map(|looks| looks as u32),
    })
}

pub(crate) fn candidates(method: &str, seed: u64) -> PyResult<CandidateOptions> {
    Ok(CandidateOptions {
        method: method.parse().map_err(raised)?,
        seed,
        ..CandidateOptions::default()
    })
}
