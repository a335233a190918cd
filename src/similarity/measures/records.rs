//! Comparisons of short fields, as records of works, people and goods have them: names of people and of
//! journals, codes, pages, years, and any short text by its letters. Each is meant for a field
//! (`person-names:field=author`); of a whole document it compares what it finds there.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use super::{Entry, Measure, View};
use crate::corpus::CorpusStats;
use crate::text::AnalyzedDocument;

pub(super) const MEASURES: &[Entry] = &[
    Entry::of::<EditSimilarity>(),
    Entry::of::<PersonNames>(),
    Entry::of::<Abbreviation>(),
    Entry::of::<CodeAgreement>(),
    Entry::of::<PageAgreement>(),
    Entry::of::<YearCloseness>(),
];

/// The words of a document's body without accents and signs; the case is kept.
fn words(document: &AnalyzedDocument) -> Vec<String> {
    let mut words = Vec::new();
    for text in document.body_text() {
        let plain: String = text.nfd().filter(|c| !is_accent(*c)).collect();
        let parts = plain.split(|c: char| !c.is_alphanumeric());
        words.extend(parts.filter(|word| !word.is_empty()).map(String::from));
    }
    words
}

fn is_accent(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

/// The first letters, digits and blanks of a body, in lower case.
#[derive(Debug)]
pub struct Letters(Vec<char>);

impl View for Letters {
    type Options = ();
    type Joint = ();

    fn of(document: &AnalyzedDocument, _: &CorpusStats, (): &()) -> Self {
        const MOST: usize = 256;
        let text = words(document).join(" ").to_lowercase();
        Letters(text.chars().take(MOST).collect())
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// 1 − d/max(n, m) for texts of n and m letters that are d insertions, deletions and replacements of a
/// letter apart (Levenshtein). In [0, 1]. The first 256 letters count.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EditSimilarity {}

impl Measure for EditSimilarity {
    const NAME: &'static str = "edit-similarity";
    const SUMMARY: &'static str = "share of the longer text's letters that need no edit";
    const SOURCE: &'static str = "Levenshtein 1966";
    const COST: &'static str = "O(nm) for n and m letters, at most 256 each";
    type View = Letters;

    fn view(&self) {}

    fn similarity(&self, left: &Letters, right: &Letters, (): &()) -> f64 {
        let (one, other) = without_common_ends(&left.0, &right.0);
        let distance = strsim::generic_levenshtein(&one.to_vec(), &other.to_vec());
        1.0 - distance as f64 / left.0.len().max(right.0.len()) as f64
    }
}

/// What is left of two texts without the letters that both begin and end with, which no edit changes.
/// Most of what is compared is nearly equal, and the distance takes time with the product of the lengths.
fn without_common_ends<'a>(left: &'a [char], right: &'a [char]) -> (&'a [char], &'a [char]) {
    let same = |(a, b): &(&char, &char)| a == b;
    let head = left.iter().zip(right).take_while(same).count();
    let (left, right) = (&left[head..], &right[head..]);
    let tail = left
        .iter()
        .rev()
        .zip(right.iter().rev())
        .take_while(same)
        .count();
    (&left[..left.len() - tail], &right[..right.len() - tail])
}

/// Words of names, and initials, each with how often it occurs.
#[derive(Debug)]
pub struct Names {
    words: BTreeMap<String, u64>,
    initials: BTreeMap<char, u64>,
}

impl View for Names {
    type Options = ();
    type Joint = ();

    fn of(document: &AnalyzedDocument, _: &CorpusStats, (): &()) -> Self {
        const INITIALS: usize = 3;
        let mut names = Names {
            words: BTreeMap::new(),
            initials: BTreeMap::new(),
        };
        for word in words(document) {
            let letters = word.chars().count();
            let is_initials = letters <= INITIALS && word.chars().all(char::is_uppercase);
            if letters == 1 || is_initials {
                for initial in word.chars().flat_map(char::to_lowercase) {
                    *names.initials.entry(initial).or_default() += 1;
                }
            } else if !matches!(word.as_str(), "and" | "et" | "al" | "und") {
                *names.words.entry(word.to_lowercase()).or_default() += 1;
            }
        }
        names
    }

    fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

impl Names {
    /// A word weighs so much, an initial one.
    const WORD: u64 = 4;

    fn weight(&self) -> u64 {
        Self::WORD * self.words.values().sum::<u64>() + self.initials.values().sum::<u64>()
    }

    /// By first letter: how many words the other one lacks.
    fn lacking(&self, other: &Names) -> BTreeMap<char, u64> {
        let mut lacking = BTreeMap::new();
        for (word, &count) in &self.words {
            let shared = other.words.get(word).copied().unwrap_or(0);
            if let Some(first) = word.chars().next() {
                *lacking.entry(first).or_default() += count.saturating_sub(shared);
            }
        }
        lacking
    }
}

/// What both lists of names share, by weight, as Dice does: words as words, initials as initials, and
/// what is left of the words as an initial of the other list. In [0, 1]; the order does not count.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PersonNames {}

impl Measure for PersonNames {
    const NAME: &'static str = "person-names";
    const SUMMARY: &'static str = "share of names that agree, an initial standing for a name";
    const SOURCE: &'static str = "for bibliographic records";
    const COST: &'static str = "O(n + m) for n and m words";
    type View = Names;

    fn view(&self) {}

    fn similarity(&self, left: &Names, right: &Names, (): &()) -> f64 {
        let both = left.words.iter().map(|(word, &count)| {
            let other = right.words.get(word).copied().unwrap_or(0);
            2 * Names::WORD * count.min(other)
        });
        let mut shared: u64 = both.sum();
        let [lacking_left, lacking_right] = [left.lacking(right), right.lacking(left)];
        let mut letters: Vec<char> = left
            .initials
            .keys()
            .chain(right.initials.keys())
            .copied()
            .collect();
        letters.sort_unstable();
        letters.dedup();
        for letter in letters {
            let of = |counts: &BTreeMap<char, u64>| counts.get(&letter).copied().unwrap_or(0);
            let (initials_left, initials_right) = (of(&left.initials), of(&right.initials));
            let equal = initials_left.min(initials_right);
            let as_words = (initials_left - equal).min(of(&lacking_right))
                + (initials_right - equal).min(of(&lacking_left));
            shared += 2 * equal + (Names::WORD + 1) * as_words;
        }
        shared as f64 / (left.weight() + right.weight()) as f64
    }
}

/// The words of a name that are more than a link between others, in lower case.
#[derive(Debug)]
pub struct NameWords(Vec<String>);

impl View for NameWords {
    type Options = ();
    type Joint = ();

    fn of(document: &AnalyzedDocument, _: &CorpusStats, (): &()) -> Self {
        const MOST: usize = 32;
        const LINKS: [&str; 14] = [
            "of", "the", "and", "in", "for", "on", "a", "an", "de", "der", "la", "et", "und", "fur",
        ];
        let lower = words(document).into_iter().map(|word| word.to_lowercase());
        let mut kept: Vec<String> = lower
            .clone()
            .filter(|word| !LINKS.contains(&&**word))
            .take(MOST)
            .collect();
        if kept.is_empty() {
            kept = lower.take(MOST).collect();
        }
        NameWords(kept)
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl NameWords {
    /// Whether it is one word of the initials of another's words.
    fn is_acronym_of(&self, other: &NameWords) -> bool {
        const SHORTEST: usize = 3;
        let [word] = &self.0[..] else {
            return false;
        };
        let initials = other.0.iter().filter_map(|word| word.chars().next());
        other.0.len() >= SHORTEST && initials.eq(word.chars())
    }
}

/// 2·LCS/(n + m) for names of n and m words, a word being equal to each that it begins or that begins
/// it: *Curr Opin Lipidol* is *Current Opinion in Lipidology*. 1 for an acronym and its words. In [0, 1].
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Abbreviation {}

impl Measure for Abbreviation {
    const NAME: &'static str = "abbreviation";
    const SUMMARY: &'static str =
        "share of the words that are equal, abbreviate each other, and are in common order";
    const SOURCE: &'static str = "for names of journals and institutions";
    const COST: &'static str = "O(nm) for n and m words, at most 32 each";
    type View = NameWords;

    fn view(&self) {}

    fn similarity(&self, left: &NameWords, right: &NameWords, (): &()) -> f64 {
        if left.is_acronym_of(right) || right.is_acronym_of(left) {
            return 1.0;
        }
        let (left, right) = (&left.0, &right.0);
        let mut before = vec![0_usize; right.len() + 1];
        for word in left {
            let mut row = vec![0; right.len() + 1];
            for (place, other) in right.iter().enumerate() {
                let is_same = word.starts_with(&**other) || other.starts_with(&**word);
                row[place + 1] = if is_same {
                    before[place] + 1
                } else {
                    before[place + 1].max(row[place])
                };
            }
            before = row;
        }
        2.0 * before[right.len()] as f64 / (left.len() + right.len()) as f64
    }
}

/// Codes: words with a digit, by their letters and digits alone.
#[derive(Debug)]
pub struct Codes(Vec<String>);

impl View for Codes {
    type Options = ();
    type Joint = ();

    fn of(document: &AnalyzedDocument, _: &CorpusStats, (): &()) -> Self {
        let mut codes = Vec::new();
        for text in document.body_text() {
            let text = text.to_lowercase();
            let parts = text.split(|c: char| {
                c.is_whitespace() || matches!(c, ';' | ',' | '(' | ')' | '[' | ']' | '"')
            });
            for part in parts.filter(|part| part.contains(|c: char| c.is_ascii_digit())) {
                // A DOI begins with 10., whatever stands before it.
                let code = part.find("10.").map_or(part, |place| &part[place..]);
                let code: String = code.chars().filter(|c| c.is_alphanumeric()).collect();
                let code = code.trim_start_matches('0');
                codes.extend((!code.is_empty()).then(|| code.to_owned()));
            }
        }
        codes.sort_unstable();
        codes.dedup();
        Codes(codes)
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// |∩| / min(|A|, |B|) of the codes of both: DOIs, ISBNs, ISSNs, volumes, numbers of issues. In [0, 1].
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CodeAgreement {}

impl Measure for CodeAgreement {
    const NAME: &'static str = "code-agreement";
    const SUMMARY: &'static str =
        "share of the codes (words with a digit) of the one with fewer that the other has";
    const SOURCE: &'static str = "overlap coefficient; for DOI, ISBN, volume, number";
    const COST: &'static str = "O(n + m) for n and m codes";
    type View = Codes;

    fn view(&self) {}

    fn similarity(&self, left: &Codes, right: &Codes, (): &()) -> f64 {
        let shared = left
            .0
            .iter()
            .filter(|code| right.0.binary_search(code).is_ok());
        shared.count() as f64 / left.0.len().min(right.0.len()) as f64
    }
}

/// The first and the last page.
#[derive(Debug)]
pub struct Pages {
    first: Option<String>,
    last: Option<String>,
}

impl View for Pages {
    type Options = ();
    type Joint = ();

    fn of(document: &AnalyzedDocument, _: &CorpusStats, (): &()) -> Self {
        let words = words(document);
        let runs = words
            .iter()
            .flat_map(|word| word.split(|c: char| !c.is_ascii_digit()));
        let mut runs = runs
            .map(|run| run.trim_start_matches('0'))
            .filter(|run| !run.is_empty());
        let first = runs.next().map(String::from);
        let last = first.as_ref().zip(runs.next()).map(|(first, last)| {
            // 221-8 is 221-228.
            let kept = first.len().saturating_sub(last.len());
            format!("{}{last}", &first[..kept])
        });
        Pages { first, last }
    }

    fn is_empty(&self) -> bool {
        self.first.is_none()
    }
}

/// 1 where the first pages are equal, and the last ones or one of those is missing; 0.75 where only the
/// first ones are, else 0. `221-8` has the pages of `221-228`.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PageAgreement {}

impl Measure for PageAgreement {
    const NAME: &'static str = "page-agreement";
    const SUMMARY: &'static str = "whether the first pages agree, and the last ones";
    const SOURCE: &'static str = "for bibliographic records";
    const COST: &'static str = "O(1)";
    type View = Pages;

    fn view(&self) {}

    fn similarity(&self, left: &Pages, right: &Pages, (): &()) -> f64 {
        if left.first != right.first {
            return 0.0;
        }
        match (&left.last, &right.last) {
            (Some(left), Some(right)) if left != right => 0.75,
            _ => 1.0,
        }
    }
}

/// The first year.
#[derive(Debug)]
pub struct Year(Option<u16>);

impl View for Year {
    type Options = ();
    type Joint = ();

    fn of(document: &AnalyzedDocument, _: &CorpusStats, (): &()) -> Self {
        let words = words(document);
        let mut runs = words
            .iter()
            .flat_map(|word| word.split(|c: char| !c.is_ascii_digit()));
        let year = runs.find(|run| run.len() == 4 && run.starts_with(['1', '2']));
        Year(year.and_then(|year| year.parse().ok()))
    }

    fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

/// 1 for equal years, 0.5 for neighbours, 0 for others: a work is often dated by its first appearance
/// here and by its printing there.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct YearCloseness {}

impl Measure for YearCloseness {
    const NAME: &'static str = "year-closeness";
    const SUMMARY: &'static str = "whether the first years are equal, or neighbours (0.5)";
    const SOURCE: &'static str = "for bibliographic records";
    const COST: &'static str = "O(1)";
    type View = Year;

    fn view(&self) {}

    fn similarity(&self, left: &Year, right: &Year, (): &()) -> f64 {
        match (left.0, right.0) {
            (Some(left), Some(right)) if left == right => 1.0,
            (Some(left), Some(right)) if left.abs_diff(right) == 1 => 0.5,
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::text::Analyzer;

    fn compared<M: Measure>(pairs: &[(&str, &str, f64)])
    where
        <M::View as View>::Options: Default,
    {
        let view = |text: &str| {
            let document = Analyzer::new(Default::default()).analyze(&Document::plain("x", text));
            M::View::of(&document, &CorpusStats::default(), &M::default().view())
        };
        for (left, right, expected) in pairs {
            let [one, other] = [view(left), view(right)];
            assert!(one.is_comparable(&other), "{left} {right}");
            for (one, other) in [(&one, &other), (&other, &one)] {
                let similarity = M::default().similarity(one, other, &one.join(other));
                assert!(
                    (similarity - expected).abs() < 1e-12,
                    "{left} {right}: {similarity}"
                );
            }
        }
    }

    #[test]
    fn names_agree_by_their_initials_in_any_order() {
        compared::<PersonNames>(&[
            ("Adeli, K.; Lewis, G. F.", "Adeli K.Lewis G. F.", 1.0),
            ("Adeli K, Lewis GF", "Gary F. Lewis and Khosrow Adeli", 1.0),
            ("Müller, Jürgen", "Muller J", 1.0),
            ("Doe, J.", "Roe, J.", 2.0 / 10.0),
            ("Doe, Jane", "Smith, Paul", 0.0),
        ]);
    }

    #[test]
    fn journals_agree_by_their_abbreviations() {
        compared::<Abbreviation>(&[
            ("Curr Opin Lipidol", "Current Opinion in Lipidology", 1.0),
            (
                "J. Clin. Invest.",
                "The Journal of Clinical Investigation",
                1.0,
            ),
            ("JAMA", "Journal of the American Medical Association", 1.0),
            ("Diabetes", "Diabetes Care", 2.0 / 3.0),
            ("Nature", "Science", 0.0),
        ]);
    }

    #[test]
    fn codes_pages_and_years_agree_however_they_are_written() {
        compared::<CodeAgreement>(&[
            (
                "10.1097/MOL.0b013e",
                "https://doi.org/10.1097/mol.0B013E",
                1.0,
            ),
            ("0957-9672 (Print)\n0957-9672", "09579672", 1.0),
            ("19", "19(3)", 1.0),
            ("19", "20", 0.0),
        ]);
        compared::<PageAgreement>(&[
            ("221-8", "221-228", 1.0),
            ("221", "221-228", 1.0),
            ("221-228", "221-230", 0.75),
            ("e1021", "1021", 1.0),
            ("221-228", "228-230", 0.0),
        ]);
        compared::<YearCloseness>(&[
            ("2008", "May 2008", 1.0),
            ("2008", "2009", 0.5),
            ("2008", "2010", 0.0),
        ]);
        compared::<EditSimilarity>(&[
            ("The ferry: a study", "the ferry  a study", 1.0),
            ("12 High Street", "12 Hihg Street", 1.0 - 2.0 / 14.0),
        ]);
    }
}
