//! All near-duplicates of a collection: candidates, scores, groups.

use serde::Serialize;

use super::audit::{AuditOptions, ThresholdAudit, cuts};
use super::audited::Audit;
use super::boilerplate::{Boilerplate, LeftOut, leave_out};
use super::collection::Collection;
use super::groups::{
    Constraints, Grouping, GroupingOptions, Keep, Linkage, ResolvedConstraints, Turns,
};
use super::indistinct::Indistinct;
use super::judge::Judge;
use super::quality::{GroupingQuality, Truth};
use super::removal_audit::RemovalAudit;
use super::sample::{Drawn, Sample};
use super::scoring::{Edge, Texts};
use super::search::{Search, most_listed};
use super::star_walk::StarWalk;
use super::threshold::{LOSS_IF_SUGGESTED, SAMPLED_CANDIDATES, SuggestedThreshold, Threshold};
use super::word_reader::WordReader;
use dejalu_base::error::{Error, Parameter, Result, SearchError};
use dejalu_base::progress::Progress;
use dejalu_base::setters;
use dejalu_base::threshold::reaches;
use dejalu_experiment::model::{Decision, Level, MinimumScore};
use dejalu_similarity::candidates::{CandidateOptions, Candidates, Plan};
use dejalu_text::document::DocumentId;

/// Options of a deduplication.
///
/// ```
/// use dejalu_collection::{DedupeOptions, Keep};
///
/// let options = DedupeOptions::default().with_keep(Keep::Longest).with_lose_at_most(0.1);
/// assert_eq!(options.lose_at_most, Some(0.1));
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct DedupeOptions {
    /// Options for the candidate search.
    pub candidates: CandidateOptions,
    /// The way groups are formed.
    pub linkage: Linkage,
    /// The member that represents a group.
    pub keep: Keep,
    /// The largest share of a removed document's runs of three words that its representative may
    /// lack, in \[0, 1\]: a document that would lose more is kept beside it. `None` for 0.2 where the
    /// threshold is suggested, and for any otherwise.
    pub lose_at_most: Option<f64>,
    /// The minimum score of a duplicate.
    pub threshold: Threshold,
    /// Whether passages that many groups repeat are compared.
    pub boilerplate: Boilerplate,
    /// Must-link and cannot-link pairs, which override scores.
    #[serde(skip)]
    pub constraints: Constraints,
    /// Draws documents for people to look at, or judges by what they said: those that are removed at one
    /// threshold. Where it is suggested and the scores show none, it is [`SuggestedThreshold::from`]: answers tell more than
    /// scores. Answers that an earlier version drew are judged by its test of several thresholds.
    pub audit: Option<AuditOptions>,
    /// True if the groups are compared with the documents' clusters.
    pub evaluate: bool,
    /// Candidates to sample for labelling.
    pub sample: Option<Sample>,
    /// True if what the default level would remove is counted beside a suggested threshold
    /// ([`Deduplicated::at_default`]), which searches a small collection twice.
    pub count_at_default: bool,
    /// True if every candidate is compared, though the groups need fewer: [`Deduplicated::edges`] are then all
    /// duplicate pairs.
    pub all_pairs: bool,
}

impl DedupeOptions {
    setters! {
        /// Sets how candidates are found.
        with_candidates(candidates: CandidateOptions) => candidates = candidates;

        /// Sets how groups are formed.
        with_linkage(linkage: Linkage) => linkage = linkage;

        /// Sets which member represents a group.
        with_keep(keep: Keep) => keep = keep;

        /// Sets the largest share that may be lost with a removed document, in \[0, 1\].
        with_lose_at_most(share: f64) => lose_at_most = Some(share);

        /// Sets the minimum score of a duplicate.
        with_threshold(threshold: Threshold) => threshold = threshold;

        /// Sets whether passages that many groups repeat are compared.
        with_boilerplate(boilerplate: Boilerplate) => boilerplate = boilerplate;

        /// Sets what people say of pairs.
        with_constraints(constraints: Constraints) => constraints = constraints;

        /// Asks for an audit.
        with_audit(audit: AuditOptions) => audit = Some(audit);

        /// Sets whether the groups are compared with the documents' clusters.
        with_evaluate(evaluate: bool) => evaluate = evaluate;

        /// Asks for a sample of candidates to label.
        with_sample(sample: Sample) => sample = Some(sample);

        /// Sets whether what the default level would remove is counted.
        with_count_at_default(count: bool) => count_at_default = count;

        /// Sets whether every candidate is compared, though the groups need fewer.
        with_all_pairs(all_pairs: bool) => all_pairs = all_pairs;
    }

