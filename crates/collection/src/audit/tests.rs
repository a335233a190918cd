use proptest::prelude::*;

use super::audit::ThresholdAudit;
use super::cuts::cuts;
use super::options::AuditOptions;
use super::trial::{AuditedCut, more_documents, trial};
use crate::groups::Grouping;
use crate::promise::Promise;
use crate::scoring::Edge;
use crate::{Collection, DedupeOptions, Judge, Threshold, dedupe};
use dejalu_base::progress::Silent;
use dejalu_experiment::pairs::{Label, LabelRow, Opinion, Stream};
use dejalu_text::document::Document;

fn cut(at: f64, removed: u64, drawn: u64, wrong: u64) -> AuditedCut {
    AuditedCut {
        at,
        removed,
        drawn,
        wrong,
        bound: None,
        passed: None,
    }
}

fn promise(wrong_at_most: f64) -> Promise {
    Promise {
        wrong_at_most,
        ..Promise::default()
    }
}

#[test]
fn the_test_ends_at_the_first_failure() {
    let many = 1_000_000;
    let mut cuts = [
        cut(0.9, many, 148, 0),
        cut(0.8, many, 149, 0),
        cut(0.7, 2 * many, 240, 1),
        cut(0.6, many, 250, 9),
        cut(0.5, many, 400, 0),
    ];
    assert_eq!(trial(&mut cuts, &promise(0.02)), Some(2));
    let passed = cuts.map(|cut| cut.passed);
    assert_eq!(passed, [None, None, Some(true), Some(false), None]);
    assert!(cuts[2].bound.unwrap() <= 0.02 && cuts[3].bound.unwrap() > 0.02);
    let mut of_five = [cut(0.9, many, 58, 0), cut(0.8, many, 59, 0)];
    assert_eq!(trial(&mut of_five, &promise(0.05)), Some(1));
    assert_eq!(of_five[0].passed, None);
}

#[test]
fn the_test_begins_where_a_quarter_of_the_most_wrong_ones_may_be_wrong() {
    let many = 1_000_000;
    // Of 236 drawn one may be wrong, of 360 two, of 400 three, of 1,000 twelve.
    let mut cuts = [
        cut(0.9, many, 235, 1),
        cut(0.8, many, 236, 1),
        cut(0.7, many, 240, 1),
    ];
    assert_eq!(trial(&mut cuts, &promise(0.02)), Some(1));
    assert_eq!(cuts.map(|cut| cut.passed), [None, Some(true), Some(true)]);
    let mut more = [
        cut(0.9, many, 236, 2),
        cut(0.8, many, 400, 3),
        cut(0.7, 2 * many, 360, 0),
        cut(0.6, many, 1_000, 12),
    ];
    assert_eq!(trial(&mut more, &promise(0.02)), Some(1));
    let passed = more.map(|cut| cut.passed);
    assert_eq!(passed, [None, Some(true), None, Some(true)]);
}

#[test]
fn of_the_thresholds_that_pass_the_one_that_removes_most_is_taken() {
    let mut cuts = [
        cut(0.9, 800, 160, 0),
        cut(0.8, 900, 180, 0),
        cut(0.7, 850, 170, 0),
    ];
    assert_eq!(trial(&mut cuts, &promise(0.02)), Some(1));
    assert_eq!(cuts[2].passed, Some(true));
}

#[test]
fn of_few_removals_fewer_are_enough_and_a_second_look_needs_more() {
    let mut all = [cut(0.9, 0, 0, 0), cut(0.8, 60, 60, 1)];
    assert_eq!(trial(&mut all, &promise(0.02)), Some(1), "1 of 60 is known");
    let mut doubtful = [cut(0.9, 1_000_000, 149, 0)];
    let looks = Promise {
        looks: 2,
        ..promise(0.02)
    };
    assert_eq!(trial(&mut doubtful, &looks), None);
    assert_eq!(
        more_documents(&doubtful, &promise(0.02), 2_000_000),
        Some(366)
    );
    assert_eq!(
        more_documents(&[cut(0.9, 1_000, 200, 20)], &promise(0.02), 1_000),
        None
    );
    // Of 280 drawn at the lower threshold one may be wrong, but so may one of 256 at the stricter one.
    let failed = [cut(0.9, 900_000, 240, 2), cut(0.8, 1_000_000, 290, 2)];
    let needed = more_documents(&failed, &promise(0.02), 1_000_000).unwrap();
    let alone = more_documents(&failed[1..], &promise(0.02), 1_000_000).unwrap();
    assert!(290 < alone && alone < needed, "{alone} {needed}");
    // With 119 the stricter ones would pass, but the test begins at the last, of which many are wrong.
    let late = [
        cut(0.9, 1_792, 60, 0),
        cut(0.8, 2_504, 83, 0),
        cut(0.7, 3_000, 100, 9),
    ];
    assert_eq!(more_documents(&late, &promise(0.05), 3_000), Some(200));
}

