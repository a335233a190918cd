//! Checks the integrity of a registry.

use rustc_hash::{FxHashMap, FxHashSet};
use xxhash_rust::xxh3::xxh3_64;

use super::index::{Index, sketch_of};
use super::store::{DocumentRow, Holder, Item, Occurrence, Store, Table};
use dejalu_base::error::Result;
use dejalu_text::document::packed::DocumentRecord;
use dejalu_text::{Analyzer, TermId, chunks};

/// Reads everything: the database's own structure, every text again, and every list against what
/// it was made of.
pub(super) fn verify(index: &Index, analyzer: &Analyzer) -> Result<()> {
    index.store.check_structure()?;
    check_totals(index)?;
    let sentences = check_documents(index, analyzer)?;
    check_sentences(index, &sentences)
}

/// A number that two multisets share iff they are equal. A 64-bit hash of each member, added up:
/// chance collisions are neglected.
#[derive(Default, PartialEq, Eq)]
struct Sum(u64);

impl Sum {
    fn add(&mut self, member: [u64; 3]) {
        let bytes: Vec<u8> = member.into_iter().flat_map(u64::to_le_bytes).collect();
        self.0 = self.0.wrapping_add(xxh3_64(&bytes));
    }
}

/// Checks the documents and the lists of sentences' documents; gives the sentences that occur in a
/// document.
fn check_documents(index: &Index, analyzer: &Analyzer) -> Result<FxHashSet<u32>> {
    let store = &index.store;
    let (mut expected, mut found) = (Sum::default(), Sum::default());
    let mut sentences = FxHashSet::default();
    store.documents(|row| {
        check_text(index, analyzer, &row)?;
        for (place, passage) in (0..).zip(&row.sentences) {
            sentences.insert(passage.sentence);
            let occurrence = Occurrence {
                place,
                sentences: row.sentences.len() as u32,
            };
            expected.add(occurrence_of(passage.sentence, row.number, occurrence));
        }
        Ok(())
    })?;
    each_entry(index, |sentence, document, occurrence| {
        found.add(occurrence_of(sentence, document, occurrence));
    })?;
    if expected == found {
        Ok(sentences)
    } else {
        Err(store.damaged("the lists of documents do not match the documents"))
    }
}

fn occurrence_of(sentence: u32, document: u32, occurrence: Occurrence) -> [u64; 3] {
    let both = u64::from(occurrence.place) << 32 | u64::from(occurrence.sentences);
    [sentence.into(), document.into(), both]
}

/// Reads a document's text again: its sentences must be the registered ones.
fn check_text(index: &Index, analyzer: &Analyzer, row: &DocumentRow) -> Result<()> {
    let store = &index.store;
    let broken = |problem: &str| store.damaged(format!("document '{}' {problem}", row.id));
    let record =
        DocumentRecord::unpack(&store.content(row)?).map_err(|_| broken("has a damaged text"))?;
    let document = record.into_document();
    let document = document.ok_or_else(|| broken("has parts outside its text"))?;
    let chunks = analyzer.analyze(&document).chunks();
    let mut same = chunks.len() == row.sentences.len();
    for (chunk, passage) in chunks.iter().zip(&row.sentences) {
        let length = chunk.span.end - chunk.span.start;
        let registered = store.sentence(passage.sentence)?.sequence;
        same &= (chunk.sequence, chunk.span.start, length)
            == (registered, passage.start, passage.length);
    }
    if same {
        Ok(())
    } else {
        Err(broken("has sentences that differ from its text"))
    }
}

/// Checks that there are as many rows as were counted, and all of them in the directories.
fn check_totals(index: &Index) -> Result<()> {
    let store = &index.store;
    for table in Table::ALL {
        let mut listed = 0;
        store.rows(table, |_, _| listed += 1)?;
        if (store.count(table)?, listed) != (store.counted(table)?, store.counted(table)?) {
            return Err(store.incomplete());
        }
    }
    Ok(())
}

/// Checks the sentences, the words and the lists of words' sentences.
fn check_sentences(index: &Index, in_documents: &FxHashSet<u32>) -> Result<()> {
    let store = &index.store;
    let mut words = FxHashMap::default();
    for (term, number) in rows(store, Table::Words)? {
        let word = store.word(number)?;
        if word.term != term {
            return Err(store.damaged("a word is mapped to another word"));
        }
        words.insert(number, (TermId(term), word.sentences));
    }
    let (mut expected, mut found) = (Sum::default(), Sum::default());
    for (sequence, number) in rows(store, Table::Sentences)? {
        let row = store.sentence(number)?;
        let mut terms: Vec<TermId> = Vec::with_capacity(row.words.len());
        for word in &row.words {
            let known = words.get_mut(word).filter(|(_, sentences)| *sentences > 0);
            let (term, sentences) =
                known.ok_or_else(|| store.damaged("a sentence has a word that is not counted"))?;
            *sentences -= 1;
            terms.push(*term);
        }
        let hashed = chunks::sequence(terms.iter().copied());
        if [sequence, row.sequence] != [hashed; 2] || !in_documents.contains(&number) {
            return Err(store.damaged("a sentence belongs to no document"));
        }
        for &word in &row.words {
            expected.add([word.into(), number.into(), sketch_of(&terms)]);
        }
    }
    each_entry(index, |word, sentence, holder: Holder| {
        found.add([word.into(), sentence.into(), holder.sketch]);
    })?;
    let all_counted = words.values().all(|(_, sentences)| *sentences == 0);
    let all_there = store.count(Table::Sentences)? == in_documents.len() as u64;
    if expected == found && all_counted && all_there {
        Ok(())
    } else {
        Err(store.damaged("the lists of sentences do not match the sentences"))
    }
}

/// The rows of a table, by what their directory says.
fn rows(store: &Store, table: Table) -> Result<Vec<(u64, u32)>> {
    let mut rows = Vec::new();
    store.rows(table, |key, number| rows.push((key, number)))?;
    Ok(rows)
}

fn each_entry<I: Item>(index: &Index, mut each: impl FnMut(u32, u32, I)) -> Result<()> {
    index.store.all_blocks(|block| {
        for &(number, item) in &block.entries {
            each(block.list, number, item);
        }
    })
}
