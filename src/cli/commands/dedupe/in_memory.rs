//! Deduplication of a collection that is held in memory.

use std::path::{Path, PathBuf};

use dejalu::Silent;
use dejalu::collection::{
    Audit, Collection, Constraints, DedupeOptions, Deduplicated, Estimate, Grouping, Judge,
    LOSS_IF_SUGGESTED, Threshold, dedupe,
};
use dejalu::document::Document;
use dejalu::document::reader::Origin;
use dejalu::error::Result;
use dejalu::report::GroupsPage;
use dejalu_io::place_outputs;

use super::dedupe::{Dedupe, Done, Task};
use super::estimating;
use super::merging::Again;
use super::moving::move_removed;
use super::review;
use crate::cli::commands::source::Source;
use crate::cli::console::Console;
use crate::cli::memory;
use crate::cli::options::{Inputs, LeftOut, Reading, listed, wrong_as_said};
use crate::cli::run::Outcome;

impl Dedupe {
    /// Groups the documents of a source, or looks for each in another collection.
    pub(super) fn in_memory(&self, source: &Source, mut task: Task<'_>) -> Result<Done> {
        let (judge, console) = (task.judge, task.console);
        console.lists_left_out();
        let least = self.least(judge)?;
        let other = self.against.as_deref().map(Source::at).transpose()?;
        if let Some(other) = &self.against
            && source.path().is_some_and(|path| is_same(path, other))
        {
            console.alert(
                "--against is the collection itself, so that every document is a duplicate of one there: itself",
            );
        }
        let all: Vec<&Source> = std::iter::once(source).chain(&other).collect();
        let read = self.load(source, &all, &mut task)?;
        let Some(other) = &other else {
            let done = self.group(&read.collection, task)?.without(&read.left_out);
            return Ok(done.but_for(read.partly));
        };
        let others = other.load(&self.reading_of(other, &all), judge, console)?;
        let partly = read.partly || others.partly;
        let left_out = read.left_out.clone().and(others.left_out);
        task.outputs.left_out = left_out.clone();
        let others = self
            .ignoring
            .cut(others.documents, judge.analysis(), console)?;
        let both = [&read.collection, &Collection::new(others)];
        let summary = self.against(both, judge, least, task.outputs, console)?;
        let outcome = Outcome::Done;
        let done = Done { summary, outcome }.without(&left_out);
        Ok(done.but_for(partly))
    }

    /// Reads the documents of a source, one of all, and checks that they have what the outputs need.
    fn load(&self, source: &Source, all: &[&Source], task: &mut Task<'_>) -> Result<Read> {
        let (judge, console) = (task.judge, task.console);
        let watch = memory::Watch::default();
        let warn = |document: &Document| {
            let warning = watch.read(document);
            warning.iter().for_each(|warning| console.warn(warning));
        };
        let reading = self.reading_of(source, all);
        let read = source.load_seen(&reading, judge, &warn, console)?;
        task.outputs.left_out = read.left_out.clone();
        if read.partly {
            let read = read.documents.iter().map(Origin::from);
            task.outputs.kept.keep_left_out(read)?;
        }
        task.outputs
            .keep_whole(&read.documents, &self.ignoring, judge)?;
        let documents = self
            .ignoring
            .cut(read.documents, judge.analysis(), console)?;
        let collection = Collection::new(documents);
        self.outputs.evidence.check(&collection)?;
        self.outputs.check_size(&collection)?;
        self.check_clusters(&collection)?;
        Ok(Read {
            collection,
            partly: read.partly,
            left_out: read.left_out,
        })
    }

    /// Options of reading one of all sources: the columns that are named may be those of the other.
    fn reading_of(&self, source: &Source, all: &[&Source]) -> Reading {
        if !source.has_columns() && all.iter().any(|other| other.has_columns()) {
            return self.reading.without_columns();
        }
        let inputs: Vec<&Inputs> = all.iter().filter_map(|other| other.inputs()).collect();
        match source.inputs() {
            Some(own) => self.reading.among(own, &inputs),
            None => self.reading.clone(),
        }
    }

    /// Refuses to compare groups with clusters that nobody gave.
    fn check_clusters(&self, collection: &Collection) -> Result<()> {
        let mut clusters = collection.documents().iter().map(|it| &it.cluster);
        if !self.evaluate || clusters.any(Option::is_some) {
            return Ok(());
        }
        let expected = "expected a column 'cluster' with equal values for duplicates";
        Err(wrong_as_said("--evaluate", "without clusters", expected))
    }