#[test]
fn what_promises_nothing_is_refused() {
    let refused = |promise: Promise| promise.check().unwrap_err().to_string();
    assert_eq!(
        refused(promise(0.0)),
        "wrong_at_most '0': expected a number between 0 and 1"
    );
    let sure = Promise {
        confidence: 1.0,
        ..promise(0.02)
    };
    assert_eq!(
        refused(sure),
        "confidence '1': expected a number between 0 and 1"
    );
    let blind = Promise {
        looks: 0,
        ..promise(0.02)
    };
    assert_eq!(
        refused(blind),
        "looks '0': expected a whole number from 1 to 1000"
    );
    let options = AuditOptions {
        sample: Some(0),
        ..AuditOptions::default()
    };
    let said = options.check().unwrap_err().to_string();
    assert_eq!(
        said,
        "audit_sample '0': expected a whole number from 1 to 10000000"
    );
}

#[test]
fn thresholds_are_spread_over_the_texts_and_at_most_twenty() {
    let edges: Vec<Edge> = (0..100u32)
        .map(|i| Edge {
            left: 2 * i,
            right: 2 * i + 1,
            score: 0.5 + f64::from(i) * 0.001,
        })
        .collect();
    let found = cuts(&edges, 0.5, &[0.5]).unwrap();
    assert_eq!((found.len(), found[0], found[19]), (20, 0.595, 0.5));
    assert!(found.is_sorted_by(|a, b| a > b));
    // What was named is tested, though no text finds its first duplicate there.
    let named = cuts(&edges, 0.4, &[0.4]).unwrap();
    assert_eq!((named.len(), named[18], named[19]), (20, found[18], 0.4));
    assert_eq!(cuts(&edges, 0.4, &[]).unwrap(), found);
    assert_eq!(cuts(&[], 0.5, &[0.5]).unwrap(), [0.5]);
    assert_eq!(cuts(&edges, 0.4, &[0.4, 0.9]).unwrap(), [0.9, 0.4]);
    let many: Vec<f64> = (0..21).map(f64::from).collect();
    assert_eq!(
        cuts(&edges, 0.0, &many).unwrap_err().to_string(),
        "at '21 thresholds': expected at most 20 to audit"
    );
}

/// Pairs of near-copies, the later ones less alike, and as many documents of their own.
fn collection(pairs: usize) -> Collection {
    // Letters alone: words with digits are not compared.
    let letter = |digit: char| (b'a' + digit.to_digit(10).unwrap_or(0) as u8) as char;
    let word = |i: usize| -> String { format!("{i:05}").chars().map(letter).collect() };
    let words = |seed: usize, from: usize| -> String {
        (from..20).map(|i| word(seed * 20 + i) + " ").collect()
    };
    let pair = |i: usize| {
        let whole = Document::plain(format!("{i:03}a"), &words(i, 0));
        let part = Document::plain(format!("{i:03}b"), &words(i, 1 + i * 8 / pairs));
        [whole, part]
    };
    Collection::new((0..pairs).flat_map(pair).collect())
}

/// As earlier versions did: a draw, or a verdict with the groups that follow from it.
fn audited(pairs: usize, audit: AuditOptions) -> dejalu_base::Result<(ThresholdAudit, Grouping)> {
    let judge = Judge::rule("jaccard=0.5", Default::default())?;
    let collection = collection(pairs);
    let grouped = |cuts: Vec<f64>| {
        let options = DedupeOptions::default().with_threshold(Threshold::At(cuts));
        dedupe(&collection, &judge, &options, &Silent)
    };
    let cuts = cuts(&grouped(vec![0.5])?.edges, 0.5, &[0.5])?;
    let groupings = grouped(cuts)?.groupings;
    let audit = ThresholdAudit::new(collection.documents(), &groupings, "a rule", &audit)?;
    let decided = audit.decided(groupings);
    Ok((audit, decided))
}

fn drawn(pairs: usize, sample: usize, answers: Vec<LabelRow>) -> ThresholdAudit {
    let options = AuditOptions {
        sample: Some(sample),
        answers,
        ..AuditOptions::default()
    };
    audited(pairs, options).unwrap().0
}

