//! Adds, removes and looks up registered documents.
//!
//! A sentence is kept once, however many documents hold it. From a word one gets to its sentences,
//! from a sentence to its documents.

use super::lists::Lists;
use super::store::{DocumentRow, Holder, Occurrence, Passage, SentenceRow, Store};
use dejalu_base::error::Result;
use dejalu_text::document::DocumentId;
use dejalu_text::{Chunk, TermId};

/// A store, with what a batch adds to it.
pub(super) struct Index {
    pub(super) store: Store,
    documents_of: Lists<Occurrence>,
    sentences_of: Lists<Holder>,
}

/// A word that occurs in registered sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct KnownWord {
    /// In how many sentences, or fewer than that within a batch.
    pub(super) sentences: u32,
    pub(super) number: u32,
    pub(super) sketch: u64,
}

impl Index {
    pub(super) fn new(store: Store) -> Self {
        Index {
            store,
            documents_of: Lists::default(),
            sentences_of: Lists::default(),
        }
    }

    /// Does a batch: all of it is on disk when this returns or, after an error or a panic, nothing.
    pub(super) fn batch<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let batch = Batch(self);
        let index = &mut *batch.0;
        index.store.begin()?;
        let value = work(index)?;
        index.flush()?;
        index.store.commit()?;
        Ok(value)
    }

    /// A word, if a registered document contains it.
    pub(super) fn word(&self, term: TermId) -> Result<Option<KnownWord>> {
        let Some(number) = self.store.word_of(term)? else {
            return Ok(None);
        };
        Ok(Some(KnownWord {
            sentences: self.store.word(number)?.sentences,
            number,
            sketch: sketch(term),
        }))
    }

    /// The sentences of a word, each with the [`sketch`] of its words.
    pub(super) fn sentences_of(&self, word: u32, mut each: impl FnMut(u32, u64)) -> Result<()> {
        let holder = |sentence, holder: Holder| each(sentence, holder.sketch);
        self.sentences_of.each(&self.store, word, holder)
    }

    /// The documents that hold a sentence.
    pub(super) fn documents_of(
        &self,
        sentence: u32,
        each: impl FnMut(u32, Occurrence),
    ) -> Result<()> {
        self.documents_of.each(&self.store, sentence, each)
    }

    /// Adds a document whose name is not taken.
    pub(super) fn insert(
        &mut self,
        id: &DocumentId,
        chunks: &[Chunk],
        content: &[u8],
    ) -> Result<()> {
        let mut passages = Vec::with_capacity(chunks.len());
        for chunk in chunks {
            let sentence = match self.store.sentence_of(chunk.sequence)? {
                Some(known) => known,
                None => self.insert_sentence(chunk)?,
            };
            passages.push(Passage {
                sentence,
                start: chunk.span.start,
                length: chunk.span.end - chunk.span.start,
            });
        }
        let document = self.store.insert_document(id, &passages, content)?;
        for (place, passage) in (0..).zip(&passages) {
            let sentences = passages.len() as u32;
            let occurrence = Occurrence { place, sentences };
            self.documents_of
                .add(passage.sentence, document, occurrence);
        }
        Ok(())
    }

    fn insert_sentence(&mut self, chunk: &Chunk) -> Result<u32> {
        let mut words = Vec::with_capacity(chunk.words.len());
        for &term in &chunk.words {
            words.push(match self.store.word_of(term)? {
                Some(word) => word,
                None => self.insert_word(term)?,
            });
        }
        let row = SentenceRow {
            sequence: chunk.sequence,
            words,
        };
        let sentence = self.store.insert_sentence(&row)?;
        self.documents_of.begin(sentence);
        let holder = Holder {
            sketch: sketch_of(&chunk.words),
        };
        for word in row.words {
            self.sentences_of.add(word, sentence, holder);
        }
        Ok(sentence)
    }

    fn insert_word(&mut self, term: TermId) -> Result<u32> {
        let word = self.store.insert_word(term)?;
        self.sentences_of.begin(word);
        Ok(word)
    }

    /// Removes a document, and the sentences and words that no other document contains.
    pub(super) fn remove(&mut self, document: &DocumentRow) -> Result<()> {
        self.flush()?;
        for passage in &document.sentences {
            let sentence = passage.sentence;
            if self
                .documents_of
                .remove(&self.store, sentence, document.number)?
            {
                self.remove_sentence(sentence)?;
            }
        }
        self.store.delete_document(document)
    }

    fn remove_sentence(&self, number: u32) -> Result<()> {
        let sentence = self.store.sentence(number)?;
        for word in sentence.words {
            if self.sentences_of.remove(&self.store, word, number)? {
                self.store.delete_word(word)?;
            } else {
                self.count_sentences(word, |known| known.saturating_sub(1))?;
            }
        }
        self.store.delete_sentence(number, sentence.sequence)
    }

    /// Changes the number of sentences that a word occurs in.
    fn count_sentences(&self, word: u32, change: impl FnOnce(u32) -> u32) -> Result<()> {
        let mut row = self.store.word(word)?;
        row.sentences = change(row.sentences);
        self.store.put_word(word, row)
    }

    fn flush(&mut self) -> Result<()> {
        for (word, added) in self.sentences_of.added() {
            self.count_sentences(word, |known| known.saturating_add(added as u32))?;
        }
        self.sentences_of.flush(&self.store)?;
        self.documents_of.flush(&self.store)
    }
}

/// A batch: what of it is not committed when this is dropped is undone.
struct Batch<'a>(&'a mut Index);

impl Drop for Batch<'_> {
    fn drop(&mut self) {
        self.0.documents_of.forget();
        self.0.sentences_of.forget();
        self.0.store.roll_back();
    }
}

/// Two of 64 bits for a word: a sentence that lacks one of a word's bits does not hold the word.
pub(super) fn sketch(word: TermId) -> u64 {
    1 << (word.0 & 63) | 1 << (word.0 >> 6 & 63)
}

/// The bits of all its words.
pub(super) fn sketch_of(words: &[TermId]) -> u64 {
    words.iter().fold(0, |bits, &word| bits | sketch(word))
}
