//! All near-duplicates of a collection: candidates, scores, groups.

use super::at_default::{DefaultRemovals, duplicates_at_default};
use super::audit::{AuditOptions, ThresholdAudit, cuts};
use super::audited::Audit;
use super::boilerplate::{LeftOut, leave_out};
use super::collection::Collection;
use super::dedupe_options::DedupeOptions;
use super::groups::{Grouping, GroupingOptions, ResolvedConstraints, Turns};
use super::indistinct::Indistinct;
use super::judge::Judge;
use super::quality::GroupingQuality;
use super::removal_audit::RemovalAudit;
use super::scored_candidates::{DedupeCounts, ScoredCandidates};
use super::scoring::Edge;
use super::search::Search;
use super::suggested::{LOSS_IF_SUGGESTED, SAMPLED_CANDIDATES, SuggestedThreshold};
use super::threshold::Threshold;
use super::word_reader::WordReader;
use dejalu_base::error::Result;
use dejalu_base::progress::Progress;
use dejalu_experiment::model::MinimumScore;
use dejalu_similarity::candidates::{CandidateOptions, Plan};
use dejalu_text::document::DocumentId;

/// A collection, deduplicated.
///
/// ```
/// use dejalu_collection::Deduplicated;
///
/// fn print(result: &Deduplicated) {
///     println!("{} of {} documents", result.removed().count(), result.counts.documents);
///     for (removed, kept) in result.removed() {
///         println!("{removed} {}, {kept} stays", result.removal_verb());
///     }
/// }
/// ```
#[derive(Debug)]
pub struct Deduplicated {
    /// The way candidates were found.
    pub plan: Plan,
    /// Counts.
    pub counts: DedupeCounts,
    /// The boilerplate that documents were compared without.
    pub boilerplate: Option<LeftOut>,
    /// Texts that the rule cannot tell apart, if there are many. Where each kind of them is grouped as
    /// [one](Indistinct::is_one), only the pairs of the first text of each are looked at.
    pub indistinct: Option<Indistinct>,
    /// The duplicate pairs of different texts, at the lowest threshold, ordered by place.
    pub edges: Vec<Edge>,
    /// The pairs of different texts that the judge leaves undecided, at any threshold, likewise; they
    /// join nothing.
    pub unsure: Vec<Edge>,
    /// The threshold that the scores suggest, if one was asked for and no audit has decided.
    pub suggested: Option<SuggestedThreshold>,
    /// What the default level of the model would remove, if the threshold is suggested; `None` also where finding out
    /// would take long.
    pub at_default: Option<DefaultRemovals>,
    /// The audit, if one was asked for.
    pub audit: Option<Audit>,
    /// The groups at each threshold, in the order asked for; after a verdict of an audit what did not pass is kept in
    /// them. After one of thresholds at the one that passed, or at the strictest with nothing removed.
    pub groupings: Vec<Grouping>,
    /// Their agreement with the documents' clusters, likewise; empty unless requested.
    pub quality: Vec<GroupingQuality>,
    /// The candidates drawn for labelling, by place.
    pub sample: Vec<(u32, u32)>,
    /// The names of each removed document and of the one kept in its place.
    removed: Vec<[DocumentId; 2]>,
}

impl Deduplicated {
    /// The documents that are removed at the first threshold, by name, each with the one kept in its place: the id
    /// removed, the id kept. In the order of the ids. With an audit they can go only if it has passed.
    pub fn removed(&self) -> impl Iterator<Item = (&DocumentId, &DocumentId)> {
        self.removed.iter().map(|[removed, kept]| (removed, kept))
    }

    /// What is to be said of the documents that are not kept: that they can go only after an audit.
    pub fn removal_verb(&self) -> &'static str {
        let has_passed = self.audit.as_ref().is_some_and(Audit::has_passed);
        if has_passed {
            "can go"
        } else {
            "would be removed"
        }
    }

    /// The minimum score of a duplicate: the lowest threshold.
    pub fn least(&self) -> MinimumScore {
        let thresholds = self.groupings.iter().map(|grouping| grouping.minimum);
        lowest(&thresholds.collect::<Vec<_>>())
    }
}

