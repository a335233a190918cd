//! The tables (004, section 5.1), and the rows that are read and written one by one.
//!
//! Every value has a checksum with its table and number, so that a byte that flipped on disk is found
//! when it is read, and so is a row in another's place. Names, sentences and words are found by
//! directories, which also prove that one is not there.

use rusqlite::Row;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use super::store::Store;
use super::table::{Table, Total};
use dejalu_base::error::Result;
use dejalu_io::sqlite::{row, with_checksum};
use dejalu_text::TermId;
use dejalu_text::document::DocumentId;

/// A registered document.
#[derive(Debug)]
pub(crate) struct DocumentRow {
    pub(crate) number: u32,
    pub(crate) id: DocumentId,
    /// Its sentences, in the order in which they occur in it.
    pub(crate) sentences: Vec<Passage>,
}

/// A sentence where it occurs in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Passage {
    /// The sentence's number.
    pub(crate) sentence: u32,
    /// Start in the document's text, in bytes.
    pub(crate) start: u32,
    /// Its length in bytes.
    pub(crate) length: u32,
}

/// A sentence of the registered documents.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SentenceRow {
    /// [`Chunk::sequence`](dejalu_text::Chunk::sequence).
    #[serde(with = "postcard::fixint::le")]
    pub(crate) sequence: u64,
    /// The numbers of its words, in order.
    pub(crate) words: Vec<u32>,
}

/// A word of the registered sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WordRow {
    /// Its [`TermId`].
    #[serde(with = "postcard::fixint::le")]
    pub(crate) term: u64,
    /// In how many sentences it occurs.
    pub(crate) sentences: u32,
}

impl Store {
    /// A value of the table `settings`.
    pub(crate) fn verified_setting(&self, name: &str) -> Result<String> {
        let select = "SELECT value, seal FROM settings WHERE name = ?";
        let row = row("settings", xxh3_64(name.as_bytes()));
        let read = |cells: &Row| {
            let value: String = self.cell(cells, 0)?;
            let written: String = self.verified(cells, 1, row)?;
            if value == written {
                Ok(value)
            } else {
                Err(self.damaged("a checksum does not match its content"))
            }
        };
        let value = self.row(select, [name], read)?;
        value.ok_or_else(|| self.incomplete())
    }

    pub(crate) fn set(&self, name: &str, value: &str) -> Result<()> {
        let row = row("settings", xxh3_64(name.as_bytes()));
        let insert = "INSERT INTO settings VALUES (?, ?, ?)";
        self.run(insert, (name, value, with_checksum(value, row)))
    }

    /// Number of rows in a table.
    pub(crate) fn count(&self, table: Table) -> Result<u64> {
        Ok(self.total(table)?.rows)
    }

    /// The same, by counting them.
    pub(crate) fn counted(&self, table: Table) -> Result<u64> {
        let select = format!("SELECT count(*) FROM {}", table.name());
        let count: Option<i64> = self.row(&select, (), |row| self.cell(row, 0))?;
        Ok(count.unwrap_or_default().cast_unsigned())
    }

    /// Hashes of its rows, and their numbers.
    pub(crate) fn rows(&self, table: Table, each: impl FnMut(u64, u32)) -> Result<()> {
        table.directory().each(self, each)
    }

    pub(super) fn total(&self, table: Table) -> Result<Total> {
        let select = "SELECT total FROM totals WHERE kind = ?";
        let row = row("totals", table as u64);
        let total = self.row(select, [table as u32], |cells| self.verified(cells, 0, row))?;
        total.ok_or_else(|| self.incomplete())
    }

    pub(super) fn put_total(&self, table: Table, total: Total) -> Result<()> {
        let row = row("totals", table as u64);
        let insert = "INSERT OR REPLACE INTO totals VALUES (?, ?)";
        self.run(insert, (table as u32, with_checksum(&total, row)))
    }

    /// The number of a new row, which is counted.
    fn next_number(&self, table: Table) -> Result<u32> {
        let mut totals = self.totals.get();
        let total = &mut totals[table as usize];
        let next = total.last.checked_add(1);
        total.last = next.ok_or_else(|| self.damaged("it has no more numbers"))?;
        total.rows += 1;
        let number = total.last;
        self.totals.set(totals);
        Ok(number)
    }

    fn count_removed(&self, table: Table) {
        let mut totals = self.totals.get();
        let rows = &mut totals[table as usize].rows;
        *rows = rows.saturating_sub(1);
        self.totals.set(totals);
    }

    fn delete(&self, table: Table, key: u64, number: u32) -> Result<()> {
        let delete = format!("DELETE FROM {} WHERE number = ?", table.name());
        self.run(&delete, [number])?;
        self.count_removed(table);
        table.directory().remove(self, key)
    }

    /// A row that must be there.
    fn numbered<T>(
        &self,
        table: Table,
        columns: &str,
        number: u32,
        read: impl FnOnce(&Row) -> Result<T>,
    ) -> Result<T> {
        let select = format!("SELECT {columns} FROM {} WHERE number = ?", table.name());
        let row = self.row(&select, [number], read)?;
        row.ok_or_else(|| self.incomplete())
    }
}

