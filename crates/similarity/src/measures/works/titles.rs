//! Two titles.

use super::edits;
use super::finding::{Finding, Found, Sign, of, rise};
use super::plain::body;
use super::title::Title;
use super::word_lists::is_stop_word;
use crate::corpus::CorpusStats;
use crate::measures::{Entry, Reads, View};
use dejalu_text::AnalyzedDocument;
use dejalu_text::sorted::intersection;

pub(super) const FINDINGS: &[Entry] = &[
    Found::<SameTitle>::ENTRY,
    Found::<SameTitleOrPart>::ENTRY,
    Found::<SameLongTitle<30>>::ENTRY,
    Found::<SameLongTitle<60>>::ENTRY,
    Found::<NoOtherTitle>::ENTRY,
    Found::<NoOtherTitleWord>::ENTRY,
    Found::<NoOtherTitleNumber>::ENTRY,
    Found::<NoMoreTitleNumbers>::ENTRY,
    Found::<NoNotice>::ENTRY,
];

/// From this edit similarity on two titles are the same, but for slips.
const SAME: f64 = 0.97;

/// From this edit similarity on a title is a part of another.
const PART: f64 = 0.93;

/// What two titles have in common.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct ComparedTitles {
    /// Edit similarity of the glued titles, in \[0, 1\].
    edits: f64,
    /// True if they are the same but for slips, or have the same words in another order.
    is_same: bool,
    /// True if one is the main part, or the title in one language, of the other.
    is_part: bool,
    /// Jaccard similarity of the words that not every title has.
    words: f64,
    /// True if each has a word that the other lacks.
    has_other_words: bool,
}

impl ComparedTitles {
    pub(super) fn of(left: &Title, right: &Title) -> Self {
        let edits = edits::similarity(&left.glued, &right.glued);
        let has_same_words = have_same_words(left, right);
        let has_other_words = !has_same_words && have_other_words(left, right);
        let is_same = has_same_words || edits >= SAME && !has_other_words;
        let shared = intersection(&left.content, &right.content) as f64;
        let all = (left.content.len() + right.content.len()) as f64 - shared;
        ComparedTitles {
            edits,
            is_same,
            is_part: !is_same && is_part(left, right),
            words: if all > 0.0 { shared / all } else { 0.0 },
            has_other_words,
        }
    }

    fn most_alike(self) -> f64 {
        of(self.is_part).max(self.edits)
    }
}

impl View for Title {
    type Options = ();
    type Joint = ComparedTitles;

    const READS: Reads = Reads::TEXT;

    fn of(document: &AnalyzedDocument, _: &CorpusStats, (): &()) -> Self {
        Title::read(&body(document))
    }

    fn is_empty(&self) -> bool {
        self.glued.is_empty()
    }

    fn join(&self, other: &Self) -> ComparedTitles {
        ComparedTitles::of(self, other)
    }
}

/// Returns whether two titles are the same but for slips.
pub(super) fn are_same(left: &Title, right: &Title) -> bool {
    have_same_words(left, right)
        || edits::reach(&left.glued, &right.glued, SAME) && !have_other_words(left, right)
}

fn have_same_words(left: &Title, right: &Title) -> bool {
    !left.content.is_empty() && left.content == right.content
}

/// Returns whether one title is the main part, or the title in one language, of the other.
fn is_part(left: &Title, right: &Title) -> bool {
    is_part_of(left, right) || is_part_of(right, left)
}

/// The whole is no part of itself: titles in which a word differs (`mice`, `rats`) are often as alike as [`PART`].
fn is_part_of(title: &Title, whole: &Title) -> bool {
    const LETTERS: usize = 10;
    const WORDS: usize = 2;
    let is_alike = |part: &[char]| edits::reach(&title.glued, part, PART);
    let has_parts = whole.main.len() < whole.glued.len();
    title.glued.len() >= LETTERS
        && title.content.len() >= WORDS
        && (has_parts && is_alike(&whole.main)
            || whole.segments.iter().any(|segment| is_alike(segment)))
}

/// Returns whether each has a word that the other lacks: in a long title `men` for `women` is a slip by its letters alone.
fn have_other_words(left: &Title, right: &Title) -> bool {
    lacks_word(right, left) && lacks_word(left, right)
}

