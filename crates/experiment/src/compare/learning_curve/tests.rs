use std::path::Path;
use std::sync::Mutex;

use super::*;
use crate::compare::{Comparison, Experiment, cross_validation, predict};
use crate::pairs::{Label, Pair, PairSet};
use dejalu_base::error::Place;
use dejalu_base::progress::Silent;
use dejalu_learn::{KernelChoice, OperatingRule, Setting};
use dejalu_similarity::Feature;
use dejalu_text::Document;

/// Vectors of two numbers: an article and another one on the same matter, in every `every`th cluster a
/// version of the article as well. The first number tells the classes apart, more or less.
fn vectors(articles: usize, every: usize) -> PairSet {
    noisy_vectors(articles, every, 1)
}

/// The same with so many numbers beside the first, which say nothing: few pairs do not tell which.
fn noisy_vectors(articles: usize, every: usize, noise: usize) -> PairSet {
    let mut set = PairSet {
        of_vectors: true,
        ..PairSet::default()
    };
    let mut seed = 7_u64;
    let mut roll = || {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as f64 / (1_u64 << 31) as f64
    };
    for article in 0..articles {
        let first = set.documents.len();
        let names = ["original", "version", "other"].map(|it| format!("{it}{article}"));
        let documents = names.iter().map(|name| Document::plain(name.as_str(), ""));
        set.documents.extend(documents);
        for (other, label) in [(1, Label::Duplicate), (2, Label::Distinct)] {
            if label.is_duplicate() && article % every > 0 {
                continue;
            }
            let base = if label.is_duplicate() { 0.4 } else { 0.1 };
            set.pairs.push(Pair {
                documents: [first, first + other],
                label: Some(label),
                category: None,
                group: Some(article.to_string()),
                given: std::iter::once(base + 0.5 * roll())
                    .chain(std::iter::repeat_with(&mut roll).take(noise))
                    .collect(),
                place: Place::file(Path::new("vectors.csv")),
            });
        }
    }
    let near = std::iter::once("near".to_string());
    let names = near.chain((0..noise).map(|place| format!("noise{place}")));
    set.given = names.map(|name| Feature::given(&name)).collect();
    set
}

fn options() -> CompareOptions {
    let mut options = CompareOptions {
        other_kernels: Vec::new(),
        rules: false,
        ..CompareOptions::default()
    };
    options.learner.kernel = KernelChoice::Linear;
    options.learner.c = Setting::Fixed(1.0);
    options.cross_validation.inner_folds = 3;
    options.bootstrap.draws = 50;
    options
}

/// The folds of these pairs, and options that fit them.
fn prepared<'p>(
    set: &PairSet,
    options: &CompareOptions,
    progress: &'p dyn Progress,
) -> (CrossValidation<'p>, CompareOptions) {
    let options = options.for_pairs(set);
    (cross_validation(set, &options, progress).unwrap(), options)
}

fn compared(cv: &CrossValidation, options: &CompareOptions) -> Comparison {
    let predictions = predict(cv, options, &Silent).unwrap();
    let experiment = Experiment::Training(options.clone());
    predictions.evaluate(cv, experiment).unwrap()
}

fn curve(set: &PairSet, options: &CompareOptions) -> LearningCurve {
    let (cv, options) = prepared(set, options, &Silent);
    let all = &compared(&cv, &options).deciders[0].figures;
    LearningCurve::measure(&cv, &options, all, &Silent).unwrap()
}

fn orders(cv: &CrossValidation) -> Vec<DrawingOrder> {
    Draws::new(cv).unwrap().orders
}

#[test]
fn the_largest_draw_is_the_cross_validation() {
    for kernel in [KernelChoice::Linear, KernelChoice::Auto] {
        let mut chosen = options();
        chosen.learner.kernel = kernel;
        let (cv, options) = prepared(&vectors(60, 1), &chosen, &Silent);
        let draws = Draws::new(&cv).unwrap();
        let drawn = draws.predictions(&cv, &options, &[usize::MAX], &Silent);
        let drawn = drawn.unwrap().remove(0).unwrap();
        let comparison = compared(&cv, &options);
        let whole = &comparison.deciders[0];
        assert_eq!(drawn.margins, whole.margins);
        let point = LearningCurvePoint::of(120, &drawn, &cv, &options.bootstrap).unwrap();
        assert_eq!(point.f1, whole.figures.f1);
        assert_eq!(point.f1_interval, whole.figures.f1_interval);
    }
}

