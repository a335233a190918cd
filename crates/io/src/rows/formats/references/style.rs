//! Marks of the fields and records of a format of tagged records.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::super::cell::Cell;
use super::super::super::writing::Frame;

/// The fields of a record: the values of each tag, in order.
pub(in crate::rows::formats) type Fields = BTreeMap<String, Vec<String>>;

/// A line with a tag.
pub(in crate::rows::formats) struct Field<'l> {
    /// The tag in capitals.
    pub(in crate::rows::formats) tag: Cow<'l, str>,
    /// The value after the tag.
    pub(in crate::rows::formats) value: &'l str,
    /// True if the tag is at the start of the line and in capitals. Where it is not, it may be a part of a text, and
    /// counts only in a record that begins with such a line.
    pub(in crate::rows::formats) is_regular: bool,
}

/// Marks of the fields and records of a format.
pub(in crate::rows::formats) struct Style {
    /// A line's field; none for a line that goes on with the field before it.
    pub(in crate::rows::formats) field: fn(&str) -> Option<Field<'_>>,
    /// The tag with which a record begins as a rule.
    pub(in crate::rows::formats) first: &'static str,
    /// The same as it is written, with what stands before its value, where no text has this.
    pub(in crate::rows::formats) opening: Option<&'static str>,
    /// The tag with which a record ends, where there is one.
    pub(in crate::rows::formats) last: Option<&'static str>,
    /// Lines that stand around records.
    pub(in crate::rows::formats) frame: Frame,
    /// Tags of lists: each line that goes on with such a field is a value of its own.
    pub(in crate::rows::formats) lists: &'static [&'static str],
    /// Whether a line behind a blank one may go on with the field before them.
    pub(in crate::rows::formats) goes_on: fn(&str) -> bool,
    /// Whether a line holds a field: by the common name of the field, the tag and the value of the line.
    pub(in crate::rows::formats) holds: fn(&str, &str, &str) -> bool,
    /// The cells of a record's fields, tags ascending, values in order.
    pub(in crate::rows::formats) cells: fn(Fields) -> BTreeMap<Arc<str>, Cell>,
}

impl Style {
    /// The field of a line in a record that is regular or not.
    pub(super) fn field_in<'l>(&self, line: &'l str, is_regular: bool) -> Option<Field<'l>> {
        (self.field)(line).filter(|field| field.is_regular || !is_regular)
    }

    /// Returns whether a tag ends its record.
    pub(super) fn ends(&self, tag: &str) -> bool {
        self.last == Some(tag)
    }

    /// Returns whether a line of this tag stands around records.
    pub(super) fn is_around(&self, tag: &str) -> bool {
        self.frame.has(tag)
    }

    /// Returns whether a record says this once: where a second one follows a blank line, another record has begun.
    pub(super) fn is_said_once(&self, tag: &str) -> bool {
        tag == self.first || (self.holds)("title", tag, "")
    }
}

/// A field whose tag may be indented or in small letters: `tag` characters before `value`.
pub(in crate::rows::formats) fn field<'l>(
    tag: &'l str,
    value: &'l str,
    indent: usize,
) -> Field<'l> {
    let has_small = tag.bytes().any(|c| c.is_ascii_lowercase());
    Field {
        tag: if has_small {
            Cow::Owned(tag.to_ascii_uppercase())
        } else {
            Cow::Borrowed(tag)
        },
        value,
        is_regular: indent == 0 && !has_small,
    }
}
