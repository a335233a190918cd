//! Where false alarms and misses are equally frequent (000, section 3.2.2, figure 3.2).

use super::scale::{WIDTH, has_scores, ranking};
use crate::error::Result;
use crate::evaluation::error_crossing;
use crate::evaluation::ranking::Ranking;
use crate::experiment::compare::{Comparison, Decider, Kind};
use crate::report::drawing::axes::Axis;
use crate::report::drawing::marks::{
    BLUE, Dot, INK, Mark, ORANGE, Panel, Picture, Shape, Sign, Stroke,
};
use crate::report::figures::percent;
use crate::report::significance::leaders;

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
    Ok((!panels.is_empty()).then(|| Picture {
        name: "error-crossing",
        title: "Errors by threshold".to_string(),
        description: "The higher the threshold, the fewer false positives and the more false \
                      negatives. Where the lines cross, both rates are equal: this is the \
                      threshold that Yerra 2005 (000) chooses. The dashed vertical line is the \
                      threshold in use, chosen for F1 or by a paper."
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
    let mut grid: Vec<(f64, f64, f64)> = ranking
        .cuts()
        .iter()
        .map(|cut| {
            let alarms = cut.false_positives as f64 / negatives;
            let missed = 1.0 - cut.true_positives as f64 / positives;
            (cut.score + shift, alarms, missed)
        })
        .collect();
    grid.reverse();
    let (first, last) = (grid.first()?.0, grid.last()?.0);
    let title = match decider.kind {
        Kind::Learned => format!("{}: distance from its threshold", decider.name),
        _ => format!("{}: minimum similarity of a duplicate", decider.name),
    };
    let (from, to) = (first.min(shift - 0.05), last.max(shift + 0.05));
    let mut panel = Panel::new(
        Axis::numbers(&title, from, to, 5.0),
        Axis::percent("error rate", 0.0),
    );
    let [alarms, missed] = [Stroke::new(ORANGE, 3.0), Stroke::new(BLUE, 2.5).dashed()];
    panel.marks = vec![
        Mark::Line {
            points: vec![(shift, 0.0), (shift, 1.0)],
            stroke: Stroke::new(INK, 1.0).dashed(),
        },
        Mark::Line {
            points: grid.iter().map(|point| (point.0, point.1)).collect(),
            stroke: alarms,
        },
        Mark::Line {
            points: grid.iter().map(|point| (point.0, point.2)).collect(),
            stroke: missed,
        },
    ];
    if let Some(crossing) = error_crossing(&grid) {
        panel.marks.push(Mark::Dot {
            at: (crossing.at, crossing.false_positives),
            dot: Dot {
                shape: Shape::Diamond,
                colour: INK,
                hollow: false,
                radius: 6.0,
            },
            name: format!("both {}", percent(Some(crossing.false_positives))),
        });
    }
    panel.key = vec![
        (Sign::Line(alarms), "false positive rate".to_string()),
        (Sign::Line(missed), "false negative rate".to_string()),
    ];
    Some(panel)
}
