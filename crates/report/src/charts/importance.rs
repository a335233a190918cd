//! Charts the features that learned deciders rely on.

use super::scale::WIDTH;
use crate::drawing::axes::Axis;
use crate::drawing::marks::{BLUE, INK, Mark, ORANGE, Panel, Picture, Stroke};
use crate::figures::number;
use dejalu_base::plural::{count, counted};
use dejalu_experiment::compare::{
    Comparison, Decider, FeatureImportance, Importance, ImportanceKind, Kind,
};

/// Features that are shown.
const STRONGEST: usize = 15;

/// The loss of the first decider without a feature; or its weights, if it is linear.
pub(super) fn first(comparison: &Comparison) -> Option<Picture> {
    let decider = comparison.reference()?;
    let picture = Picture {
        name: "importance",
        heading: "Feature importance",
        ..picture(comparison, decider, importance(decider)?)
    };
    Some(picture)
}

/// The weights of another decider that is linear.
pub(super) fn weights(comparison: &Comparison) -> Option<Picture> {
    let deciders = comparison.deciders.iter();
    let others = deciders.filter(|it| it.kind == Kind::Learned).skip(1);
    let mut linear = others
        .filter_map(|it| Some((it, importance(it)?)))
        .filter(|(_, importance)| importance.kind == ImportanceKind::Weight);
    let (decider, importance) = linear.next()?;
    Some(picture(comparison, decider, importance))
}

fn importance(decider: &Decider) -> Option<&Importance> {
    decider.learned.as_ref()?.importance.as_ref()
}

fn picture(comparison: &Comparison, decider: &Decider, importance: &Importance) -> Picture {
    let decider = &decider.name;
    let mut shown: Vec<&FeatureImportance> = importance.features.iter().collect();
    shown.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
    let felt = shown.iter().filter(|it| it.value != 0.0).count();
    let kept = felt.clamp(1, STRONGEST);
    let left_out = shown.len().saturating_sub(kept);
    shown.truncate(kept);
    let mut panel = Panel::new(
        across(decider, importance.kind, &shown),
        Axis::rows(shown.iter().map(|it| it.feature.clone())),
    );
    for (row, feature) in shown.iter().enumerate() {
        panel.marks.extend(bar(feature, -(row as f64)));
    }
    let zero = [(0.0, panel.y.from), (0.0, panel.y.to)];
    panel.marks.push(Mark::line(zero, Stroke::new(INK, 1.0)));
    Picture {
        name: "weights",
        heading: "Weights of a linear model",
        title: format!("Features that {decider} relies on"),
        description: reading(importance, comparison.pairs, left_out),
        size: (WIDTH, 90 + 26 * shown.len() as u32),
        panels: vec![panel],
    }
}

fn across(decider: &str, kind: ImportanceKind, shown: &[&FeatureImportance]) -> Axis {
    let ends = |end: fn(&FeatureImportance) -> f64| shown.iter().map(move |it| end(it));
    let low = ends(|it| it.interval.map_or(it.value, |it| it.low)).fold(0.0, f64::min);
    let high = ends(|it| it.interval.map_or(it.value, |it| it.high)).fold(0.0, f64::max);
    let room = (high - low).max(1e-6) * 0.05;
    match kind {
        ImportanceKind::Weight => {
            let title =
                format!("weight in {decider}: left towards distinct, right towards duplicate");
            Axis::numbers(&title, low - room, high + room, 8.0)
        }
        ImportanceKind::LossOfF1 => {
            let title = format!("points of F1 that {decider} loses when the feature is permuted");
            Axis::shares(&title, low - room, high + room, 8.0, "")
        }
    }
}

fn bar(feature: &FeatureImportance, row: f64) -> Vec<Mark> {
    let colour = if feature.value < 0.0 { ORANGE } else { BLUE };
    let corners = [(0.0, row - 0.32), (feature.value, row + 0.32)];
    let stroke = Stroke::new(INK, 2.0);
    let ends = feature.interval.map(|it| [(it.low, row), (it.high, row)]);
    let fill = Mark::fill(corners, colour, 0.8);
    let interval = ends.map(|ends| Mark::line(ends, stroke));
    std::iter::once(fill).chain(interval).collect()
}

fn reading(importance: &Importance, pairs: usize, left_out: usize) -> String {
    let mut text = match importance.kind {
        ImportanceKind::Weight => {
            "Weights of standardised features, averaged over the folds; the dark line is their \
             range over the folds. A negative weight need not mean that the feature alone \
             indicates distinct pairs: it may correct correlated features."
                .to_string()
        }
        ImportanceKind::LossOfF1 => format!(
            "Permutation importance: the values of each feature were permuted repeatedly among \
             {} that the model had not seen; the bar is the average loss of F1, the dark line \
             the range of the repetitions. Correlated features share their importance: without \
             one the others \
             decide.",
            measured_on(importance, pairs)
        ),
    };
    if left_out > 0 {
        let rest = number(left_out, "weaker feature");
        text.push_str(&format!(
            " Without {rest}. The glossary says what each measures."
        ));
    }
    text
}

/// The pairs that an importance was measured on: all, or those drawn to keep its cost in bounds.
fn measured_on(importance: &Importance, pairs: usize) -> String {
    let drawn = importance.pairs;
    if drawn < pairs as u64 {
        format!(
            "{} of the {} pairs, drawn at random,",
            count(drawn),
            count(pairs)
        )
    } else {
        counted(drawn, "pair", "pairs")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_the_pairs_is_called_a_part() {
        let importance = |pairs| Importance {
            kind: ImportanceKind::LossOfF1,
            pairs,
            features: Vec::new(),
        };
        assert_eq!(measured_on(&importance(781), 781), "781 pairs");
        let text = reading(&importance(111), 781, 0);
        let said = "among 111 of the 781 pairs, drawn at random, that the model had not seen";
        assert!(text.contains(said), "{text}");
    }
}
