//! Similarity of the markup of two pages. Three measures that ignore running text: counts of tags
//! (000, section 2.1), paths of tags, the outline of headings.
//!
//! \[choice\] A plain text has no markup: nothing to compare, with a page as with
//! another text. They are similarities and no agreements: that two texts both lack headings says
//! nothing about their being copies.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::{Entry, Measure, View};
use crate::corpus::CorpusStats;
use dejalu_text::alignment::{Sequence, common_order};
use dejalu_text::document::html::{Heading, Structure};
use dejalu_text::{AnalyzedDocument, Spelling, raw_runs};

pub(super) const MEASURES: &[Entry] = &[
    Entry::of::<TagCounts>(),
    Entry::of::<TagPaths>(),
    Entry::of::<HeadingOutline>(),
];

/// A page's elements; none for a plain text.
#[derive(Debug)]
pub struct Elements(Option<Arc<Structure>>);

impl View for Elements {
    type Options = ();
    type Joint = ();

    fn of(document: &AnalyzedDocument, _stats: &CorpusStats, _options: &()) -> Self {
        let structure = document.structure.as_ref();
        Elements(
            structure
                .filter(|structure| !structure.tags.is_empty())
                .cloned(),
        )
    }

    fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

impl Elements {
    /// Shared of all, both counted as often unchanged.
    fn resemblance(&self, other: &Elements, what: fn(&Structure) -> &[(u64, u32)]) -> f64 {
        let (Some(left), Some(right)) = (&self.0, &other.0) else {
            return 0.0;
        };
        let (left, right) = (what(left), what(right));
        let in_right = |key: u64| right.binary_search_by_key(&key, |&(key, _)| key).ok();
        let both = left
            .iter()
            .filter_map(|&(key, count)| Some(count.min(right[in_right(key)?].1)));
        let shared: u32 = both.sum();
        let all: u32 = left.iter().chain(right).map(|&(_, count)| count).sum();
        f64::from(shared) / f64::from(all - shared)
    }
}

/// Σ min/Σ max of the two pages' numbers of elements a tag name. In [0, 1]: 1 iff the numbers are
/// the same, which is when Di Lucca et al. 2002 take two pages for one (000, section 2.1). 0 with a
/// plain text.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TagCounts {}

impl Measure for TagCounts {
    const NAME: &'static str = "tag-counts";
    const SUMMARY: &'static str = "equal numbers of HTML elements of each name";
    const SOURCE: &'static str = "Yerra 2005 (000), section 2.1 (Di Lucca et al. 2002)";
    const COST: &'static str = "O(tag names)";
    type View = Elements;

    fn view(&self) {}

    fn similarity(&self, left: &Elements, right: &Elements, _: &()) -> f64 {
        left.resemblance(right, |structure| &structure.tags)
    }
}

/// Σ min/Σ max of the two pages' numbers of elements a path, the tag names from the root to the
/// element: which template a page is of. In [0, 1]. 0 with a plain text.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TagPaths {}

impl Measure for TagPaths {
    const NAME: &'static str = "tag-paths";
    const SUMMARY: &'static str = "shared paths of HTML tags divided by all paths of both pages";
    const SOURCE: &'static str = "beyond the papers (Buttler 2004)";
    const COST: &'static str = "O(paths)";
    type View = Elements;

    fn view(&self) {}

    fn similarity(&self, left: &Elements, right: &Elements, _: &()) -> f64 {
        left.resemblance(right, |structure| &structure.paths)
    }
}

/// A page's headings that hold a word, each its level and words hashed, in order.
#[derive(Debug)]
pub struct Outline(Sequence);

impl View for Outline {
    type Options = ();
    type Joint = ();

    fn of(document: &AnalyzedDocument, _stats: &CorpusStats, _options: &()) -> Self {
        let headings = document
            .structure
            .iter()
            .flat_map(|structure| &structure.headings);
        let hashes = headings.filter_map(|heading| hash(heading, document.spelling()));
        Outline(hashes.collect::<Vec<u64>>().into())
    }

    fn is_empty(&self) -> bool {
        self.0.words().is_empty()
    }
}

fn hash(heading: &Heading, spelling: Spelling) -> Option<u64> {
    let words: Vec<_> = raw_runs(&heading.text, spelling).collect();
    let known_by = format!("{} {}", heading.level, words.join(" "));
    (!words.is_empty()).then(|| xxh3_64(known_by.as_bytes()))
}

/// 2·LCS/(n + m) for outlines of n and m headings with LCS of them, equal in level and words, in
/// common order. In [0, 1]. 0 with a plain text or a page without headings.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HeadingOutline {}

impl Measure for HeadingOutline {
    const NAME: &'static str = "heading-outline";
    const SUMMARY: &'static str =
        "share of both pages' HTML headings that are equal and in common order";
    const SOURCE: &'static str = "beyond the papers";
    const COST: &'static str = "O(nm/64) for n and m headings, at most O(64·√(nm))";
    type View = Outline;

    fn view(&self) {}

    fn similarity(&self, left: &Outline, right: &Outline, _: &()) -> f64 {
        common_order(&left.0, &right.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_text::Analyzer;
    use dejalu_text::document::Document;

    fn view<V: View<Options = ()>>(document: Document) -> V {
        V::of(
            &Analyzer::new(Default::default()).analyze(&document),
            &CorpusStats::default(),
            &(),
        )
    }

    fn page<V: View<Options = ()>>(source: &str) -> V {
        view(Document::html("x", source, None))
    }

    #[test]
    fn equal_numbers_of_tags_are_1_wherever_the_tags_stand() {
        let left: Elements = page("<ul><li><p>one</p></li></ul><p>two</p>");
        let right: Elements = page("<p>three</p><p>four</p><ul><li>five</li></ul>");
        assert_eq!(TagCounts::default().similarity(&left, &right, &()), 1.0);
        // ul, ul/li and one p of ul, ul/li, ul/li/p and two p.
        assert_eq!(
            TagPaths::default().similarity(&left, &right, &()),
            3.0 / 5.0
        );
    }

    #[test]
    fn headings_are_equal_in_level_and_words() {
        let left: Outline = page("<h1>The Ferry</h1><h2>Pier</h2><h2>Storm!</h2>");
        let right: Outline = page("<h1>the ferry ¶</h1><h3>Pier</h3><h2>Storm</h2><h2>…</h2>");
        assert_eq!(
            HeadingOutline::default().similarity(&left, &right, &()),
            2.0 * 2.0 / f64::from(3 + 3)
        );
    }

    #[test]
    fn a_plain_text_and_a_page_without_markup_have_nothing_to_compare() {
        assert!(view::<Elements>(Document::plain("x", "The ferry waits.")).is_empty());
        assert!(view::<Outline>(Document::plain("x", "The ferry waits.")).is_empty());
        assert!(page::<Elements>("The ferry waits.").is_empty());
        assert!(page::<Outline>("<p>The ferry waits.").is_empty());
    }
}
