//! [`GroupsAudit`]: groups of any tool, judged.

use serde_json::{Value, json};

use super::audit::AuditOptions;
use super::boilerplate::Boilerplate;
use super::collection::Collection;
use super::dedupe::dedupe;
use super::dedupe_options::DedupeOptions;
use super::given::GivenGroups;
use super::groups::Grouping;
use super::judge::Judge;
use super::losses::Losses;
use super::removal_audit::RemovalAudit;
use super::threshold::Threshold;
use dejalu_base::error::Result;
use dejalu_base::plural::counted;
use dejalu_base::progress::Progress;
use dejalu_similarity::candidates::CandidateOptions;

/// Groups that a table describes, and what is known of their removals.
#[derive(Debug)]
pub struct GroupsAudit {
    /// The groups, each removed document scored with the one kept in its place. After a verdict they keep what did not
    /// pass.
    pub given: GivenGroups,
    /// What each removal would lose, whatever the verdict.
    pub losses: Losses,
    /// The questions or the verdict, where they were asked for.
    pub audit: Option<RemovalAudit>,
}

impl GroupsAudit {
    /// Judges groups: what each removal would lose and, with `options`, a draw of questions or the verdict of their
    /// answers. For these the judge looks for all duplicates among `candidates`: the order of risk follows from them.
    ///
    /// # Errors
    ///
    /// What [`dedupe`] and [`RemovalAudit::new`] refuse.
    pub fn new(
        collection: &Collection,
        mut given: GivenGroups,
        judge: &Judge,
        candidates: CandidateOptions,
        options: Option<&AuditOptions>,
        progress: &dyn Progress,
    ) -> Result<Self> {
        // Once: a rule would count words for each of what follows.
        let judge = &collection.informed(judge, progress)?;
        given.score(collection, judge, progress)?;
        let losses = Losses::of(&given.grouping, collection, judge);
        let audit = match options {
            None => None,
            Some(options) => {
                let grouping = &given.grouping;
                let audit = audited(collection, grouping, judge, candidates, options, progress)?;
                audit.hold(&mut given.grouping);
                Some(audit)
            }
        };
        Ok(GroupsAudit {
            given,
            losses,
            audit,
        })
    }

    /// Returns whether there was something to remove, and a verdict lets nothing go.
    pub fn has_failed(&self) -> bool {
        self.audit.as_ref().is_some_and(RemovalAudit::has_failed)
    }

    /// What is known, each sentence without its full stop.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = self.losses.figures.sentences();
        let alone = &self.given.alone;
        if let Some(first) = alone.first() {
            let documents = counted(alone.len(), "document is", "documents are");
            sentences.push(format!(
                "{documents} removed although no kept document is a near-duplicate (first: '{first}'); not covered by the audit, and counted as kept here"
            ));
        }
        sentences.extend(self.given.of_matched());
        sentences.extend(self.given.of_all());
        sentences.extend(self.given.of_scores());
        sentences.extend(self.audit.iter().flat_map(RemovalAudit::sentences));
        sentences
    }

    /// All figures and the sentences as an object, without the removals themselves.
    pub fn figures_json(&self, collection: &Collection, judge: &Judge) -> Value {
        json!({
            "format": 1,
            "judge": judge.named_at(judge.minimum()),
            "documents": collection.documents().len(),
            "figures": self.losses.figures,
            "removed_alone": self.given.alone.iter().map(|id| id.as_str()).collect::<Vec<_>>(),
            "audit": self.audit,
            "sentences": self.sentences(),
        })
    }
}

fn audited(
    collection: &Collection,
    grouping: &Grouping,
    judge: &Judge,
    candidates: CandidateOptions,
    options: &AuditOptions,
    progress: &dyn Progress,
) -> Result<RemovalAudit> {
    let searching = DedupeOptions::default()
        .with_candidates(candidates)
        .with_threshold(Threshold::of_groups(&[], judge)?)
        // Risk counts all documents that are more similar than the kept one, and not kept ones alone.
        .with_all_pairs(true)
        // Scores of removals are of whole documents.
        .with_boilerplate(Boilerplate::Keep);
    let found = dedupe(collection, judge, &searching, progress)?;
    RemovalAudit::new(collection, grouping, &found.edges, judge, options)
}
