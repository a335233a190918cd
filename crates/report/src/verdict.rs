//! The verdict of a comparison in sentences.

use serde::Serialize;

use super::baseline::unbeaten;
use super::figures::{decimal, listed, number, percent, whole_percent};
use super::significance::{Significance, against, reference, test_results};
use dejalu_experiment::compare::{Comparison, Decider, Experiment, Kind, highest};
use dejalu_learn::evaluation::Outcome;

/// The verdict of a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// The answer in one sentence.
    pub headline: String,
    /// The figures behind it, a sentence each.
    pub sentences: Vec<String>,
    /// Scope of the evaluation: pairs, documents, clusters, and how many of them training had seen.
    pub scope: String,
}

/// The verdict of a comparison, in words.
pub fn summary(comparison: &Comparison) -> Summary {
    let scope = scope(comparison);
    let Some((reference, f1)) = reference(comparison).and_then(|it| Some((it, it.figures.f1?)))
    else {
        return Summary {
            headline: "There is no F1 to compare: there are no duplicates among the pairs, and none were found."
                .to_string(),
            sentences: Vec::new(),
            scope,
        };
    };
    let narrative = Narrative { reference, f1 };
    let mut sentences = vec![narrative.introduce()];
    let firsts = [Kind::Published, Kind::Retuned, Kind::BuiltIn, Kind::Learned];
    let bests = firsts.map(|kind| narrative.best(comparison, kind));
    sentences.extend(
        bests
            .into_iter()
            .flatten()
            .filter_map(|it| narrative.compare(it)),
    );
    sentences.extend(unbeaten(comparison));
    sentences.extend(caution(comparison));
    Summary {
        headline: narrative.headline(comparison),
        sentences,
        scope,
    }
}

/// Returns whether the pairs may be called held out of training: with a finished model that has seen
/// most of the documents they may not.
pub(super) fn held_out(comparison: &Comparison) -> bool {
    comparison.seen_share < 0.5
}

/// A warning if the pairs share documents with the training of the model that judged them.
pub(super) fn caution(comparison: &Comparison) -> Option<String> {
    let of_a_model = matches!(comparison.experiment, Experiment::Evaluation(_));
    let seen = comparison.seen_share;
    if held_out(comparison) && !(of_a_model && seen > 0.0) {
        return None;
    }
    let (reference, _) = reference(comparison).and_then(|it| Some((it, it.figures.f1?)))?;
    if seen >= 1.0 {
        return Some(
            "Caution: the model was trained on documents of every pair, so these figures do not \
             estimate its performance; no pair is unseen."
                .to_string(),
        );
    }
    let unseen = match reference.figures.f1_unseen {
        Some(f1) => format!("; on the other pairs its F1 is {}", percent(Some(f1))),
        None => String::new(),
    };
    let seen = whole_percent(seen);
    Some(format!(
        "Caution: {seen} of the pairs share a document with the training set, so F1 is too \
         optimistic{unseen}."
    ))
}

/// `360 pairs (120 duplicates) of 96 documents in 30 clusters; 5 % of the pairs …`
fn scope(comparison: &Comparison) -> String {
    let judged = judged(
        comparison.pairs,
        comparison.positives,
        comparison.documents,
        comparison.clusters,
    );
    let seen = match comparison.seen_share {
        _ if !comparison.knows_what_was_seen() => {
            "vectors do not say whether training has seen their documents".to_string()
        }
        0.0 => "no pair shares a document with training".to_string(),
        share => format!(
            "{} of the pairs share a document with training",
            whole_percent(share)
        ),
    };
    format!("{judged}; {seen}")
}

/// `360 pairs (120 duplicates) of 96 documents in 30 clusters`
pub(super) fn judged(pairs: usize, positives: usize, documents: usize, clusters: usize) -> String {
    let pairs = number(pairs, "pair");
    let positives = number(positives, "duplicate");
    let documents = number(documents, "document");
    let clusters = number(clusters, "cluster");
    format!("{pairs} ({positives}) of {documents} in {clusters}")
}

/// The sentences of a verdict, written from the view of the reference decider.
struct Narrative<'a> {
    reference: &'a Decider,
    f1: f64,
}

