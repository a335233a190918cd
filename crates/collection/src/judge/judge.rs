//! The decider for pairs of a collection: a model or a rule.

use std::sync::Arc;

use dejalu_base::error::{Error, Parameter, Result};
use dejalu_base::plural::counted;
use dejalu_base::progress::Progress;
use dejalu_base::threshold::reaches;
use dejalu_experiment::model::{Decision, Level, MinimumScore, Model, builtin};
use dejalu_experiment::pairs::Vectorizer;
use dejalu_experiment::rules;
use dejalu_similarity::FeatureSet;
use dejalu_similarity::candidates::{Filter, Ratio};
use dejalu_similarity::corpus::background::Background;
use dejalu_similarity::corpus::{CorpusStats, CorrelationLimits};
use dejalu_text::document::Document;
use dejalu_text::{AnalysisOptions, Analyzer, analyze_with_progress};

/// A trained model, or a measure with a threshold: one score for a similarity vector, and the score
/// from which a pair is a duplicate.
///
/// ```
/// use dejalu_collection::Judge;
///
/// let rule = Judge::rule("jaccard=0.7", Default::default())?;
/// assert_eq!(rule.threshold(), 0.7);
/// let model = Judge::built_in()?;
/// assert!(model.trained().is_some());
/// # Ok::<(), dejalu_base::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Judge {
    pub(super) analysis: AnalysisOptions,
    pub(super) features: FeatureSet,
    pub(super) statistics: Arc<CorpusStats>,
    pub(super) kind: JudgeKind,
    /// The filters that were named, in place of the judge's own.
    pub(super) named_filters: Vec<Filter>,
    /// True if it is the model that the program carries.
    pub(super) is_built_in: bool,
}

#[derive(Debug, Clone)]
pub(super) enum JudgeKind {
    Model(Box<Model>),
    Rule {
        name: String,
        at: f64,
        exactly: Ratio,
    },
}

/// Every similarity of a pair that is the least alike of those called duplicates in a collection which the
/// judge knows nothing of: below it, some collection had chance likenesses (`docs/results.md`).
pub(crate) const ALIKE_IN_COLLECTIONS: f64 = 0.75;

impl Judge {
    /// A model decides. The [built-in one](Self::built_in) is known, wherever it comes from.
    pub fn model(model: Model) -> Self {
        let is_built_in = builtin::is_model(&model);
        Judge::of(model, is_built_in)
    }

    pub(crate) fn of(model: Model, is_built_in: bool) -> Self {
        Judge {
            analysis: model.analysis.clone(),
            features: model.features.clone(),
            statistics: Arc::new(model.statistics.clone()),
            kind: JudgeKind::Model(Box::new(model)),
            named_filters: Vec::new(),
            is_built_in,
        }
    }

    /// The built-in model decides. It knows nothing of the collection.
    ///
    /// # Errors
    ///
    /// Those of [`builtin::model`].
    pub fn built_in() -> Result<Self> {
        Ok(Judge::of(builtin::model()?, true))
    }

    /// Returns whether it is the built-in model.
    pub fn is_built_in(&self) -> bool {
        self.is_built_in
    }

    /// The same judge with the statistics of a reference collection, and documents read as there.
    pub fn with_background(self, background: &Background) -> Self {
        Judge {
            analysis: background.analysis.clone(),
            statistics: background.statistics.clone(),
            ..self
        }
    }

