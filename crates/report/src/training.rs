//! Reports a training, for a terminal.

use super::base_rates::{in_words, share};
use super::baseline::unbeaten;
use super::figures::{decimal, number, percent, settings};
use super::learning_curve;
use super::sanitize::sanitize_line;
use super::verdict::judged;
use dejalu_base::plural::count;
use dejalu_experiment::compare::{Comparison, Importance, ImportanceKind, Learned, Suspects};
use dejalu_experiment::model::Model;
use dejalu_learn::{OperatingRule, SearchRow, SearchTable};

/// Points of the search that are shown.
const BEST: usize = 3;

/// Features that are shown.
const STRONGEST: usize = 5;

/// Features that matter less than this are not shown: they would be 0.000.
const LEAST: f64 = 0.0005;

/// Suspect labels that are shown.
const WORST: usize = 5;

/// Reports a training: what to expect of the model, the search, the reliability of its
/// probabilities, its most important features, the learning curve if there is one, labels to look
/// at.
pub fn training(trained: &Model, comparison: &Comparison) -> String {
    let record = &trained.training;
    let mut text = format!(
        "{}, {} folds split by cluster\n",
        judged(
            comparison.pairs,
            comparison.positives,
            comparison.documents,
            comparison.clusters
        ),
        record.cross_validation_options.folds,
    );
    let mut line = |name: &str, value: String| text.push_str(&format!("{name:<16} {value}\n"));
    line("expected", super::model::expected(&record.cross_validation));
    if let Some(baseline) = unbeaten(comparison) {
        line("warning", baseline);
    }
    line("candidates", super::model::candidates(trained));
    line(
        super::model::threshold_name(trained),
        format!("score {:.4}", trained.operating_point.threshold),
    );
    for (name, value) in super::model::levels(trained) {
        line(name, value);
    }
    if let Some(unreached) = unreached(trained) {
        line("warning", unreached);
    }
    for (name, value) in search(&SearchTable::new(&record.search, &record.learners)) {
        line(name, value);
    }
    let base_rates = comparison.reference().map(|it| it.base_rates.as_slice());
    let base_rates = base_rates.unwrap_or_default();
    for (place, it) in base_rates.iter().enumerate() {
        let name = ["base rates", ""][place.min(1)];
        line(
            name,
            format!("{:>6} duplicates: {}", share(it.share), in_words(it)),
        );
    }
    if base_rates.iter().any(|it| it.figures.f1_interval.is_some()) {
        line("", "95 % intervals: bootstrap over clusters".to_string());
    }
    if let Some(learned) = comparison.reference().and_then(|it| it.learned.as_ref()) {
        diagnostics(learned, record.cross_validation.f1)
            .into_iter()
            .for_each(|(name, value)| line(name, value));
    }
    let curve = comparison
        .learning_curve
        .iter()
        .flat_map(learning_curve::lines);
    curve.for_each(|(name, value)| line(name, value));
    text.push_str(&suspects(&comparison.suspects));
    text
}

/// That unseen pairs are not expected to have the precision or recall that was asked for.
fn unreached(trained: &Model) -> Option<String> {
    let expected = &trained.training.cross_validation;
    let (name, asked, expected) = match trained.operating_point.rule {
        OperatingRule::Precision(asked) => ("precision", asked, expected.precision?),
        OperatingRule::Recall(asked) => ("recall", asked, expected.recall?),
        OperatingRule::BestF1 | OperatingRule::Margin => return None,
    };
    (expected < asked).then(|| {
        format!(
            "the threshold has a {name} of {asked} on the pairs it was chosen on; expect {} on unseen pairs",
            decimal(expected, 3)
        )
    })
}

/// The chosen points of the search, and the best of the others.
fn search(table: &SearchTable) -> Vec<(&'static str, String)> {
    let mut best = table.best_first();
    best.sort_by_key(|row| row.chosen == 0);
    let head = match best.len() {
        0 => return Vec::new(),
        1 => "not searched".to_string(),
        all if all <= BEST => format!("of {all}"),
        all => format!("the best {BEST} of {all}"),
    };
    let head = (
        "search",
        format!("{head:<44} loss and F1 in the inner folds"),
    );
    let row = |row: &&SearchRow| {
        let chosen = if row.chosen > 0 { ", chosen" } else { "" };
        let figure = |value: Option<f64>| value.map_or("–".into(), |value| decimal(value, 3));
        let learner = settings(&row.learner);
        let (mean, spread) = (figure(row.mean()), figure(row.spread()));
        let loss = figure(row.mean_loss());
        (
            "",
            format!("{learner:<44} {loss}  {mean} ± {spread}{chosen}"),
        )
    };
    let rows = best.iter().take(BEST).map(row);
    std::iter::once(head).chain(rows).collect()
}

/// Calibration of its probabilities, how often it abstains, its most important features.
pub(super) fn diagnostics(learned: &Learned, f1: Option<f64>) -> Vec<(&'static str, String)> {
    let mut lines = Vec::new();
    if let Some(reliability) = &learned.reliability {
        lines.push((
            "probabilities",
            format!(
                "Brier score {}, calibration error {} (0 is best)",
                decimal(reliability.brier, 4),
                decimal(reliability.ece, 4)
            ),
        ));
    }
    lines.extend(unsure(learned, f1).map(|said| ("unsure", said)));
    if let Some(importance) = &learned.importance {
        let pairs = learned.probabilities.len();
        lines.push(("top features", strongest(importance, pairs)));
    }
    lines
}

