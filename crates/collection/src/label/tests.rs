//! Whole sessions, with simulated people who know the truth.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use super::*;
use crate::{Collection, FrameOptions, FramePairs, Judge};
use dejalu_base::error::Error;
use dejalu_base::progress::{Progress, Silent};
use dejalu_experiment::pairs::{Label, LabelRow, Opinion, Stream, read_labels};
use dejalu_similarity::FeatureSet;
use dejalu_text::document::{Document, DocumentId};

/// Fourteen articles in six versions, one of which is only similar.
fn documents() -> Vec<Document> {
    let set = dejalu_experiment::model::builtin::pairs().unwrap();
    let mut documents = set.documents;
    documents.sort_by(|a, b| a.id.cmp(&b.id));
    documents.truncate(84);
    documents
}

fn judge() -> Judge {
    Judge::model(dejalu_experiment::model::builtin::model().unwrap())
}

/// The same, which leaves most pairs undecided.
fn unsure_judge() -> Judge {
    let mut model = dejalu_experiment::model::builtin::model().unwrap();
    model.operating_point.abstain = Some(0.001);
    Judge::model(model)
}

fn pool(seed: u64) -> Pool {
    let options = PoolOptions {
        frame: FrameOptions {
            most: 1_500,
            seed,
            ..FrameOptions::default()
        },
        features: FeatureSet::parse("jaccard resemblance:w=2 containment:w=3 length-ratio")
            .unwrap(),
        ..PoolOptions::default()
    };
    Pool::new(Collection::new(documents()), &judge(), &options, &Silent).unwrap()
}

static POOL: LazyLock<Arc<Pool>> = LazyLock::new(|| Arc::new(pool(42)));

/// Pairs of one article are duplicates, unless one is the version that is only similar.
fn truth(pair: &[DocumentId; 2]) -> Label {
    let article = |id: &DocumentId| id.as_str().rsplit_once('/').map(|it| it.0.to_string());
    let is_other = pair.iter().any(|id| id.as_str().contains("other"));
    if article(&pair[0]) == article(&pair[1]) && !is_other {
        Label::Duplicate
    } else {
        Label::Distinct
    }
}

fn session(path: &Path, options: SessionOptions) -> Session {
    Session::new(POOL.clone(), Journal::open(path).unwrap(), options).unwrap()
}

const NOW: Duration = Duration::ZERO;

/// Answers so many questions rightly, training whenever it is time; returns them.
fn label(session: &mut Session, who: &str, count: usize) -> Vec<Question> {
    let mut asked = Vec::new();
    while asked.len() < count {
        match session.next(who, NOW) {
            Next::Question(question) => {
                let opinion = Opinion::Sure(truth(&question.pair));
                session.answer(who, &question.pair, opinion, "").unwrap();
                asked.push(question);
            }
            Next::Wait => {
                let job = session.take_job().unwrap();
                session.finish(job.run());
            }
            Next::Done => break,
        }
    }
    asked
}

/// The stages of some work: their names, their steps, and how many of these were done.
#[derive(Default)]
struct Stages(Mutex<Vec<(String, usize, usize)>>);

impl Progress for Stages {
    fn begin(&self, what: &str, steps: usize) {
        self.0.lock().unwrap().push((what.to_string(), steps, 0));
    }

    fn advance(&self, steps: usize) {
        self.0.lock().unwrap().last_mut().unwrap().2 += steps;
    }
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> std::path::PathBuf {
        self.0.path().join("labels.jsonl")
    }
}

#[test]
fn every_question_comes_once_and_what_was_answered_is_on_disk() {
    let folder = Folder::new();
    let mut labelling = session(&folder.path(), SessionOptions::default());
    let asked = label(&mut labelling, "a", 45);
    let pairs: BTreeSet<_> = asked.iter().map(Question::key).collect();
    assert_eq!(pairs.len(), 45);
    let rows = read_labels(&folder.path()).unwrap();
    assert_eq!(rows.len(), 45);
    for (row, question) in rows.iter().zip(&asked) {
        assert_eq!((&row.pair, row.stream), (&question.pair, question.stream));
        assert_eq!(row.opinion, Some(Opinion::Sure(truth(&row.pair))));
    }
    let audit = asked.iter().filter(|it| it.stream == Stream::Audit).count();
    assert_eq!(audit, 15, "a third judges");
    let first_round: Vec<Stream> = asked[..15].iter().map(|it| it.stream).collect();
    assert!(
        first_round
            .windows(2)
            .filter(|two| two[0] != two[1])
            .count()
            > 2,
        "mixed"
    );
}

