//! The fields of tables: which columns they are, and what they hold.

use std::collections::BTreeMap;

use super::field_type::{FieldType, TypedField};
use super::usual::has_usual_name;
use dejalu_base::error::{Error, Parameter, Result};
use dejalu_io::Sample;
use dejalu_text::document::{FieldColumn, RecordFields};

/// The fields that the records of tables are compared by.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TableFields {
    /// The columns that they are read from.
    pub columns: RecordFields,
    /// What each of them holds, in the same order.
    pub types: Vec<TypedField>,
}

impl TableFields {
    /// As many rows of each table are to be looked at.
    pub const ROWS: usize = 1_000;

    /// All columns of tables but those that say which document a row is: these, and `cluster`, `split`, `url` and `date`. None of
    /// tables with a column of texts. A column of another name than a field can have is named without the signs in it.
    ///
    /// ```
    /// use dejalu_io::Sample;
    /// use dejalu_similarity::TableFields;
    ///
    /// let columns = ["id", "name", "list price"].map(|name| (name.to_owned(), Vec::new()));
    /// let table = Sample { columns: columns.into() };
    /// let fields = TableFields::all_columns(&[table], &["id".to_owned()]);
    /// assert_eq!(fields.to_string(), "name,list_price=list price");
    /// ```
    pub fn all_columns(tables: &[Sample], of_documents: &[String]) -> RecordFields {
        const OF_DOCUMENTS: [&str; 4] = ["cluster", "split", "url", "date"];
        let mut fields = RecordFields::default();
        if tables.iter().any(Sample::has_text) {
            return fields;
        }
        for (column, _) in tables.iter().flat_map(|table| &table.columns) {
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

    /// These columns with their types: as said (`FIELD=TYPE`), by their names, or as the values look.
    ///
    /// # Errors
    ///
    /// What is said of a field that is none of them or that is said twice, and a type that is none.
    pub fn typed(columns: RecordFields, said: &[String], tables: &[Sample]) -> Result<Self> {
        let said = said_types(&columns, said)?;
        let types = columns.0.iter().map(|FieldColumn { field, column }| {
            let looks = || {
                let values = tables.iter().flat_map(|table| table.values(column));
                (!has_usual_name(field)).then(|| FieldType::of(values.map(String::as_str)))
            };
            TypedField {
                field_type: said.get(&**field).copied().or_else(looks),
                field: field.to_string(),
            }
        });
        let types = types.collect();
        Ok(TableFields { columns, types })
    }
}

/// The types that are said, by field.
fn said_types<'s>(
    fields: &RecordFields,
    said: &'s [String],
) -> Result<BTreeMap<&'s str, FieldType>> {
    let wrong = |found: &str, expected: &str| {
        Error::invalid(Parameter::FieldTypes, found, expected.to_owned())
    };
    let mut types = BTreeMap::new();
    for said in said {
        let Some((field, is)) = said.split_once('=') else {
            return Err(wrong(said, "expected FIELD=TYPE"));
        };
        if fields.is_empty() {
            let expected = format!(
                "expected a table whose columns are fields; name them with {}, or leave out the columns of the text and the title",
                Parameter::Fields
            );
            return Err(wrong(said, &expected));
        }
        if !fields.names().any(|name| name == field) {
            let names: Vec<&str> = fields.names().collect();
            let expected = format!("expected one of the fields: {}", names.join(", "));
            return Err(wrong(field, &expected));
        }
        if types.insert(field, is.parse()?).is_some() {
            return Err(wrong(field, "expected each field once"));
        }
    }
    Ok(types)
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
