//! Describes what a feature looks at, in plain words.

use serde_json::Value;

use super::features::Feature;

impl Feature {
    /// The measure's phrase with its parameters, as a noun phrase: `the same runs of 4 words`.
    pub fn description(&self) -> String {
        let Some(measure) = self.measure() else {
            return format!("the column '{self}' of the pairs");
        };
        let parameters = measure.parameters();
        let is =
            |name: &str, value: &str| parameters.get(name).and_then(Value::as_str) == Some(value);
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
        let phrase = measure
            .entry()
            .phrase
            .replace("{one}", one)
            .replace("{where}", place);
        parameters.iter().fold(phrase, |words, (name, value)| {
            words.replace(&format!("{{{name}}}"), &value.to_string())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FeatureSet;

    fn words(feature: &str) -> String {
        feature.parse::<Feature>().unwrap().description()
    }

    #[test]
    fn parameters_stand_in_the_words() {
        assert_eq!(words("headline-agreement"), "agreement of the headlines");
        assert_eq!(words("resemblance:w=2"), "runs of 2 words in common");
        assert_eq!(
            words("containment:w=3,direction=min"),
            "runs of 3 words of each document in the other"
        );
        assert_eq!(
            words("cops"),
            "sentences of one document in the other (meant for ten or more)"
        );
        assert_eq!(
            words("longest-difference:place=edge"),
            "length of the longest difference at the beginning or end"
        );
    }

    #[test]
    fn no_two_features_of_a_model_are_said_alike() {
        for names in ["default", "rarest-words rarest-words:k=1"] {
            let features = FeatureSet::parse(names).unwrap();
            let words: std::collections::BTreeSet<String> =
                features.iter().map(Feature::description).collect();
            assert_eq!(words.len(), features.len(), "{names}: {words:#?}");
        }
    }

    #[test]
    fn every_feature_is_said_in_full() {
        for feature in &FeatureSet::parse("all").unwrap() {
            let words = feature.description();
            assert!(!words.is_empty() && !words.contains(['{', '}']), "{words}");
        }
    }
}
