//! Warns of pairs that a search may miss: those that the judge is unsure of, and those that a
//! model's filter loses.

use dejalu::candidates::Plan;
use dejalu::collection::Judge;
use dejalu::report;
use dejalu_base::plural::counted;

use crate::cli::console::Console;

/// States how many pairs an abstaining model left undecided.
pub(super) fn undecided(judge: &Judge, unsure: usize) -> Option<String> {
    let error = judge.trained()?.operating_point.abstain?;
    Some(format!(
        "{} unsure, neither joined nor removed: a decision would be wrong with a probability above {error}",
        counted(unsure, "pair", "pairs")
    ))
}

/// States what the filter of the model or of the user may lose, if candidates came from it.
pub(super) fn filtered(judge: &Judge, plan: &Plan) -> Option<String> {
    let used = plan.filter.as_ref()?;
    if judge.filter_is_named() {
        return Some(format!(
            "candidates: {used}, as named; how many duplicates it misses is unknown; --candidates all compares every pair"
        ));
    }
    let loss = report::filter_loss(judge.trained()?, used)?;
    Some(format!("candidates: {loss}"))
}

/// Says both.
pub(super) fn say(judge: &Judge, plan: &Plan, unsure: usize, console: &Console) {
    let lines = [undecided(judge, unsure), filtered(judge, plan)];
    for line in lines.into_iter().flatten() {
        console.say(&line);
    }
}
