//! Trains a model on labelled pairs.

use std::collections::BTreeSet;
use std::sync::Arc;

use smart_default::SmartDefault;

use super::compare::{
    CompareOptions, Comparison, Experiment, LearningCurve, cross_validation, predict,
};
use super::cross_validation::{CrossValidation, TrainingData};
use super::terms;
use crate::model::{CrossValidationOptions, Levels, Model, TrainingRecord, Veto, Vetoes};
use crate::pairs::PairSet;
use dejalu_base::error::{Error, Parameter, Result};
use dejalu_base::numbers::number;
use dejalu_base::progress::Progress;
use dejalu_base::setters;
use dejalu_learn::evaluation::Evaluation;
use dejalu_learn::{
    Fitted, KernelChoice, LearnerOptions, Note, Prior, Ranges, fit_calibrated_with, share_of,
};
use dejalu_similarity::candidates::{BlockBy, Blocking, LeastByScore};
use dejalu_similarity::corpus::background::Background;
use dejalu_similarity::corpus::{CorpusStats, Needs};
use dejalu_similarity::{Feature, FeatureSet, columns};

/// Options of a training.
///
/// ```
/// use dejalu_experiment::train::TrainOptions;
///
/// use dejalu_learn::KernelChoice;
///
/// let options = TrainOptions::default().with_kernel(KernelChoice::Linear);
/// assert_eq!(options.candidate_recall, Some(0.99));
/// assert_eq!(options.comparison.cross_validation.folds, 5);
/// ```
#[derive(Debug, Clone, PartialEq, SmartDefault)]
pub struct TrainOptions {
    /// The way of learning, and what it is compared with on the outer folds; by default with
    /// nothing.
    #[default(CompareOptions { other_kernels: Vec::new(), rules: false, ..CompareOptions::default() })]
    pub comparison: CompareOptions,
    /// The share of duplicates that the candidates of a collection are to hold; `None` to learn no
    /// filter, so that every pair of a collection is judged. 0.99 by default.
    #[default(Some(0.99))]
    pub candidate_recall: Option<f64>,
    /// The fields of records that candidates are found by, for as large a share of the duplicates; by
    /// default by what finds them at the least cost.
    pub block_by: Option<BlockBy>,
    /// Conditions under which a pair is never a duplicate: such pairs are not learned from.
    pub vetoes: Vec<Veto>,
    /// The splits that the pairs were chosen by; recorded, not applied.
    pub splits: Vec<String>,
    /// Whether to measure F1 with fewer labelled pairs as well ([`Comparison::learning_curve`]), which
    /// changes no model. No by default: it takes about twice as long as the cross-validation.
    pub learning_curve: bool,
}

impl TrainOptions {
    setters! {
        /// Sets the features that are learned from.
        with_features(features: FeatureSet) => comparison.features = features;

        /// Sets how folds are made and documents are read.
        with_cross_validation(options: CrossValidationOptions) => comparison.cross_validation = options;

        /// Sets what learns.
        with_learner(learner: LearnerOptions) => comparison.learner = learner;

        /// Sets the kernel of what learns.
        with_kernel(kernel: KernelChoice) => comparison.learner.kernel = kernel;

        /// Sets the share of duplicates that the candidates of a collection are to hold, in (0, 1\]; `None` to
        /// learn no filter.
        with_candidate_recall(share: Option<f64>) => candidate_recall = share;

        /// Sets the conditions under which a pair is never a duplicate.
        with_vetoes(vetoes: Vec<Veto>) => vetoes = vetoes;

        /// Sets the fields of records that candidates are found by.
        with_block_by(fields: BlockBy) => block_by = Some(fields);
    }
}

/// Reads the share of the duplicates that candidates are to hold, or `none`.
///
/// # Errors
///
/// A text that is neither a number above 0 and at most 1 nor `none`.
pub fn candidate_recall(text: &str) -> Result<Option<f64>> {
    let share = number(text).filter(|x| *x > 0.0 && *x <= 1.0);
    let expected = "expected a number above 0 and at most 1, or none";
    match (text, share) {
        ("none", _) => Ok(None),
        (_, Some(x)) => Ok(Some(x)),
        _ => Err(Error::invalid(Parameter::CandidateRecall, text, expected)),
    }
}

