//! The members of a JSON object, as they are written.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

use serde_json::Value;
use serde_json::value::RawValue;

use super::super::pieces::{Pieces, Syntax, spliced};
use super::cells::NUMBERED_ROW;
use super::json_members::key_and_value;
use super::json_mended::mended;
use crate::lines::bad_json;
use crate::text::not_utf8;
use dejalu_base::error::Result;

/// An object: members that are there without a value get one in their place, others follow the last.
pub(super) struct JsonSyntax;

impl Syntax for JsonSyntax {
    fn take(&self, record: &[u8], field: &str, _: &str) -> Result<Option<Vec<u8>>> {
        let text = text(record)?;
        let members = members(object(&text)?)?;
        Ok(members.get(field).map(|value| value.get().into()))
    }

    fn put(&self, record: &[u8], pieces: &Pieces) -> Result<Vec<u8>> {
        let text = &*text(record)?;
        let object = object(text)?;
        let members = members(object)?;
        let place = |part: &str| {
            let start = part.as_ptr() as usize - text.as_ptr() as usize;
            start..start + part.len()
        };
        let mut places: Vec<Range<usize>> = members.values().map(|it| place(it.get())).collect();
        places.sort_unstable_by_key(|place| place.start);
        let mut changes = Vec::new();
        let mut added = String::new();
        let style = Style::of(text, place(object).start, &places);
        for (name, piece) in pieces {
            let value = std::str::from_utf8(piece).map_err(|reason| not_utf8(reason, None))?;
            if let Some(empty) = members.get(&**name) {
                changes.push((place(empty.get()), value.as_bytes()));
            } else {
                let (between, after_colon) = (style.between, style.after_colon);
                let comma = if members.is_empty() && added.is_empty() {
                    ""
                } else {
                    ","
                };
                let name = Value::from(&**name);
                // Writing to a string cannot fail.
                let _ = write!(added, "{comma}{between}{name}:{after_colon}{value}");
            }
        }
        let end = places.last().map_or(style.opened, |last| last.end);
        changes.push((end..end, added.as_bytes()));
        // Places are those of the text, which may be mended.
        Ok(spliced(text.as_bytes(), changes))
    }
}

fn text(record: &[u8]) -> Result<Cow<'_, str>> {
    let text = std::str::from_utf8(record).map_err(|reason| not_utf8(reason, None))?;
    let value = value(text);
    Ok(match mended(value) {
        Cow::Borrowed(_) => Cow::Borrowed(text),
        Cow::Owned(mended) => Cow::Owned(text[..text.len() - value.len()].to_owned() + &mended),
    })
}

/// The text after the key of a member; all of it if it is not a member.
fn value(text: &str) -> &str {
    let member = key_and_value(text.as_bytes());
    let key = member.map_or(0, |(_, value)| text.len() - value.len());
    &text[key..]
}

/// The object whose members are fields: the value of a member, the row in that of a dataset server.
fn object(text: &str) -> Result<&str> {
    let object = value(text);
    let members = members(object)?;
    let (number, row) = NUMBERED_ROW;
    let row = members.get(row).map(|row| row.get());
    let row = row.filter(|row| row.starts_with('{') && members.contains_key(number));
    Ok(row.unwrap_or(object))
}

fn members(text: &str) -> Result<BTreeMap<String, &RawValue>> {
    serde_json::from_str(text).map_err(bad_json)
}

/// White space in an object.
struct Style<'t> {
    /// The end of its opening bracket.
    opened: usize,
    /// Before a member.
    between: &'t str,
    /// Before a value.
    after_colon: &'t str,
}

impl<'t> Style<'t> {
    /// The style of an object that stands here, and whose values stand at these places.
    fn of(text: &'t str, start: usize, places: &[Range<usize>]) -> Self {
        let opened = text[start..]
            .find('{')
            .map_or(0, |bracket| start + bracket + 1);
        let leading = |text: &'t str| &text[..text.len() - text.trim_start().len()];
        let between = match places {
            [first, _, ..] => leading(text[first.end..].trim_start().trim_start_matches(',')),
            _ => leading(&text[opened..]),
        };
        let after_colon = places.first().map_or("", |first| {
            let before = &text[..first.start];
            &before[before.trim_end().len()..]
        });
        // An object without members has nothing to go by.
        let between = if places.is_empty() { "" } else { between };
        Style {
            opened,
            between,
            after_colon,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(object: &str, pieces: &[(&str, &str)]) -> String {
        let pieces = pieces.iter();
        let pieces = pieces.map(|&(name, value)| (name.into(), value.into()));
        let filled = JsonSyntax.put(object.as_bytes(), &pieces.collect());
        String::from_utf8(filled.unwrap()).unwrap()
    }

    #[test]
    fn values_are_put_where_they_are_missing_and_others_follow_in_the_same_style() {
        let more = [("b", "\"x\""), ("é \"", "[1, 2]")];
        assert_eq!(
            filled("{\"a\": 1, \"b\": null, \"c\": \" \"}\r\n", &more),
            "{\"a\": 1, \"b\": \"x\", \"c\": \" \", \"é \\\"\": [1, 2]}\r\n"
        );
        assert_eq!(filled("{\"a\":1}", &[("b", "2")]), "{\"a\":1,\"b\":2}");
        assert_eq!(
            filled("{\n  \"a\": 1,\n  \"b\": 2\n}", &[("c", "3")]),
            "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}"
        );
        assert_eq!(
            filled("{\n  \"a\": 1\n}", &[("c", "3")]),
            "{\n  \"a\": 1,\n  \"c\": 3\n}"
        );
        assert_eq!(
            filled("{ }", &[("b", "2"), ("c", "3")]),
            "{\"b\":2,\"c\":3 }"
        );
        assert_eq!(
            filled("\"k\": {\"a\": 1, \"b\": 2,}", &[("c", "3")]),
            "\"k\": {\"a\": 1, \"b\": 2, \"c\": 3}"
        );
        assert_eq!(
            filled(
                "{\"row_idx\": 0, \"row\": {\"a\": 1, \"b\": NaN}}",
                &[("b", "3")]
            ),
            "{\"row_idx\": 0, \"row\": {\"a\": 1, \"b\": 3}}"
        );
    }

    #[test]
    fn values_are_taken_as_they_are_written() {
        let taken = |field: &str| {
            let object = br#"{"a": [1,  2], "b": "\u00e9", "c": 1.0}"#;
            let taken = JsonSyntax.take(object, field, "").unwrap();
            taken.map(|piece| String::from_utf8(piece).unwrap())
        };
        assert_eq!(taken("a").as_deref(), Some("[1,  2]"));
        assert_eq!(taken("b").as_deref(), Some("\"\\u00e9\""));
        assert_eq!(taken("c").as_deref(), Some("1.0"));
        assert_eq!(taken("d"), None);
    }
}
