//! One pair, judged by a model and by the published rules.

use super::levels::MinimumScore;
use super::model::{Judgement, Model};
use super::nearest_levels::NearestLevels;
use super::veto::Veto;
use crate::rules::{self, Origin, Rule};
use dejalu_base::error::Result;
use dejalu_similarity::corpus::CorpusStats;
use dejalu_similarity::{Feature, FeatureSet, PreparedDocuments};
use dejalu_text::AnalyzedDocument;
use dejalu_text::document::Document;

/// A pair that lies outside in a larger share of the features is called extrapolated.
const MANY_FEATURES: f64 = 0.1;

/// The decision of a model and of the published rules on two documents, and the reasons.
#[derive(Debug, Clone)]
pub struct JudgedPair {
    /// The documents' names.
    pub ids: [String; 2],
    /// The model's decision.
    pub judgement: Judgement,
    /// True if both are web pages.
    pub are_pages: bool,
    /// The level that it reaches, and the next stricter one.
    pub levels: NearestLevels,
    /// The score from which the model says duplicate.
    pub threshold: f64,
    /// Number of labelled pairs that the model has learned from.
    pub learned_from: usize,
    /// The probability of a duplicate at that score, in (0, 1).
    pub threshold_probability: f64,
    /// The probability of being wrong above which the model leaves a pair undecided; `None`: never.
    pub abstain: Option<f64>,
    /// The score of an average pair; with the effects of the features and the capping it sums to this
    /// pair's.
    pub base: f64,
    /// The veto that makes it distinct, if one does.
    pub veto: Option<Veto>,
    /// The amount that the ceiling of the model's scores adds, or a veto takes ([`Model::capping`]); 0 for nearly all
    /// pairs.
    pub capping: f64,
    /// The features whose values lie outside those of the training pairs: of many of them the score is an
    /// extrapolation. None for two equal texts, or of a model of format 1 to 3.
    pub outside: Vec<String>,
    /// The features, the one that moves the score most first.
    pub features: Vec<FeatureEffect>,
    /// The decisions of the published rules.
    pub rules: Vec<RuleDecision>,
}

/// A feature of the pair.
#[derive(Debug, Clone, PartialEq)]
pub struct FeatureEffect {
    /// Its name.
    pub name: String,
    /// The thing that it looks at, as a noun phrase: `the same numbers`.
    pub words: String,
    /// The field of records that it looks at; `None` for the whole document, or several fields together.
    pub field: Option<String>,
    /// The similarity, in [0, 1]; `None` where there was nothing to compare, so that it tells nothing of
    /// the pair.
    pub value: Option<f64>,
    /// Number of standard deviations by which it lies above its average over the training pairs.
    pub deviation: f64,
    /// Of a measure that is directed by nature its two values: the first document in the second,
    /// and back.
    pub directed: Option<[f64; 2]>,
    /// The change in the score from what its average over the training pairs would give ([`Model::contributions`]); 0
    /// where there was nothing to compare, unless the documents are the same text or the model is of format 1 to 3.
    pub effect: f64,
}

/// The decision of a published rule on the pair.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleDecision {
    /// Its name, with a † where the cut is ours.
    pub name: String,
    /// The feature it looks at.
    pub feature: String,
    /// The similarity, in [0, 1]; `None` where there was nothing to compare, which a rule calls distinct.
    pub value: Option<f64>,
    /// The least similarity that it calls a duplicate.
    pub at: f64,
    /// True if it calls the pair a duplicate.
    pub duplicate: bool,
}

impl Model {
    /// Judges two documents or texts, and says why. Rules whose statistics the model lacks use empty statistics:
    /// every word then weighs the same and only equal words correlate.
    ///
    /// ```
    /// let model = dejalu_experiment::model::builtin::model()?;
    /// let explained = model.explain("The ferry waits at the pier.", "The ferry waited at a pier.")?;
    /// let strongest = &explained.features[0];
    /// println!("{}: {:+.2}", strongest.words, strongest.effect);
    /// # Ok::<(), dejalu_base::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`comparable`](Model::comparable).
    pub fn explain(&self, a: impl Into<Document>, b: impl Into<Document>) -> Result<JudgedPair> {
        let documents = [a.into(), b.into()];
        // In the thread pool from the start: with two documents, handing every feature over to it and back
        // takes longer than computing it.
        rayon::scope(|_| JudgedPair::of(self, &self.analyze(&documents)))
    }
}

