//! The decider for pairs of a collection: a model or a rule.

use std::sync::Arc;

use crate::candidates::{BlockBy, CandidateOptions, Choice, Filter, Ratio, Sketches};
use crate::corpus::background::Background;
use crate::corpus::{CorpusStats, CorrelationLimits};
use crate::document::Document;
use crate::error::{Error, Parameter, Result};
use crate::evaluation::ranking::reaches;
use crate::model::{Decision, Model, builtin};
use crate::plural::counted;
use crate::progress::Progress;
use crate::rules;
use crate::similarity::measures::Sketch;
use crate::similarity::{Feature, FeatureSet};
use crate::text::{AnalysisOptions, AnalyzedDocument, Analyzer, analyze_with_progress};

/// A trained model, or a measure with a threshold: one score for a similarity vector, and the score
/// from which a pair is a duplicate.
#[derive(Debug, Clone)]
pub struct Judge {
    analysis: AnalysisOptions,
    features: FeatureSet,
    statistics: Arc<CorpusStats>,
    kind: JudgeKind,
    /// The filters that were named, in place of the judge's own.
    named_filters: Vec<Filter>,
    /// Whether it is the model that the program carries.
    is_built_in: bool,
}

#[derive(Debug, Clone)]
enum JudgeKind {
    Model(Box<Model>),
    Rule {
        name: String,
        at: f64,
        exactly: Ratio,
    },
}

/// Every similarity of a pair that is the least alike of those called duplicates in a collection which the
/// judge knows nothing of: below it, some collection had chance likenesses (`docs/results.md`).
pub(super) const ALIKE_IN_COLLECTIONS: f64 = 0.75;

/// A missing value as a discriminant sees it, scaled.
const MISSING: f64 = 0.0;

impl Judge {
    /// A model decides.
    pub fn model(model: Model) -> Self {
        Judge::of(model, false)
    }

    pub(super) fn of(model: Model, is_built_in: bool) -> Self {
        Judge {
            analysis: model.analysis.clone(),
            features: model.features.clone(),
            statistics: Arc::new(model.statistics.clone()),
            kind: JudgeKind::Model(Box::new(model)),
            named_filters: Vec::new(),
            is_built_in,
        }
    }

    /// The built-in model decides. It knows nothing of the collection, and its threshold is for pairs of
    /// which every second one is a duplicate: see [`threshold_in_collections`](Self::threshold_in_collections).
    ///
    /// # Errors
    ///
    /// Those of [`builtin::model`].
    pub fn built_in() -> Result<Self> {
        Ok(Judge::of(builtin::model()?, true))
    }

    /// Whether it is the built-in model.
    pub fn is_built_in(&self) -> bool {
        self.is_built_in
    }

    /// A rule decides, written `NAME=T`: the name of a published rule or a feature, and the minimum
    /// similarity of a duplicate (`mwo=0.5`, `resemblance:w=3=2/3`). A published rule's own
    /// threshold may be left out.
    ///
    /// ```
    /// use dejalu::collection::Judge;
    ///
    /// let judge = Judge::rule("mwo=0.6", Default::default())?;
    /// assert_eq!(judge.threshold(), 0.6);
    /// # Ok::<(), dejalu::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// An unknown name; a threshold that is missing or not from 0 to 1; a feature of a field that the
    /// analysis does not name.
    pub fn rule(text: &str, analysis: AnalysisOptions) -> Result<Self> {
        let rules = rules::published()?;
        let published = |name: &str| rules.iter().find(|rule| rule.name == name);
        let (name, feature, at, exactly) = if let Some(rule) = published(text) {
            (
                text,
                rule.feature.clone(),
                rule.threshold,
                Ratio::at_most(rule.threshold, 1_000_000_000),
            )
        } else {
            let (name, at) = parted(text)?;
            let feature = match published(name) {
                Some(rule) => rule.feature.clone(),
                None => name.parse::<Feature>()?,
            };
            let at: Ratio = at.parse().map_err(|_: Error| {
                let expected = format!(
                    "expected a threshold from 0 to 1 with at most nine decimals ({name}=0.8), or a fraction ({name}=2/3)"
                );
                Error::invalid(Parameter::Rule, text, expected)
            })?;
            (name, feature, at.value(), at)
        };
        let features = FeatureSet::from_iter([feature]);
        let known: Vec<&str> = analysis.fields.names().collect();
        if let Some(field) = features.other_field(&known) {
            let expected = format!("expected {} with a field '{field}'", Parameter::Fields);
            return Err(Error::invalid(Parameter::Rule, text, expected));
        }
        Ok(Judge {
            analysis,
            features,
            statistics: Arc::default(),
            kind: JudgeKind::Rule {
                name: name.to_string(),
                at,
                exactly,
            },
            named_filters: Vec::new(),
            is_built_in: false,
        })
    }

