//! A model in words.

use super::figures::{decimal, number, percent, settings, short, signed};
use super::sanitize::sanitize_line;
use super::verdict::judged;
use dejalu_base::error::Parameter;
use dejalu_base::plural::counted;
use dejalu_experiment::model::{LevelThreshold, Model};
use dejalu_learn::OperatingRule;
use dejalu_learn::evaluation::{Evaluation, Interval, wilson};
use dejalu_similarity::corpus::WeightedTerm;

/// The most terms that are named for a duplicate, and against one.
const TERMS: usize = 12;

/// Describes a model and its training, for a terminal.
pub fn model(model: &Model) -> String {
    let mut text = String::new();
    for (name, value) in facts(model) {
        text.push_str(&format!("{name:<16} {value}\n"));
    }
    text.push_str("features\n");
    for feature in &model.features {
        text.push_str(&format!("  {feature}\n"));
    }
    text
}

/// The same as names and values, without the features.
pub(super) fn facts(model: &Model) -> Vec<(&'static str, String)> {
    let record = &model.training;
    let judged = judged(
        record.pairs,
        record.positives,
        record.documents,
        record.clusters,
    );
    let mut facts = vec![
        ("made by", model.made_by.clone()),
        ("language", model.analysis.language.to_string()),
        ("main content", model.analysis.main_content.to_string()),
        ("kernel", kernel(model)),
        (
            threshold_name(model),
            format!(
                "score {:.4} ({})",
                model.operating_point.threshold,
                operating_rule(record.options.operating_point)
            ),
        ),
    ];
    facts.extend(levels(model));
    facts.extend(model.operating_point.abstain.map(|error| {
        let error = short(error);
        let unsure = format!("if the decision would be wrong with a probability above {error}");
        ("unsure", unsure)
    }));
    facts.extend([
        (
            "trained on",
            format!("{judged}, seed {}", record.cross_validation_options.seed),
        ),
        ("statistics", statistics(model)),
        ("candidates", candidates(model)),
        (
            match model.levels.default {
                Some(_) => "expected there",
                None => "expected",
            },
            expected(&record.cross_validation),
        ),
    ]);
    let never = model.vetoes.iter();
    facts.extend(never.map(|veto| ("never joined", format!("{} ({})", veto.says, veto.name))));
    facts.extend(terms(model));
    facts.extend(record.notes.iter().map(|note| ("note", note.clone())));
    facts
}

/// The name of the operating point's threshold: it decides unless a level does.
pub(super) fn threshold_name(model: &Model) -> &'static str {
    match model.levels.default {
        Some(_) => "operating point",
        None => "duplicate from",
    }
}

/// The thresholds of the model's levels, and those of web pages, where it has any.
pub(super) fn levels(model: &Model) -> Vec<(&'static str, String)> {
    let levels = &model.levels;
    let thresholds = [
        ("levels", &levels.texts),
        ("levels of pages", &levels.pages),
    ];
    let listed = |of: &[LevelThreshold]| {
        let each = of.iter().map(|it| format!("{} {:.4}", it.level, it.from));
        each.collect::<Vec<_>>().join(", ")
    };
    let default = levels.default.map(|level| {
        let which = format!("{level}, in place of the operating point");
        ("default level", which)
    });
    let known = thresholds.into_iter().filter(|(_, of)| !of.is_empty());
    let known = known.map(|(name, of)| (name, listed(of)));
    known.chain(default).collect()
}

fn kernel(model: &Model) -> String {
    let learners: Vec<String> = model.training.learners.iter().map(settings).collect();
    let averaged = match learners.len() {
        1 => "",
        _ => "; their log-odds are averaged",
    };
    let vectors = match model.discriminant.support_vectors() {
        Some(vectors) => {
            let vectors = number(vectors, "support vector");
            format!(", {vectors}")
        }
        None => String::new(),
    };
    format!("{}{vectors}{averaged}", learners.join(" and "))
}

