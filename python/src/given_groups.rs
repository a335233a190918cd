//! Groups of any tool: judged, and carried out.

use std::path::PathBuf;

use dejalu::collection::{
    self, AuditOptions, Certificate, Collection, GivenGroups, GroupColumns, Grouping, GroupsAudit,
    Loss, MoveOptions,
};
use dejalu::error::Parameter;
use dejalu::pairs::{LabelRow, read_label_columns, read_labels};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::cells::table;
use crate::collections::{GroupsRow, Judge, candidates, given_promise, groups_row, moved};
use crate::error::raised;
use crate::tables::Documents;
use crate::whole::Whole;
use crate::work::detached;

/// The names of the columns of a table of groups, as Python gives them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Roles {
    id: Option<String>,
    group: Option<String>,
    representative: Option<String>,
    kept: Option<String>,
}

impl From<Roles> for GroupColumns {
    fn from(roles: Roles) -> Self {
        GroupColumns {
            id: roles.id,
            group: roles.group,
            representative: roles.representative,
            kept: roles.kept,
        }
    }
}

/// A table of groups.
#[pyclass(frozen, module = "dejalu._dejalu")]
pub struct GroupsTable(collection::GroupsTable);

#[pymethods]
impl GroupsTable {
    /// Reads a file.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf, roles: Roles) -> PyResult<Self> {
        let columns = roles.into();
        detached(py, |_| collection::GroupsTable::read(&path, &columns)).map(GroupsTable)
    }

    /// Takes it out of a table in memory.
    #[staticmethod]
    fn of_columns(
        py: Python<'_>,
        names: Vec<String>,
        cells: &Bound<'_, PyDict>,
        roles: Roles,
    ) -> PyResult<Self> {
        let columns = roles.into();
        let (table, met) = table("groups", &names, cells)?;
        let read = |_: &_| collection::GroupsTable::read_columns(table, &columns);
        met.or(detached(py, read)).map(GroupsTable)
    }
}

/// Answers to the questions of a draw.
#[pyclass(frozen, module = "dejalu._dejalu")]
pub struct Answers(Vec<LabelRow>);

#[pymethods]
impl Answers {
    /// Reads a file.
    #[staticmethod]
    fn read(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        detached(py, |_| read_labels(&path)).map(Answers)
    }

    /// Takes them out of a table in memory.
    #[staticmethod]
    fn of_columns(py: Python<'_>, names: Vec<String>, cells: &Bound<'_, PyDict>) -> PyResult<Self> {
        let (table, met) = table("answers", &names, cells)?;
        met.or(detached(py, |_| read_label_columns(table)))
            .map(Answers)
    }
}

/// Options of an audit of groups, as Python gives them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Auditing {
    keep: String,
    candidates: String,
    draw: Option<Whole>,
    wrong_at_most: Option<f64>,
    confidence: Option<f64>,
    looks: Option<Whole>,
    seed: Whole,
}

impl Auditing {
    /// The audit, if questions or a verdict are asked for.
    pub fn options(&self, answers: Option<&Answers>) -> PyResult<Option<AuditOptions>> {
        let seed = self.seed()?;
        let given = given_promise(self.wrong_at_most, self.confidence, self.looks.as_ref())?;
        let is_audited = self.draw.is_some() || answers.is_some();
        let answers = answers.map_or_else(Vec::new, |it| it.0.clone());
        let promise = given.promise(is_audited.then_some(&answers), "answers or draw");
        let Some(promise) = promise.map_err(raised)? else {
            return Ok(None);
        };
        let most = AuditOptions::MOST_DOCUMENTS as u64;
        let draw = self.draw.as_ref();
        let draw = draw.map(|drawn| drawn.within(Parameter::Draw, 1, most));
        let options = AuditOptions {
            promise,
            sample: draw.transpose()?.map(|drawn| drawn as usize),
            seed,
            answers,
        };
        Ok(Some(options.with_drawn_seed()))
    }

    fn seed(&self) -> PyResult<u64> {
        self.seed.within(Parameter::Seed, 0, u64::MAX)
    }
}

/// A removal: the removed document, the one kept in its place, the share that would be lost, how the first relates to
/// the second, their score and probability.
type LossRow<'a> = (
    &'a str,
    &'a str,
    Option<f64>,
    String,
    Option<f64>,
    Option<f64>,
);

/// Groups, judged.
#[pyclass(frozen, module = "dejalu._dejalu")]
pub struct AuditedGroups {
    collection: Collection,
    judge: collection::Judge,
    result: GroupsAudit,
}

#[pymethods]
impl AuditedGroups {
    /// For every document what the table of groups says, after the verdict.
    fn groups(&self) -> Vec<GroupsRow<'_>> {
        rows(&self.collection, &self.result.given.grouping)
    }

    /// The removals, the worst first.
    fn losses(&self) -> Vec<LossRow<'_>> {
        let id = |place: u32| id(&self.collection, place);
        let row = |loss: &Loss| {
            let relation = loss.relation.to_string();
            let (removed, kept) = (id(loss.removed), id(loss.kept));
            (
                removed,
                kept,
                loss.lost,
                relation,
                loss.score,
                loss.probability,
            )
        };
        self.result.losses.rows.iter().map(row).collect()
    }

    /// The questions of a draw and the answers so far, each as a line of a `labels.jsonl`.
    fn questions_json(&self) -> Vec<String> {
        let audit = self.result.audit.iter();
        let rows = audit.flat_map(|audit| &audit.questions);
        rows.map(|row| row.to_json().to_string()).collect()
    }

    /// What is known, in sentences.
    fn sentences(&self) -> Vec<String> {
        self.result.sentences()
    }

    /// Returns whether a verdict lets nothing go, though there was something to remove.
    fn has_failed(&self) -> bool {
        self.result.has_failed()
    }

    /// All figures, without the removals.
    fn figures_json(&self) -> String {
        let figures = self.result.figures_json(&self.collection, &self.judge);
        figures.to_string()
    }
}