impl Narrative<'_> {
    fn subject(&self) -> String {
        match self.reference.kind {
            Kind::Learned => "The learned model".to_string(),
            _ => format!("The rule {}", self.reference.name),
        }
    }

    fn headline(&self, comparison: &Comparison) -> String {
        let claim = |kind| self.claim(comparison, kind);
        let subject = self.subject();
        if self.reference.figures.f1_interval.is_none() {
            return format!(
                "Without intervals, {subject} can be called neither better nor worse than a rule."
            )
            .replace("The ", "the ");
        }
        match (claim(Kind::Published), claim(Kind::Retuned)) {
            (Some(Claim::Wins), Some(Claim::Wins)) => {
                format!("{subject} is better than every rule, as published and re-tuned.")
            }
            (Some(Claim::Level), Some(Claim::Level)) => {
                format!("{subject} is as good as the rules: every difference is within noise.")
            }
            (Some(published), Some(retuned)) => {
                let (published, retuned) = (published.say("published"), retuned.say("re-tuned"));
                format!("{subject} {published}; it {retuned}.")
            }
            (Some(published), None) => format!("{subject} {}.", published.say("published")),
            (None, Some(retuned)) => format!("{subject} {}.", retuned.say("re-tuned")),
            (None, None) => format!("{subject} reaches an F1 of {}.", percent(Some(self.f1))),
        }
    }

    /// Compares the reference with a group of rules, if there are any.
    fn claim<'c>(&self, comparison: &'c Comparison, kind: Kind) -> Option<Claim<'c>> {
        let rivals: Vec<&Decider> = self.rivals(comparison, kind).collect();
        // Only where both tests agree is a rule better or worse, as the verdicts say.
        let rated = |is: fn(Significance) -> bool| -> Vec<&Decider> {
            let these = rivals.iter().filter(|it| it.figures.f1.is_some());
            these.filter(|it| is(against(it))).copied().collect()
        };
        let better = rated(|it| it == Significance::Against(Outcome::Better));
        let undecided =
            rated(|it| !matches!(it, Significance::Against(Outcome::Better | Outcome::Worse)));
        let is_tie = |it: &&Decider| against(it) == Significance::Against(Outcome::Tie);
        let ties = undecided.iter().all(is_tie);
        match (better.as_slice(), undecided.as_slice()) {
            _ if rivals.is_empty() => None,
            ([], []) => Some(Claim::Wins),
            ([], _) if ties && undecided.len() == rivals.len() => Some(Claim::Level),
            ([], _) => {
                let others = rivals.len() - undecided.len();
                Some(Claim::WinsBut(undecided, others))
            }
            _ => Some(Claim::Loses(better)),
        }
    }

    fn rivals<'c>(
        &self,
        comparison: &'c Comparison,
        kind: Kind,
    ) -> impl Iterator<Item = &'c Decider> {
        let own = std::ptr::from_ref(self.reference);
        let deciders = comparison.deciders.iter();
        deciders.filter(move |it| it.kind == kind && !std::ptr::eq(*it, own))
    }

    fn best<'c>(&self, comparison: &'c Comparison, kind: Kind) -> Option<&'c Decider> {
        highest(self.rivals(comparison, kind))
    }

    fn introduce(&self) -> String {
        let figures = &self.reference.figures;
        let interval = figures.f1_interval.map_or_else(String::new, |it| {
            let (low, high) = (percent(Some(it.low)), percent(Some(it.high)));
            format!(" (95 % interval {low} to {high})")
        });
        let finds = format!("it finds {} of all duplicates", percent(figures.recall));
        let why = match figures.precision {
            Some(precision) => format!(
                "{finds}, and {} of the pairs it calls duplicates are duplicates",
                percent(Some(precision))
            ),
            None => "it calls nothing a duplicate".to_string(),
        };
        let name = match self.reference.kind {
            Kind::Learned => format!(", {},", self.reference.name),
            _ => String::new(),
        };
        let f1 = percent(Some(self.f1));
        format!(
            "{}{name} reaches an F1 of {f1}{interval}: {why}.",
            self.subject()
        )
    }

    /// `The best published rule, mwo (threshold 0.500), reaches 88.0 %: 9.1 points less, …`
    fn compare(&self, rival: &Decider) -> Option<String> {
        let f1 = rival.figures.f1?;
        let cut = decimal(rival.threshold, 3);
        let name = &rival.name;
        let who = match rival.kind {
            Kind::Learned => format!("The other learned model, {name},"),
            Kind::BuiltIn => {
                "The built-in model, which has learned from none of these pairs,".to_string()
            }
            Kind::Published => format!("The best published rule, {name} (threshold {cut}),"),
            Kind::Retuned => {
                format!("The best re-tuned rule, {name} (threshold {cut}),")
            }
            Kind::Baseline => format!("The baseline {name}"),
        };
        let points = (f1 - self.f1) * 100.0;
        let apart = match format!("{:.1}", points.abs()).as_str() {
            "0.0" => "no difference".to_string(),
            size => format!(
                "{size} points {}",
                if points > 0.0 { "more" } else { "less" }
            ),
        };
        let tests = test_results(rival).map_or(String::new(), |tests| format!("; {tests}"));
        Some(format!(
            "{who} reaches {}: {apart}{tests}.",
            percent(Some(f1))
        ))
    }
}

