//! Relative length.

use serde::{Deserialize, Serialize};

use super::{Entry, Measure, View};
use crate::corpus::CorpusStats;
use dejalu_text::AnalyzedDocument;

pub(super) const MEASURES: &[Entry] = &[Entry::of::<LengthRatio>()];

/// The shorter body's number of words by the longer one's. In (0, 1]. Beyond the papers: by
/// itself it says little, but it tells a learner whether a low resemblance can come from length.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LengthRatio {}

/// Number of words in a document's body.
#[derive(Debug)]
pub struct Length(usize);

impl View for Length {
    type Options = ();
    type Joint = ();

    fn of(document: &AnalyzedDocument, _stats: &CorpusStats, _options: &()) -> Self {
        Length(document.body().count())
    }

    fn is_empty(&self) -> bool {
        self.0 == 0
    }
}

impl Measure for LengthRatio {
    const NAME: &'static str = "length-ratio";
    const SUMMARY: &'static str = "words of the shorter document divided by those of the longer";
    const PHRASE: &'static str = "agreement in length";
    const SOURCE: &'static str = "beyond the papers";
    const COST: &'static str = "O(1)";
    // Two texts that share little are no less distinct for being equally long.
    const RISES: bool = false;
    type View = Length;

    fn view(&self) {}

    fn similarity(&self, left: &Length, right: &Length, _: &()) -> f64 {
        left.0.min(right.0) as f64 / left.0.max(right.0) as f64
    }
}
