//! Gzip, member by member: archives of the web and logs have one for each record, and a damaged one hides none of
//! the others.

use std::io::{self, BufRead, Read};

use flate2::bufread::GzDecoder;
use memchr::memmem;

use super::bounded::MOST_OF_DOCUMENT;
use dejalu_base::error::InputError;

/// First bytes of every member: its mark, and the one method of compression that there is.
const BEGIN: &[u8] = b"\x1f\x8b\x08";

/// The bytes of a member's head, but for a name and the like.
const HEAD: usize = 10;

/// After so many damaged members with none between them that is right, the rest is taken for damaged: whoever makes
/// heads without members could have each of them looked at.
const MOST_DAMAGED: u32 = 1_000;

/// Content of a compressed source whose records each tell where they begin.
///
/// Of a member no larger than a document nothing is given before its checksum is found right. Where it is wrong
/// and another member begins behind it, [`InputError::DamagedMember`] is told once, and reading goes on there.
/// Of a source that is one member, what comes before the damage is given, as there is no more of it.
pub(super) struct Members<R> {
    /// Reads the present member; none at the end.
    decoder: Option<GzDecoder<Source<R>>>,
    /// Number of members begun.
    begun: u64,
    content: Vec<u8>,
    /// Number of bytes of the content that were given.
    given: usize,
    /// The error to report when the content was given.
    fault: Option<io::Error>,
    /// Number of damaged members since the last that was right.
    damaged: u32,
}

impl<R: BufRead> Members<R> {
    /// The members of a source.
    pub(super) fn new(raw: R) -> Self {
        let source = Source {
            raw,
            kept: Vec::new(),
            at: 0,
            before: 0,
            begin: 0,
        };
        Members {
            decoder: Some(GzDecoder::new(source)),
            begun: 1,
            content: Vec::new(),
            given: 0,
            fault: None,
            damaged: 0,
        }
    }

    /// Reads the next piece of what the source holds, or a whole member.
    fn read_on(&mut self, mut decoder: GzDecoder<Source<R>>) {
        self.content.clear();
        self.given = 0;
        let mut piece = (&mut decoder).take(MOST_OF_DOCUMENT);
        match piece.read_to_end(&mut self.content) {
            Ok(read) if read as u64 == MOST_OF_DOCUMENT => self.decoder = Some(decoder),
            Ok(_) => {
                self.damaged = 0;
                self.begin(decoder.into_inner());
            }
            Err(reason) => self.pass_damage(decoder.into_inner(), reason),
        }
    }

    /// Begins the next member, if there is one.
    fn begin(&mut self, mut source: Source<R>) {
        match source.fill_buf() {
            Ok([]) => {}
            Ok(_) => {
                source.begin();
                self.begun += 1;
                self.decoder = Some(GzDecoder::new(source));
            }
            Err(reason) => self.fault = Some(reason),
        }
    }

    fn pass_damage(&mut self, mut source: Source<R>, reason: io::Error) {
        let is_of_system = reason.raw_os_error().is_some();
        let from = source.begin;
        self.damaged += 1;
        let goes_on = !is_of_system && self.damaged < MOST_DAMAGED;
        if goes_on && source.find_next().unwrap_or(false) {
            self.content.clear();
            let to = source.place();
            self.fault = Some(io::Error::other(InputError::DamagedMember { from, to }));
            self.begin(source);
            return;
        }
        // What was decoded before a cut is right, and all that there is of a single member.
        let is_cut = reason.kind() == io::ErrorKind::UnexpectedEof;
        if self.begun > 1 && !is_cut {
            self.content.clear();
        }
        self.fault = Some(reason);
    }
}

impl<R: BufRead> Read for Members<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Members<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.given == self.content.len() {
            if let Some(reason) = self.fault.take() {
                return Err(reason);
            }
            let Some(decoder) = self.decoder.take() else {
                break;
            };
            self.read_on(decoder);
        }
        Ok(&self.content[self.given..])
    }

    fn consume(&mut self, amount: usize) {
        self.given += amount;
    }
}

/// Compressed bytes, of which the last are kept: a decoder may notice damage only behind the next member's head.
struct Source<R> {
    raw: R,
    kept: Vec<u8>,
    /// The index of the next byte in those that are kept.
    at: usize,
    /// Number of bytes before those that are kept.
    before: u64,
    /// Start of the present member.
    begin: u64,
}

impl<R: BufRead> Source<R> {
    /// The place of the next byte.
    fn place(&self) -> u64 {
        self.before + self.at as u64
    }

