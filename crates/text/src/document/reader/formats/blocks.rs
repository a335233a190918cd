//! A text whose headings and paragraphs are known, as it grows.

use crate::document::blocks::BlockKind;
use crate::document::document::{Builder, FieldKind, FieldKinds};
use dejalu_base::error::{InputError, Result};
use dejalu_io::bounded::MOST_OF_DOCUMENT;

/// The blocks of a document that were read so far.
#[derive(Default)]
pub(super) struct Blocks {
    builder: Builder,
    bytes: usize,
}

impl Blocks {
    /// Adds a block.
    ///
    /// # Errors
    ///
    /// The text is longer than a document may be.
    pub(super) fn add(&mut self, kind: BlockKind, text: &str) -> Result<()> {
        self.bytes += text.len();
        if self.bytes as u64 > MOST_OF_DOCUMENT {
            let most = MOST_OF_DOCUMENT;
            return Err(InputError::LargeFile { most }.into());
        }
        let main = FieldKinds::from(FieldKind::Main);
        let kinds = match kind {
            BlockKind::Heading(_) => main.with(FieldKind::Heading),
            _ => main,
        };
        self.builder.open(kind);
        self.builder.inline(kinds, text);
        self.builder.close();
        Ok(())
    }

    pub(super) fn finish(self) -> Box<Builder> {
        Box::new(self.builder)
    }
}
