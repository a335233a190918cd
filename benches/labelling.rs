//! Simulated people label: how many answers are worth how much.
//!
//! `cargo bench --bench labelling -- RUNS FOLDER…`, each folder with `pairs.csv` and, unless the pairs hold
//! texts, `docs.jsonl.gz`. Of each set a fifth of the clusters is kept to test on. A person who knows the
//! labels answers the questions of a session; the model that `dejalu train` learns from the first 200
//! answers is compared with the one from 400 pairs drawn at random. Then a person who errs in one of
//! twenty answers: which share of the errors is among the first tenth to look at again.
//!
//! `cargo bench --bench labelling -- collection ANSWERS FOLDER…`: documents with clusters are labelled as a
//! collection; a model from so many answers to learn from deduplicates it.

// Tried and left out:
// - first answers that are not spread over all scores: nine of ten strata have hardly any duplicates, and after 150 answers
//   there was no model; spread, 17 to 28 give one.
// - beta intervals for each stratum with half a right decision added: precision missed in 97 of 1,500 audits of 50 answers, and in
//   92 of 200 on a small collection of alike texts. The Bayesian bootstrap within strata (Rubin 1981), with one more pair where it
//   moves an end furthest (Fay and Feuer 1997), misses 15 and 2 (`crates/learn/src/evaluation/stratified.rs`).

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use dejalu::collection::{Collection, FrameOptions, FramePairs, Judge};
use dejalu::document::DocumentId;
use dejalu::document::reader as documents;
use dejalu::evaluation::Counts;
use dejalu::label::{Audited, Journal, Next, Pool, PoolOptions, Session, SessionOptions};
use dejalu::pairs::reader::{self, PairOptions};
use dejalu::pairs::{Label, Opinion, PairSet, Stream};
use dejalu::{DedupeOptions, Document, Silent, TrainOptions, dedupe, model, train};
use xxhash_rust::xxh3::xxh3_64_with_seed;

type Key = [DocumentId; 2];
type Answers = Vec<(Key, Label)>;

/// The share of answers that the careless person gets wrong.
const ERRORS: u64 = 20;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|it| it != "--bench")
        .collect();
    let Some((runs, folders)) = words
        .split_first()
        .filter(|(_, folders)| !folders.is_empty())
    else {
        eprintln!("usage: cargo bench --bench labelling -- RUNS FOLDER…");
        return Ok(());
    };
    if runs == "collection" {
        let (answers, folders) = folders.split_first().ok_or("how many answers?")?;
        return folders
            .iter()
            .try_for_each(|folder| collection(Path::new(folder), answers.parse()?));
    }
    let runs: u64 = runs.parse()?;
    println!(
        "set                  run  chosen100  chosen200  random200  random400  found  seconds a round"
    );
    for folder in folders.iter().map(PathBuf::from) {
        for run in 0..runs {
            let set = Set::read(&folder, run)?;
            let begun = Instant::now();
            let (chosen, rounds, _) = set.label(200, run, 0)?;
            let round = begun.elapsed().as_secs_f64() / rounds as f64;
            let (_, _, found) = set.label(200, run, ERRORS)?;
            let random = set.at_random(run);
            let f1 = |labels: &[(Key, Label)]| set.f1(labels);
            println!(
                "{:<20} {run:>3}  {:>9.4}  {:>9.4}  {:>9.4}  {:>9.4}  {:>5.2}  {round:.2}",
                folder.file_name().unwrap_or_default().to_string_lossy(),
                f1(&chosen[..100.min(chosen.len())])?,
                f1(&chosen)?,
                f1(&random[..200.min(random.len())])?,
                f1(&random)?,
                found,
            );
        }
    }
    Ok(())
}