/// States the number of pairs that an abstaining model leaves undecided, and F1 of the others beside that of all.
pub(super) fn unsure(learned: &Learned, f1: Option<f64>) -> Option<String> {
    let asked = learned.abstains_at?;
    let cost = learned.abstention.iter().find(|it| it.error == asked)?;
    let figure = |f1: Option<f64>| f1.map_or("–".into(), |f1| decimal(f1, 3));
    Some(format!(
        "{} of the pairs, whose decision would be wrong with a probability above {}; F1 of the rest {} ({} of all)",
        percent(cost.share),
        percent(Some(cost.error)),
        figure(cost.f1),
        figure(f1),
    ))
}

fn strongest(importance: &Importance, pairs: usize) -> String {
    let mut features: Vec<_> = importance.features.iter().collect();
    features.sort_by(|a, b| b.value.abs().total_cmp(&a.value.abs()));
    // A feature without which F1 rises is none of those that it depends on.
    features.retain(|it| match importance.kind {
        ImportanceKind::Weight => it.value.abs() >= LEAST,
        ImportanceKind::LossOfF1 => it.value >= LEAST,
    });
    let named = features.iter().take(STRONGEST);
    let named: Vec<String> = named
        .map(|it| format!("{} {}", it.feature, decimal(it.value, 3)))
        .collect();
    let named = match named.len() {
        0 => "none by itself".to_string(),
        _ => named.join(", "),
    };
    let what = match importance.kind {
        ImportanceKind::Weight => "weight in the score",
        ImportanceKind::LossOfF1 => "permutation importance: decrease in F1",
    };
    let on = match importance.kind {
        ImportanceKind::LossOfF1 if importance.pairs < pairs as u64 => format!(
            ", on {} of the {} pairs",
            count(importance.pairs),
            count(pairs)
        ),
        _ => String::new(),
    };
    format!("{named} ({what}{on})")
}

fn suspects(suspects: &Suspects) -> String {
    if suspects.count == 0 {
        return String::new();
    }
    let shown = suspects.pairs.iter().take(WORST);
    let rows = shown.map(|it| {
        let [left, right] = it.ids.each_ref().map(|id| sanitize_line(id.as_str()));
        format!("  {left}  {right}\n    {}\n", it.reason())
    });
    let rows: String = rows.collect();
    let rest = match suspects.count.saturating_sub(WORST) {
        0 => String::new(),
        rest => format!("  and {rest} more; the JSON of a comparison lists all of them\n"),
    };
    format!(
        "labels to check  {}\n{rows}{rest}",
        number(suspects.count, "pair")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_experiment::compare::{FeatureImportance, SuspectLabel};
    use dejalu_experiment::pairs::Label;
    use dejalu_learn::{Kernel, Learner, SearchPoint};

    #[test]
    fn the_search_is_a_short_table_with_the_best_first() {
        let point = |c: f64, f1: f64| SearchPoint {
            learner: Learner::new(Kernel::Rbf { gamma: 0.5 }, c),
            loss: Some(1.0 - f1),
            best_f1: Some(f1),
            average_precision: None,
            folds: vec![Some(f1 - 0.01), Some(f1 + 0.01)],
        };
        let points = [1.0, 2.0, 4.0, 8.0].map(|c| point(c, 0.9 + c / 100.0));
        let table = SearchTable::new(&points, &[points[0].learner]);
        let lines: Vec<String> = search(&table).into_iter().map(|line| line.1).collect();
        assert_eq!(lines.len(), 1 + BEST);
        assert_eq!(
            lines[0],
            "the best 3 of 4                              loss and F1 in the inner folds"
        );
        assert_eq!(
            lines[1..3],
            [
                "rbf (gamma = 0.5), C = 1                     0.090  0.910 ± 0.014, chosen",
                "rbf (gamma = 0.5), C = 8                     0.020  0.980 ± 0.014"
            ]
        );
    }

    #[test]
    fn suspect_labels_are_told_with_the_reason() {
        let suspect = |pair: usize| SuspectLabel {
            pair,
            ids: ["old".into(), "new".into()],
            label: Label::Distinct,
            margin: 2.5,
            probability: 0.01,
            models: 5,
            rules_against: 0,
            rules: 0,
        };
        let found = Suspects {
            count: 6,
            pairs: (0..6).map(suspect).collect(),
        };
        let text = suspects(&found);
        assert_eq!(text.lines().count(), 1 + 2 * WORST + 1);
        let head: Vec<&str> = text.lines().take(3).collect();
        assert_eq!(
            head,
            [
                "labels to check  6 pairs",
                "  old  new",
                "    labelled distinct; all 5 models that had not seen it say duplicate (99.0 % on average)"
            ]
        );
        assert!(text.ends_with("  and 1 more; the JSON of a comparison lists all of them\n"));
        assert_eq!(suspects_of_none(), "");
    }

    fn suspects_of_none() -> String {
        suspects(&Suspects::default())
    }

    #[test]
    fn the_strongest_features_are_those_furthest_from_0() {
        let feature = |name: &str, value| FeatureImportance {
            feature: name.to_string(),
            value,
            interval: None,
        };
        let importance = Importance {
            kind: ImportanceKind::Weight,
            pairs: 0,
            features: vec![feature("mwo", 0.5), feature("cosine", -2.0)],
        };
        assert_eq!(
            strongest(&importance, 9),
            "cosine -2.000, mwo 0.500 (weight in the score)"
        );
        let drawn = Importance {
            kind: ImportanceKind::LossOfF1,
            pairs: 111,
            ..importance
        };
        assert_eq!(
            strongest(&drawn, 781),
            "mwo 0.500 (permutation importance: decrease in F1, on 111 of the 781 pairs)"
        );
    }
}