#[test]
fn a_round_learns_of_a_group_once() {
    let folder = Folder::new();
    let mut labelling = session(&folder.path(), SessionOptions::default());
    for _ in 0..4 {
        let asked = label(&mut labelling, "a", 15);
        let training = asked.iter().filter(|it| it.stream == Stream::Training);
        let ids: Vec<&DocumentId> = training.flat_map(|it| &it.pair).collect();
        let different: BTreeSet<&DocumentId> = ids.iter().copied().collect();
        assert_eq!(ids.len(), different.len());
    }
    let strata: BTreeSet<String> = labelling
        .journal()
        .rows()
        .iter()
        .map(|it| it.stratum.clone())
        .collect();
    assert!(
        ["score", "boundary", "disagreement"]
            .iter()
            .all(|it| strata.contains(*it)),
        "{strata:?}"
    );
}

#[test]
fn a_handful_of_duplicates_comes_at_once() {
    let folder = Folder::new();
    let mut labelling = session(&folder.path(), SessionOptions::default());
    let asked = label(&mut labelling, "a", 30);
    let training = asked.iter().filter(|it| it.stream == Stream::Training);
    let duplicates = training.filter(|it| truth(&it.pair).is_duplicate());
    assert!(duplicates.count() >= 5);
    assert_eq!(labelling.missing_answers(), None);
}

#[test]
fn two_thirds_of_a_round_are_to_learn_from_even_where_a_model_calls_all_pairs_duplicates() {
    let all = Judge::rule("jaccard=0.01", Default::default()).unwrap();
    let options = PoolOptions {
        features: FeatureSet::parse("jaccard resemblance:w=2").unwrap(),
        ..PoolOptions::default()
    };
    let pool = Pool::new(Collection::new(documents()), &all, &options, &Silent).unwrap();
    let folder = Folder::new();
    let journal = Journal::open(&folder.path()).unwrap();
    let mut labelling = Session::new(Arc::new(pool), journal, SessionOptions::default()).unwrap();
    for _ in 0..4 {
        let asked = label(&mut labelling, "a", 15);
        let training = asked.iter().filter(|it| it.stream == Stream::Training);
        assert_eq!(training.count(), 10);
    }
}

#[test]
fn two_people_get_and_lose_no_pair_twice() {
    let folder = Folder::new();
    let mut labelling = session(&folder.path(), SessionOptions::default());
    let question = |next: Next| match next {
        Next::Question(question) => question,
        other => panic!("{other:?}"),
    };
    let mut asked = BTreeSet::new();
    for _ in 0..7 {
        // Both look at once, and one reloads the page.
        let [a, b] = ["a", "b"].map(|who| question(labelling.next(who, NOW)));
        assert_eq!(question(labelling.next("a", NOW)), a);
        assert_ne!(a.key(), b.key());
        let refused = labelling
            .answer("a", &b.pair, Opinion::Unsure, "")
            .unwrap_err();
        assert!(
            refused.to_string().contains("is not asked here"),
            "{refused}"
        );
        for (who, it) in [("b", b), ("a", a)] {
            labelling
                .answer(who, &it.pair, Opinion::Sure(truth(&it.pair)), "")
                .unwrap();
            // A second click.
            labelling
                .answer(who, &it.pair, Opinion::Unsure, "")
                .unwrap_err();
            assert!(asked.insert(it.key()));
        }
    }
    assert_eq!(read_labels(&folder.path()).unwrap().len(), 14);
    // Somebody leaves: the question goes to the other, later.
    let left = question(labelling.next("b", NOW));
    let minute = Duration::from_secs(60);
    assert_ne!(question(labelling.next("a", minute)).key(), left.key());
    let late = minute * 20;
    let mut found = false;
    for _ in 0..40 {
        let Next::Question(it) = labelling.next("a", late) else {
            break;
        };
        found |= it.key() == left.key();
        labelling
            .answer("a", &it.pair, Opinion::Unsure, "")
            .unwrap();
    }
    assert!(found);
    let refused = labelling
        .answer("b", &left.pair, Opinion::Unsure, "")
        .unwrap_err();
    let [one, two] = &left.pair;
    assert_eq!(
        refused.to_string(),
        format!(
            "the pair '{one}', '{two}' is not asked here; expected an answer to the question that is shown"
        )
    );
}

