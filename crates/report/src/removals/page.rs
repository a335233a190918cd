//! [`RemovalsPage`]: assembles and writes the page of an audit of removals.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Value, json};

use crate::figures::{capitalised, hundredths};
use crate::files::{rendered, write_report};
use crate::sanitize::sanitize_line;
use dejalu_base::error::Result;
use dejalu_base::plural::{count, short_percent as percent};
use dejalu_collection::{Collection, Loss, Losses, Outcome, RemovalAudit, verbatim};
use dejalu_text::document::{Document, DocumentId};

/// The name ends in `.html`, so that every value is escaped.
const NAME: &str = "index.html";
const TEMPLATE: &str = include_str!("page.html");
/// Style of this page besides that of the frame.
const STYLE: &str = include_str!("style.css");

/// The number of removals to show.
const MOST: usize = 30;

/// The number of characters of a text to show.
const CHARACTERS: usize = 300;

/// An audit of removals.
#[derive(Debug, Clone, Copy)]
pub struct RemovalsPage<'a> {
    /// Its title.
    pub title: &'a str,
    /// The documents.
    pub collection: &'a Collection,
    /// What each removal would lose.
    pub losses: &'a Losses,
    /// The draw or the verdict, if there is one.
    pub audit: Option<&'a RemovalAudit>,
    /// Documents that are removed though no kept one is like them.
    pub alone: &'a [DocumentId],
    /// Settings by name, in the order in which they are shown.
    pub settings: &'a [(&'a str, String)],
}

/// A removal, with what would be lost.
#[derive(Serialize)]
struct Row {
    removed: Shown,
    kept: Shown,
    relation: String,
    lost: Option<f64>,
    /// In percent, of a model.
    probability: String,
    /// The longest passage that the kept document lacks.
    passage: String,
}

/// A document by its name and how it begins.
#[derive(Serialize)]
struct Shown {
    id: String,
    beginning: String,
}

impl RemovalsPage<'_> {
    /// Writes `index.html` into the folder, which it creates. Returns the path of `index.html`.
    ///
    /// # Errors
    ///
    /// The folder cannot be made or written to.
    pub fn write(&self, folder: &Path) -> Result<PathBuf> {
        write_report(folder, &self.html()?, [])
    }

    /// The page itself: one file with its style, which loads nothing and runs nothing.
    ///
    /// # Errors
    ///
    /// A page that cannot be put together; its template is built in, so that would be a fault of
    /// the program.
    pub fn html(&self) -> Result<String> {
        let rows = self.losses.rows.iter().take(MOST);
        let rows: Vec<Row> = rows.map(|loss| self.row(loss)).collect();
        let alone = self.alone.iter().take(MOST);
        let alone: Vec<String> = alone.map(|id| sanitize_line(id.as_str())).collect();
        let values = json!({
            "title": self.title,
            "style": STYLE,
            "headline": self.headline(),
            "leaders": self.leaders(),
            "sentences": self.sentences(),
            "audit": self.audit,
            "tested": self.audit.map(tested),
            "is_verdict": self.audit.is_some_and(|it| it.verdict.is_some()),
            "removals": rows,
            "left_out": self.losses.rows.len().saturating_sub(MOST),
            "alone": alone,
            "alone_left_out": self.alone.len().saturating_sub(MOST),
            "settings": self.settings,
        });
        rendered(NAME, TEMPLATE, &values)
    }

    fn headline(&self) -> String {
        let removals = count(self.losses.figures.removals);
        match self.audit {
            Some(audit) if audit.removals == 0 => "There is nothing to remove.".to_string(),
            Some(audit) if audit.has_failed() => {
                "The audit failed: nothing can be removed.".to_string()
            }
            Some(audit) if audit.verdict.is_some() => format!(
                "Removals that passed: {} of {removals}. With {} confidence, at most {} of these are wrong.",
                count(audit.passed),
                percent(audit.promise.confidence),
                percent(audit.promise.wrong_at_most),
            ),
            Some(audit) => format!(
                "Removals to check before a verdict: {} of {removals}.",
                count(audit.unanswered)
            ),
            None => format!("Removals that nobody has checked: {removals}."),
        }
    }

    /// The figures that are seen first, each with what it counts.
    fn leaders(&self) -> Vec<(String, &'static str)> {
        let figures = &self.losses.figures;
        [
            (self.collection.documents().len(), ["document", "documents"]),
            (figures.removals, ["removal", "removals"]),
            (
                figures.copies,
                ["removal of an exact copy", "removals of an exact copy"],
            ),
            (
                figures.lose_half,
                [
                    "removal that loses at least half",
                    "removals that lose at least half",
                ],
            ),
        ]
        .map(|(figure, [one, many])| (count(figure), if figure == 1 { one } else { many }))
        .to_vec()
    }

    fn sentences(&self) -> Vec<String> {
        let audit = self.audit.iter().flat_map(|it| it.sentences());
        let sentences = audit.chain(self.losses.figures.sentences());
        sentences.map(|clause| capitalised(&clause) + ".").collect()
    }

    fn row(&self, loss: &Loss) -> Row {
        let document = |place: u32| &self.collection.documents()[place as usize];
        let [removed, kept] = [loss.removed, loss.kept].map(document);
        let found = verbatim(&removed.text, &kept.text);
        let passage = found.longest_lost().map_or(String::new(), |span| {
            shortened(removed.text.chars().skip(span.start).take(span.len()))
        });
        Row {
            removed: Shown::of(removed),
            kept: Shown::of(kept),
            relation: loss.relation.to_string(),
            lost: loss.lost,
            probability: hundredths(loss.probability),
            passage,
        }
    }
}

impl Shown {
    fn of(document: &Document) -> Self {
        Shown {
            id: sanitize_line(document.id.as_str()),
            beginning: shortened(document.text.chars()),
        }
    }
}

/// The first characters of a text, in one line.
fn shortened(mut characters: impl Iterator<Item = char>) -> String {
    let text: String = characters.by_ref().take(CHARACTERS).collect();
    let mut line = sanitize_line(&text)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    if characters.next().is_some() {
        line.push_str(" …");
    }
    line
}

/// The sets that were tested, and what came of each.
pub(crate) fn tested(audit: &RemovalAudit) -> Vec<Value> {
    let verdict = audit.verdict.iter();
    let sets = verdict.flat_map(|it| &it.tested).map(|set| {
        let outcome = match set.outcome {
            Outcome::Passed => "passed",
            Outcome::Failed => "failed",
            Outcome::Open(_) => "open",
        };
        json!({
            "size": set.size, "drawn": set.drawn - set.missing, "wrong": set.wrong,
            "missing": set.missing, "outcome": outcome,
            "low": set.interval[0], "high": set.interval[1],
        })
    });
    sets.collect()
}
