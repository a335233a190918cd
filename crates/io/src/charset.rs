//! The character set of bytes: what damaged UTF-8 is, what a detector guesses, and a source in another
//! character set as UTF-8.
//!
//! A byte order mark decides, then a name that the user gave; else bytes with zeros where UTF-16 has them are
//! UTF-16, others that are valid UTF-8 are UTF-8, and of the rest the guess of a detector made for that (`chardetng`) counts.

use std::io::{self, BufRead, Read};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{CoderResult, Decoder, Encoding, UTF_16BE, UTF_16LE};
use memchr::memchr;

use dejalu_base::error::{Error, Parameter, Result};

/// The character set of this name or alias of the Encoding Standard.
///
/// # Errors
///
/// A name that the standard does not have.
pub(crate) fn named(name: &str) -> Result<&'static Encoding> {
    Encoding::for_label(name.trim().as_bytes()).ok_or_else(|| {
        let expected = "expected the name of a character set as on web pages, such as utf-8, \
                        windows-1252, shift_jis or utf-16le";
        Error::invalid(Parameter::Encoding, name, expected)
    })
}

/// The encoding that the detector takes bytes for which are not UTF-8.
pub fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Deny)
}

/// Number of damaged places, if the bytes are UTF-8 except for those: read in another character set,
/// all their other characters would be wrong.
pub fn damages_of_utf8(bytes: &[u8]) -> Option<usize> {
    // In other character sets few pairs of bytes are valid UTF-8: 1 of 10 in Korean, 1 of 7 in
    // Chinese, hardly any in a European language.
    const CHARACTERS_A_DAMAGE: usize = 4;
    let (mut characters, mut places) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        characters += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        places += usize::from(!chunk.invalid().is_empty());
    }
    // A text that was cut within a character is damaged in one place for that reason alone.
    let cut = usize::from(ends_within_a_character(bytes));
    let is_utf8 = characters > 0 && characters >= CHARACTERS_A_DAMAGE * (places - cut);
    is_utf8.then_some(places)
}

fn ends_within_a_character(bytes: &[u8]) -> bool {
    let last = bytes.utf8_chunks().last();
    last.is_some_and(|chunk| {
        let rest = std::str::from_utf8(chunk.invalid());
        rest.is_err_and(|reason| reason.error_len().is_none())
    })
}

/// Control characters but those of white space, old printers (backspace), old systems (Ctrl-Z at
/// the end) and terminals (escape).
pub fn is_no_text(c: char) -> bool {
    c.is_control() && !matches!(c, '\u{8}'..='\r' | '\u{1A}' | '\u{1B}')
}

/// The character set of a source that begins with these bytes, if it is not UTF-8 and reads as text.
pub(super) fn of_head(head: &[u8]) -> Option<&'static Encoding> {
    let is_utf8 = || match std::str::from_utf8(head) {
        Ok(_) => true,
        Err(reason) => reason.error_len().is_none() || damages_of_utf8(head).is_some(),
    };
    let guess = match memchr(0, head) {
        Some(_) => unmarked_utf16(head)?,
        None if is_utf8() => return None,
        None => guess(head),
    };
    let (text, _) = guess.decode_without_bom_handling(head);
    (!text.contains(is_no_text)).then_some(guess)
}

/// UTF-16 without a byte order mark, whose bytes tell it only where most characters are ASCII: then one byte
/// of a pair is zero nearly always, and the other never.
pub fn unmarked_utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    let zeros = |side: usize| {
        bytes
            .iter()
            .skip(side)
            .step_by(2)
            .filter(|&&byte| byte == 0)
            .count()
    };
    match (zeros(0), zeros(1)) {
        (0, zeros) if 4 * zeros > bytes.len() => Some(UTF_16LE),
        (zeros, 0) if 4 * zeros > bytes.len() => Some(UTF_16BE),
        _ => None,
    }
}

/// Number of bytes of a text in a character set that correspond to its first `utf8` bytes in UTF-8.
pub(super) fn raw_length(bytes: &[u8], charset: &'static Encoding, utf8: usize) -> usize {
    let mut decoder = charset.new_decoder_without_bom_handling();
    let (mut written, mut buffer) = (0, [0; 16]);
    for (place, byte) in bytes.iter().enumerate() {
        if written >= utf8 {
            return place;
        }
        let (.., count, _) = decoder.decode_to_utf8(&[*byte], &mut buffer, false);
        written += count;
        if written > utf8 {
            // A character was cut short, and this byte begins the next one.
            return place;
        }
    }
    bytes.len()
}

