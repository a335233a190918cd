//! The training record.

use serde::Serialize;

use crate::figures::{hundredths, kernel, number, short};
use crate::model::facts;
use crate::training::diagnostics;
use dejalu_base::plural::counted;
use dejalu_experiment::compare::{Comparison, Decider, Learned};
use dejalu_experiment::model::Model;
use dejalu_learn::SearchRow;

/// The record of one thing that was trained.
#[derive(Serialize)]
pub(super) struct Record {
    heading: String,
    /// By name.
    facts: Vec<(&'static str, String)>,
}

/// The model, if there is one, and what the folds trained in its place.
pub(super) fn records(model: Option<&Model>, comparison: &Comparison) -> Vec<Record> {
    let model = model.map(|model| Record {
        heading: "The model".to_string(),
        facts: facts(model),
    });
    let folds = comparison.deciders.iter().filter_map(of_folds);
    model.into_iter().chain(folds).collect()
}

fn of_folds(decider: &Decider) -> Option<Record> {
    let learned = decider.learned.as_ref()?;
    let mut facts = diagnostics(learned, decider.figures.f1);
    facts.splice(0..0, chosen(learned).map(|it| ("chosen", it)));
    Some(Record {
        heading: format!("Record of {}", decider.name),
        facts,
    })
}

/// `RBF, gamma 0.012, C = 10 (3 times, F1 97.1 in the inner folds), …; of 12 settings tried`
fn chosen(learned: &Learned) -> Option<String> {
    let rows = learned.search.best_first();
    let named = |row: &&SearchRow| {
        let times = number(row.chosen, "time");
        let f1 = hundredths(row.mean());
        let (kernel, c) = (kernel(&row.learner.kernel), short(row.learner.c));
        format!("{kernel}, C = {c} ({times}, F1 {f1} in the inner folds)")
    };
    let chosen: Vec<String> = rows
        .iter()
        .filter(|row| row.chosen > 0)
        .map(named)
        .collect();
    let tried = counted(rows.len(), "setting tried", "settings tried");
    (!chosen.is_empty()).then(|| format!("{}; of {tried}", chosen.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::drawn;

    #[test]
    fn every_learned_decider_has_its_record() {
        let records = records(None, &drawn(120));
        assert_eq!(records[0].heading, "Record of svm-rbf");
        let names: Vec<&str> = records[0].facts.iter().map(|fact| fact.0).collect();
        assert_eq!(names, ["chosen", "probabilities", "top features"]);
        let chosen =
            "RBF, gamma 0.012, C = 10 (1 time, F1 91.5 in the inner folds); of 3 settings tried";
        assert_eq!(records[0].facts[0].1, chosen);
    }
}