fn answered(rows: &[LabelRow], is_right: impl Fn(&LabelRow) -> bool) -> Vec<LabelRow> {
    let answer = |row: &LabelRow| LabelRow {
        opinion: Some(Opinion::Sure(if is_right(row) {
            Label::Duplicate
        } else {
            Label::Distinct
        })),
        ..row.clone()
    };
    rows.iter().map(answer).collect()
}

#[test]
fn a_draw_asks_and_a_verdict_removes() {
    let draw = drawn(200, 150, Vec::new());
    assert_eq!(
        (draw.removable, draw.drawn, draw.unanswered),
        (200, 150, 150)
    );
    assert_eq!(draw.questions.len(), 150);
    let first = &draw.questions[0];
    assert!(first.pair[0].as_str().ends_with('b') && first.pair[1].as_str().ends_with('a'));
    assert_eq!(
        (first.stream, first.stratum.as_str()),
        (Stream::Audit, "removal")
    );
    assert_eq!(first.probability, Some(0.75));
    let answers = answered(&draw.questions, |_| true);
    let (audit, grouping) = audited(
        200,
        AuditOptions {
            answers,
            ..AuditOptions::default()
        },
    )
    .unwrap();
    assert_eq!(
        (audit.unanswered, audit.drawn, audit.has_failed()),
        (0, 150, false)
    );
    assert_eq!(audit.passed().unwrap().removed, 200, "the lowest");
    assert_eq!(grouping.removed().count(), 200);
}

#[test]
fn where_no_threshold_passes_nothing_is_removed() {
    let draw = drawn(200, 150, Vec::new());
    for opinion in [
        None,
        Some(Opinion::Unsure),
        Some(Opinion::Sure(Label::Distinct)),
    ] {
        let rows = draw.questions.iter().cloned();
        let answers = rows.map(|row| LabelRow { opinion, ..row }).collect();
        let (audit, grouping) = audited(
            200,
            AuditOptions {
                answers,
                ..AuditOptions::default()
            },
        )
        .unwrap();
        assert!(audit.has_failed() && audit.needed.is_none());
        assert_eq!(
            (grouping.removed().count(), grouping.kept().count()),
            (0, 400)
        );
        let reason = |place| grouping.reason(place).to_string();
        assert_eq!([reason(0), reason(1)], ["longest", "not-passed"]);
    }
}

#[test]
fn only_what_is_missing_is_asked_again_and_the_first_drawn_stay_the_first() {
    let few = drawn(200, 40, Vec::new());
    let answers = answered(&few.questions, |_| true);
    let more = drawn(200, 60, answers.clone());
    assert_eq!(
        (more.drawn, more.unanswered, more.questions.len()),
        (60, 20, 60)
    );
    assert_eq!(more.questions[..40], answers);
    // Another threshold removes others: who was drawn for both is not asked about twice.
    let fewer = drawn(200, 10, answers);
    assert_eq!(
        (fewer.drawn, fewer.unanswered),
        (40, 0),
        "all that were asked about count"
    );
}

#[test]
fn answers_to_other_questions_are_refused() {
    let rows = drawn(20, 5, Vec::new()).questions;
    let other = |row: LabelRow| LabelRow {
        pair: ["x".into(), "y".into()],
        ..row
    };
    let answers: Vec<LabelRow> = rows.into_iter().map(other).collect();
    let error = audited(
        20,
        AuditOptions {
            answers,
            ..AuditOptions::default()
        },
    )
    .unwrap_err();
    assert_eq!(
        error.to_string(),
        "no answer is about a document that would be removed here; expected answers to questions that were drawn from this collection with the same decider and seed"
    );
}

/// A collection of known truth: scores, of which the higher are the likelier right; what is removed
/// at each of twenty thresholds is known, and so is what is wrong.
fn drawn_scores(run: u64, removable: usize, wrong_at_the_lowest: f64) -> Vec<(f64, bool, u64)> {
    let random = |salt: &str, i: usize| {
        let bits = xxhash_rust::xxh3::xxh3_64_with_seed(format!("{salt}{i}").as_bytes(), run);
        bits as f64 / u64::MAX as f64
    };
    let document = |i: usize| {
        let score = random("score", i);
        let is_wrong = random("truth", i) < 2.0 * wrong_at_the_lowest * (1.0 - score);
        (score, is_wrong, (random("draw", i) * 1e15) as u64)
    };
    let mut documents: Vec<_> = (0..removable).map(document).collect();
    documents.sort_unstable_by_key(|it| it.2);
    documents
}

