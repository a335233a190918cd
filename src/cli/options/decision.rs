//! Options for the decider: a model or a rule.

use std::path::{Path, PathBuf};

use clap::Args;
use dejalu::collection::Judge;
use dejalu::error::Result;
use dejalu::model::Model;
use dejalu::text::AnalysisOptions;
use serde::Serialize;

use super::features::Reference;
use super::held::Held;
use super::inputs::Inputs;
use super::reading::Reading;
use super::values::wrong;
use crate::cli::console::Console;

/// A trained model.
#[derive(Debug, Clone, Args, Serialize)]
pub(in crate::cli) struct ModelFile {
    /// Model file, 'built-in', or 'records' for bibliographic records
    ///
    /// [default: built-in; records for references and for tables with a title, at least two of author, journal, doi, volume
    /// and pages, and no text]
    #[arg(long, short, help_heading = "Decision", value_name = "MODEL")]
    model: Option<PathBuf>,

    /// Switch off a veto of the model ('dejalu model show' lists them); may be repeated
    #[arg(long, help_heading = "Decision", value_name = "NAME")]
    no_veto: Vec<String>,
}

/// The name of the built-in model.
const BUILT_IN: &str = "built-in";

/// The name of the model for bibliographic records.
const RECORDS: &str = "records";

/// The model at a path; without one, or by its name, the built-in one.
pub(in crate::cli) fn model(path: Option<&Path>) -> Result<Model> {
    let Some(path) = path.filter(|path| path.as_os_str() != BUILT_IN) else {
        return dejalu::model::builtin::model();
    };
    if path.as_os_str() == RECORDS {
        return dejalu::model::builtin::records_model();
    }
    if is_name(path) && !path.exists() {
        let expected =
            "expected a model file, 'records' or 'built-in'; there is no file of this name";
        return Err(wrong("--model", &path.display().to_string(), expected));
    }
    Model::load(path)
}

/// Returns whether a path may be meant as the name of a model: neither a folder nor an ending is in
/// it.
fn is_name(path: &Path) -> bool {
    path.file_name() == Some(path.as_os_str()) && path.extension().is_none()
}

impl std::fmt::Display for ModelFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.model {
            Some(path) => path.display().fmt(f),
            None => f.write_str("the built-in model"),
        }
    }
}

impl ModelFile {
    /// Returns whether one was given.
    pub(in crate::cli) fn is_named(&self) -> bool {
        self.model.is_some()
    }

    /// The path, if one was named.
    pub(in crate::cli) fn path(&self) -> Option<&Path> {
        self.model.as_deref()
    }

    /// Reads the model.
    pub(in crate::cli) fn load(&self) -> Result<Model> {
        model(self.model.as_deref())?.without_vetoes(&self.no_veto)
    }

    /// Reads the model, by default one that suits the documents: records are compared field by field. Says so, where
    /// there is a console.
    pub(in crate::cli) fn load_for(
        &self,
        inputs: &Inputs,
        reading: &Reading,
        console: Option<&Console>,
    ) -> Result<Model> {
        if self.is_named() {
            return self.load();
        }
        let held = Held::of(inputs, reading);
        if let (Some(console), Some(warning)) = (console, held.warning()) {
            console.warn(warning);
        }
        let Some(choice) = held.sentence(inputs) else {
            return self.load();
        };
        let model = dejalu::model::builtin::records_model()?.without_vetoes(&self.no_veto)?;
        if let Some(console) = console {
            console.say(&choice);
        }
        Ok(model)
    }

    /// Refuses to switch off a veto where no model was named, and another than the default one decides.
    pub(in crate::cli) fn refuse_no_veto(&self) -> Result<()> {
        match self.no_veto.first() {
            Some(name) => {
                let expected = "expected --model as well: vetoes are those of a model";
                Err(wrong("--no-veto", name, expected))
            }
            None => Ok(()),
        }
    }
}

/// The decider: a model or a rule.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Decision")]
pub(in crate::cli) struct Decision {
    #[command(flatten)]
    #[serde(flatten)]
    model: ModelFile,

    /// Decide by a rule instead of a model, such as mwo=0.5
    ///
    /// A published rule, or a feature and its minimum (resemblance:w=3=2/3, jaccard:field=title=0.8).
    #[arg(long, value_name = "NAME=T", conflicts_with = "model")]
    rule: Option<String>,

    /// Language for stop words and stemming, for a rule; a model has its own setting
    #[arg(long, value_name = "NAME")]
    language: Option<String>,

    /// Main content of web pages, for a rule: landmarks, readability or off
    #[arg(long, value_name = "WAY")]
    main_content: Option<String>,

    /// Diacritics that distinguish words, for a rule: auto, fold or keep
    #[arg(long, value_name = "WHICH")]
    marks: Option<String>,

    /// Statistics for a rule, from 'dejalu background' [default: those of DOCUMENTS]
    #[arg(long, value_name = "FILE")]
    background: Option<PathBuf>,
}

impl Decision {
    /// Returns whether a model or a rule was named.
    pub(in crate::cli) fn is_named(&self) -> bool {
        self.model.is_named() || self.rule.is_some()
    }

    /// Refuses what only a model that was named, or a rule, can have.
    pub(in crate::cli) fn refuse_of_others(&self) -> Result<()> {
        self.model.refuse_no_veto()?;
        self.refuse_without_rule()
    }

    /// Refuses what a model has of its own.
    pub(in crate::cli) fn refuse_without_rule(&self) -> Result<()> {
        let background = self.background.as_ref();
        let background = background.map(|path| path.display().to_string());
        let options = [
            ("--language", &self.language),
            ("--main-content", &self.main_content),
            ("--marks", &self.marks),
            ("--background", &background),
        ];
        for (option, value) in options {
            if let Some(value) = value {
                let expected = "expected --rule as well, since a model has its own";
                return Err(wrong(option, value, expected));
            }
        }
        Ok(())
    }

    /// The judge of documents; a rule compares records with the fields that were named. Says which model was chosen by
    /// the documents, where there is a console.
    pub(in crate::cli) fn judge(
        &self,
        reading: &Reading,
        inputs: &Inputs,
        console: Option<&Console>,
    ) -> Result<Judge> {
        if self.rule.is_some() {
            self.model.refuse_no_veto()?;
        }
        let Some(rule) = &self.rule else {
            self.refuse_without_rule()?;
            let model = self.model.load_for(inputs, reading, console)?;
            model.check_measurable()?;
            return Ok(Judge::model(model));
        };
        let language = self.language.as_deref().map(str::parse).transpose()?;
        let main_content = self.main_content.as_deref().map(str::parse).transpose()?;
        let marks = self.marks.as_deref().map(str::parse).transpose()?;
        let analysis = AnalysisOptions {
            language: language.unwrap_or_default(),
            main_content: main_content.unwrap_or_default(),
            fields: reading.fields(),
            marks: marks.unwrap_or_default(),
            ..AnalysisOptions::default()
        };
        let reference = Reference {
            background: self.background.clone(),
        };
        let background = reference.load(&analysis)?;
        let judge = Judge::rule(rule, analysis)?;
        Ok(match background {
            Some(background) => judge.with_background(&background),
            None => judge,
        })
    }
}
