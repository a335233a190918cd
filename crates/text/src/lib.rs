//! Text analysis. An [`Analyzer`] turns each document into words and sentences; the result, an
//! [`AnalyzedDocument`], depends only on the document and the [`AnalysisOptions`].
//!
//! It holds [`document`]s and their analysis. Every crate that looks at texts uses it. It must never know a
//! second document: what two share is a similarity.
//!
//! Two forms of every word are kept: the *raw* one (lower-cased, punctuation deleted), of which
//! shingles are made, and the *refined* one (letters only, no stop words, stemmed), which is what
//! "word" means everywhere else. Offsets into the document's own text are kept through every
//! stage, so that evidence can point at it.
//!
//! | file | contents |
//! |---|---|
//! | `analyzer.rs`, `options.rs`, `version.rs` | analysis of documents, its options and versions |
//! | `scope.rs` | how much of a document is analysed |
//! | `analyzed.rs` | the result: words and sentences of a document |
//! | `ignore.rs` | parts of a document that do not count |
//! | `shortened.rs` | what is left without them, and where they stood |
//! | `reader/` | the words of a document, and the cache of their analysis |
//! | `words.rs`, `ascii_words.rs` | word boundaries |
//! | `sentences.rs`, `sentence_bounds.rs`, `abbreviations.rs` | sentence boundaries |
//! | `hyphenation.rs` | words hyphenated at the ends of lines |
//! | `ascii_runs.rs` | stretches of ASCII, which need no Unicode tables |
//! | `look_alikes.rs` | words with letters of two scripts that look alike |
//! | `normal_forms.rs`, `spelling.rs` | one spelling for every way to write a word; marks and case |
//! | `language.rs`, `detection.rs` | languages, and their detection |
//! | `refiner.rs` | stop words and stemming |
//! | `term.rs`, `vocabulary.rs` | words as numbers, and their texts |
//! | `chunks.rs` | sentences as copy detection (004) counts them |
//! | `shingles.rs` | runs of words or characters |
//! | `raw_words.rs` | the raw words of a document alone |
//! | `sistrings.rs` | long passages of one text in another |
//! | `sorted.rs` | sorted sets of numbers, and what two of them share |
//! | `alignment/` | word alignment of two documents |
//! | `document/` | documents and their readers |
//!
//! ```
//! use dejalu_text::{Analyzer, Document};
//!
//! let analyzer = Analyzer::new(Default::default());
//! let analyzed = analyzer.analyze(&Document::from("The ferries wait. A storm broke the pier."));
//! assert_eq!(analyzed.sentences.len(), 2);
//! ```
#![deny(missing_docs)]
// `pub` items are reachable from outside; everything else is `pub(crate)`.
#![warn(unreachable_pub)]
// No input makes the library panic, and what it has to say goes to the caller. Where a value must be there,
// the reason stands beside it.
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

mod abbreviations;
pub mod alignment;
mod analyzed;
mod analyzer;
mod ascii_runs;
mod ascii_words;
pub mod chunks;
mod detection;
pub mod document;
mod hyphenation;
mod ignore;
mod language;
mod look_alikes;
mod normal_forms;
mod options;
mod raw_words;
mod reader;
mod refiner;
mod scope;
mod sentence_bounds;
mod sentences;
pub mod shingles;
mod shortened;
pub mod sistrings;
pub mod sorted;
mod spelling;
mod term;
mod version;
mod vocabulary;
mod words;

pub use analyzed::{AnalyzedDocument, Token, WordIndex};
pub use analyzer::{Analyzer, analyze_all, analyze_with_progress};
pub use chunks::Chunk;
pub use detection::LanguageChoice;
pub use document::Document;
pub use ignore::Ignored;
pub use language::Language;
pub use look_alikes::look_alike_words;
pub use normal_forms::raw_runs;
pub use options::AnalysisOptions;
pub use raw_words::RawWords;
pub use scope::{Depth, Scope};
pub use sentences::blocks as blocks_between_blank_lines;
pub use shortened::{Omission, Shortened, cut_at};
pub use spelling::{Marks, Spelling};
pub use term::TermId;
pub use version::AnalysisVersion;
pub use vocabulary::{Vocabulary, Word};
