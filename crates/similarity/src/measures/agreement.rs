//! Agreement on identifying items: numbers, names, title, address. Each measure collects items of
//! one kind from both documents and compares them by the Jaccard coefficient.
//!
//! Unlike a similarity of content, an agreement compares where only one document has an item: that is
//! disagreement (0). Where neither has one there is nothing to compare, nor with a document without a
//! word.

use serde::{Deserialize, Serialize};

use super::identifiers::identifiers;
use super::{BoundSketch, CommonValues, Entry, Measure, View};
use crate::corpus::CorpusStats;
use dejalu_text::document::FieldKind;
use dejalu_text::sorted::multiset_intersection;
use dejalu_text::{AnalyzedDocument, TermId, Token};

pub(super) const MEASURES: &[Entry] = &[
    Entry::of::<NumberAgreement>(),
    Entry::of::<NameAgreement>(),
    Entry::of::<TitleAgreement>(),
    Entry::of::<UrlAgreement>(),
    Entry::of::<DoiAgreement>(),
    Entry::of::<YearAgreement>(),
    Entry::of::<IdentifierAgreement>(),
];

/// The kind of item gathered from a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum ItemKind {
    /// Words of digits, in the body.
    Numbers,
    /// Capitalised words within the body's sentences ([`AnalyzedDocument::capitalised`]).
    Names,
    /// Words of the title.
    Title,
    /// Words of the address.
    Url,
    /// Digital object identifiers, anywhere.
    Dois,
    /// Numbers from 1500 to 2099, in the body.
    Years,
    /// Words of letters and digits in title, headings and address.
    Identifiers,
}

/// The items of one kind that a document holds, ascending.
#[derive(Debug)]
pub struct Items {
    items: Vec<u64>,
    /// True if the document holds no word at all.
    wordless: bool,
}

impl View for Items {
    type Options = ItemKind;
    type Joint = ();
    const CONVENTION: f64 = 1.0;

    fn of(document: &AnalyzedDocument, _stats: &CorpusStats, kind: &ItemKind) -> Self {
        let field = |kind| {
            document
                .tokens
                .iter()
                .filter(move |token| token.kinds.contains(kind))
        };
        let raw = |token: &Token| token.raw.0;
        let texts = || document.body().map(|token| document.written(token));
        let mut items: Vec<u64> = match kind {
            ItemKind::Numbers => texts().flat_map(numbers).collect(),
            ItemKind::Years => texts().flat_map(numbers).filter(is_year).collect(),
            ItemKind::Names => document.capitalised().into_iter().map(raw).collect(),
            ItemKind::Title => field(FieldKind::Title).map(raw).collect(),
            ItemKind::Url => field(FieldKind::Url).map(raw).collect(),
            ItemKind::Identifiers => [FieldKind::Title, FieldKind::Heading, FieldKind::Url]
                .into_iter()
                .flat_map(field)
                .flat_map(|token| identifiers(document.written(token)))
                .collect(),
            ItemKind::Dois => dois(&document.text).map(|doi| TermId::of(&doi).0).collect(),
        };
        items.sort_unstable();
        if *kind != ItemKind::Numbers {
            items.dedup();
        }
        Items {
            items,
            wordless: document.tokens.is_empty(),
        }
    }

    fn is_empty(&self) -> bool {
        self.wordless
    }

    fn is_comparable(&self, other: &Self) -> bool {
        let has_words = !self.wordless && !other.wordless;
        has_words && !(self.items.is_empty() && other.items.is_empty())
    }

    fn bound_sketch(
        document: &AnalyzedDocument,
        stats: &CorpusStats,
        kind: &ItemKind,
    ) -> Option<BoundSketch> {
        let items = Items::of(document, stats, kind);
        // With a document without a word nothing is compared, whatever the other holds.
        (!items.wordless).then(|| BoundSketch::of_values(&items.items))
    }
}

