//! The threshold that the scores of a collection suggest.
//!
//! A threshold learned from labelled pairs, half of them duplicates, is too low for a collection in
//! which one pair in a thousand is: its false positives outnumber the duplicates and chain them. Where
//! nobody has labelled pairs of the collection, three properties of its scores say where
//! near-duplication begins. Often they have two modes with a valley between. True near-duplication is
//! nearly transitive, so that groups at a sensible threshold are cohesive. And rare duplicates stand
//! apart from everything else. All are guesses, and are called so wherever they are shown.

use serde::{Deserialize, Serialize};

use super::cohesion::{Step, cohesive, steps};
use super::gap::{LOWEST, gap};
use super::valley::valley;
use crate::judge::{ALIKE_IN_COLLECTIONS, Judge};
use crate::scoring::Edge;
use dejalu_base::plural::{count, counted, percent};
use dejalu_base::threshold::reaches;

/// The evidence that a suggested threshold rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// The scores have two modes; it lies in the valley between them.
    Valley,
    /// The groups are nearly as cohesive as at any other; it is the lowest such.
    Cohesion,
    /// Almost no pair scores just below it, so that rare duplicates stand apart; it is the lowest such.
    Gap,
    /// None is seen: too few duplicates, or groups that are not cohesive. It is the score of a pair
    /// whose similarities are all 0.9.
    Alike,
    /// None is seen, and the judge is a rule, or a model whose own threshold is higher than that: it
    /// is the judge's own.
    Own,
}

impl Basis {
    /// Returns whether the scores show a threshold at all.
    pub fn is_seen(self) -> bool {
        matches!(self, Basis::Valley | Basis::Cohesion | Basis::Gap)
    }
}

/// A threshold that the scores of a collection suggest, without any label.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SuggestedThreshold {
    /// The threshold.
    pub at: f64,
    /// The evidence it rests on.
    pub basis: Basis,
    /// Of the pairs within groups of single linkage at this threshold the share that are duplicates
    /// themselves, in \[0, 1\]; `None` without a group.
    pub cohesion: Option<f64>,
    /// The score from which on pairs were looked at: the judge's own threshold, or that of a pair whose
    /// similarities are all 0.6 where this is higher.
    pub from: f64,
    /// The candidates whose scores it rests on.
    pub sample: SampledCandidates,
    /// The scores of the pairs that were looked at and are no duplicates at this threshold, ascending.
    #[serde(skip)]
    pub below: Vec<f64>,
}

/// Number of candidates a guess rests on: all, or where these are many those of some connected components, drawn by a
/// fixed seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SampledCandidates {
    /// As large a share of the different texts as the sample is of the candidates.
    pub texts: usize,
    /// Candidates in the sample.
    pub sampled: usize,
    /// All candidates of the documents that were looked at.
    pub candidates: usize,
    /// Documents that were not looked at, since they are like many that were.
    pub left_out: usize,
}

impl SampledCandidates {
    pub(crate) fn new(sampled: usize, candidates: usize, texts: usize) -> Self {
        // Not the texts that happen to be drawn: a component is drawn with others as chance will have it,
        // and one large component would make duplicates look frequent or rare.
        let share = if candidates == 0 {
            1.0
        } else {
            sampled as f64 / candidates as f64
        };
        SampledCandidates {
            texts: (share * texts as f64).round() as usize,
            sampled,
            candidates,
            left_out: 0,
        }
    }

    /// Returns whether there are others.
    pub fn is_part(&self) -> bool {
        self.left_out > 0 || self.sampled < self.candidates
    }
}

/// The limit if the threshold is suggested and none is given: a document is removed only if its representative lacks at
/// most this share of its runs of three words: a wrong guess then costs little.
pub const LOSS_IF_SUGGESTED: f64 = 0.2;

/// Every similarity of a pair that is called a duplicate where nothing else is known. In collections
/// without duplicates it removes next to nothing (`docs/results.md`), and only a reader of the documents
/// could tell that what it keeps are duplicates.
pub(super) const ALIKE: f64 = 0.9;

/// Pairs are looked at from the score of a pair whose similarities are all so large, since whole vectors
/// of all that the judge would call duplicates cost more than all the rest. The lower side of a valley lies
/// between the two.
pub(super) const LOOKED_AT: f64 = 0.6;

/// Number of candidates that are sampled, plus as many as complete a connected component: a small part of what a large
/// collection has, and enough for a histogram of forty bars.
pub(crate) const SAMPLED_CANDIDATES: usize = 20_000;

const UNSEEN: &str = "its scores do not show where duplicates begin";

impl SuggestedThreshold {
    /// The score from which on it looks at pairs.
    pub(crate) fn looks_from(judge: &Judge) -> f64 {
        judge.threshold_alike(LOOKED_AT)
    }

