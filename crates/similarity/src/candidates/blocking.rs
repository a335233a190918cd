//! Learns the filter that keeps the duplicates of labelled pairs and as few other pairs as
//! possible.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::block_by::{BlockBy, field_feature};
use super::candidates::{CandidateOptions, Candidates, Filter, Method, in_words, overlap};
use super::least_by_score::LeastByScore;
use super::ratio::Ratio;
use super::sketches::Sketches;
use crate::corpus::CorpusStats;
use crate::measures::{Missing, Tables};
use crate::{Feature, FeatureSet};
use dejalu_base::error::Result;
use dejalu_base::threshold::reaches;
use dejalu_text::AnalyzedDocument;

/// A filter learned from labelled pairs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Blocking {
    /// The filter.
    pub filter: Filter,
    /// Others, of which a pair may pass one in its place. None in models of formats before 6.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Filter>,
    /// True if the filters were given with their thresholds, and only measured here.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub given: bool,
    /// The share of duplicates that it was to keep.
    pub asked: f64,
    /// The duplicates it was measured on: each by a threshold that was set without its fold.
    pub duplicates: usize,
    /// Of them those that it kept.
    pub kept: usize,
    /// Minimum similarity of the labelled pairs by score, by the filter's feature or, of several, by the one with the
    /// highest similarity. Unknown in models of formats before 5.
    #[serde(default, skip_serializing_if = "LeastByScore::is_empty")]
    pub by_score: LeastByScore,
}

impl Blocking {
    /// The share of duplicates kept where the threshold was set on others; `None` without any.
    pub fn recall(&self) -> Option<f64> {
        (self.duplicates > 0).then(|| self.kept as f64 / self.duplicates as f64)
    }

    /// The filters, of which a pair has to pass one. Those that [few](Self::is_of_few) duplicates suggested keep
    /// all that would be kept of the built-in models' duplicates as well: what they themselves would keep is
    /// hardly known.
    pub fn filters(&self) -> Vec<Filter> {
        let filters = self.learned().cloned();
        if self.is_of_few() && !self.given {
            filters.map(widened).collect()
        } else {
            filters.collect()
        }
    }

    /// Returns whether so few duplicates were learned from that they say little of others.
    pub fn is_of_few(&self) -> bool {
        self.duplicates < ENOUGH
    }

    /// The filters as they were learned.
    fn learned(&self) -> impl Iterator<Item = &Filter> {
        std::iter::once(&self.filter).chain(&self.others)
    }

    /// The filters, in words.
    pub fn in_words(&self) -> String {
        in_words(&self.filters())
    }

    /// The filters where only pairs with at least this score count: at half the similarity of the least
    /// similar labelled pair with such a score, and never below the filters' own threshold. Thirty
    /// pairs or more have to say so.
    pub fn filters_from(&self, score: f64) -> Vec<Filter> {
        if self.given || self.is_of_few() {
            return self.filters();
        }
        let least = self.by_score.from(score).unwrap_or(0.0);
        let at = Ratio::at_most(0.5 * least, STEPS);
        let raised = |mut filter: Filter| {
            if at.value() > filter.at.value() {
                filter.at = at;
            }
            filter
        };
        self.filters().into_iter().map(raised).collect()
    }

    /// What the filters look at, with the thresholds of given ones; none where a learned one looks at whole texts.
    pub fn fields(&self) -> Option<BlockBy> {
        if self.given {
            Some(BlockBy::given(self.learned()))
        } else {
            BlockBy::of(self.learned())
        }
    }

    /// Checks what a file claims: features that can be searched by without statistics, of fields where there
    /// are several, and a share.
    pub fn check(&self) -> Result<(), String> {
        let is_searched = |filter: &Filter| {
            let feature = filter.feature();
            overlap(feature).is_some() && feature.needs().is_nothing()
        };
        let is_one = self.others.is_empty() || self.fields().is_some();
        if !self.by_score.is_sound() {
            return Err("its scores and their least similarities do not fall together".into());
        }
        if is_one && self.learned().all(is_searched) && (0.0..=1.0).contains(&self.asked) {
            Ok(())
        } else {
            Err(format!(
                "its filter is {} for {} of the duplicates",
                self.in_words(),
                self.asked
            ))
        }
    }
}

