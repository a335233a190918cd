//! Families of works, and their records.

use rand::Rng;

use super::super::chance::{Chance, chance, pick};
use super::library::Library;
use super::namesakes::{Kind, namesake};
use super::sources::SOURCES;
use super::work::Work;
use dejalu_text::document::Document;

/// The columns of a record, `cluster` being its work and `family` the works that it may be taken for.
pub const COLUMNS: [&str; 13] = [
    "id", "title", "author", "journal", "year", "volume", "number", "pages", "doi", "isbn",
    "abstract", "cluster", "family",
];

/// A record: a value for each of [`COLUMNS`], empty where the database has none.
pub type Record = [String; 13];

/// Options of the records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordOptions {
    /// Number of works. Each has one to four records.
    pub works: usize,
    /// Average number of words in an abstract.
    pub words: usize,
    /// The seed of all draws.
    pub seed: u64,
}

/// The records of each work, one work after the other; namesakes follow each other. Empty without a word of at least
/// one letter in the texts.
pub fn records(texts: &[Document], options: RecordOptions) -> impl Iterator<Item = Vec<Record>> {
    let library = Library::new(texts, options.seed);
    let mut chance = chance(options.seed, "works", 0);
    let mut waiting: Vec<Work> = Vec::new();
    let (mut number, mut family) = (0, 0);
    let works = if library.is_empty() { 0 } else { options.works };
    (0..works).map(move |cluster| {
        if waiting.is_empty() {
            family += 1;
            waiting = family_of(&library, options.words, &mut chance);
        }
        let work = waiting.pop();
        let copies = pick(&[1, 1, 2, 2, 3, 4], &mut chance).copied().unwrap_or(1);
        let records = (0..copies).filter_map(|_| {
            number += 1;
            let source = pick(&SOURCES, &mut chance)?;
            let fields = work.as_ref()?.written(source, &library, &mut chance);
            let ids = [cluster + 1, family].map(|place: usize| place.to_string());
            let mut values = std::iter::once(number.to_string()).chain(fields).chain(ids);
            Some(std::array::from_fn(|_| values.next().unwrap_or_default()))
        });
        records.collect()
    })
}

/// A work, and for six in ten a namesake, for a quarter of these two.
fn family_of(library: &Library, words: usize, chance: &mut Chance) -> Vec<Work> {
    const WITH_NAMESAKE: f64 = 0.6;
    const WITH_TWO: f64 = 0.25;
    let mut first = Work::draw(library, words, chance);
    let mut family = Vec::new();
    if chance.gen_bool(WITH_NAMESAKE) {
        let count = 1 + usize::from(chance.gen_bool(WITH_TWO));
        let kind = Kind::draw(chance);
        kind.prepare(&mut first, chance);
        for place in 0..count {
            family.push(namesake(&first, kind, place, library, chance));
        }
    }
    family.push(first);
    family
}

#[cfg(test)]
mod tests {
    use super::super::pairs;
    use super::*;

    const OPTIONS: RecordOptions = RecordOptions {
        works: 200,
        words: 40,
        seed: 7,
    };

    fn drawn(options: RecordOptions) -> Vec<Record> {
        let text = "The ferry waits at the old pier while a storm breaks over the harbour and nobody knows why";
        records(&[Document::plain("a", text)], options)
            .flatten()
            .collect()
    }

    #[test]
    fn a_seed_gives_the_same_records() {
        assert_eq!(drawn(OPTIONS), drawn(OPTIONS));
        assert_ne!(drawn(OPTIONS), drawn(RecordOptions { seed: 8, ..OPTIONS }));
        let none: Vec<Vec<Record>> = records(&[], OPTIONS).collect();
        assert!(none.is_empty());
    }

    #[test]
    fn works_have_records_of_their_own_kind() {
        let records = drawn(OPTIONS);
        assert!((300..700).contains(&records.len()), "{}", records.len());
        let mut ids: Vec<&str> = records.iter().map(|record| &*record[0]).collect();
        ids.dedup();
        assert_eq!(ids.len(), records.len());
        for (place, name) in COLUMNS.iter().enumerate() {
            let known = records.iter().filter(|record| !record[place].is_empty());
            assert!(known.count() * 3 >= records.len(), "{name}");
        }
        let pairs = pairs(&records);
        let duplicates = pairs.iter().filter(|pair| pair.2).count();
        assert!(
            duplicates > 100 && pairs.len() > 2 * duplicates,
            "{duplicates} {}",
            pairs.len()
        );
    }
}
