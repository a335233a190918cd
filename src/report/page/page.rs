//! The report page: one HTML file that works offline, with text, tables and charts.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::data::Data;
use super::leaders::Leader;
use super::mistakes::Mistakes;
use super::record::{Record, records};
use super::rows::Rows;
use super::suspects::SuspectRows;
use super::told::Told;
use crate::error::Result;
use crate::experiment::compare::{Comparison, Kind, Plane};
use crate::experiment::rules::Origin;
use crate::model::Model;
use crate::pairs::PairSet;
use crate::pairs::quality::Quality;
use crate::report::charts::{Group, charts};
use crate::report::features::in_words;
use crate::report::files::{rendered, write_report};
use crate::report::kind::Occasion;
use crate::report::pair::PairReport;
use crate::report::significance::{Significance, significances};
use crate::report::verdict::{Summary, held_out, summary};

/// The name ends in `.html`, so that every value is escaped.
const NAME: &str = "index.html";
const TEMPLATE: &str = include_str!("index.html");
const SCRIPT: &str = include_str!("script.js");

/// A report of a comparison.
#[derive(Debug, Clone, Copy)]
pub struct Page<'a> {
    /// What was done: the title, and the question that the report answers.
    pub occasion: Occasion,
    /// The answer.
    pub comparison: &'a Comparison,
    /// The pairs that were judged. A comparison holds them in the order of
    /// [`PairSet::in_order`], into which the report puts these; of other pairs than those that the
    /// comparison judged nothing is shown.
    pub set: &'a PairSet,
    /// The model that was trained or judged, if there is one.
    pub model: Option<&'a Model>,
    /// Two features and what they alone would decide.
    pub plane: Option<&'a Plane>,
    /// How it was found: settings by name, in the order in which they are shown.
    pub settings: &'a [(&'a str, String)],
    /// One pair, explained.
    pub sample: Option<&'a PairReport>,
}

impl Page<'_> {
    /// Writes `index.html` into the folder, and each chart beside it as an SVG of its own; creates
    /// the folder. Returns the path of `index.html`.
    ///
    /// # Errors
    ///
    /// The folder cannot be made or written to.
    pub fn write(&self, folder: &Path) -> Result<PathBuf> {
        let sheet = Sheet::of(self)?;
        let charts = sheet.groups.iter().flat_map(|group| &group.charts);
        write_report(folder, &self.render(&sheet)?, charts)
    }

    /// The page itself: one file with style, script and charts in it, which loads nothing.
    ///
    /// # Errors
    ///
    /// A score that is not finite.
    pub fn html(&self) -> Result<String> {
        self.render(&Sheet::of(self)?)
    }

    fn render(&self, sheet: &Sheet) -> Result<String> {
        let deciders = &self.comparison.deciders;
        let has = |kind| deciders.iter().any(|it| it.kind == kind);
        let values = Values {
            title: self.occasion.title(),
            question: self.occasion.question(),
            script: SCRIPT,
            words: unbroken(summary(self.comparison)),
            leaders: Leader::all(self.comparison),
            data: &sheet.data,
            table: Rows::of(self.comparison),
            groups: &sheet.groups,
            mistakes: sheet.mistakes.as_ref(),
            suspects: SuspectRows::of(&self.comparison.suspects),
            records: records(self.model, self.comparison),
            features: features(self.comparison),
            sample: self.sample.map(Told::of),
            settings: self.settings,
            notes: &self.comparison.notes,
            held_out: held_out(self.comparison),
            is_noisy: significances(self.comparison)
                .into_iter()
                .any(Significance::is_noisy),
            has_published: has(Kind::Published),
            has_retuned: has(Kind::Retuned),
            has_choice: deciders
                .iter()
                .any(|it| it.threshold_origin == Some(Origin::Choice)),
        };
        rendered(NAME, TEMPLATE, &values)
    }
}

/// What takes work to make.
struct Sheet {
    data: Data,
    groups: Vec<Group>,
    mistakes: Option<Mistakes>,
}

impl Sheet {
    fn of(page: &Page) -> Result<Self> {
        let judged = page.set.in_order();
        let set = match judged.labels() {
            Ok(labels) if labels == page.comparison.labels => judged,
            _ => PairSet::default(),
        };
        let quality = Quality::of(&set);
        Ok(Sheet {
            groups: charts(page.comparison, &quality.categories, page.plane)?,
            data: Data::of(page.comparison, &set, &quality),
            mistakes: Mistakes::of(page.comparison, &set),
        })
    }
}

/// What the template fills in.
#[derive(Serialize)]
struct Values<'a> {
    title: &'a str,
    question: &'a str,
    script: &'a str,
    words: Summary,
    leaders: Vec<Leader<'a>>,
    data: &'a Data,
    table: Rows,
    groups: &'a [Group],
    mistakes: Option<&'a Mistakes>,
    suspects: SuspectRows<'a>,
    records: Vec<Record>,
    /// The features that the learned decider sees, and what each looks at.
    features: Vec<(&'a str, String)>,
    sample: Option<Told<'a>>,
    settings: &'a [(&'a str, String)],
    notes: &'a [String],
    held_out: bool,
    /// Whether anything is said to be within noise.
    is_noisy: bool,
    has_published: bool,
    has_retuned: bool,
    has_choice: bool,
}

/// Keeps a figure and its sign on one line.
fn unbroken(words: Summary) -> Summary {
    let joined = |text: String| {
        let signs = [" %", " = ", " < "];
        signs.iter().fold(text, |text, sign| {
            text.replace(sign, &sign.replace(' ', "\u{a0}"))
        })
    };
    Summary {
        headline: joined(words.headline),
        sentences: words.sentences.into_iter().map(joined).collect(),
        scope: joined(words.scope),
    }
}

fn features(comparison: &Comparison) -> Vec<(&str, String)> {
    let learned = comparison.reference().and_then(|it| it.learned.as_ref());
    let importance = learned.and_then(|it| it.importance.as_ref());
    let named = importance.iter().flat_map(|it| &it.features);
    let words = |name: &str| Some(in_words(&name.parse().ok()?));
    named
        .filter_map(|it| Some((it.feature.as_str(), words(&it.feature)?)))
        .collect()
}

#[cfg(test)]
mod tests;
