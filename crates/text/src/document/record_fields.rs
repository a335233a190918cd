//! Selects the columns of a table that are compared separately.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use dejalu_base::error::{Error, Parameter, Result, nearest};

/// A field and the column that holds it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldColumn {
    /// The field's name, as features name it: letters, digits, `-` and `_`.
    pub field: Arc<str>,
    /// The name of its column.
    pub column: String,
}

/// Fields in their order, none twice. Read from and written as `title,author,year=date`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RecordFields(pub Vec<FieldColumn>);

impl RecordFields {
    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The fields' names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|it| &*it.field)
    }

    /// Their columns.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|it| &*it.column)
    }

    /// The names of those that are not among the given ones.
    pub fn without<'a>(&'a self, given: &'a RecordFields) -> impl Iterator<Item = &'a str> {
        let is_given = |name: &str| given.names().any(|given| given == name);
        self.names().filter(move |name| !is_given(name))
    }

    /// Refuses fields that are not among these, which a model was trained with.
    ///
    /// # Errors
    ///
    /// A model without fields; the first field that it does not know.
    pub fn check(&self, given: &RecordFields) -> Result<()> {
        let refuse = |expected: String| Err(Error::invalid(Parameter::Fields, given, expected));
        if self.is_empty() && !given.is_empty() {
            return refuse(
                "expected a model that was trained with fields; this one compares texts as a whole"
                    .to_owned(),
            );
        }
        let is_known = |name: &&str| self.names().any(|known| known == *name);
        match given.names().find(|name| !is_known(name)) {
            None => Ok(()),
            Some(name) => {
                let names: Vec<&str> = self.names().collect();
                let meant = nearest(name, self.names());
                let meant =
                    meant.map_or(String::new(), |name| format!(" (did you mean '{name}'?)"));
                refuse(format!(
                    "the model knows no field '{name}'{meant}; its fields are {}; name the column of \
                     each as FIELD=COLUMN",
                    names.join(", ")
                ))
            }
        }
    }
}

impl FromStr for RecordFields {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut fields = RecordFields::default();
        for part in text.split(',').map(str::trim) {
            let (field, column) = part.split_once('=').unwrap_or((part, part));
            let (field, column) = (field.trim(), column.trim());
            let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
            if field.is_empty() || column.is_empty() || !field.chars().all(is_name) {
                let expected = "expected FIELD or FIELD=COLUMN, separated by commas; a field's name has \
                                letters, digits, - and _";
                return Err(Error::invalid(Parameter::Fields, text, expected));
            }
            if fields.names().any(|name| name == field) {
                let expected = format!("expected each field once, and '{field}' occurs twice");
                return Err(Error::invalid(Parameter::Fields, text, expected));
            }
            fields.0.push(FieldColumn {
                field: field.into(),
                column: column.to_owned(),
            });
        }
        Ok(fields)
    }
}

impl fmt::Display for RecordFields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, FieldColumn { field, column }) in self.0.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            if **field == **column {
                write!(f, "{comma}{field}")?;
            } else {
                write!(f, "{comma}{field}={column}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_as_they_are_written() {
        let text = "title,author,year=date,abstract=text";
        let fields: RecordFields = text.parse().unwrap();
        assert_eq!(fields.to_string(), text);
        assert_eq!(
            fields.columns().collect::<Vec<_>>(),
            ["title", "author", "date", "text"]
        );
        let refused = |text: &str| text.parse::<RecordFields>().unwrap_err().to_string();
        for wrong in ["", "title,,", "=x", "a:b", "year="] {
            assert!(
                refused(wrong)
                    .starts_with(&format!("fields '{wrong}': expected FIELD or FIELD=COLUMN"))
            );
        }
        assert_eq!(
            refused("a,b,a=c"),
            "fields 'a,b,a=c': expected each field once, and 'a' occurs twice"
        );
    }

    #[test]
    fn a_model_knows_its_fields() {
        let model: RecordFields = "title,author,year".parse().unwrap();
        let given = |text: &str| text.parse::<RecordFields>().unwrap();
        assert!(model.check(&given("title=TI,year=PY")).is_ok());
        let year = given("year=PY");
        let left_out: Vec<&str> = model.without(&year).collect();
        assert_eq!(left_out, ["title", "author"]);
        assert_eq!(
            model.check(&given("title,autor")).unwrap_err().to_string(),
            "fields 'title,autor': the model knows no field 'autor' (did you mean 'author'?); its fields \
             are title, author, year; name the column of each as FIELD=COLUMN"
        );
        assert_eq!(
            RecordFields::default()
                .check(&given("title"))
                .unwrap_err()
                .to_string(),
            "fields 'title': expected a model that was trained with fields; this one compares texts as a \
             whole"
        );
    }
}