    /// The same judge, with candidates by fields of records: pairs that are alike in any one of them. A record
    /// without any has none.
    ///
    /// # Errors
    ///
    /// A field that the judge does not know.
    pub fn block_by(self, fields: &BlockBy) -> Result<Self> {
        Ok(Judge {
            named_filters: fields.filters(&self.analysis.fields)?,
            ..self
        })
    }

    /// Whether candidates are found by what the user named, of which nobody knows what it loses.
    pub fn filter_is_named(&self) -> bool {
        !self.named_filters.is_empty()
    }

    /// Refuses to compare all pairs where fields were named to find candidates by, and what shapes a search
    /// by weighted terms where there is none.
    pub(super) fn check_candidates(&self, options: &CandidateOptions) -> Result<()> {
        let all = options.choice == Choice::All;
        if all && self.filter_is_named() {
            let expected = format!(
                "expected auto, exact or minhash with {}",
                Parameter::BlockBy
            );
            return Err(Error::invalid(Parameter::Candidates, "all", expected));
        }
        let filters = self.filters(self.threshold());
        if !all && filters.iter().any(Filter::is_of_weights) {
            return Ok(());
        }
        let usual = CandidateOptions::default();
        let others = [
            (Parameter::Filter, options.shares != usual.shares, "jaccard"),
            (Parameter::Order, options.order != usual.order, "weight"),
        ];
        match others.into_iter().find(|(_, is_named, _)| *is_named) {
            None => Ok(()),
            Some((parameter, _, value)) => {
                let expected = "expected a search by minimum weight overlapping, as for the rule mwo, that does \
                                not compare all pairs";
                Err(Error::invalid(parameter, value, expected))
            }
        }
    }