    /// The judge with all that it needs to know of a collection. A model knows it; a rule gets the
    /// languages of the documents, where they are to be found, and the statistics of those that
    /// are `different` from each other.
    pub(crate) fn informed<'d>(
        &self,
        documents: &[Document],
        different: impl Iterator<Item = &'d Document>,
        progress: &dyn Progress,
    ) -> Result<Self> {
        let mut judge = self.clone();
        judge.analysis = judge.analysis.resolved(documents);
        let needs = judge.features.needs();
        if !judge.statistics.covers(needs) {
            let different: Vec<Document> = different.cloned().collect();
            let analyzer = Analyzer::new(judge.analysis.clone());
            let analyzed = analyze_with_progress(&analyzer, &different, progress);
            progress.begin("counting words", 1);
            let limits = CorrelationLimits::default();
            judge.statistics = Arc::new(CorpusStats::collect(&analyzed, needs, &limits)?);
            progress.advance(1);
        }
        Ok(judge)
    }

    /// Options by which documents are read.
    pub fn analysis(&self) -> &AnalysisOptions {
        &self.analysis
    }

    /// The features of a similarity vector.
    pub fn features(&self) -> &FeatureSet {
        &self.features
    }

    /// The statistics that the features need.
    pub fn statistics(&self) -> &CorpusStats {
        &self.statistics
    }

    /// What makes vectors of features under its statistics.
    pub(crate) fn vectorizer(&self, features: FeatureSet) -> Vectorizer {
        Vectorizer {
            analysis: self.analysis.clone(),
            features,
            statistics: self.statistics.clone(),
        }
    }

    /// The model, where one decides.
    pub fn trained(&self) -> Option<&Model> {
        match &self.kind {
            JudgeKind::Model(model) => Some(model),
            JudgeKind::Rule { .. } => None,
        }
    }

    /// The minimum score of a duplicate.
    pub fn minimum(&self) -> MinimumScore {
        match &self.kind {
            JudgeKind::Model(model) => model.minimum(),
            JudgeKind::Rule { at, .. } => (*at).into(),
        }
    }

    /// The lowest that it is for any pair.
    pub fn threshold(&self) -> f64 {
        self.minimum().lowest()
    }

    /// The score from which labelling begins to look for duplicates in a collection, in which one pair in a thousand is
    /// one: its own threshold, but of the built-in model the score of a pair whose similarities are all 0.75.
    pub(crate) fn threshold_in_collections(&self) -> f64 {
        if self.is_built_in {
            self.threshold_alike(ALIKE_IN_COLLECTIONS)
        } else {
            self.threshold()
        }
    }

    /// The score of a pair whose similarities are all this large, or its own threshold where that is higher
    /// or there is no such score.
    pub(crate) fn threshold_alike(&self, similarity: f64) -> f64 {
        let score = self.score_of_all_at(similarity);
        score.map_or(self.threshold(), |score| score.max(self.threshold()))
    }

    /// The score of a pair whose similarities are all this large, in \[0, 1\]. `None` for a rule.
    pub(crate) fn score_of_all_at(&self, similarity: f64) -> Option<f64> {
        self.trained()?;
        Some(self.score(&vec![similarity; self.features.len()]))
    }

    /// The score of a similarity vector: the model's, or the rule's similarity, 0 if missing.
    pub fn score(&self, vector: &[f64]) -> f64 {
        match &self.kind {
            JudgeKind::Model(model) => model.score(vector),
            JudgeKind::Rule { .. } => vector.first().copied().map_or(0.0, rules::score),
        }
    }

    /// The score of two documents of the same text.
    pub fn score_of_copies(&self) -> f64 {
        self.score(&vec![1.0; self.features.len()])
    }

    /// A score on a scale from 0 to 1: a model's probability, a rule's similarity.
    pub fn normalised_score(&self, score: f64) -> f64 {
        match &self.kind {
            JudgeKind::Model(model) => model.calibration.probability(score),
            JudgeKind::Rule { .. } => score.clamp(0.0, 1.0),
        }
    }

    /// A model's probability of a score; a rule has none.
    pub fn probability(&self, score: f64) -> Option<f64> {
        self.trained()
            .map(|model| model.calibration.probability(score))
    }

    /// The decision on a score with `threshold` instead of the judge's own; see
    /// [`Model::decide_at`].
    pub fn decide(&self, score: f64, threshold: f64) -> Decision {
        match &self.kind {
            JudgeKind::Model(model) => model.decide_at(score, threshold),
            JudgeKind::Rule { .. } if reaches(score, threshold) => Decision::Duplicate,
            JudgeKind::Rule { .. } => Decision::Distinct,
        }
    }

    /// The minimum score of a duplicate at a level of the model.
    ///
    /// # Errors
    ///
    /// A rule, or a model that does not have the level; what [`check_threshold`](Self::check_threshold) refuses.
    pub fn minimum_at(&self, level: Level) -> Result<MinimumScore> {
        let minimum = self.trained().and_then(|model| model.levels.minimum(level));
        let Some(minimum) = minimum else {
            let expected = self.expected(None, "a number");
            let why = self.why_no_level();
            return Err(Error::invalid(
                Parameter::At,
                level,
                format!("{expected}{why}"),
            ));
        };
        self.check_threshold(minimum.lowest()).map(|()| minimum)
    }

    /// The thresholds that may be named: `own`, another word, the levels of the model, numbers.
    pub(crate) fn expected(&self, word: Option<&str>, numbers: &str) -> String {
        let word = word.map_or(String::new(), |word| format!(", {word}"));
        let levels = self.trained().map(|model| &model.levels);
        match levels {
            Some(levels) if !levels.is_empty() => {
                let names = levels.names();
                format!("expected own{word}, a level of the model ({names}), or {numbers}")
            }
            _ => format!("expected own{word}, or {numbers}"),
        }
    }

    /// Explains why it does not have a level; nothing where it has others.
    fn why_no_level(&self) -> &'static str {
        match self.trained() {
            Some(model) if model.levels.is_empty() => {
                "; this model has no levels: they need two kinds of duplicates (category) with ten pairs each that its scores tell apart"
            }
            Some(_) => "",
            None => "; a rule has no levels",
        }
    }

    /// Refuses a score that cannot take the place of the judge's own threshold.
    ///
    /// # Errors
    ///
    /// A similarity of a rule that is not from 0 to 1; no number, or one far beyond the scores of any model;
    /// of a model that abstains, a score below the one from which it is sure of a duplicate: no pair between
    /// the two could count.
    pub fn check_threshold(&self, at: f64) -> Result<()> {
        const MOST: f64 = 1e6;
        let expected = match &self.kind {
            JudgeKind::Rule { .. } if (0.0..=1.0).contains(&at) => return Ok(()),
            JudgeKind::Rule { .. } => "expected numbers from 0 to 1 for a rule".to_string(),
            JudgeKind::Model(_) if !(-MOST..=MOST).contains(&at) => {
                format!("expected numbers from -{MOST} to {MOST}")
            }
            JudgeKind::Model(model) if !self.abstains() || reaches(at, model.sure_from()) => {
                return Ok(());
            }
            JudgeKind::Model(model) => format!(
                "expected at least {:.4}, the score from which this model is sure of a duplicate \
                 (a lower one would join pairs that it leaves undecided or calls distinct); use a \
                 higher score, or a model trained without {}",
                shown_sure_from(model),
                Parameter::Abstain,
            ),
        };
        let found = if at.abs() < 1e9 {
            at.to_string()
        } else {
            format!("{at:e}")
        };
        Err(Error::invalid(Parameter::At, found, expected))
    }

    /// The same judge without the vetoes of its model.
    pub(crate) fn without_vetoes(&self) -> Judge {
        let mut judge = self.clone();
        if let JudgeKind::Model(model) = &mut judge.kind {
            model.vetoes = Default::default();
        }
        judge
    }

    /// Returns whether it may leave pairs undecided.
    pub fn abstains(&self) -> bool {
        self.trained()
            .is_some_and(|model| model.operating_point.abstain.is_some())
    }

    /// Its name with another threshold than its own: `a model trained on 900 labelled pairs, level revision, score at
    /// least 0.0380, 0.7695 for web pages`.
    pub fn named_at(&self, minimum: impl Into<MinimumScore>) -> String {
        let minimum = minimum.into();
        let least = minimum.lowest();
        match &self.kind {
            JudgeKind::Rule { at, exactly, name } if least == *at => {
                format!("{name} at least {exactly}")
            }
            JudgeKind::Rule { name, .. } => format!("{name} at least {}", shown_similarity(least)),
            JudgeKind::Model(model) => {
                let pairs = counted(model.training.pairs, "labelled pair", "labelled pairs");
                let level = model.levels.with_minimum(minimum);
                let level = level.map_or(String::new(), |level| format!("level {level}, "));
                let name = format!("a model trained on {pairs}, {level}score at least");
                if !minimum.is_one() {
                    let MinimumScore { texts, pages } = minimum;
                    return format!("{name} {texts:.4}, {pages:.4} for web pages");
                }
                // Between its threshold and this score a model that abstains is unsure.
                let least = if self.abstains() {
                    least.max(shown_sure_from(model))
                } else {
                    least
                };
                format!("{name} {least:.4}")
            }
        }
    }
}

