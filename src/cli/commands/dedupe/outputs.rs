//! The output files of a deduplication, opened before the work begins.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::Args;
use dejalu::collection::{
    Collection, Deduplicated, Edge, Grouping, Judge, Review, Sample, Shared, check_matrix, shared,
};
use dejalu::document::Document;
use dejalu::document::reader::NamedSource;
use dejalu::error::Result;
use dejalu::pairs::write_labels;
use dejalu::report::GroupsPage;
use dejalu_io::{OutputFile, OutputFolder, STANDARD_STREAM};
use rayon::prelude::*;
use serde_json::json;

use super::by_source::{SourceCounts, by_source};
use super::evidence::Evidence;
use super::kept::Kept;
use super::merging::Again;
use super::{review, summary};
use crate::cli::commands::groups_table::{GROUP_COLUMNS, group_row};
use crate::cli::commands::record_columns::RecordColumns;
use crate::cli::commands::source::Source;
use crate::cli::commands::square;
use crate::cli::commands::table::{Table, cell};
use crate::cli::commands::whole::Whole;
use crate::cli::console::Console;
use crate::cli::options::{Ignoring, LeftOut, table_or_labels_file, whole, written_as, wrong};
use crate::cli::output::{self, OptionalFile, is_stdout};
use crate::cli::pair_columns;

/// The order of pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum SortBy {
    Id,
    Score,
}

/// Options of the outputs.
#[derive(Debug, Args)]
pub(super) struct OutputArgs {
    /// Table of groups to write (.csv, also .gz, .zst)
    ///
    /// [default: stdout, unless others use it]
    #[arg(long, help_heading = "Results", short, value_name = "FILE", value_parser = table_or_labels_file)]
    out: Option<PathBuf>,

    /// Write the kept documents, unchanged or in another format
    ///
    /// Unchanged with the input's extension (also .gz or .zst, except for .parquet), of a folder, archive or index as
    /// .jsonl, of a spreadsheet as .csv. Rows of another extension, and of several sources, are written anew from their
    /// fields, as .ris, .csv, .tsv, .jsonl or .json (CSL). Rows that were skipped, such as one that repeats an id, are
    /// written too.
    #[arg(long, help_heading = "Results", value_name = "FILE")]
    pub(super) write_kept: Option<PathBuf>,

    /// Write a page: charts, the largest groups, the least certain pairs
    #[arg(long, help_heading = "Results", value_name = "DIR")]
    pub(super) report: Option<PathBuf>,

    /// Write the duplicate pairs of different texts
    ///
    /// id_a, id_b, score, probability, relation, and the longest passage that they share, in characters (start_a, end_a,
    /// start_b, end_b). Of copies only the first is listed; an abstaining model adds unsure pairs and 'decision'.
    #[arg(long, help_heading = "Results", value_name = "FILE", value_parser = written_as(".csv"))]
    pub(super) pairs_out: Option<PathBuf>,

    /// List the pairs to review, surest duplicate first
    ///
    /// At most 1,000: vetoed, of other DOIs, or just below the threshold. 'dejalu label --pairs' asks about them.
    #[arg(long, help_heading = "Results", value_name = "FILE", value_parser = written_as(".csv"), conflicts_with = "audit_sample")]
    pub(super) review: Option<PathBuf>,

    /// Goes: order of --pairs-out, id or score (highest first)
    #[arg(long, help_heading = "Results", value_name = "BY", requires = "pairs_out", conflicts_with = "pairs_sample", value_enum, default_value_t = SortBy::Id, hide_default_value = true, hide_possible_values = true)]
    pub(super) sort: SortBy,

    /// Moved to 'dejalu classify'. Write the score of every pair as a square table; at most 1,000 documents
    #[arg(long, help_heading = "Results", value_name = "FILE", value_parser = written_as(".csv"))]
    pub(super) matrix: Option<PathBuf>,

