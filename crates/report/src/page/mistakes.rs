//! The worst errors of the learned decider: the pairs with their texts and the reasons.

use serde::Serialize;

use super::excerpts::Excerpt;
use crate::figures::percent;
use crate::pair::reason;
use crate::sanitize::sanitize_line;
use dejalu_base::plural::counted;
use dejalu_experiment::compare::{Comparison, Kind, Learned, Mistake};
use dejalu_experiment::model::FeatureEffect;
use dejalu_experiment::pairs::{Label, PairSet};
use dejalu_text::{AnalysisOptions, Analyzer};

/// The worst mistakes of the decider that the others are compared with.
#[derive(Serialize)]
pub(super) struct Mistakes {
    decider: String,
    /// Distinct pairs that were called duplicates.
    alarms: Kinds,
    /// Duplicates that were missed.
    misses: Kinds,
}

/// Mistakes of one kind.
#[derive(Serialize)]
struct Kinds {
    /// Total number, in words.
    count: String,
    /// The worst of them.
    shown: Vec<MistakeText>,
}

/// A mistake in words.
#[derive(Serialize)]
struct MistakeText {
    ids: [String; 2],
    category: Option<String>,
    /// The decision against the label, and the rules that agree with it.
    verdict: String,
    /// The reason for the score.
    reason: String,
    /// True if every model that had not seen the pair contradicts the label.
    suspect: bool,
    /// Nothing where the texts are not known.
    excerpt: Option<Excerpt>,
}

impl Mistakes {
    /// `None` without the mistakes of a learned decider, or without the pairs.
    pub(super) fn of(comparison: &Comparison, set: &PairSet) -> Option<Self> {
        let decider = comparison.reference().filter(|_| !set.pairs.is_empty())?;
        let learned = decider.learned.as_ref()?;
        let counts = decider.figures.counts;
        let writer = MistakeWriter {
            comparison,
            set,
            learned,
            analyzer: Analyzer::new(AnalysisOptions::default()),
        };
        let alarms = counted(counts.fp, "false positive", "false positives");
        let misses = counted(counts.fn_, "missed duplicate", "missed duplicates");
        Some(Mistakes {
            decider: decider.name.clone(),
            alarms: writer.kinds(false, alarms),
            misses: writer.kinds(true, misses),
        })
    }
}

/// Writes mistakes down.
struct MistakeWriter<'a> {
    comparison: &'a Comparison,
    set: &'a PairSet,
    learned: &'a Learned,
    analyzer: Analyzer,
}

