//! Options of a deduplication.

use serde::Serialize;

use super::audit::AuditOptions;
use super::boilerplate::Boilerplate;
use super::groups::{Constraints, Keep, Linkage};
use super::judge::Judge;
use super::sample::Sample;
use super::suggested::SuggestedThreshold;
use super::threshold::Threshold;
use dejalu_base::error::{Error, Parameter, Result};
use dejalu_base::setters;
use dejalu_experiment::model::MinimumScore;
use dejalu_similarity::candidates::CandidateOptions;

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
    /// ([`Deduplicated::at_default`](super::Deduplicated::at_default)), which searches a small collection twice.
    pub count_at_default: bool,
    /// True if every candidate is compared, though the groups need fewer: [`Deduplicated::edges`](super::Deduplicated::edges) are then all
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
    pub(super) fn compares_with_kept(&self, thresholds: &[MinimumScore]) -> bool {
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
    pub(super) fn thresholds(
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
    pub(super) fn method(&self, judge: &Judge) -> String {
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
