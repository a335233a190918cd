//! A record of a work.

use rand::Rng;

use super::super::chance::{Chance, pick};
use super::letters::{capital, slip};
use super::library::Library;
use super::sources::{JournalStyle, Source};
use super::titles::title;
use super::work::Work;

impl Work {
    /// The fields of a record from the title to the abstract, as a database writes them.
    pub(super) fn written(
        &self,
        source: &Source,
        library: &Library,
        chance: &mut Chance,
    ) -> [String; 10] {
        let is_without_journal = chance.gen_bool(source.without_journal);
        let in_journal = |value: String| {
            if is_without_journal {
                String::new()
            } else {
                value
            }
        };
        let title = title(self, chance);
        let author = if chance.gen_bool(0.02) {
            String::new()
        } else {
            source.names.written(&self.authors, chance)
        };
        let journal = in_journal(self.journal(source, library, chance));
        let year = self.year(chance);
        let year = kept(year, source.without_year, chance);
        let volume = in_journal(self.volume(chance));
        let number = self.number(source, chance);
        let number = kept(number, source.without_number, chance);
        let pages = self.pages(chance);
        let pages = kept(pages, source.without_pages, chance);
        let doi = self.doi(chance);
        let doi = kept(doi, source.without_doi, chance);
        let code = self.code(chance);
        let code = kept(code, source.without_code, chance);
        let text = self.text(library, chance);
        let text = kept(text, source.without_abstract, chance);
        [
            title, author, journal, year, volume, number, pages, doi, code, text,
        ]
    }

    fn journal(&self, source: &Source, library: &Library, chance: &mut Chance) -> String {
        if chance.gen_bool(0.03) {
            return library.journal(chance).name;
        }
        let (name, short) = (&self.journal.name, &self.journal.short);
        match source.journal {
            JournalStyle::Full => name.clone(),
            JournalStyle::Capitals => name.to_uppercase(),
            JournalStyle::Short => short.clone(),
            JournalStyle::ShortWithDots => {
                let words: Vec<String> = short.split(' ').map(|word| format!("{word}.")).collect();
                words.join(" ")
            }
        }
    }

    fn year(&self, chance: &mut Chance) -> String {
        let year = match chance.gen_range(0..100) {
            0 | 1 => self.year + 1,
            2 => self.year - 1,
            _ => self.year,
        };
        year.to_string()
    }

    fn volume(&self, chance: &mut Chance) -> String {
        match chance.gen_range(0..100) {
            0 | 1 => chance.gen_range(1..120).to_string(),
            // The issue in the column of volumes.
            2 | 3 => self.number.clone(),
            _ => self.volume.to_string(),
        }
    }

    fn number(&self, source: &Source, chance: &mut Chance) -> String {
        if source.has_serial_numbers {
            return chance.gen_range(1..50_000).to_string();
        }
        self.number.clone()
    }

    fn pages(&self, chance: &mut Chance) -> String {
        if self.is_slight && chance.gen_bool(0.4) {
            return String::new();
        }
        let (mut first, mut last) = self.pages;
        let draw = chance.gen_range(0.0..1.0);
        match draw {
            _ if draw < 0.015 => (first, last) = super::work::pages(chance),
            _ if draw < 0.035 => last += 1,
            _ if draw < 0.065 => return format!("Suppl-{last}"),
            _ if draw < 0.085 => return format!("e{}", chance.gen_range(1_000..100_000)),
            _ => {}
        }
        let [first, last] = [first, last].map(|page| page.to_string());
        let before = self.pages_in;
        let common = first.bytes().zip(last.bytes()).take_while(|(a, b)| a == b);
        let common = common.count().min(last.len() - 1);
        match chance.gen_range(0..10) {
            _ if first == last => format!("{before}{first}"),
            0 | 1 => format!("{before}{first}"),
            2..=4 if first.len() == last.len() => format!("{before}{first}-{}", &last[common..]),
            _ => format!("{before}{first}-{before}{last}"),
        }
    }

    fn doi(&self, chance: &mut Chance) -> String {
        if chance.gen_bool(0.006) {
            return slip(&self.doi, chance);
        }
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

    fn text(&self, library: &Library, chance: &mut Chance) -> String {
        const LABELS: [&str; 4] = ["BACKGROUND: ", "METHODS: ", "RESULTS: ", "CONCLUSION: "];
        if self.text.is_empty() {
            return String::new();
        }
        if chance.gen_bool(0.03) {
            return pick(&["[No abstract available]", "NA", "No abstract."], chance)
                .copied()
                .unwrap_or_default()
                .to_owned();
        }
        let other;
        let mut sentences = &self.text[..];
        if chance.gen_bool(0.03) {
            other = library.sentences(self.words(), chance);
            sentences = &other;
        }
        if chance.gen_bool(0.1) {
            sentences = &sentences[..sentences.len().div_ceil(2)];
        }
        let has_labels = chance.gen_bool(0.2);
        let written = sentences.iter().enumerate().map(|(place, words)| {
            let label = LABELS.get(place).filter(|_| has_labels).copied();
            format!(
                "{}{}.",
                label.unwrap_or_default(),
                capital(&words.join(" "))
            )
        });
        let mut text = written.collect::<Vec<_>>().join(" ");
        if chance.gen_bool(0.1) {
            let owner = pick(
                &["The Authors", "Elsevier Ltd", "Society of Science"],
                chance,
            );
            let owner = owner.copied().unwrap_or_default();
            text += &format!(" Copyright {} {owner}. All rights reserved.", self.year);
        }
        text
    }
}

/// A value, or nothing as often as this.
fn kept(value: String, without: f64, chance: &mut Chance) -> String {
    if chance.gen_bool(without) {
        String::new()
    } else {
        value
    }
}
