//! Text analysis. An [`Analyzer`] turns each document into words and sentences; the result, an
//! [`AnalyzedDocument`], depends only on the document and the [`AnalysisOptions`].
//!
//! Two forms of every word are kept: the *raw* one (lower-cased, punctuation deleted), of which
//! shingles are made, and the *refined* one (letters only, no stop words, stemmed), which is what
//! "word" means everywhere else. Offsets into the document's own text are kept through every
//! stage, so that evidence can point at it.

pub(crate) mod alignment;
mod analyzed;
mod analyzer;
mod ascii_runs;
mod ascii_words;
pub(crate) mod chunks;
mod detection;
mod ignore;
mod language;
mod normal_forms;
mod options;
mod reader;
mod refiner;
mod sentence_bounds;
mod sentences;
pub(crate) mod shingles;
pub(crate) mod sistrings;
pub(crate) mod sorted;
mod term;
mod vocabulary;
mod words;

pub use analyzed::{AnalyzedDocument, Token, WordIndex};
pub use analyzer::{Analyzer, analyze_all, analyze_with_progress};
pub use chunks::Chunk;
pub use detection::LanguageChoice;
pub use ignore::Ignored;
pub use language::Language;
pub(crate) use normal_forms::raw_runs;
pub use options::AnalysisOptions;
pub(crate) use sentences::blocks as blocks_between_blank_lines;
pub use term::TermId;
pub use vocabulary::{Vocabulary, Word};