/// Bytes of another character set as UTF-8. What is no character there becomes U+FFFD.
pub(super) struct AsUtf8<R> {
    inner: R,
    decoder: Decoder,
    /// Characters that were decoded and not yet read.
    decoded: Vec<u8>,
    read: usize,
    ended: bool,
}

impl<R: BufRead> AsUtf8<R> {
    pub(super) fn new(inner: R, charset: &'static Encoding) -> Self {
        AsUtf8 {
            inner,
            decoder: charset.new_decoder_without_bom_handling(),
            decoded: Vec::new(),
            read: 0,
            ended: false,
        }
    }

    /// Decodes the next bytes; nothing more at the end.
    fn decode(&mut self) -> io::Result<()> {
        const ROOM: usize = 8 << 10;
        self.decoded.resize(ROOM, 0);
        self.read = 0;
        let bytes = self.inner.fill_buf()?;
        let last = bytes.is_empty();
        let (result, taken, written, _) =
            self.decoder.decode_to_utf8(bytes, &mut self.decoded, last);
        self.inner.consume(taken);
        self.decoded.truncate(written);
        self.ended = last && result == CoderResult::InputEmpty;
        Ok(())
    }
}

impl<R: BufRead> Read for AsUtf8<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.read == self.decoded.len() && !self.ended {
            self.decode()?;
        }
        let left = &self.decoded[self.read..];
        let count = left.len().min(buffer.len());
        buffer[..count].copy_from_slice(&left[..count]);
        self.read += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    #[test]
    fn bytes_are_decoded_wherever_they_are_cut() {
        let text = "id;text\n1;日本語のテキスト\n".repeat(3_000);
        let charset = named("shift_jis").unwrap();
        let (bytes, ..) = charset.encode(&text);
        for room in [1, 2, 3, 1_000, 100_000] {
            let mut read = String::new();
            AsUtf8::new(BufReader::with_capacity(room, &bytes[..]), charset)
                .read_to_string(&mut read)
                .unwrap();
            assert_eq!(read, text);
        }
        let mut read = String::new();
        let cut = &bytes[..bytes.len() - 2];
        AsUtf8::new(cut, charset).read_to_string(&mut read).unwrap();
        assert!(read.ends_with('\u{fffd}'));
    }

    #[test]
    fn places_in_a_text_are_found_in_its_bytes() {
        for (charset, expected) in [("shift_jis", [0, 2, 4, 5]), ("euc-jp", [0, 2, 4, 5])] {
            let charset = named(charset).unwrap();
            let bytes = charset.encode("日本@x").0;
            let found = [0, 3, 6, 7].map(|utf8| raw_length(&bytes, charset, utf8));
            assert_eq!(found, expected);
        }
        let latin = named("latin1").unwrap();
        assert_eq!(raw_length(&latin.encode("é@").0, latin, 2), 1);
        // Half of a character before a sign.
        let charset = named("shift_jis").unwrap();
        assert_eq!(raw_length(b"\x93 ", charset, 3), 1);
    }

    #[test]
    fn a_head_in_utf8_is_left_alone() {
        assert_eq!(of_head("déjà lu".as_bytes()), None);
        assert_eq!(of_head(b"d\xc3\xa9j\xc3"), None, "cut within a character");
        assert_eq!(
            of_head("déjà lu, été, çà".as_bytes().split_last().unwrap().1),
            None
        );
        assert_eq!(
            of_head(b"d\xe9j\xe0 lu").map(Encoding::name),
            Some("windows-1252")
        );
        assert_eq!(of_head(b"\x89PNG\r\n\x1a\n\x01\x02\xff"), None, "no text");
        assert_eq!(of_head(b"\x01\0\x02\0\x03\0"), None, "no text");
        for charset in [UTF_16LE, UTF_16BE] {
            let pair = |unit: u16| match charset.name() {
                "UTF-16LE" => unit.to_le_bytes(),
                _ => unit.to_be_bytes(),
            };
            let bytes: Vec<u8> = "id;déjà lu\n".encode_utf16().flat_map(pair).collect();
            assert_eq!(of_head(&bytes), Some(charset));
        }
        assert_eq!(
            named("utf-9").unwrap_err().to_string(),
            "encoding 'utf-9': expected the name of a character set as on web pages, such as utf-8, \
             windows-1252, shift_jis or utf-16le"
        );
    }
}