    /// Sample N candidate pairs to label, evenly over all scores, into --pairs-out or stdout
    #[arg(long, help_heading = "Results", value_name = "N", value_parser = whole::<usize>(1, Sample::MOST_PAIRS))]
    pub(super) pairs_sample: Option<usize>,

    /// Moved to 'dejalu apply'. With --write-kept: fill the empty fields of each kept record from its removed duplicates,
    /// best match first, and log every change to this table
    #[arg(long, help_heading = "Results", value_name = "FILE", requires = "write_kept", value_parser = written_as(".csv"))]
    pub(super) merge: Option<PathBuf>,

    /// Write all figures as JSON; - is stdout
    #[arg(long, help_heading = "Results", value_name = "FILE", value_parser = written_as(".json"))]
    pub(super) json: Option<PathBuf>,

    #[command(flatten)]
    pub(super) evidence: super::evidence::Asked,
}

impl OutputArgs {
    /// The file for the groups: stdout, unless something else was sent there.
    pub(super) fn out(&self) -> Option<&Path> {
        let others = [
            &self.pairs_out,
            &self.matrix,
            &self.write_kept,
            &self.merge,
            &self.json,
            &self.review,
        ];
        let mut others = others.into_iter().flatten();
        let is_free = !others.any(|path| is_stdout(path));
        let standard = is_free.then_some(Path::new(STANDARD_STREAM));
        self.out.as_deref().or(standard)
    }

    /// A folder with room: beside the results, or else the one for temporary files.
    pub(super) fn folder(&self) -> PathBuf {
        let results = [self.out(), self.write_kept.as_deref()];
        let file = results.into_iter().flatten().find(|path| !is_stdout(path));
        match file.map(Path::parent) {
            None => std::env::temp_dir(),
            Some(Some(folder)) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
            Some(_) => PathBuf::from("."),
        }
    }

    /// Refuses a sample of pairs that would go to stdout with something else.
    pub(super) fn check(&self) -> Result<()> {
        if let (Some(pairs), None) = (self.pairs_sample, &self.pairs_out)
            && self.rest_goes_to_stdout()
        {
            let expected = "expected --pairs-out as well, since another output goes to stdout";
            return Err(wrong("--pairs-sample", &pairs.to_string(), expected));
        }
        Ok(())
    }

    /// Refuses a square table of a large collection.
    pub(super) fn check_size(&self, collection: &Collection) -> Result<()> {
        let documents = collection.documents().len();
        self.matrix
            .as_ref()
            .map_or(Ok(()), |_| check_matrix(documents))
    }

    /// The file for pairs.
    fn pairs_path(&self) -> Option<&Path> {
        match (&self.pairs_out, self.pairs_sample) {
            (None, Some(_)) => Some(Path::new(STANDARD_STREAM)),
            (path, _) => path.as_deref(),
        }
    }

    /// Returns whether anything is written to stdout.
    pub(super) fn take_stdout(&self) -> bool {
        self.pairs_path().is_some_and(is_stdout) || self.rest_goes_to_stdout()
    }

    /// Returns whether something but the pairs is written to the standard output.
    fn rest_goes_to_stdout(&self) -> bool {
        let others = [
            &self.write_kept,
            &self.merge,
            &self.matrix,
            &self.json,
            &self.review,
        ];
        let others = others.map(Option::as_deref);
        let mut paths = others.into_iter().chain([self.out()]).flatten();
        paths.any(is_stdout)
    }
}

/// The output files.
pub(super) struct Outputs<'a> {
    asked: &'a OutputArgs,
    pub(super) source: &'a Source,
    pub(super) groups: Option<OutputFile>,
    pairs: Option<OutputFile>,
    pub(super) matrix: Option<OutputFile>,
    review: Option<OutputFile>,
    pub(super) kept: Kept<'a>,
    pub(super) json: OptionalFile,
    report: Option<OutputFolder>,
    evidence: Option<Evidence<'a>>,
    /// Documents that were left out when they were read.
    pub(super) left_out: LeftOut,
    /// The documents before anything of them was ignored, if anything is and what is written needs them.
    whole: Option<Whole>,
}

