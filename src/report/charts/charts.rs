//! What should be seen: which decider is best, how well the classes are apart, how much the
//! threshold matters.

use serde::Serialize;

use crate::error::Result;
use crate::experiment::compare::{Comparison, Plane};
use crate::pairs::quality::Category;
use crate::report::drawing;
use crate::report::drawing::marks::Picture;

/// Charts that answer one question.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Group {
    pub question: &'static str,
    pub charts: Vec<Chart>,
}

/// A chart, with the words that stand around it.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Chart {
    /// Its file's name without the ending.
    pub name: &'static str,
    pub heading: &'static str,
    /// A few sentences.
    pub reading: String,
    pub svg: String,
}

/// The charts that there are data for.
pub(crate) fn charts(
    comparison: &Comparison,
    categories: &[Category],
    plane: Option<&Plane>,
) -> Result<Vec<Group>> {
    let groups = [
        Group::of(
            "Quality of the deciders",
            [
                (
                    "Precision and recall",
                    super::precision_recall::CURVES.picture(comparison)?,
                ),
                (
                    "Recall and false positives",
                    super::roc::CURVES.picture(comparison)?,
                ),
                ("Confusion matrix", super::confusion::picture(comparison)),
                (
                    "Hard and easy categories",
                    super::categories::picture(comparison, categories),
                ),
            ],
        ),
        Group::of(
            "Choice of the threshold",
            [
                (
                    "Separation of the two classes",
                    super::scores::picture(comparison),
                ),
                (
                    "Sensitivity to the learned threshold",
                    super::f1_by_threshold::learned_picture(comparison)?,
                ),
                (
                    "Sensitivity to the thresholds of the rules",
                    super::f1_by_threshold::rules_picture(comparison)?,
                ),
                (
                    "False positives against false negatives",
                    super::error_crossing::picture(comparison)?,
                ),
            ],
        ),
        Group::of(
            "Confidence of the learned model",
            [
                (
                    "Calibration of its probabilities",
                    super::reliability::picture(comparison),
                ),
                (
                    "Effect of leaving uncertain pairs undecided",
                    super::abstention::picture(comparison),
                ),
            ],
        ),
        Group::of(
            "What the model learned",
            [
                ("Feature importance", super::importance::first(comparison)),
                (
                    "Weights of a linear model",
                    super::importance::weights(comparison),
                ),
                (
                    "A learned decision boundary",
                    plane.map(super::plane::picture),
                ),
                ("Parameter search", super::search::picture(comparison)),
            ],
        ),
    ];
    let groups: Vec<Group> = groups.into_iter().collect::<Result<_>>()?;
    Ok(groups
        .into_iter()
        .filter(|it| !it.charts.is_empty())
        .collect())
}

impl Group {
    pub(crate) fn of(
        question: &'static str,
        pictures: impl IntoIterator<Item = (&'static str, Option<Picture>)>,
    ) -> Result<Self> {
        let drawn = pictures
            .into_iter()
            .filter_map(|(heading, picture)| Some((heading, picture?)));
        let chart = |(heading, picture): (&'static str, Picture)| {
            Ok(Chart {
                name: picture.name,
                heading,
                svg: drawing::svg(&picture)?,
                reading: picture.description,
            })
        };
        Ok(Group {
            question,
            charts: drawn.map(chart).collect::<Result<_>>()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::compare::Kind;
    use crate::pairs::Label;
    use crate::report::charts::scale::percent_from;
    use crate::report::samples::{comparison, drawn};

    /// All charts, whatever they answer.
    fn drawn_of(comparison: &Comparison, categories: &[Category]) -> Vec<Chart> {
        let groups = charts(comparison, categories, None).unwrap();
        groups.into_iter().flat_map(|group| group.charts).collect()
    }

    #[test]
    fn every_chart_is_drawn() {
        let category = |label, from| Category {
            name: format!("from {from}"),
            label,
            pairs: (from..from + 50).collect(),
        };
        let categories = [category(Label::Duplicate, 0), category(Label::Distinct, 50)];
        let charts = drawn_of(&drawn(200), &categories);
        let names: Vec<_> = charts.iter().map(|chart| chart.name).collect();
        assert_eq!(
            names,
            [
                "precision-recall",
                "roc",
                "confusion",
                "categories",
                "scores",
                "f1-by-threshold",
                "f1-of-rules",
                "error-crossing",
                "reliability",
                "abstention",
                "importance",
                "weights",
                "search",
            ]
        );
        for chart in &charts {
            assert!(chart.svg.trim_end().ends_with("</svg>"));
            assert!(
                !chart.svg.contains("NaN") && !chart.svg.contains("inf"),
                "{}",
                chart.name
            );
        }
    }

    #[test]
    fn without_scores_there_are_no_charts() {
        assert!(drawn_of(&comparison(), &[]).is_empty());
    }

    #[test]
    fn degenerate_scores_are_drawn_too() {
        let equal = |positive: bool| {
            let mut result = drawn(50);
            for decider in &mut result.deciders {
                decider.margins.fill(0.0);
                decider.figures.precision = None;
                decider.figures.f1_interval = None;
            }
            result.labels.fill(positive);
            result
        };
        for result in [equal(true), equal(false)] {
            let charts = drawn_of(&result, &[]);
            assert!(charts.iter().all(|chart| !chart.svg.contains("NaN")));
        }
        let mut alone = drawn(50);
        alone.deciders.truncate(1);
        assert_eq!(drawn_of(&alone, &[]).len(), 10);
        let mut rules = drawn(50);
        rules
            .deciders
            .retain(|decider| decider.kind == Kind::Published);
        assert!(!drawn_of(&rules, &[]).is_empty());
    }

    #[test]
    fn an_axis_starts_below_what_it_shows() {
        assert_eq!(percent_from([0.97, 0.62].into_iter()), 0.5);
        assert_eq!(percent_from([0.99].into_iter()), 0.8);
        assert_eq!(percent_from([0.0].into_iter()), 0.0);
        assert_eq!(percent_from(std::iter::empty()), 0.0);
    }
}
