//! Identifiers, words of letters and digits such as `gfx10`: pages of one manual that say the same of two chips are alike but for
//! these in their headlines or addresses.

use serde::{Deserialize, Serialize};

use super::headline::headline;
use super::{Entry, Measure, View};
use crate::corpus::CorpusStats;
use dejalu_text::document::FieldKind;
use dejalu_text::sorted::{distinct, intersection};
use dejalu_text::{AnalyzedDocument, TermId};

pub(super) const MEASURES: &[Entry] = &[Entry::of::<NoOtherIdentifier>()];

/// The identifiers in a word, those of `sony-wh1000xm4` one by one: letters and digits together, in any case, that are neither a
/// version nor a quantity.
pub(super) fn identifiers(word: &str) -> impl Iterator<Item = u64> {
    // Most words hold no digit, and are not taken apart.
    let has_digit = word.bytes().any(|byte| byte.is_ascii_digit());
    let word = has_digit.then_some(word);
    let parts = word
        .into_iter()
        .flat_map(|word| word.split(|c: char| !c.is_alphanumeric()));
    parts.filter_map(|part| {
        let part = part.to_lowercase();
        let has_digit = part.contains(|c: char| c.is_ascii_digit());
        let is_other = is_version(&part) || is_quantity(&part);
        (has_digit && part.contains(char::is_alphabetic) && !is_other).then(|| TermId::of(&part).0)
    })
}

/// Returns whether a word names a release, such as `v2` or `rc1`: the states of one document differ in them.
fn is_version(word: &str) -> bool {
    const BEFORE: [&str; 10] = [
        "v", "ver", "version", "rev", "rc", "alpha", "beta", "draft", "build", "release",
    ];
    BEFORE.contains(&word.trim_end_matches(|c: char| c.is_ascii_digit()))
}

/// Returns whether a word is a number with its unit or ending, such as `12m`, `3rd`, `5km`, `10am`: news of one event differ in
/// them.
fn is_quantity(word: &str) -> bool {
    let unit = word.trim_start_matches(|c: char| c.is_ascii_digit());
    unit.len() < word.len() && unit.chars().all(char::is_alphabetic)
}

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

/// Words of addresses whose number counts pages, states or days of one document.
const OF_SERIES: [&str; 75] = [
    "amp", "apr", "article", "articles", "art", "aug", "blog", "chapter", "comment", "content",
    "copy", "day", "dec", "detail", "details", "doc", "edition", "entry", "ep", "episode", "feb",
    "file", "forum", "hd", "html", "id", "image", "img", "index", "issue", "item", "jan", "jul",
    "july", "jun", "june", "lesson", "level", "live", "mar", "may", "message", "month", "msg",
    "news", "node", "nov", "number", "oct", "page", "part", "post", "posts", "print", "product",
    "question", "season", "section", "sep", "sept", "session", "sid", "slide", "step", "story",
    "test", "thread", "topic", "unit", "update", "utf", "version", "view", "volume", "week",
];

/// Returns whether a word of an address names a thing, such as `gfx10` or `mips32r`: letters, up to four digits, and a letter
/// at most. \[choice\] Numbers of articles and sessions (`story4711`, `a1b2c3`) tell copies of one document apart as well as
/// two documents.
fn is_name(word: &str) -> bool {
    const DIGITS: usize = 4;
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
/// that the other lacks; 1 otherwise. Versions (`v2`) and quantities (`12m`) do not count. Missing where either document has no such word.
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
            ["Operand of gfx10", "https://a.example/1"],
            ["Operand of gfx90a", "https://b.example/1"],
            0.0,
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
    fn quantities_are_no_names() {
        for [left, right] in [
            ["Harbour raises $10m", "Harbour raises $12m"],
            ["Storm at 120mph", "Storm at 130mph"],
            ["The 2nd draft2", "The 3rd draft3"],
        ] {
            check(
                [left, "https://a.example/1"],
                [right, "https://a.example/2"],
                None,
            );
        }
    }

    #[test]
    fn numbers_of_articles_and_versions_are_no_names() {
        let at = |page: &str| format!("https://news.example.org/{page}");
        for (left, right) in [
            ("story4711.html", "story4712.html"),
            ("a1b2c3", "d4e5f6"),
            ("item/ferry20261127", "item/ferry20261128"),
            ("v2/ferry", "v3/ferry"),
            ("nov27/ferry", "nov28/ferry"),
            ("live2", "live3"),
        ] {
            check(["Ferry", &at(left)], ["Ferry", &at(right)], None);
        }
    }
}
