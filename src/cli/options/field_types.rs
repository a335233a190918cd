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
pub(super) fn all_columns(samples: &[Sample], of_documents: &[String]) -> RecordFields {
    const OF_DOCUMENTS: [&str; 4] = ["cluster", "split", "url", "date"];
    let mut fields = RecordFields::default();
    if samples.iter().any(Sample::has_text) {
        return fields;
    }
    for (column, _) in samples.iter().flat_map(|sample| &sample.columns) {
        let is_known = fields.columns().any(|known| known == column);
        let is = |of_document: &&str| of_document.eq_ignore_ascii_case(column.trim());
        let is_of_document = of_documents.contains(column) || OF_DOCUMENTS.iter().any(is);
        let field = field_name(column);
        // A column without a name numbers the rows, as pandas writes them.
        if is_known || is_of_document || field.is_empty() {
            continue;
        }
        fields.0.push(FieldColumn {
            field: unused(field, &fields).into(),
            column: column.clone(),
        });
    }
    fields
}

/// The name, or if another field has it, the name with a number.
fn unused(name: String, fields: &RecordFields) -> String {
    let is_free = |name: &String| !fields.names().any(|it| it == name.as_str());
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    names.find(is_free).unwrap_or(name)
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
            if fields.is_empty() {
                let expected = "expected a table whose columns are fields; name them with --fields, or leave out --text and --title";
                return Err(wrong("--field-types", said, expected));
            }
            let names: Vec<&str> = fields.names().collect();
            let expected = format!("expected one of the fields: {}", names.join(", "));
            return Err(wrong("--field-types", field, &expected));
        }
        if types.insert(field, is.parse()?).is_some() {
            return Err(wrong("--field-types", field, "expected each field once"));
        }
    }
    let typed = fields.0.iter().map(|FieldColumn { field, column }| {
        let looks = || {
            let values = samples.iter().flat_map(|sample| sample.values(column));
            (!has_usual_name(field)).then(|| FieldType::of(values.map(String::as_str)))
        };
        TypedField {
            field_type: types.get(&**field).copied().or_else(looks),
            field: field.to_string(),
        }
    });
    Ok(typed.collect())
}
