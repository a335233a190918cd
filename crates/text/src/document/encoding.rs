//! Detects and decodes the character set of a file.
//!
//! A byte order mark decides; without one, bytes that are valid UTF-8 are UTF-8, and those of which every
//! second is zero UTF-16; else what the web page declares; else the guess of a detector made for that
//! (`chardetng`).
//!
//! UTF-8 goes before the declaration, other than in a browser: a text in another character set is
//! valid UTF-8 by chance only if it is very short, while pages saved or crawled as UTF-8 often
//! keep the declaration of their source.

use encoding_rs::{Encoding, ISO_2022_JP, UTF_8};

use super::html;
use dejalu_base::error::{DocumentError, InputError, Result};
use dejalu_io::RawText;
use dejalu_io::charset::{self, guess, is_no_text};

/// A file's text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Decoded {
    pub(super) text: String,
    /// The character set that was declared or guessed; none for UTF-8, and for UTF-16 with a mark.
    pub(super) charset: Option<&'static str>,
    /// True if there are zero bytes in it, which are spaces in the text.
    pub(super) has_zeros: bool,
}

/// The bytes of a file or a part of one as text.
///
/// # Errors
///
/// Bytes that look binary, are damaged UTF-8, or read as text in no character set or not in the one
/// that was asked for.
pub(super) fn decoded(
    raw: RawText,
    is_html: bool,
    asked: Option<&'static Encoding>,
) -> Result<Decoded> {
    match asked.filter(|_| !raw.is_decoded) {
        None => decode(raw.bytes, raw.is_marked, is_html),
        Some(asked) => decode_as(asked, &raw.bytes),
    }
}

/// The bytes in the character set that a user says they are in.
fn decode_as(asked: &'static Encoding, bytes: &[u8]) -> Result<Decoded> {
    let decoded = Decoded::new(asked, bytes).map(|decoded| Decoded {
        charset: decoded.charset.filter(|_| asked != UTF_8),
        ..decoded
    });
    let charset = asked.name();
    decoded.ok_or_else(|| DocumentError::NotInCharset { charset }.into())
}

/// `marked` says that a byte order mark, which is gone, called the bytes UTF-8.
fn decode(bytes: Vec<u8>, marked: bool, is_html: bool) -> Result<Decoded> {
    if let Some(byte) = bytes.iter().position(|&byte| byte == 0) {
        let utf16 = charset::unmarked_utf16(&bytes);
        let decoded = utf16.and_then(|charset| Decoded::new(charset, &bytes));
        let decoded = decoded.or_else(|| with_zeros(&bytes));
        return decoded.ok_or_else(|| InputError::Binary { byte: byte as u64 }.into());
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

/// A text with some zero bytes, as programs leave them behind: those at its end are left out, others are read as
/// spaces. Of a binary file many bytes are zeros or other control characters.
fn with_zeros(bytes: &[u8]) -> Option<Decoded> {
    const BYTES_A_CONTROL: usize = 16;
    let end = bytes.iter().rposition(|&byte| byte != 0)? + 1;
    let (body, padding) = bytes.split_at(end);
    let zeros = body.iter().filter(|&&byte| byte == 0).count();
    let spaced = body.iter().map(|&byte| if byte == 0 { b' ' } else { byte });
    let spaced: Vec<u8> = spaced.collect();
    let decoded = match String::from_utf8(spaced) {
        Ok(text) => Decoded::utf8(text),
        Err(reason) => {
            let bytes = reason.into_bytes();
            Decoded::new(guess(&bytes), &bytes)?
        }
    };
    let is_control = |c: &char| c.is_control() && !c.is_whitespace();
    let controls = zeros + decoded.text.chars().filter(is_control).count();
    let is_text = 2 * padding.len() <= body.len()
        && BYTES_A_CONTROL * controls <= body.len()
        && decoded.text.contains(char::is_alphanumeric);
    is_text.then_some(Decoded {
        has_zeros: true,
        ..decoded
    })
}

impl Decoded {
    fn utf8(text: String) -> Self {
        Decoded {
            text,
            charset: None,
            has_zeros: false,
        }
    }

    /// The bytes as text, if they are text in this character set. A single-byte set gives every
    /// byte a character; control characters show that it is the wrong one, or no text at all.
    fn new(charset: &'static Encoding, bytes: &[u8]) -> Option<Self> {
        let text = charset.decode_without_bom_handling_and_without_replacement(bytes)?;
        (!text.contains(is_no_text)).then(|| Decoded {
            text: text.into_owned(),
            charset: Some(charset.name()),
            has_zeros: false,
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
    let damages = charset::damages_of_utf8(bytes);
    let places = damages.unwrap_or_else(|| places_of_damage(bytes));
    if marked || damages.is_some() {
        Err(DocumentError::DamagedUtf8 {
            byte: utf8_until(bytes),
            places,
        }
        .into())
    } else {
        Ok(())
    }
}

fn places_of_damage(bytes: &[u8]) -> usize {
    let chunks = bytes.utf8_chunks();
    chunks.filter(|chunk| !chunk.invalid().is_empty()).count()
}

/// End of valid UTF-8, in bytes from the start.
fn utf8_until(bytes: &[u8]) -> u64 {
    let valid = std::str::from_utf8(bytes).map_or_else(|reason| reason.valid_up_to(), str::len);
    valid as u64
}

#[cfg(test)]
mod tests;