    /// Groups the collection, and says what came of it, whether anything may be removed, and whether all
    /// of it was moved.
    fn group(&self, collection: &Collection, task: Task<'_>) -> Result<Done> {
        let Task {
            judge,
            options,
            outputs,
            moving,
            console,
        } = task;
        if estimating::is_worth_it(collection) {
            let estimate = Estimate::of(collection, judge, &options)?;
            if estimating::is_long(&estimate) {
                console.say(&estimating::sentence(collection, &estimate));
            }
        }
        let result: Deduplicated = dedupe(collection, judge, &options, console)?;
        console.end();
        let mut warnings = super::summary::warnings(collection, options.keep, &result);
        let is_one_file = matches!(&self.documents[..], [only] if only.is_file());
        if is_one_file && is_one_text(collection) {
            warnings.push("there is only one document, and nothing to compare it with; give each text its own file or row".to_owned());
        }
        for warning in &warnings {
            console.warn(warning);
        }
        if let Some(alike) = super::summary::indistinct(judge, &result) {
            console.alert(&alike);
        }
        let page = GroupsPage {
            title: "Near-duplicates of a collection",
            collection,
            judge,
            result: &result,
            warnings: &warnings,
            settings: &self.report_settings(judge.named_at(result.least()), &options),
        };
        if let Some(guessed) = super::summary::unsure_guess(&result).filter(|_| console.is_quiet())
        {
            console.alert(&guessed);
        }
        let again = |kept| self.again(kept, judge, &options, &result, console);
        let again = Again {
            dedupe: &again,
            is_of_others: false,
        };
        let sources = outputs.sources(collection.documents(), &result);
        let list = self.outputs.review.as_deref();
        let review = review::of(
            collection,
            judge,
            &options,
            &result,
            list.is_some(),
            console,
        )?;
        let to_review = review.as_ref().and_then(|review| {
            let file = list.map(|path| path.display().to_string());
            review::sentence(review, file.as_deref())
        });
        for written in outputs.write(&page, &sources, review.as_ref(), again, console)? {
            console.say(&written);
        }
        if moving.is_some() {
            // Before files move, so that what is written can be complete or absent.
            place_outputs()?;
        }
        let is_moved = match moving {
            Some(moving) => move_removed(&moving, collection, &result, console)?,
            None => true,
        };
        let has_failed = result.audit.as_ref().is_some_and(Audit::has_failed);
        Ok(Done {
            summary: super::summary::text(collection, judge, &options.constraints, &result)
                + &to_review.map_or(String::new(), |it| it + "\n")
                + &super::by_source::lines(&sources),
            outcome: Outcome::of(!has_failed, !is_moved),
        })
    }

    /// Deduplicates what was kept in the same way, and gives each document that would be removed with the one
    /// that would be kept in its place.
    fn again(
        &self,
        kept: Vec<Document>,
        judge: &Judge,
        options: &DedupeOptions,
        result: &Deduplicated,
        console: &Console,
    ) -> Result<Vec<[Document; 2]>> {
        let collection = Collection::new(self.ignoring.cut(kept, judge.analysis(), console)?);
        let options = DedupeOptions {
            threshold: match options.threshold {
                Threshold::Own | Threshold::Level(_) => options.threshold.clone(),
                _ => Threshold::At(vec![result.least().lowest()]),
            },
            lose_at_most: options
                .lose_at_most
                .or(result.suggested.as_ref().map(|_| LOSS_IF_SUGGESTED)),
            constraints: Constraints::default(),
            audit: None,
            evaluate: false,
            sample: None,
            ..options.clone()
        };
        let result = dedupe(&collection, judge, &options, &Silent)?;
        let document = |place: u32| collection.documents()[place as usize].clone();
        let removed = result.groupings.iter().flat_map(Grouping::removed);
        let pairs = removed.map(|(place, removal)| [place, removal.in_favour_of].map(document));
        Ok(pairs.collect())
    }

    /// Settings that a report lists.
    fn report_settings(
        &self,
        decided: String,
        options: &DedupeOptions,
    ) -> Vec<(&'static str, String)> {
        let shown = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
        let documents = (!self.documents.is_empty()).then(|| listed(&self.documents));
        let settings = [
            ("Documents", documents),
            ("Index", shown(&self.index.index)),
            ("Decided by", Some(decided)),
            ("Threshold", Some(options.threshold.to_string())),
            ("Linkage", Some(self.linkage.clone())),
            ("What stays", Some(self.keep.clone())),
            (
                "Lost at most",
                options.lose_at_most.map(|most| most.to_string()),
            ),
            ("Boilerplate", Some(self.boilerplate.clone())),
            ("Constraints", shown(&self.constraints)),
        ];
        let named = settings
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)));
        named.collect()
    }
}

/// Returns whether a file was read that is one document.
fn is_one_text(collection: &Collection) -> bool {
    matches!(collection.documents(), [only] if only.file.is_some())
}

/// Returns whether two paths lead to one file or folder.
fn is_same(a: &Path, b: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    real(a).is_some_and(|a| Some(a) == real(b))
}

/// A collection that was read.
struct Read {
    collection: Collection,
    /// True if some input was left out.
    partly: bool,
    left_out: LeftOut,
}

impl Done {
    /// The same, saying what was not compared as well.
    fn without(mut self, left_out: &LeftOut) -> Self {
        if let Some(line) = left_out.sentence() {
            self.summary += &(line + "\n");
        }
        self
    }

    /// The same, where some input was left out.
    fn but_for(self, partly: bool) -> Self {
        Done {
            outcome: if partly {
                Outcome::Incomplete
            } else {
                self.outcome
            },
            ..self
        }
    }
}
