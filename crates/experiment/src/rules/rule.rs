//! [`Rule`], and the published ones.

use serde::{Deserialize, Serialize};

use dejalu_base::error::Result;
use dejalu_base::threshold::reaches;
use dejalu_similarity::{Feature, FeatureSet};
use dejalu_text::AnalyzedDocument;

/// The source of a published rule's threshold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The paper prints it.
    Paper,
    /// The paper names the measure and no cut; the cut is ours, and the rule carries a †.
    Choice,
}

/// A published decision rule: duplicate iff the feature reaches the threshold.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// Its name in tables and files.
    pub name: &'static str,
    /// The feature that it looks at.
    pub feature: Feature,
    /// The minimum similarity that it calls a duplicate, in [0, 1].
    pub threshold: f64,
    /// The source of that threshold.
    pub origin: Origin,
    /// Paper and section.
    pub source: &'static str,
    /// True if it is defined for single sentences only.
    pub for_sentences: bool,
}

impl Rule {
    /// The decision for a similarity: whether its [`score`] reaches the threshold.
    pub fn decide(&self, similarity: f64) -> bool {
        reaches(score(similarity), self.threshold)
    }

    /// Returns whether the rule applies: a rule for single sentences only where at least nine of ten documents are one
    /// sentence. \[choice\] The others are then compared as one sentence each, so that a mistake of the sentence
    /// splitter does not exclude the rule.
    pub fn applies_to(&self, documents: &[AnalyzedDocument]) -> bool {
        let single = documents
            .iter()
            .filter(|document| document.sentences.len() <= 1)
            .count();
        !self.for_sentences || (!documents.is_empty() && single * 10 >= documents.len() * 9)
    }
}

/// The similarity as a rule sees it: NaN, where there was nothing to compare, becomes 0, so the
/// documents are distinct.
pub fn score(similarity: f64) -> f64 {
    if similarity.is_nan() { 0.0 } else { similarity }
}

/// The rules of the five papers whose measures are in the catalogue: name, feature, threshold, whose
/// threshold it is, and where it stands.
#[rustfmt::skip]
const PUBLISHED: [(&str, &str, f64, Origin, &str); 17] = [
    ("fuzzy-sentence", "fuzzy-sentence", 0.825, Origin::Paper, "Yerra 2005 (000), section 3.4"),
    // The thesis ranks by odds and names no cut; odds of 1 are the even point.
    ("fuzzy-document", "fuzzy-resemblance", 0.5, Origin::Choice, "Yerra 2005 (000), section 4.3"),
    ("mwo", "mwo", 0.5, Origin::Paper, "Das, Mathew and Vijayaraghavan (002), section 4.3"),
    // Broder et al. 1997 cluster at 50 %, with w = 10.
    ("resemblance", "resemblance:w=4", 0.5, Origin::Choice, "Pereira and Ziviani 2003 (003), section 3"),
    ("containment", "containment:w=4,direction=max", 0.5, Origin::Choice, "Pereira and Ziviani 2003 (003), section 3"),
    ("patricia", "patricia:direction=max", 0.5, Origin::Choice, "Pereira and Ziviani 2003 (003), section 2"),
    ("four-grams", "four-grams:direction=max", 0.5, Origin::Choice, "Yerra 2005 (000), section 3.2.1"),
    ("os-cds", "os-cds:direction=max", 0.5, Origin::Paper, "Ismail, Saad and Badr (004), section 7"),
    ("os-cds-exact", "os-cds:direction=max", 1.0, Origin::Paper, "Ismail, Saad and Badr (004), section 7"),
    ("os-cds-some", "os-cds:direction=max", 0.05, Origin::Paper, "Ismail, Saad and Badr (004), section 7"),
    ("scam", "scam", 0.5, Origin::Paper, "Ismail, Saad and Badr (004), section 7"),
    ("scam-exact", "scam", 1.0, Origin::Paper, "Ismail, Saad and Badr (004), section 7"),
    ("scam-some", "scam", 0.05, Origin::Paper, "Ismail, Saad and Badr (004), section 7"),
    // At most 3 of 64 bits differ.
    ("simhash", "simhash", 61.0 / 64.0, Origin::Paper, "Raveena and Nandini 2014 (001), section II"),
    ("i-match", "i-match", 1.0, Origin::Paper, "Raveena and Nandini 2014 (001), section II"),
    // At least 2 of 6 groups are equal.
    ("super-shingles", "super-shingles", 2.0 / 6.0, Origin::Paper, "Das, Mathew and Vijayaraghavan (002), section 2"),
    // Section II of 001 describes the method without a number; 0.44 is that of its inventors.
    ("spotsigs", "spotsigs", 0.44, Origin::Paper, "Theobald et al. 2008, cited by Raveena and Nandini 2014 (001), section II"),
];

/// The rules of the five papers whose measures are in the catalogue.
pub fn published() -> Result<Vec<Rule>> {
    let rule = |(name, feature, threshold, origin, source): (_, &str, _, _, _)| {
        Ok(Rule {
            name,
            feature: feature.parse()?,
            threshold,
            origin,
            source,
            for_sentences: name == "fuzzy-sentence",
        })
    };
    PUBLISHED.into_iter().map(rule).collect()
}

/// The features that these rules look at.
pub fn features(rules: &[Rule]) -> FeatureSet {
    rules.iter().map(|rule| rule.feature.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_text::Analyzer;
    use dejalu_text::document::Document;

    #[test]
    fn every_published_rule_looks_at_a_measure_of_the_catalogue() {
        let rules = published().unwrap();
        let names: std::collections::HashSet<&str> = rules.iter().map(|rule| rule.name).collect();
        assert_eq!(names.len(), rules.len());
        assert!(
            rules
                .iter()
                .all(|rule| (0.0..=1.0).contains(&rule.threshold))
        );
    }

    #[test]
    fn nothing_to_compare_is_distinct_to_every_rule() {
        for rule in published().unwrap() {
            assert!(!rule.decide(f64::NAN), "{}", rule.name);
        }
    }

    #[test]
    fn every_rule_keeps_what_sits_exactly_at_its_threshold() {
        for rule in published().unwrap() {
            // The threshold as a sum of equal parts, added in either direction.
            for parts in 1..200 {
                let part = rule.threshold / f64::from(parts);
                let sum: f64 = (0..parts).map(|_| part).sum();
                let rest: f64 = (0..parts).fold(1.0 + rule.threshold, |rest, _| {
                    rest - 1.0 / f64::from(parts)
                });
                assert!(
                    rule.decide(sum) && rule.decide(rest),
                    "{} {parts}",
                    rule.name
                );
                assert!(!rule.decide(sum - 1e-6), "{} {parts}", rule.name);
            }
        }
    }

    #[test]
    fn the_rule_for_sentences_applies_to_sentences_only() {
        let analyzer = Analyzer::new(Default::default());
        let analyze = |text| analyzer.analyze(&Document::plain("x", text));
        let rules = published().unwrap();
        let sentence_rule = rules.iter().find(|rule| rule.for_sentences).unwrap();
        assert!(sentence_rule.applies_to(&[analyze("One sentence only.")]));
        assert!(!sentence_rule.applies_to(&[analyze("One sentence. And one more.")]));
        assert!(rules[2].applies_to(&[analyze("One sentence. And one more.")]));
    }
}
