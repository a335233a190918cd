//! The fields of a BibTeX entry, as they are written.

use std::borrow::Cow;
use std::ops::Range;

use encoding_rs::mem::decode_latin1;

use super::super::pieces::{Pieces, Syntax, spliced};
use super::bib_entry::{Piece, RawField, parse};
use super::references::{Names, own_names};
use dejalu_base::error::{InputError, Result};

/// An entry whose fields have these names beside the common ones. A piece is a name, an equals sign and a
/// value.
pub(super) struct BibSyntax(pub(super) &'static Names);

impl Syntax for BibSyntax {
    fn take(&self, record: &[u8], field: &str, value: &str) -> Result<Option<Vec<u8>>> {
        let Fields { fields, .. } = fields(record)?;
        let names = own_names(self.0, field);
        let mut candidates = names.iter().filter_map(|name| named(&fields, name));
        let found = candidates.find(|field| !field.is_empty);
        Ok(found.map(|field| {
            let mut piece = format!("{} = ", field.name).into_bytes();
            // An abbreviation may be defined after the record that is filled.
            if field.uses_abbreviation && value.chars().all(is_plain) {
                piece.extend(format!("{{{value}}}").into_bytes());
            } else {
                piece.extend_from_slice(&record[field.value.clone()]);
            }
            piece
        }))
    }

    /// Empty values are replaced; other fields follow the last one, with the white space that it has.
    fn put(&self, record: &[u8], pieces: &Pieces) -> Result<Vec<u8>> {
        let Fields { fields, end } = fields(record)?;
        let mut changes = Vec::new();
        let mut added = Vec::new();
        let (end, before) = match fields.last() {
            Some(last) => (last.value.end, &record[last.white.clone()]),
            None => (end_of_key(&record[..end]), &b" "[..]),
        };
        for piece in pieces.values() {
            let equals = memchr::memchr(b'=', piece).unwrap_or(piece.len());
            let name = String::from_utf8_lossy(piece[..equals].trim_ascii());
            match named(&fields, &name) {
                Some(field) => {
                    let value = piece.get(equals + 1..).unwrap_or_default();
                    changes.push((field.value.clone(), value.trim_ascii()));
                }
                None => added.extend([b",", before, piece].concat()),
            }
        }
        changes.push((end..end, &added));
        Ok(spliced(record, changes))
    }
}

/// A field of an entry, by the places of its bytes.
struct Field {
    name: String,
    /// The white space before its name.
    white: Range<usize>,
    value: Range<usize>,
    is_empty: bool,
    uses_abbreviation: bool,
}

impl Field {
    fn of(field: &RawField<'_>, text: &str, byte: impl Fn(usize) -> usize) -> Self {
        let white = text[..field.begins].trim_end().len();
        let is_white = |c: char| c.is_whitespace() || "{}".contains(c);
        Field {
            name: field.name.to_owned(),
            white: byte(white)..byte(field.begins),
            value: byte(field.value.start)..byte(field.value.end),
            is_empty: field.pieces.iter().all(|piece| match piece {
                Piece::Latex(text) => text.chars().all(is_white),
                Piece::Abbreviation(_) => false,
            }),
            uses_abbreviation: field
                .pieces
                .iter()
                .any(|piece| matches!(piece, Piece::Abbreviation(_))),
        }
    }
}

/// The fields of an entry, and where they end.
struct Fields {
    fields: Vec<Field>,
    end: usize,
}

/// The field of this name; of several the last, as the reader has it.
fn named<'f>(fields: &'f [Field], name: &str) -> Option<&'f Field> {
    let mut fields = fields.iter();
    fields.rfind(|field| field.name.eq_ignore_ascii_case(name))
}

/// The fields of an entry in any character set in which the signs of the syntax are those of ASCII: where
/// it is not UTF-8, each byte counts as a character.
fn fields(record: &[u8]) -> Result<Fields> {
    let text = std::str::from_utf8(record);
    let is_utf8 = text.is_ok();
    let text = text.map_or_else(|_| decode_latin1(record), Cow::Borrowed);
    let byte = |place: usize| {
        if is_utf8 {
            place
        } else {
            text[..place].chars().count()
        }
    };
    let entry = parse(&text).map_err(|problem| {
        if is_utf8 {
            InputError::BadReference { problem }
        } else {
            InputError::FieldsAsBytes { problem }
        }
    })?;
    let fields = entry.fields.iter();
    Ok(Fields {
        fields: fields.map(|field| Field::of(field, &text, byte)).collect(),
        end: byte(entry.end),
    })
}

/// End of the key of an entry without fields.
fn end_of_key(record: &[u8]) -> usize {
    let before = record.trim_ascii_end();
    before.strip_suffix(b",").unwrap_or(before).len()
}

/// Returns whether a character stands for itself in a value.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || " .,:;()/'-".contains(c)
}
