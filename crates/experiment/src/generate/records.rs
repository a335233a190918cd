//! Bibliographic records, and the same works as other databases record them.
//!
//! A work has a title, authors, a journal, pages, codes and an abstract, all drawn: words by their
//! frequency in given texts, names of people and journals out of syllables. Each database writes it in
//! its own way: initials or given names, full or abbreviated journals, `221-8` or `221-228`, a DOI or
//! none, an abstract whole, cut or missing. Siblings are what is easily taken for the same work: other
//! works of the same authors in the same journal, whose titles share most of their words.

use std::collections::BTreeMap;

use rand::Rng;
use rand::seq::SliceRandom;

use super::chance::{Chance, below, chance};
use dejalu_text::document::Document;

/// The columns of a record, `cluster` being its work.
pub const COLUMNS: [&str; 12] = [
    "id", "title", "author", "journal", "year", "volume", "number", "pages", "doi", "isbn",
    "abstract", "cluster",
];

/// A record: a value for each of [`COLUMNS`], empty where the database has none.
pub type Record = [String; 12];

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

/// The records of each work, one work after the other; siblings follow each other. Empty without a word
/// of at least four letters in the texts.
pub fn records(texts: &[Document], options: RecordOptions) -> impl Iterator<Item = Vec<Record>> {
    let library = Library::new(texts, options.seed);
    let mut chance = chance(options.seed, "works", 0);
    let mut family: Vec<Work> = Vec::new();
    let mut number = 0;
    let works = if library.words.is_empty() {
        0
    } else {
        options.works
    };
    (0..works).map(move |cluster| {
        if family.is_empty() {
            let first = library.work(&mut chance, options.words);
            let siblings = [0, 0, 0, 1, 2].choose(&mut chance).copied().unwrap_or(0);
            family.extend((0..siblings).map(|_| library.sibling(&first, &mut chance)));
            family.push(first);
        }
        let work = family
            .pop()
            .unwrap_or_else(|| library.work(&mut chance, options.words));
        let copies = [1, 1, 2, 2, 3, 4].choose(&mut chance).copied().unwrap_or(1);
        let records = (0..copies).map(|_| {
            number += 1;
            work.record(number, cluster + 1, &mut chance)
        });
        records.collect()
    })
}

/// The material that works are drawn from.
struct Library {
    /// Words of texts, as often as they occur.
    words: Vec<String>,
    surnames: Vec<String>,
    journals: Vec<Journal>,
}

#[derive(Clone)]
struct Journal {
    name: String,
    short: String,
    code: String,
}

#[derive(Clone)]
struct Work {
    title: Vec<String>,
    /// Surname and given names.
    authors: Vec<(String, Vec<&'static str>)>,
    journal: Journal,
    year: u32,
    volume: u32,
    number: u32,
    pages: (u32, u32),
    doi: String,
    text: Vec<Vec<String>>,
}

const GIVEN: [&str; 32] = [
    "Anna", "Bruno", "Clara", "David", "Elena", "Felix", "Greta", "Hugo", "Ines", "Jonas", "Karla",
    "Luca", "Maria", "Nils", "Olga", "Peter", "Quentin", "Rosa", "Simon", "Tara", "Ulrich", "Vera",
    "William", "Xenia", "Yusuf", "Zoe", "Jean", "Kenji", "Mei", "Sofia", "Thomas", "Wei",
];
const SYLLABLES: [&str; 24] = [
    "ba", "ber", "chen", "da", "del", "fa", "gar", "hof", "ka", "ko", "lin", "ma", "mar", "mu",
    "ne", "ol", "per", "ra", "ros", "sa", "son", "ta", "ve", "wi",
];
const FIELDS: [&str; 20] = [
    "Clinical",
    "Experimental",
    "Applied",
    "Molecular",
    "Comparative",
    "General",
    "Theoretical",
    "Marine",
    "Medicine",
    "Physiology",
    "Chemistry",
    "Metabolism",
    "Nutrition",
    "Engineering",
    "History",
    "Botany",
    "Statistics",
    "Genetics",
    "Research",
    "Science",
];

impl Library {
    fn new(texts: &[Document], seed: u64) -> Self {
        const SURNAMES: usize = 2_000;
        const JOURNALS: usize = 200;
        let mut chance = chance(seed, "library", 0);
        let words = texts
            .iter()
            .flat_map(|text| text.text.split(|c: char| !c.is_alphabetic()));
        let words = words.filter(|word| !word.is_empty()).map(str::to_lowercase);
        let surnames = (0..SURNAMES).map(|_| surname(&mut chance)).collect();
        let journals = (0..JOURNALS).map(|_| journal(&mut chance)).collect();
        Library {
            words: words.collect(),
            surnames,
            journals,
        }
    }

