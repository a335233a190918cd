//! The fields of a tagged record, as they are written.

use std::borrow::Cow;

use super::super::super::pieces::{Pieces, Syntax};
use super::style::Style;
use crate::line_ends::{lines, split_end};
use dejalu_base::error::Result;

/// A record of lines that begin with a tag.
pub(super) struct TaggedSyntax(pub(super) &'static Style);

impl Syntax for TaggedSyntax {
    fn take(&self, record: &[u8], field: &str, _: &str) -> Result<Option<Vec<u8>>> {
        let blocks = self.blocks(record);
        let of_field = blocks.iter().filter(|block| block.holds(self.0, field));
        let of_field = of_field.filter(|block| !block.is_blank);
        let lines: Vec<u8> = of_field.flat_map(Block::regular).collect();
        Ok((!lines.is_empty()).then_some(lines))
    }

    /// The lines of other records are put before the line that ends this one, and end as the line before them.
    fn put(&self, record: &[u8], pieces: &Pieces) -> Result<Vec<u8>> {
        let blocks = self.blocks(record);
        let end = blocks.iter().position(|block| block.ends_record);
        let end = end.unwrap_or_else(|| {
            let last = blocks.iter().rposition(|block| !block.is_white());
            last.map_or(0, |last| last + 1)
        });
        let (fields, rest) = blocks.split_at(end);
        // Behind the end of the line before them the lines that follow are what they were.
        let before = fields.iter().flat_map(|block| &block.lines).rev();
        let mut ends = before.map(|line| split_end(line).1);
        let end_of_line = ends.find(|end| !end.is_empty()).unwrap_or(b"\n");
        let mut filled = Vec::new();
        let is_filled = |block: &Block<'_>| pieces.keys().any(|it| block.holds(self.0, it));
        // An empty line of a field that is filled is left out.
        for block in fields.iter().filter(|block| !is_filled(block)) {
            filled.extend(block.lines.concat());
        }
        if !matches!(filled.last(), Some(b'\n' | b'\r')) {
            filled.extend_from_slice(end_of_line);
        }
        for line in pieces.values().flat_map(|piece| lines(piece)) {
            filled.extend_from_slice(split_end(line).0);
            filled.extend_from_slice(end_of_line);
        }
        for block in rest {
            filled.extend(block.lines.concat());
        }
        Ok(filled)
    }
}

/// A line with a tag, and those that go on with it.
struct Block<'r> {
    tag: Option<String>,
    value: String,
    lines: Vec<&'r [u8]>,
    is_regular: bool,
    is_blank: bool,
    ends_record: bool,
}

impl Block<'_> {
    fn holds(&self, style: &Style, field: &str) -> bool {
        let tag = self.tag.as_deref();
        tag.is_some_and(|tag| (style.holds)(field, tag, &self.value))
    }

    fn is_white(&self) -> bool {
        self.lines.iter().all(|line| line.trim_ascii().is_empty())
    }

    /// Its lines with the tag in capitals at the start, as any record may have them.
    fn regular(&self) -> Vec<u8> {
        let mut bytes = self.lines.concat();
        if let Some(tag) = self.tag.as_ref().filter(|_| !self.is_regular) {
            let indent = bytes.len() - bytes.trim_ascii_start().len();
            bytes.drain(..indent);
            bytes[..tag.len()].make_ascii_uppercase();
        }
        bytes
    }

    /// Takes the blank lines at the end, which belong to no field.
    fn split_white(&mut self) -> Option<Self> {
        let last = |lines: &[&[u8]]| {
            let last = lines.iter().rposition(|line| !line.trim_ascii().is_empty());
            last.map_or(0, |last| last + 1)
        };
        let lines = self.lines.split_off(last(&self.lines));
        (!lines.is_empty()).then(|| Block {
            tag: None,
            value: String::new(),
            lines,
            is_regular: true,
            is_blank: true,
            ends_record: false,
        })
    }
}

impl TaggedSyntax {
    fn blocks<'r>(&self, record: &'r [u8]) -> Vec<Block<'r>> {
        let mut blocks: Vec<Block<'r>> = Vec::new();
        let mut is_regular = None;
        for line in lines(record) {
            let text: Cow<'_, str> = String::from_utf8_lossy(split_end(line).0);
            let of_first = is_regular.unwrap_or(false);
            let field = self.0.field_in(&text, of_first);
            is_regular = is_regular.or(field.as_ref().map(|field| field.is_regular));
            let value = field.as_ref().map_or(&*text, |field| field.value).trim();
            match blocks.last_mut() {
                Some(open) if field.is_none() && !open.ends_record => {
                    open.lines.push(line);
                    open.is_blank &= value.is_empty();
                }
                _ => blocks.push(Block {
                    is_blank: value.is_empty(),
                    value: field.as_ref().map_or("", |_| value).to_owned(),
                    ends_record: field.as_ref().is_some_and(|it| self.0.ends(&it.tag)),
                    is_regular: field.as_ref().is_none_or(|field| field.is_regular),
                    tag: field.map(|field| field.tag.into_owned()),
                    lines: vec![line],
                }),
            }
        }
        let trailing = blocks.last_mut().map(Block::split_white);
        blocks.extend(trailing.flatten());
        blocks
    }
}
