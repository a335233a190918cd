//! A row as an object of JSONL.

use serde_json::{Map, Value};

use super::without;
use super::work::{COMMON, Work};
use crate::rows::cell::Cell;
use crate::rows::fill::says_nothing;

/// The object: of a reference what all formats call the same, of one in CSL what this does not say as well, of another
/// row all its cells. What is neither text nor a
/// list of texts is left out.
pub(super) fn object(work: &Work<'_>, id: &str) -> Value {
    let is_own = without::own_columns(work);
    let is_written = |name: &str| COMMON.contains(&name) || is_own(name);
    let mut object = Map::new();
    object.insert("id".to_owned(), id.into());
    // The kind of a reference is in a field of its format.
    if let Some(kind) = work.kind_name() {
        object.insert("type".to_owned(), kind.into());
    }
    for (name, cell) in work.row.cells.iter().filter(|(name, _)| is_written(name)) {
        let value = match cell {
            Cell::Text(text) if &**name == "abstract" && says_nothing(text) => continue,
            Cell::Text(_) if work.is_reference && &**name == "date" => Value::from(work.date()),
            Cell::Text(_) if matches!(&**name, "pages" | "isbn") => match work.written(name) {
                Some(text) => text.into(),
                None => continue,
            },
            Cell::Text(text) => Value::from(text.as_str()),
            Cell::Texts(texts) => texts.clone().into(),
            Cell::Other(_) => continue,
        };
        object.entry(&**name).or_insert(value);
    }
    object.into()
}
