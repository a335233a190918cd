//! A model in words.

use crate::compare::Comparison;
use crate::learn::{Kernel, OperatingRule};
use crate::model::Model;

/// What a model is and how it was learned, for a terminal.
pub fn model(model: &Model) -> String {
    let record = &model.training;
    let kernel = match record.learner.kernel {
        Kernel::Linear => "linear".to_string(),
        Kernel::Rbf { gamma } => format!("RBF, gamma {gamma}"),
    };
    let vectors = match model.discriminant.support_vectors() {
        Some(vectors) => format!(", {vectors} support vectors"),
        None => String::new(),
    };
    let rule = match record.options.operating_point {
        OperatingRule::BestF1 => "best F1 on held-out folds".to_string(),
        OperatingRule::Margin => "the bare margin".to_string(),
        OperatingRule::Precision(x) => format!("precision {x} on held-out folds"),
        OperatingRule::Recall(x) => format!("recall {x} on held-out folds"),
    };
    let statistics = format!(
        "{} documents, {} words, {} correlated pairs of words",
        model.statistics.documents(),
        model.statistics.words(),
        model.statistics.correlations().pairs()
    );
    let mut text = String::new();
    let mut line = |name: &str, value: String| text.push_str(&format!("{name:<16} {value}\n"));
    line("made by", model.made_by.clone());
    line("language", model.analysis.language.to_string());
    line(
        "kernel",
        format!("{kernel}, C {}{vectors}", record.learner.c),
    );
    line(
        "duplicate from",
        format!("score {:.4} ({rule})", model.operating_point.threshold),
    );
    line(
        "trained on",
        format!(
            "{} pairs ({} duplicates) of {} documents in {} clusters, seed {}",
            record.pairs, record.positives, record.documents, record.clusters, record.study.seed
        ),
    );
    line("statistics", statistics);
    line("expect", expected(&record.cross_validation));
    for note in &record.notes {
        line("note", note.clone());
    }
    line("features", String::new());
    for feature in &model.features {
        text.push_str(&format!("  {feature}\n"));
    }
    text
}

/// What a training gave, for a terminal.
pub fn training(trained: &Model, comparison: &Comparison) -> String {
    let record = &trained.training;
    format!(
        "{} pairs ({} duplicates) of {} documents in {} clusters, {} folds that share no cluster\n\
         expect           {}\n\
         duplicate from   score {:.4}\n",
        comparison.pairs,
        comparison.positives,
        comparison.documents,
        comparison.clusters,
        record.study.folds,
        expected(&record.cross_validation),
        trained.operating_point.threshold
    )
}

fn expected(figures: &crate::evaluate::Evaluation) -> String {
    let share = |value: Option<f64>| value.map_or("–".to_string(), |value| format!("{value:.3}"));
    let between = |interval: Option<crate::evaluate::Interval>| match interval {
        Some(interval) => format!(" ({:.3}–{:.3})", interval.low, interval.high),
        None => String::new(),
    };
    format!(
        "precision {}{}, recall {}{}, F1 {}{}; 95 % intervals, cross-validated",
        share(figures.precision),
        between(figures.precision_interval(0.95)),
        share(figures.recall),
        between(figures.recall_interval(0.95)),
        share(figures.f1),
        between(figures.f1_interval),
    )
}