/// A model, and how good its way of learning is.
///
/// ```
/// use std::path::Path;
///
/// use dejalu_base::Result;
/// use dejalu_experiment::train::Trained;
///
/// fn keep(trained: &Trained, path: &Path) -> Result<()> {
///     println!("F1 {:?}", trained.comparison.deciders[0].figures.f1);
///     trained.model.save(path)
/// }
/// ```
pub struct Trained {
    /// The model, learned from all pairs.
    pub model: Model,
    /// The same procedure on the outer folds: what to expect of the model on pairs of documents
    /// that it has not seen. Its pairs are in the order of [`PairSet::in_order`], its threshold is the
    /// model's.
    pub comparison: Comparison,
}

/// Learns a model from all pairs, and measures the same procedure by cross-validation. The order
/// of pairs and documents does not matter: sums of floating-point numbers depend on it, so they are put into the order of [`PairSet::in_order`] first.
///
/// ```
/// use dejalu_base::Silent;
/// use dejalu_experiment::model::builtin;
/// use dejalu_experiment::train::{TrainOptions, train};
/// use dejalu_learn::KernelChoice;
/// use dejalu_similarity::FeatureSet;
///
/// let mut pairs = builtin::pairs()?;
/// pairs.pairs.truncate(150);
/// // Two features, a linear kernel and no filter for collections make a quick example.
/// let options = TrainOptions::default()
///     .with_features(FeatureSet::parse("jaccard resemblance:w=2")?)
///     .with_kernel(KernelChoice::Linear)
///     .with_candidate_recall(None);
/// let model = train(&pairs, &options, &Silent)?.model;
/// assert_eq!(model.training.pairs, 150);
/// # Ok::<(), dejalu_base::Error>(())
/// ```
///
/// # Errors
///
/// A pair without a label, one class only, fewer document clusters than folds, a field to find candidates
/// by that is not compared or comes with a number, and what
/// [`fit_calibrated_with`] refuses.
pub fn train(set: &PairSet, options: &TrainOptions, progress: &dyn Progress) -> Result<Trained> {
    if let Some(fields) = &options.block_by {
        let known = &options.comparison.cross_validation.analysis.fields;
        if fields.is_given() {
            fields.filters(known)?;
        } else {
            fields.to_learn(known)?;
        }
    }
    let vetoes = Vetoes::new(options.vetoes.clone(), &options.comparison.features)?;
    let left_over = left_over(set, options, progress)?;
    let set = left_over.as_ref().unwrap_or(set);
    let compared = options.comparison.for_pairs(set);
    compared.learner.check_rows(set.pairs.len())?;
    let cv = cross_validation(set, &compared, progress)?;
    let predictions = predict(&cv, &compared, progress)?;
    let fit = FinalFit::fit(&cv, options, &compared, progress)?;
    // The folds' thresholds belong to the folds' scores; a reader asks for the model's.
    let predictions = predictions.with_threshold(fit.fitted.operating_point.threshold);
    let mut comparison = predictions.evaluate(&cv, Experiment::Training(compared.clone()))?;
    let figures = comparison.deciders[0].figures.clone();
    if options.learning_curve {
        let curve = LearningCurve::measure(&cv, &compared, &figures, progress)?;
        comparison.learning_curve = Some(curve);
    }
    let levels = Levels::of_texts(&cv.set().pairs, &fit.fitted.out_of_fold)?;
    comparison.notes.extend(levels.why_missing(&cv.set().pairs));
    let mut model = fit.model(&cv, options, vetoes, figures);
    model.levels = levels;
    Ok(Trained { model, comparison })
}

