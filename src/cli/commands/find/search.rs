//! Finds the near-duplicates of queries.

use dejalu::candidates::{CandidateOptions, Plan};
use dejalu::collection::index::Index;
use dejalu::collection::{Answer, Answers, Collection, FindOptions, Judge, SelfMatches, find};
use dejalu::document::{Document, DocumentId};
use dejalu::error::Result;
use dejalu::model::MinimumScore;
use serde::Serialize;
use serde_json::{Value, json};

use crate::cli::commands::source::{Source, refuse_columns};
use crate::cli::commands::warnings;
use crate::cli::console::Console;
use crate::cli::options::{Ignoring, Reading};

/// A search of a collection.
pub(super) struct Search<'a> {
    pub(super) source: &'a Source,
    /// Options of reading the collection.
    pub(super) reading: &'a Reading,
    pub(super) ignoring: &'a Ignoring,
    pub(super) judge: &'a Judge,
    /// The score from which on a pair counts.
    pub(super) least: MinimumScore,
    pub(super) candidates: CandidateOptions,
    /// Maximum number listed for a query.
    pub(super) top: Option<usize>,
}

/// What was found for all queries.
#[derive(Default)]
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
        let queries = self.ignoring.cut(queries, self.judge.analysis(), console)?;
        if queries.is_empty() {
            return Ok(Searched::default());
        }
        let options = FindOptions::default()
            .with_candidates(self.candidates)
            .with_at(self.least)
            .with_self_matches(SelfMatches::FileLeftOut);
        match self.index() {
            Some(index) => {
                refuse_columns(self.reading)?;
                let found = index.find_by(self.judge, &queries, &options, console)?;
                Ok(self.searched(&queries, found))
            }
            None => self.in_all(queries, &options, console),
        }
    }

    /// The index, if there is one, unless not all of a text counts.
    fn index(&self) -> Option<&Index> {
        match self.source {
            Source::Index(index) if self.ignoring.is_nothing() => Some(&**index),
            _ => None,
        }
    }

    /// Reads all documents, and searches them.
    fn in_all(
        &self,
        queries: Vec<Document>,
        options: &FindOptions,
        console: &Console,
    ) -> Result<Searched> {
        let read = self.source.load(self.reading, self.judge, console)?;
        let analysis = self.judge.analysis();
        let among = Collection::new(self.ignoring.cut(read.documents, analysis, console)?);
        let queries = Collection::new(queries);
        let found = find(&queries, &among, self.judge, options, console)?;
        Ok(Searched {
            partly: read.partly,
            ..self.searched(queries.documents(), found)
        })
    }

    fn searched(&self, queries: &[Document], found: Answers) -> Searched {
        let answers = found.answers.iter();
        Searched {
            unsure: answers.clone().map(|it| it.unsure.len()).sum(),
            lists: queries
                .iter()
                .zip(answers)
                .map(|(query, answer)| self.listed(query, answer))
                .collect(),
            of: found.documents,
            partly: false,
            plan: Some(found.plan),
        }
    }

    fn listed(&self, query: &Document, answer: &Answer) -> Listed {
        let best = answer.matches.iter().take(self.top.unwrap_or(usize::MAX));
        let best = best.map(|found| {
            let probability = self.judge.probability(found.score);
            json!({ "id": found.id, "score": found.score, "probability": probability })
        });
        Listed {
            query: query.id.clone(),
            near_duplicates: answer.matches.len(),
            found: best.collect(),
        }
    }
}