impl<'a> Outputs<'a> {
    pub(super) fn open(
        asked: &'a OutputArgs,
        source: &'a Source,
        files: Vec<NamedSource>,
        judge: &'a Judge,
    ) -> Result<Self> {
        let open = |path: Option<&Path>| path.map(OutputFile::create).transpose();
        Ok(Outputs {
            asked,
            source,
            groups: open(asked.out())?,
            pairs: open(asked.pairs_path())?,
            matrix: open(asked.matrix.as_deref())?,
            review: open(asked.review.as_deref())?,
            kept: Kept::open(
                asked.write_kept.as_deref(),
                asked.merge.as_deref(),
                source,
                files,
            )?,
            json: OptionalFile::open(&asked.json)?,
            report: output::folder(&asked.report)?,
            evidence: asked.evidence.open(judge)?,
            left_out: LeftOut::default(),
            whole: None,
        })
    }

    /// Keeps the documents as they are before something of them is ignored, so that pages can show it and
    /// tables count it.
    pub(super) fn keep_whole(
        &mut self,
        documents: &[Document],
        ignoring: &Ignoring,
        judge: &Judge,
    ) -> Result<()> {
        let are_placed = self.pairs.is_some() && self.asked.pairs_sample.is_none();
        if self.evidence.is_some() || are_placed {
            self.whole = Whole::of(documents, ignoring, judge)?;
        }
        Ok(())
    }

    /// What each of several sources gave and lost. Nothing where questions are drawn, since then nothing is removed, nor
    /// at several thresholds.
    pub(super) fn sources(
        &self,
        documents: &[Document],
        result: &Deduplicated,
    ) -> Vec<SourceCounts> {
        let draws = result.audit.as_ref().is_some_and(|it| !it.is_verdict());
        let [grouping] = &result.groupings[..] else {
            return Vec::new();
        };
        if draws {
            return Vec::new();
        }
        let documents = (0u32..).zip(documents);
        let documents =
            documents.map(|(place, it)| (it.source.as_deref(), grouping.is_kept(place)));
        by_source(self.source.inputs(), documents, &self.left_out)
    }

    /// Writes all of it, the page where a report is wanted, with what each source gave; says where the pages are, and what
    /// was filled.
    pub(super) fn write(
        self,
        page: &GroupsPage<'_>,
        sources: &[SourceCounts],
        review: Option<&Review>,
        again: Again<'_>,
        console: &Console,
    ) -> Result<Vec<String>> {
        let (collection, judge, result) = (page.collection, page.judge, page.result);
        self.kept.check_unchanged()?;
        let documents = collection.documents();
        let mut pages = Vec::new();
        if let Some(evidence) = self.evidence {
            pages.push(evidence.write(collection, judge, result, self.whole.as_ref())?);
        }
        if let Some(folder) = self.report {
            let written = page.write(folder.path())?;
            pages.push(format!("report: {}", written.display()));
        }
        let questions = result.audit.as_ref().filter(|audit| !audit.is_verdict());
        match (self.groups, questions) {
            (Some(out), Some(audit)) => write_labels(out, audit.questions())?,
            (Some(out), None) => write_groups(Table::new(out), documents, &result.groupings)?,
            (None, _) => {}
        }
        if let Some(out) = self.pairs {
            let table = Table::new(out);
            match self.asked.pairs_sample {
                Some(_) => write_sample(table, documents, &result.sample)?,
                None => {
                    let whole = self.whole.as_ref();
                    write_pairs(table, documents, whole, judge, result, self.asked.sort)?;
                }
            }
        }
        if let Some(out) = self.matrix {
            square::write(Table::new(out), collection, judge, console)?;
        }
        if let (Some(out), Some(review)) = (self.review, review) {
            review::write(Table::new(out), documents, review)?;
        }
        let mut figures = summary::json(judge, result, &self.left_out, sources);
        figures["review"] = json!(review.map(|it| review::json(collection, it)));
        self.json.write_value(&figures)?;
        if let Some(groups) = result.groupings.first() {
            pages.extend(self.kept.write_groups(documents, groups, again)?);
        }
        Ok(pages)
    }
}

