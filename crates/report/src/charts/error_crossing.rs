//! Charts the threshold at which false alarms and misses are equally frequent (000, section 3.2.2,
//! figure 3.2).

use super::scale::{WIDTH, has_scores, ranking};
use crate::drawing::axes::Axis;
use crate::drawing::marks::{
    At, BLUE, Dot, INK, Mark, ORANGE, Panel, Picture, Shape, Sign, Stroke,
};
use crate::figures::percent;
use crate::significance::leaders;
use dejalu_base::error::Result;
use dejalu_experiment::compare::{Comparison, Decider, Kind};
use dejalu_learn::evaluation::ranking::Ranking;
use dejalu_learn::evaluation::{ErrorRates, error_crossing};

/// The least range shown on either side of the threshold.
const ROOM: f64 = 0.05;

pub(super) fn picture(comparison: &Comparison) -> Result<Option<Picture>> {
    let mut panels: Vec<Panel> = Vec::new();
    // The best rule is often the same one as published and re-tuned; its curves are the same too.
    let mut shown: Vec<&str> = Vec::new();
    for decider in leaders(comparison) {
        if shown.contains(&decider.name.as_str()) || !has_scores(comparison, decider) {
            continue;
        }
        shown.push(&decider.name);
        panels.extend(panel(decider, &ranking(comparison, decider)?));
    }
    panels.truncate(2);
    panels.extend(comparison.deciders.iter().filter_map(variation_panel));
    Ok((!panels.is_empty()).then(|| Picture {
        name: "error-crossing",
        heading: "False positives against false negatives",
        title: "Errors by threshold".to_string(),
        description: "The higher the threshold, the fewer false positives and the more false \
                      negatives. Where the lines cross, both rates are equal: this is the \
                      threshold that Yerra 2005 (000) chooses. The dashed vertical line is the \
                      threshold in use, chosen for F1 or by a paper; of a variation threshold, the \
                      median over the folds."
            .to_string(),
        size: (WIDTH / 2 * panels.len() as u32, 440),
        panels,
    }))
}

/// The two error rates of a decider over its threshold; nothing where a class is missing.
fn panel(decider: &Decider, ranking: &Ranking) -> Option<Panel> {
    let (positives, negatives) = (ranking.positives() as f64, ranking.negatives() as f64);
    if ranking.positives() == 0 || ranking.negatives() == 0 {
        return None;
    }
    // A learned threshold differs from fold to fold; a rule's is a similarity.
    let shift = match decider.kind {
        Kind::Learned => 0.0,
        _ => decider.threshold,
    };
    let ascending = ranking.cuts().iter().rev();
    let rates = ascending.map(|cut| ErrorRates {
        at: cut.score + shift,
        false_positives: cut.false_positives as f64 / negatives,
        false_negatives: 1.0 - cut.true_positives as f64 / positives,
    });
    let mut points: Vec<ErrorRates> = rates.collect();
    let crossing = error_crossing(&points);
    if let [only] = points[..] {
        // Of one point nothing can be seen: at every lower threshold it is the same.
        let at = only.at - ROOM;
        points.insert(0, ErrorRates { at, ..only });
    }
    let (first, last) = (points.first()?.at, points.last()?.at);
    let title = match decider.kind {
        Kind::Learned => format!("{}: distance from its threshold", decider.name),
        _ => format!("{}: minimum similarity of a duplicate", decider.name),
    };
    let range = (first.min(shift - ROOM), last.max(shift + ROOM));
    Some(curves(&title, range, shift, &points, crossing))
}

/// The error rates of the rule of sentences over its second threshold (000, section 3.2.2).
fn variation_panel(decider: &Decider) -> Option<Panel> {
    let variation = decider.variation.as_ref()?;
    let (points, crossing) = (&variation.errors.points, variation.errors.crossing);
    let last = points.last()?.at.max(variation.threshold);
    let title = format!("{}: variation threshold", decider.name);
    let range = (0.0, last + ROOM);
    Some(curves(&title, range, variation.threshold, points, crossing))
}

/// Both error rates in a range of thresholds, with the threshold in use and the crossing.
fn curves(
    title: &str,
    (from, to): (f64, f64),
    in_use: f64,
    points: &[ErrorRates],
    crossing: Option<ErrorRates>,
) -> Panel {
    let mut panel = Panel::new(
        Axis::numbers(title, from, to, 5.0),
        Axis::percent("error rate", 0.0),
    );
    let curve = |rate: fn(&ErrorRates) -> f64| -> Vec<At> {
        points.iter().map(|it| (it.at, rate(it))).collect()
    };
    let [alarms, missed] = [Stroke::new(ORANGE, 3.0), Stroke::new(BLUE, 2.5).dashed()];
    panel.marks = vec![
        Mark::line(
            [(in_use, 0.0), (in_use, 1.0)],
            Stroke::new(INK, 1.0).dashed(),
        ),
        Mark::line(curve(|it| it.false_positives), alarms),
        Mark::line(curve(|it| it.false_negatives), missed),
    ];
    if let Some(crossing) = crossing {
        let rate = crossing.false_positives;
        let dot = Dot::new(Shape::Diamond, INK, 6.0);
        let name = format!("both {}", percent(Some(rate)));
        panel.marks.push(Mark::dot((crossing.at, rate), dot, name));
    }
    panel.key = vec![
        (Sign::Line(alarms), "false positive rate".to_string()),
        (Sign::Line(missed), "false negative rate".to_string()),
    ];
    panel
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::drawn;
    use dejalu_experiment::compare::Variation;
    use dejalu_experiment::rules;

    #[test]
    fn a_calibrated_variation_threshold_has_a_panel() {
        let mut comparison = drawn(20);
        let (differences, labels) = ([0.02, 0.1, 0.2, 0.4], [true, true, false, false]);
        let errors = rules::over_differences(&differences, &labels).unwrap();
        let threshold = 0.12;
        let panels = |comparison: &Comparison| picture(comparison).unwrap().unwrap().panels.len();
        let usual = panels(&comparison);
        comparison.deciders[0].variation = Some(Variation { threshold, errors });
        assert_eq!(panels(&comparison), usual + 1);
    }

    #[test]
    fn equal_scores_are_two_lines() {
        let mut comparison = drawn(20);
        for decider in &mut comparison.deciders {
            decider.margins = vec![0.5; 20];
        }
        let picture = picture(&comparison).unwrap().unwrap();
        let is_rate = |mark: &&Mark| matches!(mark, Mark::Line { points, .. } if points.first() != points.last());
        // The threshold in use, and both rates.
        assert_eq!(picture.panels[0].marks.iter().filter(is_rate).count(), 3);
    }
}
