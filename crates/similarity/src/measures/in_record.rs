//! Words of a field that the other record has in any of its fields.
//!
//! One shop writes the maker of a thing into its name and the other into a field of its own, so that what a name lacks the
//! record may have.

use serde::{Deserialize, Serialize};
use smart_default::SmartDefault;

use super::measure::with_field;
use super::soft_words::{Found, MOST, SOURCE, WeightedWords};
use super::{Direction, Entry, Measure, Reads, View};
use crate::corpus::{CorpusStats, Needs};
use dejalu_text::AnalyzedDocument;

pub(super) const MEASURES: &[Entry] = &[Entry::of::<InRecord>(), Entry::of::<NoneLacking>()];

/// As many words of a record are looked at, from the first.
const MOST_OF_RECORD: usize = 256;

const COST: &str = "O(nm) for at most 64 words of a field and 256 of a record";

/// The words of a field, and of the record that it belongs to; of a document without fields its own twice.
#[derive(Debug)]
pub struct WordsInRecord {
    field: WeightedWords,
    record: WeightedWords,
}

impl View for WordsInRecord {
    type Options = ();
    /// What of the field of each the other record has; none of a field that is missing.
    type Joint = [Option<Share>; 2];

    const READS: Reads = Reads::FieldAndRecord;

    fn of(document: &AnalyzedDocument, stats: &CorpusStats, (): &()) -> Self {
        Self::of_field(document, None, stats, &())
    }

    fn of_field(
        document: &AnalyzedDocument,
        field: Option<&str>,
        stats: &CorpusStats,
        (): &(),
    ) -> Self {
        WordsInRecord {
            field: with_field(document, field, |part| {
                WeightedWords::first(MOST, part, stats)
            }),
            record: WeightedWords::first(MOST_OF_RECORD, document, stats),
        }
    }

    fn is_empty(&self) -> bool {
        self.record.is_empty()
    }

    /// One field is enough, since it is compared with a record.
    fn is_comparable(&self, other: &Self) -> bool {
        let has_field = !self.field.is_empty() || !other.field.is_empty();
        has_field && !self.is_empty() && !other.is_empty()
    }

    fn join(&self, other: &Self) -> Self::Joint {
        let share = |field: &WeightedWords, record: &WeightedWords| {
            (!field.is_empty()).then(|| Share {
                found: field.found_in(record),
                total: field.total(),
                most: field.most.max(record.most),
            })
        };
        [
            share(&self.field, &other.record),
            share(&other.field, &self.record),
        ]
    }
}

/// What of a field another record has.
#[derive(Debug, Default, Clone, Copy)]
pub struct Share {
    found: Found,
    total: f64,
    most: f64,
}

/// One number of the fields that there are.
fn combined(direction: Direction, shares: &[Option<Share>; 2], value: fn(Share) -> f64) -> f64 {
    match shares.map(|share| share.map(value)) {
        [Some(left), Some(right)] => direction.combine([left, right]),
        [Some(only), None] | [None, Some(only)] => only,
        [None, None] => 0.0,
    }
}

/// Weight of the words of a field that the other record has in any field, by that of all its words.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, SmartDefault)]
#[serde(default, deny_unknown_fields)]
pub struct InRecord {
    /// Of the two shares, the larger or the smaller.
    pub direction: Direction,
}

impl Measure for InRecord {
    const NAME: &'static str = "words-in-record";
    const SUMMARY: &'static str = "share of the words of a field that the other record has in any field, by idf, a word spelled almost alike counting in part";
    const PHRASE: &'static str = "rare words of a field in the other record";
    const SOURCE: &'static str = SOURCE;
    const COST: &'static str = COST;
    const NEEDS: Needs = Needs::DOCUMENT_FREQUENCIES;
    const IS_HELD_OUT: bool = true;
    type View = WordsInRecord;

    fn view(&self) {}

    fn similarity(&self, _: &WordsInRecord, _: &WordsInRecord, shares: &[Option<Share>; 2]) -> f64 {
        combined(self.direction, shares, |share| {
            (share.found.weight / share.total).min(1.0)
        })
    }
}

/// 1 − w/ln(1 + N) for a heaviest word of weight w of a field that the other record lacks, of a collection of N documents.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, SmartDefault)]
#[serde(default, deny_unknown_fields)]
pub struct NoneLacking {
    /// Of the two values, the larger (of the field that lacks less) or the smaller.
    pub direction: Direction,
}

impl Measure for NoneLacking {
    const NAME: &'static str = "no-word-lacking-in-record";
    const SUMMARY: &'static str = "0 where a field has a word as rare as can be that the other record lacks, 1 where it lacks none";
    const PHRASE: &'static str = "no rare word of a field that the other record lacks";
    const SOURCE: &'static str = SOURCE;
    const COST: &'static str = COST;
    const NEEDS: Needs = Needs::DOCUMENT_FREQUENCIES;
    const IS_HELD_OUT: bool = true;
    type View = WordsInRecord;

    fn view(&self) {}

    fn similarity(&self, _: &WordsInRecord, _: &WordsInRecord, shares: &[Option<Share>; 2]) -> f64 {
        combined(self.direction, shares, |share| {
            (1.0 - share.found.heaviest_lacking / share.most).clamp(0.0, 1.0)
        })
    }
}
