//! UTF-8, and UTF-16 with a byte order mark.

use dejalu_base::error::{Error, InputError, Result};

pub(super) const UTF8_MARK: [u8; 3] = [0xEF, 0xBB, 0xBF];

/// The error for bytes that are not UTF-8, in a named column if it is a cell.
pub(super) fn not_utf8(reason: std::str::Utf8Error, column: Option<&str>) -> Error {
    let kind = InputError::NotUtf8 {
        byte: reason.valid_up_to() as u64,
        column: column.map(String::from),
    };
    kind.into()
}

/// The order of the two bytes of a UTF-16 unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Endian {
    Little,
    Big,
}

impl Endian {
    /// The encoding of the byte order mark at the start, if there is one.
    pub(super) fn of(head: &[u8]) -> Option<Self> {
        match head {
            [0xFF, 0xFE, ..] => Some(Endian::Little),
            [0xFE, 0xFF, ..] => Some(Endian::Big),
            _ => None,
        }
    }
}

/// Text in UTF-16, its byte order mark included.
pub(super) fn from_utf16(bytes: &[u8], endian: Endian) -> Result<String> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|&pair| match endian {
        Endian::Little => u16::from_le_bytes(pair),
        Endian::Big => u16::from_be_bytes(pair),
    });
    let mut text = String::with_capacity(bytes.len());
    let mut byte = 2;
    for decoded in char::decode_utf16(units.skip(1)) {
        let c = decoded.map_err(|_| InputError::NotUtf16 { byte })?;
        byte += 2 * c.len_utf16() as u64;
        text.push(c);
    }
    match rest {
        [] => Ok(text),
        _ => Err(InputError::NotUtf16 { byte }.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_is_read_in_both_byte_orders() {
        let little = [0xFF, 0xFE, b'a', 0, 0x3D, 0xD8, 0x00, 0xDE];
        let big = [0xFE, 0xFF, 0, b'a', 0xD8, 0x3D, 0xDE, 0x00];
        assert_eq!(from_utf16(&little, Endian::Little).unwrap(), "a😀");
        assert_eq!(from_utf16(&big, Endian::Big).unwrap(), "a😀");
        for broken in [&little[..7], &little[..6]] {
            let error = from_utf16(broken, Endian::Little).unwrap_err();
            assert_eq!(
                error.to_string(),
                "not valid UTF-16 at byte 4; convert the file to UTF-8"
            );
        }
    }
}
