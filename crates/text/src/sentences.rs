//! Sentence boundaries.

use std::ops::Range;

use super::AnalysisVersion;
use super::abbreviations::is_abbreviation;

/// The sentences of a text, as byte ranges in reading order that together hold all of it but
/// blank lines. No sentence crosses a blank line; a single line break is a space, as in text that
/// was wrapped by hand. Within a block Unicode's boundaries hold (UAX 29), mended after
/// abbreviations and initials, and in blocks in lower case.
pub(super) fn sentences(text: &str, version: AnalysisVersion) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for block in blocks(text) {
        let first = found.len();
        let text_of = &text[block.clone()];
        let mut open: Option<Range<usize>> = None;
        let mut start = 0;
        for end in super::sentence_bounds::ends(text_of) {
            let sentence = open.take().map_or(start, |begun| begun.start)..end;
            start = end;
            if goes_on(&text_of[sentence.clone()], &text_of[end..], version) {
                open = Some(sentence);
            } else {
                found.push(block.start + sentence.start..block.start + sentence.end);
            }
        }
        found.extend(open.map(|last| block.start + last.start..block.start + last.end));
        if version >= AnalysisVersion::Second {
            divide(text, &mut found, first);
        }
    }
    found
}

/// Divides the sentences of a block, those from the first on, where one in lower case ends, if the block is
/// in lower case: if far more of its sentences would begin with a small letter than begin with a capital.
///
/// \[choice\] Unicode's rules take a full stop before a small letter for that of an abbreviation, which it
/// is where sentences begin with capitals.
fn divide(text: &str, sentences: &mut Vec<Range<usize>>, first: usize) {
    let block = &sentences[first..];
    let ends = block.iter().flat_map(|it| ends_in_lower_case(text, it));
    let ends: Vec<usize> = ends.collect();
    if ends.is_empty() {
        return;
    }
    let begins = |sentence: &&Range<usize>, is: fn(char) -> bool| {
        let first = text[(*sentence).clone()]
            .chars()
            .find(|c| c.is_alphabetic());
        first.is_some_and(is)
    };
    let lower = block.iter().filter(|it| begins(it, char::is_lowercase));
    let upper = block.iter().filter(|it| begins(it, char::is_uppercase));
    if ends.len() + lower.count() <= 2 * upper.count() {
        return;
    }
    let mut ends = ends.into_iter().peekable();
    let whole: Vec<Range<usize>> = sentences.drain(first..).collect();
    for sentence in whole {
        let mut start = sentence.start;
        while let Some(end) = ends.next_if(|&end| end < sentence.end) {
            sentences.push(start..end);
            start = end;
        }
        sentences.push(start..sentence.end);
    }
}

/// Places of full stops before lower-case letters that may end a sentence, within a supposed one.
fn ends_in_lower_case<'t>(
    text: &'t str,
    sentence: &Range<usize>,
) -> impl Iterator<Item = usize> + 't {
    let (begin, whole) = (sentence.start, &text[sentence.clone()]);
    memchr::memchr_iter(b'.', whole.as_bytes()).filter_map(move |stop| {
        const CLOSING: [char; 6] = ['"', '\'', ')', ']', '\u{201d}', '\u{2019}'];
        let (before, after) = whole.split_at(stop + 1);
        let blank = after.trim_start_matches(CLOSING);
        let rest = blank.trim_start();
        let may_end = rest.len() < blank.len()
            && rest.starts_with(char::is_lowercase)
            && !before.ends_with("..")
            && !goes_on(before, rest, AnalysisVersion::Second);
        may_end.then(|| begin + whole.len() - rest.len())
    })
}

/// The stretches between blank lines, with the line ends in them.
pub fn blocks(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    let mut lines = text.split_inclusive('\n');
    std::iter::from_fn(move || {
        let mut block: Option<Range<usize>> = None;
        for line in lines.by_ref() {
            let span = start..start + line.len();
            start = span.end;
            if !line.trim().is_empty() {
                let begun = block.as_ref().map_or(span.start, |block| block.start);
                block = Some(begun..span.end);
            } else if block.is_some() {
                break;
            }
        }
        block
    })
}

/// Returns whether a sentence that seems to end here goes on: its last word is an abbreviation or an
/// initial.
fn goes_on(sentence: &str, rest: &str, version: AnalysisVersion) -> bool {
    let Some(before_stop) = sentence.trim_end().strip_suffix('.') else {
        return false;
    };
    let Some(next) = rest.chars().next() else {
        return false;
    };
    let is_new = version >= AnalysisVersion::Second;
    let last_word = before_stop
        .rsplit(|c: char| {
            c.is_whitespace()
                || matches!(c, '(' | '[' | '"' | '\u{201c}')
                || is_new && matches!(c, '\u{201e}' | '\u{ab}' | '\u{2018}' | '/')
        })
        .next()
        .unwrap_or_default();
    let is_initial =
        |letter: char| letter.is_uppercase() || is_new && is_initial(letter, next, rest);
    if lone(last_word).is_some_and(is_initial) && last_word != "I" {
        return true;
    }
    is_abbreviation(last_word, next.is_numeric(), version)
        || is_new && is_ordinal(last_word) && begins_with_month(rest)
}

