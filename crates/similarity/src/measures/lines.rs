//! Equal lines, as `diff` finds them (000, section 2.1).

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::{BoundSketch, CommonValues, Entry, Measure, View};
use crate::corpus::CorpusStats;
use dejalu_text::AnalyzedDocument;
use dejalu_text::alignment::{Sequence, common_order};

pub(super) const MEASURES: &[Entry] = &[Entry::of::<EqualLines>()];

/// The lines of a document's body that hold a letter or digit, hashed, in order.
#[derive(Debug)]
pub struct Lines(Sequence);

impl View for Lines {
    type Options = ();
    type Joint = ();

    fn of(document: &AnalyzedDocument, _stats: &CorpusStats, _options: &()) -> Self {
        let lines = document.body_text().flat_map(str::lines);
        let written = lines.filter(|line| line.contains(char::is_alphanumeric));
        let hash = |line: &str| {
            let folded = line.split_whitespace().collect::<Vec<_>>().join(" ");
            xxh3_64(folded.as_bytes())
        };
        Lines(written.map(hash).collect::<Vec<u64>>().into())
    }

    fn is_empty(&self) -> bool {
        self.0.words().is_empty()
    }

    fn bound_sketch(
        document: &AnalyzedDocument,
        stats: &CorpusStats,
        options: &(),
    ) -> Option<BoundSketch> {
        let Lines(lines) = Lines::of(document, stats, options);
        let mut lines = lines.words().to_vec();
        lines.sort_unstable();
        Some(BoundSketch::of_values(&lines))
    }
}

/// 2·LCS/(n + m) for bodies of n and m lines with LCS equal lines in common order, which is what
/// `diff` leaves unmarked. In [0, 1]. A block of a web page is a line.
///
/// \[choice\] Lines without a letter or digit do not count, and white space is folded: the thesis
/// holds against `diff` that it "shows differences, even spaces".
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EqualLines {}

impl Measure for EqualLines {
    const NAME: &'static str = "equal-lines";
    const SUMMARY: &'static str =
        "share of both documents' lines that are equal and in common order";
    const SOURCE: &'static str = "Yerra 2005 (000), section 2.1 (diff)";
    const COST: &'static str = "O(nm/64) for n and m lines, at most O(64·√(nm))";
    type View = Lines;

    fn view(&self) {}

    /// Of n and m lines no more can be equal in common order than are equal at all.
    fn at_most_of(&self, common: &CommonValues) -> Option<f64> {
        Some(common.dice_of_counts())
    }

    fn similarity(&self, left: &Lines, right: &Lines, _: &()) -> f64 {
        common_order(&left.0, &right.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_text::Analyzer;
    use dejalu_text::document::Document;

    fn view(document: Document) -> Lines {
        Lines::of(
            &Analyzer::new(Default::default()).analyze(&document),
            &CorpusStats::default(),
            &(),
        )
    }

    #[test]
    fn lines_are_equal_but_for_white_space_and_count_in_order() {
        let [left, right] = [
            "one\n\n  two  \n---\nthree\nfour",
            "zero\ntwo\nfour\nthree\n***",
        ]
        .map(|text| view(Document::plain("x", text)));
        assert_eq!(
            EqualLines::default().similarity(&left, &right, &()),
            2.0 * 2.0 / f64::from(4 + 4)
        );
        assert!(view(Document::plain("x", "***\n---")).is_empty());
    }

    #[test]
    fn a_block_of_a_page_is_a_line() {
        let page = view(Document::html(
            "x",
            "<p>one <a href=/>two</a>\nthree<p>four",
            None,
        ));
        let text = view(Document::plain("x", "one two three\nfour"));
        assert_eq!(EqualLines::default().similarity(&page, &text, &()), 1.0);
    }
}