/// Returns whether a run breaks the promise, and what share is removed of what could be if all were
/// known.
fn simulated(
    run: u64,
    removable: usize,
    wrong: f64,
    sample: usize,
    promise: &Promise,
) -> (bool, Option<f64>) {
    let documents = drawn_scores(run, removable, wrong);
    let removed = |at: f64| documents.iter().filter(move |it| it.0 >= at);
    let of_truth = |at: f64| [removed(at).count(), removed(at).filter(|it| it.1).count()];
    let cuts = (1..=20).map(|part| 1.0 - f64::from(part) / 20.0);
    let mut cuts: Vec<AuditedCut> = cuts
        .map(|at| {
            let drawn = || documents[..sample].iter().filter(move |it| it.0 >= at);
            let wrong = drawn().filter(|it| it.1).count() as u64;
            cut(
                at,
                removed(at).count() as u64,
                drawn().count() as u64,
                wrong,
            )
        })
        .collect();
    let holds =
        |[removed, wrong]: [usize; 2]| wrong as f64 <= promise.wrong_at_most * removed as f64;
    let best = cuts
        .iter()
        .map(|cut| of_truth(cut.at))
        .filter(|&it| holds(it));
    let best = best
        .map(|[removed, _]| removed)
        .max()
        .filter(|&best| best > 0);
    let passed = trial(&mut cuts, promise).map(|place| of_truth(cuts[place].at));
    let share = best.map(|best| passed.map_or(0.0, |[removed, _]| removed as f64 / best as f64));
    (passed.is_some_and(|it| !holds(it)), share)
}

#[test]
fn the_promise_is_rarely_broken() {
    for (wrong_at_most, sample) in [(0.02, 300), (0.05, 100)] {
        // Where the lowest threshold is just too low a wrong pass is likeliest.
        for wrong in [1.05 * wrong_at_most, 2.0 * wrong_at_most] {
            let promise = promise(wrong_at_most);
            let broken = (0..1_000).filter(|&run| simulated(run, 2_000, wrong, sample, &promise).0);
            let broken = broken.count();
            assert!(broken <= 65, "{wrong_at_most} {wrong}: {broken} of 1,000");
        }
    }
}

#[test]
fn most_of_what_may_go_is_removed_where_little_is_wrong() {
    let shares = (0..50).filter_map(|run| simulated(run, 2_000, 0.0004, 300, &promise(0.02)).1);
    let shares: Vec<f64> = shares.collect();
    let mean = shares.iter().sum::<f64>() / shares.len() as f64;
    assert!(mean >= 0.9, "{mean}");
}

/// Files of before are judged by the test that they were drawn for, also where a deduplication reads them.
#[test]
fn answers_of_earlier_versions_are_judged_by_their_test() {
    let answers = answered(&drawn(200, 150, Vec::new()).questions, |_| true);
    let audit = AuditOptions {
        answers,
        ..AuditOptions::default()
    };
    assert!(audit.tests_thresholds());
    let judge = Judge::rule("jaccard=0.5", Default::default()).unwrap();
    let options = DedupeOptions::default().with_audit(audit.clone());
    let result = dedupe(&collection(200), &judge, &options, &Silent).unwrap();
    let found = result.audit.as_ref().unwrap();
    assert!(matches!(found, crate::Audit::Thresholds(_)) && found.has_passed());
    assert_eq!(result.groupings[0].removed().count(), 200);
    let told = found.sentences().join("; ");
    assert!(
        told.contains("drawn by an earlier version, and are judged by its test"),
        "{told}"
    );
    // To draw more is to draw for the test of now.
    let more = AuditOptions {
        sample: Some(160),
        ..audit
    };
    assert!(!more.tests_thresholds());
}

proptest! {
    #[test]
    fn fewer_wrong_never_remove_less(wrong in prop::collection::vec(0u64..6, 6), place in 0usize..6) {
        let cuts = |wrong: &[u64]| -> Vec<AuditedCut> {
            (1..).zip(wrong).map(|(i, &wrong)| cut(-(i as f64), 300 * i, 60 * i, wrong)).collect()
        };
        let mut better = wrong.clone();
        better[place] = better[place].saturating_sub(1);
        let passed = |wrong: &[u64]| trial(&mut cuts(wrong), &promise(0.05));
        prop_assert!(passed(&better) >= passed(&wrong));
    }
}
