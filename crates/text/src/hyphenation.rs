//! Words that are broken at the end of a line: *even-* and *ing* on two lines are *evening*.
//!
//! \[choice\] A hyphen at the end of a line joins what one within a line joins. Raw and refined words
//! have no hyphens, so *well-known* is the same word wherever the line ends, and so is *1990-1995*.
//! Only before a conjunction it joins nothing (*pre-* / *and post-war*).

use std::borrow::Cow;

use memchr::memchr3_iter;
use unicode_normalization::char::is_combining_mark;

const HYPHENS: [char; 4] = ['-', '\u{2010}', '\u{2011}', '\u{2E17}'];

/// Marks of a broken word and of nothing else: soft hyphens, and the sign that they become where they are read in
/// another character set. White space of any kind may follow them, since lines may have been joined.
const BREAKS: [char; 2] = ['\u{AD}', '\u{AC}'];

/// The last bytes of all of them.
const LAST_BYTES: [u8; 6] = [b'-', 0x90, 0x91, 0x97, 0xAD, 0xAC];

/// White space after a hyphen is looked through so far, in bytes: an indented line has less.
const LONGEST_GAP: usize = 40;

/// Words that follow a hyphen that stands for the rest of a compound (*Haupt- und Nebenstraße*). No hyphenated word
/// ends in one of them, as *doctor* does in *or* and *golden* in the Dutch *en*.
const CONJUNCTIONS: [&str; 6] = ["and", "und", "oder", "sowie", "och", "eller"];

/// Start of the second part of a word whose first part ends here, if it is broken here.
pub(super) fn second_part(text: &str, first_end: usize) -> Option<usize> {
    let (first, rest) = text.split_at(first_end);
    let mark = rest.chars().next()?;
    let is_break = BREAKS.contains(&mark);
    if !is_break && !HYPHENS.contains(&mark) {
        return None;
    }
    let rest = &rest[mark.len_utf8()..];
    let length = rest.bytes().take(LONGEST_GAP).take_while(|&b| is_gap(b));
    let (gap, second) = rest.split_at(length.count());
    let is_broken = match gap.bytes().filter(|&b| b == b'\n').count() {
        0 => gap.contains('\u{c}') || is_break && !gap.is_empty(),
        lines => lines == 1,
    };
    if !is_broken || !second.starts_with(char::is_alphanumeric) {
        return None;
    }
    let first = first.trim_end_matches(|c| is_combining_mark(c) || BREAKS.contains(&c));
    let joins =
        first.ends_with(char::is_alphanumeric) && (is_break || !begins_with_conjunction(second));
    joins.then(|| text.len() - second.len())
}

/// Returns whether a character in a word is part of what parts it at the end of a line.
pub(super) fn is_of_break(c: char) -> bool {
    HYPHENS.contains(&c) || BREAKS.contains(&c) || u8::try_from(c).is_ok_and(is_gap)
}

/// Returns whether white space before this place may be that between the parts of a broken word.
pub(super) fn may_be_broken(text: &[u8], place: usize) -> bool {
    let before = text[..place].iter().rev().take(LONGEST_GAP + 1);
    let mut before = before.skip_while(|&&b| is_gap(b));
    before.next().is_some_and(|b| LAST_BYTES.contains(b))
}

/// A text as if no word in it were hyphenated at the end of a line, nor held a soft hyphen. Next to a digit a
/// hyphen stays: no number is hyphenated.
pub(super) fn unbroken(text: &str) -> Cow<'_, str> {
    const SOFT_HYPHEN: char = '\u{AD}';
    let mut whole = String::new();
    let mut copied = 0;
    // What the hyphens begin with in UTF-8.
    for mark in memchr3_iter(b'-', 0xC2, 0xE2, text.as_bytes()) {
        if mark < copied {
            continue;
        }
        let is_soft = || text[mark..].starts_with(SOFT_HYPHEN);
        let after = || is_soft().then(|| mark + SOFT_HYPHEN.len_utf8());
        if let Some(next) = second_part(text, mark).or_else(after) {
            let by_digit = text[..mark].ends_with(char::is_numeric)
                || text[next..].starts_with(char::is_numeric);
            let kept = if by_digit && text[mark..].starts_with('-') {
                mark + 1
            } else {
                mark
            };
            whole.push_str(&text[copied..kept]);
            copied = next;
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    whole.push_str(&text[copied..]);
    Cow::Owned(whole)
}

fn begins_with_conjunction(text: &str) -> bool {
    let word = text.split(|c: char| !c.is_alphabetic()).next();
    word.is_some_and(|word| CONJUNCTIONS.iter().any(|it| it.eq_ignore_ascii_case(word)))
}

/// White space that may stand between the parts of a broken word; `\r` before `\n` too.
fn is_gap(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0xc)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hyphen_at_the_end_of_a_line_joins_what_one_within_a_line_joins() {
        for (broken, whole) in [
            ("even-\ning", "evening"),
            ("even- \r\n\t ing", "evening"),
            ("EVEN-\nING", "EVENING"),
            ("even\u{2010}\ning", "evening"),
            (
                "even\u{AD}\ning even\u{AD} ing even\u{AD}ing",
                "evening evening evening",
            ),
            ("even\u{AC}\ning even\u{AC} ing", "evening evening"),
            ("cafe\u{301}-\nteria", "cafe\u{301}teria"),
            ("even-\n\u{c}ing even-\u{c}ing", "evening evening"),
            ("ве-\nчер", "вечер"),
            ("of 1990-\n1995 in mid-\n1980", "of 1990-1995 in mid-1980"),
        ] {
            assert_eq!(unbroken(broken), whole);
        }
    }

    #[test]
    fn dashes_lists_paragraphs_and_compounds_cut_short_are_left_alone() {
        for text in [
            "one -\ntwo",
            "one--\ntwo",
            "- one\n- two",
            "one-\n- two",
            "one-\n\ntwo",
            "pre-\nand post-war",
            "Haupt-\nund Nebenstraße",
            "pre- and post-war",
            "two- or three-year",
            "a\u{AC}b",
            "-\none",
            "",
        ] {
            assert_eq!(unbroken(text), text);
        }
        assert_eq!(
            unbroken("is-\nland doct-\nor und-\nine"),
            "island doctor undine"
        );
    }
}
