//! Prepares documents before the registry is used, on any thread.

use super::answer::ProbeOptions;
use super::find::find;
use super::index::Index;
use super::registration::Registration;
use dejalu_base::error::Result;
use dejalu_text::document::packed::DocumentRecord;
use dejalu_text::document::{Document, DocumentId};
use dejalu_text::{Analyzer, Chunk};

/// The chunks of a document that count when it is probed.
pub(super) fn counting(
    analyzer: &Analyzer,
    document: &Document,
    options: &ProbeOptions,
) -> Vec<Chunk> {
    let analyzed = if options.ignore_quotes {
        analyzer.analyze(&document.without_quotes())
    } else {
        analyzer.analyze(document)
    };
    let mut chunks = analyzed.chunks();
    chunks.retain(|chunk| !options.ignored.contains(&chunk.sequence));
    chunks
}

/// A document that is to be registered.
pub(super) struct Prepared {
    id: DocumentId,
    chunks: Vec<Chunk>,
    /// Those that count when it is probed, where they are not all.
    counting: Option<Vec<Chunk>>,
    content: Vec<u8>,
}

impl Prepared {
    pub(super) fn new(
        analyzer: &Analyzer,
        document: &Document,
        refuse: Option<&ProbeOptions>,
    ) -> Self {
        let some_do_not =
            |options: &&ProbeOptions| options.ignore_quotes || !options.ignored.is_empty();
        Prepared {
            id: document.id.clone(),
            chunks: analyzer.analyze(document).chunks(),
            counting: refuse
                .filter(some_do_not)
                .map(|options| counting(analyzer, document, options)),
            content: DocumentRecord::from(document).pack(),
        }
    }

    /// Adds it to a batch, unless its name is taken or it is a copy.
    pub(super) fn admit(
        &self,
        index: &mut Index,
        refuse: Option<&ProbeOptions>,
    ) -> Result<Registration> {
        if index.store.document_of(&self.id)?.is_some() {
            return Ok(Registration::Known);
        }
        if let Some(options) = refuse {
            let chunks = self.counting.as_ref().unwrap_or(&self.chunks);
            if let Some(original) = find(index, chunks, options)?.found.into_iter().next() {
                return Ok(Registration::Refused(Box::new(original)));
            }
        }
        index.insert(&self.id, &self.chunks, &self.content)?;
        Ok(Registration::Registered)
    }
}
