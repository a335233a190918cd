//! Search, fit, calibration and operating point together.

use std::fmt;

use ndarray::{ArrayView2, Axis};
use rayon::prelude::*;

use super::averaging::{average, average_scores};
use super::bagging::bagged_threshold;
use super::calibration::Calibration;
use super::discriminant::Discriminant;
use super::expected_f1::expected_f1_threshold;
use super::fold::Fold;
use super::learner::Learner;
use super::operating::{OperatingPoint, best_f1_threshold};
use super::options::LearnerOptions;
use super::prior::Prior;
use super::sampling::{sample, sample_training};
use super::scaling::Scaling;
use super::search::{Search, search};
use super::share::ClassWeights;
use crate::evaluation::ranking::Ranking;
use dejalu_base::error::{Parameter, Result};
use dejalu_base::plural::count;

/// Everything that training produces: enough to decide about any row.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    /// Makes the features of a row comparable.
    pub scaling: Scaling,
    /// Scores a scaled row.
    pub discriminant: Discriminant,
    /// Turns a score into a probability.
    pub calibration: Calibration,
    /// Turns a score into a decision.
    pub operating_point: OperatingPoint,
    /// The largest score of a training row or of the row of ones, which is that of two equal things
    /// where features are similarities.
    pub ceiling: f64,
    /// The learners that the search chose, whose log-odds are averaged.
    pub learners: Vec<Learner>,
    /// The whole search.
    pub search: Search,
    /// The score of each training row by learners that have not seen it, averaged over the repeats;
    /// `None` where no fold tested it.
    pub out_of_fold: Vec<Option<f64>>,
    /// Notes on the training that the user should read.
    pub notes: Vec<Note>,
}

impl Fitted {
    /// The score of an unscaled row; compare it with the operating point's threshold.
    pub fn score(&self, row: &[f64]) -> f64 {
        self.discriminant.score(&self.scaling.row(row))
    }

    /// The scores of n unscaled rows (n × d), in parallel.
    pub fn scores(&self, rows: ArrayView2<f64>) -> Vec<f64> {
        self.discriminant.scores(self.scaling.rows(rows).view())
    }

    /// The probability that an unscaled row is positive, in (0, 1).
    pub fn probability(&self, row: &[f64]) -> f64 {
        self.calibration.probability(self.score(row))
    }

    /// Returns whether an unscaled row is called positive.
    pub fn decide(&self, row: &[f64]) -> bool {
        self.operating_point.decide(self.score(row))
    }
}

/// Something about the training that the user should know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// The parameters were searched on a sample of some folds' training rows.
    SearchedOnPart {
        /// Rows trained on in the largest fold.
        rows: usize,
        /// All rows that it could have trained on.
        of: usize,
    },
    /// The final discriminant was fitted to a sample of the rows.
    FittedOnPart {
        /// Rows trained on.
        rows: usize,
        /// All rows.
        of: usize,
    },
    /// One class is rare.
    RareClass {
        /// Positive rows.
        positives: usize,
        /// All rows.
        of: usize,
    },
    /// There were too few rows to learn which words differ.
    TooFewForTerms {
        /// Rows to train on.
        rows: usize,
        /// The fewest that it is learned from.
        least: usize,
    },
    /// Weights of terms were learned, and left out because they did not help.
    TermsOfNoHelp,
    /// Folds were left out of the search because they train on one class only.
    FoldsLeftOut {
        /// Folds left out.
        folds: usize,
        /// The folds of all repeats.
        of: usize,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::SearchedOnPart { rows, of } => write!(
                f,
                "C and gamma were searched on {rows} of {of} training pairs a fold; {} and {} set them",
                Parameter::C,
                Parameter::Gamma
            ),
            Note::FittedOnPart { rows, of } => write!(
                f,
                "the model was trained on {rows} of {of} pairs, a stratified sample; more would take much longer"
            ),
            Note::RareClass { positives, of } => write!(
                f,
                "{:.1} % of the pairs are duplicates ({positives} of {of}): judge by precision, recall and F1, since calling every pair the same already has an accuracy of {:.1} %",
                percent(*positives, *of),
                percent((*positives).max(of - positives), *of)
            ),
            Note::TooFewForTerms { rows, least } => write!(
                f,
                "{} has no effect: which words differ is learned from {} pairs or more, and there are {} to train on",
                Parameter::Terms,
                count(*least),
                count(*rows)
            ),
            Note::TermsOfNoHelp => write!(
                f,
                "which words differ ({}) does not help to tell duplicates on held-out pairs, and is left out",
                Parameter::Terms
            ),
            Note::FoldsLeftOut { folds, of } => write!(
                f,
                "{folds} of {of} folds train on one class only and were left out; more labelled clusters would use them"
            ),
        }
    }
}

