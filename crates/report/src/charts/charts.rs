//! The charts of a comparison, in groups.

use serde::Serialize;

use super::{
    abstention, categories, confusion, error_crossing, f1_by_threshold, importance, learning_curve,
    plane, precision_recall, reliability, roc, scores, search,
};
use crate::drawing;
use crate::drawing::marks::Picture;
use dejalu_base::error::Result;
use dejalu_experiment::compare::{Comparison, Plane};
use dejalu_experiment::pairs::quality::Category;

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
                precision_recall::CURVES.picture(comparison)?,
                roc::CURVES.picture(comparison)?,
                confusion::picture(comparison),
                categories::picture(comparison, categories),
            ],
        ),
        Group::of(
            "Choice of the threshold",
            [
                scores::picture(comparison),
                f1_by_threshold::learned_picture(comparison)?,
                f1_by_threshold::rules_picture(comparison)?,
                error_crossing::picture(comparison)?,
            ],
        ),
        Group::of(
            "Confidence of the learned model",
            [
                reliability::picture(comparison),
                abstention::picture(comparison),
            ],
        ),
        Group::of(
            "What the model learned",
            [
                importance::first(comparison),
                importance::weights(comparison),
                plane.map(plane::picture),
                search::picture(comparison),
                learning_curve::picture(comparison),
            ],
        ),
    ];
    let mut groups: Vec<Group> = groups.into_iter().collect::<Result<_>>()?;
    groups.retain(|it| !it.charts.is_empty());
    Ok(groups)
}

impl Group {
    fn of(
        question: &'static str,
        pictures: impl IntoIterator<Item = Option<Picture>>,
    ) -> Result<Self> {
        Ok(Group {
            question,
            charts: drawn(pictures)?,
        })
    }
}

/// The pictures that there are, each drawn.
pub(crate) fn drawn(pictures: impl IntoIterator<Item = Option<Picture>>) -> Result<Vec<Chart>> {
    let chart = |picture: Picture| {
        Ok(Chart {
            name: picture.name,
            heading: picture.heading,
            svg: drawing::svg(&picture)?,
            reading: picture.description,
        })
    };
    pictures.into_iter().flatten().map(chart).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::scale::percent_from;
    use crate::testing::{comparison, drawn, learning_curve};
    use dejalu_experiment::compare::Kind;
    use dejalu_experiment::pairs::Label;

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
        let mut result = drawn(200);
        result.learning_curve = Some(learning_curve());
        let charts = drawn_of(&result, &categories);
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
                "learning-curve",
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
