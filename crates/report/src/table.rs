//! The figures in a terminal.

use std::cmp::Ordering;

use super::base_rates;
use super::baseline::unbeaten;
use super::figures::{ABSENT, decimal, hundredths, interval, name, p_value};
use super::significance::{Significance, significances};
use super::training;
use super::verdict::{caution, held_out, summary};
use dejalu_experiment::compare::{Comparison, Decider, Experiment, Kind};
use dejalu_experiment::rules::Origin;
use dejalu_learn::evaluation::Outcome;

/// The style of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    /// True if colours are used, as terminal escapes.
    pub colour: bool,
}

/// The widest name that is written out.
const NAME: usize = 25;

/// Title and width of the columns after the name.
const COLUMNS: [(&str, usize); 8] = [
    ("threshold", 9),
    ("precision", 9),
    ("recall", 6),
    ("F1", 5),
    ("95 %", 10),
    ("unseen", 6),
    ("p", 6),
    ("", 6),
];

/// The comparison as a table of at most 100 columns with the verdict above and footnotes below it;
/// ends with a line end.
pub fn table(comparison: &Comparison, style: Style) -> String {
    let width = comparison
        .deciders
        .iter()
        .map(|decider| name(decider).chars().count().min(NAME))
        .fold(10, usize::max);
    let sheet = Sheet { width, style };
    let verdict = summary(comparison);
    let mut lines = wrapped(&format!("{}.", verdict.scope), sheet.total());
    lines.push(String::new());
    lines.push(sheet.head());
    lines.push(sheet.rule());
    let significances = significances(comparison);
    for (kind, title) in [
        (Kind::Learned, "learned"),
        (Kind::BuiltIn, "built-in"),
        (Kind::Published, "published"),
        (Kind::Retuned, "re-tuned"),
        (Kind::Baseline, "baseline"),
    ] {
        let all = comparison.deciders.iter().zip(&significances);
        let rows: Vec<String> = all
            .filter(|(decider, _)| decider.kind == kind)
            .map(|(decider, &significance)| sheet.row(decider, significance))
            .collect();
        if !rows.is_empty() {
            lines.push(style.paint(BOLD, title));
            lines.extend(rows);
        }
    }
    lines.push(sheet.rule());
    lines.extend(footnotes(comparison));
    lines.push(String::new());
    lines.extend(wrapped(&verdict.headline, sheet.total()));
    for sentence in unbeaten(comparison).into_iter().chain(caution(comparison)) {
        lines.extend(wrapped(&sentence, sheet.total()));
    }
    if let Some(unsure) = unsure(comparison) {
        lines.extend(wrapped(&unsure, sheet.total()));
    }
    let words = base_rates::words(comparison).join(" ");
    if !words.is_empty() {
        lines.push(String::new());
        lines.push(style.paint(BOLD, "at other shares of duplicates"));
        let name = |decider: &Decider| shortened(&name(decider));
        lines.extend(base_rates::lines(comparison, sheet.width, name));
        lines.extend(wrapped(&words, sheet.total()));
    }
    lines.push(String::new());
    lines.join("\n")
}

/// States the pairs that an abstaining model leaves undecided, which the table counts as decided.
fn unsure(comparison: &Comparison) -> Option<String> {
    let reference = comparison.reference()?;
    let said = training::unsure(reference.learned.as_ref()?, reference.figures.f1)?;
    Some(format!(
        "The model is unsure of {said}. The table counts its decisions on all pairs."
    ))
}

struct Sheet {
    width: usize,
    style: Style,
}

impl Sheet {
    fn total(&self) -> usize {
        2 + self.width + COLUMNS.iter().map(|(_, width)| 2 + width).sum::<usize>()
    }

    fn rule(&self) -> String {
        self.style.paint(FAINT, &"─".repeat(self.total()))
    }

    fn head(&self) -> String {
        let titles = COLUMNS.map(|(title, _)| title.to_string());
        self.style.paint(FAINT, &self.line("decider", &titles))
    }

    fn row(&self, decider: &Decider, significance: Significance) -> String {
        let figures = &decider.figures;
        let cells = [
            match decider.kind {
                Kind::Baseline => ABSENT.to_string(),
                _ => decimal(decider.threshold, 3),
            },
            hundredths(figures.precision),
            hundredths(figures.recall),
            hundredths(figures.f1),
            interval(figures.f1_interval),
            hundredths(figures.f1_unseen),
            p_value(figures.mcnemar_p),
        ];
        let line = self.line(&shortened(&name(decider)), &cells);
        let word = format!("{:<6}", significance.word());
        format!("{line}  {}", self.style.paint(look(significance), &word))
            .trim_end()
            .to_string()
    }

    fn line(&self, name: &str, cells: &[String]) -> String {
        let mut line = format!("  {name:<width$}", width = self.width);
        for (cell, (_, width)) in cells.iter().zip(COLUMNS) {
            line.push_str(&format!("  {cell:>width$}"));
        }
        line.trim_end().to_string()
    }
}

