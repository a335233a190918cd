//! Bytes of which no piece is larger than the memory can be trusted with: a compressed file of a few
//! megabytes may hold terabytes, and memory that runs out ends the process without a sentence.

use std::io::{self, BufRead, Read};

use zstd::zstd_safe::{DCtx, ResetDirective};

use dejalu_base::error::{Error, ErrorKind, InputError, ModelError, Result};

/// The maximum size of one piece: a file that is read whole.
pub(crate) const MOST: u64 = 1 << 30;

/// The maximum size of one document, or of one row: a text, a page, a line of JSONL. Words and
/// sentences of a document take many times its bytes, and a comparison more.
pub const MOST_OF_DOCUMENT: u64 = 16 << 20;

/// A source that is read piece by piece.
pub(super) struct Bounded<R> {
    pub(super) inner: R,
    /// Number of bytes that a piece may have.
    pub(super) most: u64,
    /// Number of bytes of the present piece that were read.
    of_piece: u64,
    /// Number of bytes read.
    pub(super) read: u64,
}

impl<R> Bounded<R> {
    pub(super) fn new(inner: R, most: u64) -> Self {
        Bounded {
            inner,
            most,
            of_piece: 0,
            read: 0,
        }
    }

    /// Begins another piece.
    pub(super) fn next_piece(&mut self) {
        self.of_piece = 0;
    }

    /// Number of bytes that may be read: one more than the piece may have, which shows that it has
    /// them.
    fn room(&self) -> io::Result<usize> {
        match (self.most + 1).saturating_sub(self.of_piece) {
            0 => Err(io::Error::other(InputError::TooLarge { most: self.most })),
            room => Ok(usize::try_from(room).unwrap_or(usize::MAX)),
        }
    }

    fn count(&mut self, bytes: usize) {
        self.of_piece += bytes as u64;
        self.read += bytes as u64;
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let room = self.room()?.min(buffer.len());
        let count = self.inner.read(&mut buffer[..room])?;
        self.count(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Bounded<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let room = self.room()?;
        let buffer = self.inner.fill_buf()?;
        Ok(&buffer[..room.min(buffer.len())])
    }

    fn consume(&mut self, amount: usize) {
        self.inner.consume(amount);
        self.count(amount);
    }
}

/// Our own error, if one of our sources said it.
pub(crate) fn ours(reason: &io::Error) -> Option<&InputError> {
    reason.get_ref()?.downcast_ref()
}

/// Our own error, if a `Bounded` source said it.
pub fn too_large(reason: &io::Error) -> Option<Error> {
    let ours = ours(reason).filter(|error| matches!(error, InputError::TooLarge { .. }))?;
    Some(ours.clone().into())
}

/// Returns whether it says that a part of a compressed source is damaged, behind which reading goes
/// on.
pub fn damaged_member(reason: &io::Error) -> bool {
    matches!(ours(reason), Some(InputError::DamagedMember { .. }))
}

/// Returns whether nothing after this error of a line can be read.
pub(crate) fn ends_source(error: &Error) -> bool {
    !matches!(
        error.kind(),
        ErrorKind::Input(InputError::LongLine { .. } | InputError::DamagedMember { .. })
    )
}

/// Refuses to write what could not be read again.
///
/// # Errors
///
/// More than `MOST` bytes.
pub fn check_size(what: &'static str, bytes: &[u8]) -> Result<()> {
    let found = bytes.len();
    if found as u64 > MOST {
        Err(ModelError::TooLarge {
            what,
            found,
            most: MOST,
        }
        .into())
    } else {
        Ok(())
    }
}

/// Decompresses zstd.
///
/// # Errors
///
/// Damaged bytes, or more than `MOST` of content, which [`too_large`] tells apart.
pub fn unpacked(zstd: &[u8]) -> io::Result<Vec<u8>> {
    Unpacker::new().unpacked(zstd)
}

/// Unpacks one after the other: the memory that this takes is more than most documents are.
pub struct Unpacker(DCtx<'static>);

impl Unpacker {
    /// Makes one that has unpacked nothing yet.
    #[expect(clippy::new_without_default, reason = "nobody asks for a default one")]
    pub fn new() -> Self {
        Unpacker(DCtx::create())
    }

    /// As [`unpacked`] does.
    pub fn unpacked(&mut self, zstd: &[u8]) -> io::Result<Vec<u8>> {
        let _ = self.0.reset(ResetDirective::SessionOnly);
        let mut content = Vec::new();
        let decoder = zstd::Decoder::with_context(zstd, &mut self.0);
        Bounded::new(decoder, MOST).read_to_end(&mut content)?;
        Ok(content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_may_be_many_pieces_and_none_too_large() {
        let mut source = Bounded::new(&b"12345\n12345\n1234567\n"[..], 6);
        let mut line = Vec::new();
        for _ in 0..2 {
            source.next_piece();
            source.read_until(b'\n', &mut line).unwrap();
        }
        assert_eq!(line, b"12345\n12345\n");
        source.next_piece();
        let reason = source.read_until(b'\n', &mut line).unwrap_err();
        assert!(too_large(&reason).is_some());

        let mut whole = Vec::new();
        Bounded::new(&b"123456"[..], 6)
            .read_to_end(&mut whole)
            .unwrap();
        assert_eq!(whole, b"123456");
        let reason = Bounded::new(&b"1234567"[..], 6).read_to_end(&mut whole);
        assert!(too_large(&reason.unwrap_err()).is_some());
        assert!(too_large(&io::Error::other("another")).is_none());
    }
}
