//! Refuses documents without content or without a word.

use crate::document::document::Document;
use dejalu_base::error::{DocumentError, Error, Place, Result};

/// The document, unless its body is empty.
///
/// # Errors
///
/// It is.
pub(super) fn with_content(document: Document, place: &Place) -> Result<Document> {
    if body(&document).any(|text| !text.trim().is_empty()) {
        Ok(document)
    } else {
        Err(Error::from(DocumentError::NoWords).at(place))
    }
}

/// The document, unless it holds no word.
///
/// # Errors
///
/// It holds none.
pub fn with_words(document: Document, place: &Place) -> Result<Document> {
    if body(&document).any(|text| text.contains(char::is_alphanumeric)) {
        Ok(document)
    } else {
        Err(Error::from(DocumentError::NoWords).at(place))
    }
}

fn body(document: &Document) -> impl Iterator<Item = &str> {
    let body = document.fields.iter().filter(|field| field.kinds.is_body());
    body.map(|field| document.field_text(field))
}
