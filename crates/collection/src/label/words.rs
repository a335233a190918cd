//! Says in sentences how good the model is, and when to stop.

use super::tally::{AuditedRemovals, CurvePoint, Tally};
use dejalu_base::plural::{count, counted, percent};
use dejalu_experiment::{FEWEST_OF_A_LABEL, FEWEST_TO_TRAIN};
use dejalu_learn::evaluation::{Estimate, StratifiedEstimates};

/// Once three trainings in a row change a smaller share of the decisions than this, more answers
/// change next to nothing (Bloodgood and Vijay-Shanker 2009).
const STEADY: f64 = 0.01;

/// Number of trainings in a row.
const IN_A_ROW: usize = 3;

/// Usual number of answers in all.
pub(super) const USUAL: usize = 300;

/// F1 is known well enough to within this.
const NARROW: f64 = 0.03;

/// That some answers should be looked at again.
pub(super) fn doubtful_answers(doubtful: usize) -> Option<String> {
    let are = if doubtful == 1 { "is" } else { "are" };
    let answers = counted(doubtful, "answer", "answers");
    (doubtful > 0).then(|| {
        format!("{answers} {are} unlikely according to models that were not trained on the pair; check these first.")
    })
}

/// Describes the answers that are missing before `train` can train a model, if any.
pub(super) fn to_train(tally: Tally) -> Option<String> {
    let missing = missing(tally, FEWEST_TO_TRAIN)?;
    Some(format!("Before a model can be trained, {missing} needed."))
}

/// Number of answers of either kind that are missing to reach this number of both, with the verb.
fn missing(tally: Tally, fewest: usize) -> Option<String> {
    let missing = |of: usize| fewest.saturating_sub(of);
    let missing = [
        (
            missing(tally.duplicates),
            "more duplicate",
            "more duplicates",
        ),
        (
            missing(tally.distinct),
            "more distinct pair",
            "more distinct pairs",
        ),
    ];
    let all: usize = missing.iter().map(|it| it.0).sum();
    let missing: Vec<String> = missing
        .into_iter()
        .filter(|it| it.0 > 0)
        .map(|(missing, one, many)| counted(missing, one, many))
        .collect();
    let are = if all == 1 { "is" } else { "are" };
    (!missing.is_empty()).then(|| format!("{} {are}", missing.join(" and ")))
}

/// Returns whether more answers to learn from are worth it.
pub(super) fn to_learn_from(tally: Tally, changes: &[f64]) -> String {
    if let Some(missing) = to_train(tally) {
        return missing;
    }
    if let Some(missing) = missing(tally, FEWEST_OF_A_LABEL) {
        return format!("Go on: {missing} needed before a model can choose the questions.");
    }
    let share = |&it: &f64| percent(it, 1);
    match changes
        .len()
        .checked_sub(IN_A_ROW)
        .map(|first| &changes[first..])
    {
        Some(last) if last.iter().all(|&change| change < STEADY) => {
            let last: Vec<String> = last.iter().map(share).collect();
            format!(
                "You can stop answering for training: the last three trainings changed {} of the decisions.",
                last.join(", ")
            )
        }
        _ => match changes.last() {
            Some(last) => format!(
                "Go on: the last training changed {} of the decisions; they are stable once three trainings in a row change less than 1 %.",
                share(last)
            ),
            None => {
                "Go on: two trainings are needed to see whether the decisions are stable.".into()
            }
        },
    }
}

/// Number of answers and, until a model can be evaluated, the usual number.
pub(super) fn answered(answers: usize, has_model: bool) -> String {
    let answered = format!("{} answered", count(answers));
    if has_model {
        return answered;
    }
    format!("{answered}; {USUAL} are usual")
}

/// Names the model of the figures: one trained on this number of answers, or the one before any.
pub(super) fn judged(answers: Option<usize>) -> String {
    match answers {
        Some(answers) => format!(
            "Precision, recall and F1 are those of a model trained on {}.",
            counted(answers, "answer", "answers")
        ),
        None => {
            "Precision, recall and F1 are those of the model that the questions were drawn with."
                .into()
        }
    }
}

/// Returns whether more answers to judge by are worth it, for a frame with this number of pairs, of which the audit has
/// `left` to ask about.
pub(super) fn to_judge_by(
    estimates: Option<&StratifiedEstimates>,
    audit: Tally,
    frame: u64,
    left: usize,
) -> String {
    let Some(estimates) = estimates else {
        return "The model can be evaluated once the audit has an answer in every stratum of scores.".into();
    };
    let mut sentence = precise(estimates, audit, frame);
    let f1 = estimates.f1.as_ref();
    if f1.is_some_and(|f1| missing_answers(f1, audit, frame) > left as u64) {
        let left = match left {
            0 => "All of the audit's pairs are answered.".to_string(),
            _ => format!(
                "The audit has only {} left.",
                counted(left, "pair", "pairs")
            ),
        };
        sentence.push(' ');
        sentence.push_str(&left);
    }
    sentence
}

