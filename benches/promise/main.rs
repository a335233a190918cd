//! How many answers a promise about removals needs, and whether it is kept.
//!
//! `cargo bench --bench promise -- RUNS FOLDER[=GROUPS]…`, each folder with `docs.jsonl.gz`, whose documents have clusters. A
//! collection is deduplicated once, as `dejalu dedupe` does, or has the groups of a table that any tool made, as `dejalu audit`
//! judges them; then so many audits are drawn, with the seeds from 1 on, and answered by the clusters. A row for each number
//! of answers and bound:
//!
//! - *possible*: removals of the largest set of least risk that keeps the promise, 0 where none does;
//! - *removed*: how many are removed on average, and as a share of the possible, which may exceed 1, since what is found wrong
//!   stays;
//! - *asked*: the questions of a file; *one by one*: those that a page asks on average until the test is decided;
//! - *broken*: the share of runs in which a set passes that breaks the promise;
//! - *covered*: the share of runs in which the intervals of all sets that were tested hold the truth;
//! - *adversarial*: the largest share of broken promises over [six other truths](truths) of the same removals.

mod case;
mod truths;

use std::error::Error;
use std::path::{Path, PathBuf};

use case::{Case, Truth};
use dejalu::collection::{AuditOptions, Collection, Promise};
use dejalu::document::reader;
use truths::adversarial;

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
    let Some((runs, sets)) = words.split_first().filter(|(_, sets)| !sets.is_empty()) else {
        eprintln!("usage: cargo bench --bench promise -- RUNS FOLDER[=GROUPS]…");
        return Ok(());
    };
    let runs: u64 = runs.parse()?;
    println!(
        "set                                removals  wrong  bound  answers  possible  removed  share  asked  one by one  broken  covered  adversarial"
    );
    for set in sets {
        let (folder, groups) = match set.split_once('=') {
            Some((folder, groups)) => (folder, Some(PathBuf::from(groups))),
            None => (set.as_str(), None),
        };
        measure(Path::new(folder), groups.as_deref(), runs)?;
    }
    Ok(())
}

fn measure(folder: &Path, groups: Option<&Path>, runs: u64) -> Result<(), Box<dyn Error>> {
    let read = reader::read_all(
        &folder.join("docs.jsonl.gz"),
        &reader::ReadOptions::default(),
        reader::OnBad::Skip,
    )?;
    let collection = Collection::new(read.documents);
    let case = match groups {
        Some(groups) => Case::of_table(&collection, groups)?,
        None => Case::of_dedupe(&collection)?,
    };
    // A table is named by its folder.
    let named = groups.and_then(Path::parent).unwrap_or(folder);
    let name = named.file_name().unwrap_or_default();
    let truth = case.by_clusters();
    for (answers, bound) in BUDGETS {
        let promise = Promise {
            wrong_at_most: bound,
            ..Promise::default()
        };
        let mut sum = Sum::default();
        let mut others: Vec<(Truth, f64)> = Vec::new();
        for seed in 1..=runs {
            let options = AuditOptions {
                promise,
                sample: Some(answers),
                seed,
                answers: Vec::new(),
            };
            let draw = case.audit(&options)?;
            if seed == 1 {
                let made = adversarial(&case.by_risk, &draw.plan);
                others = made.into_iter().map(|truth| (truth, 0.0)).collect();
            }
            sum.add(&case.answered(&draw, &options, &truth)?);
            for (other, broken) in &mut others {
                *broken += f64::from(u8::from(case.is_broken(&draw, other)));
            }
        }
        let mean = |sum: f64| sum / runs as f64;
        let possible = case.possible(&truth, bound);
        let share = match possible {
            0 => "-".to_string(),
            _ => format!("{:.3}", mean(sum.removed) / possible as f64),
        };
        let worst = others.iter().map(|it| it.1).reduce(f64::max);
        println!(
            "{:<34} {:>8}  {:>5}  {bound:>5}  {answers:>7}  {possible:>8}  {:>7.0}  {share:>5}  {:>5.0}  {:>10.0}  {:>6.3}  {:>7.3}  {:>11}",
            name.to_string_lossy(),
            case.by_risk.len(),
            truth.len(),
            mean(sum.removed),
            mean(sum.asked),
            mean(sum.one_by_one),
            mean(sum.broken),
            mean(sum.covered),
            worst.map_or("-".to_string(), |worst| format!("{:.3}", mean(worst))),
        );
    }
    Ok(())
}

#[derive(Default)]
struct Sum {
    removed: f64,
    asked: f64,
    one_by_one: f64,
    broken: f64,
    covered: f64,
}

impl Sum {
    fn add(&mut self, run: &case::Run) {
        self.removed += run.removed as f64;
        self.asked += run.asked as f64;
        self.one_by_one += run.one_by_one as f64;
        self.broken += f64::from(u8::from(run.is_broken));
        self.covered += f64::from(u8::from(run.is_covered));
    }
}
