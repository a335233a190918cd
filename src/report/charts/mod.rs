//! What should be seen: which decider is best, how well the classes are apart, how much the
//! threshold matters.

mod f1_by_threshold;
mod precision_recall;
mod scores;

use serde::Serialize;

use super::marks::{
    BLUE, Colour, Dot, FAINT, GREEN, INK, ORANGE, PURPLE, SKY, Shape, Sign, Stroke, VERMILLION,
};
use super::plots;
use crate::compare::{Comparison, Decider, Kind};
use crate::error::Result;
use crate::ranking::Ranking;

/// A chart, with the words that stand around it.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Chart {
    /// Its file's name without the ending.
    pub name: &'static str,
    pub heading: &'static str,
    /// One sentence.
    pub reading: String,
    pub svg: String,
}

/// The charts that the comparison has data for.
pub(super) fn charts(comparison: &Comparison) -> Result<Vec<Chart>> {
    let drawn = [
        precision_recall::picture(comparison)?,
        scores::picture(comparison),
        f1_by_threshold::picture(comparison)?,
    ];
    let headings = [
        "How much is found, and how much of it is right",
        "How far apart the two classes are",
        "How much the threshold matters",
    ];
    let charts = drawn.into_iter().zip(headings);
    charts
        .filter_map(|(picture, heading)| Some((picture?, heading)))
        .map(|(picture, heading)| {
            Ok(Chart {
                name: picture.name,
                heading,
                svg: plots::svg(&picture)?,
                reading: picture.description,
            })
        })
        .collect()
}

/// The deciders of a kind, those with scores only: a comparison read from a file has none.
fn scored(comparison: &Comparison, kind: Kind) -> impl Iterator<Item = &Decider> {
    let pairs = comparison.labels.len();
    let deciders = comparison.deciders.iter();
    deciders.filter(move |it| it.kind == kind && pairs > 0 && it.margins.len() == pairs)
}

fn ranking(comparison: &Comparison, decider: &Decider) -> Result<Ranking> {
    Ranking::new(&decider.margins, &comparison.labels)
}

/// How the learned deciders look: the first bold.
fn learned_stroke(index: usize) -> Stroke {
    match index {
        0 => Stroke::new(BLUE, 3.5),
        1 => Stroke::new(SKY, 2.5).dashed(),
        _ => Stroke::new(INK, 1.5).dashed(),
    }
}

fn learned_dot(index: usize) -> Dot {
    Dot {
        shape: Shape::Circle,
        colour: learned_stroke(index).colour,
        hollow: false,
        radius: if index == 0 { 7.0 } else { 5.0 },
    }
}

/// How a rule looks: the same wherever its name stands, as published and re-tuned.
fn rule_dot(comparison: &Comparison, decider: &Decider) -> Dot {
    const LOOKS: [(Shape, Colour); 5] = [
        (Shape::Square, VERMILLION),
        (Shape::Triangle, GREEN),
        (Shape::Diamond, PURPLE),
        (Shape::Wedge, ORANGE),
        (Shape::Circle, FAINT),
    ];
    let mut names: Vec<&str> = Vec::new();
    for rule in comparison
        .deciders
        .iter()
        .filter(|it| it.kind != Kind::Learned)
    {
        if !names.contains(&rule.name.as_str()) {
            names.push(&rule.name);
        }
    }
    let place = names.iter().position(|name| *name == decider.name);
    let (shape, colour) = LOOKS[place.unwrap_or_default() % LOOKS.len()];
    Dot {
        shape,
        colour,
        hollow: decider.kind == Kind::Retuned,
        radius: 5.0,
    }
}

/// The entries of a key that tell published from re-tuned, as far as both occur.
fn rule_key(comparison: &Comparison) -> Vec<(Sign, String)> {
    let dot = |hollow| {
        Sign::Dot(Dot {
            shape: Shape::Square,
            colour: FAINT,
            hollow,
            radius: 5.0,
        })
    };
    [
        (
            Kind::Published,
            dot(false),
            "a rule at its published threshold",
        ),
        (
            Kind::Retuned,
            dot(true),
            "the rule re-tuned on the same labels",
        ),
    ]
    .into_iter()
    .filter(|(kind, ..)| scored(comparison, *kind).next().is_some())
    .map(|(_, sign, text)| (sign, text.to_string()))
    .collect()
}

/// The start of an axis in percent that shows all these shares and a little below: whole tenths,
/// at most 80 %.
fn percent_from(shares: impl Iterator<Item = f64>) -> f64 {
    let least = shares.fold(1.0, f64::min) - 0.05;
    (least.clamp(0.0, 0.8) * 10.0).floor() / 10.0
}

#[cfg(test)]
mod tests {
    use super::super::samples::{comparison, drawn};
    use super::*;

    #[test]
    fn every_chart_is_drawn() {
        let charts = charts(&drawn(200)).unwrap();
        let names: Vec<_> = charts.iter().map(|chart| chart.name).collect();
        assert_eq!(names, ["precision-recall", "scores", "f1-by-threshold"]);
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
        assert!(charts(&comparison()).unwrap().is_empty());
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
            assert!(
                charts(&result)
                    .unwrap()
                    .iter()
                    .all(|chart| !chart.svg.contains("NaN"))
            );
        }
        let mut alone = drawn(50);
        alone.deciders.truncate(1);
        assert_eq!(charts(&alone).unwrap().len(), 3);
        let mut rules = drawn(50);
        rules
            .deciders
            .retain(|decider| decider.kind == Kind::Published);
        assert!(!charts(&rules).unwrap().is_empty());
    }

    #[test]
    fn an_axis_starts_below_what_it_shows() {
        assert_eq!(percent_from([0.97, 0.62].into_iter()), 0.5);
        assert_eq!(percent_from([0.99].into_iter()), 0.8);
        assert_eq!(percent_from([0.0].into_iter()), 0.0);
    }
}
