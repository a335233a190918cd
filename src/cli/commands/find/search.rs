//! Finds the near-duplicates of queries.

use dejalu::candidates::{CandidateOptions, Method, Plan};
use dejalu::collection::index::NearSearch;
use dejalu::collection::{Answer, Collection, FindOptions, Judge, SelfMatches, find};
use dejalu::document::{Document, DocumentId};
use dejalu::error::Result;
use dejalu::{Progress, Silent};
use serde::Serialize;
use serde_json::{Value, json};

use crate::cli::commands::source::{Source, refuse_columns};
use crate::cli::commands::warnings;
use crate::cli::console::Console;
use crate::cli::options::{Ignoring, Reading};

/// A search of a collection.
pub(super) struct Search<'a> {
    pub(super) source: &'a Source<'a>,
    /// Options of reading the collection.
    pub(super) reading: &'a Reading,
    pub(super) ignoring: &'a Ignoring,
    pub(super) judge: &'a Judge,
    /// The score from which on a pair counts.
    pub(super) least: f64,
    pub(super) candidates: CandidateOptions,
    /// Maximum number listed for a query.
    pub(super) top: Option<usize>,
}

/// The results of all queries.
pub(super) struct Searched {
    /// In the order of the queries.
    pub(super) lists: Vec<Listed>,
    /// Number of documents in the collection.
    pub(super) of: usize,
    /// True if some input was left out.
    pub(super) partly: bool,
    /// The way candidates were found.
    plan: Option<Plan>,
    /// Pairs that were left undecided.
    unsure: usize,
}

/// The results of a query.
#[derive(Serialize)]
pub(super) struct Listed {
    pub(super) query: DocumentId,
    pub(super) near_duplicates: usize,
    /// The best of them.
    pub(super) found: Vec<Value>,
}

/// Documents among which the near-duplicates of a query are.
struct Near {
    documents: Vec<Document>,
    /// True if an index has filtered them.
    is_filtered: bool,
    /// Number of documents in the collection.
    of: usize,
    /// True if some input was left out.
    partly: bool,
}

impl Listed {
    /// Those found, each with its query.
    pub(super) fn rows(&self) -> impl Iterator<Item = Value> {
        self.found.iter().map(|found| {
            let mut row = found.clone();
            row["query"] = json!(self.query);
            row
        })
    }
}

impl Searched {
    /// Says what the judge left undecided and what a filter may have lost.
    pub(super) fn warn(&self, judge: &Judge, console: &Console) {
        if let Some(plan) = &self.plan {
            warnings::say(judge, plan, self.unsure, console);
        }
    }
}

impl Search<'_> {
    /// Searches for the near-duplicates of queries.
    pub(super) fn run(&self, queries: Vec<Document>, console: &Console) -> Result<Searched> {
        let (judge, least) = (self.judge, self.least);
        let queries = self.ignoring.cut(queries, judge.analysis(), console)?;
        let mut searched = Searched {
            lists: Vec::with_capacity(queries.len()),
            of: 0,
            partly: false,
            plan: None,
            unsure: 0,
        };
        let mut index = self.of_index()?;
        let mut rest = queries.as_slice();
        while let Some(query) = rest.first() {
            let near = match &mut index {
                Some(index) => near(index, query)?,
                None => self.every(console)?,
            };
            // Documents that nobody has filtered for this query are those for all.
            let served = if near.is_filtered { 1 } else { rest.len() };
            let (batch, others) = rest.split_at(served);
            if near.is_filtered && searched.lists.is_empty() {
                console.begin("searching the index", queries.len());
            }
            let progress: &dyn Progress = if near.is_filtered { &Silent } else { console };
            let options = FindOptions {
                candidates: self.candidates,
                at: Some(least),
                near: near.is_filtered,
                self_matches: SelfMatches::FileLeftOut,
            };
            let (batch, among) = (
                Collection::new(batch.to_vec()),
                Collection::new(near.documents),
            );
            let found = find(&batch, &among, judge, &options, progress)?;
            let answers = batch.documents().iter().zip(&found.answers);
            let lists = answers.map(|(query, answer)| self.listed(query, answer, &among));
            searched.lists.extend(lists);
            searched.of = near.of;
            searched.partly |= near.partly;
            searched.plan = Some(found.plan);
            searched.unsure += found
                .answers
                .iter()
                .map(|it| it.unsure.len())
                .sum::<usize>();
            if near.is_filtered {
                console.advance(1);
            }
            rest = others;
        }
        Ok(searched)
    }

    /// A search by the lists of an index, if they are to filter, unless not all of a text counts.
    fn of_index(&self) -> Result<Option<NearSearch<'_>>> {
        let is_filtered = self.candidates.method != Method::All && self.ignoring.is_nothing();
        match self.source {
            Source::Index(index) if is_filtered => {
                refuse_columns(self.reading)?;
                index.search(self.judge, self.least).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Reads all documents.
    fn every(&self, console: &Console) -> Result<Near> {
        let read = self.source.load(self.reading, self.judge, console)?;
        let of = read.documents.len();
        let analysis = self.judge.analysis();
        Ok(Near {
            documents: self.ignoring.cut(read.documents, analysis, console)?,
            is_filtered: false,
            of,
            partly: read.partly,
        })
    }

    fn listed(&self, query: &Document, answer: &Answer, among: &Collection) -> Listed {
        let best = answer.matches.iter().take(self.top.unwrap_or(usize::MAX));
        let best = best.map(|found| {
            let id = &among.documents()[found.document as usize].id;
            let probability = self.judge.probability(found.score);
            json!({ "id": id, "score": found.score, "probability": probability })
        });
        Listed {
            query: query.id.clone(),
            near_duplicates: answer.matches.len(),
            found: best.collect(),
        }
    }
}

/// Reads what the lists of an index lead to.
fn near(index: &mut NearSearch<'_>, query: &Document) -> Result<Near> {
    let near = index.near(query)?;
    Ok(Near {
        documents: near.documents,
        is_filtered: near.is_filtered,
        of: index.count(),
        partly: false,
    })
}