/// The letter of a word of one.
fn lone(word: &str) -> Option<char> {
    let mut letters = word.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// Returns whether a letter that is no capital is an abbreviation: in a script without capitals, before a number (*p.
/// 5*), a word in lower case (*j. smith*) or another such letter (*z. B.*).
fn is_initial(letter: char, next: char, rest: &str) -> bool {
    let is_pair = || rest[next.len_utf8()..].starts_with('.');
    let is_cased = letter.is_lowercase();
    letter.is_alphabetic() && (!is_cased || next.is_numeric() || next.is_lowercase() || is_pair())
}

/// Returns whether a word is the day of a date, in languages that write ordinals with a full stop.
fn is_ordinal(word: &str) -> bool {
    word.len() <= 2 && !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit())
}

/// Of the languages that write ordinals so German alone writes months with capitals.
fn begins_with_month(text: &str) -> bool {
    const MONTHS: [&str; 13] = [
        "Januar",
        "J\u{e4}nner",
        "Februar",
        "M\u{e4}rz",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ];
    let word = text.split(|c: char| !c.is_alphabetic()).next();
    word.is_some_and(|word| MONTHS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<&str> {
        split_by(AnalysisVersion::Second, text)
    }

    fn split_by(version: AnalysisVersion, text: &str) -> Vec<&str> {
        sentences(text, version)
            .into_iter()
            .map(|s| text[s].trim())
            .collect()
    }

    #[test]
    fn stops_questions_and_exclamations_end_sentences() {
        assert_eq!(
            split("It rained. Did it? It did!"),
            ["It rained.", "Did it?", "It did!"]
        );
    }

    #[test]
    fn abbreviations_initials_and_decimals_end_none() {
        assert_eq!(
            split("Dr. J. Smith paid 3.5 marks. He left."),
            ["Dr. J. Smith paid 3.5 marks.", "He left."]
        );
        assert_eq!(
            split("See no. 7 of the list. He said no. She left."),
            ["See no. 7 of the list.", "He said no.", "She left."]
        );
    }

    #[test]
    fn a_line_break_is_a_space_and_a_blank_line_a_boundary() {
        assert_eq!(
            split("A heading\n\nOne line\nand the next.\r\n \r\nEnd"),
            ["A heading", "One line\nand the next.", "End"]
        );
    }

    #[test]
    fn empty_and_blank_texts_have_no_sentence() {
        assert!(split("").is_empty());
        assert!(split(" \n\n \n").is_empty());
    }

    #[test]
    fn abbreviations_of_the_languages_end_no_sentence() {
        for text in [
            "Lamps of Nord & Co. Ltd. Hamburg burn.",
            "Fruit, e.g. Apples, i.e. No. 5 of the U.S. Army list.",
            "Er kam z. B. Am Abend des 5. Mai zu Hrn. Weber bzw. Frau Dr. Beck in der „Dr. Klein GmbH“.",
            "Siehe Abb. 3 und S. 12 von Nr. 7.",
            "Mme. Durand et Mlle. Petit partent, p. ex. Lundi.",
            "El Sr. Ruiz y la Sra. Gil viven en los EE. UU.",
            "Il sig. Rossi e la dott. Bianchi, pag. 4.",
            "Het is bijv. Jan van dhr. Bos.",
            "Mieszka przy ul. Długiej, tzw. Stary Dom.",
            "Он живёт на ул. Ленина, т.е. В центре у проф. Белова.",
            "وصل د. أحمد اليوم",
        ] {
            assert_eq!(split(text), [text]);
        }
        // But what may as well be the end of one ends it.
        assert_eq!(split("They lit the art. The rest left.").len(), 2);
        assert_eq!(split("It was 5. The rest left.").len(), 2);
    }

    #[test]
    fn sentences_in_lower_case_are_told_apart() {
        assert_eq!(
            split(
                "the ferry waits. the pier (old and e.g. rotten) broke. so did j. smith, approx. twice."
            ),
            [
                "the ferry waits.",
                "the pier (old and e.g. rotten) broke.",
                "so did j. smith, approx. twice."
            ]
        );
        assert_eq!(
            split("паром ждёт. пирс сломан."),
            ["паром ждёт.", "пирс сломан."]
        );
        let cased = "The ferry of the abk. line waits. The pier broke at 3 a.m. today, or so.";
        assert_eq!(split(cased).len(), 2);
        assert_eq!(
            split("The ferry of the abk. line waits."),
            ["The ferry of the abk. line waits."]
        );
        // A block for itself, whatever the others are.
        assert_eq!(
            split("the ferry waits. it waits.\n\nThe Abk. line. It ends.").len(),
            4
        );
    }

    #[test]
    fn what_was_saved_before_divides_as_before() {
        let split = |text| split_by(AnalysisVersion::First, text).len();
        assert_eq!(split("the ferry waits. the pier broke."), 1);
        assert_eq!(split("Lamps of Nord & Co. Ltd. Hamburg burn."), 2);
    }
}
