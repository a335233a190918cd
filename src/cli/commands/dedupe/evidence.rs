//! Pages that show of some duplicate pairs what their documents share.

use std::collections::HashSet;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::cli::options::{whole, wrong};
use crate::error::Result;
use crate::model::Model;
use crate::report::{EvidenceFolder, Explanation};
use crate::search::{Collection, Edge, Judge};

/// Which pairs, and where their pages go.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Evidence")]
pub(super) struct Asked {
    /// Write into this folder what the documents of a duplicate pair share, a page for each of the
    /// most doubtful pairs
    #[arg(long, value_name = "DIR")]
    evidence: Option<PathBuf>,

    /// Of the pairs of these documents alone
    #[arg(long, value_name = "ID", requires = "evidence")]
    evidence_of: Vec<String>,

    /// No more pages than this
    #[arg(long, value_name = "N", requires = "evidence", default_value_t = 20, value_parser = whole::<usize>(1, 100_000), allow_negative_numbers = true)]
    evidence_top: usize,
}

/// A folder that was made before the work began.
pub(super) struct Evidence<'a> {
    asked: &'a Asked,
    folder: EvidenceFolder,
    model: &'a Model,
}

impl Asked {
    /// Makes the folder, if one was named. Refuses a rule, which has nothing to explain.
    pub(super) fn open<'a>(&'a self, judge: &'a Judge) -> Result<Option<Evidence<'a>>> {
        let Some(path) = &self.evidence else {
            return Ok(None);
        };
        let Some(model) = judge.trained() else {
            let expected = "expected a model in place of --rule, whose decisions pages explain";
            return Err(wrong("--evidence", &path.display().to_string(), expected));
        };
        Ok(Some(Evidence {
            asked: self,
            folder: EvidenceFolder::create(path)?,
            model,
        }))
    }
}

impl Evidence<'_> {
    /// Writes the pages; says where their list is.
    pub(super) fn write(mut self, collection: &Collection, edges: &[Edge]) -> Result<String> {
        let documents = collection.documents();
        let name = |place: u32| documents[place as usize].id.as_str();
        let known: HashSet<&str> = documents.iter().map(|it| it.id.as_str()).collect();
        if let Some(id) = self
            .asked
            .evidence_of
            .iter()
            .find(|id| !known.contains(id.as_str()))
        {
            return Err(wrong("--evidence-of", id, "expected the id of a document"));
        }
        let of: HashSet<&str> = self.asked.evidence_of.iter().map(String::as_str).collect();
        let wanted = |edge: &&Edge| {
            of.is_empty() || of.contains(name(edge.left)) || of.contains(name(edge.right))
        };
        let mut edges: Vec<&Edge> = edges.iter().filter(wanted).collect();
        // Stable: of equally doubtful ones the first by name.
        edges.sort_by(|a, b| a.score.total_cmp(&b.score));
        edges.truncate(self.asked.evidence_top);
        for edge in edges {
            let pair = [edge.left, edge.right].map(|place| documents[place as usize].clone());
            self.folder.add(&Explanation::new(self.model, &pair)?)?;
        }
        let list = self.folder.finish("Evidence for duplicate pairs")?;
        Ok(format!("evidence: {}", list.display()))
    }
}
