//! Refuses documents without a word.

use crate::document::document::Document;
use crate::error::{DocumentError, Error, Place, Result};

/// The document, unless it holds no word.
///
/// # Errors
///
/// It holds none.
pub fn with_words(document: Document, place: &Place) -> Result<Document> {
    let mut body = document.fields.iter().filter(|field| field.kinds.is_body());
    let any = body.any(|field| document.field_text(field).contains(char::is_alphanumeric));
    if any {
        Ok(document)
    } else {
        Err(Error::from(DocumentError::NoWords).at(place))
    }
}
