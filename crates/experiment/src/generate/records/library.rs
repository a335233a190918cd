//! The material that works are drawn from.

use rand::Rng;

use super::super::chance::{Chance, below, chance, pick};
use super::letters::capital;
use dejalu_text::document::Document;

/// Words of texts, names of people and journals.
pub(super) struct Library {
    /// Words of texts, as often as they occur.
    words: Vec<String>,
    surnames: Vec<String>,
    journals: Vec<Journal>,
}

/// A journal.
#[derive(Debug, Clone)]
pub(super) struct Journal {
    pub(super) name: String,
    pub(super) short: String,
    pub(super) code: String,
}

/// Surname and given names.
pub(super) type Author = (String, Vec<&'static str>);

const GIVEN: [&str; 32] = [
    "Anna", "Bruno", "Clara", "David", "Elena", "Felix", "Greta", "Hugo", "Ines", "Jonas", "Karla",
    "Luca", "Maria", "Nils", "Olga", "Peter", "Quentin", "Rosa", "Simon", "Tara", "Ulrich", "Vera",
    "William", "Xenia", "Yusuf", "Zoe", "Jean", "Kenji", "Mei", "Sofia", "Thomas", "Wei",
];

const SYLLABLES: [&str; 24] = [
    "ba", "ber", "chen", "da", "del", "fa", "gar", "hof", "ka", "ko", "lin", "ma", "mar", "mu",
    "ne", "ol", "per", "ra", "ros", "sa", "son", "ta", "ve", "wi",
];

const SUBJECTS: [&str; 20] = [
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

/// Titles that many works share.
const GENERIC: [&str; 20] = [
    "Editorial",
    "Introduction",
    "Preface",
    "Letter to the editor",
    "Editor's note",
    "Foreword",
    "Book reviews",
    "Abstracts",
    "Poster session",
    "Comment",
    "Reply",
    "Author's reply",
    "Guest editorial",
    "In this issue",
    "Letters",
    "Correspondence",
    "Obituary",
    "Annual report",
    "News and notes",
    "Concluding remarks",
];

impl Library {
    pub(super) fn new(texts: &[Document], seed: u64) -> Self {
        const SURNAMES: usize = 2_000;
        const JOURNALS: usize = 200;
        let mut chance = chance(seed, "library", 0);
        let words = texts
            .iter()
            .flat_map(|text| text.text.split(|c: char| !c.is_alphabetic()));
        let words = words.filter(|word| !word.is_empty()).map(str::to_lowercase);
        let surnames = (0..SURNAMES).map(|_| surname(&mut chance)).collect();
        let journals = (0..JOURNALS).map(|_| Journal::draw(&mut chance)).collect();
        Library {
            words: words.collect(),
            surnames,
            journals,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub(super) fn words(&self, count: usize, chance: &mut Chance) -> Vec<String> {
        let word = |_| pick(&self.words, chance).cloned().unwrap_or_default();
        (0..count).map(word).collect()
    }

    /// Words of a title, most of which are not those that every sentence has.
    pub(super) fn title_words(&self, count: usize, chance: &mut Chance) -> Vec<String> {
        const SHORT: usize = 4;
        const REDRAWN: f64 = 0.7;
        const TRIES: usize = 4;
        let word = |_| {
            let is_long = |word: &&String| word.len() >= SHORT;
            let mut word = pick(&self.words, chance);
            if !word.as_ref().is_some_and(is_long) && chance.gen_bool(REDRAWN) {
                let again = (0..TRIES).filter_map(|_| pick(&self.words, chance));
                word = again.filter(is_long).last().or(word);
            }
            word.cloned().unwrap_or_default()
        };
        (0..count).map(word).collect()
    }

    pub(super) fn sentences(&self, words: usize, chance: &mut Chance) -> Vec<Vec<String>> {
        const USUAL: usize = 15;
        let usual = (words / USUAL).max(1);
        let count = usual.div_ceil(2) + below(usual + 2, chance);
        let sentence = |_| {
            let length = 8 + below(15, chance);
            self.words(length, chance)
        };
        (0..count).map(sentence).collect()
    }

    pub(super) fn author(&self, chance: &mut Chance) -> Author {
        let surname = pick(&self.surnames, chance).cloned().unwrap_or_default();
        let count = chance.gen_range(1..3);
        let given = (0..count).filter_map(|_| pick(&GIVEN, chance).copied());
        (surname, given.collect())
    }

    pub(super) fn journal(&self, chance: &mut Chance) -> Journal {
        let journal = pick(&self.journals, chance).cloned();
        journal.unwrap_or_else(|| Journal::draw(chance))
    }
}

/// A title that many works share.
pub(super) fn generic_title(chance: &mut Chance) -> Vec<String> {
    let title = pick(&GENERIC, chance).copied().unwrap_or_default();
    title.split(' ').map(str::to_owned).collect()
}

fn surname(chance: &mut Chance) -> String {
    let count = chance.gen_range(2..4);
    let syllables = (0..count).filter_map(|_| pick(&SYLLABLES, chance).copied());
    capital(&syllables.collect::<String>())
}

impl Journal {
    fn draw(chance: &mut Chance) -> Self {
        const KEPT: usize = 5;
        const KINDS: [(&str, &str); 6] = [
            ("Journal of", "J"),
            ("The Journal of", "J"),
            ("Annals of", "Ann"),
            ("International Review of", "Int Rev"),
            ("European Archives of", "Eur Arch"),
            ("", ""),
        ];
        let (kind, short) = pick(&KINDS, chance).copied().unwrap_or_default();
        let count = 1 + below(2, chance);
        let subjects = (0..2).filter_map(|_| pick(&SUBJECTS, chance).copied());
        let mut subjects: Vec<&str> = subjects.collect();
        subjects.dedup();
        subjects.truncate(count);
        let cut = |word: &&str| word.chars().take(KEPT).collect::<String>();
        let abbreviated: Vec<String> = subjects.iter().map(cut).collect();
        let join = |parts: [&str; 2]| parts.join(" ").trim().to_owned();
        Journal {
            name: join([kind, &subjects.join(" ")]),
            short: join([short, &abbreviated.join(" ")]),
            code: issn(chance),
        }
    }
}

/// An ISSN, the last of its eight digits checking the others.
fn issn(chance: &mut Chance) -> String {
    let digits: Vec<u32> = (0..7).map(|_| chance.gen_range(0..10)).collect();
    let weighted = digits.iter().zip((2..=8).rev());
    let sum: u32 = weighted.map(|(digit, weight)| digit * weight).sum();
    let check = match (11 - sum % 11) % 11 {
        10 => "X".to_owned(),
        check => check.to_string(),
    };
    let written: String = digits.iter().map(u32::to_string).collect();
    format!("{}-{}{check}", &written[..4], &written[4..])
}