    /// A member begins here.
    fn begin(&mut self) {
        self.forget(self.at);
        self.begin = self.before;
    }

    /// Keeps none of the first bytes.
    fn forget(&mut self, bytes: usize) {
        self.kept.drain(..bytes);
        self.before += bytes as u64;
        self.at -= bytes;
    }

    /// Reads a few more bytes; `false` at the end.
    fn read_more(&mut self) -> io::Result<bool> {
        let more = self.raw.fill_buf()?;
        let count = more.len();
        self.kept.extend_from_slice(more);
        self.raw.consume(count);
        Ok(count > 0)
    }

    /// Goes to the head of another member: behind that of the present one, or behind what was read where that
    /// is too far back. `false` if there is none.
    fn find_next(&mut self) -> io::Result<bool> {
        if self.before == self.begin {
            self.at = self.kept.len().min(1);
        }
        loop {
            while let Some(found) = memmem::find(&self.kept[self.at..], BEGIN) {
                self.at += found;
                let Some(head) = self.kept[self.at..].first_chunk() else {
                    break;
                };
                if is_head(head) {
                    return Ok(true);
                }
                self.at += 1;
            }
            // The last bytes may be the first of a head.
            self.at = self.at.max((self.kept.len() + 1).saturating_sub(HEAD));
            self.forget(self.at);
            if !self.read_more()? {
                return Ok(false);
            }
        }
    }
}

/// Returns whether bytes that begin like a head have its flags, its level of compression and its
/// system.
fn is_head(&[.., flags, _, _, _, _, level, system]: &[u8; HEAD]) -> bool {
    flags & 0b1110_0000 == 0 && matches!(level, 0 | 2 | 4) && matches!(system, 0..=13 | 255)
}

impl<R: BufRead> Read for Source<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Source<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.kept.len() {
            if self.at as u64 > MOST_OF_DOCUMENT {
                self.forget(self.at);
            }
            self.read_more()?;
        }
        Ok(&self.kept[self.at..])
    }

    fn consume(&mut self, amount: usize) {
        self.at += amount;
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn member(text: &str) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    /// The bytes read, with `!` for a damaged member and `?` for another error.
    fn read(bytes: &[u8]) -> String {
        let mut members = Members::new(io::BufReader::with_capacity(7, bytes));
        let mut read = Vec::new();
        while let Err(error) = members.read_to_end(&mut read) {
            let is_damaged = super::super::bounded::ours(&error).is_some();
            read.push(if is_damaged { b'!' } else { b'?' });
        }
        String::from_utf8_lossy(&read).into_owned()
    }

    #[test]
    fn a_damaged_member_hides_no_other() {
        let parts = ["one one one;", "two two two;", "three;"].map(member);
        let whole = parts.concat();
        let (first, second) = (parts[0].len(), parts[1].len());
        assert_eq!(read(&whole), "one one one;two two two;three;");
        for damaged in first..first + second {
            // Neither the time nor the level nor the system that a head names changes what is read.
            if (first + 4..first + HEAD).contains(&damaged) {
                continue;
            }
            for bits in [0x01, 0x80, 0xff] {
                let mut bytes = whole.clone();
                bytes[damaged] ^= bits;
                let found = read(&bytes);
                let is_harmless = found == "one one one;two two two;three;";
                assert!(
                    is_harmless || found == "one one one;!three;",
                    "{damaged} {bits}: {found}"
                );
            }
        }
        let hole = [&whole[..first + 4], &whole[first + second..]].concat();
        assert_eq!(read(&hole), "one one one;!three;");
        let mut last = whole.clone();
        let end = last.len() - 6;
        last[end] ^= 1;
        assert_eq!(read(&last), "one one one;two two two;?");
    }

    #[test]
    fn one_member_is_read_up_to_the_damage() {
        let mut bytes = member("one one one;");
        let end = bytes.len() - 6;
        bytes[end] ^= 1;
        assert_eq!(read(&bytes), "one one one;?");
        assert_eq!(read(b"no gzip"), "?");
        assert_eq!(read(b""), "?");
    }

    #[test]
    fn heads_without_members_end_the_reading() {
        let head = [BEGIN, &[0, 0, 0, 0, 0, 2, 3, 0xff]].concat();
        let many = [&member("one;")[..], &head.repeat(5_000), &member("two;")].concat();
        let told = read(&many);
        let damaged = told.matches('!').count() as u32;
        assert!(told.starts_with("one;!") && told.ends_with("!?"), "{told}");
        assert_eq!(damaged, MOST_DAMAGED - 1);
    }
}
