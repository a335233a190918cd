//! Where a comparison's results go: the terminal, JSON, a report page.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::cli::console::Console;
use crate::compare::{Comparison, Plane};
use crate::error::{IoContext, Result};
use crate::evaluate::Bootstrap;
use crate::learn::{LearnerOptions, Setting};
use crate::numerals::counted;
use crate::output::{OutputFile, OutputFolder};
use crate::report::{self, Page, Style};
use crate::study::{Study, StudyOptions};
use crate::vectors::{Feature, FeatureSet};

/// Where results go besides the terminal.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Results")]
pub(super) struct Results {
    /// Write all figures as JSON; - is stdout, in place of the table
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Write a report page with charts into this folder
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
}

/// Results whose files were opened before the work began.
pub(super) struct OpenResults<'a> {
    json: Option<(&'a PathBuf, OutputFile)>,
    report: Option<OutputFolder>,
}

impl Results {
    /// Opens the files, so that a wrong path fails first.
    pub(super) fn open(&self) -> Result<OpenResults<'_>> {
        let report = self.report.as_deref().map(OutputFolder::create);
        let json = self.json.as_ref();
        let json = json.map(|path| OutputFile::create(path).map(|file| (path, file)));
        Ok(OpenResults {
            report: report.transpose()?,
            json: json.transpose()?,
        })
    }
}

impl OpenResults<'_> {
    /// The plane of two features, which only a report shows.
    pub(super) fn plane(&self, study: &Study, comparison: &Comparison) -> Result<Option<Plane>> {
        match self.report {
            Some(_) => Plane::of(study, comparison),
            None => Ok(None),
        }
    }

    /// Writes a comparison wherever it was asked for.
    pub(super) fn write(self, page: &Page, console: &Console) -> Result<()> {
        let comparison = page.comparison;
        for note in &comparison.notes {
            console.warn(note);
        }
        let json_is_data = self
            .json
            .as_ref()
            .is_some_and(|(path, _)| path.as_os_str() == "-");
        if !json_is_data {
            let style = Style {
                colour: console.colour(),
            };
            console.data(&report::table(comparison, style))?;
        }
        if let Some((path, mut out)) = self.json {
            out.write_all(&report::json(comparison))
                .context("write", path)?;
            out.finish()?;
        }
        if let Some(folder) = self.report {
            let page = page.write(folder.path())?;
            console.say(&format!("report: {}", page.display()));
        }
        Ok(())
    }
}

/// What a report of a comparison is called.
pub(super) const TITLE: &str = "Near-duplicates: learned against published thresholds";

/// What it answers.
pub(super) const QUESTION: &str = "Two documents say almost the same: is one a near-duplicate of \
    the other? Does a model that learns from labelled pairs where \"near-duplicate\" begins decide \
    better than the thresholds that were published?";

/// How a comparison was made, for the report.
pub(super) fn settings_of(
    pairs: String,
    features: &FeatureSet,
    study: &StudyOptions,
    learner: &LearnerOptions,
    bootstrap: &Bootstrap,
) -> Vec<(&'static str, String)> {
    let names: Vec<&str> = features.iter().map(Feature::name).collect();
    let weights = if learner.class_weights {
        "by rarity"
    } else {
        "none"
    };
    vec![
        ("Pairs", pairs),
        ("Language", study.analysis.language.to_string()),
        ("Features", names.join(" ")),
        ("Penalty C", searched(learner.c)),
        ("Gamma", searched(learner.gamma)),
        ("Class weights", weights.to_string()),
        (
            "Duplicate from",
            report::operating_rule(learner.operating_point),
        ),
        (
            "Folds",
            format!(
                "{} outer, {} inner, dealt by cluster",
                study.folds, study.inner_folds
            ),
        ),
        ("Seed", study.seed.to_string()),
        ("Intervals", format!("95 %, {}", draws_of(bootstrap))),
    ]
}

fn searched(setting: Setting) -> String {
    match setting {
        Setting::Auto => "searched on the inner folds".to_string(),
        Setting::Fixed(value) => value.to_string(),
    }
}

pub(super) fn draws_of(bootstrap: &Bootstrap) -> String {
    counted(
        bootstrap.draws.into(),
        "draw of clusters",
        "draws of clusters",
    )
}