    /// Returns whether a document is compared with kept ones alone: star groups need no more, and nothing else of
    /// what is asked for does.
    fn compares_with_kept(&self, thresholds: &[MinimumScore]) -> bool {
        let is_star = self.linkage == Linkage::Star && self.keep != Keep::Centroid;
        let asks_for_all = self.all_pairs || self.evaluate || self.sample.is_some();
        is_star
            && !asks_for_all
            && self.audit.is_none()
            && self.constraints.is_empty()
            && thresholds.len() == 1
    }

    /// Refuses what cannot be used with this judge, before any document is read.
    ///
    /// # Errors
    ///
    /// What [`Threshold::minimum`] and [`AuditOptions::check`] refuse; a share to lose that is
    /// not from 0 to 1.
    pub fn check(&self, judge: &Judge) -> Result<()> {
        self.threshold.minimum(judge)?;
        if let Some(audit) = &self.audit {
            audit.check()?;
            if !audit.tests_thresholds() && self.threshold.given().len() > 1 {
                return Err(self.threshold.several());
            }
        }
        match self.lose_at_most {
            Some(most) if !(0.0..=1.0).contains(&most) => Err(Error::invalid(
                Parameter::LoseAtMost,
                most,
                "expected a number from 0 to 1",
            )),
            _ => Ok(()),
        }
    }

    /// The thresholds to group by: those given, else the suggested one, from which an audit may go lower, else
    /// the judge's own.
    fn thresholds(
        &self,
        judge: &Judge,
        suggested: Option<&SuggestedThreshold>,
    ) -> Result<Vec<MinimumScore>> {
        let given = self.threshold.given();
        if !given.is_empty() {
            return Ok(given.into_iter().map(MinimumScore::from).collect());
        }
        let own = self.threshold.minimum(judge)?;
        Ok(vec![match (suggested, &self.audit) {
            (None, _) => own,
            (Some(it), Some(_)) => own.at_least(it.audited_from()),
            (Some(it), None) => own.at_least(it.at),
        }])
    }

    /// Describes the choices that decide which documents are removed, except for the thresholds.
    fn method(&self, judge: &Judge) -> String {
        let most = self.lose_at_most;
        let most = most.map_or(String::new(), |most| format!(", lose at most {most}"));
        format!(
            "{judge}, linkage {}, keep {}{most}, boilerplate {}",
            self.linkage, self.keep, self.boilerplate
        )
    }

    /// Returns whether an audit or a threshold of the user's own, be it that of a rule, backs the removals. Nothing
    /// backs those at a guessed threshold, or at one that a model learned from other pairs; who names a level has chosen
    /// how much alike a duplicate is.
    pub fn is_vouched(&self, judge: &Judge) -> bool {
        let is_named = match &self.threshold {
            Threshold::At(given) if !given.is_empty() => true,
            Threshold::Level(_) => true,
            Threshold::At(_) | Threshold::Own => judge.trained().is_none(),
            Threshold::Auto => false,
        };
        is_named || self.audit.as_ref().is_some_and(|it| it.sample.is_none())
    }
}

/// Counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct DedupeCounts {
    /// Documents.
    pub documents: usize,
    /// Documents of the same text as an earlier one.
    pub copies: usize,
    /// Documents without words, which are compared as exact texts only.
    pub wordless: usize,
    /// Pairs of different texts that were judged: of star groups those with a kept document
    /// ([`DedupeOptions::all_pairs`]).
    pub candidates: usize,
    /// Of them the duplicates, at the lowest threshold.
    pub duplicates: usize,
    /// Of them those that the judge leaves undecided, at any threshold.
    pub unsure: usize,
}

/// What a model's default level would remove.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct DefaultRemovals {
    /// The level.
    pub level: Level,
    /// Number of documents that it would remove.
    pub removed: usize,
}

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
/// judge says; a pair that it leaves undecided joins nothing. The result depends neither on the order
/// of the documents nor on the number of threads.
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
        let found = level_candidates(&mut search, judge, options)?;
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

/// More duplicate pairs are not held: grouping them takes some eighty bytes for each.
const MOST_EDGES: usize = 1 << 26;

/// The candidates of a collection, judged.
struct ScoredCandidates<'c> {
    plan: Plan,
    /// Number of candidates.
    candidates: usize,
    /// The duplicates, ordered by place.
    edges: Vec<Edge>,
    /// Pairs that the judge leaves undecided, likewise.
    unsure: Vec<Edge>,
    /// The clusters, where groups are compared with them.
    truth: Option<Truth<'c>>,
    /// The candidates drawn for labelling.
    sample: Vec<(u32, u32)>,
}

impl<'c> ScoredCandidates<'c> {
    fn counts(&self, collection: &Collection) -> DedupeCounts {
        let documents = collection.documents().len();
        DedupeCounts {
            documents,
            copies: documents - collection.originals().len(),
            wordless: collection.wordless(),
            candidates: self.candidates,
            duplicates: self.edges.len(),
            unsure: self.unsure.len(),
        }
    }

    /// Judges the candidates where scores from a minimum on count: all, or those with kept documents, where the
    /// documents have turns.
    fn new(
        search: &mut Search<'c>,
        judge: &Judge,
        minimum: MinimumScore,
        options: &DedupeOptions,
        turns: Option<Turns>,
    ) -> Result<Self> {
        let collection = search.collection();
        let least = minimum.lowest();
        let drawn = options.sample.map(Drawn::new);
        // Who labels candidates wants to see those that the judge would dismiss as well.
        let (searched_from, scored_from) = match drawn {
            Some(_) => (least.min(judge.threshold()), f64::NEG_INFINITY),
            None => (least, judge.distinct_below(least)),
        };
        let candidates = search.candidates(searched_from, &options.candidates)?;
        let mut scored = ScoredCandidates {
            plan: candidates.plan().clone(),
            candidates: 0,
            edges: Vec::new(),
            unsure: Vec::new(),
            truth: options.evaluate.then(|| Truth::of(collection)),
            sample: Vec::new(),
        };
        let texts = Texts::of(collection.documents());
        let decide = |edge: Edge| texts.decision(edge, judge, minimum);
        let candidates = match turns {
            None => candidates,
            Some(turns) => {
                let texts = search.places().len();
                let (candidates, is_listed) = candidates.listed(texts, most_listed(texts));
                let filters = judge.filters(searched_from);
                let is_duplicate = |edge: Edge| decide(edge) == Decision::Duplicate;
                if is_listed {
                    search.forget_sketches();
                }
                let walk = StarWalk::new(search, &turns, scored_from, &is_duplicate);
                let compared = if is_listed {
                    Some(walk.of_listed(&candidates)?)
                } else if search.may_grow(&scored.plan, &filters) {
                    Some(walk.of_kept(&filters)?)
                } else {
                    None
                };
                if let Some(compared) = compared {
                    scored.candidates = compared.pairs;
                    scored.take(compared.edges, decide);
                    search.forget_sketches();
                    return Ok(scored);
                }
                candidates
            }
        };
        scored.judge_all(search, &candidates, scored_from, (judge, drawn), decide)?;
        Ok(scored)
    }

