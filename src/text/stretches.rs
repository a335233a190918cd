//! Texts in stretches that Unicode's rules read alike whether they stand together or alone: those in
//! ASCII, which need none of its tables, and the others. One curly quotation mark then slows down the
//! reading of its own words, not of the whole text.

use std::ops::Range;

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Stretch {
    pub(super) range: Range<usize>,
    pub(super) is_ascii: bool,
}

/// The stretches of a text, in order; together they hold all of it. They are cut after a blank
/// between two letters of ASCII: no rule for words or sentences looks beyond it in either direction
/// (UAX 29), and only one at the end of a sentence looks at it at all.
pub(super) fn stretches(text: &str) -> impl Iterator<Item = Stretch> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = &text.as_bytes()[start..];
        let (length, is_ascii) = match first_foreign(rest) {
            _ if rest.is_empty() => return None,
            None => (rest.len(), true),
            Some(foreign) => match last_cut(&rest[..foreign]) {
                Some(cut) => (cut, true),
                None => (foreign_end(rest, foreign), false),
            },
        };
        let range = start..start + length;
        start = range.end;
        Some(Stretch { range, is_ascii })
    })
}

/// Where the stretch ends that begins with the word of this foreign character: at the next cut.
fn foreign_end(text: &[u8], foreign: usize) -> usize {
    let is_cut = |place: &usize| is_cut(text, *place);
    (foreign..text.len()).find(is_cut).unwrap_or(text.len())
}

fn last_cut(text: &[u8]) -> Option<usize> {
    (0..text.len()).rev().find(|&place| is_cut(text, place))
}

/// Whether a stretch may begin at this place.
fn is_cut(text: &[u8], place: usize) -> bool {
    place >= 2
        && text[place].is_ascii_alphabetic()
        && is_blank(text[place - 1])
        && text[place - 2].is_ascii_alphabetic()
}

/// A space or line break; a single line break is a space.
fn is_blank(b: u8) -> bool {
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
        let text = "so it is: \u{201c}late\u{201d} they say\nand wait, the caf\u{e9}s too";
        let read: Vec<(&str, bool)> = stretches(text)
            .map(|stretch| (&text[stretch.range], stretch.is_ascii))
            .collect();
        let expected = [
            ("so it ", true),
            ("is: \u{201c}late\u{201d} they ", false),
            ("say\nand wait, the ", true),
            ("caf\u{e9}s ", false),
            ("too", true),
        ];
        assert_eq!(read, expected);
        assert_eq!(stretches("").count(), 0);
    }
}
