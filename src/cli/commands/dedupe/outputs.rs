//! The output files of a deduplication, opened before the work begins.

use std::path::{Path, PathBuf};

use clap::Args;
use dejalu::collection::{Collection, Deduplicated, Edge, Grouping, Judge, Sample};
use dejalu::document::Document;
use dejalu::error::Result;
use dejalu::io::{OutputFile, OutputFolder, STANDARD_STREAM};
use dejalu::pairs::write_labels;
use dejalu::report::GroupsPage;

use super::evidence::Evidence;
use super::summary;
use crate::cli::commands::source::Source;
use crate::cli::commands::table::{Table, cell};
use crate::cli::options::{json_file, table_file, table_or_labels_file, whole, wrong};
use crate::cli::output::{self, OptionalFile, is_stdout};

/// What is written, and where.
#[derive(Debug, Args)]
pub(super) struct OutputArgs {
    /// Table of groups to write (.csv, also .gz, .zst), or with --audit-sample the questions
    /// (.jsonl); - is stdout [default: -, unless another output uses stdout]
    #[arg(long, help_heading = "Results", short, value_name = "FILE", value_parser = table_or_labels_file)]
    out: Option<PathBuf>,

    /// Write the duplicate pairs of different texts (id_a, id_b, score, probability); of exact
    /// copies, only the first is listed. With an abstaining model, also the unsure pairs, and an
    /// extra column, decision
    #[arg(long, help_heading = "Results", value_name = "FILE", value_parser = table_file)]
    pub(super) pairs_out: Option<PathBuf>,

    /// Sample N candidates to label, evenly over all scores, in random order; written to
    /// --pairs-out, or else to stdout
    #[arg(long, help_heading = "Results", value_name = "N", value_parser = whole::<usize>(1, Sample::MOST_PAIRS))]
    pub(super) pairs_sample: Option<usize>,

    /// Write the representatives, unchanged: those of a folder or an index to a .jsonl file, those
    /// of a table to one with the same extension (also .gz, .zst)
    #[arg(long, help_heading = "Results", value_name = "FILE")]
    pub(super) write_kept: Option<PathBuf>,

    /// Write all figures as JSON; - is stdout
    #[arg(long, help_heading = "Results", value_name = "FILE", value_parser = json_file)]
    pub(super) json: Option<PathBuf>,

    /// Write a report page into this folder: charts, the largest groups, the least certain pairs
    #[arg(long, help_heading = "Results", value_name = "DIR")]
    pub(super) report: Option<PathBuf>,

    #[command(flatten)]
    pub(super) evidence: super::evidence::Asked,
}

impl OutputArgs {
    /// Where the groups go: to stdout, unless something else was sent there.
    pub(super) fn out(&self) -> Option<&Path> {
        let others = [&self.pairs_out, &self.write_kept, &self.json];
        let mut others = others.into_iter().flatten();
        let is_free = !others.any(|path| is_stdout(path));
        let standard = is_free.then_some(Path::new(STANDARD_STREAM));
        self.out.as_deref().or(standard)
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

    /// Where pairs go.
    fn pairs_path(&self) -> Option<&Path> {
        match (&self.pairs_out, self.pairs_sample) {
            (None, Some(_)) => Some(Path::new(STANDARD_STREAM)),
            (path, _) => path.as_deref(),
        }
    }

    /// Whether anything is written to stdout.
    pub(super) fn take_stdout(&self) -> bool {
        self.pairs_path().is_some_and(is_stdout) || self.rest_goes_to_stdout()
    }

    /// Whether something but the pairs is written to the standard output.
    fn rest_goes_to_stdout(&self) -> bool {
        let others = [self.write_kept.as_deref(), self.json.as_deref()];
        let mut paths = others.into_iter().chain([self.out()]).flatten();
        paths.any(is_stdout)
    }
}

/// The output files.
pub(super) struct Outputs<'a> {
    asked: &'a OutputArgs,
    pub(super) groups: Option<OutputFile>,
    pairs: Option<OutputFile>,
    pub(super) kept: Kept<'a>,
    pub(super) json: OptionalFile,
    report: Option<OutputFolder>,
    evidence: Option<Evidence<'a>>,
}

impl<'a> Outputs<'a> {
    pub(super) fn open(
        asked: &'a OutputArgs,
        source: &'a Source<'a>,
        judge: &'a Judge,
    ) -> Result<Self> {
        if let Some(path) = &asked.write_kept {
            check_ending(path, source)?;
        }
        let open = |path: Option<&Path>| path.map(OutputFile::create).transpose();
        Ok(Outputs {
            asked,
            groups: open(asked.out())?,
            pairs: open(asked.pairs_path())?,
            kept: Kept {
                source,
                out: open(asked.write_kept.as_deref())?,
            },
            json: OptionalFile::open(&asked.json)?,
            report: output::folder(&asked.report)?,
            evidence: asked.evidence.open(judge)?,
        })
    }