/// Documents.
impl Store {
    /// The document of this name, if it is registered.
    pub(crate) fn document_of(&self, id: &DocumentId) -> Result<Option<DocumentRow>> {
        let number = Table::Documents.directory().get(self, key_of(id))?;
        let Some(number) = number else {
            return Ok(None);
        };
        let row = self.document(number)?;
        if row.id == *id {
            Ok(Some(row))
        } else {
            Err(self.damaged(format!("'{id}' stands for document '{}'", row.id)))
        }
    }

    pub(crate) fn document(&self, number: u32) -> Result<DocumentRow> {
        self.numbered(Table::Documents, "id, sentences", number, |row| {
            let id = DocumentId::from(self.cell::<String>(row, 0)?);
            Ok(DocumentRow {
                number,
                sentences: self.verified(row, 1, part_of(&id, number, "sentences"))?,
                id,
            })
        })
    }

    /// Every document, in ascending order of their ids.
    pub(crate) fn documents(&self, mut each: impl FnMut(DocumentRow) -> Result<()>) -> Result<()> {
        let mut numbers = Vec::new();
        self.rows(Table::Documents, |_, number| numbers.push(number))?;
        let id = |&number: &u32| -> Result<(String, u32)> {
            let id = |row: &Row| self.cell(row, 0);
            Ok((self.numbered(Table::Documents, "id", number, id)?, number))
        };
        let mut named: Vec<(String, u32)> = numbers.iter().map(id).collect::<Result<_>>()?;
        named.sort_unstable();
        named
            .into_iter()
            .try_for_each(|(_, number)| each(self.document(number)?))
    }

    /// The stored content of a document's text.
    pub(crate) fn content(&self, document: &DocumentRow) -> Result<Vec<u8>> {
        let row = part_of(&document.id, document.number, "content");
        self.numbered(Table::Documents, "content", document.number, |cells| {
            self.verified(cells, 0, row)
        })
    }

    pub(crate) fn insert_document(
        &self,
        id: &DocumentId,
        sentences: &[Passage],
        content: &[u8],
    ) -> Result<u32> {
        let number = self.next_number(Table::Documents)?;
        let insert = "INSERT INTO documents VALUES (?, ?, ?, ?)";
        let sentences = with_checksum(sentences, part_of(id, number, "sentences"));
        let content = with_checksum(content, part_of(id, number, "content"));
        self.run(insert, (number, id.as_str(), sentences, content))?;
        let directory = Table::Documents.directory();
        directory.insert(self, key_of(id), number)?;
        Ok(number)
    }

    pub(crate) fn delete_document(&self, document: &DocumentRow) -> Result<()> {
        self.delete(Table::Documents, key_of(&document.id), document.number)
    }
}

/// Sentences and words.
impl Store {
    /// The number of a sentence, if a document holds it.
    pub(crate) fn sentence_of(&self, sequence: u64) -> Result<Option<u32>> {
        Table::Sentences.directory().get(self, sequence)
    }

    pub(crate) fn sentence(&self, number: u32) -> Result<SentenceRow> {
        let row = Table::Sentences.row(number);
        self.numbered(Table::Sentences, "sentence", number, |cells| {
            self.verified(cells, 0, row)
        })
    }

    pub(crate) fn insert_sentence(&self, sentence: &SentenceRow) -> Result<u32> {
        let number = self.next_number(Table::Sentences)?;
        let row = Table::Sentences.row(number);
        let insert = "INSERT INTO sentences VALUES (?, ?)";
        self.run(insert, (number, with_checksum(sentence, row)))?;
        let directory = Table::Sentences.directory();
        directory.insert(self, sentence.sequence, number)?;
        Ok(number)
    }

    pub(crate) fn delete_sentence(&self, number: u32, sequence: u64) -> Result<()> {
        self.delete(Table::Sentences, sequence, number)
    }

    /// The number of a word, if a sentence holds it.
    pub(crate) fn word_of(&self, term: TermId) -> Result<Option<u32>> {
        Table::Words.directory().get(self, term.0)
    }

    pub(crate) fn word(&self, number: u32) -> Result<WordRow> {
        let row = Table::Words.row(number);
        self.numbered(Table::Words, "word", number, |cells| {
            self.verified(cells, 0, row)
        })
    }

    pub(crate) fn insert_word(&self, term: TermId) -> Result<u32> {
        let number = self.next_number(Table::Words)?;
        let TermId(term) = term;
        let word = WordRow { term, sentences: 0 };
        self.put_word(number, word)?;
        Table::Words.directory().insert(self, term, number)?;
        Ok(number)
    }

    pub(crate) fn put_word(&self, number: u32, word: WordRow) -> Result<()> {
        let insert = "INSERT OR REPLACE INTO words VALUES (?, ?)";
        let row = Table::Words.row(number);
        self.run(insert, (number, with_checksum(&word, row)))
    }

    pub(crate) fn delete_word(&self, number: u32) -> Result<()> {
        let term = self.word(number)?.term;
        self.delete(Table::Words, term, number)
    }
}

/// Hash of a document's name.
fn key_of(id: &DocumentId) -> u64 {
    xxh3_64(id.as_str().as_bytes())
}

/// The identity of a value of a document, for its checksum.
fn part_of(id: &DocumentId, number: u32, column: &str) -> u64 {
    let document = Table::Documents.row(number);
    row(column, xxh3_64_with_seed(id.as_str().as_bytes(), document))
}
