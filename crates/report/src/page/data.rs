//! The data of a report and their quality, in words.

use serde::Serialize;

use crate::figures::{number, whole_percent};
use dejalu_base::plural::{count, counted};
use dejalu_experiment::compare::Comparison;
use dejalu_experiment::pairs::PairSet;
use dejalu_experiment::pairs::quality::Quality;

/// Fewer clusters than this make an interval a rough guess.
const FEW_CLUSTERS: usize = 20;
/// A smaller share of duplicates than this makes accuracy say nothing.
const RARE: f64 = 0.1;
/// Of one fault no more pairs are named.
const EXAMPLES: usize = 5;

/// The data of a report.
#[derive(Serialize)]
pub(super) struct Data {
    /// Facts: a name and its figures.
    facts: Vec<(&'static str, String)>,
    /// Checks, faults first.
    checks: Vec<Check>,
    faults: usize,
}

/// Something that may spoil figures.
#[derive(Serialize)]
struct Check {
    good: bool,
    text: String,
    /// Pairs that show it, each with the names of its documents.
    examples: Vec<[String; 2]>,
}

impl Check {
    fn good(text: &str) -> Self {
        Check {
            good: true,
            text: text.to_string(),
            examples: Vec::new(),
        }
    }

    fn fault(text: String) -> Self {
        Check {
            good: false,
            ..Check::good(&text)
        }
    }

