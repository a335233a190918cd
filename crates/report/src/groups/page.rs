//! [`GroupsPage`]: assembles and writes the report page of a deduplication.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::contents::GroupsPage;
use super::rows::{GroupRow, PairRow, RemovalRow};
use crate::charts::{Chart, drawn};
use crate::figures::{capitalised, decimal, percent};
use crate::files::{rendered, write_report};
use crate::removals::tested;
use dejalu_base::error::Result;
use dejalu_base::plural::{count, counted};
use dejalu_collection::{
    Audit, Deduplicated, Grouping, GroupingQuality, SuggestedThreshold, ThresholdAudit,
};

/// The name ends in `.html`, so that every value is escaped.
const NAME: &str = "index.html";
const TEMPLATE: &str = include_str!("groups.html");
/// Style of this page besides that of the frame.
const STYLE: &str = include_str!("style.css");

impl GroupsPage<'_> {
    /// Writes `index.html` into the folder, and each chart beside it as an SVG of its own; creates
    /// the folder. Returns the path of `index.html`.
    ///
    /// # Errors
    ///
    /// The folder cannot be made or written to.
    pub fn write(&self, folder: &Path) -> Result<PathBuf> {
        let charts = self.charts()?;
        write_report(folder, &self.render(&charts)?, &charts)
    }

    /// The page itself: one file with style and charts in it, which loads nothing and runs nothing.
    ///
    /// # Errors
    ///
    /// A page that cannot be put together; its template is built in, so that would be a fault of
    /// the program.
    pub fn html(&self) -> Result<String> {
        self.render(&self.charts()?)
    }

    fn charts(&self) -> Result<Vec<Chart>> {
        drawn([
            self.grouping().and_then(super::pictures::sizes),
            super::pictures::scores(self.result, self.judge),
            self.grouping().and_then(super::pictures::lost),
        ])
    }

    /// The groups at the first threshold, which the page shows.
    fn grouping(&self) -> Option<&Grouping> {
        self.result.groupings.first()
    }

    fn render(&self, charts: &[Chart]) -> Result<String> {
        let groups = self.grouping().map(|grouping| {
            let of_several = |group: &&dejalu_collection::Group| group.members.len() > 1;
            grouping.groups.iter().filter(of_several).count()
        });
        let shown = GroupRow::largest(self);
        let values = json!({
            "title": self.title,
            "style": STYLE,
            "headline": self.headline(groups.unwrap_or_default()),
            "leaders": self.leaders(groups.unwrap_or_default()),
            "sentences": self.sentences(),
            "warnings": self.warnings,
            "charts": charts,
            "audit": thresholds_tested(self.result),
            "tested": removals_tested(self.result),
            "boilerplate": self.result.boilerplate,
            "thresholds": thresholds(self.result),
            // How many groups are not shown.
            "left_out": groups.unwrap_or_default() - shown.len(),
            "groups": shown,
            "doubtful": GroupRow::doubtful(self),
            "removals": RemovalRow::sample(self),
            "pairs": PairRow::doubtful(self),
            "is_model": self.judge.trained().is_some(),
            "settings": self.settings,
        });
        rendered(NAME, TEMPLATE, &values)
    }

    fn headline(&self, groups: usize) -> String {
        let documents = self.collection.documents().len();
        let kept = self.grouping().map_or(documents, |it| it.kept().count());
        let guessed = match &self.result.suggested {
            Some(_) => " at a guessed threshold",
            None => "",
        };
        let has_failed = self.result.audit.as_ref().is_some_and(Audit::has_failed);
        match groups {
            _ if has_failed => "Nothing is removed: the audit failed.".to_string(),
            0 => "No two documents are near-duplicates.".to_string(),
            _ => format!(
                "{} of {} documents {}{guessed}, keeping one of every group of near-duplicates.",
                count(documents - kept),
                count(documents),
                self.result.removal_verb()
            ),
        }
    }

    /// The figures that are seen first, each with what it counts.
    fn leaders(&self, groups: usize) -> Vec<(String, &'static str)> {
        let counts = &self.result.counts;
        let kept = self.grouping().map_or(0, |it| it.kept().count());
        [
            (kept, "documents kept"),
            (groups, "groups of two or more"),
            (counts.copies, "exact copies of another"),
            (counts.duplicates, "duplicate pairs of different texts"),
        ]
        .map(|(figure, what)| (count(figure), what))
        .to_vec()
    }

    fn sentences(&self) -> Vec<String> {
        let judge = self.judge.named_at(self.result.least());
        let mut sentences = vec![format!("Decided by {judge}."), classified(self.result)];
        let left_out = self.result.boilerplate.iter();
        sentences.extend(left_out.map(|it| sentence(it.sentence())));
        if let Some(suggested) = &self.result.suggested {
            sentences.push(format!(
                "The threshold is a guess from this collection's scores: {}. No labels say how many \
                 removals are wrong, so look at some of the pairs below first.",
                suggested.reason()
            ));
            sentences.extend(below(suggested));
        }
        let audit = self.result.audit.iter().flat_map(Audit::sentences);
        sentences.extend(audit.map(sentence));
        let beside = self.grouping().map_or(0, Grouping::kept_beside);
        if beside > 0 {
            sentences.push(format!(
                "{} kept beside a near-duplicate that lacks too much of {}.",
                counted(beside, "document is", "documents are"),
                if beside == 1 { "it" } else { "them" }
            ));
        }
        sentences.extend(self.result.quality.first().map(compared));
        sentences
    }
}