impl MistakeWriter<'_> {
    fn kinds(&self, label: bool, count: String) -> Kinds {
        let of_kind = self.learned.mistakes.iter().filter(|it| it.label == label);
        Kinds {
            count,
            shown: of_kind.filter_map(|it| self.text(it)).collect(),
        }
    }

    fn text(&self, mistake: &Mistake) -> Option<MistakeText> {
        let pair = self.set.pairs.get(mistake.pair)?;
        let documents = pair.documents.map(|place| &self.set.documents[place]);
        let analyzed = documents.map(|document| self.analyzer.analyze(document));
        let suspects = &self.comparison.suspects.pairs;
        Some(MistakeText {
            ids: documents.map(|document| sanitize_line(document.id.as_str())),
            category: pair.category.clone(),
            verdict: self.verdict(mistake),
            reason: reason(&self.features(mistake)),
            suspect: suspects.iter().any(|it| it.pair == mistake.pair),
            excerpt: (!self.set.of_vectors).then(|| Excerpt::of(analyzed.each_ref())),
        })
    }

    /// `Labelled distinct, called a duplicate (probability of a duplicate 97.2 %). 3 of 16 re-tuned rules make the same mistake.`
    fn verdict(&self, mistake: &Mistake) -> String {
        let (label, said) = if mistake.label {
            (Label::Duplicate, "distinct")
        } else {
            (Label::Distinct, "a duplicate")
        };
        let probability = percent(Some(mistake.probability));
        let verdict =
            format!("Labelled {label}, called {said} (probability of a duplicate {probability}).");
        match self.rules(mistake) {
            [_, 0] => verdict,
            [too, all] => {
                let make = if too == 1 { "makes" } else { "make" };
                format!("{verdict} {too} of {all} re-tuned rules {make} the same mistake.")
            }
        }
    }

    /// Number of re-tuned rules that are wrong as well, and of all.
    fn rules(&self, mistake: &Mistake) -> [usize; 2] {
        let deciders = self.comparison.deciders.iter();
        let rules = deciders.filter(|it| it.kind == Kind::Retuned);
        let decisions = rules.filter_map(|it| it.decisions.get(mistake.pair));
        let wrong: Vec<bool> = decisions.map(|it| *it != mistake.label).collect();
        [wrong.iter().filter(|&&wrong| wrong).count(), wrong.len()]
    }

    /// The features, the one that moved the score most first.
    fn features(&self, mistake: &Mistake) -> Vec<FeatureEffect> {
        let moved = mistake.values.iter().zip(&mistake.deviations);
        let rows = self.learned.features.iter().zip(moved);
        let mut rows: Vec<FeatureEffect> = rows
            .zip(&mistake.effects)
            .map(|((feature, (&value, &deviation)), &effect)| {
                FeatureEffect::new(feature, value, deviation, effect)
            })
            .collect();
        for (row, comparable) in rows.iter_mut().zip(&mistake.comparable) {
            if !comparable {
                row.found_nothing();
            }
        }
        rows.sort_by(|a, b| b.effect.abs().total_cmp(&a.effect.abs()));
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::drawn;
    use dejalu_base::error::Place;
    use dejalu_experiment::pairs::Pair;
    use dejalu_text::document::Document;

    /// Each pair has two documents of its own.
    fn set(labels: &[bool]) -> PairSet {
        let texts = ["The ferry waits at 7.", "The ferry sails at 7."];
        let pair = |place: usize| Pair {
            documents: [2 * place, 2 * place + 1],
            label: Some(if labels[place] {
                Label::Duplicate
            } else {
                Label::Distinct
            }),
            category: Some("edited".to_string()),
            group: None,
            given: Vec::new(),
            place: Place::file("pairs.csv".as_ref()),
        };
        PairSet {
            documents: (0..2 * labels.len())
                .map(|it| Document::plain(format!("d{it}"), texts[it % 2]))
                .collect(),
            pairs: (0..labels.len()).map(pair).collect(),
            ..PairSet::default()
        }
    }

    #[test]
    fn a_mistake_is_told_with_its_texts_and_why() {
        let comparison = drawn(600);
        let mistakes = Mistakes::of(&comparison, &set(&comparison.labels)).unwrap();
        assert!(mistakes.misses.count.ends_with("missed duplicates"));
        let told = &mistakes.misses.shown[0];
        let pair = comparison.deciders[0].learned.as_ref().unwrap().mistakes[1].pair;
        assert_eq!(
            told.ids,
            [2 * pair, 2 * pair + 1].map(|it| format!("d{it}"))
        );
        let verdict = "Labelled duplicate, called distinct (probability of a duplicate 2.0 %). ";
        assert!(told.verdict.starts_with(verdict), "{}", told.verdict);
        assert!(told.verdict.contains(" of 4 re-tuned rules make"));
        assert!(
            told.reason
                .starts_with("Similar, which suggests duplicate: numbers in common")
        );
        assert!(!told.suspect && told.excerpt.is_some());
    }

    #[test]
    fn what_had_nothing_to_compare_is_no_reason() {
        let mut comparison = drawn(600);
        let set = set(&comparison.labels);
        let learned = comparison.deciders[0].learned.as_mut().unwrap();
        learned.mistakes[1].comparable[0] = false;
        let mistakes = Mistakes::of(&comparison, &set).unwrap();
        assert_eq!(
            mistakes.misses.shown[0].reason,
            "Dissimilar, which suggests distinct: words in common by title, heading, link and text (mwo 0.40). \
             Nothing strong suggests duplicate. Changes the score with nothing to compare: numbers \
             in common (number-agreement)."
        );
    }

    #[test]
    fn of_vectors_no_texts_are_shown() {
        let comparison = drawn(600);
        let vectors = PairSet {
            of_vectors: true,
            ..set(&comparison.labels)
        };
        let mistakes = Mistakes::of(&comparison, &vectors).unwrap();
        assert!(mistakes.misses.shown[0].excerpt.is_none());
    }

    #[test]
    fn without_pairs_nothing_is_told() {
        assert!(Mistakes::of(&drawn(120), &PairSet::default()).is_none());
    }
}
