//! A web page as a document.

use super::{Document, DocumentId};

pub(super) fn parse(_id: DocumentId, _source: &str, _url: Option<&str>) -> Document {
    todo!()
}
