//! A work, whoever records it.

use rand::Rng;

use super::super::chance::{Chance, below};
use super::library::{Author, Journal, Library};

/// A work.
#[derive(Debug, Clone)]
pub(super) struct Work {
    pub(super) title: Vec<String>,
    /// What stands after the colon; often nothing.
    pub(super) subtitle: Vec<String>,
    /// The title in another language.
    pub(super) translated: Vec<String>,
    pub(super) authors: Vec<Author>,
    pub(super) journal: Journal,
    pub(super) year: u32,
    pub(super) volume: u32,
    pub(super) number: String,
    pub(super) pages: (u32, u32),
    /// What stands before the pages: `S` of a supplement.
    pub(super) pages_in: &'static str,
    pub(super) doi: String,
    pub(super) text: Vec<Vec<String>>,
    /// True if its pages are often not recorded, as those of editorials.
    pub(super) is_slight: bool,
}

impl Work {
    /// Draws a work whose abstract has about so many words.
    pub(super) fn draw(library: &Library, words: usize, chance: &mut Chance) -> Self {
        let length = 4 + below(9, chance);
        let subtitle = if chance.gen_bool(0.35) {
            3 + below(5, chance)
        } else {
            0
        };
        let people = chance.gen_range(1..8);
        Work {
            title: library.title_words(length, chance),
            subtitle: library.title_words(subtitle, chance),
            translated: library.title_words(length, chance),
            authors: (0..people).map(|_| library.author(chance)).collect(),
            journal: library.journal(chance),
            year: chance.gen_range(1985..2021),
            volume: chance.gen_range(1..120),
            number: chance.gen_range(1..13).to_string(),
            pages: pages(chance),
            pages_in: "",
            doi: doi(chance),
            text: library.sentences(words, chance),
            is_slight: false,
        }
    }

    /// Number of words of the abstract.
    pub(super) fn words(&self) -> usize {
        self.text.iter().map(Vec::len).sum()
    }
}

pub(super) fn pages(chance: &mut Chance) -> (u32, u32) {
    let first = chance.gen_range(1..2_000);
    (first, first + chance.gen_range(2..20))
}

pub(super) fn doi(chance: &mut Chance) -> String {
    let (publisher, item) = (
        chance.gen_range(1_000..2_000),
        chance.gen_range(100_000..1_000_000),
    );
    format!("10.{publisher}/j.{item}.{:03}", chance.gen_range(0..1_000))
}