/// Number of further answers it would take to know F1 well enough, for a frame with this number of pairs.
fn missing_answers(f1: &Estimate, audit: Tally, frame: u64) -> u64 {
    let ratio = f1.margin() / NARROW;
    if ratio <= 1.0 {
        return 0;
    }
    // Margins fall with the root of the number; the answers to all pairs leave none.
    let wanted = (audit.all() as f64 * ratio.powi(2)).ceil() as u64;
    wanted.min(frame).saturating_sub(audit.all() as u64)
}

/// Returns whether F1 is known well enough.
fn precise(estimates: &StratifiedEstimates, audit: Tally, frame: u64) -> String {
    let Some(f1) = &estimates.f1 else {
        return "No duplicate has been found yet among the audit's pairs.".into();
    };
    let margin = f1.margin();
    let figure = format!("F1 is known to within {:.1} points", 100.0 * margin);
    if margin <= NARROW {
        return format!("{figure}: that is enough.");
    }
    format!(
        "{figure}; narrowing that to 3 points would take about {} more of the audit's answers.",
        count(missing_answers(f1, audit, frame))
    )
}

/// Precision, recall and F1 with their intervals.
pub(super) fn figures(estimates: &StratifiedEstimates) -> Vec<String> {
    let line = |name: &str, estimate: Option<Estimate>| match estimate {
        Some(Estimate { value, interval }) => format!(
            "{name} {} ({:.1}–{:.1})",
            percent(value, 1),
            100.0 * interval.low,
            100.0 * interval.high
        ),
        None => format!("{name} –"),
    };
    vec![
        line("precision", estimates.precision),
        line("recall", estimates.recall),
        line("F1", estimates.f1),
    ]
}

/// Describes the pairs that the figures of a report represent.
pub(super) fn scope(audit: Tally, frame: u64) -> String {
    let unsure = match audit.unsure {
        0 => String::new(),
        unsure => format!(", without {} that nobody was sure of", count(unsure)),
    };
    format!(
        "from {} of the audit{unsure}, which represent {} pairs: candidates, and the ten nearest neighbours of each document. Duplicates beyond these are not counted.",
        counted(audit.all(), "answer", "answers"),
        count(frame)
    )
}

/// Explains why a report has no figures.
pub(super) fn no_estimates(audit: Tally) -> String {
    format!(
        "precision, recall and F1 cannot be estimated from {} of the audit: every range of scores needs an answer other than unsure.",
        counted(audit.all(), "answer", "answers")
    )
}

/// The answers to learn from.
pub(super) fn training(tally: Tally) -> String {
    format!(
        "{} for training: {}, {}, {} unsure.",
        counted(tally.all(), "answer", "answers"),
        counted(tally.duplicates, "duplicate", "duplicates"),
        counted(tally.distinct, "distinct pair", "distinct pairs"),
        count(tally.unsure)
    )
}

/// F1 by the number of answers to learn from; of points that tell of no growth nothing.
pub(super) fn curve(points: &[CurvePoint]) -> Option<String> {
    let point = |it: &CurvePoint| {
        let f1 = it.f1.as_ref()?;
        Some(format!(
            "{} with {}",
            percent(f1.value, 1),
            count(it.answers)
        ))
    };
    let points: Vec<String> = CurvePoint::grown(points).iter().filter_map(point).collect();
    (!points.is_empty()).then(|| {
        format!(
            "F1 of a model trained on the first answers: {}.",
            points.join(", ")
        )
    })
}

/// Returns whether it is enough, for a frame with this number of pairs.
pub(super) fn enough(
    points: &[CurvePoint],
    estimates: Option<&StratifiedEstimates>,
    audit: Tally,
    frame: u64,
) -> Vec<String> {
    let mut sentences = Vec::new();
    let known = points
        .iter()
        .filter_map(|it| Some((it.answers, it.f1.as_ref()?.value)));
    let known: Vec<(usize, f64)> = known.collect();
    // The curve ends where the answers do, which may be just after the point before.
    let now = known.last().copied();
    let half = now.and_then(|(answers, _)| known.iter().rfind(|it| 2 * it.0 <= answers));
    if let (Some((answers, now)), Some(&(half, before))) = (now, half) {
        let [half, answers] = [half, answers].map(count);
        let gain = now - before;
        let verdict = if gain >= 0.005 {
            format!("has risen by {:.1} points: label more pairs.", 100.0 * gain)
        } else if gain > -0.005 {
            "has changed by less than half a point: more answers will change little.".to_string()
        } else {
            format!(
                "has fallen by {:.1} points: look at the unlikely answers.",
                -100.0 * gain
            )
        };
        sentences.push(format!(
            "From {half} to {answers} training answers, F1 {verdict}"
        ));
    }
    sentences.extend(estimates.map(|estimates| precise(estimates, audit, frame)));
    sentences
}