/// Judges groups.
#[pyfunction]
pub fn audit(
    py: Python<'_>,
    groups: &GroupsTable,
    documents: &Documents,
    judge: &Judge,
    answers: Option<&Answers>,
    how: Auditing,
) -> PyResult<AuditedGroups> {
    let options = how.options(answers)?;
    let candidates = candidates(&how.candidates, how.seed()?)?;
    let keep = how.keep.parse().map_err(raised)?;
    detached(py, |watch| {
        let collection = Collection::new(documents.documents.clone());
        let given = GivenGroups::new(&collection, &groups.0, keep, &judge.0, watch)?;
        let options = options.as_ref();
        let result = GroupsAudit::new(&collection, given, &judge.0, candidates, options, watch)?;
        Ok(AuditedGroups {
            collection,
            judge: judge.0.clone(),
            result,
        })
    })
}

/// Groups, to be carried out.
#[pyclass(frozen, module = "dejalu._dejalu")]
pub struct AppliedGroups {
    collection: Collection,
    given: GivenGroups,
}

#[pymethods]
impl AppliedGroups {
    /// For every document what the table of groups says.
    fn groups(&self) -> Vec<GroupsRow<'_>> {
        rows(&self.collection, &self.given.grouping)
    }

    /// The places of the documents that are kept, ascending.
    fn kept_places(&self) -> Vec<u32> {
        self.given.grouping.kept().collect()
    }

    /// The documents that are kept, and whether their ids are whole numbers.
    fn kept(&self, whole_ids: bool, origin: Option<Py<PyAny>>) -> Documents {
        self.documents(self.given.grouping.kept(), whole_ids, origin)
    }

    /// The places of the documents that are removed, ascending.
    fn removed_places(&self) -> Vec<u32> {
        let removed = self.given.grouping.removed();
        removed.map(|(place, _)| place).collect()
    }

    /// The documents that are removed, and whether their ids are whole numbers.
    fn removed(&self, whole_ids: bool, origin: Option<Py<PyAny>>) -> Documents {
        self.documents(self.removed_places(), whole_ids, origin)
    }

    /// The documents that are removed for each kept one, exact copies first.
    fn removed_for(&self) -> Vec<(&str, Vec<&str>)> {
        let id = |place: u32| id(&self.collection, place);
        let removed_for = self.given.grouping.removed_for().into_iter();
        let ids =
            |(kept, removed): (u32, Vec<u32>)| (id(kept), removed.into_iter().map(id).collect());
        removed_for.map(ids).collect()
    }

    /// What each kept text has of a removed one, as a line of a `certificates.jsonl`.
    fn certificates_json(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        detached(py, |_| {
            let certificates = Certificate::of_removals(&self.collection, &self.given.grouping);
            Ok(certificates
                .map(|it| serde_json::json!(it).to_string())
                .collect())
        })
    }

    /// Says what becomes of documents whose group keeps none.
    fn warnings(&self) -> Vec<String> {
        self.given.warnings()
    }

    /// Moves the removed files of a folder into another one: how many, and why others stay.
    fn move_removed(
        &self,
        py: Python<'_>,
        from: PathBuf,
        into: PathBuf,
    ) -> PyResult<(usize, Vec<String>)> {
        // Whoever made the groups has decided.
        let options = MoveOptions {
            from,
            into,
            unaudited: true,
        };
        let done = py.detach(|| {
            let was_undone = options.prepare_folder()?;
            let grouping = &self.given.grouping;
            Ok((
                was_undone,
                options.run_grouping(&self.collection, grouping)?,
            ))
        });
        done.map(moved).map_err(raised)
    }
}

/// Finds the documents of a table of groups in a collection.
#[pyfunction]
pub fn apply(
    py: Python<'_>,
    groups: &GroupsTable,
    documents: &Documents,
    judge: &Judge,
    keep: &str,
) -> PyResult<AppliedGroups> {
    let keep = keep.parse().map_err(raised)?;
    detached(py, |watch| {
        let collection = Collection::new(documents.documents.clone());
        let given = GivenGroups::new(&collection, &groups.0, keep, &judge.0, watch)?;
        Ok(AppliedGroups { collection, given })
    })
}

impl AppliedGroups {
    fn documents(
        &self,
        places: impl IntoIterator<Item = u32>,
        whole_ids: bool,
        origin: Option<Py<PyAny>>,
    ) -> Documents {
        let document = |place: u32| self.collection.documents()[place as usize].clone();
        Documents::with_ids(
            places.into_iter().map(document).collect(),
            whole_ids,
            origin,
        )
    }
}

fn rows<'a>(collection: &'a Collection, grouping: &Grouping) -> Vec<GroupsRow<'a>> {
    let places = 0..collection.documents().len() as u32;
    let row = |place: u32| groups_row(grouping, place, |place| id(collection, place));
    places.map(row).collect()
}

fn id(collection: &Collection, place: u32) -> &str {
    collection.documents()[place as usize].id.as_str()
}