/// Finds and groups the near-duplicates of a collection. Exact copies belong together whatever the
/// judge says; a pair that it leaves undecided joins nothing. The result does not depend on the number of threads, nor on the
/// order of the documents but for [`Keep::First`](super::Keep::First).
///
/// ```
/// use dejalu_base::Silent;
/// use dejalu_collection::{Collection, DedupeOptions, Judge, dedupe};
/// use dejalu_text::Document;
///
/// let collection = Collection::new(vec![
///     Document::plain("a", "The ferry waits at the old pier."),
///     Document::plain("b", "The ferry waits at the pier."),
///     Document::plain("c", "Beetles farm fungus in dead wood."),
/// ]);
/// let judge = Judge::rule("jaccard=0.7", Default::default())?;
/// let result = dedupe(&collection, &judge, &DedupeOptions::default(), &Silent)?;
/// assert_eq!(result.groupings[0].group_of, [0, 0, 1]);
/// let removed: Vec<_> = result.removed().map(|(removed, kept)| format!("{removed} for {kept}")).collect();
/// assert_eq!(removed, ["b for a"]);
/// # Ok::<(), dejalu_base::Error>(())
/// ```
///
/// # Errors
///
/// What [`DedupeOptions::check`] and [`Candidates::new`](dejalu_similarity::candidates::Candidates::new) refuse; a constraint on a
/// document that is not there, or against another; several thresholds to audit (more than twenty for answers of an earlier version); what [`RemovalAudit::new`] refuses.
pub fn dedupe(
    collection: &Collection,
    judge: &Judge,
    options: &DedupeOptions,
    progress: &dyn Progress,
) -> Result<Deduplicated> {
    options.check(judge)?;
    let analysis = judge.analysis().clone().resolved(collection.documents());
    let above = options.boilerplate.above(&options.threshold);
    // What counts boilerplate reads every document more than once. Without it only candidates and what a
    // removal loses read them, and a cache would cost more than it saves.
    let reader = match above {
        Some(_) => WordReader::cached(collection, &analysis),
        None => WordReader::uncached(collection, &analysis),
    };
    let mut constraints = ResolvedConstraints::new(&reader, &options.constraints)?;
    let left_out = match above {
        Some(above) => leave_out(&reader, above, progress)?,
        None => None,
    };
    let (rest, boilerplate) = left_out.unzip();
    let compared = rest.as_ref().unwrap_or(collection);
    let judge = &compared.informed(judge, progress)?;
    let reader = &reader.under(judge.analysis());
    let rest = rest.as_ref().map(|rest| reader.of_rest(rest));
    let mut search = Search::new(reader, rest.as_ref(), judge, progress);
    let may_merge = options.constraints.is_empty();
    let indistinct = search.indistinct(
        lowest(&options.thresholds(judge, None)?).lowest(),
        &options.candidates,
        may_merge,
    )?;
    let (indistinct, alike) = indistinct.unzip();
    if let Some(alike_of) = alike.flatten() {
        constraints = constraints.of_alike(alike_of);
    }
    let constraints = &constraints;
    let mut suggested = match options.threshold {
        Threshold::Auto => Some(guess(&mut search, judge, &options.candidates)?),
        _ => None,
    };
    let mut thresholds = options.thresholds(judge, suggested.as_ref())?;
    let turns = options
        .compares_with_kept(&thresholds)
        .then(|| Turns::new(options.keep, reader, constraints));
    let minimum = lowest(&thresholds);
    let mut scored = ScoredCandidates::new(&mut search, judge, minimum, options, turns)?;
    let tests_thresholds = options
        .audit
        .as_ref()
        .is_some_and(AuditOptions::tests_thresholds);
    if tests_thresholds {
        let given = options.threshold.given();
        let from = lowest(&thresholds).lowest();
        let cuts = cuts(&scored.edges, from, &given)?.into_iter();
        thresholds = cuts.map(MinimumScore::from).collect();
        // The lowest may be higher now, if none was given: below it no text finds its first duplicate.
        scored.keep_from(lowest(&thresholds).lowest());
    }
    let limit = suggested.as_ref().map(|_| LOSS_IF_SUGGESTED);
    let grouping = |minimum| GroupingOptions {
        minimum,
        linkage: options.linkage,
        keep: options.keep,
        lose_at_most: options.lose_at_most.or(limit),
        constraints,
        judge,
    };
    let group = |&minimum| Grouping::new(reader, &scored.edges, grouping(minimum));
    let mut groupings: Vec<Grouping> = thresholds.iter().map(group).collect::<Result<_>>()?;
    let counts_default = options.count_at_default && suggested.is_some();
    let at_default = if counts_default && options.audit.is_none() && boilerplate.is_none() {
        let found = duplicates_at_default(&mut search, judge, &options.candidates)?;
        let removed = found.map(|(level, edges)| -> Result<DefaultRemovals> {
            let options = GroupingOptions {
                lose_at_most: options.lose_at_most,
                ..grouping(judge.minimum())
            };
            let removed = Grouping::new(reader, &edges, options)?.removed().count();
            Ok(DefaultRemovals { level, removed })
        });
        removed.transpose()?
    } else {
        None
    };
    let audit = match &options.audit {
        None => None,
        Some(audit) if tests_thresholds => {
            let method = options.method(judge);
            let documents = collection.documents();
            let audit = ThresholdAudit::new(documents, &groupings, &method, audit)?;
            groupings = vec![audit.decided(groupings)];
            scored.keep_from(groupings[0].at);
            Some(Audit::Thresholds(audit))
        }
        Some(audit) => {
            let edges = &scored.edges;
            let audit = RemovalAudit::new(collection, &groupings[0], edges, judge, audit)?;
            audit.hold(&mut groupings[0]);
            Some(Audit::Removals(Box::new(audit)))
        }
    };
    if audit.as_ref().is_some_and(Audit::is_verdict) {
        suggested = None;
    }
    let id = |place: u32| collection.documents()[place as usize].id.clone();
    let removed = groupings.iter().take(1).flat_map(Grouping::removed);
    let removed = removed.map(|(place, removal)| [place, removal.in_favour_of].map(id));
    Ok(Deduplicated {
        removed: removed.collect(),
        counts: scored.counts(collection),
        quality: scored.quality(&groupings),
        plan: scored.plan,
        boilerplate,
        indistinct,
        edges: scored.edges,
        unsure: scored.unsure,
        sample: scored.sample,
        suggested,
        at_default,
        audit,
        groupings,
    })
}

/// The lowest of some thresholds.
fn lowest(thresholds: &[MinimumScore]) -> MinimumScore {
    let thresholds = thresholds.iter().copied();
    let lowest = thresholds.min_by(|a, b| a.lowest().total_cmp(&b.lowest()));
    lowest.unwrap_or(f64::INFINITY.into())
}

/// The threshold that the scores of candidates suggest.
fn guess(
    search: &mut Search<'_>,
    judge: &Judge,
    options: &CandidateOptions,
) -> Result<SuggestedThreshold> {
    let from = SuggestedThreshold::looks_from(judge);
    let (edges, sample) = search.sample(from, SAMPLED_CANDIDATES, options)?;
    let suggested = SuggestedThreshold::of(edges, sample, judge);
    let Some(from) = suggested.looks_for_gap_from(edges, judge) else {
        return Ok(suggested);
    };
    let (edges, sample) = search.sample(from, SAMPLED_CANDIDATES, options)?;
    Ok(suggested.or_gap(edges, sample, judge))
}