/// States how many pairs were classified, and how they were found.
fn classified(result: &Deduplicated) -> String {
    let plan = &result.plan;
    match (&plan.filter, result.counts.candidates as u64) {
        (Some(filter), judged) => format!(
            "{} classified, found by {filter}{}; {}.",
            counted(judged, "pair was", "pairs were"),
            if result.counts.compares_with_kept {
                ", each with a kept document"
            } else {
                ""
            },
            plan.why
        ),
        (None, judged) if result.counts.compares_with_kept && judged > 0 => format!(
            "{} classified: each text with the kept ones.",
            counted(judged, "pair was", "pairs were")
        ),
        (None, 0) => "There was no pair of different texts to classify.".to_string(),
        (None, 1) => "The only pair of different texts was classified.".to_string(),
        (None, judged) => format!(
            "All {} pairs of different texts were classified.",
            count(judged)
        ),
    }
}

/// States how far the groups agree with known clusters.
fn compared(quality: &GroupingQuality) -> String {
    let pairs = &quality.agreement.pairs;
    let unsure = match quality.left_unsure {
        0 => String::new(),
        pairs => format!("; {} left unsure", count(pairs)),
    };
    format!(
        "Compared with the known clusters: {} of {} wrong; pairwise precision {}, recall {}, F1 {}; of the missed pairs, {} were never a candidate and {} were classified as distinct{unsure}.",
        count(quality.wrong_removals),
        counted(quality.removed, "removal", "removals"),
        percent(pairs.precision()),
        percent(pairs.recall()),
        percent(pairs.f1()),
        count(quality.never_a_candidate),
        count(quality.judged_distinct),
    )
}

/// States how many pairs score less than a suggested threshold, if any.
fn below(suggested: &SuggestedThreshold) -> Option<String> {
    let pairs = suggested.below.len() as u64;
    (pairs > 0).then(|| {
        let which = if suggested.sample.is_part() {
            " of the sample"
        } else {
            ""
        };
        format!(
            "{}{which} scored at least {} and less than that, and stayed: a lower threshold (--at) would find some of them.",
            counted(pairs, "pair", "pairs"),
            decimal(suggested.from, 4)
        )
    })
}

/// With a capital letter and a full stop.
fn sentence(clause: String) -> String {
    capitalised(&clause) + "."
}

/// The audit of thresholds, if there is one.
fn thresholds_tested(result: &Deduplicated) -> Option<&ThresholdAudit> {
    match &result.audit {
        Some(Audit::Thresholds(audit)) => Some(audit),
        _ => None,
    }
}

/// The audit of removals, if there is one, and the sets that it tested.
fn removals_tested(result: &Deduplicated) -> Option<Value> {
    match &result.audit {
        Some(Audit::Removals(audit)) => Some(json!({ "audit": audit, "sets": tested(audit) })),
        _ => None,
    }
}

/// The result of each of several thresholds; nothing for a single one.
fn thresholds(result: &Deduplicated) -> Vec<Value> {
    if result.groupings.len() < 2 {
        return Vec::new();
    }
    let row = |(place, grouping): (usize, &Grouping)| {
        let sizes = grouping.groups.iter().map(|group| group.members.len());
        let chains = grouping
            .groups
            .iter()
            .filter(|group| grouping.is_chain(group));
        let quality = result.quality.get(place);
        json!({
            "at": grouping.at,
            "groups": sizes.clone().filter(|&size| size > 1).count(),
            "largest": sizes.max(),
            "chains": chains.count(),
            "kept": grouping.kept().count(),
            // Pairwise, against the documents' clusters.
            "f1": quality.and_then(|it| it.agreement.pairs.f1()),
        })
    };
    result.groupings.iter().enumerate().map(row).collect()
}

#[cfg(test)]
mod tests;
