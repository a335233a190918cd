//! Measures of difference rather than of common text, from one alignment of the two documents' words
//! (`text::alignment`). A licence with one more clause and a licence with as many words changed here
//! and there share equally much; they differ in one long run, or in many short ones.
//!
//! A pair is aligned once, however many measures of the family are in the feature set: they share
//! one [`Alignment`].

use serde::{Deserialize, Serialize};

pub use super::comparison::{Alignment, Body};
use super::{CommonRuns, Direction, Effort, Entry, Measure};
use crate::corpus::Needs;

pub(super) const MEASURES: &[Entry] = &[
    Entry::of::<CommonOrder>(),
    Entry::of::<LongestCommonRun>(),
    Entry::of::<SameWords>(),
    Entry::of::<LongestDifference>(),
    Entry::of::<DifferenceRuns>(),
    Entry::of::<DifferenceWeight>(),
];

const SOURCE: &str = "beyond the papers; longest common subsequence of words (Hyyrö 2004)";
const COST: &str = "O(nm/64) for n and m words, at most O(64·√(nm)); once for the family";

/// One measure of the family without parameters.
macro_rules! aligned {
    ($(#[$doc:meta])* $name:ident, $text:literal, $summary:literal, $phrase:literal, $needs:expr, $rises:expr, |$pair:ident| $similarity:expr, |$known:ident| $most:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {}

        impl Measure for $name {
            const NAME: &'static str = $text;
            const SUMMARY: &'static str = $summary;
            const PHRASE: &'static str = $phrase;
            const SOURCE: &'static str = SOURCE;
            const COST: &'static str = COST;
            const EFFORT: Effort = Effort::Heavy;
            const NEEDS: Needs = $needs;
            const RISES: bool = $rises;
            type View = Body;

            fn view(&self) {}

            fn at_most(&self, $known: &CommonRuns) -> f64 {
                $most
            }

            fn similarity(&self, _: &Body, _: &Body, $pair: &Alignment) -> f64 {
                $similarity
            }
        }
    };
}

aligned! {
    /// The longest run of words that both documents hold at the same point of the alignment, by
    /// the length of the shorter document. In [0, 1]: 0 where no word is common.
    LongestCommonRun, "longest-common-run",
    "longest run of equal words in the alignment, divided by the shorter document",
    "length of the longest passage in common",
    Needs::NOTHING,
    true,
    |pair| pair.longest_run as f64 / pair.shorter as f64,
    |known| known.longest_stretch() as f64 / known.shorter() as f64
}

aligned! {
    /// 2·LCS/(n + m) for documents of n and m words with LCS words in common order: one less the
    /// share of words that differ. In [0, 1]: 0 where no word is common.
    SameWords, "same-words",
    "share of both documents' words that are in common order",
    "words in common, in the same order",
    Needs::NOTHING,
    true,
    |pair| (2 * pair.common) as f64 / (pair.shorter + pair.longer) as f64,
    |known| (2 * known.words_in_order()) as f64 / (known.words[0] + known.words[1]) as f64
}

aligned! {
    /// 1/(1 + runs that differ). In [0, 1]: 1 where nothing differs; \[choice\] 0 where no word is
    /// common, which would count as a single run.
    DifferenceRuns, "difference-runs",
    "in how few places the documents differ",
    "number of places where they differ",
    Needs::NOTHING,
    // With as many words that differ, fewer places are longer ones.
    false,
    |pair| match pair.common {
        0 => 0.0,
        _ => 1.0 / (1 + pair.differences) as f64,
    },
    |known| 1.0 / (1 + known.differences[0]) as f64
}

aligned! {
    /// One less the weight of the words that differ by the weight of all words, both of either
    /// document: idf for a refined word, that of an unseen word for a number, ln 2 for a stop
    /// word. In [0, 1]: 0 where no word is common.
    DifferenceWeight, "difference-weight",
    "how little of the documents' idf weight differs",
    "weight of the words that differ",
    Needs::DOCUMENT_FREQUENCIES,
    true,
    |pair| 1.0 - pair.different_weight,
    |_known| 1.0
}

/// LCS/n, with LCS the number of words in common order and n those of the longer document (`min`)
/// or of the shorter one (`max`): containment that minds the order throughout. In [0, 1]: 0 where
/// no word is common.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CommonOrder {
    /// Direction that counts.
    pub direction: Direction,
}

impl Measure for CommonOrder {
    const NAME: &'static str = "common-order";
    const SUMMARY: &'static str = "share of one document's words that the other contains, in order";
    const PHRASE: &'static str = "words of {one} document in the other, in the same order";
    const SOURCE: &'static str = SOURCE;
    const COST: &'static str = COST;
    const EFFORT: Effort = Effort::Heavy;
    type View = Body;

