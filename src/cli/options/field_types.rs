//! What the columns of tables hold: found by looking at the first rows, or by name.

use std::collections::BTreeMap;

use dejalu::document::{FieldColumn, RecordFields};
use dejalu::error::Result;
use dejalu::similarity::{FieldType, TypedField, has_usual_name};
use dejalu_io::Sample;

use super::values::wrong;

/// As many rows of each table are looked at.
pub(super) const ROWS: usize = 1_000;

/// The fields of tables that have no column of texts: all columns but those that say which document it is.
pub(super) fn all_columns(samples: &[Sample], id: &str) -> RecordFields {
    const OF_DOCUMENTS: [&str; 4] = ["cluster", "split", "url", "date"];
    let mut fields = RecordFields::default();
    if samples.iter().any(Sample::has_text) {
        return fields;
    }
    for (column, _) in samples.iter().flat_map(|sample| &sample.columns) {
        let is_known = fields.columns().any(|known| known == column);
        let is_of_document = column == id || OF_DOCUMENTS.contains(&&**column);
        let field = field_name(column);
        if !is_known && !is_of_document && !fields.names().any(|name| name == field) {
            fields.0.push(FieldColumn {
                field: field.into(),
                column: column.clone(),
            });
        }
    }
    fields
}

/// The name of a column's field: letters, digits, `-` and `_`.
fn field_name(column: &str) -> String {
    let is_kept = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    column.trim().replace(|c| !is_kept(c), "_")
}

/// The fields with their types: as said (`FIELD=TYPE`), by their names, or as the values look.
pub(super) fn typed(
    fields: &RecordFields,
    said: &[String],
    samples: &[Sample],
) -> Result<Vec<TypedField>> {
    let mut types: BTreeMap<&str, FieldType> = BTreeMap::new();
    for said in said {
        let Some((field, is)) = said.split_once('=') else {
            return Err(wrong("--field-types", said, "expected FIELD=TYPE"));
        };
        if !fields.names().any(|name| name == field) {
            let names: Vec<&str> = fields.names().collect();
            let expected = format!("expected one of the fields: {}", names.join(", "));
            return Err(wrong("--field-types", field, &expected));
        }
        types.insert(field, is.parse()?);
    }
    let typed = fields.0.iter().map(|FieldColumn { field, column }| {
        let looks = || {
            let values = samples.iter().flat_map(|sample| sample.values(column));
            (!has_usual_name(field)).then(|| FieldType::of(values.map(String::as_str)))
        };
        TypedField {
            is: types.get(&**field).copied().or_else(looks),
            field: field.to_string(),
        }
    });
    Ok(typed.collect())
}
