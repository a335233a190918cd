//! [`Audit`]: the questions and the verdict.

use serde::Serialize;

use super::draw::{Answers, REMOVAL, Removed, order, removed};
use super::trial::{AuditedCut, Promise, more_documents, trial};
use crate::collection::groups::Grouping;
use crate::document::Document;
use crate::error::{AuditError, Error, Parameter, Result};
use crate::pairs::{LabelRow, Opinion, Stream};

/// What is asked, or what was answered.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct AuditOptions {
    /// What is promised.
    pub promise: Promise,
    /// Draw so many documents and ask about them, instead of a verdict. All where there are fewer.
    pub sample: Option<usize>,
    /// The seed of the draw, which has to be that of the answers.
    pub seed: u64,
    /// The answers so far, oldest first.
    #[serde(skip)]
    pub answers: Vec<LabelRow>,
}

impl AuditOptions {
    /// The most documents that can be drawn.
    pub const MOST_DOCUMENTS: usize = 10_000_000;

    /// Refuses what cannot be used.
    ///
    /// # Errors
    ///
    /// What [`Promise::check`] refuses; a sample of nothing, or of more than
    /// [`MOST_DOCUMENTS`](Self::MOST_DOCUMENTS).
    pub fn check(&self) -> Result<()> {
        self.promise.check()?;
        match self.sample {
            Some(drawn) if !(1..=Self::MOST_DOCUMENTS).contains(&drawn) => {
                let expected =
                    format!("expected a whole number from 1 to {}", Self::MOST_DOCUMENTS);
                Err(Error::invalid(Parameter::AuditSample, drawn, expected))
            }
            _ => Ok(()),
        }
    }
}

/// An audit of the removals of a collection.
///
/// The unit is a removed document. The documents are drawn with equal probability from those removed
/// at any of the thresholds; so those of them that are removed at one threshold are a simple random
/// sample of all that are removed there, and the bound of a finite population is exact.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Audit {
    /// What is promised.
    pub promise: Promise,
    /// The thresholds, strictest first.
    pub cuts: Vec<AuditedCut>,
    /// Documents that are removed at any of them.
    pub removable: usize,
    /// Documents drawn.
    pub drawn: usize,
    /// Of them those that still wait for an answer. In a verdict they count as wrong.
    pub unanswered: usize,
    /// Whether this is a verdict, and not only a draw.
    pub is_verdict: bool,
    /// The place in `cuts` of the threshold that removes most of those that passed.
    pub passed: Option<usize>,
    /// How many documents have to be drawn in all so that one passes, if none did and it is possible.
    pub needed: Option<usize>,
    /// For a draw: the answers so far, and a row for each pair that has none.
    #[serde(skip)]
    pub questions: Vec<LabelRow>,
}

impl Audit {
    /// Draws, or judges, given the groups at each threshold, strictest first.
    ///
    /// # Errors
    ///
    /// Answers, none of which is about a document that would be removed.
    pub(in crate::collection) fn new(
        documents: &[Document],
        groupings: &[Grouping],
        options: &AuditOptions,
    ) -> Result<Self> {
        let removals: Vec<Removed> = groupings.iter().map(removed).collect();
        let order = order(documents, &removals, options.seed);
        let answers = Answers::of(&options.answers);
        let id = |place: u32| &documents[place as usize].id;
        // As many as were asked about, the last of them included: a person may not have got to the
        // end, but must not choose.
        let last = order
            .iter()
            .rposition(|&place| answers.asked.contains(id(place)));
        let asked = last.map_or(0, |last| last + 1);
        let drawn = options.sample.unwrap_or(0).max(asked).min(order.len());
        if options.sample.is_none() && asked == 0 && !order.is_empty() {
            return Err(AuditError::NoneAsked.into());
        }
        let drawn = &order[..drawn];
        let lacks = |&place: &u32| {
            let pairs = pairs_of(place, &removals);
            pairs
                .iter()
                .any(|&kept| answers.opinion([id(place), id(kept)]).is_none())
        };
        let cut = |(grouping, removed): (&Grouping, &Removed)| {
            let of_cut = drawn
                .iter()
                .filter_map(|place| Some((*place, *removed.get(place)?)));
            let is_wrong = |&(place, kept): &(u32, u32)| {
                let opinion = answers.opinion([id(place), id(kept)]);
                !matches!(opinion, Some(Opinion::Sure(label)) if label.is_duplicate())
            };
            AuditedCut {
                at: grouping.at,
                removed: removed.len() as u64,
                drawn: of_cut.clone().count() as u64,
                wrong: of_cut.filter(is_wrong).count() as u64,
                bound: None,
                passed: None,
            }
        };
        let mut audit = Audit {
            promise: options.promise,
            cuts: groupings.iter().zip(&removals).map(cut).collect(),
            removable: order.len(),
            drawn: drawn.len(),
            unanswered: drawn.iter().filter(|place| lacks(place)).count(),
            is_verdict: options.sample.is_none(),
            passed: None,
            needed: None,
            questions: Vec::new(),
        };
        if audit.is_verdict {
            audit.passed = trial(&mut audit.cuts, &options.promise);
            let more = || more_documents(&audit.cuts, &options.promise, order.len() as u64);
            audit.needed = audit
                .passed
                .map_or_else(more, |_| None)
                .map(|all| all as usize);
        } else {
            let probability = drawn.len() as f64 / order.len().max(1) as f64;
            audit.questions.clone_from(&options.answers);
            for &place in drawn {
                let pairs = pairs_of(place, &removals).into_iter();
                let pairs = pairs.map(|kept| [id(place), id(kept)]);
                let open = pairs.filter(|&pair| !answers.has_asked(pair));
                audit.questions.extend(open.map(|pair| LabelRow {
                    pair: pair.map(Clone::clone),
                    opinion: None,
                    stream: Stream::Audit,
                    stratum: REMOVAL.to_string(),
                    probability: Some(probability),
                    note: String::new(),
                }));
            }
        }
        Ok(audit)
    }

    /// Whether there was something to remove and no threshold passed.
    pub fn has_failed(&self) -> bool {
        self.is_verdict && self.passed.is_none() && self.removable > 0
    }

    /// The groups at the threshold that passed; otherwise at the strictest, with nothing removed.
    pub(in crate::collection) fn decided(&self, mut groupings: Vec<Grouping>) -> Grouping {
        let mut grouping = groupings.swap_remove(self.passed.unwrap_or_default());
        grouping.is_held = self.has_failed();
        grouping
    }

    /// The threshold that passed.
    pub fn passed(&self) -> Option<&AuditedCut> {
        self.cuts.get(self.passed?)
    }
}

/// The documents in favour of which one is removed, at whatever threshold, strictest first.
fn pairs_of(place: u32, removals: &[Removed]) -> Vec<u32> {
    let mut kept: Vec<u32> = Vec::new();
    for cut in removals {
        if let Some(&other) = cut.get(&place)
            && !kept.contains(&other)
        {
            kept.push(other);
        }
    }
    kept
}
