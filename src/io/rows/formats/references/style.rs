//! How a format of tagged records marks its fields and records.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::super::cell::Cell;

/// The fields of a record: the values of each tag, in order.
pub(in crate::io::rows::formats) type Fields = BTreeMap<String, Vec<String>>;

/// How a format marks its fields and records.
pub(in crate::io::rows::formats) struct Style {
    /// A line's tag and what follows; none for a line that goes on with the field before it.
    pub(in crate::io::rows::formats) field: fn(&str) -> Option<(&str, &str)>,
    /// The tag with which a record begins.
    pub(in crate::io::rows::formats) first: &'static str,
    /// Whether records have a last line of their own. Where they have none, one of another format ends
    /// them as well.
    pub(in crate::io::rows::formats) is_closed: bool,
    /// Whether a line, its tag given, is the last of its record.
    pub(in crate::io::rows::formats) ends: fn(&str, Option<&str>) -> bool,
    /// Whether a line holds a field: by the common name of the field, the tag and the value of the line.
    pub(in crate::io::rows::formats) holds: fn(&str, &str, &str) -> bool,
    /// The cells of a record's fields, tags ascending, values in order.
    pub(in crate::io::rows::formats) cells: fn(Fields) -> BTreeMap<Arc<str>, Cell>,
}
