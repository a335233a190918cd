//! How many answers a promise about removals needs, and whether it is kept.
//!
//! `cargo bench --bench promise -- RUNS FOLDER…`, each folder with `docs.jsonl.gz`, whose documents have clusters. A collection
//! is deduplicated once, as `dejalu dedupe` does; then so many audits are drawn, with the seeds from 1 on, and answered by the
//! clusters. A row for each number of answers and bound: how many removals the largest set of least risk has that keeps
//! the promise, 0 where none does, and how many are removed on average; the answers that a file asks for, and those that a
//! page would ask one by one; the share of runs in which the promise is broken. More than the possible can be removed, since
//! what is found wrong stays.

use std::error::Error;
use std::path::{Path, PathBuf};

use dejalu::collection::{Audit, AuditOptions, Collection, Grouping, Promise, RemovalAudit};
use dejalu::document::reader;
use dejalu::document::{Document, DocumentId};
use dejalu::pairs::{Label, LabelRow, Opinion};
use dejalu::{DedupeOptions, Deduplicated, Judge, Silent, dedupe};

/// Numbers of answers, and the bounds that they are to prove.
const BUDGETS: [(usize, f64); 5] = [
    (150, 0.02),
    (300, 0.02),
    (60, 0.05),
    (100, 0.05),
    (200, 0.05),
];

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|it| it != "--bench")
        .collect();
    let Some((runs, folders)) = words
        .split_first()
        .filter(|(_, folders)| !folders.is_empty())
    else {
        eprintln!("usage: cargo bench --bench promise -- RUNS FOLDER…");
        return Ok(());
    };
    let runs: u64 = runs.parse()?;
    println!(
        "set                  removals  wrong  bound  answers  possible  removed  asked  one by one  broken"
    );
    for folder in folders.iter().map(PathBuf::from) {
        measure(&folder, runs)?;
    }
    Ok(())
}

fn measure(folder: &Path, runs: u64) -> Result<(), Box<dyn Error>> {
    let read = reader::read_all(
        &folder.join("docs.jsonl.gz"),
        &reader::ReadOptions::default(),
        reader::OnBad::Skip,
    )?;
    let collection = Collection::new(read.documents);
    let judge = Judge::built_in()?;
    // A draw has the groups that an audit judges.
    let drawing = AuditOptions {
        sample: Some(1),
        ..AuditOptions::default()
    };
    let result = dedupe(
        &collection,
        &judge,
        &DedupeOptions::default().with_audit(drawing),
        &Silent,
    )?;
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let case = Case {
        collection: &collection,
        judge: &judge,
        result: &result,
        wrong: wrong(&collection, &result.groupings[0]),
    };
    for (answers, bound) in BUDGETS {
        let mut sum = Sum::default();
        for seed in 1..=runs {
            sum.add(&case.run(answers, bound, seed)?);
        }
        let mean = |sum: f64| sum / runs as f64;
        println!(
            "{name:<20} {:>8}  {:>5}  {bound:>5}  {answers:>7}  {:>8}  {:>7.0}  {:>5.0}  {:>10.0}  {:>6.3}",
            result.groupings[0].removed().count(),
            case.wrong.len(),
            case.possible(bound),
            mean(sum.removed),
            mean(sum.asked),
            mean(sum.one_by_one),
            mean(sum.broken),
        );
    }
    Ok(())
}

/// The removed documents, by id, whose kept one is of another cluster.
fn wrong(collection: &Collection, grouping: &Grouping) -> Vec<DocumentId> {
    let document = |place: u32| -> &Document { &collection.documents()[place as usize] };
    let is_wrong = |removed: &Document, kept: &Document| {
        removed.cluster.is_none() || removed.cluster != kept.cluster
    };
    let pairs = grouping
        .removed()
        .map(|(place, it)| [document(place), document(it.in_favour_of)]);
    let wrong = pairs.filter(|[removed, kept]| is_wrong(removed, kept));
    let mut wrong: Vec<DocumentId> = wrong.map(|[removed, _]| removed.id.clone()).collect();
    wrong.sort();
    wrong
}

struct Case<'a> {
    collection: &'a Collection,
    judge: &'a Judge,
    result: &'a Deduplicated,
    /// Ascending.
    wrong: Vec<DocumentId>,
}

/// An audit that was answered.
struct Run {
    removed: usize,
    asked: usize,
    one_by_one: usize,
    is_broken: bool,
}

#[derive(Default)]
struct Sum {
    removed: f64,
    asked: f64,
    one_by_one: f64,
    broken: f64,
}

impl Sum {
    fn add(&mut self, run: &Run) {
        self.removed += run.removed as f64;
        self.asked += run.asked as f64;
        self.one_by_one += run.one_by_one as f64;
        self.broken += f64::from(u8::from(run.is_broken));
    }
}

impl Case<'_> {
    fn run(&self, answers: usize, bound: f64, seed: u64) -> Result<Run, Box<dyn Error>> {
        let options = AuditOptions {
            promise: Promise {
                wrong_at_most: bound,
                ..Promise::default()
            },
            sample: Some(answers),
            seed,
            answers: Vec::new(),
        };
        let draw = self.audit(&options)?;
        let answered = draw.questions.iter().map(|row| LabelRow {
            opinion: Some(Opinion::Sure(self.label(&row.pair[0]))),
            ..row.clone()
        });
        let options = AuditOptions {
            sample: None,
            answers: answered.collect(),
            ..options
        };
        let audit = self.audit(&options)?;
        let verdict = audit.verdict.as_ref().ok_or("no verdict")?;
        let mut grouping = self.result.groupings[0].clone();
        audit.hold(&mut grouping);
        let removed = grouping.removed().count();
        let left = wrong(self.collection, &grouping).len();
        Ok(Run {
            removed,
            asked: draw.questions.len(),
            one_by_one: verdict.answers,
            is_broken: left as f64 > bound * removed as f64 + 1e-9,
        })
    }

    fn audit(&self, options: &AuditOptions) -> dejalu::Result<RemovalAudit> {
        RemovalAudit::new(
            self.collection,
            &self.result.groupings[0],
            &self.result.edges,
            self.judge,
            options,
        )
    }

    fn label(&self, removed: &DocumentId) -> Label {
        match self.wrong.binary_search(removed) {
            Ok(_) => Label::Distinct,
            Err(_) => Label::Duplicate,
        }
    }

    /// Number of removals of the largest set of least risk that keeps the promise, if all were known.
    fn possible(&self, bound: f64) -> usize {
        let order = match &self.result.audit {
            Some(Audit::Removals(audit)) => audit.by_risk(),
            _ => return 0,
        };
        let mut wrong = 0;
        let mut possible = 0;
        for (size, place) in (1..).zip(order) {
            let id = &self.collection.documents()[*place as usize].id;
            wrong += usize::from(self.label(id) == Label::Distinct);
            if wrong as f64 <= bound * size as f64 {
                possible = size;
            }
        }
        possible
    }
}
