//! Patricia overlap: how much of a document occurs in the other in long passages (003, section 2).

use serde::{Deserialize, Serialize};

use super::{Direction, Effort, Entry, Measure, View};
use crate::corpus::CorpusStats;
use dejalu_text::AnalyzedDocument;
use dejalu_text::sistrings::{CHANCE_MATCH, Sistrings};

pub(super) const MEASURES: &[Entry] = &[Entry::of::<Patricia>()];

impl View for Sistrings {
    type Options = ();
    /// S of the left document in the right one, and the other way.
    type Joint = [f64; 2];

    fn of(document: &AnalyzedDocument, _stats: &CorpusStats, _options: &()) -> Self {
        Sistrings::new(&document.body_text().collect::<Vec<_>>().join(" "))
    }

    /// A text too short for any match but by chance has nothing to compare.
    fn is_empty(&self) -> bool {
        self.characters() <= CHANCE_MATCH
    }

    fn join(&self, other: &Self) -> [f64; 2] {
        [(self, other), (other, self)].map(|(text, candidate)| {
            let share = text.matched(candidate) as f64 / text.characters() as f64;
            share.min(1.0)
        })
    }
}

/// S(P, C) = characters of C in passages of more than 15 characters that occur in P, by the length
/// of P (003, section 2), the larger or smaller of the two directions. In [0, 1]; 0 where either
/// body has at most 15 characters.
///
/// \[choice\] Capped at 1, which a candidate that repeats P would pass.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Patricia {
    /// The document that is taken for P.
    pub direction: Direction,
}

impl Measure for Patricia {
    const NAME: &'static str = "patricia";
    const SUMMARY: &'static str =
        "share of one document that the other contains in passages of more than 15 characters";
    const SOURCE: &'static str = "Pereira and Ziviani 2003 (003), section 2";
    const COST: &'static str = "O(characters × log words)";
    const EFFORT: Effort = Effort::Heavy;
    type View = Sistrings;

    fn view(&self) {}

    fn similarity(&self, _: &Sistrings, _: &Sistrings, overlaps: &[f64; 2]) -> f64 {
        self.direction.combine(*overlaps)
    }

    fn directed(&self, _: &Sistrings, _: &Sistrings, overlaps: &[f64; 2]) -> Option<[f64; 2]> {
        Some(*overlaps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_text::Analyzer;
    use dejalu_text::document::{Builder, Document, FieldKind};

    fn view(document: &Document) -> Sistrings {
        let analyzed = Analyzer::new(Default::default()).analyze(document);
        View::of(&analyzed, &CorpusStats::default(), &())
    }

    fn text(text: &str) -> Sistrings {
        view(&Document::plain("x", text))
    }

    #[test]
    fn the_roses_of_the_paper() {
        let roses = "uma rosa é uma rosa é uma rosa.";
        let candidate = text("nunca uma rosa é uma rosa é uma violeta.");
        assert_eq!(text(roses).join(&candidate)[0], 26.0 / 31.0);
        // 62/31 before the cap.
        assert_eq!(text(roses).join(&text(&format!("{roses} {roses}")))[0], 1.0);
    }

    #[test]
    fn fifteen_characters_are_nothing_to_compare() {
        assert!(text("abcdefgh ijklmn").is_empty());
        assert!(!text("abcdefgh ijklmno").is_empty());
    }

    #[test]
    fn the_body_is_compared_across_links_and_without_the_frame() {
        let main = FieldKind::Main.into();
        let linked = Builder::new("x")
            .block(FieldKind::Url.into(), "ferry example org")
            .block(FieldKind::AnchorSameSite.into(), "ferry news of last week");
        let mut linked = linked.block(main, "The old ferry ");
        linked.end_block();
        linked.inline(main, "The ");
        linked.inline(main.with(FieldKind::AnchorSameSite), "old ferry");
        linked.inline(main, " waits.");
        assert_eq!(
            view(&linked.build()),
            text("The old ferry The old ferry waits.")
        );
    }
}
