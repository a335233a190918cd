//! [`Case`]: the removals of a collection, and an audit of them that somebody answers.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;

use dejalu::collection::{
    Audit, AuditOptions, Boilerplate, Collection, Edge, GivenGroups, Grouping, GroupsAudit,
    GroupsTable, Keep, Missing, RemovalAudit, Tested, Threshold, Trial,
};
use dejalu::pairs::{Label, LabelRow, Opinion};
use dejalu::{DedupeOptions, Judge, Silent, dedupe};

/// The removed documents that are wrong, by place.
pub type Truth = BTreeSet<u32>;

/// The removals of a collection.
pub struct Case<'a> {
    collection: &'a Collection,
    judge: Judge,
    grouping: Grouping,
    edges: Vec<Edge>,
    /// The removed documents, by place, the least doubted first.
    pub by_risk: Vec<u32>,
}

/// An audit that was answered.
pub struct Run {
    pub removed: usize,
    pub asked: usize,
    pub one_by_one: usize,
    /// A set passed of which more than the bound are wrong.
    pub is_broken: bool,
    /// The intervals of all tested sets hold the truth.
    pub is_covered: bool,
}

/// What is drawn to have the groups that an audit judges, and the order of risk.
fn drawing() -> AuditOptions {
    AuditOptions {
        sample: Some(1),
        ..AuditOptions::default()
    }
}

impl<'a> Case<'a> {
    /// The groups of `dejalu dedupe --audit-sample`.
    pub fn of_dedupe(collection: &'a Collection) -> Result<Self, Box<dyn Error>> {
        let judge = Judge::built_in()?;
        let options = DedupeOptions::default()
            .with_threshold(Threshold::of_groups(&[], &judge)?)
            .with_audit(drawing());
        let mut result = dedupe(collection, &judge, &options, &Silent)?;
        let Some(Audit::Removals(audit)) = &result.audit else {
            return Err("expected an audit of removals".into());
        };
        Ok(Case {
            collection,
            by_risk: audit.by_risk().to_vec(),
            judge,
            grouping: result.groupings.remove(0),
            edges: result.edges,
        })
    }

    /// The groups of a table, as `dejalu audit GROUPS` has them.
    pub fn of_table(collection: &'a Collection, groups: &Path) -> Result<Self, Box<dyn Error>> {
        let judge = Judge::built_in()?;
        let table = GroupsTable::read(groups, &Default::default())?;
        let given = || GivenGroups::new(collection, &table, Keep::Longest, &judge, &Silent);
        let drawn = drawing();
        let candidates = Default::default();
        let result = GroupsAudit::new(
            collection,
            given()?,
            &judge,
            candidates,
            Some(&drawn),
            &Silent,
        )?;
        let audit = result.audit.ok_or("expected a draw")?;
        let searching = DedupeOptions::default()
            .with_threshold(Threshold::of_groups(&[], &judge)?)
            .with_all_pairs(true)
            .with_boilerplate(Boilerplate::Keep);
        let found = dedupe(collection, &judge, &searching, &Silent)?;
        let case = Case {
            collection,
            by_risk: audit.by_risk().to_vec(),
            judge,
            grouping: result.given.grouping,
            edges: found.edges,
        };
        assert!(
            case.audit(&drawn)? == audit,
            "expected the audit of `dejalu audit`, which searches anew for each"
        );
        Ok(case)
    }

    /// The removed documents whose kept one is of another cluster.
    pub fn by_clusters(&self) -> Truth {
        let cluster = |place: u32| &self.collection.documents()[place as usize].cluster;
        let is_wrong = |removed: u32, kept: u32| {
            cluster(removed).is_none() || cluster(removed) != cluster(kept)
        };
        let removed = self.grouping.removed();
        let wrong = removed.filter(|(place, it)| is_wrong(*place, it.in_favour_of));
        wrong.map(|(place, _)| place).collect()
    }

    /// Draws or judges.
    pub fn audit(&self, options: &AuditOptions) -> dejalu::Result<RemovalAudit> {
        RemovalAudit::new(
            self.collection,
            &self.grouping,
            &self.edges,
            &self.judge,
            options,
        )
    }

    /// The verdict on a draw whose questions are answered by the truth.
    pub fn answered(
        &self,
        draw: &RemovalAudit,
        options: &AuditOptions,
        truth: &Truth,
    ) -> Result<Run, Box<dyn Error>> {
        let label = |row: &LabelRow| match self.collection.place_of(&row.pair[0]) {
            Some(place) if truth.contains(&place) => Label::Distinct,
            _ => Label::Duplicate,
        };
        let answered = draw.questions.iter().map(|row| LabelRow {
            opinion: Some(Opinion::Sure(label(row))),
            ..row.clone()
        });
        let options = AuditOptions {
            sample: None,
            answers: answered.collect(),
            ..options.clone()
        };
        let audit = self.audit(&options)?;
        let verdict = audit.verdict.as_ref().ok_or("expected a verdict")?;
        let most = options.promise.wrong_at_most * verdict.passed as f64;
        let wrong = |size: u64| self.wrong(truth, size);
        let is_within = |set: &Tested| {
            let share = wrong(set.size) as f64 / set.size as f64;
            share >= set.interval[0] - 1e-9 && share <= set.interval[1] + 1e-9
        };
        Ok(Run {
            removed: audit.passed,
            asked: draw.questions.len(),
            one_by_one: verdict.answers,
            is_broken: wrong(verdict.passed) as f64 > most + 1e-9,
            is_covered: verdict.tested.iter().all(is_within),
        })
    }

    /// Returns whether a set passes that breaks the promise, where the questions of a draw are answered by this truth one by
    /// one. Only they are looked at, so that the test needs no others.
    pub fn is_broken(&self, draw: &RemovalAudit, truth: &Truth) -> bool {
        let mut risk_of = vec![0; self.collection.documents().len()];
        for (risk, &place) in (0..).zip(&self.by_risk) {
            risk_of[place as usize] = risk;
        }
        let asked = draw.questions.iter();
        let asked = asked.filter_map(|row| self.collection.place_of(&row.pair[0]));
        let places: Vec<u64> = asked.map(|place| risk_of[place as usize]).collect();
        let is_wrong = |rank: usize| Some(truth.contains(&self.by_risk[places[rank] as usize]));
        let trial = Trial::new(draw.plan.clone(), places.clone());
        let passed = trial.verdict(Missing::Waits, is_wrong).passed;
        self.wrong(truth, passed) as f64 > draw.promise.wrong_at_most * passed as f64 + 1e-9
    }

    /// Number of removals of the largest set of least risk that keeps the promise, if all were known.
    pub fn possible(&self, truth: &Truth, bound: f64) -> usize {
        let (mut wrong, mut possible) = (0, 0);
        for (size, place) in (1..).zip(&self.by_risk) {
            wrong += usize::from(truth.contains(place));
            if wrong as f64 <= bound * size as f64 + 1e-9 {
                possible = size;
            }
        }
        possible
    }

    /// The wrong ones among so many of least risk.
    fn wrong(&self, truth: &Truth, size: u64) -> usize {
        let set = &self.by_risk[..size as usize];
        set.iter().filter(|place| truth.contains(place)).count()
    }
}