    /// Refuses a field that was named to find candidates by and by which no document can be found.
    pub(super) fn check_sketches(&self, filter: &Filter, sketches: &Sketches) -> Result<()> {
        if !self.filter_is_named() || !sketches.hold_nothing() {
            return Ok(());
        }
        let field = filter
            .feature()
            .measure()
            .and_then(|measure| measure.field());
        let expected = "expected a field in which records have words (those without a digit), or one of codes, \
                        which is named doi, isbn, issn, pmid, volume, number, issue, year, date or pages";
        Err(Error::invalid(
            Parameter::BlockBy,
            field.unwrap_or_default(),
            expected,
        ))
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
    pub(super) fn informed<'d>(
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
        }
        Ok(judge)
    }

    /// How documents are read.
    pub fn analysis(&self) -> &AnalysisOptions {
        &self.analysis
    }

    /// What a similarity vector holds.
    pub fn features(&self) -> &FeatureSet {
        &self.features
    }

    /// The statistics that the features need.
    pub fn statistics(&self) -> &CorpusStats {
        &self.statistics
    }

    /// The model, where one decides.
    pub fn trained(&self) -> Option<&Model> {
        match &self.kind {
            JudgeKind::Model(model) => Some(model),
            JudgeKind::Rule { .. } => None,
        }
    }

    /// The minimum score of a duplicate.
    pub fn threshold(&self) -> f64 {
        match &self.kind {
            JudgeKind::Model(model) => model.operating_point.threshold,
            JudgeKind::Rule { at, .. } => *at,
        }
    }

    /// The minimum score of a duplicate where a collection is searched, in which one pair in a thousand is
    /// one: its own threshold, but of the built-in model the score of a pair whose similarities are all
    /// 0.75.
    pub fn threshold_in_collections(&self) -> f64 {
        if self.is_built_in {
            self.threshold_alike(ALIKE_IN_COLLECTIONS)
        } else {
            self.threshold()
        }
    }

    /// The score of a pair whose similarities are all this large, or its own threshold where that is higher
    /// or there is no such score.
    pub(super) fn threshold_alike(&self, similarity: f64) -> f64 {
        let score = self.score_of_all_at(similarity);
        score.map_or(self.threshold(), |score| score.max(self.threshold()))
    }

    /// The score of a pair whose similarities are all this large, in \[0, 1\]. `None` for a rule.
    pub(super) fn score_of_all_at(&self, similarity: f64) -> Option<f64> {
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
                (model.sure_from() * 1e4).ceil() / 1e4,
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

    /// Whether it may leave pairs undecided.
    pub fn abstains(&self) -> bool {
        self.trained()
            .is_some_and(|model| model.operating_point.abstain.is_some())
    }

    /// A score below which every pair is distinct at this `threshold`.
    pub(super) fn distinct_below(&self, threshold: f64) -> f64 {
        match &self.kind {
            JudgeKind::Model(model) => model.distinct_below(threshold),
            JudgeKind::Rule { .. } => threshold,
        }
    }

    /// The largest score that a vector between `low` and `high` may have. Where the two differ its value
    /// is not known yet, and may turn out to be missing.
    pub(super) fn at_most(&self, low: &[f64], high: &[f64]) -> f64 {
        match &self.kind {
            JudgeKind::Model(model) => {
                let (mut least, mut most) = (model.scaling.row(low), model.scaling.row(high));
                for place in (0..low.len()).filter(|&place| low[place] < high[place]) {
                    // A factor read from a file may be negative, and a mean outside [0, 1].
                    let (a, b) = (least[place], most[place]);
                    least[place] = a.min(b).min(MISSING);
                    most[place] = a.max(b).max(MISSING);
                }
                let (_, value) = model.discriminant.bounds(&least, &most);
                model.capped(high, value)
            }
            JudgeKind::Rule { .. } => self.score(high),
        }
    }

    /// What a score is without any feature, where it is a sum of what each one [adds](Self::additive_contribution), but
    /// for copies and a ceiling above: of a linear model and of a rule.
    pub(super) fn additive_base(&self) -> Option<f64> {
        match &self.kind {
            JudgeKind::Model(model) => model.additive_base(),
            JudgeKind::Rule { .. } => Some(0.0),
        }
    }

    /// What a value of the feature at this place adds to the score; 0 where it is no sum.
    pub(super) fn additive_contribution(&self, place: usize, value: f64) -> f64 {
        match &self.kind {
            JudgeKind::Model(model) => model.additive_contribution(place, value),
            JudgeKind::Rule { .. } if place == 0 => rules::score(value),
            JudgeKind::Rule { .. } => 0.0,
        }
    }

    /// The filters that keep the duplicates, of which a pair has to pass one: those that the model has
    /// learned, for pairs with scores of at least `least` where that is above its threshold; or the rule's own
    /// similarity at `least` or the rule's threshold, whichever is lower; those that were
    /// [named](Self::block_by), if any. Empty where there is none.
    pub fn filters(&self, least: f64) -> Vec<Filter> {
        if self.filter_is_named() {
            return self.named_filters.clone();
        }
        match &self.kind {
            JudgeKind::Model(model) => match &model.blocking {
                Some(blocking) if least > self.threshold() => {
                    blocking.filters_from(model.distinct_below(least))
                }
                Some(blocking) => blocking.filters().cloned().collect(),
                None => Vec::new(),
            },
            JudgeKind::Rule { at, exactly, .. } => {
                let at = if least < *at {
                    Ratio::at_most(least, 1_000_000_000)
                } else {
                    *exactly
                };
                let features = self.features.iter().cloned();
                let filters = features.map(|feature| Filter::new(feature, at));
                filters.filter_map(Result::ok).collect()
            }
        }
    }

    /// The only filter of a judge of texts as a whole; `None` where there is none.
    pub(super) fn filter(&self, least: f64) -> Option<Filter> {
        self.filters(least).into_iter().next()
    }

    /// What a document is searched by under a filter: nothing where the filter's similarity has no sketch.
    pub(super) fn sketch(&self, filter: &Filter, document: &AnalyzedDocument) -> Sketch {
        let measure = filter.feature().measure();
        let sketch = measure.and_then(|it| it.sketch(document, self.statistics()));
        sketch.unwrap_or_else(|| Sketch {
            values: Vec::new(),
            shares: Vec::new(),
        })
    }

    /// Whether its filter loses no duplicate.
    pub(super) fn filter_is_exact(&self) -> bool {
        !self.filter_is_named() && matches!(self.kind, JudgeKind::Rule { .. })
    }
}

impl Judge {
    /// Its name with another threshold than its own.
    pub fn named_at(&self, least: f64) -> String {
        match &self.kind {
            JudgeKind::Rule { at, exactly, name } if least == *at => {
                format!("{name} at least {exactly}")
            }
            JudgeKind::Rule { name, .. } => format!("{name} at least {least}"),
            JudgeKind::Model(model) => format!(
                "a model trained on {}, score at least {least:.4}",
                counted(
                    model.training.pairs as u64,
                    "labelled pair",
                    "labelled pairs"
                )
            ),
        }
    }
}

/// As users name it: `a model trained on 900 labelled pairs, score at least 0.1250`, `mwo at least 0.5`.
impl std::fmt::Display for Judge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.named_at(self.threshold()))
    }
}

