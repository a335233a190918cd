//! The summary of a deduplication.

use std::time::Duration;

use dejalu::candidates::{Method, Plan};
use dejalu::collection::{
    Collection, Constraints, DedupeCounts, Deduplicated, DeduplicatedAgainst, DefaultRemovals,
    Grouping, GroupingQuality, Judge, Keep, LOSS_IF_SUGGESTED, Relation, SuggestedThreshold,
};
use dejalu_base::plural::{count, counted, percent};
use serde_json::{Value, json};

use super::by_source::SourceCounts;
use crate::cli::commands::warnings;
use crate::cli::memory;
use crate::cli::options::{LeftOut, without_words};

/// The whole, in lines.
pub(super) fn text(
    collection: &Collection,
    judge: &Judge,
    constraints: &Constraints,
    result: &Deduplicated,
) -> String {
    let counts = &result.counts;
    let mut lines = vec![
        format!(
            "{}, {} of them exact copies of another",
            counted(counts.documents, "document", "documents"),
            count(counts.copies)
        ),
        planned(&result.plan, counts),
        format!(
            "{} ({})",
            counted(counts.duplicates, "duplicate pair", "duplicate pairs"),
            judge.named_at(result.least())
        ),
    ];
    lines.extend(constraints.sentence());
    lines.extend(without_words(counts.wordless));
    let boilerplate = result.boilerplate.iter();
    lines.extend(boilerplate.map(|it| format!("{} (--boilerplate keep)", it.sentence())));
    let above = result.boilerplate.as_ref().map(|it| it.above);
    lines.extend(result.suggested.iter().map(|it| suggested(it, above)));
    lines.extend(warnings::undecided(judge, counts.unsure));
    lines.extend(super::audit::lines(result));
    let groupings = result.groupings.iter().filter(|_| !is_draw(result));
    lines.extend(groupings.map(|groups| grouped(collection, groups, result)));
    lines.extend(more_at_default(result));
    lines.extend(result.quality.iter().map(|quality| agreed(quality, result)));
    lines.extend(result.quality.first().and_then(|_| unclustered(collection)));
    lines.extend(warnings::filtered(judge, &result.plan));
    lines.join("\n") + "\n"
}

/// States how many more documents the default level of the model would remove than a guessed threshold.
fn more_at_default(result: &Deduplicated) -> Option<String> {
    let DefaultRemovals { level, removed } = result.at_default?;
    let now = result.groupings.first()?.removed().count();
    let more = removed.checked_sub(now).filter(|&more| more > 0)?;
    Some(format!(
        "at {level}, the default level of the model, {} would be removed (--at {level})",
        counted(more, "more document", "more documents")
    ))
}

/// Returns whether documents were only drawn for people to look at.
fn is_draw(result: &Deduplicated) -> bool {
    result
        .audit
        .as_ref()
        .is_some_and(|audit| !audit.is_verdict())
}

/// The whole of a comparison with another collection.
pub(super) fn against(
    found: &DeduplicatedAgainst<'_>,
    both: [&Collection; 2],
    judge: &Judge,
    decided: &str,
    kept: usize,
) -> String {
    let [own, others] = both.map(|collection| collection.documents().len());
    let mut lines = vec![
        format!(
            "{} against {}",
            counted(own, "document", "documents"),
            counted(others, "other", "others")
        ),
        format!("candidates: {}", way(&found.plan)),
        format!(
            "{} have a near-duplicate there, {} kept ({decided})",
            count(own - kept),
            count(kept)
        ),
    ];
    lines.extend(warnings::undecided(judge, found.unsure));
    lines.extend(warnings::filtered(judge, &found.plan));
    lines.join("\n") + "\n"
}

fn planned(plan: &Plan, counts: &DedupeCounts) -> String {
    let [one, many] = if counts.compares_with_kept {
        [
            "comparison with a kept document, of",
            "comparisons with kept documents, of",
        ]
    } else {
        ["candidate:", "candidates:"]
    };
    format!("{} {}", counted(counts.candidates, one, many), way(plan))
}

