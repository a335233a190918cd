//! Reads the words of documents, and caches how each word is analysed: texts repeat their words,
//! and stemming costs ten times as much as a look-up.

mod key;
mod reader;
mod reading;
mod word_cache;
pub(crate) use reader::{Reader, Readers};
