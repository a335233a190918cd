//! Judges by a rule: a measure with a threshold, as users write it.

use std::sync::Arc;

use super::judge::{Judge, JudgeKind};
use dejalu_base::error::{Error, Parameter, Result};
use dejalu_experiment::rules;
use dejalu_similarity::candidates::Ratio;
use dejalu_similarity::{Feature, FeatureSet};
use dejalu_text::AnalysisOptions;

impl Judge {
    /// A rule decides, written `NAME=T`: the name of a published rule or a feature, and the minimum
    /// similarity of a duplicate (`mwo=0.5`, `resemblance:w=3=2/3`). A published rule's own
    /// threshold may be left out.
    ///
    /// ```
    /// use dejalu_collection::Judge;
    ///
    /// let judge = Judge::rule("mwo=0.6", Default::default())?;
    /// assert_eq!(judge.threshold(), 0.6);
    /// # Ok::<(), dejalu_base::Error>(())
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
}
