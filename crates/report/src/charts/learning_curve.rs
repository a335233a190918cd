//! F1 against the number of labelled pairs: whether more labels would help.

use super::scale::WIDTH;
use super::theme::{learned_stroke, measured};
use crate::drawing::axes::Axis;
use crate::drawing::marks::{At, Mark, Panel, Picture};
use crate::figures::{capitalised, percent};
use crate::learning_curve::{Unit, left_out, sentence};
use dejalu_base::plural::count;
use dejalu_experiment::compare::{Comparison, LearningCurvePoint};

/// The share of the axis within which two ticks would touch.
const APART: f64 = 0.06;

pub(super) fn picture(comparison: &Comparison) -> Option<Picture> {
    let curve = comparison.learning_curve.as_ref()?;
    let known = curve.points.iter().filter_map(|it| Some((it, it.f1?)));
    let known: Vec<(&LearningCurvePoint, f64)> = known.collect();
    if known.len() < 2 {
        return None;
    }
    let ends = known.iter().flat_map(|(point, f1)| {
        let interval = point.f1_interval.map(|it| [it.low, it.high]);
        interval.unwrap_or([*f1; 2])
    });
    let least = ends.clone().fold(0.99, f64::min);
    let most = ends.fold(least, f64::max);
    let title = "F1 on the test pairs";
    let y = Axis::shares(title, least, most, 5.0, " %").roomy();
    let mut panel = Panel::new(sizes(known.iter().map(|it| it.0.pairs)), y);
    let line: Vec<At> = known
        .iter()
        .map(|&(it, f1)| (place(it.pairs), f1))
        .collect();
    let stroke = learned_stroke(0).width(2.0);
    panel.marks.push(Mark::line(line, stroke));
    for (point, f1) in known {
        let at = (place(point.pairs), f1);
        let marks = measured(at, point.f1_interval, percent(Some(f1)));
        panel.marks.extend(marks);
    }
    Some(Picture {
        name: "learning-curve",
        heading: "Would more labels help?",
        title: "F1 by the number of labelled pairs".to_string(),
        description: reading(comparison),
        size: (WIDTH, 400),
        panels: vec![panel],
    })
}

/// Sizes at equal distances where each is twice the one before.
fn place(pairs: usize) -> f64 {
    (pairs.max(1) as f64).ln()
}

/// The sizes are the ticks, the last of them in any case.
fn sizes(pairs: impl Iterator<Item = usize> + Clone) -> Axis {
    let first = pairs.clone().next().map_or(0.0, place);
    let last = pairs.clone().last().map_or(1.0, place);
    let is_apart = |pairs: &usize| {
        let distance = last - place(*pairs);
        distance == 0.0 || distance > APART * (last - first)
    };
    let ticks = pairs.filter(is_apart).map(|it| (place(it), count(it)));
    let title = "labelled pairs that a fold trains on (logarithmic)";
    Axis::new(title, first, last, ticks).roomy()
}

fn reading(comparison: &Comparison) -> String {
    let curve = comparison.learning_curve.as_ref();
    let result = curve.and_then(|it| sentence(it, Unit::Percent));
    let missing = curve.and_then(left_out);
    let sentences = [result, missing].into_iter().flatten();
    let sentences: String = sentences.map(|it| capitalised(&it) + ". ").collect();
    format!(
        "{sentences}Each fold trained again on some of its pairs, larger draws holding the smaller ones, \
         and was tested on the same pairs. The vertical lines are 95 % intervals over the clusters of \
         the test pairs; they do not include the chance of the draw, which is largest for few pairs. \
         What doubling would bring is a rough estimate, from a line through the points over 1/√n."
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{drawn, learning_curve};

    #[test]
    fn every_size_is_a_point_with_its_interval() {
        let mut result = drawn(60);
        assert_eq!(picture(&result), None);
        result.learning_curve = Some(learning_curve());
        let picture = picture(&result).unwrap();
        let panel = &picture.panels[0];
        let ticks: Vec<&str> = panel.x.ticks.iter().map(|it| &*it.1).collect();
        assert_eq!(ticks, ["60", "120", "250", "500", "1,210"]);
        assert_eq!(panel.marks.len(), 1 + 2 * 5);
        let start = "1,513 labels (1,210 in a fold) give an F1 of 95.8 % (94.2–97.1); doubling them \
                     would bring about 1 point. Left out: 30 pairs, ";
        assert!(
            picture.description.starts_with(start),
            "{}",
            picture.description
        );
    }

    #[test]
    fn ticks_do_not_touch_the_last() {
        let axis = sizes([30, 60, 120, 250, 262].into_iter());
        let ticks: Vec<&str> = axis.ticks.iter().map(|it| &*it.1).collect();
        assert_eq!(ticks, ["30", "60", "120", "262"]);
    }

    #[test]
    fn one_size_is_no_curve() {
        let mut result = drawn(60);
        let mut curve = learning_curve();
        curve.points.drain(..4);
        result.learning_curve = Some(curve);
        assert_eq!(picture(&result), None);
    }
}