/// The labelled pairs that a filter is learned from.
#[derive(Debug, Clone, Copy)]
pub struct Labelled<'a> {
    /// The documents of the pairs.
    pub documents: &'a [AnalyzedDocument],
    /// Documents with equal numbers may be duplicates.
    pub clusters: &'a [u32],
    /// The pairs labelled as duplicates, by place.
    pub duplicates: &'a [(usize, usize)],
    /// The fold of each.
    pub folds: &'a [usize],
    /// All labelled pairs, by place.
    pub pairs: &'a [(usize, usize)],
    /// The score of each.
    pub scores: &'a [f64],
    /// The only features to be tried, and all of them at once: a pair is a candidate by any. All suitable
    /// ones, each alone, without them.
    pub only: Option<&'a FeatureSet>,
}

/// The filters that are tried: sets of words and of runs of words, and weighted terms.
const TRIED: &str =
    "jaccard mwo containment:w=1 resemblance:w=2 containment:w=2 resemblance:w=3 containment:w=3";

/// A filter that was learned from fewer duplicates is widened.
const ENOUGH: usize = 30;

/// The similarity that 99 % of the built-in model's training duplicates reach, in thousandths, by each of the features
/// that are tried.
const LEAST_ALIKE: [(&str, u32); 7] = [
    ("jaccard", 181),
    ("mwo", 295),
    ("containment:w=1", 437),
    ("resemblance:w=2", 35),
    ("containment:w=2", 74),
    ("resemblance:w=3", 5),
    ("containment:w=3", 11),
];

/// The similarity from which on the filters of the built-in model of records keep a pair, in
/// thousandths, by a field.
const LEAST_ALIKE_IN_FIELDS: u32 = 500;

/// Thresholds are multiples of 1/1000.
const STEPS: u32 = 1_000;

/// On so many documents the cost of a filter is estimated.
const ESTIMATED_ON: usize = 1_000;

/// The cost that a large collection can afford, measured on [`ESTIMATED_ON`] documents: a judgement
/// for every hundredth of them, which is one per document among a hundred thousand.
const AFFORDABLE: f64 = JUDGEMENT * ESTIMATED_ON as f64 / 100.0;

/// A judgement costs about as much as looking at so many index entries.
const JUDGEMENT: f64 = 20_000.0;

/// Filters that cost at most so many times what the cheapest one costs are taken for equally cheap:
/// costs are estimated on few documents.
const EQUALLY_CHEAP: f64 = 4.0;

/// A filter that keeps what it did, and what is as little alike as the least similar duplicates of the built-in
/// models.
fn widened(filter: Filter) -> Filter {
    let at = match least_alike(filter.feature()) {
        Some(least) if least.value() < filter.at.value() => least,
        _ => filter.at,
    };
    Filter { at, ..filter }
}

/// The similarity, by a feature, of the least similar duplicates of the built-in models, leaving out one in a hundred.
fn least_alike(feature: &Feature) -> Option<Ratio> {
    let is_of_field = feature.measure().is_some_and(|it| it.field().is_some());
    let mut known = LEAST_ALIKE.iter();
    let thousandths = if is_of_field {
        LEAST_ALIKE_IN_FIELDS
    } else {
        known.find(|(name, _)| *name == feature.name())?.1
    };
    Some(Ratio::at_most(f64::from(thousandths) / 1_000.0, STEPS))
}

