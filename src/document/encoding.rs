//! Detects and decodes the character set of a file.
//!
//! A byte order mark decides; without one, bytes that are valid UTF-8 are UTF-8; else what the web
//! page declares; else the guess of a detector made for that (`chardetng`).
//!
//! UTF-8 goes before the declaration, other than in a browser: a text in another character set is
//! valid UTF-8 by chance only if it is very short, while pages saved or crawled as UTF-8 often
//! keep the declaration of their source.

use std::path::Path;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, ISO_2022_JP};

use super::html;
use crate::error::{DocumentError, InputError, Result};
use crate::io::Stream;

/// A file's text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Decoded {
    pub(super) text: String,
    /// The character set that was declared or guessed; none for UTF-8, and for UTF-16 with a mark.
    pub(super) charset: Option<&'static str>,
}

/// Reads a file that is one text.
///
/// # Errors
///
/// A file that cannot be read, is cut short, looks binary, is damaged UTF-8, or reads as text in
/// no character set.
pub(super) fn read(path: &Path, is_html: bool) -> Result<Decoded> {
    let mut stream = Stream::of_documents(path)?;
    let bytes = stream.read_all()?;
    decode(bytes, stream.is_marked(), is_html)
}

/// `marked` says that a byte order mark, which is gone, called the bytes UTF-8.
fn decode(bytes: Vec<u8>, marked: bool, is_html: bool) -> Result<Decoded> {
    if let Some(byte) = bytes.iter().position(|&byte| byte == 0) {
        return Err(InputError::Binary { byte: byte as u64 }.into());
    }
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return Ok(seven_bit_japanese(&text).unwrap_or_else(|| Decoded::utf8(text))),
        Err(reason) => reason.into_bytes(),
    };
    refuse_damaged(&bytes, marked)?;
    let declared = if is_html {
        html::declared_charset(&bytes)
    } else {
        None
    };
    let guess = guess(&bytes);
    let mut decoded = declared.into_iter().chain([guess]);
    decoded
        .find_map(|charset| Decoded::new(charset, &bytes))
        .ok_or_else(|| {
            let byte = utf8_until(&bytes);
            let guess = guess.name();
            DocumentError::UnknownCharacters { byte, guess }.into()
        })
}

impl Decoded {
    fn utf8(text: String) -> Self {
        Decoded {
            text,
            charset: None,
        }
    }

    /// The bytes as text, if they are text in this character set. A single-byte set gives every
    /// byte a character; control characters show that it is the wrong one, or no text at all.
    fn new(charset: &'static Encoding, bytes: &[u8]) -> Option<Self> {
        let text = charset.decode_without_bom_handling_and_without_replacement(bytes)?;
        (!text.contains(is_no_text)).then(|| Decoded {
            text: text.into_owned(),
            charset: Some(charset.name()),
        })
    }
}

/// ISO-2022-JP is ASCII with escapes, and so the one other character set that is always valid
/// UTF-8.
fn seven_bit_japanese(text: &str) -> Option<Decoded> {
    let may_be = text.contains('\u{1B}') && text.is_ascii();
    let is = may_be && guess(text.as_bytes()) == ISO_2022_JP;
    is.then(|| Decoded::new(ISO_2022_JP, text.as_bytes()))?
}

/// Refuses a file that is in UTF-8 and damaged: read in another character set, all its other
/// characters would be wrong.
fn refuse_damaged(bytes: &[u8], marked: bool) -> Result<()> {
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
    if marked || is_utf8 {
        Err(DocumentError::DamagedUtf8 {
            byte: utf8_until(bytes),
            places,
        }
        .into())
    } else {
        Ok(())
    }
}

fn ends_within_a_character(bytes: &[u8]) -> bool {
    let last = bytes.utf8_chunks().last();
    last.is_some_and(|chunk| {
        let rest = std::str::from_utf8(chunk.invalid());
        rest.is_err_and(|reason| reason.error_len().is_none())
    })
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Deny)
}

/// Control characters but those of white space, old printers (backspace), old systems (Ctrl-Z at
/// the end) and terminals (escape).
fn is_no_text(c: char) -> bool {
    c.is_control() && !matches!(c, '\u{8}'..='\r' | '\u{1A}' | '\u{1B}')
}

/// Where valid UTF-8 ends, in bytes from the start.
fn utf8_until(bytes: &[u8]) -> u64 {
    let valid = std::str::from_utf8(bytes).map_or_else(|reason| reason.valid_up_to(), str::len);
    valid as u64
}

#[cfg(test)]
mod tests;
