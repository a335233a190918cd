//! The scores of both classes: how far apart they are, and which pairs fell on the wrong side.

use super::scale::{WIDTH, scored};
use crate::drawing::axes::{Axis, root, round_step};
use crate::drawing::marks::{Anchor, BLUE, INK, Mark, ORANGE, PAPER, Panel, Picture, Stroke};
use crate::figures::decimal;
use dejalu_base::plural::{count, counted};
use dejalu_experiment::compare::{Comparison, Decider, Kind};

/// About how many bars there are.
const BARS: f64 = 40.0;

pub(super) fn picture(comparison: &Comparison) -> Option<Picture> {
    let decider = scored(comparison, Kind::Learned).next()?;
    let bars = Bars::of(&comparison.labels, &decider.margins);
    let tallest = bars.duplicates.iter().chain(&bars.distinct).max()?;
    let x = Axis::numbers(
        &format!(
            "score of {} minus its threshold: below 0 distinct, above 0 duplicate",
            decider.name
        ),
        bars.from as f64 * bars.width,
        (bars.from + bars.duplicates.len() as i64) as f64 * bars.width,
        8.0,
    );
    // The room above the tallest bar is for the words in the corners.
    let y = Axis::counts("pairs in a bar (square-root scale)", *tallest).mirrored();
    let reach = y.to;
    let mut marks = bars.marks();
    marks.extend([
        Mark::line([(x.from, 0.0), (x.to, 0.0)], Stroke::new(INK, 1.0)),
        Mark::line(
            [(0.0, -reach), (0.0, reach)],
            Stroke::new(INK, 1.5).dashed(),
        ),
    ]);
    marks.extend(corners(decider, &x, reach));
    Some(Picture {
        name: "scores",
        heading: "Separation of the two classes",
        title: "Scores of duplicate and distinct pairs".to_string(),
        description: "Labelled duplicates are above the middle line, labelled distinct pairs \
                      below it; outlined bars are errors. The fewer pairs are near the dashed \
                      threshold, the easier the decisions are."
            .to_string(),
        size: (WIDTH, 460),
        panels: vec![Panel {
            marks,
            ..Panel::new(x, y)
        }],
    })
}

/// Pairs counted by score. The threshold is an edge between two bars, never inside one.
struct Bars {
    width: f64,
    /// The place of the first bar, in widths from the threshold.
    from: i64,
    duplicates: Vec<u64>,
    distinct: Vec<u64>,
}

impl Bars {
    fn of(labels: &[bool], margins: &[f64]) -> Self {
        let least = margins.iter().copied().fold(0.0, f64::min);
        let most = margins.iter().copied().fold(0.0, f64::max);
        let span = if most > least { most - least } else { 1.0 };
        let width = round_step(span / BARS);
        let place = |margin: f64| (margin / width).floor() as i64;
        // Room on both sides of the threshold, even where all scores are equal.
        let (from, to) = (place(least), place(most));
        let (from, to) = (from.min(-to / 3).min(-1), to.max(-from / 3).max(0));
        let bars = usize::try_from(to - from + 1).unwrap_or(1);
        let mut counted = Bars {
            width,
            from,
            duplicates: vec![0; bars],
            distinct: vec![0; bars],
        };
        for (&label, &margin) in labels.iter().zip(margins) {
            let class = if label {
                &mut counted.duplicates
            } else {
                &mut counted.distinct
            };
            let bar = usize::try_from(place(margin) - from).unwrap_or_default();
            if let Some(bar) = class.get_mut(bar) {
                *bar += 1;
            }
        }
        counted
    }

    fn marks(&self) -> Vec<Mark> {
        let classes = [
            (&self.duplicates, 1.0, BLUE),
            (&self.distinct, -1.0, ORANGE),
        ];
        let mut marks = Vec::new();
        for (counts, side, colour) in classes {
            let filled = counts.iter().enumerate().filter(|(_, pairs)| **pairs > 0);
            for (index, &pairs) in filled {
                let place = self.from + index as i64;
                let left = (place as f64 + 0.08) * self.width;
                let right = (place as f64 + 0.92) * self.width;
                let corners = [(left, 0.0), (right, side * root(pairs))];
                let is_right = (place >= 0) == (side > 0.0);
                let (inside, width) = if is_right {
                    (colour, 1.0)
                } else {
                    (PAPER, 2.0)
                };
                marks.extend([
                    Mark::fill(corners, inside, 1.0),
                    Mark::frame(corners, Stroke::new(colour, width)),
                ]);
            }
        }
        marks
    }
}

/// The four counts in words, each in its corner.
fn corners(decider: &Decider, x: &Axis, reach: f64) -> Vec<Mark> {
    let counts = decider.figures.counts;
    let left = |y, down, text| Mark::beside((x.from, y), Anchor::Start, (8.0, down), text, true);
    let right = |y, down, text| Mark::beside((x.to, y), Anchor::End, (-8.0, down), text, true);
    let threshold = format!("threshold {}", decimal(decider.threshold, 3));
    let missed = counted(counts.fn_, "duplicate missed", "duplicates missed");
    let found = counted(counts.tp, "duplicate found", "duplicates found");
    let apart = format!("{} distinct, correct", count(counts.tn));
    let alarms = counted(counts.fp, "false positive", "false positives");
    vec![
        left(reach, 14.0, missed),
        right(reach, 14.0, found),
        left(-reach, -14.0, apart),
        right(-reach, -14.0, alarms),
        Mark::note((0.0, reach), -8.0, threshold, false),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_threshold_is_between_two_bars() {
        let bars = Bars::of(&[true, true, false, false], &[1.0, 0.0, -0.001, -1.0]);
        assert_eq!(bars.width, 0.05);
        let zero = usize::try_from(-bars.from).unwrap();
        assert_eq!((bars.duplicates[zero], bars.distinct[zero]), (1, 0));
        assert_eq!((bars.duplicates[zero - 1], bars.distinct[zero - 1]), (0, 1));
        assert_eq!(bars.duplicates.iter().sum::<u64>(), 2);
    }
}