/// Describes how a model's threshold was chosen.
pub fn operating_rule(rule: OperatingRule) -> String {
    match rule {
        OperatingRule::BestF1 => "best F1 on held-out folds".to_string(),
        OperatingRule::Margin => "score 0 (margin)".to_string(),
        OperatingRule::Precision(x) => format!("precision {x} on held-out folds"),
        OperatingRule::Recall(x) => format!("recall {x} on held-out folds"),
    }
}

fn statistics(model: &Model) -> String {
    let statistics = &model.statistics;
    format!(
        "{}, {}, {}",
        counted(statistics.documents(), "document", "documents"),
        number(statistics.words(), "word"),
        counted(
            statistics.correlations().pairs(),
            "correlated pair of words",
            "correlated pairs of words"
        )
    )
}

/// The words that weigh most where they stand in one document alone, if the model has learned it.
fn terms(model: &Model) -> Vec<(&'static str, String)> {
    let Some(weights) = model.statistics.term_weights() else {
        return Vec::new();
    };
    let heaviest = weights.heaviest(TERMS).map(|terms| named_terms(&terms));
    let named = heaviest.into_iter().zip(["duplicate if", "distinct if"]);
    let words = named.map(|(terms, name)| (name, format!("only in one document: {terms}")));
    let count = weights.len() as u64;
    let count = counted(count, "word or pair of words", "words and pairs of words");
    let known = format!("{count}, in clear: the model reveals words of its training documents");
    words.chain([("terms", known)]).collect()
}

/// `"not" −2.31, "may copy" −0.52`
pub(super) fn named_terms(terms: &[WeightedTerm]) -> String {
    let named = terms.iter().map(|it| {
        let term = sanitize_line(&it.term);
        format!("\"{term}\" {}", signed(it.weight))
    });
    named.collect::<Vec<_>>().join(", ")
}

/// Describes the pairs of a collection that the model is applied to, and the cost.
pub fn candidates(model: &Model) -> String {
    let Some(blocking) = &model.blocking else {
        return "every pair of a collection".to_string();
    };
    let kept = blocking.recall().unwrap_or(0.0);
    let interval = wilson(blocking.kept as u64, blocking.duplicates as u64, 0.95);
    format!(
        "{}: keeps {kept:.3}{} of the duplicates, cross-validated",
        blocking.in_words(),
        between(interval)
    )
}

/// Describes what a search by the model's filter may lose; `None` for a model without one.
pub fn filter_loss(model: &Model, used: &str) -> Option<String> {
    let blocking = model.blocking.as_ref()?;
    let own = blocking.in_words();
    if used != own {
        return Some(format!(
            "{used} is half the lowest similarity among the labelled pairs that reach this score; {} all \
             compares every pair",
            Parameter::Candidates
        ));
    }
    let kept = percent(Some(blocking.recall()?));
    let interval = wilson(blocking.kept as u64, blocking.duplicates as u64, 0.95);
    let interval = interval.map_or(String::new(), |it| {
        let low = percent(Some(it.low));
        format!(
            " ({}–{})",
            low.trim_end_matches(" %"),
            percent(Some(it.high))
        )
    });
    let duplicates = number(blocking.duplicates, "labelled duplicate");
    Some(format!(
        "the model's filter, {own}, keeps {kept}{interval} of its {duplicates} (cross-validated); {} all \
         compares every pair",
        Parameter::Candidates
    ))
}

/// The figures to expect, with their intervals.
pub(super) fn expected(figures: &Evaluation) -> String {
    let rates = [
        (
            "precision",
            figures.precision,
            figures.precision_interval(0.95),
        ),
        ("recall", figures.recall, figures.recall_interval(0.95)),
        ("F1", figures.f1, figures.f1_interval),
    ];
    let rates = rates.map(|(name, share, interval)| {
        let share = decimal(share.unwrap_or(f64::NAN), 3);
        format!("{name} {share}{}", between(interval))
    });
    format!(
        "{}; cross-validated, 95 % intervals: Wilson for precision and recall, bootstrap over clusters for F1",
        rates.join(", ")
    )
}

/// ` (0.948–0.989)`
fn between(interval: Option<Interval>) -> String {
    interval.map_or(String::new(), |it| {
        format!(" ({:.3}–{:.3})", it.low, it.high)
    })
}
