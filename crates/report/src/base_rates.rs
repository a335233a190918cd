//! Figures at other shares of duplicates, for the terminal and the page.

use super::figures::{decimal, hundredths, interval, percent, whole_percent};
use super::significance::reference;
use dejalu_experiment::compare::{Comparison, Decider, Kind};
use dejalu_learn::evaluation::BaseRate;

/// Explanations of the figures, a sentence each; empty where there are none.
pub(super) fn words(comparison: &Comparison) -> Vec<String> {
    if deciders(comparison).next().is_none() {
        return Vec::new();
    }
    vec![
        format!(
            "{} of these pairs are duplicates; at a different base rate, precision and F1 of the same \
             decisions differ, and so does the best threshold.",
            whole_percent(comparison.share())
        ),
        "Pairs labelled distinct are often the most similar ones, so these figures hold for pairs sampled as \
         these were, not for all pairs of a collection."
            .to_string(),
        "The best threshold is chosen on these pairs, so its F1 is optimistic.".to_string(),
    ]
}

/// The deciders that have such figures.
pub(super) fn deciders(comparison: &Comparison) -> impl Iterator<Item = &Decider> {
    let competitors = comparison.competitors();
    competitors.filter(|it| !it.base_rates.is_empty())
}

/// Title and width of the columns after the name.
const COLUMNS: [(&str, usize); 7] = [
    ("share", 7),
    ("precision", 9),
    ("95 %", 10),
    ("F1", 5),
    ("95 %", 10),
    ("best at", 8),
    ("F1", 5),
];

/// The lines of a table in a terminal, of the reference and the best published rule; `width` is that
/// of a name.
pub(super) fn lines(
    comparison: &Comparison,
    width: usize,
    name: impl Fn(&Decider) -> String,
) -> Vec<String> {
    let own = reference(comparison);
    let is_own = |it: &Decider| own.is_some_and(|own| std::ptr::eq(own, it));
    let shown = deciders(comparison).filter(|it| is_own(it) || it.kind == Kind::Published);
    let line = |name: &str, cells: [String; 7]| {
        let cells = cells.iter().zip(COLUMNS);
        let cells = cells.map(|(cell, (_, width))| format!("  {cell:>width$}"));
        format!("  {name:<width$}{}", cells.collect::<String>())
    };
    let mut lines = vec![line("decider", COLUMNS.map(|(title, _)| title.to_string()))];
    for decider in shown {
        for (place, it) in decider.base_rates.iter().enumerate() {
            let name = if place == 0 {
                name(decider)
            } else {
                String::new()
            };
            lines.push(line(&name, cells(it)));
        }
    }
    lines
}

fn cells(it: &BaseRate) -> [String; 7] {
    [
        share(it.share),
        hundredths(it.figures.precision),
        interval(it.figures.precision_interval),
        hundredths(it.figures.f1),
        interval(it.figures.f1_interval),
        decimal(it.best.threshold, 3),
        hundredths(it.best.figures.f1),
    ]
}

/// The same in one line: `precision 90.1 % (88.0–93.1), F1 …; best threshold 0.310`.
pub(super) fn in_words(it: &BaseRate) -> String {
    format!(
        "precision {} ({}), F1 {} ({}); best threshold {}",
        percent(it.figures.precision),
        interval(it.figures.precision_interval),
        percent(it.figures.f1),
        interval(it.figures.f1_interval),
        decimal(it.best.threshold, 3),
    )
}

/// `10 %`, `0.1 %`: a share with all its digits.
pub(super) fn share(share: f64) -> String {
    let digits = format!("{:.9}", share * 100.0);
    let digits = digits.trim_end_matches('0').trim_end_matches('.');
    if digits == "0" {
        return format!("{:e} %", share * 100.0);
    }
    format!("{digits} %")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{comparison, drawn};

    #[test]
    fn shares_keep_their_digits() {
        let shares = [0.5, 0.1, 0.01, 0.001, 0.125, 1e-12].map(share);
        let written = ["50 %", "10 %", "1 %", "0.1 %", "12.5 %", "1e-10 %"];
        assert_eq!(shares, written);
    }

    #[test]
    fn the_reference_and_the_best_published_rule_have_a_line_a_share() {
        let result = drawn(200);
        let lines = lines(&result, 10, |it| it.name.clone());
        assert_eq!(lines.len(), 1 + 2 * 4);
        assert!(
            lines[1].starts_with("  svm-rbf        50 %"),
            "{}",
            lines[1]
        );
        assert!(
            lines[2].starts_with("                 10 %"),
            "{}",
            lines[2]
        );
        assert!(lines[5].contains("50 %"));
        assert!(lines.iter().all(|line| line.chars().count() <= 85));
        assert!(words(&result)[0].starts_with("3"), "{:?}", words(&result));
        assert!(words(&comparison()).is_empty());
    }
}