impl Items {
    /// |∩|/|∪| where either holds an item.
    fn agreement(&self, other: &Items) -> f64 {
        let shared = multiset_intersection(&self.items, &other.items);
        shared as f64 / (self.items.len() + other.items.len() - shared) as f64
    }
}

/// The numbers in a word by their digits, those of a span such as `1998-2003` one by one. Numbers
/// beyond 64 bits are known by their hash.
fn numbers(word: &str) -> impl Iterator<Item = u64> {
    // Most words hold no digit, and are not taken apart.
    let may_hold_any = |byte: u8| byte.is_ascii_digit() || !byte.is_ascii();
    let word = word.bytes().any(may_hold_any).then_some(word);
    let parts = word
        .into_iter()
        .flat_map(|word| word.split(['-', '\u{2010}', '\u{2011}']));
    parts.filter_map(|part| {
        let digits: String = part.chars().filter(|c| c.is_alphanumeric()).collect();
        let numeric = digits.chars().all(char::is_numeric) && !digits.is_empty();
        numeric.then(|| digits.parse().unwrap_or(TermId::of(&digits).0))
    })
}

fn is_year(number: &u64) -> bool {
    (1500..=2099).contains(number)
}

/// The identifiers `10.REGISTRANT/SUFFIX` of a text, in lower case: a registrant of four to nine
/// digits, a suffix up to white space or a sign that seldom belongs to one, less closing
/// punctuation. Case does not matter in them.
fn dois(text: &str) -> impl Iterator<Item = String> {
    doi_starts(text).filter_map(|start| {
        let rest = &text[start + 3..];
        let digits = rest.bytes().take(10).take_while(u8::is_ascii_digit);
        let (registrant, rest) = rest.split_at(digits.count());
        let rest = rest.strip_prefix('/')?;
        let stop = |c: char| {
            c.is_whitespace() || matches!(c, '"' | '<' | '>' | '{' | '}' | '|' | '\\' | '^')
        };
        let suffix = rest.split(stop).next().unwrap_or_default();
        let suffix = suffix.trim_end_matches(['.', ',', ';', ':', ')', ']', '\'']);
        ((4..=9).contains(&registrant.len()) && !suffix.is_empty())
            .then(|| format!("{registrant}/{suffix}").to_lowercase())
    })
}

/// Places where an identifier may begin: at a `10.` that is not the end of another number or word.
fn doi_starts(text: &str) -> impl Iterator<Item = usize> {
    let starts = text.match_indices("10.").map(|(start, _)| start);
    starts.filter(|&start| !text[..start].ends_with(|c: char| c.is_alphanumeric() || c == '.'))
}

