//! Rules out documents that cannot reach a score with a query, by a few bytes of each, before an index reads their
//! texts.
//!
//! They take 430 bytes a document; p95 of a query in 24,000 pieces went from 216 to 53 ms of CPU. Sketches of whole sentences
//! too, for `scam`, brought nothing (54 instead of 56 ms, 0.9 s more to create).

use serde::{Deserialize, Serialize};

use super::judge::Judge;
use super::steps::{AdditiveScore, Step, StepBound, largest_contribution};
use dejalu_base::threshold::reaches;
use dejalu_similarity::candidates::Filter;
use dejalu_similarity::corpus::CorpusStats;
use dejalu_similarity::measures::{AnyMeasure, BoundSketch, CommonRuns, Missing, QueryBoundSketch};
use dejalu_similarity::{Feature, FeatureSet};
use dejalu_text::AnalyzedDocument;

/// The bound sketches of a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct BoundSketches {
    /// Equal in documents of the same text.
    text: u32,
    /// Number of words in the body.
    words: u32,
    views: Vec<BoundSketch>,
}

impl BoundSketches {
    /// Equal in documents of the same text, and seldom in others.
    pub(super) fn text(&self) -> u32 {
        self.text
    }
}

/// The views of some features, of which bound sketches are made.
pub(super) struct BoundSketcher(Vec<SketchedView>);

/// A kind of view.
struct SketchedView {
    /// A measure of it.
    measure: AnyMeasure,
    /// The measures of it by their places among the features.
    measures: Vec<(usize, AnyMeasure)>,
}

impl BoundSketcher {
    pub(super) fn new(features: &FeatureSet) -> Self {
        let mut views: Vec<(_, SketchedView)> = Vec::new();
        for (place, feature) in features.iter().enumerate() {
            let neutral = feature.missing() == Missing::Neutral;
            let Some(measure) = feature.measure().filter(|_| neutral) else {
                continue;
            };
            let (key, entered) = (measure.view_key(), (place, measure.clone()));
            match views.iter_mut().find(|(known, _)| *known == key) {
                Some((_, view)) => view.measures.push(entered),
                None => views.push((
                    key,
                    SketchedView {
                        measure: measure.clone(),
                        measures: vec![entered],
                    },
                )),
            }
        }
        BoundSketcher(views.into_iter().map(|(_, view)| view).collect())
    }

    /// Computes the bound sketches of a document.
    pub(super) fn bound_sketches(
        &self,
        document: &AnalyzedDocument,
        stats: &CorpusStats,
    ) -> BoundSketches {
        let BoundSketcher(views) = self;
        let sketches = views
            .iter()
            .map(|view| view.measure.bound_sketch(document, stats));
        BoundSketches {
            text: text_of(document),
            words: document.body().count() as u32,
            views: sketches.flatten().collect(),
        }
    }
}

fn text_of(document: &AnalyzedDocument) -> u32 {
    document.identity().unwrap_or_default() as u32
}

/// Bounds the score of any document with a query.
pub(super) struct QueryBound<'a> {
    judge: &'a Judge,
    least: f64,
    text: u32,
    words: usize,
    /// Number of values the query is searched by, and the words of each if they are runs of words.
    values: usize,
    run: Option<usize>,
    views: Vec<(QueryBoundSketch, &'a [(usize, AnyMeasure)])>,
    /// The score without any feature, and an allowance for rounding.
    base: f64,
    /// The most that the other features add.
    others: StepBound,
}

impl<'a> QueryBound<'a> {
    /// None where the score is no sum over the features.
    pub(super) fn new(
        sketcher: &'a BoundSketcher,
        query: &AnalyzedDocument,
        judge: &'a Judge,
        filter: &Filter,
        least: f64,
    ) -> Option<Self> {
        let statistics = judge.statistics();
        let features: Vec<&Feature> = judge.features().iter().collect();
        let all = features.iter().copied().enumerate();
        let base = AdditiveScore::of(judge, &[Step::of(all.clone())])?.base;
        let measure = filter.feature().measure()?;
        let views = sketcher.0.iter().filter_map(|view| {
            let sketch = view.measure.bound_sketch(query, statistics)?;
            Some((QueryBoundSketch::new(&sketch), &*view.measures))
        });
        let views: Vec<(QueryBoundSketch, &[(usize, AnyMeasure)])> = views.collect();
        let sketched = views.iter().flat_map(|(_, measures)| measures.iter());
        let sketched: Vec<usize> = sketched.map(|(place, _)| *place).collect();
        let others = Step::of(all.filter(|(place, _)| !sketched.contains(place)));
        Some(QueryBound {
            judge,
            least: judge.distinct_below(least),
            text: text_of(query),
            words: query.body().count(),
            values: measure.sketch(query, statistics)?.values.len(),
            run: measure.run_length().map(|words| words as usize),
            views,
            base,
            others: StepBound::of(judge, &others),
        })
    }

    /// Returns whether a document may reach the score, or has the query's own text. It has so many of the values by
    /// which the query is searched, and at most so many of the query's own.
    pub(super) fn may_reach(&self, sketches: &BoundSketches, [size, shared]: [u32; 2]) -> bool {
        if sketches.text == self.text || sketches.views.len() != self.views.len() {
            return true;
        }
        let mut most = self.base;
        // The vector of a copy has a score of its own.
        let mut all_ones = true;
        for ((query, measures), sketch) in self.views.iter().zip(&sketches.views) {
            let common = query.common_values(sketch);
            for (place, measure) in *measures {
                let at_most = measure.at_most_of(&common);
                all_ones &= at_most.is_none_or(|similarity| similarity >= 1.0);
                most += self.bounded_contribution(*place, at_most);
            }
        }
        all_ones
            || reaches(most + self.others.all, self.least)
                && self
                    .common_runs(sketches.words as usize, [size, shared])
                    .is_none_or(|known| {
                        reaches(most + self.others.given(self.judge, known), self.least)
                    })
    }

    /// The most that a feature adds whose similarity is at most this.
    fn bounded_contribution(&self, place: usize, at_most: Option<f64>) -> f64 {
        match at_most {
            None => largest_contribution(self.judge, place),
            Some(missing) if missing.is_nan() => self.judge.additive_contribution(place, missing),
            Some(at_most) => (self.judge.additive_contribution(place, at_most))
                .max(self.judge.additive_contribution(place, 0.0)),
        }
    }

    /// The runs of words in common with a document, if it is searched by them.
    fn common_runs(&self, words: usize, [size, shared]: [u32; 2]) -> Option<CommonRuns> {
        let distinct = [self.values, size as usize];
        CommonRuns::at_most(self.run?, [self.words, words], distinct, shared as usize)
    }
}