/// Returns whether `title` lacks a word of another title: none of its words is spelled almost alike, and it is neither several
/// of them in a row nor one of several in a row that are one of them (`follow-up` and `followup`).
fn lacks_word(title: &Title, other: &Title) -> bool {
    const LETTERS: usize = 3;
    let [words, others]: [Vec<&[char]>; 2] = [title, other].map(|it| it.words().collect());
    let is_word = |word: &[char]| word.len() >= LETTERS && !word.iter().any(char::is_ascii_digit);
    let is_telling = |word: &[char]| !is_stop_word(&word.iter().collect::<String>());
    let has = |word: &[char]| words.iter().any(|it| are_one_word(it, word));
    let is_of_compound = |word: &[char]| {
        let mut compounds = words.iter().filter(|it| it.len() > word.len());
        compounds.any(|it| it.windows(word.len()).any(|part| part == word) && is_held(&others, it))
    };
    others.iter().any(|word| {
        is_word(word)
            && !has(word)
            && !is_held(&words, word)
            && !is_of_compound(word)
            && is_telling(word)
    })
}

/// `tumour` and `tumor` are one word, `diet` and `dict`, a slip; `increased` and `decreased` are two.
fn are_one_word(left: &[char], right: &[char]) -> bool {
    const ALIKE: f64 = 0.8;
    let longer = left.len().max(right.len()) as f64;
    edits::reach(left, right, ALIKE.min(1.0 - 1.0 / longer))
}

/// Returns whether the letters of a word are those of several words in a row.
fn is_held(words: &[&[char]], word: &[char]) -> bool {
    (0..words.len()).any(|start| {
        let mut rest = word;
        let mut next = words[start..].iter();
        while let Some(after) = next.next().and_then(|it| rest.strip_prefix(*it)) {
            rest = after;
            if rest.is_empty() {
                return true;
            }
        }
        false
    })
}

struct SameTitle;

impl Finding for SameTitle {
    const NAME: &'static str = "same-title";
    const SUMMARY: &'static str = "whether the titles are the same but for slips";
    const PHRASE: &'static str = "the same title";
    const COST: &'static str = COST;
    const SIGN: Sign = Sign::Agreement;
    type Field = Title;

    fn value(_: &Title, _: &Title, compared: &ComparedTitles) -> f64 {
        of(compared.is_same)
    }
}

const COST: &str = "O(nm/64) for n and m letters, at most 256 each";

/// As [`SameTitle`], or a part that is the other title: weights add up, so the whole title never counts for less.
struct SameTitleOrPart;

impl Finding for SameTitleOrPart {
    const NAME: &'static str = "same-title-or-part";
    const SUMMARY: &'static str =
        "whether one title equals the other, its main part, or its version in one of two languages";
    const PHRASE: &'static str = "the same title or a part of it";
    const COST: &'static str = COST;
    const SIGN: Sign = Sign::Agreement;
    type Field = Title;

    fn value(_: &Title, _: &Title, compared: &ComparedTitles) -> f64 {
        of(compared.is_same || compared.is_part)
    }
}

/// Two long titles are alike by chance more rarely than two short ones, so likeness of those counts more.
struct SameLongTitle<const LETTERS: usize>;

impl<const LETTERS: usize> Finding for SameLongTitle<LETTERS> {
    const NAME: &'static str = match LETTERS {
        30 => "same-title-of-30",
        _ => "same-title-of-60",
    };
    const SUMMARY: &'static str = match LETTERS {
        30 => "edit similarity of titles of at least 30 letters, or a part of one",
        _ => "edit similarity of titles of at least 60 letters, or a part of one",
    };
    const PHRASE: &'static str = match LETTERS {
        30 => "the letters of titles of at least 30 letters",
        _ => "the letters of titles of at least 60 letters",
    };
    const COST: &'static str = COST;
    const SIGN: Sign = Sign::Agreement;
    type Field = Title;

    fn is_comparable(left: &Title, right: &Title) -> bool {
        left.glued.len().min(right.glued.len()) >= LETTERS
    }

    fn value(_: &Title, _: &Title, compared: &ComparedTitles) -> f64 {
        compared.most_alike()
    }
}

struct NoOtherTitle;

impl Finding for NoOtherTitle {
    const NAME: &'static str = "no-other-title";
    const SUMMARY: &'static str =
        "0 for titles less than 0.3 alike by letters and by words, rising to 1 for 0.8";
    const PHRASE: &'static str = "no other title";
    const COST: &'static str = COST;
    const SIGN: Sign = Sign::NoConflict;
    type Field = Title;

    fn value(_: &Title, _: &Title, compared: &ComparedTitles) -> f64 {
        rise(compared.most_alike().max(compared.words), 0.3, 0.8)
    }
}

/// Welders and bakers: studies of one team, whose titles differ in a word.
struct NoOtherTitleWord;