/// A cheap filter that keeps the share `asked` of the duplicates. `None` if no filter keeps so
/// many, or nothing is labelled as a duplicate.
///
/// The labelled pairs are few; the next duplicate may be less alike than any of them. So of the
/// thresholds that are safe to several degrees the safest one is taken that a large
/// collection can afford, and where none is affordable the one that keeps just the share asked for
/// at little cost. Of equally cheap ones that is taken which would keep the most if the duplicates
/// were half as alike. What a filter costs is measured on pairs of documents of different clusters:
/// index entries looked at and candidates brought.
///
/// # Errors
///
/// None of its own: the tried features are in the catalogue.
pub fn learn(labelled: Labelled<'_>, asked: f64) -> Result<Option<Blocking>> {
    let tried = match labelled.only {
        Some(only) => vec![only.clone()],
        None => tried(labelled.documents)?,
    };
    let tried: Vec<(FeatureSet, Vec<f64>)> = tried
        .into_iter()
        .map(|features| {
            let of = most_alike(&features, labelled.documents, labelled.duplicates);
            (features, of)
        })
        .collect();
    for caution in Caution::FALLING {
        let mut found = Vec::new();
        for (features, similarities) in &tried {
            let at = threshold(similarities.clone(), asked, caution);
            if at == Ratio::ZERO {
                continue;
            }
            let is_of_few = similarities.len() < ENOUGH;
            let filter = |feature: &Feature| {
                let filter = Filter::new(feature.clone(), at)?;
                Ok(if is_of_few { widened(filter) } else { filter })
            };
            let mut filters: Vec<Filter> = features.iter().map(filter).collect::<Result<_>>()?;
            let cost = cost(labelled, &filters)?;
            if caution == Caution::None || cost <= AFFORDABLE {
                let blocking = Blocking {
                    filter: filters.remove(0),
                    others: filters,
                    given: false,
                    asked,
                    duplicates: similarities.len(),
                    kept: kept_across_folds(similarities, labelled.folds, asked, caution),
                    by_score: LeastByScore::default(),
                };
                let kept = |&&similarity: &&f64| reaches(0.5 * similarity, at.value());
                let kept_if_half = similarities.iter().filter(kept).count();
                found.push(Found {
                    cost,
                    kept_if_half,
                    blocking,
                });
            }
        }
        if let Some(Found { mut blocking, .. }) = best(found) {
            let features = blocking.learned().map(|filter| filter.feature().clone());
            let features: FeatureSet = features.collect();
            let similarities = most_alike(&features, labelled.documents, labelled.pairs);
            blocking.by_score = LeastByScore::of(labelled.scores, &similarities);
            return Ok(Some(blocking));
        }
    }
    Ok(None)
}

/// Filters that were given with their thresholds, measured on the labelled pairs. None of no filter.
pub fn given(labelled: Labelled<'_>, filters: Vec<Filter>, asked: f64) -> Option<Blocking> {
    let is_kept = |filter: &Filter| {
        let similarities = similarities(filter.feature(), labelled.documents, labelled.duplicates);
        let at = filter.at.value();
        let kept = similarities
            .into_iter()
            .map(move |similarity| reaches(similarity, at));
        kept.collect::<Vec<bool>>()
    };
    let either = |a: Vec<bool>, b: Vec<bool>| a.iter().zip(b).map(|(a, b)| *a || b).collect();
    let kept = filters.iter().map(is_kept).reduce(either)?;
    let mut filters = filters.into_iter();
    Some(Blocking {
        filter: filters.next()?,
        others: filters.collect(),
        given: true,
        asked,
        duplicates: kept.len(),
        kept: kept.iter().filter(|&&is_kept| is_kept).count(),
        by_score: LeastByScore::default(),
    })
}

/// The filters that are tried on these documents: of records also each field.
fn tried(documents: &[AnalyzedDocument]) -> Result<Vec<FeatureSet>> {
    let mut tried = FeatureSet::parse(TRIED)?;
    let parts = documents.iter().flat_map(|document| &document.parts);
    let names: BTreeSet<&str> = parts.map(|(name, _)| &**name).collect();
    for name in names {
        tried.extend([field_feature(name)?]);
    }
    let alone = tried
        .into_iter()
        .map(|feature| FeatureSet::from_iter([feature]));
    Ok(alone.collect())
}

