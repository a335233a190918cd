//! The candidates of a deduplication, judged: all of them, or those that its groups need.

use serde::Serialize;

use super::collection::Collection;
use super::dedupe_options::DedupeOptions;
use super::groups::{Grouping, Turns};
use super::judge::Judge;
use super::other_records::are_other_works;
use super::quality::{GroupingQuality, Truth};
use super::sample::Drawn;
use super::scoring::{BLOCK, Edge, Texts, check_edges};
use super::search::{Search, most_listed};
use super::star_walk::{StarWalk, TOGETHER};
use dejalu_base::error::Result;
use dejalu_base::threshold::reaches;
use dejalu_experiment::model::{Decision, MinimumScore};
use dejalu_similarity::candidates::{Candidates, Plan};

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
    /// True if documents were compared with kept ones alone, and not with all candidates.
    pub compares_with_kept: bool,
    /// Of the pairs the duplicates, at the lowest threshold.
    pub duplicates: usize,
    /// Of them those that the judge leaves undecided, at any threshold.
    pub unsure: usize,
}

/// The candidates of a collection, judged.
pub(super) struct ScoredCandidates<'c> {
    pub(super) plan: Plan,
    /// Number of candidates that were judged.
    candidates: usize,
    /// True if these are the ones with kept documents.
    compares_with_kept: bool,
    /// The duplicates, ordered by place.
    pub(super) edges: Vec<Edge>,
    /// Pairs that the judge leaves undecided, likewise.
    pub(super) unsure: Vec<Edge>,
    /// The clusters, where groups are compared with them.
    truth: Option<Truth<'c>>,
    /// The candidates drawn for labelling.
    pub(super) sample: Vec<(u32, u32)>,
}

impl<'c> ScoredCandidates<'c> {
    pub(super) fn counts(&self, collection: &Collection) -> DedupeCounts {
        let documents = collection.documents().len();
        DedupeCounts {
            documents,
            copies: documents - collection.originals().len(),
            wordless: collection.wordless(),
            candidates: self.candidates,
            compares_with_kept: self.compares_with_kept,
            duplicates: self.edges.len(),
            unsure: self.unsure.len(),
        }
    }

    /// Judges the candidates where scores from a minimum on count: all, or those with kept documents, where the
    /// documents have turns.
    pub(super) fn new(
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
            compares_with_kept: false,
            edges: Vec::new(),
            unsure: Vec::new(),
            truth: options.evaluate.then(|| Truth::of(collection)),
            sample: Vec::new(),
        };
        let texts = Texts::of(collection.documents());
        let decide = |edge: Edge| {
            let decision = texts.decision(edge, judge, minimum);
            let is_other = || are_other_works(texts.get(edge.left), texts.get(edge.right));
            if decision != Decision::Distinct && is_other() {
                return Decision::Distinct;
            }
            decision
        };
        let Some(turns) = turns else {
            scored.judge_all(search, &candidates, scored_from, (judge, drawn), decide)?;
            return Ok(scored);
        };
        let is_duplicate = |edge: Edge| decide(edge) == Decision::Duplicate;
        let filters = judge.filters(searched_from);
        let documents = search.places().len();
        let (candidates, is_listed) = candidates.listed(documents, most_listed(documents));
        let compared = if is_listed {
            search.forget_sketches();
            let walk = StarWalk::new(search, &turns, scored_from, &is_duplicate);
            walk.of_listed(&candidates, BLOCK)?
        } else if search.may_grow(&scored.plan, &filters) {
            // Those that are kept are looked for once more, among fewer.
            drop(candidates);
            let walk = StarWalk::new(search, &turns, scored_from, &is_duplicate);
            walk.of_kept(&filters, TOGETHER)?
        } else {
            scored.judge_all(search, &candidates, scored_from, (judge, drawn), decide)?;
            return Ok(scored);
        };
        search.forget_sketches();
        scored.compares_with_kept = true;
        scored.candidates = compared.pairs;
        scored.take(compared.edges, decide)?;
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
            self.take(found, &decide)?;
        }
        for edges in [&mut self.edges, &mut self.unsure] {
            edges.sort_unstable_by_key(|edge| (edge.left, edge.right));
        }
        self.sample = drawn.map(Drawn::finish).unwrap_or_default();
        Ok(())
    }

    /// Takes pairs by what is decided of them.
    fn take(&mut self, found: Vec<Edge>, decide: impl Fn(Edge) -> Decision) -> Result<()> {
        for edge in found {
            match decide(edge) {
                Decision::Duplicate => self.edges.push(edge),
                Decision::Unsure => self.unsure.push(edge),
                Decision::Distinct => {}
            }
        }
        check_edges(self.edges.len() + self.unsure.len())
    }

    /// Leaves out the duplicates below a threshold.
    pub(super) fn keep_from(&mut self, at: f64) {
        self.edges.retain(|edge| reaches(edge.score, at));
    }

    /// The agreement of groups with the clusters; empty unless requested.
    pub(super) fn quality(&self, groupings: &[Grouping]) -> Vec<GroupingQuality> {
        let Some(truth) = &self.truth else {
            return Vec::new();
        };
        let groupings = groupings.iter();
        groupings.map(|it| truth.judge(it, &self.unsure)).collect()
    }
}
