//! The option that says what fields hold.

use clap::Args;
use dejalu::document::RecordFields;
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

/// The fields of documents: where they are read, and what they hold.
pub(in crate::cli) struct KnownFields {
    pub(in crate::cli) columns: RecordFields,
    pub(in crate::cli) types: Vec<TypedField>,
}

impl FieldTypes {
    /// The fields of these documents. Looks at their first rows: once in a command.
    pub(in crate::cli) fn of(&self, documents: &Selection) -> Result<KnownFields> {
        let (columns, samples) = documents.fields_and_samples()?;
        let types = field_types::typed(&columns, &self.field_types, &samples)?;
        Ok(KnownFields { columns, types })
    }
}