fn write_groups(mut table: Table, documents: &[Document], groupings: &[Grouping]) -> Result<()> {
    let several = groupings.len() > 1;
    let columns = RecordColumns::of(documents);
    let mut head = GROUP_COLUMNS.to_vec();
    head.extend(columns.names());
    head.extend(several.then_some("at"));
    table.row(head)?;
    for grouping in groupings {
        for place in 0..documents.len() as u32 {
            let id = |place: u32| &documents[place as usize].id;
            let mut row = group_row(grouping, place, id);
            row.extend(columns.cells(&documents[place as usize]));
            row.extend(several.then(|| grouping.at.to_string()));
            table.row(row)?;
        }
    }
    table.finish()
}

/// The duplicates; of a judge that leaves pairs undecided those as well, distinguished.
fn write_pairs(
    mut table: Table,
    documents: &[Document],
    whole: Option<&Whole>,
    judge: &Judge,
    result: &Deduplicated,
    sort: SortBy,
) -> Result<()> {
    let decision = judge.abstains().then_some(pair_columns::DECISION);
    let scored = pair_columns::SCORED.into_iter();
    table.row(scored.chain(decision).chain(pair_columns::SHARED))?;
    let mut edges: Vec<&Edge> = result.edges.iter().chain(&result.unsure).collect();
    edges.sort_unstable_by_key(|edge| (edge.left, edge.right));
    let document = |place: u32| &documents[place as usize];
    let places: BTreeSet<u32> = edges.iter().flat_map(|it| [it.left, it.right]).collect();
    let whole: BTreeMap<u32, _> = places
        .into_par_iter()
        .filter_map(|place| Some((place, whole?.shortened(document(place))?)))
        .collect();
    let pairs = edges
        .iter()
        .map(|edge| [edge.left, edge.right].map(document));
    let shared = shared(judge, &pairs.collect::<Vec<_>>());
    let mut edges: Vec<(&Edge, Shared)> = edges.into_iter().zip(shared).collect();
    if sort == SortBy::Score {
        // Stable: of equal scores the first by id.
        edges.sort_by(|a, b| b.0.score.total_cmp(&a.0.score));
    }
    for (edge, shared) in edges {
        let ids = [edge.left, edge.right].map(|place| documents[place as usize].id.to_string());
        let said = [edge.score.to_string(), cell(judge.probability(edge.score))];
        let decision = judge
            .decide(edge.score, result.least().lowest())
            .to_string();
        let decision = judge.abstains().then_some(decision);
        let in_text = |place: u32, passage: Range<usize>| match whole.get(&place) {
            Some((whole, shortened)) => shortened.passage_of(&whole.text, passage),
            None => passage,
        };
        let passage = shared
            .passage
            .map(|[a, b]| [in_text(edge.left, a), in_text(edge.right, b)])
            .map(|[a, b]| [a.start, a.end, b.start, b.end]);
        let passage = passage.map(|ends| ends.map(|end| end.to_string()));
        let relation = [shared.relation.to_string()];
        let cells = ids.into_iter().chain(said).chain(decision);
        table.row(cells.chain(relation).chain(passage.unwrap_or_default()))?;
    }
    table.finish()
}

/// Candidates with an empty label and the beginning of both texts, as people need them.
fn write_sample(mut table: Table, documents: &[Document], sample: &[(u32, u32)]) -> Result<()> {
    const SHOWN: usize = 500;
    table.row(pair_columns::TO_LABEL)?;
    for &(left, right) in sample {
        let [a, b] = [left, right].map(|place| &documents[place as usize]);
        let beginning =
            |document: &Document| -> String { document.text.chars().take(SHOWN).collect() };
        let ids = [a.id.to_string(), b.id.to_string(), String::new()];
        table.row(ids.into_iter().chain([beginning(a), beginning(b)]))?;
    }
    table.finish()
}
