//! The tables (004, section 5.1), and the rows that are read and written one by one.
//!
//! Every value that is not a plain number is sealed, so that a byte that flipped on the disk is
//! found when it is read.
//!
//! \[choice\] The paper also stores, with every sentence, all sentences that share a word with it.
//! That table grows with the square of the collection; the index of words gives the same answer,
//! both ways and for any order of registration.

use rusqlite::Row;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::Store;
use crate::document::DocumentId;
use crate::error::Result;
use crate::seal::seal;
use crate::text::TermId;

pub(super) const SCHEMA: &str = "
    CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE documents (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        sentences BLOB NOT NULL,
        content BLOB NOT NULL
    ) STRICT;
    CREATE TABLE sentences (
        number INTEGER PRIMARY KEY,
        sequence INTEGER NOT NULL UNIQUE,
        words BLOB NOT NULL
    ) STRICT;
    CREATE TABLE words (
        number INTEGER PRIMARY KEY,
        term INTEGER NOT NULL UNIQUE,
        sentences INTEGER NOT NULL
    ) STRICT;
";

/// A registered document.
#[derive(Debug)]
pub(crate) struct DocumentRow {
    pub(crate) number: u32,
    pub(crate) id: DocumentId,
    /// Its sentences, in the order in which they stand in it.
    pub(crate) sentences: Vec<Passage>,
}

/// A sentence where it stands in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Passage {
    /// The sentence's number.
    pub(crate) sentence: u32,
    /// Where it begins in the document's text, in bytes.
    pub(crate) start: u32,
    /// Its length in bytes.
    pub(crate) length: u32,
}

/// A sentence of the registered documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SentenceRow {
    pub(crate) number: u32,
    /// [`Chunk::sequence`](crate::text::Chunk::sequence).
    pub(crate) sequence: u64,
    /// The numbers of its words, in order.
    pub(crate) words: Vec<u32>,
}

/// A word of the registered sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct WordRow {
    pub(crate) number: u32,
    pub(crate) term: TermId,
    /// In how many sentences it stands.
    pub(crate) sentences: u32,
}

/// The tables whose rows are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Table {
    Documents,
    Sentences,
    Words,
}

impl Table {
    fn name(self) -> &'static str {
        match self {
            Table::Documents => "documents",
            Table::Sentences => "sentences",
            Table::Words => "words",
        }
    }
}

impl Store {
    pub(super) fn set(&self, name: &str, value: &str) -> Result<()> {
        self.run("INSERT INTO settings VALUES (?, ?)", (name, value))
    }

    /// How many rows a table has.
    pub(crate) fn count(&self, table: Table) -> Result<u64> {
        let select = format!("SELECT count(*) FROM {}", table.name());
        let count: Option<i64> = self.row(&select, (), |row| self.cell(row, 0))?;
        Ok(count.unwrap_or_default().cast_unsigned())
    }
}

/// Documents.
impl Store {
    pub(crate) fn number_of(&self, id: &DocumentId) -> Result<Option<u32>> {
        let select = "SELECT number FROM documents WHERE id = ?";
        self.row(select, [id.as_str()], |row| self.cell(row, 0))
    }

    pub(crate) fn document(&self, number: u32) -> Result<DocumentRow> {
        let select = "SELECT number, id, sentences FROM documents WHERE number = ?";
        let row = self.row(select, [number], |row| self.document_row(row))?;
        row.ok_or_else(|| self.damaged(format!("document {number} is missing")))
    }

    /// Every document, in ascending order of their ids.
    pub(crate) fn documents(&self, mut each: impl FnMut(DocumentRow) -> Result<()>) -> Result<()> {
        let select = "SELECT number, id, sentences FROM documents ORDER BY id";
        self.each(select, (), |row| each(self.document_row(row)?))
    }

    /// What is kept of a document's text.
    pub(crate) fn content(&self, document: &DocumentRow) -> Result<Vec<u8>> {
        let select = "SELECT content FROM documents WHERE number = ?";
        let row = row_of(&document.id);
        let read = |cells: &Row| self.sealed(cells, 0, row);
        let content = self.row(select, [document.number], read)?;
        content.ok_or_else(|| self.damaged(format!("document '{}' is missing", document.id)))
    }

