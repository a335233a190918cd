//! Unicode's word boundaries (UAX 29, rules WB5 to WB13b) in ASCII, where they need no table: runs of
//! letters, digits and underscores, and single marks that join two runs.

use std::ops::Range;

use super::hyphenation::second_part;

/// The words of a text in ASCII, parts joined by one hyphen being one, within a line or also at its end.
pub(super) fn words(text: &str, over_lines: bool) -> impl Iterator<Item = Range<usize>> {
    // Underscores alone are no word.
    let is_word = |run: &Range<usize>| text.as_bytes()[run.clone()].iter().any(|&b| b != b'_');
    Runs::new(text, over_lines).filter(is_word)
}

/// Returns whether the mark at this place joins what stands on both sides: a hyphen joins words, a
/// stop or apostrophe two letters or two digits, a colon letters, a comma or semicolon digits.
fn joins(text: &[u8], place: usize) -> bool {
    let (before, after) = (&text[..place], &text[place + 1..]);
    let (Some(left), Some(right)) = (before.last(), after.first()) else {
        return false;
    };
    let between_letters = || left.is_ascii_alphabetic() && right.is_ascii_alphabetic();
    let between_digits = || left.is_ascii_digit() && right.is_ascii_digit();
    let between_words = || {
        let mut left = before.iter().rev().take_while(|&&b| is_of_run(b));
        let mut right = after.iter().take_while(|&&b| is_of_run(b));
        left.any(|&b| b != b'_') && right.any(|&b| b != b'_')
    };
    match text[place] {
        b'-' => between_words(),
        b'.' | b'\'' => between_letters() || between_digits(),
        b':' => between_letters(),
        b',' | b';' => between_digits(),
        _ => false,
    }
}

fn is_of_run(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_'
}

/// The runs of letters, digits, underscores and what joins them. Sixty-four bytes are classified at a time,
/// so that where a run ends is counted and not guessed by the processor, byte by byte.
struct Runs<'t> {
    text: &'t str,
    /// True if a hyphen at the end of a line joins two runs.
    over_lines: bool,
    /// Start of the current block.
    block: usize,
    /// Flags of its bytes that belong to runs not given yet.
    left: u64,
}

const BLOCK: usize = 64;

impl<'t> Runs<'t> {
    fn new(text: &'t str, over_lines: bool) -> Self {
        Runs {
            text,
            over_lines,
            block: 0,
            left: of_runs(text.as_bytes(), 0),
        }
    }

    /// Goes to the next block; false at the end of the text.
    fn advance(&mut self) -> bool {
        self.block += BLOCK;
        let is_there = self.block <= self.text.len();
        self.left = if is_there {
            of_runs(self.text.as_bytes(), self.block)
        } else {
            0
        };
        is_there
    }
}

impl Runs<'_> {
    /// The next run within a line.
    #[inline]
    fn within_line(&mut self) -> Option<Range<usize>> {
        while self.left == 0 {
            if !self.advance() {
                return None;
            }
        }
        let first = self.left.trailing_zeros();
        let start = self.block + first as usize;
        let mut end = first + (self.left >> first).trailing_ones();
        while end == u64::BITS && self.advance() {
            end = self.left.trailing_ones();
        }
        self.left &= u64::MAX.checked_shl(end).unwrap_or(0);
        Some(start..self.block + end as usize)
    }

    /// End of a run whose first part ends here, before a hyphen.
    #[cold]
    fn over_line(&mut self, mut end: usize) -> usize {
        while second_part(self.text, end).is_some() {
            let Some(second) = self.within_line() else {
                break;
            };
            end = second.end;
        }
        end
    }
}

impl Iterator for Runs<'_> {
    type Item = Range<usize>;

    #[inline]
    fn next(&mut self) -> Option<Range<usize>> {
        let mut run = self.within_line()?;
        if self.over_lines && self.text.as_bytes().get(run.end) == Some(&b'-') {
            run.end = self.over_line(run.end);
        }
        Some(run)
    }
}

/// Flags of the sixty-four bytes from a place on that belong to runs; the first is the lowest bit.
fn of_runs(text: &[u8], start: usize) -> u64 {
    let rest = &text[start..];
    let mut block = [0; BLOCK];
    let length = rest.len().min(BLOCK);
    block[..length].copy_from_slice(&rest[..length]);
    let (mut runs, mut blanks) = (0, 0);
    for (place, &eight) in block.as_chunks::<8>().0.iter().enumerate() {
        let [run, blank] = classes(u64::from_le_bytes(eight));
        runs |= run << (8 * place);
        blanks |= blank << (8 * place);
    }
    // What stands alone between two runs, or may do so at the ends of the block, may join them.
    let (after_run, before_run) = ((runs << 1) | 1, (runs >> 1) | 1 << (BLOCK - 1));
    let mut marks = after_run & before_run & !(runs | blanks);
    while marks != 0 {
        let place = marks.trailing_zeros();
        marks &= marks - 1;
        runs |= u64::from(joins(text, start + place as usize)) << place;
    }
    runs
}

/// Flags of the eight bytes that belong to runs, and of those that are white space, a control or after the end of the
/// text.
fn classes(bytes: u64) -> [u64; 2] {
    const EACH: u64 = u64::from_le_bytes([1; 8]);
    const HIGHEST: u64 = EACH << 7;
    // Bytes of ASCII are below 128, so that no sum carries into the next byte.
    let from = |bytes: u64, first: u8| bytes + EACH * u64::from(0x80 - first);
    let within = |bytes, first: u8, last: u8| from(bytes, first) & !from(bytes, last + 1);
    let lower_case = bytes | (EACH * 0x20);
    let run =
        within(lower_case, b'a', b'z') | within(bytes, b'0', b'9') | within(bytes, b'_', b'_');
    let blank = !from(bytes, b' ' + 1);
    // The highest bit of each byte, gathered: the k-th is moved to place 56 + k.
    const GATHER: u64 = 0x0002_0408_1020_4081;
    [run, blank].map(|found| (found & HIGHEST).wrapping_mul(GATHER) >> 56)
}
