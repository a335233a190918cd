//! Sources that texts are made from: the documents of a collection.

use rand::seq::SliceRandom;

use super::chance::Chance;
use super::prose::{Prose, Sentence};
use dejalu_text::AnalyzedDocument;
use dejalu_text::document::DocumentId;

/// Documents that texts are taken from.
pub(super) struct Sources<'s> {
    pub(super) ids: Vec<&'s DocumentId>,
    pub(super) texts: Vec<Prose<'s>>,
    /// The words of all of them that are not stop words, as often unchanged there.
    pub(super) words: Vec<&'s str>,
}

impl<'s> Sources<'s> {
    /// The documents whose main text holds a word, in order of their ids.
    pub(super) fn of(documents: &'s [AnalyzedDocument]) -> Self {
        let mut ordered: Vec<&AnalyzedDocument> = documents.iter().collect();
        ordered.sort_by_key(|document| &document.id);
        let mut sources = Sources {
            ids: Vec::new(),
            texts: Vec::new(),
            words: Vec::new(),
        };
        for document in ordered {
            let text = Prose::of(document, sources.ids.len() as u32);
            if text.sentences.is_empty() {
                continue;
            }
            let words = document.tokens.iter().filter(|token| !token.is_stop_word);
            let written = words.map(|token| document.written(token));
            sources.words.extend(written);
            sources.ids.push(&document.id);
            sources.texts.push(text);
        }
        sources
    }

    /// All of them in any order, number `first` first.
    pub(super) fn shuffled(&self, first: usize, chance: &mut Chance) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.texts.len()).collect();
        order.swap(0, first);
        order[1..].shuffle(chance);
        order
    }

    /// The texts of some of them, one after the other.
    pub(super) fn joined(&self, chosen: &[usize]) -> Prose<'s> {
        let texts = chosen.iter().map(|&source| &self.texts[source].sentences);
        Prose {
            sentences: texts.flatten().cloned().collect(),
        }
    }

    /// The sentences of some of them.
    pub(super) fn sentences(&self, chosen: &[usize]) -> Vec<&Sentence<'s>> {
        let sentences = chosen.iter().map(|&source| &self.texts[source].sentences);
        sentences.flatten().collect()
    }
}