#[test]
fn a_curve_rises_to_the_cross_validation() {
    let (cv, options) = prepared(&noisy_vectors(200, 1, 8), &options(), &Silent);
    let all = &compared(&cv, &options).deciders[0].figures;
    let curve = LearningCurve::measure(&cv, &options, all, &Silent).unwrap();
    assert_eq!(curve.labelled, 400);
    let pairs: Vec<usize> = curve.points.iter().map(|it| it.pairs).collect();
    assert_eq!(pairs, [30, 60, 120, 250, 320]);
    assert!(curve.left_out.is_empty());
    for point in &curve.points {
        let (f1, interval) = (point.f1.unwrap(), point.f1_interval.unwrap());
        assert!(interval.low <= f1 && f1 <= interval.high, "{point:?}");
    }
    assert_eq!(
        (curve.points[4].f1, curve.points[4].f1_interval),
        (all.f1, all.f1_interval)
    );
    assert!(curve.points[0].f1 < curve.points[4].f1, "{curve:?}");
    let gain = curve.gain_of_doubling.unwrap();
    assert!(0.0 < gain && gain < 0.05, "{gain}");
}

#[test]
fn a_larger_draw_holds_every_smaller_one_and_folds_draw_on_their_own() {
    let (cv, _) = prepared(&vectors(200, 1), &options(), &Silent);
    let orders = orders(&cv);
    for order in &orders {
        let (few, more) = (order.draw(30), order.draw(120));
        assert_eq!((few.len(), more.len()), (30, 120));
        assert!(few.iter().all(|place| more.contains(place)));
        assert!(more.is_sorted());
    }
    let pairs = |order: &DrawingOrder| -> Vec<usize> {
        order.draw(30).iter().map(|&it| order.train[it]).collect()
    };
    assert_ne!(pairs(&orders[0]), pairs(&orders[1]));
}

#[test]
fn the_order_of_pairs_is_of_no_account() {
    let set = vectors(60, 1);
    let mut turned = set.clone();
    turned.pairs.reverse();
    for pair in &mut turned.pairs {
        pair.documents.reverse();
    }
    let [there, back] = [set, turned].map(|it| curve(&it, &options()));
    assert_eq!(there, back);
}

#[test]
fn sizes_with_too_few_of_a_label_are_left_out() {
    let curve = curve(&vectors(240, 12), &options());
    let pairs: Vec<usize> = curve.points.iter().map(|it| it.pairs).collect();
    assert_eq!(
        (&*curve.left_out, &*pairs),
        (&[30, 60][..], &[120, 208][..])
    );
}

#[test]
fn an_operating_point_out_of_reach_of_few_pairs_leaves_their_size_out() {
    let mut strict = options();
    strict.learner.operating_point = OperatingRule::Precision(0.94);
    let mut set = vectors(200, 1);
    // Nothing tells these from duplicates: of few pairs they are too large a share by chance.
    let distinct = set
        .pairs
        .iter_mut()
        .filter(|it| it.label == Some(Label::Distinct));
    distinct.step_by(50).for_each(|it| it.given[0] = 1.0);
    let curve = curve(&set, &strict);
    assert!(curve.left_out.contains(&30), "{curve:?}");
    assert_eq!(curve.points.last().map(|it| it.pairs), Some(320));
}

#[test]
fn of_fewer_than_three_sizes_nothing_is_extrapolated() {
    let small = curve(&vectors(25, 1), &options());
    assert_eq!(small.points.len(), 2, "{small:?}");
    assert_eq!(small.gain_of_doubling, None);
}

#[test]
fn the_gain_is_that_of_the_line_and_never_below_0() {
    // Points on `top` − `fall` · n^(−1/2).
    let line = |top: f64, fall: f64| {
        [30, 60, 120].map(|pairs| LearningCurvePoint {
            pairs,
            f1: Some(top - fall / f64::from(pairs as u32).sqrt()),
            f1_interval: None,
        })
    };
    let gain = |top, fall| gain_of_doubling(120, &line(top, fall)).unwrap();
    let expected = 0.5 * (1.0 / 120_f64.sqrt() - 1.0 / 240_f64.sqrt());
    assert!((gain(0.95, 0.5) - expected).abs() < 1e-12);
    assert_eq!(gain(0.95, -0.5), 0.0);
    // Beyond 1 there is nothing to gain.
    let steep = line(1.02, 0.3);
    let room = 1.0 - steep[2].f1.unwrap();
    assert_eq!(gain_of_doubling(120, &steep), Some(room));
    let mut unknown = line(0.95, 0.5);
    unknown[0].f1 = None;
    assert_eq!(gain_of_doubling(120, &unknown), None);
}

#[test]
fn progress_names_the_size() {
    #[derive(Default)]
    struct Stages(Mutex<Vec<String>>);
    impl Progress for Stages {
        fn begin(&self, what: &str, _steps: usize) {
            self.0.lock().unwrap().push(what.to_string());
        }
        fn advance(&self, _steps: usize) {}
    }
    let stages = Stages::default();
    let (cv, options) = prepared(&vectors(60, 1), &options(), &Silent);
    let all = &compared(&cv, &options).deciders[0].figures;
    LearningCurve::measure(&cv, &options, all, &stages).unwrap();
    let told = stages.0.into_inner().unwrap();
    assert_eq!(told.len(), 2 * 5);
    assert_eq!(told[9], "learning curve: 60 pairs, fold 5 of 5");
}