/// Labels a collection by its clusters and deduplicates it with what was learned.
fn collection(folder: &Path, count: usize) -> Result<(), Box<dyn std::error::Error>> {
    let path = folder.join("docs.jsonl.gz");
    let known = documents::read_all(&path, &Default::default(), documents::OnBad::Skip)?.documents;
    let blind = known.iter().cloned().map(|document| Document {
        cluster: None,
        ..document
    });
    let judge = Judge::model(model::builtin::model()?);
    let begun = Instant::now();
    let pool = Pool::new(
        Collection::new(blind.collect()),
        &judge,
        &PoolOptions::default(),
        &Silent,
    )?;
    println!(
        "{}: {} pairs of {}, {:.1} s",
        folder.display(),
        pool.len(),
        pool.frame_size(),
        begun.elapsed().as_secs_f64()
    );
    let cluster_of: BTreeMap<&DocumentId, &Option<String>> =
        known.iter().map(|it| (&it.id, &it.cluster)).collect();
    let file = tempfile::tempdir()?;
    let labels = file.path().join("labels.jsonl");
    let mut session = Session::new(
        Arc::new(pool),
        Journal::open(&labels)?,
        SessionOptions::default(),
    )?;
    let (mut training, mut drawing, mut learning) = (0, Duration::ZERO, Duration::ZERO);
    while training < count {
        let begun = Instant::now();
        let next = session.next("a", Duration::ZERO);
        drawing = drawing.max(begun.elapsed());
        match next {
            Next::Question(question) => {
                let [a, b] = question.pair.each_ref().map(|id| cluster_of[id]);
                let label = if a.is_some() && a == b {
                    Label::Duplicate
                } else {
                    Label::Distinct
                };
                session.answer("a", &question.pair, Opinion::Sure(label), "")?;
                training += usize::from(question.stream == Stream::Training);
            }
            Next::Wait => {
                let begun = Instant::now();
                if let Some(job) = session.take_job() {
                    session.finish(job.run());
                }
                learning = learning.max(begun.elapsed());
            }
            Next::Done => break,
        }
    }
    let status = session.status();
    println!(
        "slowest: a round drawn in {:.3} s, learned in {:.1} s",
        drawing.as_secs_f64(),
        learning.as_secs_f64()
    );
    println!(
        "{:?}, {:?}, F1 {:?}",
        status.training,
        status.audit,
        status.estimates.and_then(|it| it.f1)
    );
    let blind = known.iter().cloned().map(|document| Document {
        cluster: None,
        ..document
    });
    let options = PairOptions {
        without_audit: true,
        ..PairOptions::default()
    };
    let set = reader::read(&labels, &options, Some(blind.collect()))?.set;
    let model = train(&set, &TrainOptions::default(), &Silent)?.model;
    let options = DedupeOptions {
        evaluate: true,
        ..DedupeOptions::default()
    };
    let result = dedupe(
        &Collection::new(known.clone()),
        &Judge::model(model),
        &options,
        &Silent,
    )?;
    println!("{:?}", result.quality);
    Ok(())
}

/// Labelled pairs, in part to learn from and in part to test on.
struct Set {
    train: PairSet,
    test: PairSet,
    truth: BTreeMap<Key, Label>,
}

fn key(a: &DocumentId, b: &DocumentId) -> Key {
    let mut key = [a.clone(), b.clone()];
    key.sort();
    key
}

impl Set {
    fn read(folder: &Path, run: u64) -> dejalu::Result<Self> {
        let path = folder.join("docs.jsonl.gz");
        let read = || documents::read_all(&path, &Default::default(), documents::OnBad::Skip);
        let texts = path
            .is_file()
            .then(read)
            .transpose()?
            .map(|it| it.documents);
        let all = reader::read(&folder.join("pairs.csv"), &PairOptions::default(), texts)?.set;
        let clusters = all.clusters();
        let is_tested = |place: usize| {
            let lot = xxh3_64_with_seed(&clusters[place].to_le_bytes(), run);
            lot.is_multiple_of(5)
        };
        let part = |wanted: bool, most: usize| {
            let mut part = PairSet {
                documents: all.documents.clone(),
                ..PairSet::default()
            };
            let mut pairs: Vec<_> = all
                .pairs
                .iter()
                .filter(|it| it.documents.iter().all(|&it| is_tested(it) == wanted))
                .collect();
            pairs.sort_by_key(|it| {
                let ids = it.documents.map(|place| all.documents[place].id.as_str());
                xxh3_64_with_seed(ids.join("\0").as_bytes(), run)
            });
            part.pairs = pairs.into_iter().take(most).cloned().collect();
            compact(part)
        };
        let truth = all.pairs.iter().filter_map(|pair| {
            let [a, b] = pair.documents.map(|place| &all.documents[place].id);
            Some((key(a, b), pair.label?))
        });
        Ok(Set {
            train: part(false, usize::MAX),
            test: part(true, 1_000),
            truth: truth.collect(),
        })
    }

    /// The answer of a person who errs in one of `errors`; none for 0.
    fn answer(&self, pair: &Key, run: u64, errors: u64) -> (Label, bool) {
        let truth = self.truth[&key(&pair[0], &pair[1])];
        let lot = xxh3_64_with_seed(format!("{}\0{}", pair[0], pair[1]).as_bytes(), run + 1);
        let errs = errors > 0 && lot.is_multiple_of(errors);
        let other = match truth {
            Label::Duplicate => Label::Distinct,
            Label::Distinct => Label::Duplicate,
        };
        (if errs { other } else { truth }, errs)
    }

