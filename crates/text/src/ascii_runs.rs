//! Texts in runs that Unicode's rules read alike whether they stand together or alone: those in
//! ASCII, which need none of its tables, and the others. One curly quotation mark then slows down the
//! reading of its own words, not of the whole text.

use std::ops::Range;

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) range: Range<usize>,
    pub(super) is_ascii: bool,
}

/// Whether a text may be cut at a place after its first byte.
type IsCut = fn(&[u8], usize) -> bool;

/// The pieces of a text, in order, as long as they may be; together they hold all of it.
pub(super) fn runs(text: &str, is_cut: IsCut) -> impl Iterator<Item = Run> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = &text.as_bytes()[start..];
        let (length, is_ascii) = match first_foreign(rest) {
            _ if rest.is_empty() => return None,
            None => (rest.len(), true),
            Some(foreign) => match last_cut(&rest[..foreign], is_cut) {
                Some(cut) => (cut, true),
                None => (next_cut(rest, foreign, is_cut), false),
            },
        };
        let range = start..start + length;
        start = range.end;
        Some(Run { range, is_ascii })
    })
}

/// The last place to cut, which leaves a foreign character the ASCII before it that belongs to it.
fn last_cut(text: &[u8], is_cut: IsCut) -> Option<usize> {
    (1..text.len()).rev().find(|&place| is_cut(text, place))
}

/// The first place to cut after a foreign character, or the end.
fn next_cut(text: &[u8], foreign: usize, is_cut: IsCut) -> usize {
    let mut places = foreign + 1..text.len();
    places
        .find(|&place| is_cut(text, place))
        .unwrap_or(text.len())
}

/// A space or line break; a single line break is a space.
pub(super) fn is_blank(b: u8) -> bool {
    matches!(b, b' ' | b'\n')
}

/// The place of the first byte beyond ASCII. Whole blocks are looked at with vectors.
fn first_foreign(text: &[u8]) -> Option<usize> {
    const BLOCK: usize = 64;
    let block = text.chunks(BLOCK).position(|block| !block.is_ascii())? * BLOCK;
    let within = text[block..].iter().position(|b| !b.is_ascii())?;
    Some(block + within)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_foreign_letter_takes_its_neighbours_along_and_no_more() {
        let text = "so it is: \u{201c}late\u{201d} they say";
        let after_blank: IsCut = |text, place| is_blank(text[place - 1]) && text[place].is_ascii();
        let read: Vec<(&str, bool)> = runs(text, after_blank)
            .map(|run| (&text[run.range], run.is_ascii))
            .collect();
        let expected = [
            ("so it ", true),
            ("is: \u{201c}late\u{201d} ", false),
            ("they say", true),
        ];
        assert_eq!(read, expected);
        assert_eq!(runs("", after_blank).count(), 0);
    }
}