impl Finding for NoOtherTitleWord {
    const NAME: &'static str = "no-other-title-word";
    const SUMMARY: &'static str =
        "0 where each title has a word that the other lacks, however it is spelled";
    const PHRASE: &'static str = "no other word in the title";
    const COST: &'static str = COST;
    const SIGN: Sign = Sign::NoConflict;
    type Field = Title;

    fn value(_: &Title, _: &Title, compared: &ComparedTitles) -> f64 {
        of(!compared.has_other_words)
    }
}

/// Volume 1 and volume 2: each title has a number that the other lacks.
struct NoOtherTitleNumber;

impl Finding for NoOtherTitleNumber {
    const NAME: &'static str = "no-other-title-number";
    const SUMMARY: &'static str =
        "0 where each title has a number, part letter or ordinal that the other lacks";
    const PHRASE: &'static str = "no other number in the title";
    const SIGN: Sign = Sign::NoConflict;
    type Field = Title;

    fn value(left: &Title, right: &Title, _: &ComparedTitles) -> f64 {
        let shared = intersection(&left.numbers, &right.numbers);
        of(left.numbers.len().min(right.numbers.len()) == shared)
    }
}

struct NoMoreTitleNumbers;

impl Finding for NoMoreTitleNumbers {
    const NAME: &'static str = "no-more-title-numbers";
    const SUMMARY: &'static str =
        "0 where a title has a number, part letter or ordinal that the other lacks";
    const PHRASE: &'static str = "no more numbers in one title";
    const SIGN: Sign = Sign::NoConflict;
    type Field = Title;

    fn value(left: &Title, right: &Title, _: &ComparedTitles) -> f64 {
        of(left.numbers == right.numbers)
    }
}

struct NoNotice;

impl Finding for NoNotice {
    const NAME: &'static str = "no-notice";
    const SUMMARY: &'static str =
        "0 where one title is that of an erratum, retraction, reply, comment, review or protocol";
    const PHRASE: &'static str = "no erratum or reply";
    const SIGN: Sign = Sign::NoConflict;
    type Field = Title;

    fn value(left: &Title, right: &Title, _: &ComparedTitles) -> f64 {
        of(left.notices == right.notices)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::values;

    #[test]
    fn titles_agree_but_for_slips_order_and_parts() {
        for (left, right, expected) in [
            (
                "Teaching knots to pupils - a chance",
                "Teaching knots to pupils-a chance.",
                [1.0, 1.0],
            ),
            ("The wages of menders", "Menders: the wages", [1.0, 1.0]),
            (
                "Wages of net menders: account books",
                "Wages of net menders",
                [0.0, 1.0],
            ),
            (
                "Wages of net menders [Loehne der Flickerinnen]",
                "Loehne der Flickerinnen",
                [0.0, 1.0],
            ),
            ("Editorial: wages", "Editorial", [0.0, 0.0]),
        ] {
            let of = |name: &str| values(name, left, right);
            assert_eq!(
                [of("same-title"), of("same-title-or-part")],
                expected.map(Some),
                "{left}"
            );
        }
    }

    #[test]
    fn what_tells_works_apart_is_seen() {
        let rope = "A history of rope, volume 1";
        for (name, left, right, expected) in [
            (
                "no-other-title-number",
                rope,
                "A history of rope, volume 2",
                Some(0.0),
            ),
            (
                "no-other-title-number",
                rope,
                "A history of rope",
                Some(1.0),
            ),
            (
                "no-more-title-numbers",
                rope,
                "A history of rope",
                Some(0.0),
            ),
            (
                "no-notice",
                rope,
                "Erratum: A history of rope, volume 1",
                Some(0.0),
            ),
            ("no-other-title", rope, "Lungworm in seal pups", Some(0.0)),
            ("no-other-title", rope, rope, Some(1.0)),
            ("same-title-of-30", rope, rope, None),
            (
                "no-other-title-word",
                "Lung function and exposure among Norwegian welders",
                "Lung function and exposure among Norwegian bakers",
                Some(0.0),
            ),
            (
                "no-other-title-word",
                "Tumour growth at follow-up in rats",
                "Tumor growth at followup in rats: a study",
                Some(1.0),
            ),
            (
                "same-title",
                "Prevalence of vitamin D deficiency and its association with lung function in asthmatic men",
                "Prevalence of vitamin D deficiency and its association with lung function in asthmatic women",
                Some(0.0),
            ),
            (
                "same-title-or-part",
                "Lung function and exposure among Norwegian welders of ships",
                "Lung function and exposure among Norwegian bakers of ships",
                Some(0.0),
            ),
        ] {
            assert_eq!(values(name, left, right), expected, "{name} {right}");
        }
    }
}