/// One measure of the family.
macro_rules! agreement {
    ($(#[$doc:meta])* $name:ident, $text:literal, $summary:literal, $phrase:literal, $kind:expr) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {}

        impl Measure for $name {
            const NAME: &'static str = $text;
            const SUMMARY: &'static str = $summary;
            const PHRASE: &'static str = $phrase;
            const SOURCE: &'static str = "beyond the papers";
            const COST: &'static str = "O(items)";
            type View = Items;

            fn view(&self) -> ItemKind {
                $kind
            }

            fn at_most_of(&self, common: &CommonValues) -> Option<f64> {
                Some(common.agreement())
            }

            fn similarity(&self, left: &Items, right: &Items, _: &()) -> f64 {
                left.agreement(right)
            }
        }
    };
}

agreement! {
    /// Jaccard's coefficient of the multisets of words of digits (`1998`, `2.0`, `1,000`;
    /// \[choice\] points and commas do not matter). In [0, 1]: 0 where only one document holds a
    /// number; missing where neither does.
    NumberAgreement, "number-agreement",
    "shared numbers divided by all numbers of both documents",
    "numbers in common",
    ItemKind::Numbers
}

agreement! {
    /// Jaccard's coefficient of the sets of capitalised words of two letters or more that do not
    /// start a sentence, from sentences with a word in lower case. In [0, 1]: 0 where only one
    /// document holds a name; missing where neither does.
    NameAgreement, "name-agreement",
    "shared capitalised words inside sentences, divided by those of both documents",
    "names in common",
    ItemKind::Names
}

agreement! {
    /// Jaccard's coefficient of the sets of title words. In [0, 1]: 0 where only one document has a
    /// title; missing where neither has.
    TitleAgreement, "title-agreement",
    "shared title words divided by all title words of both documents",
    "title words in common",
    ItemKind::Title
}

agreement! {
    /// Jaccard's coefficient of the sets of words of the address, host and path. In [0, 1]: 0
    /// where only one document has an address; missing where neither has.
    UrlAgreement, "url-agreement",
    "shared words of host and path of the addresses, divided by those of both documents",
    "agreement of the addresses",
    ItemKind::Url
}

agreement! {
    /// Jaccard's coefficient of the sets of digital object identifiers (`10.1000/182`): 1 for the
    /// same one, 0 for another. In [0, 1]: 0 where only one document holds one; missing where neither
    /// does.
    DoiAgreement, "doi-agreement",
    "shared digital object identifiers divided by those of both documents",
    "digital object identifiers in common",
    ItemKind::Dois
}

agreement! {
    /// Jaccard's coefficient of the sets of years, numbers from 1500 to 2099. In [0, 1]: 0 where only
    /// one document holds a year; missing where neither does.
    YearAgreement, "year-agreement",
    "shared years divided by all years of both documents",
    "years in common",
    ItemKind::Years
}

agreement! {
    /// Jaccard's coefficient of the sets of words of letters and digits (`gfx1013`, `wh-1000xm4`, `c2x`) in title, headings
    /// and address, whose words alone tell documents of one pattern apart: manual pages of two chips, leaflets of two
    /// products. \[choice\] Versions and quantities (`v2`, `rc1`, `3rd`, `12m`) do not count, since the states of one
    /// document differ in them. In [0, 1]: 0 where only one document has one; missing where neither has.
    IdentifierAgreement, "identifier-agreement",
    "shared words of letters and digits in title, headings and address, divided by those of both",
    "names with digits, in titles and headings, in common",
    ItemKind::Identifiers
}

#[cfg(test)]
mod tests {
    use super::*;
    use dejalu_text::Analyzer;
    use dejalu_text::document::{Builder, Document};

    fn items(document: &Document, kind: ItemKind) -> Items {
        let analyzed = Analyzer::new(Default::default()).analyze(document);
        Items::of(&analyzed, &CorpusStats::default(), &kind)
    }

    #[track_caller]
    fn check(kind: ItemKind, left: &str, right: &str, expected: impl Into<Option<f64>>) {
        let [left, right] = [left, right].map(|text| items(&Document::plain("x", text), kind));
        let agreement = |a: &Items, b: &Items| a.is_comparable(b).then(|| a.agreement(b));
        let expected = expected.into();
        assert_eq!(agreement(&left, &right), expected);
        assert_eq!(agreement(&right, &left), expected);
    }

    #[test]
    fn none_on_either_side_is_nothing_to_compare_and_one_alone_disagrees() {
        for kind in [
            ItemKind::Numbers,
            ItemKind::Names,
            ItemKind::Title,
            ItemKind::Url,
            ItemKind::Dois,
            ItemKind::Years,
            ItemKind::Identifiers,
        ] {
            check(kind, "the ferry waits", "the storm passed", None);
        }
        check(ItemKind::Numbers, "the ferry waits", "ferry 7 waits", 0.0);
        check(ItemKind::Numbers, "!", "ferry 7 waits", None);
        assert!(items(&Document::plain("x", "!"), ItemKind::Names).is_empty());
        assert!(!items(&Document::plain("x", "ferry"), ItemKind::Names).is_empty());
    }

    #[test]
    fn numbers_count_as_often_as_they_stand() {
        check(
            ItemKind::Numbers,
            "7 ferries and 7 storms, 1,000 in all",
            "7 ferries of 1000",
            2.0 / 3.0,
        );
        check(
            ItemKind::Numbers,
            "version 2.0, 3rd edition",
            "version 2.1",
            0.0,
        );
    }

    #[test]
    fn years_have_four_digits_and_lie_between_1500_and_2099() {
        check(ItemKind::Years, "In 1998 and 1998, 2100 ships", "1998", 1.0);
        check(ItemKind::Years, "1998 to 2001", "1998-2003", 1.0 / 3.0);
        check(ItemKind::Years, "1499 ships", "20010 ships", None);
    }

    #[test]
    fn names_are_capitalised_words_within_sentences() {
        check(
            ItemKind::Names,
            "Today Ann met Bob Reed.",
            "Yesterday we saw Ann. Never again.",
            1.0 / 3.0,
        );
        check(
            ItemKind::Names,
            "THE SOFTWARE IS SOLD. A quiet word.",
            "a word",
            None,
        );
        check(ItemKind::Names, "so do I", "so did they", None);
    }

    #[test]
    fn identifiers_are_equal_whatever_their_case_and_closing_punctuation() {
        check(
            ItemKind::Dois,
            "doi:10.1097/MOL.0b013e",
            "https://doi.org/10.1097/mol.0B013E.",
            1.0,
        );
        check(
            ItemKind::Dois,
            "(10.1002/phar.1547)",
            "10.1002/phar.1548",
            0.0,
        );
        check(
            ItemKind::Dois,
            "10.12/x, 110.1000/182, 10.1000 / 182, 10.1000 and 10.1000/",
            "none",
            None,
        );
        // Each would read on to the end of the text.
        assert_eq!(dois(&"10.50 ".repeat(100_000)).count(), 0);
    }

    #[test]
    fn titles_and_addresses_are_compared_by_their_words() {
        let page = |title, address| {
            Builder::new("x")
                .block(FieldKind::Title.into(), title)
                .block(FieldKind::Url.into(), address)
                .block(FieldKind::Main.into(), "The ferry waits.")
                .build()
        };
        let (left, right) = (
            page("Ferry news", "example org ferry"),
            page("More news", "example org storm"),
        );
        for (kind, expected) in [(ItemKind::Title, 1.0 / 3.0), (ItemKind::Url, 2.0 / 4.0)] {
            assert_eq!(items(&left, kind).agreement(&items(&right, kind)), expected);
        }
    }

    #[test]
    fn identifiers_hold_letters_and_digits_and_are_no_versions() {
        let page = |title, heading, address| {
            Builder::new("x")
                .block(FieldKind::Title.into(), title)
                .block(FieldKind::Heading.into(), heading)
                .block(FieldKind::Url.into(), address)
                .block(FieldKind::Main.into(), "The operands of gfx90a.")
                .build()
        };
        let agreement = |left: &Document, right: &Document| {
            let [left, right] = [left, right].map(|page| items(page, ItemKind::Identifiers));
            let is_comparable = left.is_comparable(&right);
            is_comparable.then(|| left.agreement(&right))
        };
        let ours = page(
            "Operands of GFX1013",
            "The 3rd edition",
            "example org v13 rc1 13th",
        );
        let later = page(
            "Operands of gfx1013",
            "The 4th edition",
            "example org v14 2nd",
        );
        assert_eq!(agreement(&ours, &later), Some(1.0));
        let other = page(
            "Operands of gfx9",
            "The WH-1000XM4, gfx1013",
            "example org v13",
        );
        // In common gfx1013, of gfx1013, gfx9 and 1000xm4.
        assert_eq!(agreement(&ours, &other), Some(1.0 / 3.0));
        let none = page("Operands", "The 3rd edition", "example org v13");
        assert_eq!(agreement(&ours, &none), Some(0.0));
        assert_eq!(agreement(&none, &none), None);
    }
}