/// The pairs that no veto decides: what is decided without a score is not learned. None where no veto leaves out pairs.
fn left_over(
    set: &PairSet,
    options: &TrainOptions,
    progress: &dyn Progress,
) -> Result<Option<PairSet>> {
    let decisive = options.vetoes.iter().filter(|veto| !veto.learned);
    let decisive: Vec<Veto> = decisive.cloned().collect();
    if decisive.is_empty() {
        return Ok(None);
    }
    let features = Veto::features(&decisive)?;
    let decisive = Vetoes::new(decisive, &features)?;
    // As the model will measure them: documents read as for training, and the statistics of all pairs.
    let how = options.comparison.cross_validation.clone();
    let set = Arc::new(set.in_order());
    let cv = CrossValidation::new(set.clone(), features.clone(), how, progress)?;
    let pairs = cv.pairs();
    let statistics = cv.statistics(&pairs, cv.needs())?;
    let rows = cv.vectors(&pairs, &features, &statistics)?;
    let left = set.pairs.iter().zip(rows.outer_iter());
    let left = left.filter(|(_, row)| decisive.first(&row.to_vec()).is_none());
    Ok(Some(PairSet {
        pairs: left.map(|(pair, _)| pair.clone()).collect(),
        ..PairSet::clone(&set)
    }))
}

/// The model learned from all pairs, after the folds.
struct FinalFit {
    features: FeatureSet,
    statistics: Arc<CorpusStats>,
    fitted: Fitted,
    range: Ranges,
    blocking: Option<Blocking>,
}

impl FinalFit {
    fn fit(
        cv: &CrossValidation,
        asked: &TrainOptions,
        options: &CompareOptions,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let pairs = cv.pairs();
        let needs = model_needs(cv, &options.features);
        let TrainingData {
            mut rows,
            mut statistics,
        } = cv.training_data(&pairs, &options.features, needs)?;
        let folds = cv.search_folds(&pairs, cv.options().folds)?;
        progress.begin("training on all pairs", 1);
        let (labels, learner) = (cv.labels(), &options.learner);
        let mut features = options.features.clone();
        let share = share_of(labels);
        let mut note = None;
        if features.iter().any(Feature::is_learned)
            && !terms::are_useful(&features, &rows, labels, &folds, share)?
        {
            let measured = features.iter().filter(|feature| !feature.is_learned());
            let measured: FeatureSet = measured.cloned().collect();
            note = Some(terms::why_left_out(pairs.len()));
            rows = columns(&rows, &features, &measured);
            features = measured;
            statistics = Arc::unwrap_or_clone(statistics)
                .with_term_weights(None)
                .into();
        }
        let prior = Prior {
            rising: &features.rising(),
            neutral: &features.neutral(),
            ..Prior::of(labels)
        };
        let mut fitted = fit_calibrated_with(rows.view(), labels, &folds, learner, prior)?;
        fitted.notes.extend(note);
        progress.advance(1);
        progress.begin("learning the candidate filter", 1);
        let block_by = asked.block_by.as_ref();
        let blocking = match asked.candidate_recall {
            Some(recall) if !cv.set().of_vectors => {
                cv.blocking(recall, block_by, &fitted.scores(rows.view()))?
            }
            _ => None,
        };
        progress.advance(1);
        Ok(FinalFit {
            features,
            statistics,
            range: Ranges::of(rows.view()),
            fitted,
            blocking,
        })
    }

    /// The model; `figures` are those of the same procedure on the outer folds.
    fn model(
        self,
        cv: &CrossValidation,
        options: &TrainOptions,
        vetoes: Vetoes,
        figures: Evaluation,
    ) -> Model {
        let (fitted, comparison) = (self.fitted, &options.comparison);
        let seen = cv.documents().iter().filter_map(TrainingRecord::mark);
        let seen: BTreeSet<String> = seen.collect();
        let training = TrainingRecord {
            pairs: cv.labels().len(),
            positives: cv.labels().iter().filter(|&&label| label).count(),
            documents: cv.documents().len(),
            clusters: cv.clusters(),
            splits: options.splits.clone(),
            of_vectors: cv.set().of_vectors,
            cross_validation_options: cv.options().clone(),
            options: comparison.learner,
            bootstrap: comparison.bootstrap,
            learners: fitted.learners,
            search: fitted.search.points,
            cross_validation: figures,
            notes: fitted.notes.iter().map(Note::to_string).collect(),
            seen: seen.into_iter().collect(),
            background: cv
                .options()
                .background
                .as_ref()
                .map(|background| background.name()),
        };
        Model {
            made_by: concat!("dejalu ", env!("CARGO_PKG_VERSION")).to_string(),
            analysis: cv.options().analysis.clone(),
            statistics: Arc::unwrap_or_clone(self.statistics),
            scaling: fitted.scaling,
            range: Some(self.range),
            discriminant: fitted.discriminant,
            calibration: fitted.calibration,
            operating_point: fitted.operating_point,
            levels: Levels::default(),
            ceiling: self.features.tell_copies().then_some(fitted.ceiling),
            features: self.features,
            vetoes,
            blocking: self.blocking,
            training,
        }
    }
}

