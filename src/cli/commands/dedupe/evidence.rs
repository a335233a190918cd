//! Pages that show what the documents of duplicate pairs share.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use clap::Args;
use dejalu::collection::{Collection, Deduplicated, Edge, Judge};
use dejalu::error::Result;
use dejalu::model::Model;
use dejalu::report::EvidenceFolder;
use serde::Serialize;

use crate::cli::commands::pair_pages::PairPages;
use crate::cli::commands::whole::Whole;
use crate::cli::options::{Order, place_of, whole, wrong};

/// Options for pages of evidence.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Evidence")]
pub(super) struct Asked {
    /// Moved to 'dejalu explain --groups'. Write a page for each duplicate pair into this folder, least certain pairs first.
    /// Needs a model, since a rule has nothing to explain
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
        self.named(collection).map(drop)
    }

    /// The documents whose pairs are requested.
    fn named(&self, collection: &Collection) -> Result<BTreeSet<u32>> {
        let place = |id: &String| place_of(collection, "--evidence-of", id);
        self.evidence_of.iter().map(place).collect()
    }
}

impl Evidence<'_> {
    /// Writes the pages; says where their list is.
    pub(super) fn write(
        self,
        collection: &Collection,
        judge: &Judge,
        result: &Deduplicated,
        whole: Option<&Whole>,
    ) -> Result<String> {
        let (documents, edges) = (collection.documents(), &result.edges);
        let boilerplate = result.boilerplate.as_ref();
        let mut pairs = if self.asked.evidence_of.is_empty() {
            edges
                .iter()
                .map(|edge| ([edge.left, edge.right], edge.score))
                .collect()
        } else {
            pairs_of(&self.asked.named(collection)?, collection, edges)
        };
        self.asked.evidence_order.sort(&mut pairs);
        pairs.truncate(self.asked.evidence_top);
        let pages = PairPages {
            model: self.model,
            minimum: (!result.groupings.is_empty()).then(|| result.least()),
            remover: boilerplate.map(|it| it.remover(collection, judge)),
            whole,
        };
        let pairs = pairs.into_iter().map(|(places, _)| places);
        pages.write(self.folder, documents, pairs)
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