    /// The threshold for a collection, given the candidates of the sample that reach what it
    /// [looks from](Self::looks_from).
    pub(crate) fn of(edges: &[Edge], sample: SampledCandidates, judge: &Judge) -> Self {
        let edges = by_falling_score(edges);
        let (own, least) = (
            judge.threshold(),
            judge.threshold_alike(ALIKE_IN_COLLECTIONS),
        );
        let mut steps = steps(&edges);
        steps.retain(|step| reaches(step.at, least));
        let groups = match cohesive(&steps, sample.texts) {
            Some(at) => (at, Basis::Cohesion),
            None => match judge.threshold_alike(ALIKE) {
                at if at > own => (at, Basis::Alike),
                _ => (own, Basis::Own),
            },
        };
        let valley = valley(&edges).filter(|&at| at > groups.0);
        let (at, basis) = valley.map_or(groups, |at| (at, Basis::Valley));
        SuggestedThreshold::at(at, basis, &edges, sample, Self::looks_from(judge))
    }

    /// The score from which on to look for a [gap](Basis::Gap), given the candidates of the sample that reach what it
    /// looked from; `None` where the scores show a threshold already, or even they leave no gap.
    pub(crate) fn looks_for_gap_from(&self, edges: &[Edge], judge: &Judge) -> Option<f64> {
        let edges = by_falling_score(edges);
        let may_have_one = !self.basis.is_seen() && above_gap(&edges, self.sample, judge).is_some();
        may_have_one.then(|| judge.threshold_alike(LOWEST))
    }

    /// The threshold above a gap, given the candidates of the sample that reach what it
    /// [looks for one from](Self::looks_for_gap_from); this one where there is none.
    pub(crate) fn or_gap(self, edges: &[Edge], sample: SampledCandidates, judge: &Judge) -> Self {
        let edges = by_falling_score(edges);
        match above_gap(&edges, sample, judge) {
            Some(at) => SuggestedThreshold::at(at, Basis::Gap, &edges, sample, self.from),
            None => self,
        }
    }

    /// A threshold, given pairs by falling score.
    fn at(at: f64, basis: Basis, edges: &[Edge], sample: SampledCandidates, from: f64) -> Self {
        let steps = steps(edges);
        let reached = steps.iter().rev().find(|step| reaches(step.at, at));
        let looked_at = edges
            .iter()
            .rev()
            .map(|edge| edge.score)
            .skip_while(|&score| !reaches(score, from));
        SuggestedThreshold {
            at,
            basis,
            cohesion: reached.map(Step::cohesion),
            from,
            sample,
            below: looked_at.take_while(|&score| !reaches(score, at)).collect(),
        }
    }

    /// The lowest threshold that an audit tests. Where the scores show none, answers can tell, so that it is the
    /// one that pairs were looked at from. Where they show one, a lower one would take drawn documents from it:
    /// on `newsgroup_copies` an audit then removes less (`docs/results.md`).
    pub(crate) fn audited_from(&self) -> f64 {
        if self.basis.is_seen() {
            self.at
        } else {
            self.from.min(self.at)
        }
    }

    /// Describes the evidence, as a clause.
    pub fn reason(&self) -> String {
        let SampledCandidates {
            sampled,
            candidates,
            left_out,
            ..
        } = self.sample;
        let seen = if left_out > 0 {
            let left_out = counted(left_out, "document", "documents");
            format!(" (from a sample, without {left_out} that are like many in it)")
        } else if self.sample.is_part() {
            let [sampled, candidates] = [sampled, candidates].map(count);
            format!(" (from a sample of {sampled} of {candidates} pairs)")
        } else {
            String::new()
        };
        self.sign() + &seen
    }

    /// Describes the shape of its scores.
    fn sign(&self) -> String {
        let cohesion = self
            .cohesion
            .map_or("–".to_string(), |share| percent(share, 1));
        match self.basis {
            Basis::Valley => format!(
                "it lies in the valley between the two modes of the scores, and of the pairs within groups \
                 {cohesion} reach it themselves, which does not say how many are right"
            ),
            Basis::Cohesion => format!(
                "of the pairs within groups {cohesion} reach it themselves, about as many as at any higher \
                 threshold, which does not say how many are right"
            ),
            Basis::Gap => "almost no pair scores just below it, so the pairs that reach it stand apart, which does not \
                 say how many are right"
                .to_string(),
            Basis::Alike => {
                format!("{UNSEEN}, so it is the score of a pair whose similarities are all {ALIKE}")
            }
            Basis::Own => format!("{UNSEEN}, so it is the decider's own"),
        }
    }
}

/// The threshold above a gap of pairs by falling score: where a step is cut off by the judge's own threshold, it shows none.
fn above_gap(edges: &[Edge], sample: SampledCandidates, judge: &Judge) -> Option<f64> {
    let own = judge.threshold();
    gap(edges, sample.left_out, |similarity| {
        judge
            .score_of_all_at(similarity)
            .filter(|&score| score > own)
    })
}

fn by_falling_score(edges: &[Edge]) -> Vec<Edge> {
    let mut edges = edges.to_vec();
    edges.sort_unstable_by(|a, b| b.score.total_cmp(&a.score));
    edges
}
