//! The option that says what fields hold.

use clap::Args;
use dejalu::error::Result;
use dejalu::similarity::TableFields;
use serde::Serialize;

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
    /// The fields of these documents. Looks at their first rows: once in a command.
    pub(in crate::cli) fn of(&self, documents: &Selection) -> Result<TableFields> {
        let (columns, samples) = documents.fields_and_samples()?;
        TableFields::typed(columns, &self.field_types, &samples)
    }
}
