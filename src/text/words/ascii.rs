//! Unicode's word boundaries (UAX 29, rules WB5 to WB13b) in ASCII, where they need no table: runs of
//! letters, digits and `_`, and single marks that join two runs.

use std::ops::Range;

/// The words of a text in ASCII, parts joined by one hyphen being one.
pub(super) fn words(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    // Lines alone are no word.
    let is_word = |run: &Range<usize>| text[run.clone()].iter().any(|&b| b != b'_');
    let mut runs = Runs::new(text).filter(is_word).peekable();
    std::iter::from_fn(move || {
        let mut word = runs.next()?;
        let joined =
            |end: usize| move |run: &Range<usize>| run.start == end + 1 && joins(text, end);
        while let Some(run) = runs.next_if(joined(word.end)) {
            word.end = run.end;
        }
        Some(word)
    })
}

/// Whether the mark at this place joins what stands on both sides: a hyphen does, an apostrophe
/// between letters, a comma between digits.
fn joins(text: &[u8], place: usize) -> bool {
    let neighbours = [text[place - 1], text[place + 1]];
    let between_letters = || neighbours.iter().all(u8::is_ascii_alphabetic);
    let between_digits = || neighbours.iter().all(u8::is_ascii_digit);
    match text[place] {
        b'-' => true,
        b'.' | b'\'' => between_letters() || between_digits(),
        b':' => between_letters(),
        b',' | b';' => between_digits(),
        _ => false,
    }
}

/// The runs of letters, digits and lines. Sixty-four bytes are classified at a time, so that where a
/// run ends is counted and not guessed by the processor, byte by byte.
struct Runs<'t> {
    text: &'t [u8],
    /// Where the current block starts.
    block: usize,
    /// Which of its bytes are of runs that were not given yet.
    left: u64,
}

const BLOCK: usize = 64;

impl<'t> Runs<'t> {
    fn new(text: &'t [u8]) -> Self {
        let left = of_words(text);
        Runs {
            text,
            block: 0,
            left,
        }
    }

    /// Goes to the next block; false at the end of the text.
    fn advance(&mut self) -> bool {
        self.block += BLOCK;
        let rest = self.text.get(self.block..);
        self.left = rest.map_or(0, of_words);
        rest.is_some()
    }
}

impl Iterator for Runs<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
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
}

/// Which of the first sixty-four bytes of a text are letters, digits and lines; the first is the
/// lowest bit.
fn of_words(text: &[u8]) -> u64 {
    let mut block = [0; BLOCK];
    let length = text.len().min(BLOCK);
    block[..length].copy_from_slice(&text[..length]);
    let eights = block.as_chunks::<8>().0.iter().enumerate();
    eights.fold(0, |bits, (place, &eight)| {
        bits | of_words_in_eight(u64::from_le_bytes(eight)) << (8 * place)
    })
}

/// The same of eight bytes in one number.
fn of_words_in_eight(bytes: u64) -> u64 {
    const EACH: u64 = u64::from_le_bytes([1; 8]);
    const HIGHEST: u64 = EACH << 7;
    // Bytes of ASCII are below 128, so that no sum carries into the next byte.
    let from = |bytes: u64, first: u8| bytes + EACH * u64::from(0x80 - first);
    let within = |bytes, first: u8, last: u8| from(bytes, first) & !from(bytes, last + 1);
    let lower_case = bytes | (EACH * 0x20);
    let found =
        within(lower_case, b'a', b'z') | within(bytes, b'0', b'9') | within(bytes, b'_', b'_');
    // The highest bit of each byte, gathered: the k-th is moved to place 56 + k.
    const GATHER: u64 = 0x0002_0408_1020_4081;
    ((found & HIGHEST).wrapping_mul(GATHER)) >> 56
}