impl JudgedPair {
    /// What a model says of the first two of some documents that it has analysed.
    pub fn of(model: &Model, analyzed: &[AnalyzedDocument]) -> Result<Self> {
        let comparable = model.comparable(analyzed)?;
        let vector = comparable.vector(0, 1);
        let mut rules = rules::published()?;
        rules.retain(|rule| rule.applies_to(analyzed));
        let said = rules
            .iter()
            .map(|rule| RuleDecision::of(rule, model, analyzed));
        let are_pages = analyzed[0].is_page() && analyzed[1].is_page();
        let threshold = model.minimum().of(are_pages);
        let judgement = model.judge_pair(&vector, are_pages);
        Ok(JudgedPair {
            ids: [0, 1].map(|side: usize| analyzed[side].id.to_string()),
            are_pages,
            levels: model.nearest_levels(judgement.score, are_pages),
            judgement,
            outside: model.features_outside(&vector),
            threshold,
            learned_from: model.training.pairs,
            threshold_probability: model.calibration.probability(threshold),
            abstain: model.operating_point.abstain,
            base: model.base_score(),
            veto: model.veto(&vector).cloned(),
            capping: model.capping(&vector),
            features: FeatureEffect::all(model, &comparable, &vector),
            rules: said.collect::<Result<_>>()?,
        })
    }

    /// The same where duplicates begin at another score than the model's own.
    pub fn decided_at(mut self, model: &Model, minimum: impl Into<MinimumScore>) -> Self {
        let threshold = minimum.into().of(self.are_pages);
        self.judgement.decision = model.decide_at(self.judgement.score, threshold);
        self.threshold_probability = model.calibration.probability(threshold);
        self.threshold = threshold;
        self
    }

    /// Returns whether the pair is of another kind than the training pairs: in more than a tenth of the features it
    /// lies [outside](Self::outside). With 30 training pairs this is so of 7 to 13 % of pairs of the same kind, with
    /// 120 of about 2 %, with 1,000 of 0.1 % (`docs/results.md`).
    pub fn is_extrapolated(&self) -> bool {
        self.outside.len() as f64 / self.features.len() as f64 > MANY_FEATURES
    }

    /// The score that its features and the ceiling give it: what it would be without a veto.
    pub fn score_without_veto(&self) -> f64 {
        match &self.veto {
            Some(_) => self.judgement.score - self.capping,
            None => self.judgement.score,
        }
    }

    /// The published rule that looks at a feature; of several the first.
    pub fn published(&self, feature: &str) -> Option<&RuleDecision> {
        self.rules.iter().find(|rule| rule.feature == feature)
    }

    /// The features that compared something, the one that moves the score most first.
    pub fn compared(&self) -> impl Iterator<Item = &FeatureEffect> {
        self.features.iter().filter(|row| row.value.is_some())
    }

    /// The features that had nothing to compare, and how far they move the score together.
    pub fn nothing_to_compare(&self) -> (Vec<&str>, f64) {
        let rows = self.features.iter().filter(|row| row.value.is_none());
        let (names, effects): (Vec<_>, Vec<f64>) =
            rows.map(|row| (row.name.as_str(), row.effect)).unzip();
        (names, effects.iter().sum())
    }
}

/// A similarity, unless it is missing.
fn known(similarity: f64) -> Option<f64> {
    (!similarity.is_nan()).then_some(similarity)
}

impl RuleDecision {
    /// Applies a rule to the first two of some documents.
    fn of(rule: &Rule, model: &Model, analyzed: &[AnalyzedDocument]) -> Result<Self> {
        let needs = rule.feature.needs();
        let none = CorpusStats::collect([], needs, &Default::default())?;
        let stats = if model.statistics.covers(needs) {
            &model.statistics
        } else {
            &none
        };
        let looked_at = FeatureSet::from_iter([rule.feature.clone()]);
        let similarity = PreparedDocuments::new(analyzed, &looked_at, stats)?.vector(0, 1)[0];
        let dagger = if rule.origin == Origin::Choice {
            "†"
        } else {
            ""
        };
        Ok(RuleDecision {
            name: format!("{}{dagger}", rule.name),
            feature: rule.feature.name().to_string(),
            value: known(similarity),
            at: rule.threshold,
            duplicate: rule.decide(similarity),
        })
    }
}

