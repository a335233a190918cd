//! F1 over the threshold: how much the choice of the threshold matters.

use super::scale::{WIDTH, percent_from, ranking, scored};
use super::theme::{Line, key, learned_dot, learned_stroke, pointing};
use crate::drawing::axes::Axis;
use crate::drawing::marks::{At, BLUE, INK, Mark, Panel, Picture, Sign, Stroke};
use crate::figures::percent;
use dejalu_base::error::Result;
use dejalu_experiment::compare::{Comparison, Decider, Kind};
use dejalu_learn::evaluation::f1_curve;

/// The learned deciders, whose scores have no unit: by distance from the threshold in use.
pub(super) fn learned_picture(comparison: &Comparison) -> Result<Option<Picture>> {
    let deciders: Vec<&Decider> = scored(comparison, Kind::Learned).take(2).collect();
    if deciders.is_empty() || !comparison.labels.contains(&true) {
        return Ok(None);
    }
    let curves: Vec<Vec<At>> = deciders
        .iter()
        .map(|decider| curve(comparison, decider, 0.0))
        .collect::<Result<_>>()?;
    let ends = curves.iter().flatten().map(|point| point.0);
    let least = ends.clone().fold(-0.1, f64::min);
    let most = ends.fold(0.1, f64::max);
    let from = lowest(comparison);
    let mut panel = Panel::new(
        Axis::numbers("distance from the learned threshold", least, most, 5.0),
        Axis::percent("F1", from),
    );
    let interval = deciders[0].figures.f1_interval;
    if let Some((left, right)) = interval.and_then(|it| plateau(&curves[0], it.low)) {
        let corners = [(left, from), (right, 1.0)];
        panel.marks.push(Mark::fill(corners, BLUE, 0.12));
        let band = Sign::Fill(BLUE, 0.12);
        panel
            .key
            .push((band, "F1 within its 95 % interval".to_string()));
    }
    let in_use = Stroke::new(INK, 1.0).dashed();
    panel
        .marks
        .push(Mark::line([(0.0, from), (0.0, 1.0)], in_use));
    for (index, (decider, points)) in deciders.iter().zip(curves).enumerate().rev() {
        let stroke = learned_stroke(index);
        panel.marks.push(Mark::line(points, stroke));
        let text = format!("{} (learned)", decider.name);
        panel.key.push((Sign::Line(stroke), text));
    }
    for (index, decider) in deciders.iter().enumerate() {
        let name = match index {
            0 => percent(decider.figures.f1),
            _ => String::new(),
        };
        let dot = |f1| Mark::dot((0.0, f1), learned_dot(index), name);
        panel.marks.extend(decider.figures.f1.map(dot));
    }
    panel.key.reverse();
    Ok(Some(Picture {
        name: "f1-by-threshold",
        heading: "Sensitivity to the learned threshold",
        title: "F1 by threshold".to_string(),
        description: "The line is F1 at every possible threshold; the dashed vertical line is \
                      the threshold in use. With a broad, flat top, the exact threshold hardly \
                      matters."
            .to_string(),
        size: (WIDTH, 400),
        panels: vec![panel],
    }))
}

/// The rules, by similarity.
pub(super) fn rules_picture(comparison: &Comparison) -> Result<Option<Picture>> {
    let mut lines = Line::all(comparison);
    lines.retain(|line| line.forms[0].kind != Kind::Learned);
    let is_published = |line: &Line| line.forms[0].kind == Kind::Published;
    if !lines.iter().any(is_published) || !comparison.labels.contains(&true) {
        return Ok(None);
    }
    let mut series = Vec::new();
    let mut ends = (0.0_f64, 1.0_f64);
    for line in &lines {
        // The scores of a re-tuned rule are of several thresholds: there is no line through them.
        let points = match line.forms[0] {
            rule if is_published(line) => curve(comparison, rule, rule.threshold)?,
            _ => Vec::new(),
        };
        for point in &points {
            ends = (ends.0.min(point.0), ends.1.max(point.0));
        }
        series.push(line.series(points, |rule| Some((rule.threshold, rule.figures.f1?))));
    }
    let x = Axis::numbers("minimum similarity of a duplicate", ends.0, ends.1, 5.0);
    let panel = Panel {
        series,
        key: key(&lines),
        ..Panel::new(x.roomy(), Axis::percent("F1", lowest(comparison)))
    };
    Ok(Some(Picture {
        name: "f1-of-rules",
        heading: "Sensitivity to the thresholds of the rules",
        title: "F1 of the rules by threshold".to_string(),
        description: "Each line is the F1 of one rule at every possible threshold, the point is \
                      the threshold that it uses. If a filled point is far below the top of its \
                      line, the published threshold does not suit these documents."
            .to_string()
            + pointing(&panel),
        size: (WIDTH, 520),
        panels: vec![panel],
    }))
}

/// Start of the axis of F1: it is the same in both charts.
fn lowest(comparison: &Comparison) -> f64 {
    percent_from(comparison.competitors().filter_map(|it| it.figures.f1))
}

/// The range of thresholds around the own one in which F1 stays at least `low`.
fn plateau(curve: &[At], low: f64) -> Option<(f64, f64)> {
    // Highest score first: to the right of the threshold are the points before its own.
    let (right, left) = curve.split_at(curve.partition_point(|point| point.0 >= 0.0));
    let holds = |point: &&At| point.1 >= low;
    let right = right.iter().rev().take_while(holds).last();
    let left = left.iter().take_while(holds).last();
    let [left, right] = [left, right].map(|end| end.map_or(0.0, |point| point.0));
    (left < right).then_some((left, right))
}

/// F1 at every threshold; scores are margins, shifted by the `threshold` they were taken from.
fn curve(comparison: &Comparison, decider: &Decider, threshold: f64) -> Result<Vec<At>> {
    let points = f1_curve(&ranking(comparison, decider)?);
    let points = points.into_iter();
    let mut points: Vec<At> = points.map(|it| (it.x + threshold, it.y)).collect();
    if let [(score, f1)] = points[..] {
        // Of one point nothing can be seen: at every lower threshold F1 is the same.
        points.push((score - 0.1, f1));
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::drawn;

    #[test]
    fn equal_scores_are_a_line() {
        let mut comparison = drawn(20);
        for decider in &mut comparison.deciders {
            decider.margins = vec![0.5; 20];
        }
        let picture = learned_picture(&comparison).unwrap().unwrap();
        let is_line = |mark: &&Mark| matches!(mark, Mark::Line { points, .. } if points.iter().any(|at| at.0 != points[0].0));
        assert!(picture.panels[0].marks.iter().any(|mark| is_line(&mark)));
    }

    #[test]
    fn the_plateau_is_what_surrounds_the_threshold() {
        let curve = [
            (2.0, 0.5),
            (1.0, 0.9),
            (0.5, 0.95),
            (-0.5, 0.94),
            (-1.0, 0.4),
            (-2.0, 0.99),
        ];
        assert_eq!(plateau(&curve, 0.9), Some((-0.5, 1.0)));
        assert_eq!(plateau(&curve, 0.3), Some((-2.0, 2.0)));
        assert_eq!(plateau(&curve, 0.96), None);
        assert_eq!(plateau(&[], 0.5), None);
    }
}
