//! The documents as they were before something of them was ignored.

use dejalu::collection::Judge;
use dejalu::document::Document;
use dejalu::error::Result;
use dejalu::text::{Analyzer, Ignored, Shortened};

use crate::cli::options::Ignoring;

/// The documents of a collection, and what is ignored of them.
pub(in crate::cli::commands) struct Whole {
    /// Ordered by id.
    documents: Vec<Document>,
    analyzer: Analyzer,
    ignored: Ignored,
}

impl Whole {
    /// These documents; `None` where nothing of them is ignored.
    pub(in crate::cli::commands) fn of(
        documents: &[Document],
        ignoring: &Ignoring,
        judge: &Judge,
    ) -> Result<Option<Self>> {
        if ignoring.is_nothing() {
            return Ok(None);
        }
        let analyzer = Analyzer::new(judge.analysis().clone());
        let ignored = ignoring.ignored(&analyzer)?;
        let mut documents = documents.to_vec();
        documents.sort_by(|a, b| a.id.cmp(&b.id));
        Ok(Some(Whole {
            documents,
            analyzer,
            ignored,
        }))
    }

    /// A document of the collection as it was, and with what was ignored of it.
    pub(in crate::cli::commands) fn shortened(
        &self,
        document: &Document,
    ) -> Option<(&Document, Shortened)> {
        let of_id = |it: &Document| it.id.cmp(&document.id);
        let place = self.documents.binary_search_by(of_id).ok()?;
        let whole = &self.documents[place];
        let shortened = Shortened::whole(whole.clone());
        Some((whole, self.ignored.shorten(&self.analyzer, shortened)))
    }
}
