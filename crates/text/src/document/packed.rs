//! A document as it is stored and exported: its text and what the parts of the text are.

use std::io;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use zstd::zstd_safe::{CCtx, CParameter, compress_bound};

use super::document::{Document, Field, FieldKind, FieldKinds};
use super::html::Structure;
use dejalu_io::Unpacker;

/// Compression level of stored texts.
const LEVEL: i32 = 3;

/// A document as one JSON object. Any command reads its `id` and `text`; its `fields` bring a web
/// page back as it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentRecord {
    /// The document's name.
    pub id: String,
    /// All its text.
    pub text: String,
    /// The parts of the text; all of it is main content where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    fields: Vec<Part>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    structure: Option<Arc<Structure>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cluster: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    split: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    date: Option<String>,
}

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Part {
    kinds: Vec<FieldKind>,
    start: usize,
    end: usize,
}

impl From<&Document> for DocumentRecord {
    fn from(document: &Document) -> Self {
        let part = |field: &Field| Part {
            kinds: field.kinds.iter().collect(),
            start: field.span.start,
            end: field.span.end,
        };
        let plain = Document::plain(document.id.clone(), &document.text);
        let is_plain = plain.text == document.text && plain.fields == document.fields;
        DocumentRecord {
            id: document.id.to_string(),
            text: document.text.to_string(),
            fields: if is_plain {
                Vec::new()
            } else {
                document.fields.iter().map(part).collect()
            },
            structure: document.structure.clone(),
            cluster: document.cluster.clone(),
            split: document.split.clone(),
            date: document.date.clone(),
        }
    }
}

impl DocumentRecord {
    /// The document, unless its parts are none of its text.
    pub fn into_document(self) -> Option<Document> {
        let mut document = Document::plain(self.id, &self.text);
        if !self.fields.is_empty() {
            document.fields = fields(&self.fields, &self.text)?;
            document.text = self.text.into();
        }
        document.structure = self.structure;
        document.cluster = self.cluster;
        document.split = self.split;
        document.date = self.date;
        Some(document)
    }

    /// The record as few bytes.
    pub fn pack(&self) -> Vec<u8> {
        self.pack_by(&mut Packer::new())
    }

    /// The record, one of many, as few bytes.
    pub fn pack_by(&self, packer: &mut Packer) -> Vec<u8> {
        // Strings and numbers in memory: writing them cannot fail.
        let json = serde_json::to_vec(self).unwrap_or_default();
        packer.packed(&json)
    }

    /// The record of these bytes.
    pub fn unpack(bytes: &[u8]) -> io::Result<Self> {
        DocumentRecord::unpack_by(&mut Unpacker::new(), bytes)
    }

    /// The record of these bytes, one of many.
    pub fn unpack_by(unpacker: &mut Unpacker, bytes: &[u8]) -> io::Result<Self> {
        Ok(serde_json::from_slice(&unpacker.unpacked(bytes)?)?)
    }
}

/// Packs one after the other: the memory that this takes is more than most documents are.
pub struct Packer(CCtx<'static>);

impl Packer {
    /// Makes one that has packed nothing yet.
    #[expect(clippy::new_without_default, reason = "nobody asks for a default one")]
    pub fn new() -> Self {
        let mut context = CCtx::create();
        // A level that there is: this cannot fail.
        let _ = context.set_parameter(CParameter::CompressionLevel(LEVEL));
        Packer(context)
    }

    fn packed(&mut self, content: &[u8]) -> Vec<u8> {
        let mut packed = Vec::with_capacity(compress_bound(content.len()));
        // There is room for whatever comes of it.
        let _ = self.0.compress2(&mut packed, content);
        packed
    }
}

/// Parts as a document has them: ascending, disjoint, none empty.
fn fields(parts: &[Part], text: &str) -> Option<Vec<Field>> {
    let mut end = 0;
    let field = |part: &Part| {
        let span = part.start..part.end;
        let follows = part.start >= end && !text.get(span.clone())?.is_empty();
        end = part.end;
        let kinds = part.kinds.iter().copied();
        follows.then(|| Field {
            kinds: kinds.fold(FieldKinds::default(), FieldKinds::with),
            span,
        })
    };
    parts.iter().map(field).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(document: &Document) -> Document {
        let bytes = DocumentRecord::from(document).pack();
        DocumentRecord::unpack(&bytes)
            .unwrap()
            .into_document()
            .unwrap()
    }

    #[test]
    fn texts_and_pages_come_back_as_they_were() {
        let page = "<title>Ferries</title><h1>Old pier</h1><p>It <a href='/x'>broke</a>.</p>";
        for document in [
            Document::plain("a", "  A storm\n\nbroke the pier.\n"),
            Document::html("b", page, Some("https://example.org/pier")),
            Document::plain("c", ""),
        ] {
            let back = round(&document);
            assert_eq!(back.id, document.id);
            assert_eq!(back.text, document.text);
            assert_eq!(back.fields, document.fields);
            assert_eq!(back.structure, document.structure);
        }
    }

    #[test]
    fn a_plain_text_is_exported_without_parts() {
        let record = DocumentRecord::from(&Document::plain("a", "A storm broke the pier."));
        let json = serde_json::to_string(&record).unwrap();
        assert_eq!(json, r#"{"id":"a","text":"A storm broke the pier."}"#);
    }

    #[test]
    fn parts_that_are_none_of_the_text_are_refused() {
        for (start, end) in [(0, 9), (3, 2), (0, 0), (1, 2)] {
            let json = format!(
                r#"{{"id":"a","text":"é new","fields":[{{"kinds":["main"],"start":{start},"end":{end}}}]}}"#
            );
            let record: DocumentRecord = serde_json::from_str(&json).unwrap();
            assert!(record.into_document().is_none(), "{start}..{end}");
        }
    }
}