    /// Judges every candidate.
    fn judge_all(
        &mut self,
        search: &mut Search<'c>,
        candidates: &Candidates,
        scored_from: f64,
        (judge, mut drawn): (&Judge, Option<Drawn>),
        decide: impl Fn(Edge) -> Decision,
    ) -> Result<()> {
        search.forget_sketches();
        for pairs in search.rounds(candidates) {
            self.candidates += pairs.len();
            if let Some(truth) = &mut self.truth {
                truth.note_candidates(&pairs);
            }
            let found = search.scored(pairs, scored_from, search.progress())?;
            if let Some(drawn) = &mut drawn {
                drawn.offer(search.collection().documents(), &found, judge);
            }
            self.take(found, &decide);
            if self.edges.len() + self.unsure.len() > MOST_EDGES {
                return Err(SearchError::TooManyPairs { most: MOST_EDGES }.into());
            }
        }
        for edges in [&mut self.edges, &mut self.unsure] {
            edges.sort_unstable_by_key(|edge| (edge.left, edge.right));
        }
        self.sample = drawn.map(Drawn::finish).unwrap_or_default();
        Ok(())
    }

    /// Takes pairs by what is decided of them.
    fn take(&mut self, found: Vec<Edge>, decide: impl Fn(Edge) -> Decision) {
        for edge in found {
            match decide(edge) {
                Decision::Duplicate => self.edges.push(edge),
                Decision::Unsure => self.unsure.push(edge),
                Decision::Distinct => {}
            }
        }
    }

    /// Leaves out the duplicates below a threshold.
    fn keep_from(&mut self, at: f64) {
        self.edges.retain(|edge| reaches(edge.score, at));
    }

    /// The agreement of groups with the clusters; empty unless requested.
    fn quality(&self, groupings: &[Grouping]) -> Vec<GroupingQuality> {
        let Some(truth) = &self.truth else {
            return Vec::new();
        };
        let groupings = groupings.iter();
        groupings.map(|it| truth.judge(it, &self.unsure)).collect()
    }
}

/// More texts are not searched again, nor more candidates judged, only to count what another threshold would remove.
const COUNTED_TEXTS: usize = 2_000;

/// See [`COUNTED_TEXTS`].
const COUNTED_CANDIDATES: usize = 20_000;

/// The duplicates at the default level of the model; `None` without one, or of a large collection.
fn level_candidates(
    search: &mut Search<'_>,
    judge: &Judge,
    options: &DedupeOptions,
) -> Result<Option<(Level, Vec<Edge>)>> {
    let level = judge.trained().and_then(|model| model.levels.default);
    let collection = search.collection();
    let Some(level) = level.filter(|_| collection.originals().len() <= COUNTED_TEXTS) else {
        return Ok(None);
    };
    let minimum = judge.minimum();
    let candidates = search.candidates(minimum.lowest(), &options.candidates)?;
    search.forget_sketches();
    let pairs = search.rounds(&candidates).flatten();
    let pairs: Vec<(u32, u32)> = pairs.take(COUNTED_CANDIDATES + 1).collect();
    if pairs.len() > COUNTED_CANDIDATES {
        return Ok(None);
    }
    let least = judge.distinct_below(minimum.lowest());
    let mut edges = search.scored(pairs, least, search.progress())?;
    edges.retain(|edge| {
        Texts::of(collection.documents()).decision(*edge, judge, minimum) == Decision::Duplicate
    });
    Ok(Some((level, edges)))
}

/// The threshold that the scores of candidates suggest.
fn guess(
    search: &mut Search<'_>,
    judge: &Judge,
    options: &CandidateOptions,
) -> Result<SuggestedThreshold> {
    let from = SuggestedThreshold::looks_from(judge);
    let (edges, sample) = search.sample(from, SAMPLED_CANDIDATES, options)?;
    Ok(SuggestedThreshold::of(edges, sample, judge))
}
