//! Reads the words of documents, one document after the other, and remembers how words are read:
//! texts repeat their words, and a stem costs ten times as much as a look into a table.

mod key;
mod reader;
mod reading;
mod word_cache;
pub(crate) use reader::Readers;