/// A filter that may do.
struct Found {
    cost: f64,
    /// Number of duplicates it would keep if all were half as similar.
    kept_if_half: usize,
    blocking: Blocking,
}

fn best(mut found: Vec<Found>) -> Option<Found> {
    let least = found
        .iter()
        .map(|filter| filter.cost)
        .fold(f64::INFINITY, f64::min);
    found.retain(|filter| filter.cost <= EQUALLY_CHEAP * least.max(JUDGEMENT));
    let worse = |a: &Found, b: &Found| {
        a.kept_if_half
            .cmp(&b.kept_if_half)
            .then(b.cost.total_cmp(&a.cost))
    };
    found.into_iter().max_by(worse)
}

/// The margin by which a threshold is set below the labelled duplicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Caution {
    /// At half the similarity of the least similar one.
    Half,
    /// At three quarters of it.
    Quarter,
    /// At the least similar one.
    Least,
    /// No margin: keeps just the share asked for.
    None,
}

impl Caution {
    const FALLING: [Caution; 4] = [
        Caution::Half,
        Caution::Quarter,
        Caution::Least,
        Caution::None,
    ];
}

/// The similarity of each pair by that of the features, one or more, by which it is most alike.
fn most_alike(
    features: &FeatureSet,
    documents: &[AnalyzedDocument],
    pairs: &[(usize, usize)],
) -> Vec<f64> {
    let by_each = features
        .iter()
        .map(|feature| similarities(feature, documents, pairs));
    let larger = |a: Vec<f64>, b: Vec<f64>| a.iter().zip(b).map(|(a, b)| a.max(b)).collect();
    by_each.reduce(larger).unwrap_or_default()
}

fn similarities(
    feature: &Feature,
    documents: &[AnalyzedDocument],
    pairs: &[(usize, usize)],
) -> Vec<f64> {
    let stats = CorpusStats::default();
    let mut tables = Tables::new(documents, &stats);
    if let Some(measure) = feature.measure() {
        // An index finds no document by a view that is empty, as if nothing were alike.
        measure.enter(&mut tables, Missing::Conventional);
    }
    let comparisons = tables.finish();
    let similarity = |&(left, right): &(usize, usize)| {
        let mut vector = [0.0];
        comparisons.similarities(left, right, &mut vector);
        vector[0]
    };
    pairs.iter().map(similarity).collect()
}

/// The threshold that keeps the share `asked` of the similarities, or with caution all and more;
/// 0 of none.
fn threshold(mut similarities: Vec<f64>, asked: f64, caution: Caution) -> Ratio {
    similarities.sort_unstable_by(f64::total_cmp);
    let lost = ((1.0 - asked) * similarities.len() as f64 + 1e-9) as usize;
    let (place, part) = match caution {
        Caution::None => (lost, 1.0),
        Caution::Least => (0, 1.0),
        Caution::Quarter => (0, 0.75),
        Caution::Half => (0, 0.5),
    };
    let similarity = similarities.get(place).copied().unwrap_or(0.0);
    Ratio::at_most(part * similarity, STEPS)
}

/// Number of similarities that reach a threshold set on the other folds.
fn kept_across_folds(similarities: &[f64], folds: &[usize], asked: f64, caution: Caution) -> usize {
    let count = folds.iter().max().map_or(0, |&last| last + 1);
    let kept = |fold: usize| {
        let of = |inside: bool| {
            let pairs = similarities.iter().zip(folds);
            pairs
                .filter(move |(_, f)| (**f == fold) == inside)
                .map(|(&similarity, _)| similarity)
        };
        let at = threshold(of(false).collect(), asked, caution).value();
        of(true)
            .filter(|&similarity| reaches(similarity, at))
            .count()
    };
    (0..count).map(kept).sum()
}

