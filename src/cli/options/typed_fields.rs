//! The option that says what fields hold.

use clap::Args;
use dejalu::error::Result;
use dejalu::similarity::TypedField;
use serde::Serialize;

use super::field_types;
use super::pairs::Selection;

/// What fields hold.
#[derive(Debug, Clone, Args, Serialize)]
#[command(next_help_heading = "Features")]
pub(in crate::cli) struct FieldTypes {
    /// What fields hold, where the first rows do not show it: person, thing, text, code, number, price, date, address or
    /// category (--field-types brand=category,price=price). It says how --features default compares them; --show-settings
    /// lists what was found
    #[arg(long, value_name = "FIELD=TYPE,...", value_delimiter = ',')]
    field_types: Vec<String>,
}

impl FieldTypes {
    /// The fields of these documents, each with what it holds.
    pub(in crate::cli) fn of(&self, documents: &Selection) -> Result<Vec<TypedField>> {
        let fields = documents.fields()?;
        if fields.is_empty() && self.field_types.is_empty() {
            return Ok(Vec::new());
        }
        field_types::typed(&fields, &self.field_types, &documents.samples()?)
    }
}