/// Result of the reference against a group of rules: the worst news counts.
enum Claim<'c> {
    Wins,
    /// Better than so many, but not than these.
    WinsBut(Vec<&'c Decider>, usize),
    Level,
    Loses(Vec<&'c Decider>),
}

impl Claim<'_> {
    fn say(&self, group: &str) -> String {
        match self {
            Claim::Wins => format!("is better than every {group} rule"),
            Claim::WinsBut(these, 0) if these.len() <= FEW => {
                format!(
                    "is not clearly better than the {group} rules: {}",
                    doubts(these)
                )
            }
            Claim::WinsBut(these, _) if these.len() <= FEW => {
                format!("is better than every {group} rule except {}", doubts(these))
            }
            Claim::WinsBut(these, others) => format!(
                "is better than {others} of {} {group} rules; for the rest, errors and F1 do \
                 not both show a difference",
                others + these.len()
            ),
            Claim::Level => format!("is as good as every {group} rule (within noise)"),
            Claim::Loses(better) => {
                let rules = if better.len() == 1 { "rule" } else { "rules" };
                let names: Vec<String> = better.iter().map(|it| it.name.clone()).collect();
                format!("is beaten by the {group} {rules} {}", listed(&names))
            }
        }
    }
}

/// As many names as a reader takes in at a glance; more are in the table.
const FEW: usize = 3;

