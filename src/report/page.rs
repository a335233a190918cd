//! One HTML file that works offline, with words, figures, charts, and what they mean.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use minijinja::Environment;
use minijinja::value::Serde;
use serde::Serialize;

use super::charts::{Chart, charts};
use super::figures::percent;
use super::pair::PairReport;
use super::rows::Rows;
use super::standing::leaders;
use super::told::Told;
use super::words::{Words, held_out, words};
use crate::compare::{Comparison, Decider, Kind};
use crate::error::{IoContext, Result};
use crate::output::OutputFile;
use crate::rules::Origin;

/// The name ends in `.html`, so that every value is escaped.
const NAME: &str = "index.html";
const TEMPLATE: &str = include_str!("page/index.html");
const STYLE: &str = include_str!("page/style.css");
const SCRIPT: &str = include_str!("page/sort.js");

/// A report of a comparison.
#[derive(Debug, Clone, Copy)]
pub struct Page<'a> {
    /// What was done.
    pub title: &'a str,
    /// The question that the report answers.
    pub question: &'a str,
    /// The answer.
    pub comparison: &'a Comparison,
    /// How it was found: settings by name, in the order in which they are shown.
    pub settings: &'a [(String, String)],
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
        fs::create_dir_all(folder).context("create", folder)?;
        let charts = charts(self.comparison)?;
        for chart in &charts {
            let path = folder.join(format!("{}.svg", chart.name));
            write(&path, &chart.svg)?;
        }
        let path = folder.join(NAME);
        write(&path, &self.render(&charts)?)?;
        Ok(path)
    }

    /// The page itself: one file with style, script and charts in it, which loads nothing.
    ///
    /// # Errors
    ///
    /// A score that is not finite.
    pub fn html(&self) -> Result<String> {
        self.render(&charts(self.comparison)?)
    }

    fn render(&self, charts: &[Chart]) -> Result<String> {
        let deciders = &self.comparison.deciders;
        let has = |kind| deciders.iter().any(|it| it.kind == kind);
        let values = Values {
            title: self.title,
            question: self.question,
            version: env!("CARGO_PKG_VERSION"),
            style: STYLE,
            script: SCRIPT,
            nonce: self.nonce(),
            words: unbroken(words(self.comparison)),
            leaders: leaders(self.comparison)
                .into_iter()
                .map(Leader::of)
                .collect(),
            table: Rows::of(self.comparison),
            charts,
            sample: self.sample.map(Told::of),
            settings: self.settings,
            notes: &self.comparison.notes,
            held_out: held_out(self.comparison),
            has_published: has(Kind::Published),
            has_retuned: has(Kind::Retuned),
            has_choice: deciders
                .iter()
                .any(|it| it.threshold_origin == Some(Origin::Choice)),
        };
        rendered(&values)
            .map_err(|fault| std::io::Error::other(format!("{fault:#}")))
            .context("render", Path::new(NAME))
    }

    /// The word without which no script of the page runs. It depends on all that is shown, so that
    /// nothing that is shown can hold it; and it is the same for the same report.
    fn nonce(&self) -> String {
        let hash = blake3::hash(format!("{self:?}").as_bytes());
        hash.to_hex().chars().take(24).collect()
    }
}

/// What the template fills in.
#[derive(Serialize)]
struct Values<'a> {
    title: &'a str,
    question: &'a str,
    version: &'a str,
    style: &'a str,
    script: &'a str,
    nonce: String,
    words: Words,
    leaders: Vec<Leader<'a>>,
    table: Rows,
    charts: &'a [Chart],
    sample: Option<Told<'a>>,
    settings: &'a [(String, String)],
    notes: &'a [String],
    held_out: bool,
    has_published: bool,
    has_retuned: bool,
    has_choice: bool,
}

/// Keeps a figure and its sign on one line.
fn unbroken(words: Words) -> Words {
    let joined = |text: String| {
        let signs = [" %", " = ", " < "];
        signs.iter().fold(text, |text, sign| {
            text.replace(sign, &sign.replace(' ', "\u{a0}"))
        })
    };
    Words {
        headline: joined(words.headline),
        sentences: words.sentences.into_iter().map(joined).collect(),
        scope: joined(words.scope),
    }
}

/// A figure that is seen first.
#[derive(Serialize)]
struct Leader<'a> {
    what: &'static str,
    name: &'a str,
    f1: String,
}

impl<'a> Leader<'a> {
    fn of(decider: &'a Decider) -> Self {
        Leader {
            what: match decider.kind {
                Kind::Learned => "learned",
                Kind::Published => "best published",
                Kind::Retuned => "best re-tuned",
            },
            name: &decider.name,
            f1: percent(decider.figures.f1),
        }
    }
}

fn rendered(values: &Values) -> Result<String, minijinja::Error> {
    let mut environment = Environment::new();
    environment.add_template(NAME, TEMPLATE)?;
    environment.get_template(NAME)?.render(Serde(values))
}

fn write(path: &Path, text: &str) -> Result<()> {
    let mut file = OutputFile::create(path)?;
    file.write_all(text.as_bytes()).context("write", path)?;
    file.finish()
}

#[cfg(test)]
#[path = "page/tests.rs"]
mod tests;
