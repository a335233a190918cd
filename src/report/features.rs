//! Descriptions of features in plain words.

use serde_json::Value;

use crate::similarity::Feature;

/// What each measure looks at, as a noun phrase that a share may follow. In braces stand
/// parameters; `{one}` is "one" or "each" by the direction, `{where}` follows the place.
const PHRASES: &[(&str, &str)] = &[
    ("jaccard", "the same words"),
    ("cosine", "the same distinctive words"),
    ("dice", "weight of the shared words"),
    ("extended-jaccard", "weight of the shared words"),
    ("euclidean", "closeness in distinctive words"),
    ("resemblance", "the same runs of {w} words"),
    (
        "containment",
        "runs of {w} words of {one} document in the other",
    ),
    ("char-resemblance", "the same runs of {n} characters"),
    (
        "char-containment",
        "runs of {n} characters of {one} document in the other",
    ),
    ("mwo", "the same words by title, heading, link and text"),
    (
        "fuzzy-resemblance",
        "sentences with a similar one in the other document",
    ),
    (
        "fuzzy-overlap",
        "sentences of {one} document paired with similar ones",
    ),
    ("fuzzy-sentence", "words correlated with the other document"),
    (
        "four-grams",
        "sentences of {one} document with the same rarest letters",
    ),
    (
        "os-cds",
        "sentences of {one} document that overlap with one of the other",
    ),
    ("scam", "the same sentences"),
    (
        "cops",
        "sentences of {one} document in the other (for ten or more)",
    ),
    ("simhash", "similarity of the fingerprints of all words"),
    ("i-match", "the same words of medium frequency"),
    ("super-shingles", "the same fingerprints of runs of 5 words"),
    (
        "spotsigs",
        "the same words after articles and auxiliary verbs",
    ),
    ("length-ratio", "the same length"),
    (
        "common-order",
        "words of {one} document in the other, in the same order",
    ),
    ("longest-common-run", "the longest passage in common"),
    ("same-words", "words in common, in the same order"),
    (
        "longest-difference",
        "shortness of the longest difference {where}",
    ),
    ("difference-runs", "small number of differing places"),
    ("difference-weight", "low weight of the words that differ"),
    ("number-agreement", "the same numbers"),
    ("name-agreement", "the same names"),
    ("headline-agreement", "the same headline"),
    ("title-agreement", "the same title"),
    ("url-agreement", "the same address"),
    ("doi-agreement", "the same DOI"),
    ("year-agreement", "the same years"),
];

/// `the same runs of 4 words`; of a measure without a phrase its line in the catalogue.
pub(super) fn in_words(feature: &Feature) -> String {
    let Some(measure) = feature.measure() else {
        return format!("the column '{feature}' of the pairs");
    };
    let entry = measure.entry();
    let phrase = PHRASES.iter().find(|(name, _)| *name == entry.name);
    let Some((_, phrase)) = phrase else {
        return entry.summary.to_string();
    };
    let parameters = measure.parameters();
    let is = |name: &str, value: &str| parameters.get(name).and_then(Value::as_str) == Some(value);
    let one = if is("direction", "min") {
        "each"
    } else {
        "one"
    };
    let place = if is("place", "edge") {
        "at the beginning or end"
    } else {
        "inside"
    };
    let words = phrase.replace("{one}", one).replace("{where}", place);
    parameters.iter().fold(words, |words, (name, value)| {
        words.replace(&format!("{{{name}}}"), &value.to_string())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similarity::FeatureSet;
    use crate::similarity::measures::catalogue;

    fn words(feature: &str) -> String {
        in_words(&feature.parse().unwrap())
    }

    #[test]
    fn parameters_stand_in_the_words() {
        assert_eq!(words("headline-agreement"), "the same headline");
        assert_eq!(words("resemblance:w=2"), "the same runs of 2 words");
        assert_eq!(
            words("containment:w=3,direction=min"),
            "runs of 3 words of each document in the other"
        );
        assert_eq!(
            words("cops"),
            "sentences of one document in the other (for ten or more)"
        );
        assert_eq!(
            words("longest-difference:place=edge"),
            "shortness of the longest difference at the beginning or end"
        );
    }

    #[test]
    fn every_feature_is_said_in_full() {
        for feature in &FeatureSet::parse("all").unwrap() {
            let words = in_words(feature);
            assert!(!words.is_empty() && !words.contains(['{', '}']), "{words}");
        }
    }

    #[test]
    fn every_phrase_is_of_a_measure() {
        let known: Vec<&str> = catalogue().iter().map(|entry| entry.name).collect();
        for (name, _) in PHRASES {
            assert!(known.contains(name), "{name}");
        }
    }
}