fn way(plan: &Plan) -> String {
    let method = match plan.method {
        Method::All | Method::Auto => "every pair",
        Method::Exact => "exactly the pairs of",
        Method::MinHash => "by MinHash the pairs of",
    };
    match &plan.filter {
        Some(filter) => format!("{method} {filter} ({})", plan.why),
        None => format!("{method} ({})", plan.why),
    }
}

/// The options of a lower threshold that loses no more than a guessed one.
pub(super) fn as_careful() -> String {
    format!("--at T --lose-at-most {LOSS_IF_SUGGESTED}")
}

/// That the rule cannot tell documents apart.
pub(super) fn indistinct(judge: &Judge, result: &Deduplicated) -> Option<String> {
    let indistinct = result.indistinct.as_ref()?;
    let kinds = match indistinct.kinds {
        1 => String::new(),
        kinds => format!(
            " of {} kinds, the largest of {}",
            count(kinds),
            count(indistinct.largest)
        ),
    };
    let as_one = if indistinct.is_one {
        "; their pairs are too many to be compared one by one, so that each kind is one group or part of one"
    } else {
        ""
    };
    Some(format!(
        "by {} {} texts{kinds} cannot be told apart: what differs in them, such as numbers and dates, is not compared{as_one}; \
         look at what would be removed, or decide by a model",
        judge.named_at(result.least()),
        count(indistinct.texts),
    ))
}

/// That documents would be removed by a guess that the scores of the collection do not support.
pub(super) fn unsure_guess(result: &Deduplicated) -> Option<String> {
    let guess = result.suggested.as_ref();
    let guess = guess.filter(|guess| !guess.basis.is_seen())?;
    let removed = result.groupings.first()?.removed();
    let removed = removed.filter(|(_, it)| it.relation != Relation::Identical);
    let removed = removed.count();
    let above = result.boilerplate.as_ref().map(|it| it.above);
    let removals = counted(removed, "document", "documents");
    let verb = result.removal_verb();
    (removed > 0).then(|| format!("{removals} {verb}; {}", suggested(guess, above)))
}

/// Explains where a guessed threshold comes from; and if the scores show none, how to try a lower one as carefully,
/// without the passages that more than so many groups repeat.
fn suggested(suggested: &SuggestedThreshold, above: Option<u32>) -> String {
    let [one, many] = if suggested.sample.is_part() {
        ["pair of the sample scores", "pairs of the sample score"]
    } else {
        ["pair scores", "pairs score"]
    };
    let below = match suggested.below.len() as u64 {
        0 => String::new(),
        below => format!(
            "; {} at least {:.4} and less than that",
            counted(below, one, many),
            suggested.from
        ),
    };
    let without = above.map_or(String::new(), |above| format!(" --boilerplate {above}"));
    let lower = if suggested.basis.is_seen() || below.is_empty() {
        String::new()
    } else {
        format!(
            "; to try a lower one, from {:.4}: {}{without}, and check it with 'dejalu audit'",
            suggested.from,
            as_careful(),
        )
    };
    format!(
        "threshold {:.4}, guessed from this collection: {}{below}{lower}",
        suggested.at,
        suggested.reason()
    )
}

fn grouped(collection: &Collection, grouping: &Grouping, result: &Deduplicated) -> String {
    let sizes = grouping.groups.iter().map(|group| group.members.len());
    let (documents, kept) = (collection.documents().len(), grouping.kept().count());
    let beside = match grouping.kept_beside() {
        0 => String::new(),
        beside => format!(
            " ({} although near-duplicates, since their representative lacks too much of them; --lose-at-most)",
            count(beside)
        ),
    };
    format!(
        "{}{} of two or more, the largest of {}; {} of {} {}, {} kept{beside}",
        at(result, grouping),
        counted(
            sizes.clone().filter(|&size| size > 1).count(),
            "group",
            "groups"
        ),
        count(sizes.max().unwrap_or(0)),
        count(documents - kept),
        counted(documents, "document", "documents"),
        result.removal_verb(),
        count(kept),
    )
}

/// Names the threshold, if there are several.
fn at(result: &Deduplicated, grouping: &Grouping) -> String {
    match result.groupings.len() {
        1 => String::new(),
        _ => format!("at {}: ", grouping.at),
    }
}

