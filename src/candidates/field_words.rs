//! Candidates by the words of one field of records.

use crate::document::RecordFields;
use crate::error::{Error, Parameter, Result};
use crate::similarity::Feature;

/// The feature that finds candidates by a field: Jaccard similarity of its words.
///
/// # Errors
///
/// A field that is not among those known; records without fields.
pub(crate) fn field_words(field: &str, known: &RecordFields) -> Result<Feature> {
    if known.names().any(|name| name == field) {
        return format!("jaccard:field={field}").parse();
    }
    let expected = if known.is_empty() {
        format!(
            "expected records whose fields are compared; {} names them for training",
            Parameter::Fields
        )
    } else {
        let names: Vec<&str> = known.names().collect();
        format!("expected one of the fields {}", names.join(", "))
    };
    Err(Error::invalid(Parameter::BlockBy, field, expected))
}
