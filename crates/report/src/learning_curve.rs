//! A learning curve in words.

use super::figures::{ABSENT, decimal, number};
use dejalu_base::plural::count;
use dejalu_experiment::compare::{LearningCurve, LearningCurvePoint};
use dejalu_learn::evaluation::Interval;

/// The unit in which F1 is written: that of its surroundings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// `0.91`, in a terminal.
    Decimal,
    /// `91.0 %`, on a page.
    Percent,
}

impl Unit {
    /// A share of 1 without its sign.
    fn figure(self, share: f64) -> String {
        match self {
            Unit::Decimal => decimal(share, 2),
            Unit::Percent => decimal(100.0 * share, 1),
        }
    }

    fn f1(self, point: &LearningCurvePoint) -> String {
        let sign = match self {
            Unit::Decimal => "",
            Unit::Percent => " %",
        };
        let Some(f1) = point.f1 else {
            return ABSENT.to_string();
        };
        let interval = point
            .f1_interval
            .map_or(String::new(), |it| self.between(it));
        format!("{}{sign}{interval}", self.figure(f1))
    }

    /// ` (0.88–0.93)`
    fn between(self, Interval { low, high }: Interval) -> String {
        format!(" ({}–{})", self.figure(low), self.figure(high))
    }

    /// Roughly: what a line through a few points tells is no more exact than this.
    fn gain(self, gain: f64) -> String {
        let hundredths = (100.0 * gain).round();
        match self {
            Unit::Decimal if gain < 0.005 => "less than 0.005".to_string(),
            Unit::Percent if gain < 0.005 => "less than half a point".to_string(),
            Unit::Decimal => format!("about {}", decimal(hundredths / 100.0, 2)),
            Unit::Percent => format!("about {}", number(hundredths as usize, "point")),
        }
    }
}

/// States the F1 of the labels, and the gain from twice as many: `300 labels (240 in a fold) give an
/// F1 of 0.91 (0.88–0.93); doubling them would bring about 0.01`.
pub(super) fn sentence(curve: &LearningCurve, unit: Unit) -> Option<String> {
    let last = curve.points.last()?;
    let labels = count(curve.labelled);
    let (in_fold, f1) = (count(last.pairs), unit.f1(last));
    let more = match curve.gain_of_doubling {
        Some(gain) => format!("doubling them would bring {}", unit.gain(gain)),
        None => format!(
            "what more would bring cannot be told from {}; expected at least {}",
            number(curve.points.len(), "size"),
            LearningCurve::FEWEST_SIZES
        ),
    };
    Some(format!(
        "{labels} labels ({in_fold} in a fold) give an F1 of {f1}; {more}"
    ))
}

/// Names the sizes that are missing, if some are.
pub(super) fn left_out(curve: &LearningCurve) -> Option<String> {
    let sizes: Vec<String> = curve.left_out.iter().map(count).collect();
    (!sizes.is_empty()).then(|| {
        format!(
            "left out: {} pairs, from which some fold cannot learn (fewer than five of a label, too \
             few clusters, or a threshold out of reach)",
            sizes.join(", ")
        )
    })
}

/// The points and the sentence as lines of a summary in the terminal.
pub(super) fn lines(curve: &LearningCurve) -> Vec<(&'static str, String)> {
    let head = "pairs  F1, 95 % interval".to_string();
    let row = |point: &LearningCurvePoint| {
        format!("{:>5}  {}", count(point.pairs), Unit::Decimal.f1(point))
    };
    let rows = curve.points.iter().map(row);
    let words = [left_out(curve), sentence(curve, Unit::Decimal)];
    let below = rows.chain(words.into_iter().flatten());
    std::iter::once(("learning curve", head))
        .chain(below.map(|line| ("", line)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::learning_curve;

    #[test]
    fn the_summary_is_a_small_table_and_a_sentence() {
        let text: Vec<String> = lines(&learning_curve())
            .into_iter()
            .map(|it| it.1)
            .collect();
        assert_eq!(
            text,
            [
                "pairs  F1, 95 % interval",
                "   60  0.89 (0.85–0.93)",
                "  120  0.92 (0.89–0.95)",
                "  250  0.94 (0.92–0.96)",
                "  500  0.95 (0.93–0.97)",
                "1,210  0.96 (0.94–0.97)",
                "left out: 30 pairs, from which some fold cannot learn (fewer than five of a label, too few clusters, or a threshold out of reach)",
                "1,513 labels (1,210 in a fold) give an F1 of 0.96 (0.94–0.97); doubling them would bring about 0.01",
            ]
        );
    }

    #[test]
    fn the_sentence_is_rough_about_what_is_not_measured() {
        let mut curve = learning_curve();
        let percent = sentence(&curve, Unit::Percent).unwrap();
        assert_eq!(
            percent,
            "1,513 labels (1,210 in a fold) give an F1 of 95.8 % (94.2–97.1); doubling them would bring about 1 point"
        );
        let mut gains = |gain: f64| {
            curve.gain_of_doubling = Some(gain);
            [Unit::Decimal, Unit::Percent].map(|unit| {
                let told = sentence(&curve, unit).unwrap();
                told.split_once("bring ").unwrap().1.to_string()
            })
        };
        assert_eq!(gains(0.0), ["less than 0.005", "less than half a point"]);
        assert_eq!(gains(0.005), ["about 0.01", "about 1 point"]);
        assert_eq!(gains(0.024), ["about 0.02", "about 2 points"]);
    }

    #[test]
    fn without_three_sizes_it_says_why_nothing_is_extrapolated() {
        let mut curve = learning_curve();
        curve.points.drain(..3);
        curve.gain_of_doubling = None;
        for point in &mut curve.points {
            point.f1_interval = None;
        }
        assert_eq!(
            sentence(&curve, Unit::Decimal).unwrap(),
            "1,513 labels (1,210 in a fold) give an F1 of 0.96; what more would bring cannot be told from 2 sizes; expected at least 3"
        );
        curve.points.truncate(0);
        assert_eq!(sentence(&curve, Unit::Decimal), None);
    }
}
