//! Whether two documents are named otherwise: pages of one manual that say the same of two chips are alike but for a name in
//! their headlines or addresses.

use serde::{Deserialize, Serialize};

use super::agreement::identifiers;
use super::headline::headline;
use super::{Entry, Measure, View};
use crate::corpus::CorpusStats;
use dejalu_text::document::FieldKind;
use dejalu_text::sorted::{distinct, intersection};
use dejalu_text::{AnalyzedDocument, TermId};

pub(super) const MEASURES: &[Entry] = &[Entry::of::<NoOtherIdentifier>()];

/// What a document is called: words of letters and digits of its headline ([`Headline`](super::headline::Headline)) and of its address.
#[derive(Debug)]
pub struct Names {
    headline: Vec<u64>,
    address: Vec<u64>,
    /// The first two words of the address, which tell its site. \[choice\] Other sites name their pages by other rules.
    site: u64,
}

impl View for Names {
    type Options = ();
    type Joint = ();
    const CONVENTION: f64 = 1.0;

    fn of(document: &AnalyzedDocument, _stats: &CorpusStats, _options: &()) -> Self {
        let address = document
            .tokens
            .iter()
            .filter(|token| token.kinds.contains(FieldKind::Url));
        let words = || address.clone().map(|token| document.written(token));
        let site: Vec<&str> = words().take(2).collect();
        let named = words().skip(2).filter(|word| is_name(word));
        Names {
            headline: distinct(identifiers(&headline(document))),
            address: distinct(named.map(|word| TermId::of(&word.to_lowercase()).0)),
            site: TermId::of(&site.join(" ")).0,
        }
    }

    fn is_empty(&self) -> bool {
        self.headline.is_empty() && self.address.is_empty()
    }
}

/// Returns whether a word of an address names a thing, such as `gfx10` or `mips32r`: letters, up to four digits, and a letter
/// at most. \[choice\] Numbers of articles and sessions (`story4711`, `a1b2c3`) tell copies of one document apart as well as
/// two documents.
fn is_name(word: &str) -> bool {
    const DIGITS: usize = 4;
    const OF_SERIES: [&str; 40] = [
        "article", "articles", "art", "blog", "chapter", "comment", "content", "day", "detail",
        "details", "doc", "entry", "file", "forum", "id", "image", "img", "index", "item",
        "lesson", "message", "msg", "news", "node", "page", "part", "post", "posts", "product",
        "section", "session", "sid", "step", "story", "thread", "topic", "unit", "version", "view",
        "week",
    ];
    let word = word.to_lowercase();
    let rest = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let letters = &word[..word.len() - rest.len()];
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = rest.len() - after.len();
    letters.len() >= 2
        && (1..=DIGITS).contains(&digits)
        && after.len() <= 1
        && after.chars().all(|c| c.is_ascii_lowercase())
        && !OF_SERIES.contains(&letters)
        && identifiers(&word).next().is_some()
}

/// 0 where both headlines, or both addresses on one site, have words of letters and digits (`gfx10`, `gfx90a`) and each has one
/// that the other lacks; 1 otherwise. Versions (`v2`) do not count. Missing where either document has no such word.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NoOtherIdentifier {}

impl Measure for NoOtherIdentifier {
    const NAME: &'static str = "no-other-identifier";
    const SUMMARY: &'static str = "0 where each headline, or each address of one site, has a word of letters and digits that the other lacks";
    const PHRASE: &'static str = "no other name with digits in headline or address";
    const SOURCE: &'static str = "beyond the papers";
    const COST: &'static str = "O(words of headlines and addresses)";
    type View = Names;

    fn view(&self) {}

    fn similarity(&self, left: &Names, right: &Names, _: &()) -> f64 {
        let differ =
            |left: &[u64], right: &[u64]| intersection(left, right) < left.len().min(right.len());
        let is_one_site = left.site == right.site;
        let is_other = differ(&left.headline, &right.headline)
            || is_one_site && differ(&left.address, &right.address);
        f64::from(!is_other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_text::Analyzer;
    use dejalu_text::document::Document;

    fn page(headline: &str, address: &str) -> Names {
        let source =
            format!("<title>Manual</title><main><h1>{headline}</h1><p>The ferry waits.</p></main>");
        let document = Document::html("x", &source, Some(address));
        let analyzed = Analyzer::new(Default::default()).analyze(&document);
        Names::of(&analyzed, &CorpusStats::default(), &())
    }

    #[track_caller]
    fn check(left: [&str; 2], right: [&str; 2], expected: impl Into<Option<f64>>) {
        let [left, right] = [left, right].map(|[headline, address]| page(headline, address));
        let found = left.is_comparable(&right).then(|| {
            let measure = NoOtherIdentifier {};
            assert_eq!(
                measure.similarity(&left, &right, &()),
                measure.similarity(&right, &left, &())
            );
            measure.similarity(&left, &right, &())
        });
        assert_eq!(found, expected.into());
    }

    #[test]
    fn manuals_of_two_things_are_told_apart_by_headline_or_address() {
        let operand = "https://docs.example.org/13/gfx10_operand.html";
        check(
            ["Operand", operand],
            ["Operand", "https://docs.example.org/22/gfx10_operand.html"],
            1.0,
        );
        check(
            ["Operand", operand],
            ["Operand", "https://docs.example.org/22/gfx90a_operand.html"],
            0.0,
        );
        // Another site names its pages by other rules.
        check(
            ["Operand", operand],
            ["Operand", "https://mirror.example.net/gfx90a_operand.html"],
            1.0,
        );
        check(
            ["The WH-1000XM4", "https://a.example/1"],
            ["The WH-1000XM5", "https://b.example/1"],
            0.0,
        );
        // A longer headline of the same thing.
        check(
            ["The F40", "https://a.example/1"],
            ["The F40 and the F50", "https://b.example/1"],
            1.0,
        );
    }

    #[test]
    fn numbers_of_articles_and_versions_are_no_names() {
        let at = |page: &str| format!("https://news.example.org/{page}");
        for (left, right) in [
            ("story4711.html", "story4712.html"),
            ("a1b2c3", "d4e5f6"),
            ("item/ferry20261127", "item/ferry20261128"),
            ("v2/ferry", "v3/ferry"),
        ] {
            check(["Ferry", &at(left)], ["Ferry", &at(right)], None);
        }
    }
}