fn agreed(quality: &GroupingQuality, result: &Deduplicated) -> String {
    let share = |share: Option<f64>| share.map_or("–".to_string(), |share| format!("{share:.4}"));
    let agreement = &quality.agreement;
    let at = match result.quality.len() {
        1 => String::new(),
        _ => format!(" at {}", quality.at),
    };
    let wrong_share =
        (quality.removed > 0).then(|| quality.wrong_removals as f64 / quality.removed as f64);
    let unsure = match quality.left_unsure {
        0 => String::new(),
        pairs => format!(", {} left unsure", count(pairs)),
    };
    format!(
        "against the clusters{at}: {} of {} wrong{}; pairs precision {}, recall {}, F1 {}; B-cubed {}, {}, {}; adjusted Rand {:.4}\n\
         missed pairs of different texts: {} never a candidate, {} classified as distinct{unsure}",
        count(quality.wrong_removals),
        counted(quality.removed, "removal", "removals"),
        wrong_share.map_or(String::new(), |share| format!(" ({})", percent(share, 1))),
        share(agreement.pairs.precision()),
        share(agreement.pairs.recall()),
        share(agreement.pairs.f1()),
        share(agreement.b_cubed_precision),
        share(agreement.b_cubed_recall),
        share(agreement.b_cubed_f1()),
        agreement.adjusted_rand,
        count(quality.never_a_candidate),
        count(quality.judged_distinct),
    )
}

/// States how many documents have no cluster.
fn unclustered(collection: &Collection) -> Option<String> {
    let documents = collection.documents().iter();
    let unknown = documents.filter(|it| it.cluster.is_none()).count() as u64;
    (unknown > 0).then(|| {
        let own = [
            "document has no cluster and counts as a cluster of its own",
            "documents have no cluster, and each counts as a cluster of its own",
        ];
        counted(unknown, own[0], own[1])
    })
}

/// Time and memory.
pub(super) fn effort(elapsed: Duration) -> String {
    let memory = memory::peak().map_or(String::new(), |mega| {
        format!(", {} MB peak memory", count(mega))
    });
    format!("{:.1} s{memory}\n", elapsed.as_secs_f64())
}

/// Warnings that should not be overlooked.
pub(super) fn warnings(collection: &Collection, keep: Keep, result: &Deduplicated) -> Vec<String> {
    let documents = collection.documents();
    let without_date = || documents.iter().filter(|it| it.written().is_none()).count();
    let undated = (keep == Keep::Newest).then(|| undated(without_date(), documents.len()));
    let mut warnings: Vec<String> = undated.flatten().into_iter().collect();
    for grouping in &result.groupings {
        let chains: Vec<usize> = grouping
            .groups
            .iter()
            .filter(|group| grouping.is_chain(group))
            .map(|group| group.members.len())
            .collect();
        if let Some(largest) = chains.iter().max() {
            warnings.push(format!(
                "{}{} only by chains of pairs, the largest of {}: fewer than half of the pairs in them are duplicates; --linkage star or complete splits them, a higher --at makes fewer",
                at(result, grouping),
                counted(chains.len(), "group is connected", "groups are connected"),
                count(*largest)
            ));
        }
    }
    warnings
}

/// Documents that can be the newest of their group only where no other has a date.
pub(super) fn undated(undated: usize, documents: usize) -> Option<String> {
    (undated > 0).then(|| {
        format!(
            "{} of {} {} no readable 'date' (such as 2024-05-01) and {} last",
            count(undated),
            counted(documents, "document", "documents"),
            if undated == 1 { "has" } else { "have" },
            if undated == 1 { "comes" } else { "come" },
        )
    })
}

