//! The experiment of 004 for people: its tables with the published figures beside ours, and a chart
//! of both errors over the sentence threshold.

use super::drawing::axes::Axis;
use super::drawing::marks::{
    BLUE, Colour, Dash, INK, Mark, ORANGE, Panel, Picture, Sign, Stroke, VERMILLION,
};
use super::drawing::svg;
use super::figures::number;
use dejalu_base::error::Result;
use dejalu_base::plural::{count, counted, percent};
use dejalu_registry::Class;
use dejalu_registry::experiment::{CopyExperiment, Errors, PUBLISHED, THRESHOLDS, Trial};

/// The cuts of the first table: 50 and 5 %.
const HIGH: f64 = 0.5;
const SOME: f64 = 0.05;

/// The tables; ends with a line end.
pub fn copies_table(experiment: &CopyExperiment) -> String {
    let mut lines = vec![scope(experiment), String::new()];
    lines.push("                          missed            false positives".to_string());
    lines.push("                          here  published     here  published".to_string());
    for row in PUBLISHED {
        let some = match row.class {
            Class::Some => row.cut,
            _ => SOME,
        };
        let errors = errors(experiment.trial(row.threshold, HIGH, some), row.class);
        lines.push(format!(
            "{:<6}  {:<5}  {:>5}  {:>8}  {:>9}  {:>8}  {:>9}",
            if row.threshold.is_some() {
                "OS-CDS"
            } else {
                "SCAM"
            },
            row.class.to_string(),
            percent(row.cut, 0),
            hundredths(errors.and_then(|it| it.false_negative)),
            hundredths(Some(row.false_negative)),
            hundredths(errors.map(|it| it.false_positive)),
            hundredths(row.false_positive),
        ));
    }
    lines.push(String::new());
    lines
        .push("OS-CDS        exact, 100 %            high, 50 %             some, 5 %".to_string());
    lines
        .push("S_th    missed  false pos.    missed  false pos.    missed  false pos.".to_string());
    for threshold in THRESHOLDS {
        let trial = experiment.trial(Some(threshold), HIGH, SOME);
        let cells = Class::ALL.map(|class| {
            let errors = errors(trial, class);
            let missed = hundredths(errors.and_then(|it| it.false_negative));
            let wrong = hundredths(errors.map(|it| it.false_positive));
            format!("{missed:>8}  {wrong:>10}")
        });
        lines.push(format!("{:<5} {}", percent(threshold, 0), cells.join("  ")));
    }
    lines.extend(NOTES.map(String::from));
    if experiment.pairs.contains(&0) {
        lines.push("–: no label is of this class.".to_string());
    }
    lines.join("\n") + "\n"
}

const NOTES: [&str; 4] = [
    "",
    "missed: documents of the class by label, found in a lower class or not at all.",
    "false positives (false pos.): documents put into the class that are not of it, of all registered.",
    "Averages over all queries, as in Ismail, Saad and Badr (004), section 6.4, on 80 queries.",
];

fn scope(experiment: &CopyExperiment) -> String {
    let [exact, high, some] = experiment.pairs.map(count);
    format!(
        "{}, {}; labels: {exact} exact copies, {high} of high and {some} of some overlap",
        number(experiment.documents, "document"),
        counted(experiment.queries, "query", "queries"),
    )
}

/// Both errors of every class over S_th, as SVG.
pub fn copies_chart(experiment: &CopyExperiment) -> Result<String> {
    svg(&picture(experiment))
}

pub(super) fn picture(experiment: &CopyExperiment) -> Picture {
    let missed = |errors: Errors| errors.false_negative;
    let false_positives = |errors: Errors| Some(errors.false_positive);
    Picture {
        name: "copies",
        heading: "Errors of the probes",
        title: "Errors by sentence threshold".to_string(),
        description:
            "The more of a sentence's words another sentence must contain, the more copies are \
                      missed and the fewer false positives there are. Dashed: the choice of \
                      Ismail, Saad and Badr (004), 80 %."
                .to_string(),
        size: (860, 440),
        panels: vec![
            panel(experiment, "missed, % of those expected", missed),
            panel(
                experiment,
                "false positives, % of all registered",
                false_positives,
            ),
        ],
    }
}

