//! Options of the analysis.

use serde::{Deserialize, Serialize};

use super::{AnalysisVersion, LanguageChoice, Marks};
use crate::document::{Document, MainContent, RecordFields};

/// Options of the analysis of documents. Saved with every model, so that a document is read at use
/// as it was read at training.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AnalysisOptions {
    /// The language of stop words and stems.
    pub language: LanguageChoice,
    /// The way the main content of pages was found: the analysis takes documents as they are, but
    /// who compares others with them has to read them in the same way.
    #[serde(skip_serializing_if = "is_default")]
    pub main_content: MainContent,
    /// The fields of records, and the columns that they were read from; none where texts are compared as
    /// a whole.
    #[serde(skip_serializing_if = "RecordFields::is_empty")]
    pub fields: RecordFields,
    /// Diacritics that count.
    #[serde(skip_serializing_if = "is_default")]
    pub marks: Marks,
    /// By which rules words and sentences are found.
    #[serde(
        default = "AnalysisVersion::unsaid",
        skip_serializing_if = "AnalysisVersion::is_unsaid"
    )]
    pub version: AnalysisVersion,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl AnalysisOptions {
    /// The same options with the languages of this collection, where they are to be found: what a
    /// model saves.
    #[must_use]
    pub fn resolved(mut self, documents: &[Document]) -> Self {
        if self.language == LanguageChoice::Auto {
            self.language = LanguageChoice::of_collection(documents);
        }
        self
    }
}
