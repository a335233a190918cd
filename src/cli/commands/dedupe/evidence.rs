//! Pages that show what the documents of duplicate pairs share.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use clap::Args;
use dejalu::collection::{BoilerplateRemover, Collection, Deduplicated, Edge, Judge};
use dejalu::document::{Document, DocumentId};
use dejalu::error::Result;
use dejalu::model::Model;
use dejalu::report::{EvidenceFolder, Explanation};
use dejalu::text::Shortened;
use serde::Serialize;

use super::whole::Whole;
use crate::cli::options::{Order, whole, wrong};

/// Options for pages of evidence.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Evidence")]
pub(super) struct Asked {
    /// Write a page for each duplicate pair into this folder that shows what the documents share, least certain pairs
    /// first. Boilerplate and ignored passages are shaded. Of the comparisons with and without boilerplate, the page
    /// shows the one with the lower score, which decides. Needs a model, since a rule has nothing to explain
    #[arg(long, value_name = "DIR")]
    evidence: Option<PathBuf>,

    /// Write pages only for the pairs of these documents and of their exact copies
    #[arg(long, value_name = "ID", requires = "evidence")]
    evidence_of: Vec<String>,

    /// Order of the pages
    #[arg(long, value_name = "ORDER", requires = "evidence", value_enum, default_value_t = Order::Doubtful)]
    evidence_order: Order,

    /// Maximum number of pages
    #[arg(long, value_name = "N", requires = "evidence", default_value_t = 20, value_parser = whole::<usize>(1, 100_000))]
    evidence_top: usize,
}

/// A folder that was made before the work began.
pub(super) struct Evidence<'a> {
    asked: &'a Asked,
    folder: EvidenceFolder,
    model: &'a Model,
}

impl Asked {
    /// Returns whether pages are asked for.
    pub(super) fn is_asked(&self) -> bool {
        self.evidence.is_some()
    }

    /// Makes the folder, if one was named. Refuses a rule, which has nothing to explain.
    pub(super) fn open<'a>(&'a self, judge: &'a Judge) -> Result<Option<Evidence<'a>>> {
        let Some(path) = &self.evidence else {
            return Ok(None);
        };
        let Some(model) = judge.trained() else {
            let expected =
                "expected a model instead of --rule; the pages explain decisions of models";
            return Err(wrong("--evidence", &path.display().to_string(), expected));
        };
        Ok(Some(Evidence {
            asked: self,
            folder: EvidenceFolder::create(path)?,
            model,
        }))
    }

    /// Refuses ids that no document has.
    pub(super) fn check(&self, collection: &Collection) -> Result<()> {
        self.named(collection.documents()).map(drop)
    }

    /// The documents whose pairs are requested.
    fn named(&self, documents: &[Document]) -> Result<BTreeSet<u32>> {
        let place = |id: &String| {
            let name = DocumentId::from(id.as_str());
            let found = documents.binary_search_by(|document| document.id.cmp(&name));
            let missing = |_| wrong("--evidence-of", id, "expected the id of a document");
            found.map(|place| place as u32).map_err(missing)
        };
        self.evidence_of.iter().map(place).collect()
    }
}

impl Evidence<'_> {
    /// Writes the pages; says where their list is.
    pub(super) fn write(
        mut self,
        collection: &Collection,
        judge: &Judge,
        result: &Deduplicated,
        whole: Option<&Whole>,
    ) -> Result<String> {
        let (documents, edges) = (collection.documents(), &result.edges);
        let boilerplate = result.boilerplate.as_ref();
        let remover = boilerplate.map(|it| it.remover(collection, judge));
        let mut pairs = if self.asked.evidence_of.is_empty() {
            edges
                .iter()
                .map(|edge| ([edge.left, edge.right], edge.score))
                .collect()
        } else {
            pairs_of(&self.asked.named(documents)?, collection, edges)
        };
        // Stable: of equally doubtful ones the first by name.
        pairs.sort_by(|a, b| match self.asked.evidence_order {
            Order::Doubtful => a.1.total_cmp(&b.1),
            Order::Surest => b.1.total_cmp(&a.1),
        });
        pairs.truncate(self.asked.evidence_top);
        let minimum = (!result.groupings.is_empty()).then(|| result.least());
        let ignoring = |document: &Document| {
            let shortened = whole.and_then(|whole| whole.shortened(document));
            shortened.map_or_else(|| Shortened::whole(document.clone()), |(_, it)| it)
        };
        for (places, _) in pairs {
            let pair = places.map(|place| ignoring(&documents[place as usize]));
            let explanation = self.explained(pair, remover.as_ref())?;
            let explanation = match minimum {
                Some(minimum) => explanation.decided_at(self.model, minimum),
                None => explanation,
            };
            self.folder.add(&explanation)?;
        }
        let list = self.folder.finish("Evidence for duplicate pairs")?;
        Ok(format!("evidence: {}", list.display()))
    }

    /// The comparison whose score counts: of that with boilerplate and that without it the lower one.
    fn explained(
        &self,
        pair: [Shortened; 2],
        remover: Option<&BoilerplateRemover>,
    ) -> Result<Explanation> {
        let explained = |pair| Explanation::of_shortened(self.model, pair);
        let Some(remover) = remover else {
            return explained(pair);
        };
        let rest = pair.clone().map(|document| remover.shorten(document));
        let omissions =
            |pair: &[Shortened; 2]| pair.iter().map(|it| it.omissions.len()).sum::<usize>();
        if omissions(&rest) == omissions(&pair) {
            return explained(pair);
        }
        let (with, without) = (explained(pair)?, explained(rest)?);
        let score = |explanation: &Explanation| explanation.judged.judgement.score;
        Ok(if score(&with) < score(&without) {
            with
        } else {
            without
        })
    }
}

/// The pairs of some documents, with their scores. A copy has the pairs of its original, and whatever
/// is the same text is a pair beyond doubt.
fn pairs_of(
    named: &BTreeSet<u32>,
    collection: &Collection,
    edges: &[Edge],
) -> Vec<([u32; 2], f64)> {
    let originals: BTreeMap<u32, u32> = collection.copies_with_originals().collect();
    let original = |place: u32| originals.get(&place).copied().unwrap_or(place);
    let mut pairs = BTreeMap::new();
    for &place in named {
        let mut add = |other: u32, score: f64| {
            pairs.insert([place.min(other), place.max(other)], score);
        };
        for edge in edges {
            match original(place) {
                of if of == edge.left => add(edge.right, edge.score),
                of if of == edge.right => add(edge.left, edge.score),
                _ => {}
            }
        }
        let copies = originals.iter().filter(|(_, of)| **of == original(place));
        let same = copies.map(|(&copy, _)| copy).chain([original(place)]);
        same.filter(|&other| other != place)
            .for_each(|other| add(other, f64::INFINITY));
    }
    pairs.into_iter().collect()
}
