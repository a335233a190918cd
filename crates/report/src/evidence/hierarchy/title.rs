//! Whether a place is in the title.

use dejalu_text::document::{Document, FieldKind};

/// Returns whether the text at this place is the document's title.
pub(super) fn in_title(document: &Document, place: usize) -> bool {
    let fields = &document.fields;
    let field = fields.get(fields.partition_point(|field| field.span.end <= place));
    field.is_some_and(|field| field.kinds.contains(FieldKind::Title) && field.span.start <= place)
}