#[test]
fn an_answer_is_taken_back_and_asked_again_even_after_a_kill() {
    let folder = Folder::new();
    let mut labelling = session(&folder.path(), SessionOptions::default());
    assert_eq!(labelling.undo("a", NOW).unwrap(), None);
    let asked = label(&mut labelling, "a", 3);
    let Next::Question(open) = labelling.next("a", NOW) else {
        panic!()
    };
    for last in asked[1..].iter().rev() {
        assert_eq!(labelling.undo("a", NOW).unwrap().as_ref(), Some(last));
    }
    assert_eq!(
        labelling.undo("b", NOW).unwrap(),
        None,
        "not that of another"
    );
    assert_eq!(labelling.journal().rows().len(), 5);
    assert!(!labelling.answers.contains_key(&asked[1].key()));
    // The first of them, then the other, then what was open: nothing is lost.
    let again = label(&mut labelling, "a", 3);
    assert_eq!(again, [asked[1].clone(), asked[2].clone(), open]);
    drop(labelling);

    let mut labelling = session(&folder.path(), SessionOptions::default());
    assert_eq!(labelling.answers.len(), 4);
    let back = labelling.undo("a", NOW).unwrap().unwrap();
    assert_eq!(back.key(), again[2].key());
    assert_eq!(
        labelling.undo("a", NOW).unwrap().unwrap().key(),
        again[1].key()
    );
    let rest = label(&mut labelling, "a", 60);
    let known: BTreeSet<_> = [&asked[0], &again[0]].map(Question::key).into();
    assert!(rest.iter().all(|it| !known.contains(&it.key())));
}

/// Forty-two pairs of one article each, of which no document is in two.
fn pairs_to_learn_from() -> Pool {
    let options = PoolOptions {
        pairs: FramePairs::Given((0..42).map(|i| (2 * i, 2 * i + 1)).collect()),
        features: FeatureSet::parse("jaccard").unwrap(),
        audited: false,
        ..PoolOptions::default()
    };
    Pool::new(Collection::new(documents()), &judge(), &options, &Silent).unwrap()
}

#[test]
fn another_answer_is_learned_from_though_there_are_no_more() {
    let folder = Folder::new();
    let journal = Journal::open(&folder.path()).unwrap();
    let pool = Arc::new(pairs_to_learn_from());
    let mut labelling = Session::new(pool, journal, SessionOptions::default()).unwrap();
    let asked = label(&mut labelling, "a", 43);
    assert_eq!(asked.len(), 42);
    let job = labelling.take_job().unwrap();
    labelling.finish(job.run());
    assert_eq!(labelling.next("a", NOW), Next::Done);
    assert!(labelling.take_job().is_none(), "all is learned from");
    let pair = &asked[41].pair;
    labelling.undo("a", NOW).unwrap();
    let other = match truth(pair) {
        Label::Duplicate => Label::Distinct,
        Label::Distinct => Label::Duplicate,
    };
    labelling
        .answer("a", pair, Opinion::Sure(other), "")
        .unwrap();
    labelling.next("a", NOW);
    assert!(labelling.take_job().is_some());
}

#[test]
fn a_training_that_breaks_down_holds_nobody_up() {
    let folder = Folder::new();
    let mut labelling = session(&folder.path(), SessionOptions::default());
    let job = loop {
        label(&mut labelling, "a", 1);
        if let Some(job) = labelling.take_job() {
            break job;
        }
    };
    label(&mut labelling, "a", 14);
    assert_eq!(labelling.next("a", NOW), Next::Wait);
    drop(job);
    assert!(matches!(labelling.next("a", NOW), Next::Question(_)));
}

#[test]
fn who_looks_at_what_is_shown_is_asked_nothing_new() {
    let folder = Folder::new();
    let mut labelling = session(&folder.path(), SessionOptions::default());
    assert_eq!(labelling.question_of("a"), None);
    let Next::Question(first) = labelling.next("a", NOW) else {
        panic!()
    };
    assert_eq!(labelling.question_of("a"), Some(&first));
    assert_eq!(labelling.question_of("b"), None);
}