/// The cost of filters, of which a pair has to pass one, over the unrelated pairs of [`ESTIMATED_ON`] documents, in
/// index entries: measured on a part of the documents, or on all where there are fewer, and scaled with the number of
/// pairs.
fn cost(labelled: Labelled<'_>, filters: &[Filter]) -> Result<f64> {
    let step = labelled.documents.len().div_ceil(ESTIMATED_ON).max(1);
    let places: Vec<usize> = (0..labelled.documents.len()).step_by(step).collect();
    let stats = CorpusStats::default();
    let options = CandidateOptions {
        method: Method::Exact,
        ..CandidateOptions::default()
    };
    let search = |filter: &Filter| {
        let mut sketches = Sketches::default();
        let measure = filter.feature().measure();
        let sketch = |&place: &usize| measure?.sketch(&labelled.documents[place], &stats);
        for sketch in places.iter().filter_map(sketch) {
            sketches.push(&sketch);
        }
        Candidates::new(&sketches, filter, &options)
    };
    let searches = filters.iter().map(search).collect::<Result<Vec<_>>>()?;
    let candidates = Candidates::any(searches);
    let cluster = |index: u32| labelled.clusters[places[index as usize]];
    let unrelated = candidates.pairs(0..candidates.records()).into_iter();
    let unrelated = unrelated
        .filter(|&(left, right)| cluster(left) != cluster(right))
        .count();
    let scale = ESTIMATED_ON as f64 / places.len().max(1) as f64;
    Ok((candidates.work() as f64 + JUDGEMENT * unrelated as f64) * scale * scale)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_text::document::Document;
    use dejalu_text::{Analyzer, analyze_all};

    #[test]
    fn the_threshold_keeps_the_share_asked_for() {
        let similarities: Vec<f64> = (1..=200).map(|i| f64::from(i) / 200.0).collect();
        assert_eq!(
            threshold(similarities.clone(), 0.99, Caution::None).to_string(),
            "0.015"
        );
        assert_eq!(
            threshold(similarities.clone(), 1.0, Caution::None).to_string(),
            "0.005"
        );
        assert_eq!(
            threshold(similarities.clone(), 0.5, Caution::None).to_string(),
            "0.505"
        );
        assert_eq!(
            threshold(similarities[9..].to_vec(), 0.9, Caution::Half).to_string(),
            "0.025"
        );
        assert_eq!(threshold(Vec::new(), 0.99, Caution::Half), Ratio::ZERO);
        // One fold has the least similar half, which the other half's threshold loses.
        let folds: Vec<usize> = (0..200).map(|i| i / 100).collect();
        assert_eq!(
            kept_across_folds(&similarities, &folds, 0.99, Caution::None),
            100
        );
        let folds: Vec<usize> = (0..200).map(|i| i % 2).collect();
        assert_eq!(
            kept_across_folds(&similarities, &folds, 0.99, Caution::None),
            197
        );
    }

    /// Articles with a vocabulary of their own, each with a copy in which every fourth word is
    /// another; all begin with the same forty words.
    fn articles() -> Vec<AnalyzedDocument> {
        let letters = |mut number: usize| -> String {
            let mut word = String::from("w");
            for _ in 0..4 {
                word.push(char::from(b'a' + (number % 23) as u8));
                number /= 23;
            }
            word
        };
        let boilerplate: Vec<String> = (0..40).map(|i| letters(90_000 + i)).collect();
        let text = |article: usize, version: usize| {
            let own = (0..60).map(|i| {
                if i % 4 == 0 && version == 1 {
                    letters(50_000 + article * 100 + i)
                } else {
                    letters(article * 100 + i)
                }
            });
            boilerplate
                .iter()
                .cloned()
                .chain(own)
                .collect::<Vec<String>>()
                .join(" ")
        };
        let documents: Vec<Document> = (0..40)
            .map(|i| Document::plain(format!("{i:02}"), &text(i / 2, i % 2)))
            .collect();
        analyze_all(&Analyzer::new(Default::default()), &documents)
    }

    #[test]
    fn the_filter_keeps_the_duplicates_and_little_else() {
        let documents = articles();
        let clusters: Vec<u32> = (0..40).map(|i| i / 2).collect();
        let duplicates: Vec<(usize, usize)> = (0..20).map(|i| (2 * i, 2 * i + 1)).collect();
        let folds: Vec<usize> = (0..20).map(|i| i % 5).collect();
        let labelled = Labelled {
            documents: &documents,
            clusters: &clusters,
            duplicates: &duplicates,
            folds: &folds,
            pairs: &duplicates,
            scores: &[1.0; 20],
            only: None,
        };
        let blocking = learn(labelled, 0.99).unwrap().unwrap();
        assert_eq!(blocking.recall(), Some(1.0));
        let at = blocking.filter.at().value();
        let pairs: Vec<(usize, usize)> = (0..40)
            .flat_map(|right| (0..right).map(move |left| (left, right)))
            .collect();
        let similarities = similarities(blocking.filter.feature(), &documents, &pairs);
        for (&(left, right), similarity) in pairs.iter().zip(similarities) {
            assert_eq!(
                similarity >= at,
                left / 2 == right / 2,
                "{}",
                blocking.filter
            );
        }

        let only = FeatureSet::parse("containment:w=2").unwrap();
        let named = Labelled {
            only: Some(&only),
            ..labelled
        };
        let blocking = learn(named, 0.99).unwrap().unwrap();
        assert_eq!(Some(blocking.filter.feature()), only.iter().next());

        let nothing = Labelled {
            duplicates: &[],
            folds: &[],
            ..labelled
        };
        assert_eq!(learn(nothing, 0.99).unwrap(), None);
    }

    #[test]
    fn a_filter_of_few_duplicates_keeps_as_much_as_the_built_in_models() {
        let blocking = |feature: &str, at, duplicates| Blocking {
            filter: Filter::new(feature.parse().unwrap(), Ratio::at_most(at, STEPS)).unwrap(),
            others: Vec::new(),
            given: false,
            asked: 0.99,
            duplicates,
            kept: duplicates,
            by_score: LeastByScore::default(),
        };
        for (feature, at, duplicates, said) in [
            ("jaccard", 0.885, 4, "jaccard at least 0.181"),
            ("jaccard", 0.885, 29, "jaccard at least 0.181"),
            ("jaccard", 0.885, 30, "jaccard at least 0.885"),
            ("jaccard", 0.1, 4, "jaccard at least 0.1"),
            (
                "jaccard:field=title",
                0.9,
                4,
                "jaccard:field=title at least 0.5",
            ),
        ] {
            let blocking = blocking(feature, at, duplicates);
            assert_eq!(blocking.in_words(), said);
            assert_eq!(in_words(&blocking.filters_from(9.0)), said);
        }
        for feature in FeatureSet::parse(TRIED).unwrap().iter() {
            assert!(least_alike(feature).is_some(), "{}", feature.name());
        }
    }

    #[test]
    fn of_equally_cheap_filters_the_one_that_keeps_most_of_half_as_alike_duplicates_is_taken() {
        let found = |cost, kept_if_half, asked| Found {
            cost,
            kept_if_half,
            blocking: Blocking {
                filter: Filter::new("jaccard".parse().unwrap(), Ratio::at_most(0.5, STEPS))
                    .unwrap(),
                others: Vec::new(),
                given: false,
                asked,
                duplicates: 0,
                kept: 0,
                by_score: LeastByScore::default(),
            },
        };
        let best = |found| best(found).map(|best| best.blocking.asked);
        let near = vec![found(1e6, 6, 0.1), found(3e6, 8, 0.2)];
        assert_eq!(best(near), Some(0.2));
        let too_dear = vec![found(1e6, 6, 0.1), found(5e6, 8, 0.2)];
        assert_eq!(best(too_dear), Some(0.1));
        let cheaper = vec![found(2e6, 8, 0.1), found(1e6, 8, 0.2)];
        assert_eq!(best(cheaper), Some(0.2));
        let both_for_nothing = vec![found(0.0, 6, 0.1), found(9.0, 8, 0.2)];
        assert_eq!(best(both_for_nothing), Some(0.2));
        assert_eq!(best(Vec::new()), None);
    }
}
