//! A value of JSON as named cells.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::super::cell::Cell;
use super::csl;
use super::json_mended::mended;
use crate::lines::bad_json;
use crate::text::not_utf8;
use dejalu_base::error::Result;

/// The cells of an object, of a reference in CSL JSON also under the common names; `null` is absent. A string is an object of which it is the text, and a row of a dataset
/// server the object in it.
///
/// # Errors
///
/// The line is not valid UTF-8, or neither a string nor one JSON object whose keys differ.
pub(super) fn cells(line: &[u8]) -> Result<BTreeMap<Arc<str>, Cell>> {
    let line = std::str::from_utf8(line).map_err(|e| not_utf8(e, None))?;
    let object: Object = match serde_json::from_str(line) {
        Ok(object) => object,
        Err(reason) => other_form(line).ok_or_else(|| bad_json(reason))?,
    };
    let object = if is_numbered(&object) {
        let row: NumberedRow = serde_json::from_str(&mended(line)).map_err(bad_json)?;
        row.row
    } else {
        object
    };
    let present = object.0.into_iter();
    let present = present.filter_map(|(key, value)| Some((key, value.0?)));
    let mut cells = present.collect();
    if csl::may_be_reference(&cells)
        && let Ok(object) = serde_json::from_str(&mended(line))
    {
        csl::add_fields(&object, &mut cells);
    }
    Ok(cells)
}

/// Reads an object that is not written as the standard demands, but whose meaning is plain.
fn other_form(line: &str) -> Option<Object> {
    let mended = mended(line);
    if let Ok(string) = serde_json::from_str::<String>(&mended) {
        return Some(Object(BTreeMap::from([("text".into(), text(string))])));
    }
    serde_json::from_str(&mended).ok()
}

/// Names of the members of a row as a dataset server sends it: its number, and the object that it is.
pub(super) const NUMBERED_ROW: (&str, &str) = ("row_idx", "row");

#[derive(Deserialize)]
struct NumberedRow {
    row: Object,
}

fn is_numbered(object: &Object) -> bool {
    let (number, row) = NUMBERED_ROW;
    let row = object.0.get(row).and_then(|row| row.0.as_ref());
    object.0.contains_key(number) && row == Some(&Cell::Other(AN_OBJECT))
}

const AN_OBJECT: &str = "an object";

/// The values of an object by their keys.
struct Object(BTreeMap<Arc<str>, Value>);

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(AnyObject)
    }
}

struct AnyObject;

impl<'de> Visitor<'de> for AnyObject {
    type Value = Object;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Object, A::Error> {
        let mut values = BTreeMap::new();
        while let Some((key, value)) = object.next_entry::<Arc<str>, Value>()? {
            if values.insert(key.clone(), value).is_some() {
                return Err(A::Error::custom(format!("key '{key}' occurs twice")));
            }
        }
        Ok(Object(values))
    }
}

/// A value of any type; `None` for `null`.
struct Value(Option<Cell>);

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

fn text(value: String) -> Value {
    Value(Some(Cell::Text(value)))
}

/// An element of a list; `None` for `null`.
#[derive(Deserialize)]
#[serde(untagged)]
enum Element {
    Text(Option<String>),
    Other(IgnoredAny),
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value(None))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(text(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(text(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(text(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Value(Some(Cell::of_number(value))))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut texts = Some(Vec::new());
        while let Some(element) = list.next_element::<Element>()? {
            match (&mut texts, element) {
                (Some(texts), Element::Text(text)) => texts.extend(text),
                _ => texts = None,
            }
        }
        let other = Cell::Other("a list");
        Ok(Value(Some(texts.map_or(other, Cell::Texts))))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Value(Some(Cell::Other(AN_OBJECT))))
    }
}
