//! Probes labelled documents and counts the errors at every threshold.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::answer::{Class, CopyRule, Cuts};
use crate::prepare;
use crate::probe::{Ignored, Shared, shared};
use crate::registry::Registry;
use dejalu_base::error::{RegistryError, Result};
use dejalu_base::progress::Progress;
use dejalu_experiment::pairs::PairSet;
use dejalu_similarity::measures::sentences::OverlapThreshold;
use dejalu_text::AnalysisOptions;
use dejalu_text::document::{Document, DocumentId};

/// The sentence thresholds S_th of 004, section 6.4.
pub const THRESHOLDS: [f64; 8] = [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 1.0];

/// The cuts of 004, section 6.4.
const HIGH: [f64; 3] = [0.5, 0.6, 0.66];
const SOME: [f64; 3] = [0.05, 0.1, 0.33];

/// Categories of pairs that people call exact copies, high and some overlap.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Categories(pub BTreeMap<String, Class>);

/// Categories that are named as the classes.
impl Default for Categories {
    fn default() -> Self {
        let named = |class: Class| (class.to_string(), class);
        Categories(Class::ALL.map(named).into())
    }
}

/// The results of the experiment.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CopyExperiment {
    /// The registered documents.
    pub documents: usize,
    /// The documents that were probed.
    pub queries: usize,
    /// Number of pairs that people put into each class: exact, high, some.
    pub pairs: [usize; 3],
    /// SCAM first, then OS-CDS by ascending threshold; each with every set of cuts.
    pub trials: Vec<Trial>,
}

/// A rule with its thresholds, and how often it is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Trial {
    /// The rule.
    pub rule: CopyRule,
    /// S_th; none for SCAM, which counts equal sentences alone.
    pub threshold: Option<f64>,
    /// Starts of the classes.
    pub cuts: Cuts,
    /// The errors of each class: exact, high, some.
    pub errors: [Errors; 3],
}

/// The errors of a class, averaged over all queries, each in [0, 1] (004, section 6.4).
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Errors {
    /// Expected documents that were missed or put into a lower class, of those expected.
    /// \[choice\] 0 for a query of which none is expected; none where no query has one.
    pub false_negative: Option<f64>,
    /// Documents put into the class that are not of it, of all registered: the probed one, which is
    /// not compared with itself, is one of them.
    pub false_positive: f64,
}

impl CopyExperiment {
    /// The trial of a rule with these cuts for high and some overlap.
    pub fn trial(&self, threshold: Option<f64>, high: f64, some: f64) -> Option<&Trial> {
        let mut trials = self.trials.iter();
        trials.find(|it| (it.threshold, it.cuts.high, it.cuts.some) == (threshold, high, some))
    }
}

/// The overlaps that people expect of a document: the others, each with a class.
type Expected = BTreeMap<DocumentId, Class>;

/// Registers the documents, probes those that occur in a pair of these categories, and counts the
/// errors.
///
/// # Errors
///
/// No pair is of one of the categories.
pub fn experiment(
    documents: &[Document],
    pairs: &PairSet,
    categories: &Categories,
    analysis: AnalysisOptions,
    progress: &dyn Progress,
) -> Result<CopyExperiment> {
    let expected = expected(pairs, categories)?;
    let mut registry = Registry::in_memory(analysis)?;
    progress.begin("registering documents", documents.len());
    for batch in documents.chunks(1000) {
        registry.register(batch, None)?;
        progress.advance(batch.len());
    }
    let mut trials = trials();
    progress.begin("probing documents", expected.len());
    for document in documents {
        if let Some(expected) = expected.get(&document.id) {
            let found = found(&registry, document)?;
            for trials in trials.chunk_by_mut(|a, b| a.threshold == b.threshold) {
                let overlaps = overlaps(&found, trials[0].threshold);
                for trial in trials {
                    trial.count(&overlaps, expected, documents.len());
                }
            }
            progress.advance(1);
        }
    }
    for errors in trials.iter_mut().flat_map(|trial| &mut trial.errors) {
        errors.false_negative = errors.false_negative.map(|sum| sum / expected.len() as f64);
        errors.false_positive /= expected.len() as f64;
    }
    let all: Vec<Class> = expected
        .values()
        .flat_map(|it| it.values().copied())
        .collect();
    Ok(CopyExperiment {
        documents: documents.len(),
        queries: expected.len(),
        // Either document of a pair expects the other.
        pairs: Class::ALL.map(|class| all.iter().filter(|it| **it == class).count() / 2),
        trials,
    })
}

fn expected(pairs: &PairSet, categories: &Categories) -> Result<BTreeMap<DocumentId, Expected>> {
    let mut expected: BTreeMap<DocumentId, Expected> = BTreeMap::new();
    let mut met = BTreeSet::new();
    for pair in &pairs.pairs {
        let category = pair.category.as_deref().unwrap_or_default();
        met.insert(category);
        if let Some(&class) = categories.0.get(category) {
            let [left, right] = pair.documents.map(|place| &pairs.documents[place].id);
            for (one, other) in [(left, right), (right, left)] {
                expected
                    .entry(one.clone())
                    .or_default()
                    .insert(other.clone(), class);
            }
        }
    }
    if expected.is_empty() {
        return Err(RegistryError::NoCategory {
            expected: categories.0.keys().cloned().collect(),
            found: met
                .into_iter()
                .filter(|name| !name.is_empty())
                .map(String::from)
                .collect(),
        }
        .into());
    }
    Ok(expected)
}