/// The percentage below which a class is called rare: accuracy then says next to nothing.
const RARE: f64 = 5.0;

fn percent(part: usize, of: usize) -> f64 {
    100.0 * part as f64 / of.max(1) as f64
}

/// Searches the parameters over `repeats`, each a cross-validation with folds of its own, fits the
/// chosen learners to all `rows` (n × d, unscaled; NaN for a missing value, which [`Scaling`] makes the
/// mean) with `labels` (n), and chooses the operating point on the out-of-fold scores.
///
/// Of each kind of kernel that [`LearnerOptions::kernel`] allows, one learner is chosen; where there
/// are several, their log-odds are averaged by weight. Each errs in its own way where labels are few,
/// and the mean errs less: on five collections, 30 to 120 labels, the average with an RBF kernel as its
/// curved one had an F1 on other documents 0.4 points higher than that kernel alone.
///
/// Above [`LearnerOptions::limits`] a fit takes a stratified sample of its rows, the same for equal
/// input, and a [`Note`] says so; every row that a fold tests is tested all the same.
///
/// # Errors
///
/// What [`search`] and [`Learner::fit`] refuse, and an operating point that no threshold reaches.
pub fn fit_calibrated(
    rows: ArrayView2<f64>,
    labels: &[bool],
    repeats: &[Vec<Fold>],
    options: &LearnerOptions,
) -> Result<Fitted> {
    fit_calibrated_with(rows, labels, repeats, options, Prior::of(labels))
}

/// [`fit_calibrated`] for a set about which more is known. Where positives have another share in it than
/// in these rows, each class is weighted to that wherever rows are trained on, calibrated on, or
/// searched for a threshold.
///
/// # Errors
///
/// As [`fit_calibrated`].
pub fn fit_calibrated_with(
    rows: ArrayView2<f64>,
    labels: &[bool],
    repeats: &[Vec<Fold>],
    options: &LearnerOptions,
    prior: Prior<'_>,
) -> Result<Fitted> {
    super::checks::check_rows(rows, labels)?;
    options.check_rows(labels.len())?;
    let mut notes = Vec::new();
    let (positives, negatives) = super::checks::count(labels);
    if percent(positives.min(negatives), labels.len()) < RARE {
        notes.push(Note::RareClass {
            positives,
            of: labels.len(),
        });
    }
    let limited = sample_training(repeats, labels, options.limits.search_rows);
    notes.extend(searched_on_part(repeats, &limited));
    let grid = options.grid(Scaling::fit(rows)?.varying())?;
    let search = search(rows, labels, &limited, &grid, prior)?;
    if search.left_out > 0 {
        notes.push(Note::FoldsLeftOut {
            folds: search.left_out,
            of: repeats.iter().map(Vec::len).sum(),
        });
    }

    let every: Vec<usize> = (0..labels.len()).collect();
    let sample = sample(&every, labels, options.limits.fit_rows);
    if sample.len() < every.len() {
        notes.push(Note::FittedOnPart {
            rows: sample.len(),
            of: every.len(),
        });
    }
    let fitted = rows.select(Axis(0), &sample);
    let fitted_labels: Vec<bool> = sample.iter().map(|&row| labels[row]).collect();
    let scaling = Scaling::fit(fitted.view())?.around(prior.neutral);
    let scaled = scaling.rows(fitted.view());
    let chosen = search.chosen.par_iter().map(|it| {
        let learner = search.points[it.point].learner;
        learner.fit_with(scaled.view(), &fitted_labels, prior)
    });
    let (discriminant, calibration) = average(chosen.collect::<Result<_>>()?, &search.chosen);
    let out_of_fold = average_scores(&search.chosen);
    let operating_point = operating_point(&out_of_fold, labels, &calibration, options, prior)?;
    let alike = discriminant.score(&scaling.row(&vec![1.0; rows.ncols()]));
    let scores = discriminant.scores(scaling.rows(rows).view());
    Ok(Fitted {
        ceiling: scores.into_iter().fold(alike, f64::max),
        discriminant,
        scaling,
        calibration,
        operating_point,
        learners: search.learners(),
        search,
        out_of_fold,
        notes,
    })
}

