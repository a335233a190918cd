//! Recognises lines in quoted cells that look like rows of the table.

/// Number of words and signs of a line's first cell that are compared.
const LONGEST: usize = 64;

/// The part of a table's line that is compared, whatever is in quotation marks.
#[derive(Default)]
pub(super) struct Line {
    delimiter: u8,
    separators: u64,
    /// Those that part cells, since they are in no quotation marks.
    unquoted_separators: u64,
    /// True if a space follows a separator, and one that parts cells.
    is_spaced: bool,
    has_spaced_cells: bool,
    /// The first cell: `a` for every word of letters, `9` for every one with a digit, and all signs.
    shape: Vec<u8>,
    last: Option<u8>,
}

impl Line {
    pub(super) fn new(delimiter: u8) -> Self {
        Line {
            delimiter,
            ..Line::default()
        }
    }

    /// Takes the next byte; line ends and quotation marks are none.
    pub(super) fn see(&mut self, byte: u8, is_quoted: bool) {
        if matches!(byte, b'\n' | b'"') {
            return;
        }
        if byte == self.delimiter {
            self.separators += 1;
            self.unquoted_separators += u64::from(!is_quoted);
        } else if byte == b' ' && self.last == Some(self.delimiter) {
            self.is_spaced = true;
            self.has_spaced_cells |= !is_quoted;
        } else if self.separators == 0 {
            self.extend_shape(byte);
        }
        self.last = Some(byte);
    }

    fn extend_shape(&mut self, byte: u8) {
        let kind = match byte {
            b'0'..=b'9' => b'9',
            _ if byte.is_ascii_alphabetic() || !byte.is_ascii() => b'a',
            sign => sign,
        };
        let in_word = matches!(kind, b'a' | b'9');
        let is_full = self.shape.len() == LONGEST;
        match self.shape.last_mut() {
            Some(word @ (b'a' | b'9')) if in_word => {
                // A word with a digit anywhere is one with a digit: hashes have them by chance.
                *word = kind.min(*word);
            }
            _ if is_full => {}
            _ => self.shape.push(kind),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    pub(super) fn separators(&self) -> u64 {
        self.separators
    }

    pub(super) fn unquoted_separators(&self) -> u64 {
        self.unquoted_separators
    }

    /// Returns whether it begins with a cell like that of a row's first line, its id as a rule, and
    /// has spaces after separators only if that row has: prose has them after its commas.
    pub(super) fn looks_like(&self, row: &Line) -> bool {
        self.shape == row.shape && (row.has_spaced_cells || !self.is_spaced)
    }
}
