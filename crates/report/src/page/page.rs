//! [`Page`]: assembles and writes the report page of a comparison.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::base_rates::BaseRates;
use super::data::Data;
use super::leaders::headline_figures;
use super::mistakes::Mistakes;
use super::one_pair::OnePair;
use super::record::records;
use super::rows::Rows;
use super::suspects::SuspectRows;
use crate::charts::{Group, charts};
use crate::files::{rendered, write_report};
use crate::settings::{question, settings, title};
use crate::significance::{Significance, significances};
use crate::verdict::{Summary, held_out, summary};
use dejalu_base::error::Result;
use dejalu_experiment::compare::{Comparison, Kind};
use dejalu_experiment::model::JudgedPair;
use dejalu_experiment::model::Model;
use dejalu_experiment::pairs::quality::Quality;
use dejalu_experiment::rules::Origin;
use dejalu_similarity::Feature;

/// The name ends in `.html`, so that every value is escaped.
const NAME: &str = "index.html";
const TEMPLATE: &str = include_str!("index.html");
const SCRIPT: &str = include_str!("script.js");

/// The report page of a comparison, of a training or of an evaluation.
#[derive(Debug, Clone, Copy)]
pub struct Page<'a> {
    comparison: &'a Comparison,
    source: &'a str,
    model: Option<(&'a str, &'a Model)>,
    sample: Option<&'a JudgedPair>,
}

impl<'a> Page<'a> {
    /// The page of a comparison whose pairs are from `source`, the name of a file for instance.
    pub fn of(comparison: &'a Comparison, source: &'a str) -> Self {
        Page {
            comparison,
            source,
            model: None,
            sample: None,
        }
    }

    /// Adds the model that was trained or evaluated, and its name.
    pub fn with_model(self, name: &'a str, model: &'a Model) -> Self {
        Page {
            model: Some((name, model)),
            ..self
        }
    }

    /// Adds one pair, explained.
    pub fn with_sample(self, sample: &'a JudgedPair) -> Self {
        Page {
            sample: Some(sample),
            ..self
        }
    }

    /// Writes `index.html` into the folder, and each chart beside it as an SVG of its own; creates
    /// the folder. Returns the path of `index.html`.
    ///
    /// # Errors
    ///
    /// The folder cannot be made or written to.
    pub fn write(&self, folder: &Path) -> Result<PathBuf> {
        let (html, groups) = self.render()?;
        write_report(folder, &html, groups.iter().flat_map(|it| &it.charts))
    }

    /// The page itself: one file with style, script and charts in it, which loads nothing.
    ///
    /// # Errors
    ///
    /// A score that is not finite.
    pub fn html(&self) -> Result<String> {
        Ok(self.render()?.0)
    }

    /// The page, and its charts.
    fn render(&self) -> Result<(String, Vec<Group>)> {
        let comparison = self.comparison;
        let set = &comparison.set;
        let quality = Quality::of(set);
        let groups = charts(comparison, &quality.categories, comparison.plane.as_ref())?;
        let deciders = &comparison.deciders;
        let has = |kind| deciders.iter().any(|it| it.kind == kind);
        let values = json!({
            "title": title(&comparison.experiment),
            "question": question(&comparison.experiment),
            "script": SCRIPT,
            "words": unbroken(summary(comparison)),
            "leaders": headline_figures(comparison),
            "data": Data::of(comparison, set, &quality),
            "table": Rows::of(comparison),
            "base_rates": BaseRates::of(comparison),
            "groups": &groups,
            "mistakes": Mistakes::of(comparison, set),
            "suspects": SuspectRows::of(&comparison.suspects),
            "records": records(self.model.map(|(_, model)| model), comparison),
            "features": features(comparison),
            "sample": self.sample.map(OnePair::of),
            "settings": settings(&comparison.experiment, self.source, self.model),
            "notes": &comparison.notes,
            "held_out": held_out(comparison),
            // Whether anything is said to be within noise.
            "is_noisy": significances(comparison)
                .into_iter()
                .any(Significance::is_noisy),
            "has_published": has(Kind::Published),
            "has_retuned": has(Kind::Retuned),
            "has_baseline": has(Kind::Baseline),
            "has_rivals": comparison.competitors().count() > 1,
            "has_choice": deciders
                .iter()
                .any(|it| it.threshold_origin == Some(Origin::Choice)),
        });
        Ok((rendered(NAME, TEMPLATE, &values)?, groups))
    }
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

/// The features that the learned decider sees, and what each looks at.
fn features(comparison: &Comparison) -> Vec<(&str, String)> {
    let learned = comparison.reference().and_then(|it| it.learned.as_ref());
    let importance = learned.and_then(|it| it.importance.as_ref());
    let named = importance.iter().flat_map(|it| &it.features);
    let words = |name: &str| Some(name.parse::<Feature>().ok()?.description());
    named
        .filter_map(|it| Some((it.feature.as_str(), words(&it.feature)?)))
        .collect()
}

#[cfg(test)]
mod tests;