/// The statistics that a model keeps: those that its features need, and word correlations, by which
/// explanations know reworded sentences.
fn model_needs(cv: &CrossValidation, features: &FeatureSet) -> Needs {
    let needs = cv.needs_of(features);
    if cv.set().of_vectors {
        needs
    } else {
        needs.union(Needs::CORRELATIONS)
    }
}

/// Trains again as a model's record says, on the pairs given. What the format of the model did not
/// hold yet is left out; levels of pages, which other pairs teach, and the default level are taken over.
///
/// # Errors
///
/// As [`train`].
pub fn retrain(model: &Model, set: &PairSet, progress: &dyn Progress) -> Result<Model> {
    let record = &model.training;
    let mut cross_validation = record.cross_validation_options.clone();
    if record.background.is_some() {
        cross_validation.background = Some(Arc::new(Background {
            analysis: model.analysis.clone(),
            limits: cross_validation.correlations,
            statistics: Arc::new(model.statistics.clone()),
        }));
    }
    let options = TrainOptions {
        comparison: CompareOptions {
            features: model.features.clone(),
            cross_validation,
            learner: record.options,
            bootstrap: record.bootstrap,
            ..TrainOptions::default().comparison
        },
        candidate_recall: model.blocking.as_ref().map(|blocking| blocking.asked),
        block_by: model.blocking.as_ref().and_then(Blocking::fields),
        vetoes: model.vetoes.iter().cloned().collect(),
        splits: record.splits.clone(),
        learning_curve: false,
    };
    let mut again = train(set, &options, progress)?.model;
    // A model of an older format is compared with one that says no more.
    again.range = again.range.filter(|_| model.range.is_some());
    if let (Some(before), Some(now)) = (&model.blocking, &mut again.blocking)
        && before.by_score.is_empty()
    {
        now.by_score = LeastByScore::default();
    }
    if record.search.iter().all(|point| point.loss.is_none()) {
        let points = again.training.search.iter_mut();
        points.for_each(|point| point.loss = None);
    }
    if model.levels.is_empty() {
        again.levels = Levels::default();
    }
    // Learned from other pairs, or chosen.
    again.levels.pages.clone_from(&model.levels.pages);
    again.levels.default = model.levels.default;
    Ok(again)
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::*;
    use crate::model::{FORMAT, Limit};
    use crate::pairs::{Pair, Vectorizer};
    use crate::testing::{KERNELS, quick};
    use dejalu_base::progress::Silent;
    use dejalu_learn::{Kernel, SearchPoint};
    use dejalu_similarity::measures::Missing;
    use dejalu_text::{AnalysisVersion, LanguageChoice};

    fn trained(set: &PairSet, kernel: KernelChoice) -> Model {
        let features = "jaccard resemblance:w=2 longest-difference";
        let options = quick(features, kernel, [10.0, 1.0]);
        train(set, &options, &Silent).unwrap().model
    }

    #[test]
    fn vetoes_leave_out_pairs_by_the_vectors_that_are_learned_from() {
        let mut set = crate::model::builtin::pairs().unwrap();
        set.pairs.truncate(120);
        let features = FeatureSet::parse("jaccard").unwrap();
        let veto = Veto {
            name: "other-words".into(),
            says: "other words".into(),
            learned: false,
            all: vec![vec![Limit {
                feature: "jaccard".into(),
                below: 0.5,
                or_missing: false,
            }]],
        };
        let options = |learned: bool| {
            let veto = Veto {
                learned,
                ..veto.clone()
            };
            let mut options = TrainOptions::default()
                .with_features(features.clone())
                .with_vetoes(vec![veto]);
            options.comparison.cross_validation.analysis.language = LanguageChoice::Auto;
            options
        };
        let left = left_over(&set, &options(false), &Silent).unwrap().unwrap();
        let analysis = options(false).comparison.cross_validation.analysis;
        let set = set.in_order();
        let fitted = Vectorizer::fit_vectors(&set, features.clone(), analysis, &Silent);
        let (_, rows) = fitted.unwrap();
        let documents = |pair: &Pair| pair.documents;
        let expected = set.pairs.iter().zip(rows.outer_iter());
        let expected = expected.filter(|(_, row)| row[0] >= 0.5);
        let expected: Vec<_> = expected.map(|(pair, _)| documents(pair)).collect();
        let left: Vec<_> = left.pairs.iter().map(documents).collect();
        assert!(!expected.is_empty() && expected.len() < 120);
        assert_eq!(left, expected);
        assert!(left_over(&set, &options(true), &Silent).unwrap().is_none());
    }

    #[test]
    fn no_pair_scores_higher_than_the_same_text_twice() {
        let set = crate::model::builtin::pairs().unwrap();
        for (model, kernel) in MODELS.iter().zip(KERNELS) {
            let of_copies = model.score(&[1.0; 3]);
            assert_eq!(Some(of_copies), model.ceiling);
            assert!(model.judge(&[1.0; 3]).decision.is_duplicate());
            let judged = model.judge_all(&set, &Silent).unwrap();
            let highest = judged.iter().map(|(it, _)| it.score).fold(0.0, f64::max);
            assert!(highest <= of_copies, "{kernel:?}: {highest} {of_copies}");
            for (judgement, vector) in &judged {
                let parts = model.contributions(vector).iter().sum::<f64>();
                let sum = model.base_score() + parts + model.capping(vector);
                assert!((sum - judgement.score).abs() < 1e-9);
            }
            let saved = Model::from_json(&model.to_json().unwrap()).unwrap();
            assert_eq!(saved, *model);
            let vectors = judged.iter().map(|(_, vector)| vector);
            let outside = model.outside(vectors).unwrap();
            assert_eq!((outside.pairs, outside.count), (judged.len(), 0));
            // Beyond what was learned from, a score may be larger only by the discriminant.
            let beyond = [1.0, 1.0, 0.99];
            assert!(model.score(&beyond) <= of_copies);
        }
    }

    #[test]
    fn a_model_without_ranges_is_of_the_format_that_knew_none() {
        for (model, format) in MODELS.iter().zip([3, 2, 2, 2]) {
            let written = |model: &Model| -> serde_json::Value {
                serde_json::from_slice(&model.to_json().unwrap()).unwrap()
            };
            let has_levels = !model.levels.is_empty();
            assert_eq!(written(model)["format"] == FORMAT, has_levels);
            let mut without_levels = model.clone();
            without_levels.levels = Levels::default();
            assert_eq!(written(&without_levels)["format"], 8, "no vetoes");
            assert_eq!(written(model)["range"].as_array().unwrap().len(), 3);
            let mut old = of_first_analysis(model);
            assert_eq!(written(&old)["format"], 4);
            old.range = None;
            old.features = old.features.with_missing(Missing::Conventional);
            for point in &mut old.training.search {
                point.loss = None;
            }
            assert_eq!(written(&old)["format"], format);
            assert!(written(&old).get("range").is_none());
            assert_eq!(Model::from_json(&old.to_json().unwrap()).unwrap(), old);
        }
    }

    /// The same model as if it had been trained by the first version of the analysis.
    fn of_first_analysis(model: &Model) -> Model {
        let mut old = model.clone();
        old.analysis.version = AnalysisVersion::First;
        old.levels = Levels::default();
        old
    }

    /// A Laplacian kernel of one scale was written before there were three.
    #[test]
    fn a_laplacian_model_is_of_a_format_that_older_programs_refuse_and_is_read_in_any() {
        let set = crate::model::builtin::pairs().unwrap();
        let model = of_first_analysis(&trained(&set, KernelChoice::Laplacian));
        let json = String::from_utf8(model.to_json().unwrap()).unwrap();
        let new: serde_json::Value = serde_json::from_str(&json).unwrap();
        const OF_SCALES: u32 = 7;
        assert_eq!(new["format"], OF_SCALES);
        let digest = |digest: &str| format!("\"digest\":\"{digest}\"");
        let now = digest(new["digest"].as_str().unwrap());
        for format in 4..OF_SCALES {
            let old = json
                .trim_end()
                .replace(",\"scales\":3", "")
                .replacen("\"format\":7", &format!("\"format\":{format}"), 1)
                .replacen(&new["made_by"].to_string(), "\"\"", 1)
                .replacen(&now, &digest(""), 1);
            let sum = blake3::hash(old.as_bytes()).to_hex();
            let old = old.replacen(&digest(""), &digest(&sum), 1) + "\n";
            let old = Model::from_json(old.as_bytes()).unwrap();
            let is_plain = |point: &SearchPoint| {
                matches!(point.learner.kernel, Kernel::Laplacian { scales: 1, .. })
            };
            assert!(old.training.search.iter().all(is_plain));
            let again: serde_json::Value = serde_json::from_slice(&old.to_json().unwrap()).unwrap();
            assert!(again["format"].as_u64().unwrap() < OF_SCALES.into());
            assert_ne!(old.score(&[0.9; 3]), model.score(&[0.9; 3]));
        }
    }

    static MODELS: LazyLock<[Model; 4]> = LazyLock::new(|| {
        let set = crate::model::builtin::pairs().unwrap();
        KERNELS.map(|kernel| trained(&set, kernel))
    });

    proptest! {
        /// Of two pairs that have something to compare in the same features.
        #[test]
        fn more_likeness_never_lowers_a_monotone_score(
            mut x in prop::array::uniform3(0.0..=1.0f64), more in prop::array::uniform3(0.0..=1.0f64),
            missing in prop::array::uniform3(any::<bool>()),
        ) {
            for (value, missing) in x.iter_mut().zip(missing) {
                *value = if missing { f64::NAN } else { *value };
            }
            let model = &MODELS[0];
            let rising = model.features.rising();
            prop_assert_eq!(&rising, &[true, true, false]);
            let rise = |place: usize| if rising[place] { (1.0 - x[place]) * more[place] } else { 0.0 };
            let y = [0, 1, 2].map(|place| (x[place] + rise(place)).clamp(0.0, 1.0));
            prop_assert!(model.score(&x) <= model.score(&y), "{x:?} {y:?}");
            let g = |row: &[f64]| model.discriminant.score(&model.scaling.row(row));
            prop_assert!(g(&x) <= g(&y), "{x:?} {y:?}");
        }

        #[test]
        fn no_vector_scores_higher_than_copies(
            x in prop::array::uniform3(0.0..=1.0f64), missing in 0..3usize,
        ) {
            let mut gap = x;
            gap[missing] = f64::NAN;
            for model in MODELS.iter() {
                prop_assert!(model.score(&x) <= model.score(&[1.0; 3]));
                prop_assert!(model.score(&gap) <= model.score(&[1.0; 3]));
            }
        }
    }

    #[test]
    fn the_same_text_is_no_less_a_duplicate_than_an_edited_one() {
        let set = crate::model::builtin::pairs().unwrap();
        let model = trained(&set, KernelChoice::Rbf);
        let uncapped = model.score(&[1.0; 3]) - model.capping(&[1.0; 3]);
        assert!(
            uncapped < model.score(&[1.0; 3]),
            "the cap has something to do"
        );
    }
}