/// The name and the threshold of a rule, written `NAME=T`.
fn parted(rule: &str) -> Result<(&str, &str)> {
    let parts = rule.rsplit_once('=');
    match (rule.parse::<Feature>(), parts) {
        (Err(_), Some(parts)) => Ok(parts),
        (Err(error), None) => Err(error),
        // The last of `resemblance:w=3` is no threshold.
        (Ok(_), _) => {
            let expected =
                "expected a published rule, or NAME=T with the minimum similarity of a duplicate";
            Err(Error::invalid(Parameter::Rule, rule, expected))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similarity::measures::Missing;

    fn refusal(text: &str) -> String {
        Judge::rule(text, Default::default())
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn rules_are_published_ones_or_features_with_a_threshold() {
        for (text, name, threshold) in [
            ("mwo=0.6", "mwo at least 0.6", 0.6),
            ("mwo", "mwo at least 0.5", 0.5),
            (
                "resemblance:w=3=2/3",
                "resemblance:w=3 at least 2/3",
                2.0 / 3.0,
            ),
            ("simhash", "simhash at least 0.953125", 61.0 / 64.0),
            ("jaccard=1", "jaccard at least 1", 1.0),
        ] {
            let judge = Judge::rule(text, Default::default()).unwrap();
            assert_eq!(judge.to_string(), name);
            assert_eq!(judge.threshold(), threshold);
        }
        assert!(
            refusal("mwoo=0.5").starts_with("there is no measure 'mwoo' (did you mean 'mwo'?)")
        );
        for rule in ["jaccard", "resemblance:w=3", "jaccard:field=title"] {
            assert_eq!(
                refusal(rule),
                format!(
                    "rule '{rule}': expected a published rule, or NAME=T with the minimum similarity of a duplicate"
                )
            );
        }
        assert_eq!(
            refusal("mwo=2"),
            "rule 'mwo=2': expected a threshold from 0 to 1 with at most nine decimals (mwo=0.8), or a fraction (mwo=2/3)"
        );
    }

    #[test]
    fn a_bound_holds_where_what_is_not_known_yet_turns_out_to_be_missing() {
        let mut model = crate::model::builtin::model().unwrap();
        model.features = model.features.with_missing(Missing::Neutral);
        let count = model.features.len();
        // As no training leaves it: every similarity lies above the mean, or every one below.
        for mean in [-1.0, 0.5, 2.0] {
            model.scaling.offsets = vec![mean; count];
            let judge = Judge::model(model.clone());
            for known in [0, 1, count / 2, count] {
                let mut low = vec![0.25; count];
                low[known..].fill(0.0);
                let mut high = low.clone();
                high[known..].fill(1.0);
                let mut missing = low.clone();
                missing[known..].fill(f64::NAN);
                let bound = judge.at_most(&low, &high);
                for vector in [&low, &high, &missing] {
                    let score = judge.score(vector);
                    assert!(score <= bound, "{mean} {known}: {score} {bound}");
                }
            }
        }
    }

    #[test]
    fn a_model_searches_less_where_only_higher_scores_count() {
        let judge = Judge::model(crate::model::builtin::model().unwrap());
        let at = |least| judge.filter(least).unwrap().at().value();
        let own = at(judge.threshold());
        let blocking = judge.trained().and_then(|model| model.blocking.as_ref());
        let blocking = blocking.unwrap();
        assert_eq!(
            (own, at(f64::NEG_INFINITY)),
            (blocking.filter.at().value(), own)
        );
        let rising = [0.0, 0.5, 1.0, 1.5].map(at);
        assert!(rising.is_sorted() && rising[3] > rising[0], "{rising:?}");
        assert!(rising[0] >= own && rising[3] <= 0.5, "{own} {rising:?}");
    }

    #[test]
    fn a_rule_reads_missing_as_distinct() {
        let judge = Judge::rule("number-agreement=0.5", Default::default()).unwrap();
        assert_eq!(judge.score(&[f64::NAN]), 0.0);
        assert_eq!(judge.decide(0.0, 0.5), Decision::Distinct);
    }

    #[test]
    fn a_rule_searches_by_its_own_similarity_where_that_follows_from_shared_words() {
        let filter = |text, least| Judge::rule(text, Default::default()).unwrap().filter(least);
        let said = |text, least| filter(text, least).map(|filter| filter.to_string());
        assert_eq!(
            said("jaccard=2/3", 1.0).as_deref(),
            Some("jaccard at least 2/3")
        );
        assert_eq!(said("mwo=0.5", 0.25).as_deref(), Some("mwo at least 0.25"));
        assert_eq!(said("fuzzy-document", 0.5), None);
    }
}