    /// Writes all of it; says where the pages are.
    pub(super) fn write(
        mut self,
        collection: &Collection,
        judge: &Judge,
        result: &Deduplicated,
        warnings: &[String],
        settings: &[(&'static str, String)],
    ) -> Result<Vec<String>> {
        let documents = collection.documents();
        let mut pages = Vec::new();
        if let Some(evidence) = self.evidence {
            pages.push(evidence.write(collection, &result.edges)?);
        }
        if let Some(folder) = self.report {
            let page = GroupsPage {
                title: "Near-duplicates of a collection",
                collection,
                judge,
                result,
                warnings,
                settings,
            };
            let page = page.write(folder.path())?;
            pages.push(format!("report: {}", page.display()));
        }
        let questions = result.audit.as_ref().filter(|audit| !audit.is_verdict);
        if let Some((audit, out)) = questions.zip(self.groups.take()) {
            write_labels(out, &audit.questions)?;
        }
        if let Some(out) = self.groups {
            write_groups(Table::new(out), documents, &result.groupings)?;
        }
        if let Some(out) = self.pairs {
            let table = Table::new(out);
            match self.asked.pairs_sample {
                Some(_) => write_sample(table, documents, &result.sample)?,
                None => write_pairs(table, documents, judge, result)?,
            }
        }
        self.json.write_value(&summary::json(judge, result))?;
        if let Some(groups) = result.groupings.first() {
            let kept: Vec<&Document> = groups
                .kept()
                .map(|place| &documents[place as usize])
                .collect();
            self.kept.write(&kept)?;
        }
        Ok(pages)
    }
}

/// Where the kept documents go, if anywhere, and where they come from.
pub(super) struct Kept<'a> {
    source: &'a Source<'a>,
    out: Option<OutputFile>,
}

impl Kept<'_> {
    pub(super) fn write(self, kept: &[&Document]) -> Result<()> {
        let Some(mut out) = self.out else {
            return Ok(());
        };
        let path = out.path().to_path_buf();
        self.source.copy(kept, (&path, &mut out))?;
        out.finish()
    }
}

fn check_ending(path: &Path, source: &Source<'_>) -> Result<()> {
    let ending = source.ending_of_copies()?;
    let name = path.to_string_lossy().to_lowercase();
    let plain = name.trim_end_matches(".gz").trim_end_matches(".zst");
    if name == "-" || plain.ends_with(ending) {
        return Ok(());
    }
    let expected = format!("expected a name that ends in {ending} (also .gz, .zst)");
    let found = path.display().to_string();
    Err(wrong("--write-kept", &found, &expected))
}

fn write_groups(mut table: Table, documents: &[Document], groupings: &[Grouping]) -> Result<()> {
    let several = groupings.len() > 1;
    let mut head = vec![
        "id",
        "group",
        "representative",
        "score",
        "kept",
        "lost",
        "reason",
        "relation",
    ];
    head.extend(several.then_some("at"));
    table.row(head)?;
    for grouping in groupings {
        for (place, document) in documents.iter().enumerate() {
            let removal = grouping.removals[place];
            let place = place as u32;
            let representative = removal.map_or(place, |it| it.in_favour_of);
            let mut row = vec![
                document.id.to_string(),
                (grouping.group_of[place as usize] + 1).to_string(),
                documents[representative as usize].id.to_string(),
                cell(grouping.scores[place as usize]),
                grouping.is_kept(place).to_string(),
                cell(removal.and_then(|it| it.lost)),
                grouping.reason(place).to_string(),
                removal.map_or(String::new(), |it| it.relation.to_string()),
            ];
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
    judge: &Judge,
    result: &Deduplicated,
) -> Result<()> {
    let mut head = vec!["id_a", "id_b", "score", "probability"];
    head.extend(judge.abstains().then_some("decision"));
    table.row(head)?;
    let mut edges: Vec<&Edge> = result.edges.iter().chain(&result.unsure).collect();
    edges.sort_unstable_by_key(|edge| (edge.left, edge.right));
    for edge in edges {
        let ids = [edge.left, edge.right].map(|place| documents[place as usize].id.to_string());
        let said = [edge.score.to_string(), cell(judge.probability(edge.score))];
        let decision = judge.decide(edge.score, result.least()).to_string();
        let decision = judge.abstains().then_some(decision);
        table.row(ids.into_iter().chain(said).chain(decision))?;
    }
    table.finish()
}

/// Candidates with an empty label and the beginning of both texts, as people need them.
fn write_sample(mut table: Table, documents: &[Document], sample: &[(u32, u32)]) -> Result<()> {
    const SHOWN: usize = 500;
    table.row(["id_a", "id_b", "label", "beginning_a", "beginning_b"])?;
    for &(left, right) in sample {
        let [a, b] = [left, right].map(|place| &documents[place as usize]);
        let beginning =
            |document: &Document| -> String { document.text.chars().take(SHOWN).collect() };
        let ids = [a.id.to_string(), b.id.to_string(), String::new()];
        table.row(ids.into_iter().chain([beginning(a), beginning(b)]))?;
    }
    table.finish()
}