/// The operating point on out-of-fold scores.
fn operating_point(
    out_of_fold: &[Option<f64>],
    labels: &[bool],
    calibration: &Calibration,
    options: &LearnerOptions,
    prior: Prior<'_>,
) -> Result<OperatingPoint> {
    let tested = out_of_fold.iter().zip(labels);
    let (scores, tested): (Vec<f64>, Vec<bool>) = tested
        .filter_map(|(score, &label)| Some(((*score)?, label)))
        .unzip();
    let weights = ClassWeights::restoring(prior.share, &tested);
    let ranking = Ranking::new(&scores, &tested)?;
    let weight = weights.negative / weights.positive;
    let ranking = ranking.weighing_negatives(weight);
    let bagged = bagged_threshold(&scores, &tested, weight)?;
    let counted = tested.iter().map(|&label| weights.of(label));
    let expected =
        expected_f1_threshold(calibration, scores.iter().copied().zip(counted).collect());
    let best = best_f1_threshold(bagged, expected, tested.len());
    OperatingPoint::choose(options.operating_point, options.abstain, &ranking, best)
}

/// That folds train on a part of their rows, where some do.
fn searched_on_part(repeats: &[Vec<Fold>], limited: &[Vec<Fold>]) -> Option<Note> {
    let both = repeats.iter().flatten().zip(limited.iter().flatten());
    let (rows, of) = both
        .filter(|(all, part)| part.train.len() < all.train.len())
        .map(|(all, part)| (part.train.len(), all.train.len()))
        .max()?;
    Some(Note::SearchedOnPart { rows, of })
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;

    use super::*;
    use crate::operating::OperatingRule;
    use crate::options::{KernelChoice, Limits, Setting};
    use crate::testing::{in_pool, overlapping, two_clouds};

    fn folds(n: usize) -> [Vec<Fold>; 1] {
        let fold = |f| {
            Fold::new(
                (0..n).filter(|i| i / 5 % 3 != f),
                (0..n).filter(|i| i / 5 % 3 == f),
            )
        };
        [(0..3).map(fold).collect()]
    }

    #[test]
    fn the_learned_decision_is_good_on_rows_it_has_not_seen() {
        let (rows, labels) = two_clouds(150, 4, 1);
        let fitted = fit_calibrated(
            rows.view(),
            &labels,
            &folds(150),
            &LearnerOptions::default(),
        )
        .unwrap();
        let (fresh, truth) = two_clouds(300, 4, 2);
        let scores = fitted.scores(fresh.view());
        let right = scores
            .iter()
            .zip(&truth)
            .filter(|&(&score, &label)| fitted.operating_point.decide(score) == label);
        assert!(right.count() > 285);
        assert!(fitted.notes.is_empty());
        let first = fresh.row(0).to_vec();
        assert_eq!(fitted.score(&first), scores[0]);
        assert!(fitted.probability(&first) > 0.5);
    }

    #[test]
    fn the_same_bits_come_out_for_any_number_of_threads() {
        let (rows, labels) = two_clouds(100, 3, 4);
        let options = LearnerOptions {
            kernel: KernelChoice::Auto,
            ..LearnerOptions::default()
        };
        let run = || fit_calibrated(rows.view(), &labels, &folds(100), &options).unwrap();
        assert_eq!(in_pool(1, run), in_pool(2, run));
    }

    #[test]
    fn a_feature_that_is_the_same_for_all_rows_counts_for_nothing() {
        let (rows, labels) = two_clouds(100, 3, 4);
        let mut wider = Array2::from_elem((100, 5), 0.7);
        wider.slice_mut(ndarray::s![.., ..3]).assign(&rows);
        // A calibration multiplies what the solvers leave.
        let options = LearnerOptions {
            tolerance: 1e-4,
            ..LearnerOptions::default()
        };
        let fit = |rows: &Array2<f64>| fit_calibrated(rows.view(), &labels, &folds(100), &options);
        let (fitted, of_wider) = (fit(&rows).unwrap(), fit(&wider).unwrap());
        assert_eq!(of_wider.learners, fitted.learners);
        let pairs = fitted.out_of_fold.iter().zip(&of_wider.out_of_fold);
        // As near as the solvers come.
        let apart =
            |(one, other): (&Option<f64>, &Option<f64>)| (one.unwrap() - other.unwrap()).abs();
        let furthest = pairs.map(apart).fold(0.0, f64::max);
        assert!(furthest < LearnerOptions::default().tolerance, "{furthest}");
    }

    #[test]
    fn above_the_limits_a_sample_is_trained_on_and_said() {
        let (rows, labels) = two_clouds(200, 2, 6);
        let options = LearnerOptions {
            kernel: KernelChoice::Linear,
            c: Setting::Fixed(1.0),
            limits: Limits {
                search_rows: 50,
                fit_rows: 80,
            },
            operating_point: OperatingRule::Margin,
            ..LearnerOptions::default()
        };
        let fitted = fit_calibrated(rows.view(), &labels, &folds(200), &options).unwrap();
        let said: Vec<String> = fitted.notes.iter().map(Note::to_string).collect();
        assert_eq!(
            said,
            [
                "C and gamma were searched on 50 of 135 training pairs a fold; c and gamma set them",
                "the model was trained on 80 of 200 pairs, a stratified sample; more would take much longer"
            ]
        );
        assert!(fitted.out_of_fold.iter().all(Option::is_some));
        assert_eq!(fitted.operating_point.threshold, 0.0);
    }

    #[test]
    fn one_positive_in_a_hundred_is_learned_and_said() {
        let (all, all_labels) = two_clouds(9_000, 3, 8);
        // All negatives, and every fiftieth positive.
        let kept: Vec<usize> = (0..9_000)
            .filter(|&i| !all_labels[i] || i / 3 % 50 == 0)
            .collect();
        let rows = all.select(Axis(0), &kept);
        let labels: Vec<bool> = kept.iter().map(|&i| all_labels[i]).collect();
        let options = LearnerOptions {
            kernel: KernelChoice::Linear,
            ..LearnerOptions::default()
        };
        let fitted = fit_calibrated(rows.view(), &labels, &folds(labels.len()), &options).unwrap();
        assert_eq!(
            fitted.notes[0].to_string(),
            "1.0 % of the pairs are duplicates (60 of 6060): judge by precision, recall and F1, since calling every pair the same already has an accuracy of 99.0 %"
        );
        let (fresh, truth) = two_clouds(3_000, 3, 9);
        let scores = fitted.scores(fresh.view());
        let share = |label: bool| {
            let of = truth.iter().zip(&scores).filter(|(t, _)| **t == label);
            let called = of
                .clone()
                .filter(|(_, g)| fitted.operating_point.decide(**g));
            called.count() as f64 / of.count() as f64
        };
        // Neither class is given up, and the probabilities know how rare the one is.
        assert!(
            share(true) > 0.6 && share(false) < 0.01,
            "{} {}",
            share(true),
            share(false)
        );
        let held_out = fitted.out_of_fold.iter().flatten();
        let mean = held_out
            .map(|&g| fitted.calibration.probability(g))
            .sum::<f64>()
            / 6060.0;
        assert!((mean - 0.01).abs() < 0.002, "{mean}");
    }

    /// Rows of two overlapping bells around −0.7 and 0.7, three in ten of them positive, so that the log
    /// odds at x are 1.4·x + ln(3/7).
    fn bells(n: usize, seed: u64) -> (Array2<f64>, Vec<bool>) {
        let (noise, _) = overlapping(n, 1, seed);
        // The noise of every fifth row is shifted there.
        let noise = |i: usize| noise[[i, 0]] - if i.is_multiple_of(5) { 1.8 } else { 0.0 };
        let labels: Vec<bool> = (0..n).map(|i| i * 7 % 10 < 3).collect();
        let row = |(i, _)| if labels[i] { 0.7 } else { -0.7 } + noise(i);
        (Array2::from_shape_fn((n, 1), row), labels)
    }

    /// Three folds as clusters give them: a positive lies in one, a negative across two, so that
    /// two thirds of the positives and one third of the negatives are trained on, 46 % positives.
    fn across_clusters(labels: &[bool]) -> [Vec<Fold>; 1] {
        let of = |i: usize| [i / 10 % 3, (i / 10 + usize::from(!labels[i])) % 3];
        let rows = 0..labels.len();
        let fold = |k: usize| {
            Fold::new(
                rows.clone().filter(|&i| !of(i).contains(&k)),
                rows.clone().filter(|&i| of(i)[0] == k),
            )
        };
        [(0..3).map(fold).collect()]
    }

    /// The score of each row by the fold that tests it, without weights.
    fn held_out_as_split(rows: &Array2<f64>, labels: &[bool], folds: &[Fold]) -> Vec<f64> {
        let mut scores = vec![0.0; labels.len()];
        for fold in folds {
            let train = rows.select(Axis(0), &fold.train);
            let of: Vec<bool> = fold.train.iter().map(|&row| labels[row]).collect();
            let scaling = Scaling::fit(train.view()).unwrap();
            let learner = Learner::new(crate::kernel::Kernel::Linear, 1.0);
            let found = learner.fit(scaling.rows(train.view()).view(), &of).unwrap();
            for &row in &fold.test {
                scores[row] = found.score(&scaling.row(&[rows[[row, 0]]]));
            }
        }
        scores
    }

    #[test]
    fn folds_of_another_share_do_not_bias_probability_and_threshold() {
        let (rows, labels) = bells(6_000, 3);
        let options = LearnerOptions {
            kernel: KernelChoice::Linear,
            c: Setting::Fixed(1.0),
            ..LearnerOptions::default()
        };
        let folds = across_clusters(&labels);
        let fitted = fit_calibrated(rows.view(), &labels, &folds, &options).unwrap();
        // The answer is known: by how much is the probability off, on average and at worst?
        let truth = |x: f64| 1.0 / (1.0 + (-1.4 * x - (3.0f64 / 7.0).ln()).exp());
        let off = |x: f64| fitted.probability(&[x]) - truth(x);
        let (fresh, _) = bells(3_000, 4);
        let mean = fresh.iter().map(|&x| off(x)).sum::<f64>() / 3_000.0;
        assert!(mean.abs() < 0.015, "{mean}");
        // Scores of folds that are trained as they are split are too high for the discriminant of
        // all rows, whose probabilities are then too low.
        let as_split = held_out_as_split(&rows, &labels, &folds[0]);
        let biased = Calibration::fit(&as_split, &labels).unwrap();
        let off = |x: f64| biased.probability(fitted.score(&[x])) - truth(x);
        let mean = fresh.iter().map(|&x| off(x)).sum::<f64>() / 3_000.0;
        assert!(mean < -0.03, "{mean}");
        // The same on rows that are no fair sample: what is trained on knows of another share.
        let part: Vec<usize> = (0..6_000).filter(|&i| labels[i] || i % 2 == 0).collect();
        let some = rows.select(Axis(0), &part);
        let labels: Vec<bool> = part.iter().map(|&i| labels[i]).collect();
        let folds = across_clusters(&labels);
        let prior = Prior {
            share: 0.3,
            ..Prior::of(&labels)
        };
        let fitted = fit_calibrated_with(some.view(), &labels, &folds, &options, prior).unwrap();
        let off = |x: f64| fitted.probability(&[x]) - truth(x);
        let mean = fresh.iter().map(|&x| off(x)).sum::<f64>() / 3_000.0;
        assert!(mean.abs() < 0.015, "{mean}");
    }

    #[test]
    fn nothing_seen_in_training_scores_above_the_ceiling() {
        let (rows, labels) = two_clouds(120, 3, 5);
        for gamma in [0.01, 5.0] {
            let options = LearnerOptions {
                kernel: KernelChoice::Rbf,
                c: Setting::Fixed(1.0),
                gamma: Setting::Fixed(gamma),
                ..LearnerOptions::default()
            };
            let fitted = fit_calibrated(rows.view(), &labels, &folds(120), &options).unwrap();
            let highest = fitted.scores(rows.view()).into_iter().fold(0.0, f64::max);
            let alike = fitted.score(&[1.0; 3]);
            assert_eq!(fitted.ceiling, highest.max(alike));
            // A boundary that is curved much falls beyond the rows.
            assert_eq!(alike < highest, gamma > 1.0, "{alike} {highest}");
        }
    }
}
