//! Reports an audit in sentences, for the terminal and the page alike.

use super::removal_audit::RemovalAudit;
use crate::promise::{Outcome, TestPlan, Tested, Verdict};
use dejalu_base::error::Parameter;
use dejalu_base::plural::{count, counted, short_percent as percent};

impl RemovalAudit {
    /// The draw or the verdict, each sentence without its full stop.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = match &self.verdict {
            _ if self.removals == 0 => vec!["there is nothing to remove".to_string()],
            _ if self.plan.chains.is_empty() => vec![self.too_few()],
            None => vec![self.draw()],
            Some(_) if self.unanswered == self.drawn => vec![self.nothing_answered()],
            Some(verdict) if verdict.passed > 0 => self.success(verdict),
            Some(verdict) => vec![self.failure(verdict)],
        };
        if self.verdict.is_some() && !self.is_decided && self.unanswered < self.drawn {
            sentences.push(format!(
                "no answer for {} of the {} drawn: a missing answer counts as wrong where the test needs it, so answer these first",
                count(self.unanswered),
                count(self.drawn)
            ));
        }
        if self.tests > 1 {
            sentences.push(format!(
                "the answers serve {} of {} planned tests ({})",
                self.tests,
                self.promise.looks,
                Parameter::Looks
            ));
        }
        if let Some(first) = self.unknown.first() {
            let documents = counted(self.unknown.len(), "document", "documents");
            sentences.push(format!(
                "answers name {documents} that the collection does not have, such as '{first}'"
            ));
        }
        sentences
    }

    fn draw(&self) -> String {
        let sets = self.plan.sets();
        let first = sets
            .map(|set| set.stopping_points.first())
            .min()
            .unwrap_or_default();
        format!(
            "drew {} of {}; {} to answer, in the order of the file; answers needed before the test can pass: {first}",
            count(self.drawn),
            counted(self.removals, "removal", "removals"),
            count(self.unanswered),
        )
    }

    fn too_few(&self) -> String {
        let fewest = TestPlan::fewest_answers(self.removals as u64, &self.promise);
        let fewest = fewest.unwrap_or(self.removals as u64);
        format!(
            "{} about {}: too few for a bound of {}; no test can guarantee it with fewer than {}",
            counted(self.plan.answers, "answer", "answers"),
            counted(self.removals, "removal", "removals"),
            percent(self.promise.wrong_at_most),
            count(fewest)
        )
    }

    fn nothing_answered(&self) -> String {
        format!(
            "none of the {} has an answer, so nothing can be removed; set every 'label' to 1, 0 or unsure",
            counted(self.drawn, "drawn removal", "drawn removals")
        )
    }

    fn success(&self, verdict: &Verdict) -> Vec<String> {
        let passed = verdict
            .tested
            .iter()
            .filter(|it| it.outcome == Outcome::Passed);
        let passed = passed.max_by_key(|it| it.size);
        let mut sentences: Vec<String> = passed
            .map(|set| {
                format!(
                    "the audit passed: {}, so with {} confidence at most {} are wrong in this set of {}",
                    are_wrong(set),
                    percent(self.promise.confidence),
                    percent(self.promise.wrong_at_most),
                    counted(set.size, "removal", "removals"),
                )
            })
            .into_iter()
            .collect();
        let stays = self.removals - self.passed;
        if stays > 0 {
            sentences.push(format!(
                "{} can be removed; {} since the bound does not cover {}",
                counted(self.passed, "document", "documents"),
                counted(stays, "stays,", "stay,"),
                if stays == 1 {
                    "it, or it was found wrong"
                } else {
                    "them, or they were found wrong"
                },
            ));
        }
        sentences.extend(passed_interval(verdict));
        let failed = verdict
            .tested
            .iter()
            .find(|it| it.outcome == Outcome::Failed);
        sentences.extend(failed.map(|set| {
            format!(
                "the {} of least risk failed: {}",
                counted(set.size, "removal", "removals"),
                are_wrong(set)
            )
        }));
        sentences
    }

    fn failure(&self, verdict: &Verdict) -> String {
        let first = verdict
            .tested
            .iter()
            .find(|it| it.outcome == Outcome::Failed);
        let why = first.map_or(String::new(), |set| {
            let [low, high] = set.interval.map(percent);
            format!(
                ": of the {} of least risk, {}; interval for the share wrong in this set alone: {low} to {high}",
                counted(set.size, "removal", "removals"),
                are_wrong(set)
            )
        });
        format!("the audit failed, so nothing can be removed{why}")
    }
}

/// The interval of the largest set that passed: it says more than the bound, and is wider.
fn passed_interval(verdict: &Verdict) -> Option<String> {
    let passed = verdict
        .tested
        .iter()
        .filter(|it| it.outcome == Outcome::Passed);
    let set = passed.max_by_key(|it| it.size)?;
    let [low, high] = set.interval.map(percent);
    Some(format!(
        "anytime-valid interval for the share wrong in this set alone, therefore wider than the bound: {low} to {high}"
    ))
}

fn are_wrong(set: &Tested) -> String {
    let verb = if set.wrong == 1 { "was" } else { "were" };
    let missing = match set.missing {
        0 => String::new(),
        1 => " and 1 has no answer".to_string(),
        many => format!(" and {} have no answer", count(many)),
    };
    format!(
        "{} of {} checked {verb} wrong{missing}",
        count(set.wrong),
        count(set.drawn - set.missing)
    )
}