    fn words(&self, count: usize, chance: &mut Chance) -> Vec<String> {
        let word = |_| self.words.choose(chance).cloned().unwrap_or_default();
        (0..count).map(word).collect()
    }

    fn work(&self, chance: &mut Chance, words: usize) -> Work {
        let length = 5 + below(11, chance);
        let title = self.words(length, chance);
        let authors = (0..chance.gen_range(1..8))
            .map(|_| self.author(chance))
            .collect();
        let journal = self.journals.choose(chance).cloned();
        let journal = journal.unwrap_or_else(|| journal_of("Journal of", "J", "Science", chance));
        let sentences = (words / 15).max(1);
        let sentences = sentences.div_ceil(2) + below(sentences + 2, chance);
        let sentence = |chance: &mut Chance| {
            let length = 8 + below(15, chance);
            self.words(length, chance)
        };
        let text = (0..sentences).map(|_| sentence(chance)).collect();
        let first = chance.gen_range(1..2_000);
        Work {
            title,
            authors,
            journal,
            year: chance.gen_range(1985..2021),
            volume: chance.gen_range(1..120),
            number: chance.gen_range(1..13),
            pages: (first, first + chance.gen_range(2..20)),
            doi: doi(chance),
            text,
        }
    }

    fn author(&self, chance: &mut Chance) -> (String, Vec<&'static str>) {
        let surname = self.surnames.choose(chance).cloned().unwrap_or_default();
        let given = (0..chance.gen_range(1..3)).filter_map(|_| GIVEN.choose(chance).copied());
        (surname, given.collect())
    }