    /// A check: `right` if nothing was found; otherwise the number found, in singular or plural, and its meaning.
    fn found(number: usize, right: &str, [one, many]: [&str; 2], meaning: &str) -> Self {
        match number {
            0 => Check::good(right),
            _ => Check::fault(counted(number, one, many) + meaning),
        }
    }
}

impl Data {
    pub(super) fn of(comparison: &Comparison, set: &PairSet, quality: &Quality) -> Self {
        let mut checks = vec![
            seen(comparison),
            Check {
                examples: examples(set, &quality.contradictory),
                ..Check::found(
                    quality.contradictory.len(),
                    "No label contradicts others.",
                    LABELLED_DISTINCT,
                    " although duplicates connect the two documents: A is a duplicate of B and B of \
                     C, yet A and C are distinct. At least one of these labels is wrong, or \
                     \"duplicate\" is not transitive here.",
                )
            },
            Check::found(
                quality.repeated,
                "No pair occurs twice.",
                ["row repeats an earlier pair", "rows repeat earlier pairs"],
                "; each row counts, so these pairs weigh more than others.",
            ),
        ];
        if !set.of_vectors {
            checks.extend(of_texts(set, quality));
        }
        checks.extend(outside(comparison));
        checks.extend(rare(comparison));
        checks.extend(clusters(comparison, quality));
        checks.sort_by_key(|check| check.good);
        let mut facts = facts(comparison, quality);
        if !set.of_vectors {
            facts.extend(lengths(quality));
        }
        Data {
            facts,
            faults: checks.iter().filter(|check| !check.good).count(),
            checks,
        }
    }
}

const LABELLED_DISTINCT: [&str; 2] = ["pair is labelled distinct", "pairs are labelled distinct"];

/// Checks of texts.
fn of_texts(set: &PairSet, quality: &Quality) -> [Check; 3] {
    [
        Check::found(
            quality.same_text_apart,
            "No text is in two clusters of related documents.",
            ["document has a text", "documents have a text"],
            " that is also in another cluster of related documents. Training may have seen such a \
             text under another id.",
        ),
        Check {
            examples: examples(set, &quality.same_yet_distinct),
            ..Check::found(
                quality.same_yet_distinct.len(),
                "No two documents of the same text are labelled distinct.",
                LABELLED_DISTINCT,
                " although their texts are the same. No decider that compares texts can get them \
                 right.",
            )
        },
        Check::found(
            quality.wordless,
            "Every document contains words.",
            [
                "document contains no words; every similarity with it is missing.",
                "documents contain no words; every similarity with them is missing.",
            ],
            "",
        ),
    ]
}

/// The names of the documents of the first few pairs.
fn examples(set: &PairSet, pairs: &[usize]) -> Vec<[String; 2]> {
    let name = |document: usize| set.documents[document].id.to_string();
    let names = |&pair: &usize| set.pairs[pair].documents.map(name);
    pairs.iter().take(EXAMPLES).map(names).collect()
}

fn facts(comparison: &Comparison, quality: &Quality) -> Vec<(&'static str, String)> {
    let (pairs, positives) = (comparison.pairs, comparison.positives);
    let share = positives as f64 / pairs.max(1) as f64;
    vec![
        (
            "Pairs",
            format!(
                "{}: {} labelled duplicate ({}), {} distinct",
                count(pairs),
                count(positives),
                whole_percent(share),
                count(pairs - positives)
            ),
        ),
        (
            "Documents",
            format!(
                "{} in {}; the largest contains {}",
                count(comparison.documents),
                number(comparison.clusters, "cluster"),
                count(quality.largest_cluster)
            ),
        ),
    ]
}

fn lengths(quality: &Quality) -> Vec<(&'static str, String)> {
    let words = quality.words.map(|it| it.map(count));
    let length = words.map(|[least, lower, middle, upper, most]| {
        let words = format!(
            "{least} to {most} words; half of the documents have {lower} to {upper}, the middle \
             one {middle}"
        );
        ("Length", words)
    });
    let documents = counted(quality.same_text, "document has", "documents have");
    let same = match quality.same_text {
        0 => "no two documents have the same text".to_string(),
        _ => format!("{documents} the same text as another"),
    };
    length.into_iter().chain([("Same text", same)]).collect()
}

fn seen(comparison: &Comparison) -> Check {
    match comparison.seen_share {
        _ if !comparison.knows_what_was_seen() => Check::fault(
            "Vectors do not say whether the model was trained on these documents.".to_string(),
        ),
        0.0 => Check::good("No test pair shares a document with the training set."),
        share => Check::fault(format!(
            "{} of the test pairs share a document with the training set, so results may be \
             optimistic; the column \"F1, unseen\" leaves these pairs out.",
            whole_percent(share)
        )),
    }
}

fn outside(comparison: &Comparison) -> Option<Check> {
    let outside = comparison.outside.as_ref()?;
    Some(match outside.count {
        0 => Check::good("No pair lies outside what the model learned from."),
        _ if outside.is_many() => Check::fault(format!(
            "{outside}. There its scores are extrapolations: label some of these pairs, and train \
             on them as well."
        )),
        _ => Check::good(&format!("{outside}.")),
    })
}

fn rare(comparison: &Comparison) -> Option<Check> {
    let share = comparison.positives as f64 / comparison.pairs.max(1) as f64;
    (share < RARE).then(|| {
        Check::fault(format!(
            "Duplicates are rare ({} of the pairs). Calling nothing a duplicate is nearly \
             always correct: look at precision, recall and F1.",
            whole_percent(share)
        ))
    })
}

fn clusters(comparison: &Comparison, quality: &Quality) -> Option<Check> {
    let share = quality.largest_cluster as f64 / comparison.documents.max(1) as f64;
    if comparison.clusters < FEW_CLUSTERS {
        let few = number(comparison.clusters, "cluster");
        return Some(Check::fault(format!(
            "The documents form only {few} of related documents: the intervals are rough, and \
             other documents may give different results."
        )));
    }
    (share > 0.5).then(|| {
        Check::fault(format!(
            "One cluster of connected documents contains {} of them. Folds cannot split it, so \
             they are of unequal size.",
            whole_percent(share)
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::comparison;
    use dejalu_experiment::model::Outside;

    #[test]
    fn good_data_have_no_faults() {
        let mut result = comparison();
        result.seen_share = 0.0;
        let quality = Quality {
            words: Some([10, 200, 300, 1_400, 5_000]),
            largest_cluster: 6,
            ..Quality::default()
        };
        let data = Data::of(&result, &PairSet::default(), &quality);
        assert_eq!(data.faults, 0);
        let facts: Vec<&str> = data.facts.iter().map(|fact| fact.1.as_str()).collect();
        assert_eq!(
            facts,
            [
                "360: 120 labelled duplicate (33 %), 240 distinct",
                "96 in 30 clusters; the largest contains 6",
                "10 to 5,000 words; half of the documents have 200 to 1,400, the middle one 300",
                "no two documents have the same text",
            ]
        );
    }

    #[test]
    fn of_vectors_no_text_is_spoken_of() {
        let vectors = PairSet {
            of_vectors: true,
            ..PairSet::default()
        };
        let data = Data::of(&comparison(), &vectors, &Quality::default());
        let names: Vec<&str> = data.facts.iter().map(|fact| fact.0).collect();
        assert_eq!(names, ["Pairs", "Documents"]);
        assert!(data.checks.iter().all(|check| !check.text.contains("text")));
    }

    #[test]
    fn pairs_outside_what_was_learned_are_a_fault_if_they_are_many() {
        let mut result = comparison();
        let mut told = |count: usize| {
            result.outside = Some(Outside {
                pairs: 200,
                count,
                share: Some(count as f64 / 200.0),
                features: Vec::new(),
            });
            let check = outside(&result).unwrap();
            (check.good, check.text)
        };
        let none = "No pair lies outside what the model learned from.";
        assert_eq!(told(0), (true, none.to_string()));
        let few = "20 of 200 pairs (10.0 %) lie outside what the model learned from.";
        assert_eq!(told(20), (true, few.to_string()));
        let (good, many) = told(21);
        assert!(!good && many.starts_with("21 of 200 pairs (10.5 %) lie outside"));
    }

    #[test]
    fn faults_are_told_first() {
        let mut result = comparison();
        (result.positives, result.clusters) = (3, 4);
        let quality = Quality {
            repeated: 1,
            same_text_apart: 2,
            wordless: 2,
            ..Quality::default()
        };
        let data = Data::of(&result, &PairSet::default(), &quality);
        let faults: Vec<&str> = data
            .checks
            .iter()
            .take_while(|check| !check.good)
            .filter_map(|check| check.text.split([';', '(', ':']).next())
            .collect();
        assert_eq!(data.faults, faults.len());
        assert_eq!(
            faults[1..],
            [
                "1 row repeats an earlier pair",
                "2 documents have a text that is also in another cluster of related documents. Training may have seen such a text under another id.",
                "2 documents contain no words",
                "Duplicates are rare ",
                "The documents form only 4 clusters of related documents",
            ]
        );
    }
}
