//! [`ReproductionPage`]: all exhibits on one page.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::json;

use super::cells::Shown;
use super::summary::{headline, meanings};
use crate::charts::{Chart, drawn};
use crate::figures::capitalised;
use crate::files::{rendered, write_report};
use crate::{copies, plagiarism};
use dejalu_base::error::Result;
use dejalu_reproduce::{Exhibit, Experiment, PAPERS, Paper, Reproduction, Verdict};

/// The name ends in `.html`, so that every value is escaped.
const NAME: &str = "index.html";
const TEMPLATE: &str = include_str!("page.html");
/// Style of this page besides that of the frame.
const STYLE: &str = include_str!("style.css");

/// The printed tables and figures of the five papers beside ours, as a page.
#[derive(Debug, Clone, Copy)]
pub struct ReproductionPage<'a>(pub &'a Reproduction);

/// A paper with its exhibits.
#[derive(Serialize)]
struct Part<'a> {
    paper: Paper,
    exhibits: Vec<Item<'a>>,
}

/// An exhibit as it is shown.
#[derive(Serialize)]
struct Item<'a> {
    exhibit: &'a Exhibit,
    number: String,
    verdict: &'static str,
    rows: Vec<(&'a str, Vec<Shown>)>,
    charts: Vec<Chart>,
}

impl ReproductionPage<'_> {
    /// Writes `index.html` into the folder, and each chart beside it as an SVG of its own; creates the folder. Returns
    /// the path of `index.html`.
    ///
    /// # Errors
    ///
    /// The folder cannot be made or written to.
    pub fn write(&self, folder: &Path) -> Result<PathBuf> {
        let parts = self.parts()?;
        let items = parts.iter().flat_map(|part| &part.exhibits);
        let charts = items.flat_map(|item| &item.charts);
        write_report(folder, &self.render(&parts)?, charts)
    }

    fn parts(&self) -> Result<Vec<Part<'_>>> {
        let part = |paper| {
            let exhibits = self.0.exhibits.iter();
            let exhibits = exhibits.filter(|it| it.source.paper == paper);
            Ok(Part {
                paper,
                exhibits: exhibits.map(Item::of).collect::<Result<_>>()?,
            })
        };
        PAPERS.into_iter().map(part).collect()
    }

    fn render(&self, parts: &[Part]) -> Result<String> {
        let leaders = Verdict::ALL.map(|verdict| (self.0.count(verdict), verdict.words()));
        let values = json!({
            "title": "The five papers, reproduced",
            "style": STYLE,
            "headline": headline(self.0) + ".",
            "leaders": leaders,
            "meanings": meanings(),
            "parts": parts,
            "options": self.0.options,
        });
        rendered(NAME, TEMPLATE, &values)
    }
}

impl<'a> Item<'a> {
    fn of(exhibit: &'a Exhibit) -> Result<Self> {
        let picture = exhibit
            .experiment
            .as_ref()
            .map(|experiment| match experiment {
                Experiment::Plagiarism(made) => plagiarism::picture(made),
                Experiment::Copies(made) => copies::picture(made),
            });
        let rows = exhibit.rows.iter().map(|row| {
            let cells = row.cells.iter().map(Shown::of).collect();
            (row.what.as_str(), cells)
        });
        Ok(Item {
            exhibit,
            number: capitalised(exhibit.source.number),
            verdict: exhibit.verdict.words(),
            rows: rows.collect(),
            charts: drawn([picture])?,
        })
    }
}