/// Explains the table's signs, as far as it uses them.
fn footnotes(comparison: &Comparison) -> Vec<String> {
    let any = |wanted: fn(&Decider) -> bool| comparison.deciders.iter().any(wanted);
    let has_intervals = any(|decider| decider.figures.f1_interval.is_some());
    let mut notes = vec![
        match (held_out(comparison), has_intervals) {
            (true, true) => "Percent, on held-out pairs. 95 %: interval of F1 (cluster bootstrap).",
            (false, true) => "Percent. 95 %: interval of F1 (cluster bootstrap).",
            (true, false) => "Percent, on held-out pairs, without intervals of F1.",
            (false, false) => "Percent, without intervals of F1.",
        },
        "unseen: F1 on pairs whose documents were not in training. p: McNemar's test against the first row.",
    ];
    for note in significances(comparison).into_iter().filter_map(explained) {
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    if any(|decider| decider.kind == Kind::BuiltIn) {
        notes.push(
            "built-in: the model that dejalu comes with; it has learned from none of these pairs.",
        );
    }
    let has_retuned = any(|decider| decider.kind == Kind::Retuned);
    if !comparison.deciders.is_empty() {
        notes.push(thresholds(&comparison.experiment, has_retuned));
    }
    if has_retuned {
        notes.push("re-tuned: the threshold with the best F1 on the training pairs.");
    }
    let variations = comparison.deciders.iter().filter_map(variation);
    let variations: Vec<String> = variations.collect();
    notes.extend(variations.iter().map(String::as_str));
    if any(|decider| decider.kind == Kind::Baseline) {
        notes.push("baseline: every pair called a duplicate, or none.");
    }
    if any(|decider| decider.threshold_origin == Some(Origin::Choice)) {
        notes.push("†: the paper names the measure but no threshold; this threshold is ours.");
    }
    if any(|decider| decider.figures.precision.is_none()) {
        notes.push(
            "–: undefined, such as the precision of a decider that calls nothing a duplicate.",
        );
    }
    notes.into_iter().map(String::from).collect()
}

/// The second threshold of a calibrated rule of sentences.
fn variation(decider: &Decider) -> Option<String> {
    let variation = decider.variation.as_ref()?;
    let threshold = decimal(variation.threshold, 3);
    Some(format!(
        "{}: variation threshold {threshold}, the median over the folds.",
        name(decider)
    ))
}

/// Explains where thresholds come from that no paper printed.
fn thresholds(experiment: &Experiment, has_retuned: bool) -> &'static str {
    match (experiment, has_retuned) {
        (Experiment::Comparison(_), _) => {
            "threshold: the median over the folds; a published rule's is its paper's, except where marked †."
        }
        (Experiment::Training(_), true) => {
            "threshold: the model's in the first row, the median over the folds where it is re-tuned."
        }
        (Experiment::Training(_), false) | (Experiment::Evaluation(_), _) => {
            "threshold: the model's; a published rule's is its paper's, except where marked †."
        }
    }
}

/// Explains a word of the last column, other than `best`.
fn explained(significance: Significance) -> Option<&'static str> {
    let Significance::Against(outcome) = significance else {
        return None;
    };
    Some(match outcome {
        Outcome::Better => {
            "better: fewer errors (p below 0.05), and a higher F1 (beyond the interval of the difference)."
        }
        Outcome::HigherF1 => {
            "higher: a higher F1 (beyond the interval of the difference); no clear difference in errors."
        }
        Outcome::FewerErrors => "fewer: fewer errors (p below 0.05); no clear difference in F1.",
        Outcome::Tie => "tie: no clear difference in errors (p of 0.05 or more) or F1.",
        Outcome::Mixed => "mixed: fewer errors but a lower F1, or the reverse.",
        Outcome::MoreErrors => "more: more errors (p below 0.05); no clear difference in F1.",
        Outcome::LowerF1 => {
            "lower: a lower F1 (beyond the interval of the difference); no clear difference in errors."
        }
        Outcome::Worse => {
            "worse: more errors (p below 0.05), and a lower F1 (beyond the interval of the difference)."
        }
    })
}

fn shortened(name: &str) -> String {
    match name.chars().count() {
        0 => ABSENT.to_string(),
        count if count > NAME => name.chars().take(NAME - 1).chain(['…']).collect(),
        _ => name.to_string(),
    }
}

pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last().map_or(0, |line| line.chars().count());
        if line > 0 && line + 1 + word.chars().count() > width {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines
}

// Looks, as SGR codes.
pub(super) const BOLD: &str = "1";
pub(super) const FAINT: &str = "2";

/// The look of the last column.
fn look(significance: Significance) -> &'static str {
    match significance.leaning() {
        _ if significance == Significance::Unknown => "0",
        Ordering::Greater => "1;32",
        Ordering::Equal => "36",
        Ordering::Less => "33",
    }
}

impl Style {
    pub(super) fn paint(self, code: &str, text: &str) -> String {
        if self.colour {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{comparison, decider};

    #[test]
    fn the_table_reads_at_a_glance() {
        let text = table(&comparison(), Style::default());
        assert_eq!(text, include_str!("table.expected.txt"));
        assert!(text.lines().all(|line| line.chars().count() <= 100));
    }

    #[test]
    fn colour_adds_nothing_but_colour() {
        let plain = table(&comparison(), Style::default());
        let coloured = table(&comparison(), Style { colour: true });
        let codes = ["0", "1", "2", "1;32", "36", "33"].map(|code| format!("\u{1b}[{code}m"));
        let bare = codes
            .iter()
            .fold(coloured, |text, code| text.replace(code, ""));
        let trimmed: Vec<&str> = bare.lines().map(str::trim_end).collect();
        assert_eq!(trimmed, plain.lines().collect::<Vec<_>>());
    }

    #[test]
    fn the_longest_names_keep_the_width() {
        let mut result = comparison();
        let name = "containment of an unusually long name";
        result
            .deciders
            .push(decider(name, Kind::Retuned, Some(1.0), Some(0.00001)));
        let text = table(&result, Style::default());
        assert!(text.contains("containment of an unusua…"));
        assert!(text.lines().all(|line| line.chars().count() <= 100));
    }

    #[test]
    fn an_empty_comparison_has_a_table() {
        let mut result = comparison();
        result.deciders.clear();
        assert!(table(&result, Style::default()).contains("There is no F1"));
    }
}