fn panel(experiment: &CopyExperiment, title: &str, error: fn(Errors) -> Option<f64>) -> Panel {
    let line = |class: Class| -> Vec<(f64, f64)> {
        let point = |threshold: f64| {
            let errors = errors(experiment.trial(Some(threshold), HIGH, SOME), class)?;
            Some((100.0 * threshold, 100.0 * error(errors)?))
        };
        THRESHOLDS.into_iter().filter_map(point).collect()
    };
    let lines = Class::ALL.map(line);
    let most = lines
        .iter()
        .flatten()
        .map(|point| point.1)
        .fold(1.0, f64::max);
    let mut panel = Panel::new(
        Axis::numbers("S_th, %", 50.0, 100.0, 5.0),
        Axis::numbers(title, 0.0, 1.05 * most, 5.0),
    );
    let chosen = [(80.0, 0.0), (80.0, 1.05 * most)];
    let dashed = Stroke::new(INK, 1.0).dashed();
    panel.marks.push(Mark::line(chosen, dashed));
    const LOOKS: [(Colour, f64, Dash); 3] = [
        (BLUE, 3.5, Dash::None),
        (ORANGE, 2.5, Dash::Long),
        (VERMILLION, 2.0, Dash::Dotted),
    ];
    for ((points, class), (colour, width, dash)) in lines.into_iter().zip(Class::ALL).zip(LOOKS) {
        if points.is_empty() {
            continue;
        }
        let stroke = Stroke::new(colour, width).dash(dash);
        panel.marks.push(Mark::line(points, stroke));
        panel.key.push((Sign::Line(stroke), class.to_string()));
    }
    panel
}

fn errors(trial: Option<&Trial>, class: Class) -> Option<Errors> {
    let place = Class::ALL.iter().position(|it| *it == class)?;
    trial.map(|trial| trial.errors[place])
}

/// `26.88 %`.
fn hundredths(share: Option<f64>) -> String {
    share.map_or_else(
        || super::figures::ABSENT.to_string(),
        |share| percent(share, 2),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_base::progress::Silent;
    use dejalu_experiment::pairs::PairSet;
    use dejalu_registry::experiment::{Categories, experiment};

    /// The documents that are built in.
    fn sample() -> CopyExperiment {
        let set: PairSet = dejalu_experiment::model::builtin::pairs().unwrap();
        let named = [
            ("exact", Class::Exact),
            ("near", Class::High),
            ("light", Class::High),
            ("heavy", Class::Some),
        ];
        let categories = named.map(|(name, class)| (name.to_string(), class));
        let categories = Categories(categories.into());
        let analysis = Default::default();
        experiment(&set.documents, &set, &categories, analysis, &Silent).unwrap()
    }

    #[test]
    fn the_tables_hold_the_published_figures_beside_ours() {
        let sample = sample();
        let text = copies_table(&sample);
        for row in [
            "SCAM    exact  100 %",
            "OS-CDS  some    33 %",
            "26.88 %",
            "17.21 %",
            "1.66 %",
        ] {
            assert!(text.contains(row), "no '{row}' in\n{text}");
        }
        assert!(text.lines().all(|line| line.chars().count() <= 100));
        // A higher threshold finds less: more is missed, and there are fewer false positives.
        let at = |threshold| sample.trial(Some(threshold), HIGH, SOME).unwrap().errors;
        for (low, high) in at(0.5).iter().zip(at(1.0)) {
            assert!(low.false_negative <= high.false_negative);
        }
        assert!(at(0.5)[2].false_positive >= at(1.0)[2].false_positive);
    }

    #[test]
    fn a_class_without_a_label_has_no_share_of_misses() {
        let mut sample = sample();
        sample.pairs[1] = 0;
        for trial in &mut sample.trials {
            trial.errors[1].false_negative = None;
        }
        let text = copies_table(&sample);
        let rows: Vec<&str> = text
            .lines()
            .filter(|line| line.contains("  high "))
            .collect();
        assert_eq!(rows.len(), 2, "{text}");
        for row in rows {
            assert_eq!(row.split_whitespace().nth(4), Some("–"), "{row}");
        }
        assert!(text.ends_with("–: no label is of this class.\n"), "{text}");
        let [missed, wrong] = <[Panel; 2]>::try_from(picture(&sample).panels)
            .ok()
            .unwrap();
        assert_eq!((missed.key.len(), wrong.key.len()), (2, 3));
    }

    #[test]
    fn the_chart_is_drawn() {
        let chart = copies_chart(&sample()).unwrap();
        assert!(chart.trim_end().ends_with("</svg>"));
        assert!(!chart.contains("NaN") && !chart.contains("inf"));
    }
}
