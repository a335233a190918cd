//! Unicode's sentence boundaries (UAX 29), with every line break a space. In ASCII, where a
//! boundary can follow `.`, `!` and `?` alone, these are looked for instead of classifying every
//! character.

use either::{Left, Right};
use memchr::memchr3;
use unicode_segmentation::UnicodeSegmentation;

use super::ascii_runs::{is_blank, runs};

/// The ends of the sentences of a text, ascending; the last is its length.
pub(super) fn ends(text: &str) -> impl Iterator<Item = usize> {
    runs(text, parts_sentences).flat_map(move |run| {
        let (start, end) = (run.range.start, run.range.end);
        let part = &text[run.range];
        let ends = if run.is_ascii || has_no_stop(part) {
            Left(ascii_ends(part.as_bytes()))
        } else {
            Right(foreign_ends(part))
        };
        // No sentence ends where a run does, but the last.
        ends.map(move |place| start + place)
            .filter(move |&place| place < end || place == text.len())
    })
}

/// Returns whether a text may be cut at a place: after a blank that follows a letter. Only from the
/// end of a sentence rules look across a blank, and no further than to the next letter.
fn parts_sentences(text: &[u8], place: usize) -> bool {
    place >= 2
        && text[place - 2].is_ascii_alphabetic()
        && is_blank(text[place - 1])
        && text[place].is_ascii()
}

/// Returns whether a text is one sentence at sight: letters and digits of no script end any, nor
/// does ASCII except for three marks.
fn has_no_stop(text: &str) -> bool {
    let ends_none = |c: char| match u8::try_from(c) {
        Ok(b) if b.is_ascii() => !is_terminator(b),
        _ => c.is_alphanumeric(),
    };
    text.chars().all(ends_none)
}

fn foreign_ends(text: &str) -> impl Iterator<Item = usize> {
    let unwrapped = text.replace(LINE_BREAKS, " ");
    let pieces = unwrapped.split_sentence_bound_indices();
    let ends: Vec<usize> = pieces.map(|(start, piece)| start + piece.len()).collect();
    ends.into_iter()
}

/// One byte each, as a space is.
const LINE_BREAKS: [char; 4] = ['\n', '\r', '\u{b}', '\u{c}'];

/// The last is the length of the text.
fn ascii_ends(text: &[u8]) -> impl Iterator<Item = usize> {
    let mut from = 0;
    std::iter::from_fn(move || {
        while from < text.len() {
            let stop = memchr3(b'.', b'!', b'?', &text[from..]);
            from = match stop {
                Some(stop) => from + stop + 1,
                None => text.len(),
            };
            match stop.map(|_| after_terminator(text, from - 1)) {
                Some(After::SentenceGoesOn) => {}
                Some(After::SentenceEnds(end)) => {
                    from = end;
                    return Some(end);
                }
                None => return Some(from),
            }
        }
        None
    })
}

enum After {
    SentenceGoesOn,
    /// Start of the next one.
    SentenceEnds(usize),
}

/// Rules SB6 to SB11 for the terminator at `stop`.
fn after_terminator(text: &[u8], stop: usize) -> After {
    let at = |place: usize| text.get(place).copied().unwrap_or(b' ');
    let skip = |from: usize, class: fn(u8) -> bool| {
        from + text[from..].iter().take_while(|&&b| class(b)).count()
    };
    let is_full_stop = text[stop] == b'.';
    let after_letter = stop > 0 && text[stop - 1].is_ascii_alphabetic();
    let next = at(stop + 1);
    let in_a_word = next.is_ascii_digit() || after_letter && next.is_ascii_uppercase();
    if is_full_stop && in_a_word {
        return After::SentenceGoesOn;
    }
    let end = skip(skip(stop + 1, is_closing), is_space);
    let first = skip(end, |b| !b.is_ascii_alphabetic() && !is_terminator(b));
    let goes_on = end < text.len() && (is_continuation(text[end]) || is_terminator(text[end]));
    if goes_on || is_full_stop && at(first).is_ascii_lowercase() {
        After::SentenceGoesOn
    } else {
        After::SentenceEnds(end)
    }
}

fn is_terminator(b: u8) -> bool {
    matches!(b, b'.' | b'!' | b'?')
}

fn is_closing(b: u8) -> bool {
    matches!(b, b'"' | b'\'' | b'(' | b')' | b'[' | b']' | b'{' | b'}')
}

fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0xb | 0xc)
}

fn is_continuation(b: u8) -> bool {
    matches!(b, b',' | b'-' | b':' | b';')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The ends of a text's sentences by the rules for all scripts.
    fn slowly(text: &str) -> Vec<usize> {
        foreign_ends(text).collect()
    }

    #[test]
    fn what_has_no_stop_is_one_sentence() {
        for c in ('\0'..=char::MAX).filter(|c| has_no_stop(c.encode_utf8(&mut [0; 4]))) {
            let text = format!("A{c} B {c}A");
            assert_eq!(slowly(&text), [text.len()], "{c:?}");
        }
        assert!(
            ["A. B", "A! B", "。", "…"]
                .iter()
                .all(|text| !has_no_stop(text))
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]

        #[test]
        fn ascii_is_divided_as_any_text(text in "[\\x00-\\x7f]{0,12}|[aB1 .!?,;:'\"()\\[\\]{}\n-]{0,16}") {
            prop_assert_eq!(ascii_ends(text.as_bytes()).collect::<Vec<_>>(), slowly(&text));
        }

        #[test]
        fn runs_are_divided_as_the_whole(
            text in "[aB1 .!?,;:'\"()\n\u{300}é。…\u{201d}\u{2029}-]{0,20}|([aB]{1,2}[.!?]?[ \n]|[é。\u{201d}][.!]?){0,14}",
        ) {
            prop_assert_eq!(ends(&text).collect::<Vec<_>>(), slowly(&text));
        }
    }
}