/// Every combination of rule, threshold and cuts.
fn trials() -> Vec<Trial> {
    let rules = std::iter::once(None).chain(THRESHOLDS.map(Some));
    let cuts = HIGH.iter().flat_map(|&high| SOME.map(|some| (high, some)));
    let trial = |threshold: Option<f64>, (high, some)| Trial {
        rule: match threshold {
            Some(_) => CopyRule::OsCds,
            None => CopyRule::Scam,
        },
        threshold,
        cuts: Cuts {
            exact: 1.0,
            high,
            some,
        },
        errors: Default::default(),
    };
    rules
        .flat_map(|threshold| cuts.clone().map(move |cuts| trial(threshold, cuts)))
        .collect()
}

/// The other documents that one shares sentences with.
fn found(registry: &Registry, document: &Document) -> Result<Vec<(DocumentId, Shared)>> {
    let index = &registry.index;
    let chunks = prepare::counting(&registry.analyzer, document, &Default::default());
    let least = OverlapThreshold::of(THRESHOLDS[0]);
    let mut found = Vec::new();
    for shared in shared(index, &chunks, Some(least), &Ignored::default())? {
        let id = index.store.document(shared.document)?.id;
        if id != document.id {
            found.push((id, shared));
        }
    }
    Ok(found)
}

/// The overlap percentage with each document found; without a threshold equal sentences alone
/// count.
fn overlaps(found: &[(DocumentId, Shared)], threshold: Option<f64>) -> Vec<(&DocumentId, f64)> {
    let threshold = threshold.map(OverlapThreshold::of);
    let pairs = found.iter().map(|(id, shared)| {
        let matched = threshold.map(|threshold| shared.matched(threshold));
        (id, shared.percentage(&matched.unwrap_or_default()))
    });
    pairs.collect()
}

impl Trial {
    /// Counts the errors of one query.
    fn count(&mut self, overlaps: &[(&DocumentId, f64)], expected: &Expected, registered: usize) {
        let classified = overlaps.iter().filter_map(|&(id, overlap)| {
            let class = self.cuts.class(overlap)?;
            Some((id, class))
        });
        let said: BTreeMap<&DocumentId, Class> = classified.collect();
        for (class, errors) in Class::ALL.into_iter().zip(&mut self.errors) {
            let wanted = expected.iter().filter(|(_, expected)| **expected == class);
            let missed = wanted.clone().filter(|(id, _)| said.get(id) < Some(&class));
            let alarms = said
                .iter()
                .filter(|(id, said)| **said == class && expected.get(**id) != Some(&class));
            let missed = missed.count() as f64;
            match wanted.count() {
                0 => {}
                wanted => *errors.false_negative.get_or_insert(0.0) += missed / wanted as f64,
            }
            errors.false_positive += alarms.count() as f64 / registered as f64;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use dejalu_base::error::Place;
    use dejalu_base::progress::Silent;
    use dejalu_experiment::pairs::Pair;

    fn errors(said: &[(&str, f64)], expected: &[(&str, Class)]) -> [(Option<f64>, f64); 3] {
        let mut trial = trials()[0];
        let ids: Vec<DocumentId> = said.iter().map(|(id, _)| (*id).into()).collect();
        let overlaps: Vec<(&DocumentId, f64)> = ids
            .iter()
            .zip(said)
            .map(|(id, (_, overlap))| (id, *overlap))
            .collect();
        let expected = expected.iter().map(|(id, class)| ((*id).into(), *class));
        trial.count(&overlaps, &expected.collect(), 10);
        trial
            .errors
            .map(|it| (it.false_negative, it.false_positive))
    }

    #[test]
    fn a_lower_class_is_a_miss_and_a_false_alarm_of_that_class() {
        let expected = [("a", Class::Exact), ("b", Class::High), ("c", Class::Some)];
        let right = [("a", 1.0), ("b", 0.6), ("c", 0.2)];
        assert_eq!(errors(&right, &expected), [(Some(0.0), 0.0); 3]);
        let lower = [("a", 0.9), ("b", 0.6)];
        assert_eq!(
            errors(&lower, &expected),
            [(Some(1.0), 0.0), (Some(0.0), 0.1), (Some(1.0), 0.0)]
        );
        // 004, section 6.4: put into a higher class is no miss there.
        let higher = [("a", 1.0), ("b", 1.0), ("c", 0.2), ("d", 0.2)];
        assert_eq!(
            errors(&higher, &expected),
            [(Some(0.0), 0.1), (Some(0.0), 0.0), (Some(0.0), 0.1)]
        );
    }

    #[test]
    fn false_alarms_are_a_share_of_all_registered_documents() {
        let text = "A storm broke the old pier.";
        let documents = ["a", "b", "c", "d"].map(|id| match id {
            "d" => Document::plain(id, "The library opens on Monday."),
            _ => Document::plain(id, text),
        });
        let pairs = PairSet {
            documents: documents.to_vec(),
            pairs: vec![Pair {
                documents: [0, 1],
                label: None,
                category: Some("exact".to_string()),
                group: None,
                given: Vec::new(),
                place: Place::file(Path::new("pairs.csv")),
            }],
            ..PairSet::default()
        };
        let categories = Categories::default();
        let analysis = AnalysisOptions::default();
        let told = experiment(&documents, &pairs, &categories, analysis, &Silent).unwrap();
        // Both queries find c, which nobody expects: one of four documents each time.
        assert_eq!((told.documents, told.queries), (4, 2));
        assert_eq!(told.trials[0].errors[0].false_positive, 0.25);
        // Nothing of high or some overlap was expected, so nothing of it can be missed.
        let missed = told.trials[0].errors.map(|it| it.false_negative);
        assert_eq!(missed, [Some(0.0), None, None]);
    }

    #[test]
    fn every_combination_is_tried() {
        // 004, section 7: 81 experiments.
        assert_eq!(trials().len(), 81);
    }
}
