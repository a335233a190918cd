//! Requests and answers, as JSON.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::failure::Failure;
use dejalu_collection::{Judge, Threshold};
use dejalu_experiment::model::{Decision, MinimumScore};
use dejalu_text::document::{Document, MainContent};

/// A document: a text or a web page.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object with text or html")]
pub(super) struct InputDocument {
    /// Its name. Needed where it is added.
    #[serde(default)]
    pub(super) id: Option<String>,
    /// Plain text. Either this or `html`.
    #[serde(default)]
    #[schema(example = "The ferry waits at the old pier.")]
    pub(super) text: Option<String>,
    /// The source of a web page.
    #[serde(default)]
    pub(super) html: Option<String>,
    /// The address of a web page.
    #[serde(default)]
    pub(super) url: Option<String>,
}

impl InputDocument {
    /// As a model wants pages read; without a name it is called `name`.
    pub(super) fn read(self, name: &str, main_content: MainContent) -> Result<Document, Failure> {
        let id = self.id.unwrap_or_else(|| name.to_string());
        let document = match (self.text, self.html) {
            (Some(text), None) => Document::plain(id, &text),
            (None, Some(html)) => Document::page(id, &html, self.url.as_deref(), main_content),
            (None, None) => {
                let problem = "a document without text or html; expected one of them";
                return Err(Failure::bad(problem));
            }
            (Some(_), Some(_)) => {
                let problem = "a document with text and html; expected one of them";
                return Err(Failure::bad(problem));
            }
        };
        // With nothing to compare a model knows only how often pairs are duplicates.
        if !document.has_words() {
            let problem = "a document without a word; expected a letter or digit in its text";
            return Err(Failure::bad(problem));
        }
        Ok(document)
    }
}

/// From which score on a pair counts.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(untagged, expecting = "a number, own, or a level of the model")]
pub(super) enum At {
    /// This one.
    Score(f64),
    /// By name: `own`, the threshold of the model, or one of its levels: `copy`, `revision`, `rewrite`.
    #[schema(example = "own")]
    Named(String),
}

impl At {
    /// The score, with this judge.
    pub(super) fn score(&self, judge: &Judge) -> Result<MinimumScore, Failure> {
        let named = match self {
            At::Score(at) => at.to_string(),
            At::Named(name) => name.clone(),
        };
        Threshold::of_search(&named, judge).map_err(|error| Failure::bad(error.to_string()))
    }
}

/// Two documents.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object with a and b")]
pub(super) struct PairRequest {
    /// The first.
    pub(super) a: InputDocument,
    /// The second.
    pub(super) b: InputDocument,
    /// The score from which on they are duplicates; by default the model's own threshold.
    #[serde(default)]
    pub(super) at: Option<At>,
}

/// The decision on a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Decided {
    /// Near-duplicates.
    Duplicate,
    /// Not.
    Distinct,
    /// Left undecided by a model that abstains.
    Unsure,
}

impl From<Decision> for Decided {
    fn from(decision: Decision) -> Self {
        match decision {
            Decision::Duplicate => Decided::Duplicate,
            Decision::Distinct => Decided::Distinct,
            Decision::Unsure => Decided::Unsure,
        }
    }
}

/// The model's decision on the pair.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Classified {
    pub(super) decision: Decided,
    /// The score; duplicates have at least `threshold`.
    pub(super) score: f64,
    /// The probability of a duplicate, in (0, 1).
    pub(super) probability: f64,
    pub(super) threshold: f64,
    /// The strictest level of the model that the pair reaches; null if it reaches none, or the model has none.
    pub(super) level: Option<String>,
    /// The next stricter level, which it misses; null if there is none.
    pub(super) next_level: Option<NextLevel>,
    /// The features whose values lie outside what the model learned from. If they are many, the score is an
    /// extrapolation.
    pub(super) outside: Vec<String>,
}

/// A level that a pair misses.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct NextLevel {
    pub(super) level: String,
    /// The score from which on a pair reaches it.
    pub(super) from: f64,
}

/// A document, and how many to find.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object with document")]
pub(super) struct FindRequest {
    pub(super) document: InputDocument,
    /// The score from which on a document is found; by default the model's own threshold, which of the built-in model
    /// is the level rewrite. A registry has none.
    #[serde(default)]
    pub(super) at: Option<At>,
    /// The most near-duplicates that are answered.
    #[serde(default = "usual_limit")]
    #[schema(minimum = 1, maximum = 1000, default = 100)]
    pub(super) limit: usize,
}

fn usual_limit() -> usize {
    100
}

/// The most that may be asked for.
const MOST: usize = 1_000;

impl FindRequest {
    pub(super) fn check(&self) -> Result<(), Failure> {
        if (1..=MOST).contains(&self.limit) {
            return Ok(());
        }
        let limit = self.limit;
        Err(Failure::bad(format!(
            "limit {limit}: expected a whole number from 1 to {MOST}"
        )))
    }
}

/// A near-duplicate.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Found {
    pub(super) id: String,
    pub(super) score: f64,
    /// The probability of a duplicate, in (0, 1).
    pub(super) probability: f64,
    /// True if it is the same text.
    pub(super) is_copy: bool,
    /// The share of the shorter one that is in the other; null if an index is searched.
    pub(super) overlap: Option<Overlap>,
}

/// The overlap of two documents, as a registry counts it.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Overlap {
    /// `exact`: all of the shorter one; `high`: half or more; `some`: 5 % or more.
    pub(super) class: String,
    /// The share of the shorter one's chunks that match, in [0, 1].
    pub(super) share: f64,
    /// Number of equal chunks.
    pub(super) equal: usize,
    /// Number of matching chunks, equal ones included.
    pub(super) matching: usize,
}

impl Overlap {
    pub(super) fn of(found: &dejalu_registry::Found) -> Self {
        Overlap {
            class: found.class.to_string(),
            share: found.overlap,
            equal: found.exact,
            matching: found.matches.len(),
        }
    }
}

/// The near-duplicates of a document: in an index exact copies first, then by score; in a registry by
/// overlap.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FindResponse {
    pub(super) found: Vec<Found>,
    /// Number of documents found, those beyond the limit too.
    pub(super) count: usize,
    /// Further documents that a model which abstains leaves undecided; a registry has none.
    pub(super) unsure: usize,
    /// Number of documents searched.
    pub(super) documents: usize,
}

/// Documents to be added.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object with documents")]
pub(super) struct AddRequest {
    /// Each with an id.
    pub(super) documents: Vec<InputDocument>,
}

/// The outcome for the documents. They are on disk.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct AddResponse {
    pub(super) added: usize,
    /// Left out, since their ids are there already.
    pub(super) known: usize,
    /// Of these the ones of another text than in the index, where it stays as it is; a registry keeps no texts
    /// to tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) changed: Option<usize>,
    /// Left out of a registry, since they are copies.
    pub(super) refused: Vec<Refused>,
}

/// A document that was not registered.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Refused {
    pub(super) id: String,
    /// The registered document that it is a copy of.
    pub(super) copy_of: String,
    pub(super) overlap: Overlap,
}

/// The state of the server.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Health {
    /// `ok`.
    pub(super) status: String,
    pub(super) version: String,
    /// The decider, and the score from which it finds a duplicate.
    pub(super) model: String,
    /// Documents in the index or the registry; null without either.
    pub(super) documents: Option<usize>,
    /// True if documents may be added.
    pub(super) writable: bool,
}

/// The common sentences of both documents, and the reasons for the decision, as `dejalu explain --json` writes it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = Object)]
pub(super) struct Explained(pub(super) serde_json::Value);