    pub(crate) fn insert_document(
        &self,
        id: &DocumentId,
        sentences: &[Passage],
        content: &[u8],
    ) -> Result<u32> {
        let insert = "INSERT INTO documents (id, sentences, content) VALUES (?, ?, ?)";
        let row = row_of(id);
        self.run(
            insert,
            (id.as_str(), seal(sentences, row), seal(content, row)),
        )?;
        self.inserted()
    }

    pub(crate) fn delete_document(&self, number: u32) -> Result<()> {
        self.run("DELETE FROM documents WHERE number = ?", [number])
    }

    fn document_row(&self, row: &Row) -> Result<DocumentRow> {
        let id = DocumentId::from(self.cell::<String>(row, 1)?);
        Ok(DocumentRow {
            number: self.cell(row, 0)?,
            sentences: self.sealed(row, 2, row_of(&id))?,
            id,
        })
    }
}

/// Sentences and words.
impl Store {
    pub(crate) fn sentence_of(&self, sequence: u64) -> Result<Option<u32>> {
        let select = "SELECT number FROM sentences WHERE sequence = ?";
        self.row(select, [sequence.cast_signed()], |row| self.cell(row, 0))
    }

    pub(crate) fn sentence(&self, number: u32) -> Result<SentenceRow> {
        let select = "SELECT number, sequence, words FROM sentences WHERE number = ?";
        let row = self.row(select, [number], |row| self.sentence_row(row))?;
        row.ok_or_else(|| self.damaged(format!("sentence {number} is missing")))
    }

    /// Every sentence, in ascending order of their numbers.
    pub(crate) fn sentences(&self, mut each: impl FnMut(SentenceRow) -> Result<()>) -> Result<()> {
        let select = "SELECT number, sequence, words FROM sentences ORDER BY number";
        self.each(select, (), |row| each(self.sentence_row(row)?))
    }

    pub(crate) fn insert_sentence(&self, sequence: u64, words: &[u32]) -> Result<u32> {
        let insert = "INSERT INTO sentences (sequence, words) VALUES (?, ?)";
        self.run(insert, (sequence.cast_signed(), seal(words, sequence)))?;
        self.inserted()
    }

    pub(crate) fn delete_sentence(&self, number: u32) -> Result<()> {
        self.run("DELETE FROM sentences WHERE number = ?", [number])
    }

    fn sentence_row(&self, row: &Row) -> Result<SentenceRow> {
        let sequence = self.cell::<i64>(row, 1)?.cast_unsigned();
        Ok(SentenceRow {
            number: self.cell(row, 0)?,
            sequence,
            words: self.sealed(row, 2, sequence)?,
        })
    }

    pub(crate) fn word_of(&self, term: TermId) -> Result<Option<WordRow>> {
        let select = "SELECT number, term, sentences FROM words WHERE term = ?";
        self.row(select, [term.0.cast_signed()], |row| self.word_row(row))
    }

    /// Every word, in ascending order of their numbers.
    pub(crate) fn words(&self, mut each: impl FnMut(WordRow) -> Result<()>) -> Result<()> {
        let select = "SELECT number, term, sentences FROM words ORDER BY number";
        self.each(select, (), |row| each(self.word_row(row)?))
    }

    pub(crate) fn insert_word(&self, term: TermId) -> Result<u32> {
        let insert = "INSERT INTO words (term, sentences) VALUES (?, 0)";
        self.run(insert, [term.0.cast_signed()])?;
        self.inserted()
    }

    pub(crate) fn delete_word(&self, number: u32) -> Result<()> {
        self.run("DELETE FROM words WHERE number = ?", [number])
    }

    /// Adds to the number of sentences that a word stands in.
    pub(crate) fn count_sentences(&self, word: u32, more: i64) -> Result<()> {
        let update = "UPDATE words SET sentences = sentences + ? WHERE number = ?";
        self.run(update, (more, word))
    }

    fn word_row(&self, row: &Row) -> Result<WordRow> {
        Ok(WordRow {
            number: self.cell(row, 0)?,
            term: TermId(self.cell::<i64>(row, 1)?.cast_unsigned()),
            sentences: self.cell(row, 2)?,
        })
    }
}

impl Store {
    /// The number of the row that was inserted last.
    fn inserted(&self) -> Result<u32> {
        let number = self.connection().last_insert_rowid();
        u32::try_from(number).map_err(|_| self.damaged("its numbers are used up"))
    }
}

/// What tells the values of a document from those of another.
fn row_of(id: &DocumentId) -> u64 {
    xxh3_64(id.as_str().as_bytes())
}
