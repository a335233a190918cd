//! What a deduplication writes, into files that were opened before the work began.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::dedupe::Dedupe;
use super::evidence::Evidence;
use super::summary;
use crate::cli::commands::source::Source;
use crate::cli::commands::table::{Table, cell};
use crate::cli::options::wrong;
use crate::collection::{Collection, Deduplicated, Edge, Grouping, Judge};
use crate::document::Document;
use crate::error::{IoContext, Result};
use crate::io::{OutputFile, OutputFolder};
use crate::report::GroupsPage;

/// The files, and what was asked for.
pub(super) struct Outputs<'a> {
    asked: &'a Dedupe,
    source: &'a Source<'a>,
    /// Taken when it is written, as are the others.
    pub(super) groups: Option<(&'a Path, OutputFile)>,
    pairs: Option<(PathBuf, OutputFile)>,
    kept: Option<(PathBuf, OutputFile)>,
    json: Option<(PathBuf, OutputFile)>,
    report: Option<OutputFolder>,
    evidence: Option<Evidence<'a>>,
}

impl<'a> Outputs<'a> {
    pub(super) fn open(
        asked: &'a Dedupe,
        source: &'a Source<'a>,
        judge: &'a Judge,
    ) -> Result<Self> {
        if let Some(path) = &asked.write_kept {
            check_ending(path, source)?;
        }
        let open = |path: Option<PathBuf>| {
            path.map(|path| OutputFile::create(&path).map(|file| (path, file)))
                .transpose()
        };
        Ok(Outputs {
            asked,
            source,
            groups: asked
                .out()
                .map(|path| OutputFile::create(path).map(|file| (path, file)))
                .transpose()?,
            pairs: open(asked.pairs_path())?,
            kept: open(asked.write_kept.clone())?,
            json: open(asked.json.clone())?,
            report: asked
                .report
                .as_deref()
                .map(OutputFolder::create)
                .transpose()?,
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
    ) -> Result<Vec<String>> {
        let documents = collection.documents();
        let mut pages = Vec::new();
        if let Some(evidence) = self.evidence.take() {
            pages.push(evidence.write(collection, &result.edges)?);
        }
        if let Some(folder) = self.report.take() {
            let page = GroupsPage {
                title: "Near-duplicates of a collection",
                collection,
                judge,
                result,
                warnings,
                settings: &self.asked.report_settings(),
            };
            let page = page.write(folder.path())?;
            pages.push(format!("report: {}", page.display()));
        }
        if let Some((path, out)) = self.groups.take() {
            let table = Table::new(out, path);
            write_groups(table, documents, &result.groupings)?;
        }
        if let Some((path, out)) = self.pairs.take() {
            let table = Table::new(out, &path);
            match self.asked.pairs_sample {
                Some(_) => write_sample(table, documents, &result.sample)?,
                None => write_pairs(table, documents, judge, result)?,
            }
        }
        self.write_json(&summary::json(judge, result))?;
        if let Some(groups) = result.groupings.first() {
            let kept = groups.groups.iter().map(|group| group.representative);
            let kept: Vec<&Document> = kept.map(|place| &documents[place as usize]).collect();
            self.write_kept(&kept)?;
        }
        Ok(pages)
    }

    /// Writes the figures where that was asked for.
    pub(super) fn write_json(&mut self, figures: &Value) -> Result<()> {
        let Some((path, mut out)) = self.json.take() else {
            return Ok(());
        };
        writeln!(out, "{figures:#}").context("write", &path)?;
        out.finish()
    }

    /// Writes the kept documents where that was asked for.
    pub(super) fn write_kept(&mut self, kept: &[&Document]) -> Result<()> {
        let Some((path, mut out)) = self.kept.take() else {
            return Ok(());
        };
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
    let mut head = vec!["id", "group", "representative", "score"];
    head.extend(several.then_some("at"));
    table.row(head.into_iter().map(String::from))?;
    for grouping in groupings {
        for (place, document) in documents.iter().enumerate() {
            let group = grouping.group_of[place];
            let representative = grouping.groups[group as usize].representative;
            let score = grouping.scores[place].map_or(String::new(), |score| score.to_string());
            let mut row = vec![document.id.to_string(), (group + 1).to_string()];
            row.extend([documents[representative as usize].id.to_string(), score]);
            row.extend(several.then(|| grouping.at.to_string()));
            table.row(row)?;
        }
    }
    table.finish()
}

/// The duplicates; of a judge that leaves pairs undecided those as well, told apart.
fn write_pairs(
    mut table: Table,
    documents: &[Document],
    judge: &Judge,
    result: &Deduplicated,
) -> Result<()> {
    let mut head = vec!["id_a", "id_b", "score", "probability"];
    head.extend(judge.abstains().then_some("decision"));
    table.row(head.into_iter().map(String::from))?;
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
    table.row(["id_a", "id_b", "label", "beginning_a", "beginning_b"].map(String::from))?;
    for &(left, right) in sample {
        let [a, b] = [left, right].map(|place| &documents[place as usize]);
        let beginning =
            |document: &Document| -> String { document.text.chars().take(SHOWN).collect() };
        let ids = [a.id.to_string(), b.id.to_string(), String::new()];
        table.row(ids.into_iter().chain([beginning(a), beginning(b)]))?;
    }
    table.finish()
}