/// Rules, each with what the tests say of it: `mwo (within noise (McNemar p = 0.210))`.
fn doubts(rules: &[&Decider]) -> String {
    let doubt = |rule: &&Decider| match against(rule) {
        Significance::Against(Outcome::Tie) => format!("{} (within noise)", rule.name),
        Significance::Against(Outcome::FewerErrors) => {
            format!("{} (fewer errors, F1 within noise)", rule.name)
        }
        Significance::Against(Outcome::MoreErrors) => {
            format!("{} (more errors, F1 within noise)", rule.name)
        }
        Significance::Against(Outcome::HigherF1) => {
            format!("{} (higher F1, errors within noise)", rule.name)
        }
        Significance::Against(Outcome::LowerF1) => {
            format!("{} (lower F1, errors within noise)", rule.name)
        }
        _ => format!("{} (errors and F1 disagree)", rule.name),
    };
    listed(&rules.iter().map(doubt).collect::<Vec<String>>())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::testing::{comparison, decider, rate};
    use dejalu_experiment::compare::EvaluateOptions;
    use dejalu_experiment::pairs::PairSet;

    #[test]
    fn a_clear_win_and_a_tie() {
        let result = comparison();
        let summary = summary(&result);
        assert_eq!(
            summary.headline,
            "The learned model is better than every published rule; it is better than every \
             re-tuned rule except mwo (within noise)."
        );
        assert_eq!(
            summary.sentences,
            [
                "The learned model, svm-rbf, reaches an F1 of 97.1 % (95 % interval 94.8 % to \
                 98.9 %): it finds 96.7 % of all duplicates, and 97.5 % of the pairs it calls duplicates are duplicates.",
                "The best published rule, mwo (threshold 0.500), reaches 88.0 %: 9.1 points less; \
                 more errors (McNemar p < 0.001) and a lower F1.",
                "The best re-tuned rule, mwo (threshold 0.610), reaches \
                 95.9 %: 1.2 points less; within noise (McNemar p = 0.210).",
                "The other learned model, svm-linear, reaches 97.0 %: 0.1 points less; more errors \
                 (McNemar p = 0.040), F1 within its interval.",
            ]
        );
    }

    #[test]
    fn many_ties_are_counted() {
        let tie = decider("mwo", Kind::Published, Some(0.96), Some(0.3));
        let claim = Claim::WinsBut(vec![&tie; 4], 2);
        assert_eq!(
            claim.say("published"),
            "is better than 2 of 6 published rules; for the rest, errors and F1 do not both show a difference"
        );
    }

    #[test]
    fn a_small_p_is_never_called_noise() {
        let mut result = comparison();
        rate(&mut result.deciders[5], 0.98, 0.006);
        let summary = summary(&result);
        assert!(
            summary
                .headline
                .ends_with("every re-tuned rule except mwo (fewer errors, F1 within noise)."),
            "{}",
            summary.headline
        );
        assert_eq!(
            summary.sentences[2],
            "The best re-tuned rule, mwo (threshold 0.610), reaches \
             98.0 %: 0.9 points more; fewer errors (McNemar p = 0.006), F1 within its interval."
        );
    }

    #[test]
    fn a_headline_claims_no_more_than_the_verdicts() {
        let mut result = comparison();
        let verdict = |errors, f1| Some(dejalu_learn::evaluation::Verdict { errors, f1 });
        use dejalu_learn::evaluation::Change::{Higher, Lower, Same};
        result.deciders[2].figures.verdict = verdict(Same, Lower);
        let headline = summary(&result).headline;
        assert!(
            headline.starts_with(
                "The learned model is better than every published rule except mwo (lower F1, errors \
                 within noise); "
            ),
            "{headline}"
        );
        result.deciders[2].figures.verdict = verdict(Same, Higher);
        let headline = summary(&result).headline;
        assert!(headline.contains("except mwo (higher F1, errors within noise); "));
    }

    #[test]
    fn a_defeat_is_told_first() {
        let mut result = comparison();
        rate(&mut result.deciders[2], 0.995, 0.0002);
        let headline = summary(&result).headline;
        assert!(headline.starts_with("The learned model is beaten by the published rule mwo; it"));
    }

    #[test]
    fn seen_documents_are_warned_of() {
        let mut result = comparison();
        result.seen_share = 0.92;
        assert_eq!(
            summary(&result).sentences.last().unwrap(),
            "Caution: 92 % of the pairs share a document with the training set, so F1 is too optimistic; on the other pairs its F1 is 96.9 %."
        );
    }

    #[test]
    fn where_no_pair_is_unseen_the_figures_are_no_estimate() {
        let mut result = comparison();
        assert_eq!(caution(&result), None);
        result.experiment = Experiment::Evaluation(EvaluateOptions::default());
        assert!(caution(&result).unwrap().starts_with("Caution: 5 %"));
        (result.seen_share, result.deciders[0].figures.f1_unseen) = (1.0, None);
        assert_eq!(
            summary(&result).sentences.last().unwrap(),
            "Caution: the model was trained on documents of every pair, so these figures do not \
             estimate its performance; no pair is unseen."
        );
    }

    #[test]
    fn nothing_to_say_is_said() {
        let mut result = comparison();
        result.deciders.truncate(1);
        assert_eq!(
            summary(&result).headline,
            "The learned model reaches an F1 of 97.1 %."
        );
        result.deciders[0] = decider("svm-rbf", Kind::Learned, None, None);
        assert!(summary(&result).headline.starts_with("There is no F1"));
        result.deciders.clear();
        assert!(summary(&result).sentences.is_empty());
    }

    #[test]
    fn only_rules_are_told_from_the_first() {
        let mut result = comparison();
        result
            .deciders
            .retain(|decider| decider.kind == Kind::Published);
        let summary = summary(&result);
        assert!(summary.headline.starts_with("The rule mwo "));
        assert!(summary.sentences[0].starts_with("The rule mwo reaches an F1 of 88.0 %"));
    }

    #[test]
    fn the_scope_counts_and_inflects() {
        let mut result = comparison();
        assert_eq!(
            summary(&result).scope,
            "360 pairs (120 duplicates) of 96 documents in 30 clusters; 5 % of the pairs share a \
             document with training"
        );
        (result.pairs, result.positives, result.seen_share) = (1, 1, 0.0);
        let scope = summary(&result).scope;
        assert!(scope.starts_with("1 pair (1 duplicate) of 96"));
        assert!(scope.ends_with("no pair shares a document with training"));
        result.experiment = Experiment::Evaluation(EvaluateOptions::default());
        result.set = Arc::new(PairSet {
            of_vectors: true,
            ..PairSet::default()
        });
        let scope = summary(&result).scope;
        assert!(scope.ends_with("vectors do not say whether training has seen their documents"));
    }
}
