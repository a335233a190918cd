//! Line ends of every system as one.

use std::io::{self, Read};

/// Turns `\r\n` and `\r` into `\n` while reading.
pub(super) struct LineEnds<R> {
    inner: R,
    after_return: bool,
}

impl<R: Read> LineEnds<R> {
    pub(super) fn new(inner: R) -> Self {
        LineEnds {
            inner,
            after_return: false,
        }
    }

    pub(super) fn get_mut(&mut self) -> &mut R {
        &mut self.inner
    }

    /// Rewrites the bytes in place and says how many are left.
    fn rewrite(&mut self, bytes: &mut [u8]) -> usize {
        let mut kept = 0;
        for at in 0..bytes.len() {
            let byte = bytes[at];
            let second_half = byte == b'\n' && self.after_return;
            self.after_return = byte == b'\r';
            if !second_half {
                bytes[kept] = if self.after_return { b'\n' } else { byte };
                kept += 1;
            }
        }
        kept
    }
}

impl<R: Read> Read for LineEnds<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.inner.read(buffer)?;
            let kept = self.rewrite(&mut buffer[..count]);
            // Nothing may be left of one `\n`, which must not look like the end.
            if kept > 0 || count == 0 {
                return Ok(kept);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_become_one_wherever_the_pieces_are_cut() {
        struct OneByOne<'a>(&'a [u8]);
        impl Read for OneByOne<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.0.read(&mut buffer[..1])
            }
        }
        let mut text = String::new();
        let pieces = OneByOne(b"a\r\nb\rc\n\nd\r\r\n");
        LineEnds::new(pieces).read_to_string(&mut text).unwrap();
        assert_eq!(text, "a\nb\nc\n\nd\n\n");
    }
}
