//! A row as an object of JSONL.

use serde_json::{Map, Value};

use super::item::{COMMON, Item};
use crate::rows::cell::Cell;
use crate::rows::fill::says_nothing;

/// The object: of a reference what all formats call the same, of another row all its cells. What is neither text nor a
/// list of texts is left out.
pub(super) fn object(item: &Item<'_>, id: &str) -> Value {
    let is_written = |name: &str| !item.is_reference || COMMON.contains(&name);
    let mut object = Map::new();
    object.insert("id".to_owned(), id.into());
    for (name, cell) in item.row.cells.iter().filter(|(name, _)| is_written(name)) {
        let value = match cell {
            Cell::Text(text) if &**name == "abstract" && says_nothing(text) => continue,
            Cell::Text(_) if item.is_reference && &**name == "date" => Value::from(item.date()),
            Cell::Text(text) => Value::from(text.as_str()),
            Cell::Texts(texts) => texts.clone().into(),
            Cell::Other(_) => continue,
        };
        if &**name != "id" {
            object.insert(name.to_string(), value);
        }
    }
    object.into()
}