    fn view(&self) {}

    fn at_most(&self, known: &CommonRuns) -> f64 {
        let common = known.words_in_order() as f64;
        self.direction
            .combine(known.words.map(|words| common / words as f64))
    }

    fn similarity(&self, left: &Body, right: &Body, pair: &Alignment) -> f64 {
        self.direction.combine(order(left, right, pair))
    }

    fn directed(&self, left: &Body, right: &Body, pair: &Alignment) -> Option<[f64; 2]> {
        Some(order(left, right, pair))
    }
}

fn order(left: &Body, right: &Body, pair: &Alignment) -> [f64; 2] {
    [left, right].map(|body| pair.common as f64 / body.len() as f64)
}

/// The place of a run that differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DifferencePlace {
    /// Between common words: another clause, another wording.
    #[default]
    Middle,
    /// Before the first or after the last common word: a header, a notice, a signature.
    Edge,
}

/// 1 − ln(1 + d)/ln(1 + n) with d the words of the longest run that differs at the place asked for
/// (of its two sides the longer) and n the words of the longer document. In [0, 1]: 1 where
/// nothing differs there, 0 where no word is common.
///
/// \[choice\] The logarithm, since the step from one word to ten says more than that from a hundred
/// to a hundred and nine; by the length, since a clause is more of a short text than of a long one.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LongestDifference {
    /// Runs that count.
    pub place: DifferencePlace,
}

impl Measure for LongestDifference {
    const NAME: &'static str = "longest-difference";
    const SUMMARY: &'static str =
        "shortness of the longest run that differs, in the middle or at the edges";
    const PHRASE: &'static str = "length of the longest difference {where}";
    const SOURCE: &'static str = SOURCE;
    const COST: &'static str = COST;
    const EFFORT: Effort = Effort::Heavy;
    // With as many words that differ, a short longest run means more places: an edition revised
    // throughout, where a long one may be an added notice.
    const RISES: bool = false;
    type View = Body;

    fn view(&self) {}

    fn similarity(&self, _: &Body, _: &Body, pair: &Alignment) -> f64 {
        let difference = match self.place {
            DifferencePlace::Middle => pair.middle,
            DifferencePlace::Edge => pair.edge,
        };
        1.0 - (difference as f64).ln_1p() / (pair.longer as f64).ln_1p()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::View;
    use crate::measures::comparison::testing::body;

    fn alike(measure: &impl Measure<View = Body>, left: &Body, right: &Body) -> f64 {
        measure.similarity(left, right, &left.join(right))
    }

    #[test]
    fn documents_without_a_common_word_differ_in_every_respect() {
        let (left, right) = (body("ferry pier storm"), body("beetle fungus"));
        assert_eq!(alike(&DifferenceRuns::default(), &left, &right), 0.0);
        assert_eq!(alike(&DifferenceWeight::default(), &left, &right), 0.0);
        for place in [DifferencePlace::Middle, DifferencePlace::Edge] {
            let measure = LongestDifference { place };
            assert_eq!(alike(&measure, &left, &right), 0.0);
        }
    }

    #[test]
    fn stop_words_weigh_less_than_others() {
        let measure = DifferenceWeight::default();
        let weight = |other| alike(&measure, &body("the ferry waits"), &body(other));
        assert!(weight("a ferry waits") > weight("the beetle waits"));
    }

    #[test]
    fn words_in_another_order_are_not_all_common() {
        let (left, right) = (
            body("one two three four"),
            body("three four five one two six"),
        );
        let most = CommonOrder {
            direction: Direction::Max,
        };
        assert_eq!(alike(&most, &left, &right), 2.0 / 4.0);
        assert_eq!(
            most.directed(&left, &right, &left.join(&right)),
            Some([2.0 / 4.0, 2.0 / 6.0])
        );
        assert_eq!(alike(&SameWords::default(), &left, &right), 4.0 / 10.0);
        assert_eq!(
            alike(&LongestCommonRun::default(), &left, &right),
            2.0 / 4.0
        );
    }

    #[test]
    fn the_longest_difference_is_told_from_the_same_number_of_scattered_words() {
        let text = "one two three four five six seven eight nine ten";
        let clause = body("one two three A B C seven eight nine ten");
        let scattered = body("one A three four B six seven C nine ten");
        let measure = LongestDifference::default();
        let same = |other| alike(&SameWords::default(), &body(text), other);
        assert_eq!(same(&clause), same(&scattered));
        assert_eq!(
            alike(&measure, &body(text), &clause),
            1.0 - 4f64.ln() / 11f64.ln()
        );
        assert!(alike(&measure, &body(text), &scattered) > alike(&measure, &body(text), &clause));
    }
}