#[test]
fn a_session_goes_on_as_if_it_had_never_ended() {
    let [whole, cut] = [Folder::new(), Folder::new()];
    let mut labelling = session(&whole.path(), SessionOptions::default());
    let all = label(&mut labelling, "a", 30);
    let mut labelling = session(&cut.path(), SessionOptions::default());
    let mut parts = label(&mut labelling, "a", 15);
    drop(labelling);
    let mut labelling = session(&cut.path(), SessionOptions::default());
    parts.extend(label(&mut labelling, "a", 15));
    assert_eq!(all[..15], parts[..15]);
    let pairs: BTreeSet<_> = parts.iter().map(Question::key).collect();
    assert_eq!(pairs.len(), 30);
    // The audit's sample stays a beginning of each stratum's random order.
    let mut drawn: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for row in labelling
        .journal()
        .rows()
        .iter()
        .filter(|it| it.stream == Stream::Audit)
    {
        let size = super::strata::size(&row.stratum).unwrap() as f64;
        drawn
            .entry(&row.stratum)
            .or_default()
            .push(row.probability.unwrap() * size);
    }
    for (stratum, mut places) in drawn {
        places.sort_by(f64::total_cmp);
        let expected: Vec<f64> = (1..=places.len()).map(|it| it as f64).collect();
        let differences = places.iter().zip(&expected).map(|(a, b)| (a - b).abs());
        assert!(
            differences.fold(0.0, f64::max) < 1e-6,
            "{stratum}: {places:?}"
        );
    }
}

#[test]
fn answers_to_another_draw_are_refused() {
    let folder = Folder::new();
    let mut labelling = session(&folder.path(), SessionOptions::default());
    label(&mut labelling, "a", 15);
    drop(labelling);
    let refused = |pool: Pool| -> Option<Error> {
        let journal = Journal::open(&folder.path()).unwrap();
        Session::new(Arc::new(pool), journal, SessionOptions::default()).err()
    };
    // Another seed draws other pairs of the same strata.
    assert!(refused(pool(7)).is_none());
    let options = PoolOptions {
        pairs: FramePairs::Given((0..40).map(|i| (i, i + 1)).collect()),
        features: FeatureSet::parse("jaccard").unwrap(),
        ..PoolOptions::default()
    };
    let other = Pool::new(Collection::new(documents()), &judge(), &options, &Silent).unwrap();
    let error = refused(other).unwrap().to_string();
    assert!(
        error.contains("labels.jsonl: the stratum 'pairs "),
        "{error}"
    );
    assert!(
        error.ends_with("' does not belong to this draw; expected answers to the pairs of these documents, scored by the same model and drawn with the same seed; pass those, or use another file"),
        "{error}"
    );
    let alone = Collection::new(vec![Document::plain("a", "One text.")]);
    let error = Pool::new(alone, &judge(), &PoolOptions::default(), &Silent)
        .err()
        .unwrap();
    assert_eq!(
        error.to_string(),
        "there is no pair to ask about among 1 documents; expected at least two of different text that share a word"
    );
}

#[test]
fn a_long_note_is_refused_and_the_question_stays() {
    let folder = Folder::new();
    let mut labelling = session(&folder.path(), SessionOptions::default());
    let Next::Question(question) = labelling.next("a", NOW) else {
        panic!()
    };
    let note = "n".repeat(MOST_NOTE + 1);
    let error = labelling
        .answer("a", &question.pair, Opinion::Unsure, &note)
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "a note of 2001 bytes; expected at most 2000"
    );
    assert_eq!(labelling.next("a", NOW), Next::Question(question.clone()));
    labelling
        .answer("a", &question.pair, Opinion::Unsure, &note[..MOST_NOTE])
        .unwrap();
    assert_eq!(labelling.journal().rows()[0].note.len(), MOST_NOTE);
}