/// For programs.
pub(super) fn json(
    judge: &Judge,
    result: &Deduplicated,
    left_out: &LeftOut,
    sources: &[SourceCounts],
) -> Value {
    let groups: Vec<Value> = result
        .groupings
        .iter()
        .map(|grouping| {
            let sizes = grouping.groups.iter().map(|group| group.members.len());
            json!({
                "at": grouping.at,
                "kept": grouping.kept().count(),
                "groups_of_several": sizes.clone().filter(|&size| size > 1).count(),
                "largest": sizes.max(),
                "chains": grouping.groups.iter().filter(|group| grouping.is_chain(group)).count(),
            })
        })
        .collect();
    let quality: Vec<Value> = result.quality.iter().map(measured).collect();
    let mut summary = json!({
        "format": 1,
        "judge": judge.named_at(result.least()),
        "candidates": result.plan,
        "counts": result.counts,
        "boilerplate": result.boilerplate,
        "indistinct": result.indistinct,
        "suggested": result.suggested,
        "at_default": result.at_default,
        "audit": result.audit,
        "groupings": groups,
        "quality": quality,
    });
    add(&mut summary, left_out);
    add_sources(&mut summary, sources);
    summary
}

/// Adds the counts of several sources.
fn add_sources(summary: &mut Value, sources: &[SourceCounts]) {
    if let Value::Object(members) = summary
        && !sources.is_empty()
    {
        members.insert("sources".to_owned(), json!(sources));
    }
}

fn add(summary: &mut Value, left_out: &LeftOut) {
    if let Value::Object(members) = summary {
        let counts = left_out.json().into_iter();
        members.extend(counts.map(|(key, count)| (key.to_owned(), count)));
    }
}

fn measured(quality: &GroupingQuality) -> Value {
    let agreement = &quality.agreement;
    json!({
        "at": quality.at,
        "removed": quality.removed,
        "wrong_removals": quality.wrong_removals,
        "pairs": {
            "tp": agreement.pairs.tp, "fp": agreement.pairs.fp, "fn": agreement.pairs.fn_,
            "precision": agreement.pairs.precision(),
            "recall": agreement.pairs.recall(),
            "f1": agreement.pairs.f1(),
        },
        "b_cubed": {
            "precision": agreement.b_cubed_precision,
            "recall": agreement.b_cubed_recall,
            "f1": agreement.b_cubed_f1(),
        },
        "adjusted_rand": agreement.adjusted_rand,
        "never_a_candidate": quality.never_a_candidate,
        "judged_distinct": quality.judged_distinct,
        "left_unsure": quality.left_unsure,
    })
}

/// For programs, of a comparison with another collection.
pub(super) fn json_against(
    decided: &str,
    found: &DeduplicatedAgainst<'_>,
    left_out: &LeftOut,
    sources: &[SourceCounts],
) -> Value {
    let mut summary = json!({
        "format": 1,
        "judge": decided,
        "candidates": found.plan,
        "documents": found.best.len(),
        "kept": found.kept().count(),
        "unsure": found.unsure,
    });
    add(&mut summary, left_out);
    add_sources(&mut summary, sources);
    summary
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu::collection::{Basis, SampledCandidates};

    #[test]
    fn a_sample_is_called_one() {
        let guess = |basis, sampled| SuggestedThreshold {
            at: 1.5,
            basis,
            cohesion: Some(0.9),
            from: 0.5,
            sample: SampledCandidates {
                texts: 900,
                sampled,
                candidates: 90_000,
                left_out: 0,
            },
            below: vec![0.6, 0.7],
        };
        let said = |sampled| suggested(&guess(Basis::Cohesion, sampled), Some(10));
        let guessed = "threshold 1.5000, guessed from this collection: of the pairs within groups 90.0 % \
                       reach it themselves, about as many as at any higher threshold, which does not say \
                       how many are right";
        let below = "score at least 0.5000 and less than that";
        assert_eq!(said(90_000), format!("{guessed}; 2 pairs {below}"));
        let sample = "(from a sample of 20,000 of 90,000 pairs)";
        assert_eq!(
            said(20_000),
            format!("{guessed} {sample}; 2 pairs of the sample {below}")
        );
        let lower = |above| suggested(&guess(Basis::Alike, 90_000), above);
        let as_careful =
            format!("{below}; to try a lower one, from 0.5000: --at T --lose-at-most 0.2");
        let audit = ", and check it with 'dejalu audit'";
        assert!(lower(None).ends_with(&format!("{as_careful}{audit}")));
        assert!(lower(Some(10)).ends_with(&format!("{as_careful} --boilerplate 10{audit}")));
    }
}
