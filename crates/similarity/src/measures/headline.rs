//! Whether the documents have the same headline. Pages of one manual or catalogue share most of
//! their words, and their headlines say which is which.

use serde::{Deserialize, Serialize};

use super::{Entry, Measure, View};
use crate::corpus::CorpusStats;
use dejalu_text::document::FieldKind;
use dejalu_text::sorted::{distinct, multiset_intersection};
use dejalu_text::{AnalyzedDocument, TermId, raw_runs};

pub(super) const MEASURES: &[Entry] = &[Entry::of::<HeadlineAgreement>()];

/// The distinct words of a document's headline: of the first heading of the highest level that the main
/// content of a page has, else of its title. None where it has neither. \[choice\] Headings of the page's
/// frame do not count, nor does what the page calls its logo: under the site's name all its pages would
/// agree.
#[derive(Debug)]
pub struct Headline {
    words: Vec<u64>,
    /// True if the document holds no word at all.
    wordless: bool,
}

impl View for Headline {
    type Options = ();
    type Joint = ();
    const CONVENTION: f64 = 1.0;

    fn of(document: &AnalyzedDocument, _stats: &CorpusStats, _options: &()) -> Self {
        let headline = headline(document);
        let words = raw_runs(&headline, document.spelling());
        let words = distinct(words.map(|word| TermId::of(&word).0));
        Headline {
            words,
            wordless: document.tokens.is_empty(),
        }
    }

    fn is_empty(&self) -> bool {
        self.wordless
    }

    /// \[choice\] Not where either document has none, unlike the agreements of one kind of item: a page
    /// saved as plain text has lost its headline, so that a missing one speaks against nothing.
    fn is_comparable(&self, other: &Self) -> bool {
        [self, other]
            .iter()
            .all(|it| !it.wordless && !it.words.is_empty())
    }
}

/// The headline of a document ([`Headline`]); empty where it has none.
pub(super) fn headline(document: &AnalyzedDocument) -> String {
    let has_words = |text| raw_runs(text, document.spelling()).next().is_some();
    let headings = document
        .structure
        .iter()
        .flat_map(|structure| &structure.headings);
    let content = headings.filter(|heading| heading.is_of_content);
    let worded = content.filter(|heading| has_words(&heading.text));
    let top = worded.min_by_key(|heading| heading.level);
    top.map_or_else(|| title(document), |heading| heading.text.clone())
}

/// Empty where the document has no title.
fn title(document: &AnalyzedDocument) -> String {
    let titles = document
        .fields
        .iter()
        .filter(|field| field.kinds.contains(FieldKind::Title));
    let texts: Vec<&str> = titles
        .map(|title| &document.text[title.span.clone()])
        .collect();
    texts.join(" ")
}

/// Jaccard's coefficient of the sets of words of the two headlines. In [0, 1]; missing where either
/// document has none.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct HeadlineAgreement {}

impl Measure for HeadlineAgreement {
    const NAME: &'static str = "headline-agreement";
    const SUMMARY: &'static str =
        "shared words of the headlines (first top heading, else title), divided by those of both";
    const PHRASE: &'static str = "agreement of the headlines";
    const SOURCE: &'static str = "beyond the papers";
    const COST: &'static str = "O(words of the headlines)";
    type View = Headline;

    fn view(&self) {}

    fn similarity(&self, left: &Headline, right: &Headline, _: &()) -> f64 {
        let shared = multiset_intersection(&left.words, &right.words);
        shared as f64 / (left.words.len() + right.words.len() - shared) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_text::Analyzer;
    use dejalu_text::document::{Builder, Document};

    fn headline(document: Document) -> Headline {
        let analyzed = Analyzer::new(Default::default()).analyze(&document);
        Headline::of(&analyzed, &CorpusStats::default(), &())
    }

    fn page(source: &str) -> Headline {
        headline(Document::html("x", source, None))
    }

    #[track_caller]
    fn check(left: &Headline, right: &Headline, expected: f64) {
        assert_eq!(HeadlineAgreement {}.similarity(left, right, &()), expected);
        assert_eq!(HeadlineAgreement {}.similarity(right, left, &()), expected);
    }

    #[test]
    fn a_page_stands_under_its_first_heading_of_the_highest_level() {
        let left = page(
            "<title>Ferries – Orrow</title><h2>News</h2><h1>…</h1><h1>The Ferry, the pier</h1>",
        );
        let right = page("<h1>the pier</h1><h1>Storm</h1><p>The ferry waits.");
        check(&left, &right, 2.0 / 3.0);
    }

    #[test]
    fn a_sites_name_is_no_headline() {
        let sidebar = "<div role=navigation><h1 class=logo>The handbook</h1></div>";
        let main = |title: &str| {
            page(&format!(
                "{sidebar}<main><h2>{title}</h2><p>Boats wait.</main>"
            ))
        };
        check(&main("Ferry"), &main("Storm"), 0.0);
        let unmarked = |title: &str| {
            page(&format!(
                "<div><h1 class='site-title big'>The handbook</h1></div><h2>{title}</h2>"
            ))
        };
        check(&unmarked("Ferry"), &unmarked("Storm"), 0.0);
        let untitled =
            |title: &str| page(&format!("<title>{title}</title>{sidebar}<p>Boats wait."));
        check(&untitled("Ferry"), &untitled("Storm"), 0.0);
    }

    #[test]
    fn a_document_without_headings_stands_under_its_title() {
        let record = Builder::new("x")
            .block(FieldKind::Title.into(), "Ferry news")
            .block(FieldKind::Main.into(), "The ferry waits.");
        let untitled = page("<title>Ferry</title><p>The ferry waits.");
        check(&headline(record.build()), &untitled, 1.0 / 2.0);
    }

    #[test]
    fn how_a_word_is_spelled_is_of_no_account() {
        let left = page("<h1>Caf&eacute; f\u{e4}hr&shy;verbindung</h1>");
        let right = page("<h1>cafe\u{301} F\u{c4}HRVER\u{200b}BINDUNG</h1>");
        check(&left, &right, 1.0);
    }

    #[test]
    fn without_a_headline_there_is_nothing_to_compare() {
        let plain = headline(Document::plain("x", "The ferry waits."));
        assert!(!plain.is_comparable(&plain) && !plain.is_comparable(&page("<h1>Ferry</h1>")));
        assert!(headline(Document::plain("x", "!")).is_empty());
    }
}