    /// Another work of the same people.
    fn sibling(&self, of: &Work, chance: &mut Chance) -> Work {
        let words = of.text.iter().map(Vec::len).sum();
        let mut work = self.work(chance, words);
        work.title.clone_from(&of.title);
        let changes = 1 + below(work.title.len() / 2, chance);
        for _ in 0..changes {
            let place = below(work.title.len(), chance);
            work.title[place] = self.words(1, chance).concat();
        }
        if chance.gen_bool(0.7) {
            work.authors.clone_from(&of.authors);
        } else {
            work.authors.truncate(2);
            work.authors.insert(0, of.authors[0].clone());
        }
        if chance.gen_bool(0.6) {
            work.journal = of.journal.clone();
            work.volume = of.volume + chance.gen_range(0..2);
            work.year = of.year + chance.gen_range(0..2);
        }
        // What was done before is told again.
        let shared = below(of.text.len() / 3 + 1, chance);
        for (place, sentence) in of.text.iter().take(shared).enumerate() {
            if let Some(own) = work.text.get_mut(place) {
                own.clone_from(sentence);
            }
        }
        work
    }
}

fn surname(chance: &mut Chance) -> String {
    let syllables = (0..chance.gen_range(2..4)).filter_map(|_| SYLLABLES.choose(chance).copied());
    capital(&syllables.collect::<String>())
}

fn journal(chance: &mut Chance) -> Journal {
    let kinds = [
        ("Journal of", "J"),
        ("The Journal of", "J"),
        ("Annals of", "Ann"),
        ("International Review of", "Int Rev"),
        ("European Archives of", "Eur Arch"),
        ("", ""),
    ];
    let (kind, short) = kinds.choose(chance).copied().unwrap_or_default();
    let fields = (0..2).filter_map(|_| FIELDS.choose(chance).copied());
    let mut fields: Vec<&str> = fields.collect();
    fields.dedup();
    fields.truncate(1 + below(2, chance));
    journal_of(kind, short, &fields.join(" "), chance)
}

fn journal_of(kind: &str, short: &str, fields: &str, chance: &mut Chance) -> Journal {
    const KEPT: usize = 5;
    let cut = |word: &str| word.chars().take(KEPT).collect::<String>();
    let abbreviated: Vec<String> = fields.split(' ').map(cut).collect();
    let join = |parts: [&str; 2]| parts.join(" ").trim().to_owned();
    let (left, right) = (
        chance.gen_range(1_000..10_000),
        chance.gen_range(1_000..10_000),
    );
    Journal {
        name: join([kind, fields]),
        short: join([short, &abbreviated.join(" ")]),
        code: format!("{left}-{right}"),
    }
}

fn doi(chance: &mut Chance) -> String {
    let (publisher, item) = (
        chance.gen_range(1_000..2_000),
        chance.gen_range(100_000..1_000_000),
    );
    format!("10.{publisher}/j.{item}.{:03}", chance.gen_range(0..1_000))
}

impl Work {
    fn record(&self, number: usize, cluster: usize, chance: &mut Chance) -> Record {
        let kept = |chance: &mut Chance, rate: f64, value: String| {
            if chance.gen_bool(rate) {
                value
            } else {
                String::new()
            }
        };
        let year = if chance.gen_bool(0.05) {
            self.year + 1
        } else {
            self.year
        };
        let title = self.title(chance);
        let author = self.author(chance);
        let journal = self.journal(chance);
        let volume = kept(chance, 0.9, self.volume.to_string());
        let issue = kept(chance, 0.7, self.number.to_string());
        let pages = self.pages(chance);
        let doi = self.doi(chance);
        let doi = kept(chance, 0.55, doi);
        let isbn = self.code(chance);
        let isbn = kept(chance, 0.6, isbn);
        let text = self.text(chance);
        [
            number.to_string(),
            title,
            author,
            journal,
            year.to_string(),
            volume,
            issue,
            pages,
            doi,
            isbn,
            text,
            cluster.to_string(),
        ]
    }

    fn title(&self, chance: &mut Chance) -> String {
        let mut words = self.title.clone();
        if chance.gen_bool(0.12) {
            let place = below(words.len(), chance);
            words[place] = slip(&words[place], chance);
        }
        let mut title = match chance.gen_range(0..6) {
            0 => words
                .iter()
                .map(|word| capital(word))
                .collect::<Vec<_>>()
                .join(" "),
            1 => words.join(" ").to_uppercase(),
            _ => capital(&words.join(" ")),
        };
        if words.len() > 6 && chance.gen_bool(0.3) {
            title = title.replacen(&format!("{} ", words[3]), &format!("{}: ", words[3]), 1);
        }
        if chance.gen_bool(0.3) {
            title.push('.');
        }
        title
    }

    fn author(&self, chance: &mut Chance) -> String {
        let style = chance.gen_range(0..5);
        let initials = |given: &[&str], mark: &str| {
            let letters = given.iter().map(|name| format!("{}{mark}", &name[..1]));
            letters.collect::<Vec<_>>()
        };
        let names = self.authors.iter().map(|(surname, given)| match style {
            0 => format!("{surname}, {}", given.join(" ")),
            1 => format!("{surname} {}", initials(given, "").concat()),
            2 => format!("{surname}, {}", initials(given, ".").join(" ")),
            3 => format!("{} {surname}", given.join(" ")),
            _ => format!("{surname} {}", initials(given, ".").join(" ")),
        });
        let mut names: Vec<String> = names.collect();
        if names.len() > 3 && chance.gen_bool(0.1) {
            names.truncate(3);
            names.push("et al".to_owned());
        }
        let separators = match style {
            // As some exports glue them.
            4 => &["", "; "][..],
            1 => &[", ", "; "],
            _ => &["; ", " and "],
        };
        names.join(separators.choose(chance).copied().unwrap_or("; "))
    }