#[test]
fn removals_are_asked_about_in_their_order_and_bounded() {
    let folder = Folder::new();
    let row = |i: usize| LabelRow {
        pair: [format!("r{i}/a").as_str().into(), "kept".into()],
        opinion: None,
        stream: Stream::Audit,
        stratum: "removal".into(),
        probability: Some(0.25),
        note: String::new(),
        drawn: None,
        ranked: None,
    };
    let options = SessionOptions {
        audited: Audited::Removals((0..20).map(row).collect()),
        training: 0,
        ..SessionOptions::default()
    };
    let mut labelling = session(&folder.path(), options);
    let asked = label(&mut labelling, "a", 12);
    let mut first: Vec<&str> = asked[..5].iter().map(|it| it.pair[0].as_str()).collect();
    first.sort_unstable();
    assert_eq!(first, ["r0/a", "r1/a", "r2/a", "r3/a", "r4/a"]);
    let status = labelling.status();
    let removals = status.removals.unwrap();
    assert_eq!(
        (removals.answered, removals.wrong, removals.of),
        (12, 12, Some(80))
    );
    assert_eq!(
        (
            status.audit.distinct,
            status.training.all(),
            status.estimates
        ),
        (12, 0, None)
    );
}

#[test]
fn what_answers_are_worth_is_said_and_a_report_says_the_same_of_the_file() {
    let folder = Folder::new();
    let mut labelling = session(&folder.path(), SessionOptions::default());
    assert!(labelling.status().advice[0].starts_with("Before a model can be trained"));
    label(&mut labelling, "a", 150);
    // One of them was a slip.
    let slip = labelling.answers.values().find(|row| {
        row.stream == Stream::Training && row.stratum == "score" && truth(&row.pair).is_duplicate()
    });
    let slip = slip.unwrap().pair.clone();
    labelling.ask_again("a", &slip, NOW).unwrap();
    labelling
        .answer("a", &slip, Opinion::Sure(Label::Distinct), "")
        .unwrap();
    label(&mut labelling, "a", 16);
    let status = labelling.status();
    assert_eq!(status.training.all() + status.audit.all(), 166);
    let f1 = status.estimates.unwrap().f1.unwrap();
    assert!(f1.value > 0.8 && f1.margin() > 0.0, "{f1:?}");
    assert!(status.curve.len() > 5 && status.changes.len() == status.curve.len() - 1);
    let place = status.mistakes.iter().position(|it| it.pair == slip);
    assert!(place.is_some_and(|place| place < 5), "{place:?}");

    let rows = read_labels(&folder.path()).unwrap();
    let collection = Collection::new(documents());
    let options = LabelReportOptions {
        features: FeatureSet::parse("jaccard resemblance:w=2 containment:w=3").unwrap(),
        ..LabelReportOptions::default()
    };
    let stages = Stages::default();
    let report = LabelReport::new(&rows, &collection, &judge(), &options, &stages).unwrap();
    report.check().unwrap();
    for (what, steps, done) in stages.0.into_inner().unwrap() {
        assert_eq!(done, steps, "{what}");
    }
    assert_eq!(
        (report.training, report.audit),
        (status.training, status.audit)
    );
    assert_eq!(report.frame, POOL.frame_size());
    let lines = report.lines().join("\n");
    assert!(
        lines.contains("precision ") && lines.contains("training answers"),
        "{lines}"
    );
    let place = report.mistakes.iter().position(|it| it.pair == slip);
    assert!(place.is_some_and(|place| place < 5), "{place:?}");
    let unsure = unsure_judge();
    let of_unsure = LabelReport::new(&rows, &collection, &unsure, &options, &Silent).unwrap();
    let recall = |report: &LabelReport| {
        let recall = report.estimates.as_ref().unwrap().recall;
        recall.unwrap().value
    };
    assert!(
        recall(&of_unsure) < recall(&report),
        "undecided pairs are not found"
    );
    let nothing = LabelReport::new(&[], &collection, &judge(), &options, &Silent).unwrap();
    assert_eq!(
        nothing.check().unwrap_err().to_string(),
        "there is no answer of the audit stream about pairs; expected some, such as those that 'dejalu label' asks for"
    );
    let others = Collection::new(vec![
        Document::plain("x", "A storm."),
        Document::plain("y", "A pier."),
    ]);
    let nothing = LabelReport::new(&rows, &others, &judge(), &options, &Silent).unwrap();
    let told = nothing.check().unwrap_err().to_string();
    assert!(
        told.ends_with("name other documents); pass the documents that were labelled"),
        "{told}"
    );
}