impl FeatureEffect {
    /// Those of a pair of this vector, the one that moves the score most first.
    fn all(model: &Model, comparable: &PreparedDocuments<'_>, vector: &[f64]) -> Vec<Self> {
        let effects = model.contributions(vector);
        let deviations = model.scaling.row(vector);
        let directed = comparable.directed(0, 1);
        let are_comparable = comparable.are_comparable(0, 1);
        let mut all = Vec::with_capacity(vector.len());
        for (place, feature) in model.features.iter().enumerate() {
            let (deviation, effect) = (deviations[place], effects[place]);
            let mut row = FeatureEffect::new(feature, vector[place], deviation, effect);
            row.directed = directed[place];
            if !are_comparable[place] {
                row.found_nothing();
            }
            all.push(row);
        }
        all.sort_by(|a, b| b.effect.abs().total_cmp(&a.effect.abs()));
        all
    }

    /// Describes what a feature does to a score; a value that is NaN had nothing to compare.
    pub fn new(feature: &Feature, value: f64, deviation: f64, effect: f64) -> Self {
        FeatureEffect {
            name: feature.name().to_string(),
            words: feature.description(),
            field: feature
                .measure()
                .and_then(|it| it.field())
                .map(str::to_owned),
            value: known(value),
            deviation,
            directed: None,
            effect,
        }
    }

    /// Takes back its similarity: there was nothing to compare.
    pub fn found_nothing(&mut self) {
        self.value = None;
        self.directed = None;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::*;
    use crate::testing::{KERNELS, quick};
    use crate::train::train;
    use dejalu_base::progress::Silent;

    static MODELS: LazyLock<[Model; 4]> = LazyLock::new(|| {
        let set = crate::model::builtin::pairs().unwrap();
        let features = "mwo length-ratio number-agreement headline-agreement tag-counts";
        KERNELS.map(|kernel| {
            let options = quick(features, kernel, [1.0, 0.5]);
            train(&set, &options, &Silent).unwrap().model
        })
    });

    /// The headline and the words of a page.
    fn page() -> impl Strategy<Value = [String; 2]> {
        const WORDS: [&str; 8] = [
            "ferry", "pier", "storm", "the", "of", "1998", "tide", "beetles",
        ];
        let words = |count| {
            let some = prop::collection::vec(prop::sample::select(WORDS.to_vec()), count);
            some.prop_map(|words| words.join(" "))
        };
        (words(1..4), words(1..12)).prop_map(|(headline, words)| [headline, words])
    }

    fn effect<'a>(judged: &'a JudgedPair, feature: &str) -> &'a FeatureEffect {
        let mut features = judged.features.iter();
        features.find(|it| it.name == feature).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn what_one_document_lacks_adds_nothing(
            left in page(), right in page(), kernel in 0..KERNELS.len(),
        ) {
            let model = &MODELS[kernel];
            let html = |id: &str, [headline, words]: &[String; 2]| {
                Document::html(id, &format!("<h1>{headline}</h1><p>{words}."), None)
            };
            let [without_markup, without_refined_words, without_numbers] = [
                Document::plain("right", &right.join(". ")),
                html("right", &["The".into(), "it was not".into()]),
                html("right", &right.each_ref().map(|text| text.replace("1998", "tide"))),
            ];
            let left_without_numbers = left.each_ref().map(|text| text.replace("1998", "tide"));
            for (left, right, lacks) in [
                (html("left", &left), without_markup, &["headline-agreement", "tag-counts"][..]),
                (html("left", &left), without_refined_words, &["mwo"]),
                (html("left", &left_without_numbers), without_numbers, &["number-agreement"]),
            ] {
                let documents = [left, right];
                let analyzed = model.analyze(&documents);
                if analyzed[0].identity() == analyzed[1].identity() {
                    continue;
                }
                let judged = model.explain(&documents[0], &documents[1]).unwrap();
                for feature in lacks {
                    let row = effect(&judged, feature);
                    prop_assert_eq!((row.value, row.effect, row.deviation), (None, 0.0, 0.0));
                }
                prop_assert!(judged.compared().all(|row| !lacks.contains(&&*row.name)));
                let effects: f64 = judged.features.iter().map(|row| row.effect).sum();
                let sum = judged.base + effects + judged.capping;
                prop_assert!((sum - judged.judgement.score).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn a_rule_calls_distinct_what_has_nothing_to_compare() {
        let documents = ["It was not.", "A storm broke the pier."];
        let documents = documents.map(|text| Document::plain(text, text));
        let judged = MODELS[0].explain(&documents[0], &documents[1]).unwrap();
        let rule = judged.published("mwo").unwrap();
        assert_eq!((rule.value, rule.duplicate), (None, false));
    }
}