    /// The answers of a session, its rounds, and which share of the errors is among the first tenth of
    /// the likeliest mistakes.
    fn label(&self, count: usize, run: u64, errors: u64) -> dejalu::Result<(Answers, usize, f64)> {
        let folder = tempfile::tempdir().map_err(dejalu::Error::other)?;
        let collection = Collection::new(
            self.train
                .documents
                .iter()
                .map(|it| {
                    let mut document = it.clone();
                    document.cluster = None;
                    document
                })
                .collect(),
        );
        let place = |of: usize| collection.place_of(&self.train.documents[of].id);
        let pairs = self.train.pairs.iter().filter_map(|pair| {
            let [a, b] = [place(pair.documents[0])?, place(pair.documents[1])?];
            Some((a.min(b), a.max(b)))
        });
        let options = PoolOptions {
            pairs: FramePairs::Given(pairs.collect()),
            audited: false,
            frame: FrameOptions {
                seed: run,
                most: 10_000,
                ..FrameOptions::default()
            },
            ..PoolOptions::default()
        };
        let pool = Pool::new(
            collection,
            &Judge::model(model::builtin::model()?),
            &options,
            &Silent,
        )?;
        let journal = Journal::open(&folder.path().join("labels.jsonl"))?;
        let options = SessionOptions {
            audited: Audited::Nothing,
            seed: run,
            ..SessionOptions::default()
        };
        let mut session = Session::new(Arc::new(pool), journal, options)?;
        let (mut answers, mut wrong, mut rounds) = (Vec::new(), BTreeSet::new(), 1);
        while answers.len() < count {
            match session.next("a", Duration::ZERO) {
                Next::Question(question) => {
                    let (label, errs) = self.answer(&question.pair, run, errors);
                    session.answer("a", &question.pair, Opinion::Sure(label), "")?;
                    let key = key(&question.pair[0], &question.pair[1]);
                    if errs {
                        wrong.insert(key.clone());
                    }
                    answers.push((key, label));
                }
                Next::Wait => {
                    rounds += 1;
                    if let Some(job) = session.take_job() {
                        session.finish(job.run());
                    }
                }
                Next::Done => break,
            }
        }
        let mistakes = session.mistakes();
        let first = mistakes.iter().take(answers.len() / 10);
        let found = first
            .filter(|it| wrong.contains(&key(&it.pair[0], &it.pair[1])))
            .count();
        Ok((answers, rounds, found as f64 / wrong.len().max(1) as f64))
    }

    /// 400 pairs drawn at random.
    fn at_random(&self, run: u64) -> Vec<(Key, Label)> {
        let mut pairs: Vec<(Key, Label)> = self
            .train
            .pairs
            .iter()
            .filter_map(|pair| {
                let [a, b] = pair.documents.map(|place| &self.train.documents[place].id);
                Some((key(a, b), pair.label?))
            })
            .collect();
        pairs.sort_by_key(|(key, _)| {
            xxh3_64_with_seed(format!("random{}\0{}", key[0], key[1]).as_bytes(), run)
        });
        pairs.truncate(400);
        pairs
    }

    /// F1 on the test pairs of the model that is learned from these.
    fn f1(&self, labels: &[(Key, Label)]) -> dejalu::Result<f64> {
        let chosen: BTreeMap<&Key, Label> =
            labels.iter().map(|(key, label)| (key, *label)).collect();
        let mut part = PairSet {
            documents: self.train.documents.clone(),
            ..PairSet::default()
        };
        for pair in &self.train.pairs {
            let [a, b] = pair.documents.map(|place| &self.train.documents[place].id);
            if let Some(&label) = chosen.get(&key(a, b)) {
                let mut pair = pair.clone();
                pair.label = Some(label);
                part.pairs.push(pair);
            }
        }
        let mut options = TrainOptions {
            candidate_recall: None,
            ..TrainOptions::default()
        };
        options.comparison.bootstrap.draws = 10;
        let model = train(&compact(part), &options, &Silent)?.model;
        let judged = model.judge_all(&self.test, &Silent)?;
        let decisions: Vec<bool> = judged
            .iter()
            .map(|it| it.0.decision.is_duplicate())
            .collect();
        Ok(Counts::of(&self.test.labels()?, &decisions)
            .f1()
            .unwrap_or_default())
    }
}

/// Without the documents that are in no pair, and without what is known of their clusters.
fn compact(set: PairSet) -> PairSet {
    let used: BTreeSet<usize> = set.pairs.iter().flat_map(|it| it.documents).collect();
    let place: BTreeMap<usize, usize> = used.iter().copied().zip(0..).collect();
    let mut documents: Vec<_> = used.iter().map(|&old| set.documents[old].clone()).collect();
    documents.iter_mut().for_each(|it| it.cluster = None);
    let mut pairs = set.pairs;
    for pair in &mut pairs {
        pair.documents = pair.documents.map(|old| place[&old]);
        pair.group = None;
    }
    PairSet {
        documents,
        pairs,
        ..PairSet::default()
    }
}