/// A similarity as people name it; one that was measured is rounded down, so that it reaches what is shown.
fn shown_similarity(least: f64) -> f64 {
    let rounded = (least * 1e9).round() / 1e9;
    let is_short = rounded.to_string().len() <= "0.123456".len();
    if is_short {
        rounded
    } else {
        (least * 1e4).floor() / 1e4
    }
}

/// The score from which a model is sure of a duplicate, rounded up to what is printed, so that it may be given back.
fn shown_sure_from(model: &Model) -> f64 {
    (model.sure_from() * 1e4).ceil() / 1e4
}

/// As users name it: `a model trained on 900 labelled pairs, score at least 0.1250`, `mwo at least 0.5`.
impl std::fmt::Display for Judge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.named_at(self.minimum()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measured_similarity_is_named_with_few_digits_and_a_given_one_as_it_is() {
        let judge = Judge::rule("mwo=0.25", Default::default()).unwrap();
        for (least, shown) in [
            (0.4999999999999999, "mwo at least 0.5"),
            (13.0 / 18.0, "mwo at least 0.7222"),
            (0.12345, "mwo at least 0.12345"),
            (0.25, "mwo at least 0.25"),
        ] {
            assert_eq!(judge.named_at(least), shown);
        }
    }

    #[test]
    fn a_rule_reads_missing_as_distinct() {
        let judge = Judge::rule("number-agreement=0.5", Default::default()).unwrap();
        assert_eq!(judge.score(&[f64::NAN]), 0.0);
        assert_eq!(judge.decide(0.0, 0.5), Decision::Distinct);
    }
}
