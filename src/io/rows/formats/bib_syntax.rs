//! The fields of a BibTeX entry, as they are written.

use std::borrow::Cow;
use std::ops::Range;

use biblatex::{Pair, RawBibliography, RawChunk};
use encoding_rs::mem::decode_latin1;

use super::super::pieces::{Pieces, Syntax, spliced};
use super::references::{Names, own_names};
use crate::error::{InputError, Result};
use crate::io::line_ends::as_newlines;

/// An entry whose fields have these names beside the common ones. A piece is a name, an equals sign and a
/// value.
pub(super) struct BibSyntax(pub(super) &'static Names);

impl Syntax for BibSyntax {
    fn take(&self, record: &[u8], field: &str, value: &str) -> Result<Option<Vec<u8>>> {
        let fields = fields(record)?;
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
        let fields = fields(record)?;
        let mut changes = Vec::new();
        let mut added = Vec::new();
        let (end, before) = match fields.last() {
            Some(last) => (last.value.end, &record[last.white.clone()]),
            None => (end_of_key(record), &b" "[..]),
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
    fn of(pair: &Pair<'_>, text: &str, byte: impl Fn(usize) -> usize) -> Self {
        let name = pair.key.span.start;
        let white = text[..name].trim_end().len();
        let value = pair.value.span.start;
        let written = text[pair.value.span.clone()].trim_end().len();
        let is_white = |c: char| c.is_whitespace() || "{}".contains(c);
        let chunks = || pair.value.v.iter().map(|chunk| &chunk.v);
        let is_abbreviation = |chunk: &RawChunk<'_>| matches!(chunk, RawChunk::Abbreviation(_));
        Field {
            name: pair.key.v.to_owned(),
            white: byte(white)..byte(name),
            value: byte(value)..byte(value + written),
            is_empty: chunks().all(|chunk| match chunk {
                RawChunk::Normal(text) => text.chars().all(is_white),
                RawChunk::Abbreviation(_) => false,
            }),
            uses_abbreviation: chunks().any(is_abbreviation),
        }
    }
}

/// The field of this name; of several the last, as the reader has it.
fn named<'f>(fields: &'f [Field], name: &str) -> Option<&'f Field> {
    let mut fields = fields.iter();
    fields.rfind(|field| field.name.eq_ignore_ascii_case(name))
}

/// The fields of an entry in any character set in which the signs of the syntax are those of ASCII: where
/// it is not UTF-8, each byte counts as a character.
fn fields(record: &[u8]) -> Result<Vec<Field>> {
    let text = std::str::from_utf8(record);
    let is_utf8 = text.is_ok();
    let text = text.map_or_else(|_| decode_latin1(record), Cow::Borrowed);
    // To the parser a comment ends with `\n` alone.
    let text = as_newlines(&text);
    let byte = |place: usize| {
        if is_utf8 {
            place
        } else {
            text[..place].chars().count()
        }
    };
    let parsed = RawBibliography::parse(&text).map_err(|reason| {
        let problem = reason.kind.to_string();
        if is_utf8 {
            InputError::BadReference { problem }
        } else {
            InputError::FieldsAsBytes { problem }
        }
    })?;
    let entries = parsed.entries.iter().take(1);
    let pairs = entries.flat_map(|entry| &entry.v.fields);
    Ok(pairs.map(|pair| Field::of(pair, &text, byte)).collect())
}

/// Where the key of an entry without fields ends.
fn end_of_key(record: &[u8]) -> usize {
    let close = memchr::memrchr(b'}', record).unwrap_or(record.len());
    let before = record[..close].trim_ascii_end();
    before.strip_suffix(b",").unwrap_or(before).len()
}

/// Whether a character stands for itself in a value.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || " .,:;()/'-".contains(c)
}