/// Describes the result among removed documents.
pub(super) fn removals(removals: &AuditedRemovals) -> String {
    let AuditedRemovals {
        answered,
        wrong,
        of,
        wrong_at_most,
    } = removals;
    let all = of.map_or("all".to_string(), |of| format!("all {}", count(of)));
    format!(
        "{} of {} checked removals {} wrong; with 95 % confidence, at most {} of {all} are.",
        count(*wrong),
        count(*answered),
        if *wrong == 1 { "is" } else { "are" },
        percent(*wrong_at_most, 1),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(duplicates: usize, distinct: usize) -> Tally {
        Tally {
            duplicates,
            distinct,
            unsure: 0,
        }
    }

    #[test]
    fn it_says_what_is_missing_when_to_go_on_and_when_to_stop() {
        assert_eq!(
            to_learn_from(tally(1, 0), &[]),
            "Before a model can be trained, 1 more duplicate and 2 more distinct pairs are needed."
        );
        assert_eq!(
            to_learn_from(tally(4, 5), &[]),
            "Go on: 1 more duplicate is needed before a model can choose the questions."
        );
        assert_eq!(to_train(tally(2, 2)), None);
        assert_eq!(
            to_learn_from(tally(9, 9), &[]),
            "Go on: two trainings are needed to see whether the decisions are stable."
        );
        assert_eq!(
            to_learn_from(tally(9, 9), &[0.002, 0.004, 0.031]),
            "Go on: the last training changed 3.1 % of the decisions; they are stable once three trainings in a row change less than 1 %."
        );
        assert_eq!(
            to_learn_from(tally(9, 9), &[0.5, 0.002, 0.004, 0.0]),
            "You can stop answering for training: the last three trainings changed 0.2 %, 0.4 %, 0.0 % of the decisions."
        );
        assert_eq!(doubtful_answers(0), None);
        assert_eq!(
            doubtful_answers(1).unwrap(),
            "1 answer is unlikely according to models that were not trained on the pair; check these first."
        );
    }

    #[test]
    fn f1_is_known_to_within_the_longer_side_of_its_interval() {
        use dejalu_learn::evaluation::Interval;

        let f1 = Some(Estimate {
            value: 0.9,
            interval: Interval {
                low: 0.8,
                high: 0.92,
            },
        });
        let estimates = StratifiedEstimates {
            precision: None,
            recall: None,
            f1,
        };
        assert_eq!(
            to_judge_by(Some(&estimates), tally(10, 80), 1_770, 910),
            "F1 is known to within 10.0 points; narrowing that to 3 points would take about 910 more of the audit's answers."
        );
        let small = to_judge_by(Some(&estimates), tally(10, 80), 500, 410);
        assert!(
            small.ends_with("about 410 more of the audit's answers."),
            "{small}"
        );
        let few = to_judge_by(Some(&estimates), tally(10, 80), 500, 1);
        assert!(
            few.ends_with("answers. The audit has only 1 pair left."),
            "{few}"
        );
        let ended = to_judge_by(Some(&estimates), tally(10, 80), 500, 0);
        assert!(
            ended.ends_with("All of the audit's pairs are answered."),
            "{ended}"
        );
    }

    #[test]
    fn until_there_is_a_model_it_is_said_how_many_are_usual() {
        assert_eq!(answered(1_200, true), "1,200 answered");
        assert_eq!(answered(12, false), "12 answered; 300 are usual");
    }

    #[test]
    fn removals_are_said_with_their_bound() {
        let found = AuditedRemovals::bounded(300, 1, Some(22_335));
        assert_eq!(
            removals(&found),
            "1 of 300 checked removals is wrong; with 95 % confidence, at most 1.6 % of all 22,335 are."
        );
    }

    #[test]
    fn what_more_answers_bring_is_said_of_at_least_twice_as_many() {
        use dejalu_learn::evaluation::{Estimate, Interval};

        let point = |&(answers, value): &(usize, f64)| CurvePoint {
            answers,
            f1: Some(Estimate {
                value,
                interval: Interval {
                    low: 0.0,
                    high: 1.0,
                },
            }),
        };
        let said = |points: &[(usize, f64)]| {
            let points: Vec<CurvePoint> = points.iter().map(point).collect();
            enough(&points, None, tally(9, 9), 100).concat()
        };
        assert_eq!(said(&[(30, 0.96), (40, 0.96)]), "");
        assert_eq!(
            said(&[(30, 0.9), (60, 0.94), (80, 0.96)]),
            "From 30 to 80 training answers, F1 has risen by 6.0 points: label more pairs."
        );
        assert_eq!(
            said(&[(30, 0.96), (60, 0.9)]),
            "From 30 to 60 training answers, F1 has fallen by 6.0 points: look at the unlikely answers."
        );
        assert_eq!(
            said(&[(60, 0.94), (1_000, 0.944)]),
            "From 60 to 1,000 training answers, F1 has changed by less than half a point: more answers will change little."
        );
    }
}