    fn journal(&self, chance: &mut Chance) -> String {
        let Journal { name, short, .. } = &self.journal;
        match chance.gen_range(0..5) {
            0 => name.to_uppercase(),
            1 => short.clone(),
            2 => short
                .split(' ')
                .map(|word| format!("{word}."))
                .collect::<Vec<_>>()
                .join(" "),
            _ => name.clone(),
        }
    }

    fn pages(&self, chance: &mut Chance) -> String {
        let (first, last) = self.pages;
        let [first, last] = [first, last].map(|page| page.to_string());
        let same = first
            .bytes()
            .zip(last.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        match chance.gen_range(0..10) {
            0 => String::new(),
            1 => first,
            2..=4 if first.len() == last.len() => {
                format!("{first}-{}", &last[same.min(last.len() - 1)..])
            }
            _ => format!("{first}-{last}"),
        }
    }

    fn doi(&self, chance: &mut Chance) -> String {
        match chance.gen_range(0..6) {
            0 => format!("https://doi.org/{}", self.doi),
            1 => self.doi.to_uppercase(),
            _ => self.doi.clone(),
        }
    }

    fn code(&self, chance: &mut Chance) -> String {
        let code = &self.journal.code;
        match chance.gen_range(0..3) {
            0 => format!("{code} (Print)\n{code}"),
            1 => code.replace('-', ""),
            _ => code.clone(),
        }
    }

    fn text(&self, chance: &mut Chance) -> String {
        const LABELS: [&str; 4] = ["BACKGROUND: ", "METHODS: ", "RESULTS: ", "CONCLUSION: "];
        if chance.gen_bool(0.2) {
            return String::new();
        }
        let mut kept = self.text.len();
        if chance.gen_bool(0.2) {
            kept = kept.div_ceil(2);
        }
        let has_labels = chance.gen_bool(0.2);
        let sentences = self.text[..kept].iter().enumerate().map(|(place, words)| {
            let label = LABELS
                .get(place)
                .filter(|_| has_labels)
                .copied()
                .unwrap_or_default();
            format!("{label}{}.", capital(&words.join(" ")))
        });
        let mut text = sentences.collect::<Vec<_>>().join(" ");
        if chance.gen_bool(0.15) {
            text += &format!(" Copyright {} The Authors. All rights reserved.", self.year);
        }
        text
    }
}

/// A word with two letters exchanged, or one left out.
fn slip(word: &str, chance: &mut Chance) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    if letters.len() < 3 {
        return word.to_owned();
    }
    let place = below(letters.len() - 1, chance);
    if chance.gen_bool(0.5) {
        letters.swap(place, place + 1);
    } else {
        letters.remove(place);
    }
    letters.into_iter().collect()
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// Labelled pairs of records: all that are of one work, of neighbouring works each first one with the
/// next work's first, and as many of works far apart. Ids are those of the records.
pub fn pairs(records: &[Record]) -> Vec<(&str, &str, bool)> {
    let mut works: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for record in records {
        let work = record[11].parse().unwrap_or_default();
        works.entry(work).or_default().push(&record[0]);
    }
    let works: Vec<Vec<&str>> = works.into_values().collect();
    let mut pairs = Vec::new();
    for (place, work) in works.iter().enumerate() {
        for (first, left) in work.iter().enumerate() {
            pairs.extend(work[first + 1..].iter().map(|right| (*left, *right, true)));
        }
        for step in [1, 2, works.len() / 2] {
            let Some(other) = works.get(place + step).filter(|_| step > 0) else {
                continue;
            };
            pairs.push((work[0], other[0], false));
            if let (Some(left), Some(right)) = (work.get(1), other.get(1)) {
                pairs.push((left, right, false));
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
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
            let known = records
                .iter()
                .filter(|record| !record[place].is_empty())
                .count();
            assert!(known * 2 >= records.len(), "{name}");
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
